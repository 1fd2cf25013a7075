"""`companion flash` with real MicroPython at the other end: what lands there, and what then runs."""

import contextlib
import re
import shutil

import pytest
import serial
from mpremote.transport_serial import SerialTransport

from companion.assets import asset_dir
from companion.board import load_board
from companion.cli import flash
from companion.sensing import wiring_for
from tests.cli.pico import Pico, Unplugged
from tests.cli.test_flash import refusal


@pytest.fixture
def pico(tmp_path):
    return Pico(tmp_path)


@pytest.fixture
def other_firmware(monkeypatch, tmp_path):
    """Let the program bring a firmware with some other files, within the block."""

    @contextlib.contextmanager
    def bring(**changed):
        folder = tmp_path / "firmware"
        shutil.copytree(asset_dir("firmware"), folder)
        for name, text in changed.items():
            (folder / f"{name}.py").write_text(text)
        with monkeypatch.context() as patch:
            patch.setattr(flash, "asset_dir", lambda name: folder)
            patch.setattr(flash, "START", 2)
            yield

    return bring


def ours():
    """What must lie on the Pico: every file of the firmware, and the config."""
    folder = asset_dir("firmware")
    found = [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    config = wiring_for(load_board("classic")).firmware_config().encode()
    return {"config.json": config} | {str(path.relative_to(folder)): path.read_bytes() for path in found}


def version():
    return re.search(r'FIRMWARE = "(.*)"', (asset_dir("firmware") / "identity.py").read_text())[1]


def runs(port):
    return f"The Pico on {port} runs firmware {version()}, protocol 2.\n"


def test_a_new_pico(companion, pico, plugged):
    with pico.plugged() as port:
        plugged(port)
        result = companion("flash")
    assert (result.exit_code, result.stdout) == (0, runs(port))
    assert pico.files() == ours()


def test_a_firmware_that_runs_is_replaced_even_in_its_session(companion, pico, other_firmware):
    with pico.plugged() as port:
        with other_firmware(identity='PRODUCT = "companion-board"\nFIRMWARE = "0.9.9"\nPROTOCOL = 7\n'):
            result = companion("flash", "--port", port)
        assert result.stdout == f"The Pico on {port} runs firmware 0.9.9, protocol 7.\n"
        assert companion("flash", "--port", port).stdout == runs(port)
    assert pico.files() == ours()
    with pico.plugged() as port:  # and it starts with the power
        assert companion("flash", "--port", port).stdout == runs(port)


def test_a_program_that_says_nothing(companion, pico, other_firmware):
    with pico.plugged() as port:
        with other_firmware(main="while True:\n    pass\n"):
            told = refusal(companion("flash", "--port", port))
        assert "does not run (it says nothing): put the newest" in told
        assert companion("flash", "--port", port).stdout == runs(port)


def test_a_firmware_that_fails(companion, pico, other_firmware):
    with pico.plugged() as port, other_firmware(main="import nosuchmodule\n"):
        told = refusal(companion("flash", "--port", port))
    assert "does not run (ImportError: no module named 'nosuchmodule'): put the newest MicroPython" in told


def test_what_else_lies_on_the_pico_stays(companion, pico):
    with pico.plugged() as port:
        transport = SerialTransport(port, timeout=5)
        transport.enter_raw_repl()
        transport.fs_writefile("notes.txt", b"mine")
        transport.fs_writefile("main.py", b"x" * 5000)  # longer than ours
        transport.serial.close()
        assert companion("flash", "--port", port).stdout == runs(port)
    assert pico.files() == ours() | {"notes.txt": b"mine"}


def pulled_after(count):
    """A wire that is pulled when so many bytes have passed."""
    passed = 0

    def wire(data):
        nonlocal passed
        passed += len(data)
        if passed > count:
            raise Unplugged
        return data

    return wire


@pytest.mark.parametrize("count", [300, 9000, 30000])
def test_unplugged_in_the_middle(companion, pico, count):
    with pico.plugged(to_pico=pulled_after(count)) as port:
        told = refusal(companion("flash", "--port", port))
    assert told.startswith(f"Flashing the Pico on {port} broke off (")
    assert told.endswith("unplug it, plug it in, then run companion flash again.")
    left = pico.files()
    assert "main.py" not in left and len(left) < len(ours())
    with pico.plugged() as port:
        assert companion("flash", "--port", port).stdout == runs(port)
    assert pico.files() == ours()


def test_unplugged_before_it_answers(companion, pico):
    with pico.plugged(to_pico=pulled_after(0)) as port:
        assert "does not answer as a Pico with MicroPython" in refusal(companion("flash", "--port", port))


def test_ctrl_c_in_the_middle(companion, pico, monkeypatch):
    def interrupted(*words):
        raise KeyboardInterrupt

    with pico.plugged() as port:
        with monkeypatch.context() as patch:
            patch.setattr(SerialTransport, "fs_hashfile", interrupted)
            result = companion("flash", "--port", port)
        assert result.exit_code == 1 and "Aborted!" in result.stderr
        assert companion("flash", "--port", port).stdout == runs(port)


def test_a_program_that_was_killed_while_it_sent(companion, pico):
    with pico.plugged() as port:
        with serial.Serial(port, timeout=5) as left:
            left.read_until(b">>> ")
            left.write(b"\x01")
            left.read_until(b"exit\r\n>")
            left.write(b"\x05A\x01")
            assert left.read(5) == b"R\x01\x80\x00\x01"
            left.write(b"open('config.json', 'w')")
        assert companion("flash", "--port", port).stdout == runs(port)
    assert pico.files() == ours()


def test_a_full_pico(companion, tmp_path):
    small = Pico(tmp_path, blocks=8)
    with small.plugged() as port:
        told = refusal(companion("flash", "--port", port))
    assert told.startswith(f"There is no room left on the Pico on {port}: delete what is not the companion's")
    assert "main.py" not in small.files()


def test_a_byte_that_changes_on_the_way_there(companion, pico):
    def wire(data):
        return data.replace(version().encode(), b"9.9.9")

    with pico.plugged(to_pico=wire) as port:
        told = refusal(companion("flash", "--port", port))
    assert "broke off (identity.py did not arrive whole)" in told
    assert "main.py" not in pico.files()


@pytest.mark.parametrize(
    ("count", "noise"),
    [(400, b""), (400, b"\x04"), (400, b">"), (400, b"\x00\xfe"), (3000, b"\x04"), (3000, b"\x00\xfe")],
)
def test_noise_on_the_way_back(companion, pico, monkeypatch, noise, count):
    monkeypatch.setattr(flash, "ANSWER", 0.3)
    monkeypatch.setattr(flash, "REPL", 1)
    passed = 0

    def wire(data):
        nonlocal passed
        passed += len(data)
        return data if passed < count else noise * len(data)

    with pico.plugged(to_host=wire) as port:
        told = refusal(companion("flash", "--port", port))
    assert "does not answer as a Pico" in told or "broke off (" in told
    assert "main.py" not in pico.files()
