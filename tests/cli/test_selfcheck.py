"""What is wrong with the machine is found while a table is open, told once, taken back when it is well."""

import pytest

from companion.cli.finding import Machine
from companion.cli.selfcheck import SelfCheck
from companion.cli.vitals import FROM_A_CLOCK, MODEL, ROOM_NEEDED, ROOM_SPARE, ROOM_WANTED, SYNCHRONIZED
from companion.server.machine import Trouble


def put(root, path, text):
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


class Pi:
    """A machine whose kernel, disk and network a test writes; well to begin with."""

    def __init__(self, root):
        self.root, self.free, self.addresses, self.told = root, ROOM_WANTED, ["192.168.1.20"], 0
        self.now = 4e9
        put(root, MODEL, "Raspberry Pi 4 Model B")
        put(root, SYNCHRONIZED, "")

    def check(self, known=()):
        machine = Machine(self.root / "data", 8000, self.root, lambda: self.now)
        return SelfCheck(machine, known, self.hear, free=lambda data: self.free, found=lambda: self.addresses)

    def hear(self):
        self.told += 1


@pytest.fixture
def pi(tmp_path):
    return Pi(tmp_path)


def kinds(check):
    check.look()
    return [trouble.kind for trouble in check.troubles]


def test_a_machine_that_is_well_says_nothing(pi):
    check = pi.check()
    assert kinds(check) == []
    assert check.clock_set
    assert pi.told == 0


def test_it_tells_once_and_again_when_it_is_well(pi):
    check = pi.check()
    pi.addresses = []
    for _ in range(3):
        assert kinds(check) == ["no-network"]
    pi.addresses = ["10.42.0.1"]
    assert kinds(check) == []
    assert pi.told == 2


def test_too_little_voltage(pi):
    put(pi.root, "sys/class/hwmon/hwmon0/name", "rpi_volt\n")
    put(pi.root, "sys/class/hwmon/hwmon0/in0_lcrit_alarm", "1\n")
    assert kinds(pi.check()) == ["voltage"]


def test_a_clock_that_nobody_has_set(pi):
    (pi.root / SYNCHRONIZED).unlink()
    check = pi.check()
    assert kinds(check) == ["clock"]
    assert not check.clock_set
    put(pi.root, FROM_A_CLOCK, "1\n")  # a battery has kept it
    assert kinds(check) == []
    pi.now = 0.0
    put(pi.root, SYNCHRONIZED, "")
    assert kinds(check) == ["clock"]  # before this program was made: whatever they say
    pi.now = 4e9
    (pi.root / SYNCHRONIZED).unlink()
    (pi.root / FROM_A_CLOCK).unlink()
    (pi.root / MODEL).unlink()
    assert kinds(check) == []  # another computer keeps its time


@pytest.mark.parametrize(
    ("free", "kind"), [(ROOM_SPARE, None), (ROOM_SPARE - 1, "disk-low"), (ROOM_NEEDED - 1, "disk-full")]
)
def test_a_disk_that_fills_up(pi, free, kind):
    pi.free = free
    assert kinds(pi.check()) == ([kind] if kind else [])


def test_recordings_make_room_before_a_game_stops_the_newest_stays(pi):
    folder = pi.root / "data/recordings"
    for number in range(1, 5):
        put(folder, f"{number:06}.recording", "x")
    check = pi.check()
    check.look()
    assert len(list(folder.iterdir())) == 4
    pi.free = ROOM_SPARE - 1
    assert kinds(check) == ["disk-low"]
    assert [file.name for file in folder.iterdir()] == ["000004.recording"]


def test_the_worst_comes_first_and_what_the_start_has_found_stays(pi):
    pi.addresses = []
    settings = Trouble("setting-unknown", {"option": "prot"})
    safe = Trouble("safe", {"why": "It is damaged."})
    check = pi.check([settings, safe])
    assert kinds(check) == ["safe", "no-network", "setting-unknown"]
