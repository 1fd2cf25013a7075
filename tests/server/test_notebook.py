"""The notes: a grid that knows what is certain and leaves the rest to the player."""

from companion.server.notebook import Cell, notebook
from tests.server.evening import Evening


def cells(evening: Evening, seat: str) -> dict[tuple[str, str], Cell]:
    return {(row.card, cell.column): cell for row in notebook(evening.view(seat)) for cell in row.cells}


def test_21_cards_against_the_seats(evening: Evening) -> None:
    evening.deal()
    rows = notebook(evening.view("Ann"))
    assert len(rows) == 21 and all(len(row.cells) == 3 for row in rows)
    assert [row.card for row in rows if row.opens] == ["scarlet", "candlestick", "study"]


def test_own_cards_are_filled_in_and_certain(evening: Evening) -> None:
    evening.deal()
    grid, hand = cells(evening, "Ann"), evening.view("Ann")["hand"]
    for (card, column), cell in grid.items():
        if column == "Ann":
            assert (cell.mark, cell.following) == ("yes" if card in hand else "no", None)
        elif card in hand:
            assert (cell.mark, cell.following) == ("no", None)
        else:
            assert (cell.mark, cell.following) == ("", "no")


def test_a_tap_goes_round_all_marks(evening: Evening) -> None:
    evening.deal()
    card = next(
        card for card in ("rope", "knife", "wrench", "study") if card not in evening.view("Ann")["hand"]
    )
    seen = []
    for _ in range(4):
        cell = cells(evening, "Ann")[card, "Ben"]
        seen.append(cell.mark)
        assert cell.following is not None
        evening.table.note("Ann", card, "Ben", cell.following)
    assert seen == ["", "no", "yes", "maybe"]
    assert cells(evening, "Ann")[card, "Ben"].mark == ""


def test_a_shown_card_is_certain_for_the_one_who_saw_it(evening: Evening) -> None:
    evening.deal()
    evening.until_offered("show")
    shower, suggester = evening.asked, evening.view()["frame"]["seat"]
    card = evening.offers(shower)["show"][0][0]
    evening.act(shower, f"show {card}")
    assert cells(evening, suggester)[card, shower] == Cell(shower, "yes", None)
    third = next(seat for seat in evening.tokens if seat not in (shower, suggester))
    assert cells(evening, third)[card, shower].following is not None
