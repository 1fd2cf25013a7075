"""The Firefox that this machine has, driven through WebDriver BiDi."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("firefox-esr", "firefox")


def found_firefox() -> str | None:
    """Where it is, None where there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@contextmanager
def started_firefox() -> Iterator[Browser]:
    """Start it without a window."""
    with sync_playwright() as playwright:
        browser = playwright.firefox.launch(executable_path=found_firefox(), channel="moz-firefox")
        yield browser
        browser.close()
