"""Which tag reader is which room, and which tag is which piece: read from ``hardware/``."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.board import Board
from companion.sensing.datafiles import BAUD, BUS, FLAG, PIN, PINS, WORD, Entry, Shape, number, shape_faults


@dataclass(frozen=True)
class Kind:
    """One kind of readers: the pins that each has, and what the UIDs of its tags look like.

    ``sets`` whether it reads all tags that lie in a room; if not, it is a pad at which one is tapped.
    """

    pins: tuple[str, ...]
    uid: re.Pattern[str]
    uid_words: str
    sets: bool


KINDS: Mapping[str, Kind] = {
    "pn5180": Kind(
        ("nss", "busy", "reset"), re.compile("E0[0-9A-F]{14}"), "E0 and 14 more hex digits", sets=True
    ),
    "pn532": Kind(
        ("nss",), re.compile("[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20}"), "8, 14 or 20 hex digits", sets=False
    ),
}


_OPTIONAL = Entry(int, PIN.least, PIN.most, wanted=False)
_OWN_PINS: Shape = dict.fromkeys(("nss", "busy", "reset"), _OPTIONAL)
_ADDRESS = number(0, 99)  # how many its lines reach is looked at later
SHAPE: Shape = {
    **dict.fromkeys(("kind", "board", "tags"), WORD),
    "own_pico": FLAG,
    "spi": BUS,
    "baud": BAUD,
    **dict.fromkeys(("clock", "mosi", "miso"), PIN),
    "address": PINS,
    **_OWN_PINS,
    "rooms": Entry(dict),
}
"""What the file of the readers says."""

_OWN_TABLE = Entry(dict, table={"address": Entry(int, 0, 99, wanted=False), **_OWN_PINS})
TAG_COLUMNS = ("uid", "kind", "piece")


def form_faults(facts: Mapping[str, Any], where: str) -> Iterator[str]:
    """What is wrong with the form of the file: ``where`` is its name."""
    yield from shape_faults(facts, SHAPE, where)
    for room, told in dict(facts["rooms"]).items() if isinstance(facts.get("rooms"), dict) else ():
        shape = {room: _OWN_TABLE if isinstance(told, dict) else _ADDRESS}
        yield from shape_faults({room: told}, shape, f"{where}, rooms")


@dataclass(frozen=True)
class Readers:
    """The readers under the rooms, or the pads at their doors, and the tags of the pieces.

    ``pins`` has an entry for each room that has one: its ``address`` and the pins of its ``kind``.
    ``bus`` is what they share. ``pieces`` has the suspect or weapon of each UID (hex digits).

    >>> from companion.board import load_board
    >>> from companion.sensing import wiring_for
    >>> readers = wiring_for(load_board("classic")).readers
    >>> readers.sort_out(["E004015068F53AD6", "E004010000000000"])
    (frozenset({'rope'}), frozenset({'E004010000000000'}))
    """

    pins: Mapping[str, Mapping[str, int]]
    bus: Mapping[str, Any]
    pieces: Mapping[str, str]
    kind: str = "pn5180"

    @property
    def sets(self) -> bool:
        """Whether they read all tags in a room; if not, one token at a time is tapped at its door."""
        return KINDS[self.kind].sets

    def sort_out(self, uids: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
        """The pieces that carry these tags, and the UIDs of tags that no piece carries."""
        read = frozenset(uids)
        strangers = read.difference(self.pieces)
        return frozenset(self.pieces[uid] for uid in read - strangers), strangers

    def uid_of(self, piece: str) -> str | None:
        """The tag of a piece; None if it carries none."""
        return next((uid for uid, carrier in self.pieces.items() if carrier == piece), None)

    @property
    def gpio(self) -> Iterator[tuple[int, str]]:
        """The Pico's pins that they take, and what each is; a pin that several share comes once for each."""
        for name in ("clock", "mosi", "miso"):
            yield self.bus[name], f"{name} of the readers"
        for at, pin in enumerate(self.bus["address"], 1):
            yield pin, f"address line {at} of the readers"
        for own in self.pins.values():
            for name in KINDS[self.kind].pins:
                if name in own:
                    yield own[name], f"{name} of the readers"

    def firmware_config(self) -> dict[str, object]:
        """The table ``rooms`` of the firmware's ``config.json``."""
        each = [{"room": room, **pins} for room, pins in self.pins.items()]
        return {"kind": self.kind, **self.bus, "readers": each}


def readers_of(
    facts: Mapping[str, Any], tags: Sequence[Mapping[str, str]], board: Board, faults: list[str]
) -> Readers | None:
    """The readers that ``hardware/readers.toml`` describes, with the rows of its file of tags.

    A board of another name is taken as having them in the order of its rooms, as far as they go. What is
    wrong goes to ``faults``, a sentence each.
    """
    if facts["kind"] not in KINDS:
        faults.append(f"The readers are of the kind {facts['kind']}, expected {' or '.join(KINDS)}.")
        return None
    kind = KINDS[facts["kind"]]
    common = {name: facts[name] for name in kind.pins if name in facts}
    own = facts["board"] == board.name
    pins: dict[str, dict[str, int]] = {}
    for room, told in facts["rooms"].items():
        pins[room] = {"address": 0, **common, **(told if isinstance(told, dict) else {"address": told})}
        if own and room not in board.rooms:
            faults.append(f"The readers name the room {room}, which the board lacks.")
        if missing := [name for name in kind.pins if name not in pins[room]]:
            faults.append(f"The reader of {room} has no pin {' and no pin '.join(missing)}.")
        if pins[room]["address"] >> len(facts["address"]):
            faults.append(f"The reader of {room} has an address that its {len(facts['address'])} lines lack.")
    _tell_twins(pins, faults)
    if not own:
        pins = dict(zip(board.rooms, pins.values(), strict=False))
    bus = {name: facts[name] for name in ("spi", "baud", "clock", "mosi", "miso", "address")}
    return Readers(pins, bus, _pieces(tags, kind, board, faults), facts["kind"])


def _tell_twins(pins: Mapping[str, Mapping[str, int]], faults: list[str]) -> None:
    for name in ("nss", "busy"):
        found: dict[tuple[int | None, int], str] = {}
        for room, own in pins.items():
            at = (own.get(name), own["address"])
            if at[0] is not None and found.setdefault(at, room) != room:
                faults.append(f"The readers of {found[at]} and {room} have the same {name} pin and address.")


def _pieces(
    rows: Iterable[Mapping[str, str]], kind: Kind, board: Board, faults: list[str]
) -> dict[str, str]:
    """The pieces by the UIDs of those of their tags that this kind of readers reads."""
    found: dict[str, str] = {}
    for line, row in enumerate(rows, 2):
        uid, calling, piece = row["uid"].strip(), row["kind"].strip(), row["piece"].strip()
        if not any(other.uid.fullmatch(uid) for other in KINDS.values()):
            words = ", or ".join(other.uid_words for other in KINDS.values())
            faults.append(f"Line {line} of the tags has the UID {uid}, expected {words}.")
        elif not kind.uid.fullmatch(uid):
            continue  # a tag for another kind of readers
        elif uid in found:
            faults.append(f"Line {line} of the tags gives {uid} to {piece}; it is {found[uid]}.")
        elif piece in found.values():
            faults.append(f"Line {line} of the tags gives {piece} a second tag.")
        elif calling not in ("suspect", "weapon"):
            faults.append(f"Line {line} of the tags says {calling}, expected suspect or weapon.")
        elif (calling == "suspect") != (piece in board.starts):
            faults.append(f"Line {line} of the tags calls {piece} a {calling}, which the board does not.")
        else:
            found[uid] = piece
    return found
