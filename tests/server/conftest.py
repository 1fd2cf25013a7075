from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.chromium import started_chromium
from tests.server.evening import Evening, open_evening
from tests.server.live import KIOSK, PHONE, Opener, served


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """A classic game's lobby."""
    evening = open_evening(tmp_path)
    yield evening
    evening.table.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with started_chromium() as browser:
        yield browser


@pytest.fixture
def port(evening: Evening) -> Iterator[int]:
    with served(evening) as port:
        yield port


@pytest.fixture
def visit(chromium: Browser, evening: Evening, port: int) -> Iterator[Opener]:
    """Open a page in a browser of its own; whatever the browser complains of fails the test."""
    complaints: list[str] = []
    contexts = []

    def opened(path: str = "/", *, seat: str | None = None, via: int = port, kiosk: bool = False) -> Page:
        context = chromium.new_context(viewport=KIOSK if kiosk else PHONE, has_touch=not kiosk)
        contexts.append(context)
        at = f"http://localhost:{via}"
        if seat:
            cookie = {"name": "companion_seat", "value": evening.tokens[seat], "url": at}
            context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(at + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not [said for said in complaints if "status of 4" not in said and "ERR_" not in said], complaints
