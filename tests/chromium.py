"""The Chromium that this machine has, for every browser test."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def started_chromium() -> Iterator[Browser]:
    """Start it without a window."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    assert found, f"none of {', '.join(NAMES)} is on the PATH: make test installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        # Pages keep still unless a test wants them to move: drawing is most of what a browser test costs.
        browser.new_context = partial(browser.new_context, reduced_motion="reduce")  # type: ignore[method-assign]
        browser.new_page = partial(browser.new_page, reduced_motion="reduce")  # type: ignore[method-assign]
        yield browser
        browser.close()
