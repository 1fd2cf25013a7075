"""A night of `bluff`: acts go in by pages, board and dice button, and after each one all pages are checked.

The test knows all hands, from the record that only the host may read, and decides for everybody.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from companion.records import parse_record, replay
from companion.rules import State, awaits, legal
from companion.rules.bluff.claim import Window
from companion.words import load_words
from tests.chromium import started_chromium
from tests.e2e.gathering import Gathering, reeds_only
from tests.process import Evening, running

WORDS = load_words()

KIOSK = """() => {
  const turn = document.getElementById("panel-turn");
  return {
    version: Number(document.body.dataset.version),
    says: turn.textContent,
    awaited: [...document.querySelectorAll(".seat.awaited")].map((one) => one.id.slice("seat-".length)),
    bars: document.querySelectorAll("#panel-pieces .bar").length,
  };
}"""

Players = Mapping[str, tuple[str, str]]
"""Suspect and language of each, by name."""

LOOKS = 50
"""More than a table needs to come to rest: all pages at one version."""


class Night(Gathering):
    """The game of an evening.

    state: after the last act, as the record tells.
    """

    state: State

    def __init__(self, evening: Evening, browser: Browser) -> None:
        super().__init__(evening, browser)
        self.words = {language: WORDS.of(language) for language in WORDS.languages}

    def deal(self) -> None:
        """Deal, and throw for who begins."""
        super().deal()
        self.recall()
        for phone in self.phones.values():
            assert phone.look()["sentence"] == self.words[phone.language].text("prompt.first")
        while self.state.top.kind == "first":
            self.dice()

    def record(self) -> str:
        return self.evening.read("/api/record")

    def recall(self) -> None:
        """Know the game as its record tells it."""
        played = replay(parse_record(self.record(), "night.case", Path()))
        assert not played.failures
        self.state = played.state

    # -- acts -----------------------------------------------------------------------------------------

    def do(self, seat: str, act: str) -> None:
        """A tap on a phone, and what the table then asks of the hands."""
        self._done(self.phones[seat].do(act))

    def dice(self) -> None:
        """The dice button, for whoever the game waits for."""
        self._done(self.throw())

    def move(self, seat: str, square: str) -> None:
        """Move the seat's token on the board; the firmware feels it."""
        suspect = self.state.suspect_of(seat)
        self.drag(suspect, square)
        expect(self.kiosk.locator(f"#piece-{suspect}")).to_have_attribute("data-place", square)
        self._done(self.version())

    def _done(self, version: int) -> None:
        self.shown(version)
        self.recall()
        self.check()
        if self.state.outcome is None:
            self.tidy(dict(self.state.tokens))

    def offers(self, seat: str) -> dict[str, tuple[tuple[str, ...], ...]]:
        """What a seat may do now."""
        return {offer.act: offer.choices for offer in legal(self.state, seat)}

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    # -- claims ---------------------------------------------------------------------------------------

    def unchallenged(self, seat: str, claim: str) -> None:
        """A claim that all believe."""
        self.do(seat, f"claim {claim}")
        self.all_pass()

    def all_pass(self) -> None:
        """Everybody who is asked in the window on top lets it pass."""
        window = self.state.top
        assert isinstance(window, Window)
        while not self.over and window.same_question(self.state.top):
            self.do(awaits(self.state)[0], "pass")

    def challenge(self, by: str) -> None:
        """Doubt the claim on top: as its left neighbour, or as Mustard, which then all believe."""
        window = self.state.top
        assert isinstance(window, Window)
        if by == window.neighbour:
            self.do(by, "challenge")
        else:
            self.do(by, "challenge mustard")
            assert self.state.top.kind == "window", "it stands by until the left neighbour has answered (R34)"
            self.do(window.neighbour, "pass")
            assert isinstance(self.state.top, Window) and self.state.top.claimer == by
            self.all_pass()
        assert self.state.top.kind == "dispute" and awaits(self.state) == (window.claimer,)

    # -- what holds after every act -------------------------------------------------------------------

    def check(self) -> None:
        """Hold every page to the state that the record tells."""
        looks, kiosk = self._at_one_moment()
        asked = awaits(self.state)
        for name, look in looks.items():
            assert look["asked"] == (name in asked), (name, look)
            assert sorted(look["cards"]) == sorted(self.state.hands[name]), f"{name}'s hand"
            own = {f"{verb} {card}" for card in self.state.hands[name] for verb in ("show", "pay", "give")}
            assert not {act for act in look["acts"] if act.startswith(("show ", "pay ", "give "))} - own
        if not self.over:
            assert {self.state.player_of(suspect) for suspect in kiosk["awaited"]} == set(asked)
        doors = [door for room in self.state.barred for door in self.board.doors_of(room)]
        assert kiosk["bars"] == len(doors)
        if not self.over and isinstance(self.state.top, Window):
            self._check_window(self.state.top, looks, kiosk["says"])
        assert not self.complaints

    def _check_window(self, window: Window, looks: dict[str, dict[str, Any]], kiosk: str) -> None:
        """Those who are asked read the same, and the kiosk tells the claim and whom it waits for."""
        card = self.words["en"].name("nominative", window.card)
        for told in (window.claimer, card, *awaits(self.state)):
            assert told.casefold() in kiosk.casefold(), (told, kiosk)
        for language in self.words:
            asked = [name for name in awaits(self.state) if self.phones[name].language == language]
            assert len({looks[name]["sentence"] for name in asked}) <= 1, looks
        for name in awaits(self.state):
            doubt = "challenge" if name == window.neighbour else "challenge mustard"
            assert sorted(looks[name]["acts"]) == [doubt, "pass"], looks[name]

    def _at_one_moment(self) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
        """Every phone and the kiosk while all of them show the same version."""
        for _ in range(LOOKS):
            looks = {name: phone.look() for name, phone in self.phones.items()}
            kiosk: dict[str, Any] = self.kiosk.evaluate(KIOSK)
            versions = {kiosk["version"], *(look["version"] for look in looks.values())}
            if len(versions) == 1:
                return looks, kiosk
            self.shown(max(versions))
        raise AssertionError("the pages never show one version")


@contextmanager
def seated(folder: Path, players: Players, *, window: int) -> Iterator[Night]:
    """Players with their phones at a lobby of `bluff`.

    folder: of the journal.
    window: seconds of a challenge window, 0 for no limit.
    """
    with running("--link", "virtual", "--data", folder) as evening, started_chromium() as browser:
        reeds_only(evening)
        evening.ask("/api/games", {"rules": "bluff", "options": {"window": window}})
        night = Night(evening, browser)
        for name, (suspect, language) in players.items():
            night.sit_down(name, suspect, language)
        yield night
        night.close()
