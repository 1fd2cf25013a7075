"""A night of `bluff`: five phones in two languages, the kiosk, and a board whose firmware runs.

Nothing is done but by the pages, the board and the dice button. Deal and dice are as they fall; the test
knows the hands and brings about, on whoever's turn it can be, everything that it has come to see.
"""

import subprocess
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from companion.board import ROOMS
from companion.rules import Standing, awaits, class_of
from companion.rules.cards import CardClass
from companion.sensing.virtual import find_micropython
from tests.e2e.night import Night, seated
from tests.process import command

PLAYERS = {
    "Ann": ("scarlet", "en"),
    "Ben": ("mustard", "en"),
    "Cat": ("white", "fi"),
    "Dan": ("green", "en"),
    "Eve": ("plum", "fi"),
}

MEETING_ROOMS = {"ballroom": "conservatory", "hall": "study"}
"""Rooms with several doors, and from where most rolls lead to them; the case file has one of them at most."""

TURNS = 120
"""More turns than dice that fall badly may cost: each try of a barred door fails two times in three."""


class Plan:
    """What there is to see, and what each seat does in its turn to bring it about.

    room: where they meet. beside: the room next to it. open: what has not been seen yet, in the order in
    which it is tried; each is asked at the start of a turn, and says whether it has come about.
    """

    def __init__(self, night: Night) -> None:
        self.night = night
        self.room, self.beside = next(
            pair for pair in MEETING_ROOMS.items() if pair[0] not in night.state.case
        )
        self.open: dict[str, Callable[[str], bool]] = {
            "a true teleport": self.true_teleport,
            "a false teleport": self.false_teleport,
            "a challenge by Mustard": self.mustard,
            "a swap": self.swap,
            "a shot that a wrench blocks": self.shot_and_wrench,
            "a shot that white turns": self.shot_and_white,
            "a shot that plum defends against white": self.shot_and_white_and_plum,
            "a shot": self.shot,
            "an elimination": self.elimination,
            "a bar": self.bar,
            "a break-in": self.break_in,
        }

    def turn(self) -> None:
        """Play a turn to its end."""
        seat = self.night.state.in_turn
        assert seat is not None
        for goal, reach in tuple(self.open.items()):
            if self._may_begin(seat) and reach(seat):
                del self.open[goal]
        while self.night.state.in_turn == seat:
            self.go_on(seat)

    # -- what can be known ----------------------------------------------------------------------------

    def _may_begin(self, seat: str) -> bool:
        """Whether it is still this seat's turn, with everything before it."""
        return self.night.state.in_turn == seat and "roll" in self.night.offers(seat)

    def _rooms(self, seat: str) -> list[str]:
        """The room cards in a hand."""
        return [card for card in self.night.state.hands[seat] if class_of(card) is CardClass.ROOM]

    def _lie(self, seat: str) -> str:
        """A room that the seat does not hold, and may claim; another than where they meet."""
        offers = self.night.offers(seat)
        rooms = [room for room in ROOMS if f"claim {room}" in offers and room != self.room]
        return min(rooms, key=lambda room: room in self.night.state.hands[seat])

    def _company(self, seat: str) -> str | None:
        """Somebody else in the room where they meet, the last to play again; None without the seat itself."""
        state = self.night.state
        here = [
            other for other in state.after(seat) if state.plays(other) and state.room_of(other) == self.room
        ]
        return here[-1] if here and state.room_of(seat) == self.room else None

    @property
    def _gathering(self) -> bool:
        """Whether there is still something to see for which they have to meet."""
        return bool(self.open.keys() - {"an elimination", "a bar", "a break-in"})

    # -- teleports and challenges ---------------------------------------------------------------------

    def true_teleport(self, seat: str) -> bool:
        """Whoever holds the room's card is challenged, reveals it and is paid."""
        night, state = self.night, self.night.state
        doubters = [other for other in state.after(seat) if self._rooms(other)]
        if (
            self.room not in state.hands[seat]
            or f"claim {self.room}" not in night.offers(seat)
            or not doubters
        ):
            return False
        night.do(seat, f"claim {self.room}")
        night.challenge(doubters[0])
        night.do(seat, "reveal")
        price = self._rooms(doubters[0])[0]
        night.do(doubters[0], f"pay {price}")
        assert {price, self.room} <= set(night.state.hands[seat])
        assert night.state.place_of(seat) == self.room
        assert not {"suggest", "accuse"} & night.offers(seat).keys()
        return True

    def false_teleport(self, seat: str) -> bool:
        """Whoever is caught pays, stays, may not try that room again, and rolls (R36)."""
        night, before = self.night, self.night.state
        if not self._rooms(seat):
            return False
        lie, doubter = self._lie(seat), before.after(seat)[0]
        self._caught(seat, lie, doubter)
        assert night.state.place_of(seat) == before.place_of(seat)
        acts = night.phones[seat].look()["acts"]
        assert f"claim {lie}" not in acts and f"claim {self.room}" in acts
        night.dice()
        return True

    def mustard(self, seat: str) -> bool:
        """Somebody else than the left neighbour doubts."""
        if not self._rooms(seat):
            return False
        self._caught(seat, self._lie(seat), self.night.state.after(seat)[2])
        return True

    def _caught(self, seat: str, lie: str, doubter: str) -> None:
        night = self.night
        night.do(seat, f"claim {lie}")
        night.challenge(doubter)
        night.do(seat, "concede")
        price = self._rooms(seat)[0]
        night.do(seat, f"pay {price}")
        assert price in night.state.hands[doubter]

    def elimination(self, seat: str) -> bool:
        """Whoever has the fewest rooms lies about rooms until none is left to pay with."""
        night, state = self.night, self.night.state
        if self._gathering or any(len(self._rooms(seat)) > len(self._rooms(other)) for other in state.names):
            return False
        heir = state.after(seat)[0]
        while self._rooms(seat):
            self._caught(seat, self._lie(seat), heir)
        inherited = {*state.hands[seat], *state.hands[heir]}
        night.do(seat, f"claim {self._lie(seat)}")
        night.challenge(heir)
        night.do(seat, "concede")
        assert night.state.standings[seat] is Standing.ELIMINATED and night.state.in_turn == heir
        assert inherited == set(night.state.hands[heir]) and not night.state.hands[seat]
        expect(night.kiosk.locator(f"#seat-{state.suspect_of(seat)}.eliminated")).to_be_visible()
        return True

    # -- in one room ----------------------------------------------------------------------------------

    def swap(self, seat: str) -> bool:
        """Take a card at random and give one back."""
        night, other = self.night, self._company(seat)
        if other is None or other not in night.offers(seat).get("claim peacock", ((),))[0]:
            return False
        before = night.state.hands
        night.unchallenged(seat, f"peacock {other}")
        night.do(other, "pass")
        assert awaits(night.state) == (seat,) and len(night.state.hands[seat]) == len(before[seat]) + 1
        night.do(seat, f"give {before[seat][0]}")
        assert before[seat][0] in night.state.hands[other]
        assert len(night.state.hands[seat]) == len(before[seat])
        return True

    def shot_and_wrench(self, seat: str) -> bool:
        """The bullet is spent, and nobody killed."""
        if (target := self._fire(seat)) is None:
            return False
        self.night.unchallenged(target, "wrench")
        assert self.night.state.place_of(target) == self.night.state.place_of(seat) == self.room
        return True

    def shot_and_white(self, seat: str) -> bool:
        """The attacker is killed instead, and the turn over."""
        night = self.night
        if (target := self._fire(seat)) is None:
            return False
        night.unchallenged(target, "white")
        assert night.state.top.kind == "reaction" and awaits(night.state) == (seat,)
        night.do(seat, "pass")
        assert night.state.place_of(target) == self.room != night.state.place_of(seat)
        assert night.state.in_turn != seat
        return True

    def shot_and_white_and_plum(self, seat: str) -> bool:
        """White's answer is void, and the shot hits (R32)."""
        if (target := self._fire(seat)) is None:
            return False
        self.night.unchallenged(target, "white")
        self.night.unchallenged(seat, "plum")
        self._killed(target)
        return True

    def shot(self, seat: str) -> bool:
        """Nobody answers it."""
        if (target := self._fire(seat)) is None:
            return False
        self.night.do(target, "pass")
        self._killed(target)
        return True

    def _fire(self, seat: str) -> str | None:
        """Shoot at somebody in the room; gives whom, who is asked to react whatever it holds (R35)."""
        night, target, before = self.night, self._company(seat), self.night.state.bullets
        if target is None:
            return None
        night.unchallenged(seat, f"revolver {target}")
        assert night.state.bullets == before - 1
        assert night.state.top.kind == "reaction" and awaits(night.state) == (target,)
        acts = night.phones[target].look()["acts"]
        assert {"claim wrench", "claim white", "pass"} == set(acts)
        return target

    def _killed(self, seat: str) -> None:
        state = self.night.state
        assert state.place_of(seat) == state.board.starts[state.suspect_of(seat)]

    # -- doors ----------------------------------------------------------------------------------------

    def bar(self, seat: str) -> bool:
        """From inside; it ends the turn."""
        if self._gathering or self.night.state.room_of(seat) != self.room:
            return False
        self.night.unchallenged(seat, "leadpipe")
        assert self.night.state.barred == (self.room,) and self.night.state.in_turn != seat
        return True

    def break_in(self, seat: str) -> bool:
        """Go to the barred room as far as the dice lead, and throw a die against its door."""
        night = self.night
        if self.room not in night.state.barred or night.state.room_of(seat) == self.room:
            return False
        night.dice()
        ends = night.offers(seat).get("move", ((),))[0]
        if self.room not in ends:
            return False
        night.do(seat, f"move {self.room}")
        assert night.state.top.kind == "break"
        assert night.state.place_of(seat) in [door.square for door in night.board.doors_of(self.room)]
        night.dice()
        if night.state.barred:
            return False
        assert night.state.place_of(seat) == self.room
        return True

    # -- all the rest of a turn -----------------------------------------------------------------------

    def go_on(self, seat: str) -> None:
        """Go where they meet, or away from there again; suggest where one must; end."""
        night, offers = self.night, self.night.offers(seat)
        asked = awaits(night.state)[0]
        if asked != seat:
            answers = night.offers(asked)
            night.do(asked, "none" if "none" in answers else f"show {answers['show'][0][0]}")
        elif "move" in offers:
            self._move(seat, offers["move"][0])
        elif "roll" in offers:
            teleport = f"claim {self.room if night.state.room_of(seat) != self.room else self.beside}"
            if teleport in offers:
                night.do(seat, teleport)
                night.all_pass()
            else:
                night.dice()
        elif "end" in offers:
            night.do(seat, "end")
        else:
            suspects, weapons = offers["suggest"]
            night.do(seat, f"suggest {suspects[-1]} {weapons[0]}")

    def _move(self, seat: str, ends: tuple[str, ...]) -> None:
        """Towards the room where they meet, on the board; into another room by the phone."""
        board = self.night.board
        squares = [end for end in ends if board.is_square(end)]
        if not squares:
            return self.night.do(seat, f"move {ends[0]}")
        far: dict[str, int] = {}
        ring = {door.square for door in board.doors_of(self.room)}
        while ring:
            far.update(dict.fromkeys(ring, len(far)))
            ring = {two for one in ring for two in board.neighbours(one)} - far.keys()
        return self.night.move(seat, min(squares, key=lambda square: far[square]))


def test_five_phones_in_two_languages_see_every_power_of_the_night(tmp_path: Path) -> None:
    with seated(tmp_path / "games", PLAYERS, window=0) as night:
        if find_micropython():
            assert "MicroPython" in night.evening.told["Board"]
        assert night.words["en"].text("prompt.first") != night.words["fi"].text("prompt.first")
        night.deal()
        see_everything(night)
        winner = solve(night)
        kept = tmp_path / "night.case"
        kept.write_text(night.record() + f"check winner {winner}\n")
    subprocess.run(command("replay", kept), check=True, timeout=60)


def see_everything(night: Night) -> None:
    """Play turns until all that is planned has come about."""
    plan = Plan(night)
    for _ in range(TURNS):
        if not plan.open:
            return
        plan.turn()
    raise AssertionError(f"not seen in {TURNS} turns: {', '.join(plan.open)}")


def solve(night: Night) -> str:
    """Accuse rightly; every page tells it in its language. Gives who has won."""
    winner = night.state.in_turn
    assert winner is not None
    night.do(winner, " ".join(("accuse", *night.state.case)))
    for phone in night.phones.values():
        told = night.words[phone.language].text("status.won", seat=winner)
        expect(phone.page.get_by_role("heading", name=told)).to_be_visible()
    expect(night.kiosk.locator("#panel-end")).to_contain_text(winner)
    assert not night.complaints
    return winner
