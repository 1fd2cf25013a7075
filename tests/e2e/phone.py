"""What a player does with a phone: where on the page each act is found, and what the page says.

Whoever changes the player's page changes this file with it, and no test.
"""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

LOOK = """() => {
  const all = (selector, tell) => [...document.querySelectorAll(selector)].map(tell);
  const { version, phase } = document.body.dataset;
  const prompt = document.getElementById("panel-prompt");
  return {
    version: Number(version),
    phase,
    asked: prompt.classList.contains("asked"),
    sentence: prompt.querySelector(".sentence")?.textContent ?? "",
    acts: all("#panel-prompt [data-act]", (one) => one.dataset.act),
    cards: all("#panel-hand [id^=card-in-hand-]", (one) => one.id.slice("card-in-hand-".length)),
  };
}"""
"""Everything at one moment: no newer version comes in between."""


@dataclass
class Phone:
    """A player's page.

    language: that the player chose when joining.
    """

    page: Page
    name: str
    suspect: str
    language: str

    def sit_down(self) -> None:
        """Join the lobby."""
        self.page.locator("#join-name").fill(self.name)
        self.page.locator(f"#join-{self.suspect}").click()
        languages = self.page.locator("#join-language")
        if languages.input_value() != self.language:
            languages.select_option(self.language)
        self.page.locator("#join button.main").click()
        expect(self.page.locator("body[data-seated]")).to_be_visible()

    # -- what it shows --------------------------------------------------------------------------------

    def look(self) -> dict[str, Any]:
        """The page at one moment; `acts` are those that it has controls for, `cards` lie in its hand."""
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        return seen

    def acts(self, *first: str) -> list[str]:
        """The acts on one tap that begin with one of these words."""
        return [act for act in self.look()["acts"] if act.split()[0] in first]

    def squares(self) -> list[str]:
        """The squares where the move may end."""
        options = self.page.locator("#act-move-place option:not([value=''])")
        return [str(option.get_attribute("value")) for option in options.all()]

    # -- what is done with it -------------------------------------------------------------------------

    def do(self, act: str) -> int:
        """Do an act in the words of the records; gives the version right after it."""
        verb, *words = act.split()
        if verb not in ("suggest", "accuse"):
            return self._tap(act, *words[:1])
        form = self.page.locator(f"#act-{verb}")
        self._uncover(form)
        for number, word in enumerate(words, 1):
            form.locator(f"#{verb}-{number}").select_option(word)
        return self._send(form.locator("button"))

    def _tap(self, act: str, card: str = "") -> int:
        """Tap the act's button; one that confirms a card is seen once the card is picked."""
        button = self.page.locator(f'#panel-prompt button[data-act="{act}"]')
        self._uncover(button)
        pick = self.page.locator(f'#panel-prompt [data-pick="{card}"]')
        if pick.count():
            pick.click()
        return self._send(button)

    def _send(self, button: Locator) -> int:
        with self.page.expect_response("**/api/act") as answered:
            button.click()
        assert answered.value.ok, answered.value.text()
        return int(answered.value.json()["version"])

    def _uncover(self, control: Locator) -> None:
        """Open whatever the control lies behind, the outermost first."""
        control.wait_for(state="attached")
        for step in control.locator("xpath=ancestor::details").all():
            if step.get_attribute("open") is None:
                step.locator("> summary").click()
