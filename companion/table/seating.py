"""Who sits where, and how the table knows a phone again."""

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from companion.board import SUSPECTS
from companion.rules import MAX_SEATS, Seat, is_reserved_name, is_seat_name
from companion.table.errors import LobbyError


@dataclass(frozen=True, slots=True)
class Ticket:
    """A seat and the secret that opens it; the table itself keeps only the secret's hash."""

    seat: str
    token: str


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """A seat with its player.

    token: the hash of what the player's phone holds.
    """

    name: str
    suspect: str
    language: str
    token: str


@dataclass(frozen=True, slots=True)
class Seating:
    """The taken seats, clockwise; one immutable value.

    invitations: for a seat, the hash of the one-use code that moves it to another phone.
    """

    seats: tuple[TakenSeat, ...] = ()
    invitations: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The names, clockwise."""
        return tuple(seat.name for seat in self.seats)

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats as the rules know them."""
        return tuple(Seat(seat.name, seat.suspect) for seat in self.seats)

    def of(self, name: str) -> TakenSeat:
        """A seat by its name. Raises LobbyError `seat-unknown`."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise LobbyError("seat-unknown", name=name)

    def join(self, name: str, suspect: str, language: str) -> tuple[Self, Ticket]:
        """Take the next seat, to the left of the last one.

        name: one word of letters, digits, `_` and `-`, at most 20; no other seat's, however it is written.
        suspect: one of the six, or empty where none was chosen.
        Raises LobbyError `table-full`, `name-invalid`, `name-reserved`, `name-taken`, `suspect-missing`,
        `suspect-unknown`, `suspect-taken`.
        """
        name = unicodedata.normalize("NFC", name)
        if is_reserved_name(name):
            raise LobbyError("name-reserved", name=name)
        if not is_seat_name(name):
            raise LobbyError("name-invalid", name=name)
        if not suspect:
            raise LobbyError("suspect-missing")
        if suspect not in SUSPECTS:
            raise LobbyError("suspect-unknown", suspect=suspect)
        if len(self.seats) >= MAX_SEATS:
            raise LobbyError("table-full")
        if name.casefold() in (seat.name.casefold() for seat in self.seats):
            raise LobbyError("name-taken", name=name)
        if suspect in (seat.suspect for seat in self.seats):
            raise LobbyError("suspect-taken", suspect=suspect)
        token = new_secret()
        taken = TakenSeat(name, suspect, language, hashed(token))
        return replace(self, seats=(*self.seats, taken)), Ticket(name, token)

    def order(self, names: Sequence[str]) -> Self:
        """Seat the players in another order, clockwise. Raises LobbyError `order-wrong`."""
        if sorted(names) != sorted(self.names):
            raise LobbyError("order-wrong")
        return replace(self, seats=tuple(self.of(name) for name in names))

    def without(self, name: str) -> Self:
        """Free a seat: its token and its invitation are dead. Raises LobbyError `seat-unknown`."""
        gone = self.of(name)
        invitations = {seat: kept for seat, kept in self.invitations.items() if seat != name}
        return replace(self, seats=tuple(one for one in self.seats if one != gone), invitations=invitations)

    def speak(self, name: str, language: str) -> Self:
        """Give a seat another language."""
        return self._with(replace(self.of(name), language=language))

    def invite(self, name: str) -> tuple[Self, str]:
        """A code that moves the seat to another phone, once; an older one of the same seat becomes void."""
        code = new_secret()
        invitations = {**self.invitations, self.of(name).name: hashed(code)}
        return replace(self, invitations=invitations), code

    def invited(self, code: str) -> str | None:
        """The seat that a code is for, None for a code that was used, replaced or never given."""
        return _find(self.invitations, code)

    def redeem(self, code: str) -> tuple[Self, Ticket]:
        """Move a seat to the phone that brings its code: a new token, and the old one is dead.

        Raises LobbyError `invitation-used`.
        """
        name = self.invited(code)
        if name is None:
            raise LobbyError("invitation-used")
        token = new_secret()
        moved = self._with(replace(self.of(name), token=hashed(token)))
        invitations = {seat: kept for seat, kept in self.invitations.items() if seat != name}
        return replace(moved, invitations=invitations), Ticket(name, token)

    def seat_of(self, token: str) -> str | None:
        """The seat that a token opens, None for a wrong one."""
        return _find({seat.name: seat.token for seat in self.seats}, token)

    def _with(self, changed: TakenSeat) -> Self:
        seats = tuple(changed if seat.name == changed.name else seat for seat in self.seats)
        return replace(self, seats=seats)


def new_secret() -> str:
    """128 bits that nobody can guess, fit for a cookie and an address."""
    return secrets.token_urlsafe(16)


def hashed(secret: str) -> str:
    """What is kept of a secret. 128 random bits need no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _find(kept: Mapping[str, str], secret: str) -> str | None:
    """Whose secret it is; takes the same time for every wrong one."""
    sought = hashed(secret)
    found = [name for name, one in kept.items() if hmac.compare_digest(one, sought)]
    return found[0] if found else None
