"""What circuits are drawn of: chips with their legs, reeds, resistors, diodes, ground."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.drawings.sheet import BOLD, FINE, GREY, INK, PALE, PAPER, SMALL, TEXT, Anchor, Box, Disc, Sheet

LEAD = 7.0
"""Millimetres from a chip to the end of its leg."""


@dataclass(frozen=True, slots=True)
class Leg:
    """Where the leg of a chip ends; `out` is -1 on the left side and 1 on the right."""

    x: float
    y: float
    out: int

    @property
    def anchor(self) -> Anchor:
        """How words beside it stand."""
        return "start" if self.out > 0 else "end"

    def beyond(self, far: float) -> float:
        """The x of a point so far out."""
        return self.x + self.out * far


def dip(
    sheet: Sheet, legs: Sequence[str], x: float, y: float, width: float, step: float, used: Sequence[int] = ()
) -> list[Leg]:
    """A chip or board seen from above, leg 1 top left; the ends of its legs, leg 1 first.

    x, y: its upper left corner. step: from leg to leg. used: the legs that are marked.
    """
    half = len(legs) // 2
    sheet.add(Box(x, y, width, step * half, PAPER, BOLD), Disc(x + width / 2, y, 2, PALE, FINE))
    ends = []
    for number, name in enumerate(legs, 1):
        left = number <= half
        place = number - 1 if left else 2 * half - number
        at, out = y + (place + 0.5) * step, -1 if left else 1
        edge = x if left else x + width
        end = Leg(edge + out * LEAD, at, out)
        marked = number in used
        sheet.line((edge, at), (end.x, at), width=BOLD if marked else FINE)
        sheet.words(edge + out * LEAD / 2, at - 0.8, str(number), 2.2, "middle", colour=GREY)
        inner = edge - out * 1.8
        sheet.words(inner, at + 1, name, TEXT, "start" if left else "end", bold=marked)
        ends.append(end)
    return ends


def tell(sheet: Sheet, leg: Leg, text: str, *, bold: bool = False, colour: str = INK) -> None:
    """What a leg goes to, in words behind its end."""
    sheet.words(leg.beyond(1.5), leg.y + 1, text, TEXT, leg.anchor, bold=bold, colour=colour)


def free(sheet: Sheet, leg: Leg) -> None:
    """A leg that is connected to nothing: a cross at its end."""
    sheet.line((leg.x - 1, leg.y - 1), (leg.x + 1, leg.y + 1), colour=GREY)
    sheet.line((leg.x - 1, leg.y + 1), (leg.x + 1, leg.y - 1), colour=GREY)


def reed(sheet: Sheet, leg: Leg, name: str, *, pull: str = "") -> None:
    """A reed from a leg to ground, with the name of its square; `pull`: what the pull-up before it has."""
    out, y = leg.out, leg.y
    glass = leg.beyond(11)
    sheet.line((leg.x, y), (glass, y))
    if pull:
        node = leg.beyond(5)
        sheet.add(Disc(node, y, 0.7))
        sheet.line((node, y), (node, y - 8.4))
        sheet.add(Box(node - 0.9, y - 7, 1.8, 5))
        sheet.line((node - 1.8, y - 8.4), (node + 1.8, y - 8.4), width=BOLD)
        sheet.words(node + out * 2.4, y - 4, pull, 2.1, leg.anchor, colour=GREY)
    end = glass + out * 12
    sheet.add(Box(min(glass, end), y - 1.7, 12, 3.4, PAPER, FINE))
    sheet.line((glass, y), (glass + out * 7, y - 0.9), width=BOLD)
    sheet.line((end, y), (end - out * 6, y + 0.3), width=BOLD)
    ground(sheet, end, end + out * 4, y)
    sheet.words(end + out * 8, y + 1.3, name, 4, leg.anchor, bold=True)


def ground(sheet: Sheet, start: float, end: float, y: float) -> None:
    """A wire from start to the three bars of ground at end."""
    out = 1 if end > start else -1
    sheet.line((start, y), (end, y))
    for number, half in enumerate((2.2, 1.4, 0.6)):
        x = end + out * number * 0.9
        sheet.line((x, y - half), (x, y + half))


def block(sheet: Sheet, x: float, y: float, width: float, lines: Sequence[str], fill: str = PAPER) -> float:
    """A box with words, the first of them its name; the y of its lower edge."""
    height = 5 + 4.2 * len(lines)
    sheet.add(Box(x, y, width, height, fill, BOLD))
    sheet.words(x + width / 2, y + 6, lines[0], 3.6, "middle", bold=True)
    for number, line in enumerate(lines[1:], 1):
        sheet.words(x + width / 2, y + 6 + number * 4.2, line, SMALL, "middle", colour=INK)
    return y + height


def arrow(sheet: Sheet, start: tuple[float, float], end: tuple[float, float], width: float = BOLD) -> None:
    """A level or upright line with a head at its end."""
    (x, y), (to_x, to_y) = start, end
    sheet.line(start, end, width=width)
    if y == to_y:
        back = -1.8 if to_x > x else 1.8
        sheet.line((to_x + back, y - 1.1), end, (to_x + back, y + 1.1), width=width)
    else:
        back = -1.8 if to_y > y else 1.8
        sheet.line((x - 1.1, to_y + back), end, (x + 1.1, to_y + back), width=width)
