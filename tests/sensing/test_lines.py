"""The Pi's codec: the shared vectors, round trips, and faults in the bytes."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.sensing.lines import SEQS, TIMES, Line, Splitter, decode, encode

VECTORS = [
    line.partition(" ")
    for line in (Path(__file__).parents[1] / "protocol_vectors.txt").read_text().splitlines()
    if line and line[0] != "#"
]


def unescape(text: str) -> bytes:
    return re.sub(rb"\\x(..)", lambda found: bytes.fromhex(found[1].decode()), text.encode())


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, _, text in VECTORS if kind != "stream"])
def test_line_vectors(kind: str, text: str) -> None:
    data = unescape(text)
    line = decode(data)
    if kind == "bad":
        assert line is None
    else:
        assert line is not None
        assert (encode(line) == data + b"\n") is (kind == "good")


@pytest.mark.parametrize("size", [1, 7, 10000])
@pytest.mark.parametrize("text", [text for kind, _, text in VECTORS if kind == "stream"])
def test_stream_vectors(text: str, size: int) -> None:
    escaped, _, count = text.partition(" => ")
    data = unescape(escaped)
    splitter = Splitter()
    found = [line for at in range(0, len(data), size) for line in splitter.feed(data[at : at + size])]
    assert len([line for line in found if decode(line)]) == int(count)


words = st.text(
    st.characters(min_codepoint=0x21, max_codepoint=0x7E, exclude_characters="*"), min_size=1, max_size=20
)


@given(
    seq=st.integers(0, SEQS - 1),
    ms=st.integers(0, TIMES - 1),
    kind=st.from_regex(r"[A-Z]{1,12}\??", fullmatch=True),
    args=st.lists(words, max_size=3),
)
def test_what_is_encoded_decodes(seq: int, ms: int, kind: str, args: list[str]) -> None:
    line = Line(seq, ms, kind, tuple(args))
    data = encode(line)
    assert len(data) <= 120
    assert decode(data[:-1]) == line


def test_no_damaged_line_is_taken() -> None:
    chance = random.Random(2)
    for number in range(5000):
        good = encode(Line(number, number * 7, "SQUARES", (f"{chance.getrandbits(192):048X}",)))[:-1]
        damaged = bytearray(good)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(damaged))
            match chance.randrange(4):
                case 0:
                    damaged[at] ^= 1 << chance.randrange(8)
                case 1:
                    del damaged[at]
                case 2:
                    damaged.insert(at, damaged[at])
                case 3:
                    damaged[at : at + 3] = reversed(damaged[at : at + 3])
        # A carriage return behind a good line is a terminal's way to end it.
        assert bytes(damaged).rstrip(b"\r") == good or decode(bytes(damaged)) is None
