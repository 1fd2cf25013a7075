"""How long it takes from the commit of an act until seven browsers show it: six phones and the kiosk."""

import shutil
import time
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from companion.bench.evening import Evening, evening
from companion.bench.figure import Figure, percentile

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ACTS = 40
WARM_UP = 5
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

_WATCH = """() => {
  const shown = {};
  let look = () => {};
  new MutationObserver(() => {
    shown[document.body.dataset.version] ??= Date.now();
    look();
  }).observe(document.body, { attributes: true, attributeFilter: ["data-version"] });
  window.shownAt = (version) => new Promise((tell) => {
    look = () => {
      const newer = Object.keys(shown).map(Number).filter((one) => one >= version);
      if (newer.length) tell(shown[Math.min(...newer)]);
    };
    look();
  });
}"""


def measure() -> Iterator[Figure]:
    """Random acts, each until all pages show it; nothing where there is no browser to drive."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        found = None
    if found is None:
        yield Figure("act to page", 0, "ms", "not measured: no Chromium or no Playwright here")
        return
    with evening() as table, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        took = _acts(table, _open(browser, table))[WARM_UP:]
        browser.close()
    last = sorted(max(each) for each in took)
    each = sorted(one for all_pages in took for one in all_pages)
    note = f"{len(took)} acts, 7 pages of one browser on the same machine"
    yield Figure("act to page, median", percentile(each, 50), "ms", note)
    yield Figure("act to all pages, median", percentile(last, 50), "ms", note)
    yield Figure("act to all pages, worst", last[-1], "ms", note)


def _open(browser: "Browser", table: Evening) -> "list[Page]":
    at = f"http://127.0.0.1:{table.port}"
    pages = []
    for token in (*table.tokens.values(), None):
        context = browser.new_context(viewport={"width": 390, "height": 844})
        if token:
            context.add_cookies([{"name": "companion_seat", "value": token, "url": at}])
        page = context.new_page()
        page.goto(f"{at}/" if token else f"{at}/kiosk")
        page.evaluate(_WATCH)
        pages.append(page)
    return pages


def _acts(table: Evening, pages: "list[Page]") -> list[list[float]]:
    """Milliseconds by act and page."""
    chance = Random(1)
    took = []
    for _ in range(ACTS + WARM_UP):
        seat, act, seen = table.some_act(chance)
        sent = time.time()
        version = table.table.act(seat, act, seen)
        shown = [page.evaluate("version => window.shownAt(version)", version) for page in pages]
        took.append([at - 1000 * sent for at in shown])
    return took
