"""Holds a page to WCAG 2.2 AA, by day and by night."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_RULES = {
    "light": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "dark": {"type": "rule", "values": ["color-contrast"]},  # the night changes colours and nothing else
}
_AXE = Axe()


def assert_accessible(page: Page, what: str = "") -> None:
    """Fail with what axe finds on a page as it stands, in either theme; whatever moves is let stand still.

    what: names the moment, for the message.
    """
    found = []
    for theme, rules in _RULES.items():
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        options = {"resultTypes": ["violations"], "runOnly": rules}
        for fault in _AXE.run(page, options=options).response["violations"]:
            found.append(f"{theme}: {fault['id']} ({fault['impact']}), {fault['help']}")
            found += [f"  {node['html'][:160]} {node.get('failureSummary', '')}" for node in fault["nodes"]]
    page.emulate_media(color_scheme="null", reduced_motion="null")
    assert not found, f"{what or page.url}\n" + "\n".join(found)
