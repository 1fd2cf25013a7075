"""A token above a reed, cut through the middle: what lies on what, in millimetres."""

from companion.drawings.prints import Prints
from companion.drawings.sheet import BOLD, FINE, GREY, PALE, PAPER, SMALL, TEXT, Box, Disc, Sheet

SCALE = 3.0
"""The drawing is so many times as large as the thing."""


def section(prints: Prints, pitch: float, source: str) -> Sheet:
    """Token, base, tag, magnet, board and reed, with a neighbour that must stay silent."""
    token, reed = prints.token, prints.reed
    sheet = Sheet(170, 176, "A token above its reed, cut through")
    middle, floor = 62.0, 100.0  # the upper face of the board
    neighbour = middle + pitch * SCALE
    base_high = token["thick"] + (token["apart"] + 1 if token["tag"] else 1)
    base, top = token["base"] * SCALE, floor - base_high * SCALE
    foot = token["foot"] * SCALE
    sheet.add(Box(middle - foot / 2, 26, foot, top - 26, PALE, BOLD))
    sheet.words(middle, 36, "token", TEXT, "middle")
    sheet.add(Box(middle - base / 2, top, base, floor - top, PAPER, BOLD))
    if token["tag"]:
        tag = token["tag"] * SCALE
        sheet.add(Box(middle - tag / 2, top, tag, 1 * SCALE, "#9a9a9a", FINE))
        _note(sheet, middle + tag / 2, top + 1.5, f"tag, {token['tag']:g} mm")
        apart = floor - token["thick"] * SCALE - token["apart"] * SCALE / 2
        _note(sheet, middle + base / 2, apart, f"{token['apart']:g} mm of plastic between them")
    size = f"{token['magnet']:g} x {token['thick']:g} mm"
    magnet, high = token["magnet"] * SCALE, token["thick"] * SCALE
    sheet.add(Box(middle - magnet / 2, floor - high, magnet, high, "#4a4a4a", FINE))
    _note(sheet, middle + magnet / 2, floor - high / 2, f"magnet, {size}")
    board = prints.plate["board"] * SCALE
    sheet.add(Box(6, floor, 158, board, PALE, BOLD))
    sheet.words(8, floor + board / 2 + 1, f"board, {prints.plate['board']:g} mm", SMALL)
    plate = floor + board
    sheet.add(Box(6, plate, 158, prints.plate["base"] * SCALE, PAPER, BOLD))
    sheet.words(8, plate + 10, f"base plate, {prints.plate['base']:g} mm", SMALL)
    for x, name in ((middle, "its reed: closed"), (neighbour, "the neighbour's: open")):
        _reed(sheet, x + reed["aside"] * SCALE, plate, prints, closed=x == middle)
        sheet.words(x, plate + reed["long"] * SCALE + 10, name, TEXT, "middle", bold=True)
    y = plate + reed["long"] * SCALE + 16
    sheet.line((middle, y - 1), (middle, y + 2), width=FINE)
    sheet.line((neighbour, y - 1), (neighbour, y + 2), width=FINE)
    sheet.line((middle, y + 1), (neighbour, y + 1), width=FINE)
    sheet.words((middle + neighbour) / 2, y, f"{pitch:g} mm", SMALL, "middle")
    how = "upright in its hole" if not reed["aside"] else f"lying, {reed['aside']:g} mm beside the middle"
    sheet.heading(source, f"Drawn three times as large. The reed is {how}.")
    return sheet


def _reed(sheet: Sheet, x: float, top: float, prints: Prints, *, closed: bool) -> None:
    reed = prints.reed
    hole, glass, long = (reed[name] * SCALE for name in ("hole", "glass", "long"))
    if reed["aside"]:  # lying under the plate
        sheet.add(Box(x - long / 2, top + 1, long, glass, PAPER, FINE))
        sheet.line((x - long / 2 - 4, top + 1 + glass / 2), (x + 2, top + 1 + glass / 2), width=BOLD)
        lift = 0.0 if closed else 1.6
        sheet.line((x + long / 2 + 4, top + 1 + glass / 2), (x - 2, top + 1 + glass / 2 - lift), width=BOLD)
        return
    sheet.add(Box(x - hole / 2, top, hole, prints.plate["base"] * SCALE, PALE, FINE))
    sheet.add(Box(x - glass / 2, top + 1, glass, long, PAPER, FINE))
    gap = 0.0 if closed else 1.6
    sheet.line((x, top + 1), (x, top + 1 + long * 0.55), width=BOLD)
    sheet.line((x, top + 5 + long), (x + gap, top + 1 + long * 0.45), width=BOLD)
    if closed:
        sheet.add(Disc(x, top + 1 + long / 2, 0.9))


def _note(sheet: Sheet, x: float, y: float, text: str) -> None:
    sheet.line((x, y), (118, y), width=FINE, colour=GREY)
    sheet.words(119, y + 0.9, text, SMALL)
