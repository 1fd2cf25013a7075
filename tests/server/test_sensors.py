"""The sensor page and the host key on the kiosk: who sees them, and that they are true in a browser."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect

from companion.sensing import Gauges, link_to, wiring_for
from companion.sensing.calibration import serpentine
from companion.sensing.lines import PROTOCOL, Line, encode
from companion.sensing.virtual import VirtualBoard
from companion.server.app import create_app
from tests.server.axe import assert_accessible
from tests.server.evening import CLASSIC, KEY, PI, Evening
from tests.server.live import Listener, Opener

WIRING = wiring_for(CLASSIC)
ORDER = serpentine(CLASSIC.squares)
CELL, EDGE = 40, 4


@dataclass
class Bench:
    """Gauges, and a dice button that is held or not."""

    gauges: Gauges = field(default_factory=lambda: Gauges(WIRING))
    held: bool = False
    seq: int = 0

    def says(self, kind: str, *args: str) -> None:
        self.gauges.overhear("<", encode(Line(self.seq, 0, kind, args)), 0.0)
        self.seq += 1

    def answers(self, *squares: str) -> None:
        self.gauges.linked("ok", "")
        versions = ("2.0.0", str(PROTOCOL), WIRING.map_hash)
        self.says("HELLO", "companion-board", "11", *versions, "squares", "power")
        self.says("SQUARES", WIRING.digits(squares))


@pytest.fixture
def bench(evening: Evening) -> Bench:
    """The evening's pages with sensors to look at; ask for it before the server."""
    bench = Bench()
    evening.app = create_app(
        evening.table,
        host_key=KEY,
        address=lambda: f"http://{PI}:8000/",
        hosts=lambda: [PI],
        virtual=lambda: None,
        felt=bench.gauges,
        key_shown=lambda: bench.held,
    )
    return bench


def test_only_the_host_looks_at_the_sensors(bench: Bench, evening: Evening) -> None:
    guest, host = evening.client(), evening.host()
    for path in ("/sensors", "/sensors/stream"):
        assert guest.get(path).status_code == 403
    assert guest.post("/api/sensors", json={"walk": "begin"}).status_code == 403
    assert host.get("/sensors").status_code == 200
    assert host.post("/api/sensors", json={"walk": "dance"}).json["code"] == "bad-field"  # type: ignore[index]


def test_where_nothing_listens_to_a_board_there_is_no_such_page(evening: Evening) -> None:
    assert evening.host().get("/sensors").status_code == 404


def test_no_walk_over_a_game(bench: Bench, evening: Evening) -> None:
    bench.answers()
    assert evening.host().post("/api/sensors", json={"walk": "begin"}).json["walk"]["asked"] == ORDER[0]  # type: ignore[index]
    evening.deal()
    answer = evening.host().post("/api/sensors", json={"walk": "begin"})
    assert (answer.status_code, answer.json["code"]) == (409, "walk-in-play")  # type: ignore[index]
    assert evening.host().post("/api/sensors", json={"walk": "end"}).status_code == 200


def test_the_stream_tells_the_sensors_and_leaves_the_games_version_alone(
    bench: Bench, evening: Evening, port: int
) -> None:
    bench.answers("Q7")
    before = evening.table.version
    with Listener(port, "/sensors/stream") as stream:
        _, told = stream.until("panels")
        assert set(told["panels"]) == {"felt", "device", "figures", "walk", "rooms"}
        assert 'id="square-Q7"' in told["panels"]["felt"]
        for flick in range(200):  # far more than a page can want
            bench.says("SQUARES", WIRING.digits(["R7"] * (flick % 2)))
        bench.says("SQUARES", WIRING.digits(["S7"]))
        heard = 0
        while 'id="square-S7"' not in told["panels"].get("felt", ""):
            _, told = stream.until("panels")
            heard += 1
        assert heard < 10
    assert evening.table.version == before


def test_the_page_follows_the_board(bench: Bench, visit: Opener) -> None:
    page = visit("/sensors", kiosk=True)
    expect(page.locator("#panel-device")).to_contain_text("No board is linked")
    bench.answers("Q7")
    expect(page.locator("#panel-device")).to_contain_text("Firmware 2.0.0")
    expect(page.locator("#square-Q7.closed")).to_be_visible()
    bench.says("SQUARES", "0" * 47 + "1")
    expect(page.locator("#panel-device .warn")).to_contain_text(WIRING.input_name(191))
    assert WIRING.readers
    bench.says("ROOM", "hall", WIRING.readers.uid_of("rope") or "", "E004010000000000")
    expect(page.locator("#reader-hall")).to_contain_text("E004010000000000")
    expect(page.locator("#piece-rope")).to_be_visible()
    bench.gauges.linked("lost", "The board was unplugged: plug it in again.")
    expect(page.locator("#panel-device.lost")).to_contain_text("plug it in again")
    expect(page.locator("#square-Q7")).to_have_count(0)
    assert_accessible(page, "the sensors without a board")


@pytest.fixture
def virtual(evening: Evening, bench: Bench) -> Iterator[VirtualBoard]:
    """A virtual board with nothing on it, linked to the sensors and to a page to drag its pieces on."""
    with ExitStack() as stack:
        board = stack.enter_context(VirtualBoard(CLASSIC, wiring=WIRING))
        for token in CLASSIC.starts:
            board.lift(token)
        evening.app = create_app(
            evening.table,
            host_key=KEY,
            address=lambda: f"http://{PI}:8000/",
            hosts=lambda: [PI],
            virtual=lambda: board,
            felt=bench.gauges,
        )
        heard = bench.gauges
        link = link_to(board.ports, WIRING, lambda report: None, heard.linked, tap=heard.overhear)
        stack.callback(link.close)
        link.start()
        yield board


def drag(page: Page, token: str, square: str) -> None:
    """By hand, from wherever the piece lies."""
    piece = page.locator(f"#piece-{token}").bounding_box()
    ground = page.locator(".board-ground").bounding_box()
    assert piece and ground
    scale = ground["height"] / (CLASSIC.rows * CELL + 2 * EDGE)
    column, row = CLASSIC.position(square)
    page.mouse.move(piece["x"] + piece["width"] / 2, piece["y"] + piece["height"] / 2)
    page.mouse.down()
    x, y = ((at + 0.5) * CELL + EDGE for at in (column, row))
    page.mouse.move(ground["x"] + x * scale, ground["y"] + y * scale, steps=3)
    page.mouse.up()


def test_a_walk_with_a_piece_of_the_virtual_board(virtual: VirtualBoard, visit: Opener) -> None:
    sensors = visit("/sensors", kiosk=True)
    expect(sensors.locator("#panel-device.ok")).to_be_visible(timeout=15_000)
    sensors.get_by_role("button", name="Begin the walk").click()
    expect(sensors.locator("#panel-walk .next b")).to_have_text(ORDER[0])
    board = visit("/virtual", kiosk=True)
    drag(board, "plum", ORDER[0])
    expect(sensors.locator("#panel-walk .next b")).to_have_text(ORDER[1])
    drag(board, "plum", ORDER[2])
    expect(sensors.locator(f"#square-{ORDER[1]}.missed")).to_be_visible()
    expect(sensors.locator("#panel-walk .warn")).to_contain_text(ORDER[1])
    drag(board, "plum", ORDER[0])
    expect(sensors.locator(f"#square-{ORDER[0]}.doubled")).to_be_visible()
    sensors.get_by_role("button", name="It does not answer").click()
    expect(sensors.locator("#panel-walk .next b")).to_have_text(ORDER[4])
    assert_accessible(sensors, "a walk")
    sensors.get_by_role("button", name="End the walk").click()
    expect(sensors.get_by_role("button", name="Begin the walk")).to_be_visible()


def test_the_kiosk_beside_the_button_shows_the_host_key_while_it_is_held(
    bench: Bench, evening: Evening, visit: Opener
) -> None:
    kiosk = visit("/kiosk", kiosk=True)
    expect(kiosk.locator("#panel-hostkey")).to_be_hidden()
    bench.held = True
    evening.table.nudge()
    expect(kiosk.locator("#panel-hostkey .key")).to_have_text(KEY)
    assert_accessible(kiosk, "the host key")
    bench.held = False
    evening.table.nudge()
    expect(kiosk.locator("#panel-hostkey")).to_be_hidden()
    assert KEY not in kiosk.content()


def test_nobody_else_ever_gets_the_host_key(bench: Bench, evening: Evening) -> None:
    evening.deal()
    bench.held = True
    assert KEY in evening.host().get("/kiosk").text
    for client in (evening.client(), evening.client(seat="Ann"), evening.host()):
        assert KEY not in json.dumps(client.get("/api/view").json)
        assert KEY not in client.get("/").text
    assert KEY not in evening.client().get("/kiosk").text  # a guest's screen
