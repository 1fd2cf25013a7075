"""The three builds and their parts; the bench is a board that can be flashed, run and felt."""

import csv
import io
import json
from contextlib import ExitStack
from datetime import date
from pathlib import Path

import pytest

from companion.board import load_board
from companion.cli.flash import firmware_files
from companion.hardware import (
    HardwareFault,
    builds,
    catalogue,
    cost,
    counted,
    flaws_of,
    read_hardware,
    shopping_list,
)
from companion.hardware.counting import THINGS
from companion.hardware.parts import read_catalogue
from companion.sensing import only
from companion.sensing.link import Link
from companion.sensing.virtual import VirtualBoard
from tests.sensing.conftest import Inbox
from tests.sensing.hardware import change, copied

BENCH = Path(__file__).parents[2] / "hardware/builds/bench"


def quantities(build: str) -> dict[str, int]:
    return {line.part.id: line.quantity for line in shopping_list(builds()[build].hardware(), build)}


@pytest.mark.parametrize("build", list(builds()))
def test_every_build_has_parts_a_price_hours_and_no_flaw(build: str) -> None:
    chosen = builds()[build]
    built = chosen.hardware()
    assert flaws_of(built) == []
    lines = shopping_list(built, build)
    assert 0 < chosen.hours[0] < chosen.hours[1]
    assert cost(lines) == pytest.approx(sum(line.cost for line in lines if not line.part.owned))
    assert all(line.quantity >= line.needed > 0 for line in lines)


def test_the_quantities_follow_from_the_map() -> None:
    board = load_board("classic")
    full, reeds, bench = quantities("full"), quantities("reeds"), quantities("bench")
    assert len(board.squares) < full["reed"] == reeds["reed"] < 1.1 * len(board.squares)
    assert full["pn5180"] == len(board.rooms) and "pn5180" not in reeds
    assert len(board.doors) <= full["door-lamp"] and "door-lamp" not in reeds
    assert full["tag-15693"] >= 12 and "supply-5v" in full and "supply-5v" not in reeds
    assert bench["reed"] >= 8 and bench["pn5180"] == 1 and bench["pico"] == 1 and "breadboard" in bench
    assert cost(shopping_list(builds()["bench"].hardware(), "bench")) < 60


@pytest.mark.parametrize(
    ("squares", "wanted", "not_wanted"),
    [
        ("74hc165", {"register", "pull-ups"}, {"expander", "diode", "resistor-1k5"}),
        ("mcp23017", {"expander", "resistor-1k5"}, {"register", "pull-ups", "diode"}),
        ("matrix", {"diode", "decoder"}, {"register", "pull-ups", "expander"}),
    ],
)
def test_other_sensors_take_other_parts(
    squares: str, wanted: set[str], not_wanted: set[str], tmp_path: Path
) -> None:
    built = read_hardware(copied(tmp_path, squares=f"squares-{squares}.toml", rooms=""))
    found = {line.part.id for line in shopping_list(built)}
    assert wanted <= found and not not_wanted & found


def test_door_pads_take_stickers_and_two_picos_two_cables(tmp_path: Path) -> None:
    folder = copied(tmp_path, rooms="pads.toml")
    change(folder / "pads.toml", "own_pico = false", "own_pico = true")
    found = counted(read_hardware(folder))
    assert (found["pn532"], found["pn5180"], found["tag_a"], found["pico"]) == (9, 0, 6, 2)
    assert found["multiplexer"] == 0


def test_the_parts_have_prices_as_estimates_with_a_date() -> None:
    prices = catalogue()
    assert prices.currency and prices.estimated <= date.today()
    for part in prices.parts.values():
        assert part.price > 0 and part.purpose
        assert not part.rail or part.source
    assert any("DRV5032" in one.name for one in prices.parts["reed"].alternatives)


def test_every_fault_of_a_parts_file_is_told() -> None:
    text = (
        'currency = 1\nestimated = "today"\n[[parts]]\nid = "reed"\nname = "Reed"\npurpose = "x"\n'
        'count = { circle = 1 }\nprice = -1\nrail = "12v"\ncolour = "red"\n'
        '[[parts]]\nid = "reed"\nalternatives = [{ name = "x" }]\nowned = 1\n'
    )
    with pytest.raises(HardwareFault) as caught:
        read_catalogue(text)
    faults = [fault.removeprefix("parts.toml: ") for fault in caught.value.faults]
    assert [fault.partition(", expected")[0] for fault in faults] == [
        "currency is 1",
        "estimated is 'today'",
        "part reed: price is -1",
        "part reed: there is no entry colour",
        f"part reed: it counts circle, of which nothing is known; there are {', '.join(THINGS)}.",
        "part reed: rail is '12v'",
        "part reed: what takes current has volts, idle and source.",
        "part reed: the entry name is missing.",
        "part reed: the entry purpose is missing.",
        "part reed: the entry count is missing.",
        "part reed: the entry price is missing.",
        "part reed: owned is 1, which it cannot be.",
        "part reed: the alternative {'name': 'x'} is not a table of name, price and why.",
        "part reed is there twice.",
    ]


def test_the_shopping_list_is_printed_and_is_a_table(companion) -> None:
    text = companion("parts", "--build", "bench").stdout
    assert "   9 x Reed switch that closes" in text
    assert "an estimate of 2025-12-01" in text
    rows = list(csv.DictReader(io.StringIO(companion("parts", "--csv").stdout)))
    reeds = next(row for row in rows if row["part"].startswith("Reed switch"))
    assert reeds["quantity"] == "200" and "DRV5032FA" in reeds["alternatives"]
    sold = sum(float(row["cost"]) for row in rows if not row["owned"])
    assert f"About {sold:.0f} EUR and 40 to 60 hours" in companion("parts").stdout
    own = companion("parts", "--hardware", BENCH).stdout
    assert own.startswith(f"For the board bench, as {BENCH} wires it") and "hours" not in own


def test_each_reed_of_the_bench_answers_and_its_reader_sees_a_tag(inbox: Inbox) -> None:
    built = read_hardware(BENCH)
    assert json.loads(firmware_files(built.wiring)["config.json"])["squares"]["chips"] == 1
    away = dict.fromkeys(built.board.starts, "kitchen")  # no reader there
    with ExitStack() as stack:
        virtual = stack.enter_context(VirtualBoard(built.board, away, wiring=built.wiring))
        link = Link(only(virtual.port), built.wiring, inbox.on_report, inbox.on_status, retry=0.05)
        stack.callback(link.close)
        link.start()
        for square in built.board.squares:
            virtual.put("plum", square)
            inbox.wait_squares({square})
        virtual.put("scarlet", "study")
        inbox.wait(lambda box: "scarlet" in (box.reports[-1].rooms or {}).get("study", ()))


def test_one_pin_and_one_bit_change_the_firmware_and_the_checks(tmp_path: Path) -> None:
    """Drawings and guide are held to the same by their own tests."""
    folder = copied(tmp_path)
    before = read_hardware(folder)
    change(folder / "squares-74hc165.toml", "load = 17", "load = 20")
    change(folder / "squares-74hc165.csv", "1,H,H0\n1,G,Q0", "1,H,Q0\n1,G,H0")
    after = read_hardware(folder)
    config = json.loads(after.wiring.firmware_config())
    assert config["squares"]["load"] == 20 and config["map"] != before.wiring.map_hash
    assert [(one.leg, one.square) for one in after.sensors[:2]] == [("H", "Q0"), ("G", "H0")]
    assert after.wiring.closed("8" + "0" * 47) == (frozenset({"Q0"}), ())
    assert after.picos[0].gpio[20] == before.picos[0].gpio[17] == "load of the registers"
    change(folder / "squares-74hc165.toml", "load = 20", "load = 24")
    assert [flaw.sentence for flaw in flaws_of(read_hardware(folder))] == [
        "GP24, load of the registers, is not on the Pico's header: it is for sensing the power from USB."
    ]
