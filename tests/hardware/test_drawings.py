"""Drawings and template against the files of hardware/, and against paper."""

import csv
import json
import re
import shutil
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from fpdf import FPDF

from companion.assets import asset_dir
from companion.board import SUSPECTS
from companion.cli.group import main
from companion.drawings import LARGE, Sheet, booklet, pdf, read_prints
from companion.drawings.sheet import Box, Disc, Line, Words
from companion.hardware import Hardware, HardwareFault, read_hardware
from tests.building import GUIDE, VARIANTS, refreshed, variant

A_POINT = 25.4 / 72  # millimetres
SHIPPED = asset_dir("hardware")

LEGEND = {"S": "study", "H": "hall", "L": "lounge", "D": "dining", "C": "conservatory", "B": "billiard"}
LEGEND |= {"I": "library", "A": "ballroom", "K": "kitchen", ".": "corridor", "#": "outside"}
DOORS = {"N": {"A": "study", "C": "hall", "F": "lounge", "H": "dining"}}
DOORS["S"] = {"A": "conservatory", "C": "billiard", "D": "library", "E": "ballroom", "H": "kitchen"}
TINY = {
    "name": "tiny",
    "columns": 8,
    "rows": 3,
    "legend": LEGEND,
    "map": ["SSHHLLDD", "........", "CBBIAAKK"],
    "doors": [
        {"room": room, "square": f"{column}1", "into": into}
        for into, rooms in DOORS.items()
        for column, room in rooms.items()
    ],
    "starts": {suspect: f"{column}1" for suspect, column in zip(SUSPECTS, "BCDEFG", strict=True)},
    "passages": [["study", "kitchen"]],
}
"""A board of one corridor, whose rooms are smaller than an antenna."""


def drawn(built: Hardware) -> dict[str, Sheet]:
    return dict(booklet(built, read_prints(SHIPPED / "prints.toml", built.mounting.pitch)))


def words(sheet: Sheet) -> list[Words]:
    return [shape for shape in sheet.shapes if isinstance(shape, Words)]


def beside(sheet: Sheet, text: str) -> list[str]:
    """What else is written on the line of a word, to the same side of the sheet's middle."""
    (one,) = (word for word in words(sheet) if word.text == text and word.y > 16)
    left = one.x < sheet.width / 2
    return [
        word.text
        for word in words(sheet)
        if word != one and abs(word.y - one.y) < 1 and (word.x < sheet.width / 2) == left
    ]


@pytest.fixture
def hardware(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SHIPPED, tmp_path / "hardware"))


@pytest.fixture(params=["bench", "proposed", *VARIANTS])
def built(request: pytest.FixtureRequest, tmp_path: Path) -> Hardware:
    """Boards of every kind; one is tiny and has all that can be fitted, as `companion map` proposes it."""
    if request.param == "bench":
        return read_hardware(SHIPPED / "builds" / "bench")
    if request.param == "proposed":
        (tmp_path / "tiny.json").write_text(json.dumps(TINY), encoding="utf-8")
        CliRunner().invoke(main, ["map", str(tmp_path / "tiny.json"), "--to", str(tmp_path / "tiny")])
        return read_hardware(tmp_path / "tiny")
    return variant(SHIPPED, tmp_path, *VARIANTS[request.param])


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def rows_of(name: str) -> list[dict[str, str]]:
    with (SHIPPED / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_reed_is_drawn_at_the_leg_that_the_map_gives_it() -> None:
    found = drawn(read_hardware())
    for row in rows_of("squares-74hc165.csv"):
        assert row["square"] in beside(found[f"register-{int(row['chip']):02}"], row["input"])


def test_the_board_in_real_size_names_the_input_of_every_square_below_its_name() -> None:
    sheet = drawn(read_hardware())["map"]
    at = {word.text: (word.x, word.y) for word in words(sheet) if word.bold}
    inputs = [word for word in words(sheet) if re.fullmatch(r"\d+ [A-H]", word.text)]
    rows = rows_of("squares-74hc165.csv")
    assert len(inputs) == len(rows)
    for row in rows:
        x, y = at[row["square"]]
        (one,) = (word for word in inputs if word.text == f"{row['chip']} {row['input']}")
        assert x < one.x < x + 19 and y < one.y < y + 19


def test_from_below_left_is_right() -> None:
    found = drawn(read_hardware())
    above, below = (
        {word.text: word.x for word in words(found[name]) if word.bold} for name in ("map", "map-below")
    )
    assert all(above[square] + below[square] == found["map"].width for square in ("H0", "A5", "X17"))


def test_a_pin_that_changes_changes_firmware_drawings_and_guide(hardware: Path) -> None:
    before = read_hardware(hardware)
    change(hardware / "squares-74hc165.toml", "load = 17 ", "load = 20 ")
    after = read_hardware(hardware)
    assert '"load": 17' in before.wiring.firmware_config() and '"load": 20' in after.wiring.firmware_config()
    assert "load of the registers" in beside(drawn(before)["pico"], "GP17")
    assert "load of the registers" in beside(drawn(after)["pico"], "GP20")
    assert all(
        "Pico GP20 (leg 26)" in beside(sheet, "SH/LD")
        for name, sheet in drawn(after).items()
        if name.startswith("register-")
    )
    guide = GUIDE.read_text(encoding="utf-8")
    assert "| GP17 | leg 22 | SH/LD, leg 1 |" in guide
    assert "| GP20 | leg 26 | SH/LD, leg 1 |" in refreshed(guide, hardware)


def test_a_bit_that_changes_changes_firmware_drawings_and_guide(hardware: Path) -> None:
    before = read_hardware(hardware)
    change(hardware / "squares-74hc165.csv", "1,H,H0\n1,G,Q0\n", "1,H,Q0\n1,G,H0\n")
    after = read_hardware(hardware)
    maps = [f'"map": "{built.wiring.map_hash}"' for built in (before, after)]
    assert maps[0] != maps[1]
    assert maps[0] in before.wiring.firmware_config() and maps[1] in after.wiring.firmware_config()
    assert after.wiring.closed("8" + "0" * 47)[0] == {"Q0"}
    assert "Q0" in beside(drawn(after)["register-01"], "H")
    guide = GUIDE.read_text(encoding="utf-8")
    assert "| H | leg 6 | H0 |" in guide and "| H | leg 6 | Q0 |" in refreshed(guide, hardware)
    feet = [
        next(text for text in drawn(one)["register-01"].texts if "map" in text) for one in (before, after)
    ]
    assert feet[0] != feet[1]


def test_nothing_is_drawn_beside_the_paper_and_no_word_lies_on_another(built: Hardware) -> None:
    face = FPDF(unit="mm")
    for name, sheet in drawn(built).items():
        boxes = [extent(word, face) for word in words(sheet)]
        edges = [corner for shape in sheet.shapes for corner in corners(shape)]
        edges += [(x, y) for left, top, right, low in boxes for x, y in ((left, top), (right, low))]
        assert all(-0.01 <= x <= sheet.width + 0.01 for x, _ in edges), name
        assert all(-0.01 <= y <= sheet.height + 0.01 for _, y in edges), name
        texts = [word.text for word in words(sheet)]
        boxes_and_texts = sorted(zip(boxes, texts, strict=True))
        for number, (one, text) in enumerate(boxes_and_texts):
            for other, on in boxes_and_texts[number + 1 :]:
                if other[0] >= one[2]:
                    break
                assert other[1] >= one[3] or other[3] <= one[1], f"{name}: {text} lies on {on}"


def extent(word: Words, face: FPDF) -> tuple[float, float, float, float]:
    """Left, top, right and foot of a word, by the measures of its letters."""
    face.set_font("Helvetica", "B" if word.bold else "", word.size / A_POINT)
    width = face.get_string_width(word.text)
    left = word.x - {"start": 0.0, "middle": width / 2, "end": width}[word.anchor]
    return left, word.y - word.size * 0.7, left + width, word.y


def corners(shape: object) -> Iterator[tuple[float, float]]:
    if isinstance(shape, Line):
        yield from shape.points
    elif isinstance(shape, Box):
        yield from ((shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height))
    elif isinstance(shape, Disc):
        yield from ((shape.x - shape.radius, shape.y - shape.radius), (shape.x + shape.radius, shape.y))


def pages_of(paper: bytes) -> list[str]:
    """What is drawn on each page of a PDF."""
    streams = re.findall(rb"stream\n(.*?)\nendstream", paper, re.DOTALL)
    texts = []
    for stream in streams:
        try:
            texts.append(zlib.decompress(stream).decode("latin-1"))
        except zlib.error:
            continue
    return [text for text in texts if "BT" in text]


def test_the_template_is_in_real_millimetres() -> None:
    sheet = drawn(read_hardware())["map"]
    paper = pdf.tiles(sheet)
    pages = pages_of(paper)
    assert len(pages) == 6 == paper.count(b"/Type /Page\n")
    assert b"/MediaBox [0 0 595.28 841.89]" in paper
    for page in pages:
        lines = re.findall(r"([\d.-]+) ([\d.-]+) m ([\d.-]+) ([\d.-]+) l", page.replace("\n", " "))
        level = [(float(x), float(to_x)) for x, y, to_x, to_y in lines if y == to_y]
        assert any(abs((to - x) * A_POINT - 100) < 0.02 for x, to in level), "no ruler of 100 mm"
    at = {
        text: (float(x) * A_POINT, float(y) * A_POINT)
        for x, y, text in re.findall(r"BT ([\d.-]+) ([\d.-]+) Td \((\w+)\) Tj", pages[0])
    }
    assert at["H1"][1] - at["H6"][1] == pytest.approx(5 * 19, abs=0.02)
    assert at["H4"][0] - at["B4"][0] == pytest.approx(6 * 19, abs=0.02)


def test_neighbouring_sheets_have_a_strip_in_common() -> None:
    sheet = drawn(read_hardware())["map"]
    across, down = pdf.tile_counts(sheet)
    assert (across - 1) * pdf.STEP[0] + pdf.TILE[0] >= sheet.width
    assert (down - 1) * pdf.STEP[1] + pdf.TILE[1] >= sheet.height
    assert pdf.TILE[0] - pdf.STEP[0] == pdf.TILE[1] - pdf.STEP[1] == pdf.OVERLAP


def test_the_command_draws_a_folder(tmp_path: Path) -> None:
    folder = SHIPPED / "builds" / "bench"
    done = CliRunner().invoke(main, ["drawings", "--to", str(tmp_path / "b"), "--hardware", str(folder)])
    assert done.exit_code == 0, done.output
    made = {path.name for path in (tmp_path / "b").iterdir()}
    assert {"overview.svg", "pico.svg", "register-01.svg", "reader-study.svg", "drawings.pdf"} <= made
    assert set(LARGE.values()) <= made and "decoder.svg" not in made


def test_the_pull_ups_of_a_bus_are_those_of_the_parts_list(hardware: Path, tmp_path: Path) -> None:
    change(hardware / "mounting.toml", "pull_up = 1500", "pull_up = 1800")
    built = variant(hardware, tmp_path / "other", *VARIANTS["expanders"])
    told = [word.text for word in words(drawn(built)["expander-01"])]
    assert told.count("1800 ohms to 3.3 V, once a bus") == 2


def test_the_usb_supply_is_not_offered_where_there_is_one_of_its_own() -> None:
    """Two supplies on one wire work against each other."""
    full, bench = (read_hardware(folder) for folder in (SHIPPED, SHIPPED / "builds" / "bench"))
    assert "5 V from USB" not in {word.text for word in words(drawn(full)["pico"])}
    assert "5 V from USB" in beside(drawn(bench)["pico"], "VBUS")


def test_a_folder_that_contradicts_itself_is_told_and_not_drawn(hardware: Path, tmp_path: Path) -> None:
    change(hardware / "squares-74hc165.csv", "1,G,Q0\n", "1,G,H0\n")
    done = CliRunner().invoke(main, ["drawings", "--to", str(tmp_path / "b"), "--hardware", str(hardware)])
    assert done.exit_code == 1
    assert "wires H0 a second time" in done.output and not (tmp_path / "b").exists()


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = CliRunner().invoke(main, ["drawings", "--to", str(tmp_path / "file" / "b")])
    assert done.exit_code == 1 and f"{tmp_path}/file/b cannot be written: Not a directory." in done.output


def test_without_openscad_the_drawings_are_there_and_the_way_to_it_is_told(tmp_path: Path) -> None:
    asked = ["drawings", "--models", "--to", str(tmp_path / "b")]
    done = CliRunner().invoke(main, asked, env={"PATH": ""})
    assert done.exit_code == 1 and "The models need OpenSCAD: sudo apt-get install openscad" in done.output
    assert (tmp_path / "b" / "overview.svg").is_file()


def test_without_the_package_for_pdf_the_way_to_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    monkeypatch.delitem(sys.modules, "companion.drawings.pdf")
    monkeypatch.delattr("companion.drawings.pdf")
    done = CliRunner().invoke(main, ["drawings", "--to", str(tmp_path / "b")])
    assert done.exit_code == 1 and "-m pip install fpdf2" in done.output


def test_measures_that_do_not_fit_are_told_all_at_once(hardware: Path) -> None:
    change(hardware / "prints.toml", "base = 16.0 ", "base = 19.0 ")
    change(hardware / "prints.toml", "glass = 2.2 ", "glass = 4.5 ")
    change(hardware / "prints.toml", "tag = 13.0 ", "tag = 22.0 ")
    with pytest.raises(HardwareFault) as told:
        read_prints(hardware / "prints.toml", 19.0)
    assert [fault.split(" is ")[0] for fault in told.value.faults] == [
        "prints.toml: [token] base",
        "prints.toml: [token] tag",
        "prints.toml: [reed] hole",
    ]


def test_measures_that_are_none_are_told_all_at_once(hardware: Path) -> None:
    change(hardware / "prints.toml", "antenna = [60.0, 40.0]", "antenna = 60.0")
    change(hardware / "prints.toml", "gap = 0.2 ", 'gap = "wide" ')
    change(hardware / "prints.toml", "aside = 0.0 ", "besides = 0.0 ")
    with pytest.raises(HardwareFault) as told:
        read_prints(hardware / "prints.toml", 19.0)
    assert len(told.value.faults) == 4
    assert "prints.toml: [reed] there is no measure besides, expected glass, long, hole, aside." in str(
        told.value
    )
