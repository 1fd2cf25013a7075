"""Drawings as PDF, in real millimetres: a page each, or a large one over many sheets of A4."""

import math
from collections.abc import Iterable
from datetime import UTC, datetime

from fpdf import FPDF

from companion.drawings.sheet import FINE, GREY, INK, PAPER, SMALL, Box, Disc, Line, Shape, Sheet

A4 = (210.0, 297.0)
MARGIN = 10.0
"""Millimetres at each edge that a printer may not reach."""

FOOT = 14.0
"""Millimetres below a tile for its name and its ruler."""

OVERLAP = 10.0
"""Millimetres that neighbouring tiles have in common, with a line to cut along in their middle."""

RULER = 100
"""Millimetres of the line that is to be measured before anything is drilled."""

TILE = (A4[0] - 2 * MARGIN, A4[1] - 2 * MARGIN - FOOT)
STEP = (TILE[0] - OVERLAP, TILE[1] - OVERLAP)

_A_POINT = 25.4 / 72


def pages(sheets: Iterable[Sheet], title: str) -> bytes:
    """A PDF with a page for each drawing, each page as large as its drawing."""
    paper = _paper(title)
    for sheet in sheets:
        paper.add_page(format=(sheet.width, sheet.height), orientation="P")
        _draw(paper, sheet.shapes, 0, 0)
    return bytes(paper.output())


def tiles(sheet: Sheet) -> bytes:
    """A PDF of A4 pages that make the whole drawing when they are glued together."""
    paper = _paper(sheet.title)
    columns, rows = tile_counts(sheet)
    for row in range(rows):
        for column in range(columns):
            paper.add_page(format="A4", orientation="P")
            left, top = column * STEP[0], row * STEP[1]
            with paper.local_context(), paper.rect_clip(MARGIN, MARGIN, *TILE):
                _draw(paper, [*sheet.shapes, *_marks(sheet, columns, rows)], MARGIN - left, MARGIN - top)
            _draw(paper, _foot(sheet, column, row, columns, rows), 0, 0)
    return bytes(paper.output())


def tile_counts(sheet: Sheet) -> tuple[int, int]:
    """How many tiles lie side by side, and how many below each other."""
    across = math.ceil(max(sheet.width - OVERLAP, 1) / STEP[0])
    return across, math.ceil(max(sheet.height - OVERLAP, 1) / STEP[1])


def _marks(sheet: Sheet, columns: int, rows: int) -> Iterable[Shape]:
    """The lines along which tiles are cut and laid together, with crosses that must meet."""
    xs = [number * STEP[0] + OVERLAP / 2 for number in range(1, columns)]
    ys = [number * STEP[1] + OVERLAP / 2 for number in range(1, rows)]
    for x in xs:
        yield Line(((x, 0), (x, sheet.height)), FINE, GREY, 2)
    for y in ys:
        yield Line(((0, y), (sheet.width, y)), FINE, GREY, 2)
    across = range(0, int(sheet.height), 100)
    along = range(0, int(sheet.width), 100)
    for x, y in [*((x, y + 25) for x in xs for y in across), *((x + 25, y) for y in ys for x in along)]:
        yield Disc(x, y, 2, None, FINE)
        yield Line(((x - 4, y), (x + 4, y)), FINE)
        yield Line(((x, y - 4), (x, y + 4)), FINE)


def _foot(sheet: Sheet, column: int, row: int, columns: int, rows: int) -> Iterable[Shape]:
    y = A4[1] - MARGIN - FOOT
    yield Box(MARGIN, MARGIN, *TILE, fill=None, line=FINE, colour=GREY)
    foot = Sheet(*A4, sheet.title)
    foot.words(MARGIN, y + 6.5, f"{chr(ord('A') + row)}{column + 1}", 6, bold=True)
    where = f"row {row + 1} of {rows}, sheet {column + 1} of {columns}"
    told = [
        f"{sheet.title}: {where}.",
        "Print at 100 %, not fitted to the page. Cut along the dashed lines at the",
        "left and at the top, lay the sheet on its neighbours so that lines and crosses",
        "meet, and glue.",
    ]
    foot.lines(MARGIN + 12, y + 4, told, 2.2, INK)
    left, top = A4[0] - MARGIN - RULER, y + 4
    foot.line((left, top), (left + RULER, top))
    for mark in range(0, RULER + 1, 10):
        foot.line((left + mark, top), (left + mark, top + (3.5 if mark % 50 == 0 else 2)))
    foot.words(left, top + 7, f"This line is {RULER} mm long. If it is not, print again.", SMALL)
    yield from foot.shapes


def _paper(title: str) -> FPDF:
    paper = FPDF(unit="mm", format="A4")
    paper.set_auto_page_break(False)
    paper.set_title(title)
    paper.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))  # the same data give the same file
    return paper


def _draw(paper: FPDF, shapes: Iterable[Shape], right: float, down: float) -> None:
    for shape in shapes:
        if isinstance(shape, Line):
            paper.set_draw_color(shape.colour)
            paper.set_line_width(shape.width)
            paper.set_dash_pattern(shape.dash, shape.dash)
            paper.polyline([(x + right, y + down) for x, y in shape.points])
            paper.set_dash_pattern()
        elif isinstance(shape, Box | Disc):
            paper.set_draw_color(shape.colour)
            paper.set_line_width(shape.line)
            paper.set_fill_color(shape.fill or PAPER)
            style = ("D" if shape.line else "") + ("F" if shape.fill else "")
            if isinstance(shape, Box):
                paper.rect(shape.x + right, shape.y + down, shape.width, shape.height, style=style)
            else:
                paper.circle(shape.x + right, shape.y + down, shape.radius, style=style)
        else:
            paper.set_font("Helvetica", "B" if shape.bold else "", shape.size / _A_POINT)
            paper.set_text_color(shape.colour)
            width = paper.get_string_width(shape.text)
            back = {"start": 0.0, "middle": width / 2, "end": width}[shape.anchor]
            x, y = shape.x + right, shape.y + down
            if shape.turned:
                with paper.rotation(90, x, y):
                    paper.text(x - back, y, shape.text)
            else:
                paper.text(x - back, y, shape.text)
