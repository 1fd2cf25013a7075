"""A drawing: shapes on a sheet, in millimetres from its upper left corner; svg.py and pdf.py write it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

INK, GREY, PALE, PAPER = "#1a1a1a", "#6b6b6b", "#e6e6e6", "#ffffff"
"""All that is needed for lines and floors; every drawing must be clear on a printer without colours."""

FINE, THIN, BOLD = 0.15, 0.3, 0.6
"""Widths of lines, millimetres."""

SMALL, TEXT, HEAD = 2.4, 3.0, 4.6
"""Sizes of letters, millimetres."""

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points."""

    points: tuple[Point, ...]
    width: float = THIN
    colour: str = INK
    dash: float = 0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; `fill` None for one that what lies below shines through."""

    x: float
    y: float
    width: float
    height: float
    fill: str | None = PAPER
    line: float = THIN
    colour: str = INK


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle by its middle and radius."""

    x: float
    y: float
    radius: float
    fill: str | None = INK
    line: float = THIN
    colour: str = INK


@dataclass(frozen=True, slots=True)
class Words:
    """Letters, whose foot stands at y. `turned`: they run upwards."""

    x: float
    y: float
    text: str
    size: float = TEXT
    anchor: Anchor = "start"
    bold: bool = False
    colour: str = INK
    turned: bool = False


Shape = Line | Box | Disc | Words


@dataclass
class Sheet:
    """A drawing of a size, with a title that says what it is.

    >>> sheet = Sheet(40, 20, "A wire")
    >>> sheet.line((5, 10), (35, 10))
    >>> sheet.shapes[0].points
    ((5, 10), (35, 10))
    """

    width: float
    height: float
    title: str
    shapes: list[Shape] = field(default_factory=list)

    def add(self, *shapes: Shape) -> None:
        """Put shapes above those that lie there."""
        self.shapes += shapes

    def line(self, *points: Point, width: float = THIN, colour: str = INK, dash: float = 0) -> None:
        """A line through points."""
        self.shapes.append(Line(points, width, colour, dash))

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float = TEXT,
        anchor: Anchor = "start",
        *,
        bold: bool = False,
        colour: str = INK,
    ) -> None:
        """A line of text whose foot stands at y."""
        self.shapes.append(Words(x, y, text, size, anchor, bold, colour))

    def lines(
        self, x: float, y: float, texts: Iterable[str], size: float = SMALL, colour: str = GREY
    ) -> None:
        """Lines of text below each other."""
        for number, text in enumerate(texts):
            self.words(x, y + number * size * 1.45, text, size, colour=colour)

    def heading(self, source: str, *told: str) -> None:
        """The title above the drawing, a line or two below it, and at the foot what it was made from."""
        self.words(6, 8.6, self.title, HEAD, bold=True)
        self.lines(6, 13, told)
        self.words(6, self.height - 4, source, 2.0, colour=GREY)

    @property
    def texts(self) -> Iterator[str]:
        """Everything that can be read on it."""
        return (shape.text for shape in self.shapes if isinstance(shape, Words))
