"""A drawing as SVG, in real millimetres."""

from xml.sax.saxutils import escape, quoteattr

from companion.drawings.sheet import PAPER, Box, Disc, Line, Shape, Sheet

FACE = "Liberation Sans, Arial, Helvetica, sans-serif"


def svg(sheet: Sheet) -> str:
    """The text of an SVG file.

    >>> print(svg(Sheet(40, 20, "A wire")))  # doctest: +ELLIPSIS
    <svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="20mm" viewBox="0 0 40 20" ...>
    <title>A wire</title>
    ...
    </svg>
    """
    size = f'width="{_n(sheet.width)}mm" height="{_n(sheet.height)}mm"'
    view = f'viewBox="0 0 {_n(sheet.width)} {_n(sheet.height)}"'
    looks = f'font-family="{FACE}" stroke-linejoin="round" stroke-linecap="round"'
    paper = Box(0, 0, sheet.width, sheet.height, PAPER, 0)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} {looks}>',
            f"<title>{escape(sheet.title)}</title>",
            *map(_element, (paper, *sheet.shapes)),
            "</svg>\n",
        ]
    )


def _element(shape: Shape) -> str:
    if isinstance(shape, Line):
        points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
        dash = f' stroke-dasharray="{_n(shape.dash)}"' if shape.dash else ""
        return f'<polyline points="{points}" fill="none" {_stroke(shape.width, shape.colour)}{dash}/>'
    if isinstance(shape, Box):
        at = f'x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.width)}" height="{_n(shape.height)}"'
        return f'<rect {at} fill="{shape.fill or "none"}" {_stroke(shape.line, shape.colour)}/>'
    if isinstance(shape, Disc):
        at = f'cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"'
        return f'<circle {at} fill="{shape.fill or "none"}" {_stroke(shape.line, shape.colour)}/>'
    at = f'x="{_n(shape.x)}" y="{_n(shape.y)}"'
    turned = f' transform="rotate(-90 {_n(shape.x)} {_n(shape.y)})"' if shape.turned else ""
    anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
    bold = ' font-weight="bold"' if shape.bold else ""
    look = f'font-size="{_n(shape.size)}" fill={quoteattr(shape.colour)}{anchor}{bold}{turned}'
    return f"<text {at} {look}>{escape(shape.text)}</text>"


def _stroke(width: float, colour: str) -> str:
    return f'stroke="{colour}" stroke-width="{_n(width)}"' if width else 'stroke="none"'


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
