"""The kinds of sensors under the squares: which inputs each has, and what is written at them on the plan."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.sensing.datafiles import BAUD, BUS, FLAG, LEVEL, PIN, PINS, WORD, Entry, Shape, Table, number

A_BYTE = 8  # inputs in two hex digits
MAX_INPUTS = 320  # 80 digits: more would not fit into a line of docs/PROTOCOL.md

Place = tuple[object, object]


@dataclass(frozen=True)
class Kind:
    """One kind of sensors.

    ``columns`` of the square map name an input, ``phrase`` says it in words. ``places`` gives the values of
    the two columns for every input, in the order of the bits of a ``SQUARES`` line, from the table that
    describes the sensors; ``faults`` what is wrong with that table, a sentence each. ``grown`` is the table
    of the same sensors with enough inputs for so many squares, where more can be had for the asking. ``pins``
    are the Pico's pins that the table takes, and what each is. ``shape`` is the table's.
    """

    columns: tuple[str, str]
    phrase: str
    places: Callable[[Table], Iterator[Place]]
    faults: Callable[[Table], Iterator[str]]
    grown: Callable[[Table, int], Table]
    pins: Callable[[Table], Iterator[tuple[int, str]]]
    shape: Shape

    def names(self, table: Table) -> Sequence[str]:
        """What is written at each input.

        >>> KINDS["74hc165"].names({"chips": 2})[-1]
        'register 2 input A'
        """
        return [self.phrase.format(*place) for place in self.places(table)]


def count_of(names: Sequence[object]) -> int:
    """The bits of the line, which come in bytes: the last one is filled up with inputs that there are not."""
    return -(-len(names) // A_BYTE) * A_BYTE


def _chain_places(table: Table) -> Iterator[Place]:
    for chip in range(table["chips"]):
        for letter in "HGFEDCBA":  # in the order in which a 74HC165 shifts them out
            yield chip + 1, letter


def _expander_places(table: Table) -> Iterator[Place]:
    for chip in range(len(_addresses(table))):
        for port in "AB":
            for pin in range(7, -1, -1):
                yield chip + 1, f"{port}{pin}"


def _matrix_places(table: Table) -> Iterator[Place]:
    for row in range(table["rows"]):
        for column in range(len(table["columns"])):
            yield row + 1, column + 1


def _addresses(table: Table) -> list[tuple[int, int]]:
    return [(bus, address) for bus, wires in enumerate(table["buses"]) for address in wires["addresses"]]


def _no_faults(table: Table) -> Iterator[str]:
    return iter(())


def _expander_faults(table: Table) -> Iterator[str]:
    if not table["buses"]:
        yield "There is no bus of expanders: list them as [[buses]]."
    found = _addresses(table)
    for _, address in found:
        if not 0x20 <= address <= 0x27:
            yield f"An expander has the address 0x{address:02X}; its three address pins give 0x20 to 0x27."
    for bus, address in dict.fromkeys(at for at in found if found.count(at) > 1):
        yield f"Two expanders on bus {bus + 1} have the address 0x{address:02X}."


def _matrix_faults(table: Table) -> Iterator[str]:
    columns, rows, lines = table["columns"], table["rows"], len(table["select"])
    if not columns:
        yield "The matrix has no columns."
    elif list(columns) != list(range(columns[0], columns[0] + len(columns))):
        yield "The columns of the matrix are not on pins that follow each other: they are read in one go."
    if table["decoder"] and rows > 1 << lines:
        yield f"The matrix has {rows} rows; {lines} lines to its decoder reach {1 << lines}."
    if not table["decoder"] and rows != lines:
        yield f"The matrix has {rows} rows and {lines} pins for them."
    if table["decoder"] and not table["diodes"]:
        yield (
            "A matrix without diodes needs a pin for each row: two closed squares in a column would short "
            "the outputs of the decoder."
        )


def _chain_pins(table: Table) -> Iterator[tuple[int, str]]:
    for name in ("clock", "data", "load", "unused"):
        yield table[name], f"{name} of the registers"


def _expander_pins(table: Table) -> Iterator[tuple[int, str]]:
    for bus, wires in enumerate(table["buses"], 1):
        for name in ("sda", "scl"):
            yield wires[name], f"{name} of the expanders' bus {bus}"


def _matrix_pins(table: Table) -> Iterator[tuple[int, str]]:
    line = "line {} to the decoder" if table["decoder"] else "row {}"
    for name, pins in ((line, table["select"]), ("column {}", table["columns"])):
        for at, pin in enumerate(pins, 1):
            yield pin, f"{name.format(at)} of the matrix"


def _as_it_is(table: Table, squares: int) -> Table:
    return table


SHAPE: Shape = {"board": WORD, "kind": WORD, "map": WORD}
"""What the table of every kind says."""

CHAIN: Shape = {
    "chips": number(1, MAX_INPUTS // A_BYTE),
    "closed": LEVEL,
    "spi": BUS,
    "baud": BAUD,
    **dict.fromkeys(("clock", "data", "load", "unused"), PIN),
}
EXPANDER_BUS: Shape = {"i2c": BUS, "sda": PIN, "scl": PIN, "addresses": Entry(list, each=number(0, 0x7F))}
EXPANDERS: Shape = {"closed": LEVEL, "baud": BAUD, "buses": Entry(list, each=Entry(dict, table=EXPANDER_BUS))}
MATRIX: Shape = {
    "rows": number(1, MAX_INPUTS),
    "select": PINS,
    "decoder": FLAG,
    "columns": PINS,
    "diodes": FLAG,
    "settle": number(0, 10_000),
}

KINDS: Mapping[str, Kind] = {
    "74hc165": Kind(
        ("chip", "input"),
        "register {} input {}",
        _chain_places,
        _no_faults,
        lambda table, squares: {**table, "chips": -(-squares // A_BYTE)},
        _chain_pins,
        {**SHAPE, **CHAIN},
    ),
    "mcp23017": Kind(
        ("chip", "pin"),
        "expander {} pin {}",
        _expander_places,
        _expander_faults,
        _as_it_is,
        _expander_pins,
        {**SHAPE, **EXPANDERS},
    ),
    "matrix": Kind(
        ("row", "column"),
        "row {} column {}",
        _matrix_places,
        _matrix_faults,
        _as_it_is,
        _matrix_pins,
        {**SHAPE, **MATRIX},
    ),
}


def doubtful(table: Table, closed: Sequence[int]) -> frozenset[int]:
    """The inputs of a matrix without diodes that read closed though they may be open (bits in, bits out).

    Three closed corners of a rectangle make the fourth read closed; so every corner of a rectangle whose
    corners all read closed may be that fourth. With diodes, and in other kinds, there are none.

    >>> table = {"rows": 2, "columns": [6, 7, 8], "diodes": False}
    >>> sorted(doubtful(table, [0, 1, 3, 4, 5])), sorted(doubtful(table, [0, 1, 3]))
    ([0, 1, 3, 4], [])
    """
    if table.get("diodes", True):
        return frozenset()
    width = len(table["columns"])
    rows: dict[int, set[int]] = {}
    for bit in closed:
        rows.setdefault(bit // width, set()).add(bit % width)
    return frozenset(
        row * width + column
        for row, taken in rows.items()
        for other, crossed in rows.items()
        if other != row and len(taken & crossed) > 1
        for column in taken & crossed
    )
