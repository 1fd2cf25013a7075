"""The link on ports that fail in every way, and on the ports that a computer may have."""

import errno
import os
import pty
import queue
import termios
import threading
import time
import tty
from collections.abc import Callable
from contextlib import ExitStack

import pytest
from serial import SerialException, SerialTimeoutException
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.board import load_board
from companion.sensing import Link, only, pico_ports, wiring_for
from companion.sensing.hello import PRODUCT
from companion.sensing.lines import Line, decode, encode
from companion.sensing.ports import explain, open_port

WIRING = wiring_for(load_board("classic"))
SQUARES_HASH = WIRING.part(["squares"]).map_hash
FAULTS = [
    SerialException("device reports readiness to read but returned no data"),
    OSError(errno.EIO, "Input/output error"),
    termios.error(errno.EIO, "Input/output error"),
    TypeError("'NoneType' object cannot be interpreted as an integer"),
]


class FakePort:
    """A board that answers at once; once a picture was read, the operation ``where`` raises ``fault``."""

    def __init__(
        self, where: str = "", fault: Exception | None = None, map_hash: str = SQUARES_HASH
    ) -> None:
        self.where = where
        self.fault = fault
        self.map_hash = map_hash
        self.role = "squares"
        self.boot = "power"
        self.digits = WIRING.digits({"Q7"})
        self.closed = False
        self.pictures = 0  # that were read
        self._seq = 0
        self._bytes: queue.Queue[bytes] = queue.Queue()

    @property
    def in_waiting(self) -> int:
        self._fail("in_waiting")
        return 0

    def read(self, size: int, /) -> bytes:
        self._fail("read")
        try:
            data = self._bytes.get(timeout=0.02)
        except queue.Empty:
            return b""
        self.pictures += b" SQUARES " in data
        return data

    def write(self, data: bytes, /) -> int:
        self._fail("write")
        for raw in data.split(b"\n"):
            line = decode(raw) if raw else None
            if line and line.kind == "HELLO?":
                self.say("HELLO", PRODUCT, "E660", "2.0.0", "2", self.map_hash, self.role, self.boot)
            elif line and line.kind == "STATE?":
                self.say("SQUARES", *([self.digits] if self.digits else []))
            elif line and line.kind == "BEAT":
                self.say("BEAT")
        return len(data)

    def cancel_read(self) -> None:
        self._bytes.put(b"")

    def close(self) -> None:
        self.closed = True
        self._fail("close")

    def say(self, kind: str, *args: str) -> None:
        self._bytes.put(encode(Line(self._seq, 0, kind, args)))
        self._seq += 1

    def _fail(self, where: str) -> None:
        if self.pictures and self.fault and self.where == where:
            raise self.fault


def fast() -> float:
    """A clock on which a heartbeat is due every 0.25 s."""
    return time.monotonic() * 4


FAKE = only("fake")
Linked = Callable[..., Link]


@pytest.fixture
def linked(inbox, stack: ExitStack) -> Linked:
    """Starts a link over an opener."""

    def start(opener, find=FAKE, on_report=inbox.on_report) -> Link:
        link = Link(find, WIRING, on_report, inbox.on_status, opener=opener, retry=0.01, clock=fast)
        stack.callback(link.close)
        link.start()
        return link

    return start


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("where", ["in_waiting", "read", "write", "close"])
def test_any_fault_of_a_port_is_survived(inbox, linked: Linked, where: str, fault: Exception) -> None:
    good = FakePort()
    if where == "close":
        broken = FakePort("read", FAULTS[0])
        broken.close = lambda: (_ for _ in ()).throw(fault)
    else:
        broken = FakePort(where, fault)
    ports = iter([broken])
    linked(lambda _: next(ports, good))
    inbox.wait(lambda box: len(box.reports) == 2)
    assert [status for status, _ in inbox.statuses] == ["ok", "lost", "ok"]
    assert inbox.statuses[1][1] == "The board was unplugged: plug it in again."
    assert all(report.resync for report in inbox.reports)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_any_fault_at_opening_is_tried_again(inbox, linked: Linked, fault: Exception) -> None:
    tries = iter([fault, fault, None])

    def opener(_: str) -> FakePort:
        if problem := next(tries):
            raise problem
        return FakePort()

    linked(opener)
    inbox.wait_status("ok")
    assert [status for status, _ in inbox.statuses] == ["none", "ok"]


def test_a_callback_that_fails_does_not_end_the_link(
    inbox, linked: Linked, caplog: pytest.LogCaptureFixture
) -> None:
    port = FakePort()

    def first_fails(report) -> None:
        inbox.on_report(report)
        if len(inbox.reports) == 1:
            port.say("SQUARES", WIRING.digits([]))
            raise RuntimeError("a fault in the table")

    linked(lambda _: port, on_report=first_fails)
    inbox.wait(lambda box: len(box.reports) == 2)
    assert "a fault in the table" in caplog.text


class SilentPort(FakePort):
    """Another program's Pico: it takes everything and says nothing."""

    def write(self, data: bytes, /) -> int:
        return len(data)


def test_strangers_are_skipped_and_named_and_the_board_taken(inbox, linked: Linked) -> None:
    devices = {
        "foreign": FakePort(map_hash="00000000"),
        "broken": FakePort(),
        "taken": SerialException(errno.EBUSY, "busy"),
        "board": FakePort(),
    }
    devices["broken"].pictures, devices["broken"].where, devices["broken"].fault = 1, "read", FAULTS[1]

    def opener(name: str) -> FakePort:
        if isinstance(device := devices[name], Exception):
            raise device
        return device

    link = linked(opener, find=lambda: tuple(devices))
    inbox.wait(lambda box: len(box.reports) == 1)
    assert [status for status, _ in inbox.statuses] == ["ok"]
    assert not devices["board"].closed
    assert [device.closed for name, device in devices.items() if name in ("foreign", "broken")] == [True] * 2
    told = " ".join(link.skipped)
    assert all(word in told for word in ("foreign: ", "00000000", "port broken", "Another program", "taken"))
    assert "board" not in " ".join(sentence.partition(" ")[0] for sentence in link.skipped)


def test_a_silent_stranger_holds_up_nobody(inbox, stack: ExitStack) -> None:
    devices = {"silent": SilentPort(), "board": FakePort(), "other": SilentPort()}
    link = Link(
        lambda: tuple(devices),
        WIRING,
        inbox.on_report,
        inbox.on_status,
        opener=lambda name: devices[name],
        clock=lambda: 100.0,  # so nobody's time is ever out
    )
    stack.callback(link.close)
    link.start()
    inbox.wait_status("ok")
    assert (devices["silent"].closed, devices["board"].closed, devices["other"].closed) == (True, False, True)


def test_a_board_that_is_plugged_in_while_a_stranger_is_asked_is_found(inbox, stack: ExitStack) -> None:
    devices = {"silent": SilentPort()}
    clock = [100.0]
    link = Link(
        lambda: tuple(devices),
        WIRING,
        inbox.on_report,
        inbox.on_status,
        opener=lambda name: devices[name],
        clock=lambda: clock[0],
    )
    stack.callback(link.close)
    link.start()
    devices["board"] = FakePort()
    clock[0] = 101.5
    inbox.wait_status("ok")


def test_nothing_but_strangers_is_told_with_their_ports(inbox, linked: Linked) -> None:
    devices = {"silent": SilentPort(), "foreign": FakePort(map_hash="00000000")}
    link = linked(lambda name: devices[name], find=lambda: tuple(devices))
    told = inbox.wait_status("wrong")
    assert all(word in told for word in ("silent: ", "another port", "foreign: ", "00000000"))
    assert link.skipped


def test_who_the_board_is(inbox, linked: Linked) -> None:
    port = FakePort()
    assert Link(FAKE, WIRING, inbox.on_report, inbox.on_status).device is None
    link = linked(lambda _: port)
    inbox.wait(lambda box: len(box.reports) == 1)
    assert link.device
    assert (link.device.serial, link.device.boot, link.skipped) == ("E660", "power", ())


def test_a_pico_that_had_hung_is_told(inbox, linked: Linked, caplog: pytest.LogCaptureFixture) -> None:
    port = FakePort()
    port.boot = "watchdog"
    linked(lambda _: port)
    inbox.wait_status("ok")
    assert "the Pico on fake had hung, and its watchdog has started it again" in caplog.text


def test_a_board_that_takes_nothing_is_told(inbox, linked: Linked) -> None:
    ports = iter([FakePort("write", SerialTimeoutException("Write timeout"))])
    linked(lambda _: next(ports, FakePort()))
    inbox.wait(lambda box: len(box.reports) == 2)
    assert inbox.statuses[1] == (
        "lost",
        "The device on fake takes nothing: unplug it and plug it in again.",
    )


def test_a_peer_that_reads_nothing_cannot_hold_a_write_for_ever(stack: ExitStack) -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    stack.callback(os.close, master)
    stack.callback(os.close, slave)
    port = open_port(os.ttyname(slave))
    stack.callback(port.close)
    with pytest.raises(SerialTimeoutException):
        port.write(bytes(1_000_000))


def test_two_links_share_two_picos_out(inbox, stack: ExitStack) -> None:
    taken = threading.Lock()
    open_now: set[str] = set()

    class Shared(FakePort):
        """A port that only one may have open."""

        def __init__(self, name: str, role: str) -> None:
            wiring = WIRING.part([role])
            super().__init__(map_hash=wiring.map_hash)
            self.name, self.role, self.digits = name, role, wiring.digits([])

        def close(self) -> None:
            with taken:
                open_now.discard(self.name)

    def opener(name: str) -> FakePort:
        with taken:
            if name in open_now:
                raise SerialException(errno.EBUSY, "busy")
            open_now.add(name)
        return Shared(name, name)

    boxes = {role: type(inbox)() for role in ("rooms", "squares")}
    for role, box in boxes.items():
        wiring = WIRING.part([role])
        link = Link(
            lambda: ("rooms", "squares"), wiring, box.on_report, box.on_status, opener=opener, retry=0.01
        )
        stack.callback(link.close)
        link.start()
    for box in boxes.values():
        box.wait_status("ok")
    assert open_now == {"rooms", "squares"}


def test_the_tap_hears_every_byte_of_both_directions_with_its_time(inbox, stack: ExitStack) -> None:
    heard: list[tuple[str, bytes, float]] = []
    port = FakePort()
    link = Link(
        FAKE,
        WIRING,
        inbox.on_report,
        inbox.on_status,
        opener=lambda _: port,
        tap=lambda *one: heard.append(one),
    )
    stack.callback(link.close)
    began = time.monotonic()
    link.start()
    inbox.wait_status("ok")
    link.close()
    kinds = {
        way: [
            line.kind
            for raw in b"".join(data for other, data, _ in heard if other == way).split(b"\n")
            if (line := decode(raw))
        ]
        for way in "<>"
    }
    assert kinds[">"][:3] == ["HELLO?", "BEAT", "STATE?"]
    assert kinds["<"][0] == "HELLO"
    assert "SQUARES" in kinds["<"]
    times = [at for _, _, at in heard]
    assert times == sorted(times)
    assert began <= times[0] <= times[-1] <= time.monotonic()


def test_close_ends_the_thread_at_any_time(inbox, linked: Linked) -> None:
    port = FakePort()
    link = linked(lambda _: port)
    inbox.wait_status("ok")
    link.close()
    link.close()
    assert port.closed
    Link(only("fake"), WIRING, inbox.on_report, inbox.on_status).close()


def computer() -> list[ListPortInfo]:
    """The ports of a computer with two Picos, a serial adapter and a Pico that runs something else."""
    ports = []
    for device, vid, pid, product in (
        ("/dev/ttyS0", None, None, None),
        ("/dev/ttyACM0", 0x2E8A, 0x0005, "Board in FS mode"),
        ("/dev/ttyUSB0", 0x0403, 0x6001, "FT232R USB UART"),
        ("/dev/ttyACM1", 0x2E8A, 0x0005, "Board in FS mode"),
        ("/dev/ttyACM2", 0x2E8A, 0x000A, None),
    ):
        port = ListPortInfo(device)
        port.vid, port.pid, port.product = vid, pid, product
        ports.append(port)
    return ports


def test_picos_are_found_by_their_usb_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_ports, "comports", computer)
    assert list(pico_ports()) == ["/dev/ttyACM0", "/dev/ttyACM1"]


def test_no_pico_is_a_sentence(inbox, linked: Linked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_ports, "comports", list)
    linked(lambda _: FakePort(), find=lambda: ())
    assert inbox.wait_status("none", "No Pico") == "No Pico is plugged in: connect the board's USB cable."


def test_no_pico_but_other_devices_are_named(
    inbox, linked: Linked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_ports, "comports", computer)
    linked(lambda _: FakePort(), find=lambda: ())
    told = inbox.wait_status("none", "No Pico")
    assert told.endswith(
        "Skipped, since it is no Pico: FT232R USB UART on /dev/ttyUSB0, n/a on /dev/ttyACM2."
    )


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOENT, ("does not exist", "plug")),
        (errno.EACCES, ("permission", "dialout", "plugdev")),
        (errno.EAGAIN, ("Another program",)),
        (errno.EBUSY, ("Another program",)),
        (errno.EIO, ("cannot be used",)),
    ],
)
def test_each_failure_to_open_is_one_sentence(code: int, words: tuple[str, ...]) -> None:
    sentence = explain("/dev/ttyACM0", SerialException(code, "could not open port"))
    assert "/dev/ttyACM0" in sentence
    assert all(word.lower() in sentence.lower() for word in words)
    assert "\n" not in sentence
