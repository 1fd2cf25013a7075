"""The simulated PN532: judged by nfcpy, which knows nothing of us, and by what is known of the real one."""

import os
import pty
import select
import threading
import time
import tty
from collections.abc import Iterator

import nfc
import nfc.clf.pn532
import nfc.clf.transport
import nfc.tag
import pytest
from pn532_chips import ACK, Chip

NTAG = bytes.fromhex("0416C6C2D73881")


class Wire:
    """The chip's serial port, on a pseudo-terminal."""

    def __init__(self, chip: Chip) -> None:
        self.chip = chip
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        self.port = os.ttyname(self.slave)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pn532", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        os.close(self.master)
        os.close(self.slave)

    def _run(self) -> None:
        heard = b""
        while not self._ended.is_set():
            if select.select([self.master], [], [], 0.002)[0]:
                heard += os.read(self.master, 4096)
                while frame := frame_in(heard):
                    heard = heard[heard.index(frame) + len(frame) :]
                    self.chip.receive(frame)
            while self.chip.ready():
                os.write(self.master, self.chip.fetch())


def frame_in(heard: bytes) -> bytes:
    """The first whole frame among these bytes, b"" if there is none yet."""
    start = heard.find(b"\x00\x00\xff")
    rest = heard[start:] if start >= 0 else b""
    if rest[:6] == ACK:
        return ACK
    if len(rest) < 8:
        return b""
    size = 10 + (rest[5] << 8 | rest[6]) if rest[3:5] == b"\xff\xff" else 7 + rest[3]
    return rest[:size] if len(rest) >= size else b""


def made() -> Chip:
    return Chip(lambda: time.monotonic_ns() // 1000, lambda chip: None)


@pytest.fixture
def wire() -> Iterator[Wire]:
    wired = Wire(made())
    yield wired
    wired.close()


def test_nfcpy_names_the_chip_and_the_tag(wire: Wire) -> None:
    wire.chip.field.lay([NTAG])
    reader = nfc.ContactlessFrontend()
    reader.device = nfc.clf.pn532.init(nfc.clf.transport.TTY(wire.port))
    with reader:
        assert reader.device.chipset_name == "PN532v1.6"
        target = reader.sense(nfc.clf.RemoteTarget("106A"))
        assert target is not None
        tag = nfc.tag.activate(reader, target)
        assert tag.product == "NXP NTAG213"
        assert tag.identifier == NTAG
        assert tag.is_present
        wire.chip.field.lay([])
        assert not tag.is_present
        assert reader.sense(nfc.clf.RemoteTarget("106A")) is None


def exchanged(chip: Chip, frame: str) -> list[str]:
    """What the chip says to a frame."""
    chip.receive(bytes.fromhex(frame))
    said = []
    while len(said) < 2:
        if chip.ready():
            said.append(chip.fetch().hex().upper())
    return said


def test_vectors_of_a_real_chip() -> None:
    chip = made()
    acknowledged = "0000FF00FF00"
    version = "0000FF06FAD50332010607E800"
    assert exchanged(chip, "0000FF02FED4022A00") == [acknowledged, version]
    assert exchanged(chip, "0000FF05FBD4140100001700") == [acknowledged, "0000FF02FED5151600"]
    chip.field.lay([NTAG])
    listed = "0000FF0FF1D54B0101004400070416C6C2D738816100"
    assert exchanged(chip, "0000FF04FCD44A0100E100") == [acknowledged, listed]
    exchanged(chip, "0000FF06FAD43205FF0101F400")
    chip.field.lay([])
    assert exchanged(chip, "0000FF04FCD44A0100E100") == [acknowledged, "0000FF03FDD54B00E000"]
