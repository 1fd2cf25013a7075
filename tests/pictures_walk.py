"""`python -m tests.pictures_walk`: photograph the sensor page during a calibration walk, for the guides."""

import tempfile
from pathlib import Path

from playwright.sync_api import expect

from companion.hardware import read_hardware
from companion.sensing import Gauges
from companion.sensing.calibration import serpentine
from companion.sensing.lines import PROTOCOL, Line, encode
from companion.server.app import create_app
from tests.chromium import started_chromium
from tests.pictures import FOLDER
from tests.server.evening import KEY, PI, open_evening
from tests.server.live import served

WALKED, MISSED, DOUBLED = 74, "D5", "I6"
"""So many squares lie behind; one of them did not answer, one answered twice."""


def main() -> None:
    """Walk as far as that, and take the picture."""
    built = read_hardware()
    gauges = Gauges(built.wiring)
    said: list[tuple[str, ...]] = [
        ("HELLO", "companion-board", "11", "2.0.0", str(PROTOCOL), built.wiring.map_hash, "squares", "power"),
        ("SQUARES", built.wiring.digits([])),
    ]
    order = serpentine(built.board.squares)[:WALKED]
    passed = [square for square in order if square != MISSED]
    passed.insert(passed.index(DOUBLED), DOUBLED)
    for square in passed:
        said += [("SQUARES", built.wiring.digits(squares)) for squares in ([square], [])]
    said.pop()  # the magnet still stands on the last
    with tempfile.TemporaryDirectory() as folder, started_chromium() as browser:
        evening = open_evening(Path(folder))
        evening.app = create_app(
            evening.table, host_key=KEY, address=lambda: "", hosts=lambda: [PI], felt=gauges
        )
        gauges.linked("ok", "")
        for number, words in enumerate(said):
            gauges.overhear("<", encode(Line(number, 0, words[0], words[1:])), 0.0)
            if number == 1:
                gauges.walk("begin")
        with served(evening) as port:
            page = browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme="light")
            page.goto(f"http://localhost:{port}/sensors")
            expect(page.locator("#panel-walk .next b")).to_be_visible()
            page.screenshot(path=FOLDER / "sensors-walk.jpg", type="jpeg", quality=75)
        evening.table.close()


if __name__ == "__main__":
    main()
