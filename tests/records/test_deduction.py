"""The game of RULES.md section 6: what Ann's log tells leaves exactly the deals that it should."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.records import load_record, replay
from companion.rules import CARDS, State, class_of, log, view

GAME = replay(load_record(Path(__file__).with_name("s6_a_game_of_deduction.case")))
CASE_FILE = "case file"


def suggestions(seat: str | None) -> list[list[dict[str, str]]]:
    """A seat's log, cut at each suggestion: what was named, and the answers to it."""
    told: list[list[dict[str, str]]] = []
    for entry in log(GAME.events, seat):
        args = {name: str(value) for name, value in dict(entry["args"]).items()}  # type: ignore[call-overload]
        if entry["kind"] == "suggested":
            told.append([args])
        elif entry["kind"] in ("nothing", "shown"):
            told[-1].append(args)
    return told


def possible_deals(state: State, seat: str, known: list[list[dict[str, str]]]) -> Iterator[dict[str, str]]:
    """Every deal (card to holder) that fits a seat's own hand and the answers it knows of."""
    sizes = {name: len(state.hands[name]) for name in state.names}
    holders = {card: {*state.names, CASE_FILE} - {seat} for card in CARDS}
    holders |= {card: {seat} for card in state.hands[seat]}
    shown: list[tuple[str, set[str]]] = []
    for named, *answers in known:
        cards = {named["suspect"], named["weapon"], named["room"]}
        for answer in answers:
            if "card" in answer:
                holders[answer["card"]] = {answer["seat"]}
            elif "to" in answer:
                shown.append((answer["seat"], cards))
            else:
                for card in cards:
                    holders[card] = holders[card] - {answer["seat"]}
    cards = sorted(CARDS, key=lambda card: len(holders[card]))

    def fits(dealt: dict[str, str], card: str, holder: str) -> bool:
        held = [other for other, by in dealt.items() if by == holder]
        if holder == CASE_FILE:
            return all(class_of(other) is not class_of(card) for other in held)
        return len(held) < sizes[holder]

    def told_true(dealt: dict[str, str], card: str) -> bool:
        """Whether all who have shown one of some cards, this one among them, may hold one of them."""
        return all(
            any(dealt.get(one, witness) == witness for one in named)
            for witness, named in shown
            if card in named
        )

    def deal(dealt: dict[str, str]) -> Iterator[dict[str, str]]:
        if len(dealt) == len(cards):
            yield dealt
            return
        card = cards[len(dealt)]
        for holder in holders[card]:
            if fits(dealt, card, holder) and told_true(further := {**dealt, card: holder}, card):
                yield from deal(further)

    return deal({})


@pytest.mark.parametrize(("after", "deals"), [(17, 8), (19, 2), (27, 1)])
def test_ann_s_log_leaves_as_many_deals_as_the_rules_say(after: int, deals: int) -> None:
    told = suggestions("Ann")
    assert len(told) == 27
    left = list(possible_deals(GAME.state, "Ann", told[:after]))
    assert len(left) == deals
    cases = {frozenset(card for card in CARDS if deal[card] == CASE_FILE) for deal in left}
    certain = frozenset.intersection(*cases)
    assert {"peacock", "leadpipe"} <= certain
    if after == 27:
        assert certain == {"peacock", "leadpipe", "billiard"}


def test_the_table_s_log_names_no_card_that_was_shown() -> None:
    for told in suggestions(None):
        for answer in told[1:]:
            assert "card" not in answer


def test_ann_wins_with_what_she_found_out() -> None:
    seen = view(GAME.state)
    assert (seen["winner"], seen["case"]) == ("Ann", ["peacock", "leadpipe", "billiard"])
