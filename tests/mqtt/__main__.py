"""The figures of a club of forty tables on this machine: `python -m tests.mqtt`."""

import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from companion.mqtt.broker import Broker
from companion.table import Table
from tests.chromium import started_chromium
from tests.mqtt.club import Club, club
from tests.mqtt.ear import Ear
from tests.mqtt.mosquitto import Mosquitto
from tests.mqtt.test_cli import hall
from tests.server.live import KIOSK

TABLES, ACTS = 40, 600

WATCH = """() => {
    window.seen = {};
    new MutationObserver((changes) => {
        for (const { target } of changes) {
            const at = (target.closest ? target : target.parentElement)?.closest("li[id]");
            const ticks = (target.closest ? target : target.parentElement)?.closest(".countdown");
            if (!at || ticks) continue;
            window.seen[at.id] ??= Date.now();
            window.newest = Date.now();
        }
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
}"""


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder, started_chromium() as browser:
        mosquitto = Mosquitto(Path(folder))
        mosquitto.start()
        broker = Broker.at(mosquitto.address)
        try:
            with (
                Ear(broker) as ear,
                hall("--mqtt", mosquitto.address) as (process, port),
                club(broker, Path(folder) / "tables", TABLES) as playing,
            ):
                page = browser.new_page(viewport={"width": KIOSK["width"], "height": KIOSK["height"]})
                page.goto(f"http://localhost:{port}")
                page.wait_for_function(
                    "(n) => document.querySelectorAll('.floor > li').length === n", arg=TABLES
                )
                page.evaluate(WATCH)
                report(playing, ear, page, process)
        finally:
            mosquitto.kill()


def report(playing: Club, ear: Ear, page: Page, process: subprocess.Popen[str]) -> None:
    """Let the tables play, one act after the other, then all at once."""
    for id in playing.tables:
        playing.play(id, 5)
    time.sleep(2)
    heard, delays = len(ear.heard), []
    for n in range(ACTS):
        id = str(1 + n * 7 % TABLES)
        before = shown(playing.tables[id])
        page.evaluate("window.seen = {}")
        committed = playing.play(id)
        if shown(playing.tables[id]) != before:
            page.wait_for_function("(id) => window.seen[id]", arg=f"at-{id}", polling=20)
            delays.append(page.evaluate("(id) => window.seen[id]", f"at-{id}") - committed * 1000)
    time.sleep(1)
    told = (len(ear.heard) - heard) / ACTS
    delays.sort()
    print(f"{len(delays)} of {ACTS} acts change the page, from the commit to the page of the hall:")
    most = delays[int(0.95 * len(delays))]
    print(f"  median {statistics.median(delays):.0f} ms, p95 {most:.0f} ms, worst {delays[-1]:.0f} ms")
    print(f"{told:.2f} messages an act")
    page.evaluate("window.seen = {}")
    begun = time.time()
    for id in playing.tables:
        playing.play(id, 10)
    ended = time.time()
    time.sleep(2)
    last = max(page.evaluate("[window.newest]")) - begun * 1000
    print(f"{10 * TABLES} acts in {ended - begun:.1f} s, the page has all of them after {last / 1000:.1f} s")
    memory = Path(f"/proc/{process.pid}/status").read_text().split("VmRSS:")[1].split("kB")[0]
    print(f"the hall's process has {int(memory) / 1024:.0f} MB")


def shown(table: Table) -> Any:
    """Whatever of a table stands on the page."""
    view = table.view(None)
    kind = (view["frame"] or {}).get("kind")
    asked = view["awaits"] if view["awaits"] != [view["turn"]] and kind not in ("window", "reaction") else []
    return view["phase"], view["turn"], view["winner"], asked, kind in ("window", "reaction")


if __name__ == "__main__":
    main()
