"""No sentence stands outside the catalogues, none is missing, none is left over."""

import re
import string
from itertools import product
from pathlib import Path

import pytest
from markupsafe import Markup

from companion.board import ROOMS, SUSPECTS
from companion.rules import CARDS, REFUSALS, RULESETS, WEAPONS
from companion.rules.cards import CardClass
from companion.sensing.virtual import FAULTS
from companion.server import house
from companion.server.faults import sentence
from companion.server.tabletop import GROUPS
from companion.table import LOBBY_CODES
from companion.words import NAMES, Catalogue, Player, Shelf, Words, load_words, read_catalogue

ROOT = Path(__file__).parents[2]
SOURCES = [*(ROOT / "companion/server").glob("*.py"), *(ROOT / "web/templates").rglob("*.html")]
FAMILIES = {f"refusal.{code}" for code in REFUSALS} | {f"lobby.{code}" for code in LOBBY_CODES}
KEY = re.compile(r"""["']([a-z]+\.[a-z][a-z-]*)["']""")
RAISED = re.compile(r'Fault\(\s*\d+, "([a-z-]+)"')
HANDLED = re.compile(r'"fault", (?:_CODES\.get\(status, )?"([a-z-]+)"|\d+: "([a-z-]+)"')
FILES = {"game.case"} | {path.name for path in SOURCES}
ENDPOINTS = {"hosting.host", "sheets.style"}

OPTIONS = {**house.OPTIONS, **house.CLAIMING}

ROLES = {
    "nominative": {*CARDS, "square"},
    "card": set(CARDS),
    "partitive": set(SUSPECTS),
    "accusative": set(CARDS),
    "held": set(CARDS),
    "instrumental": set(WEAPONS),
    "locative": {*ROOMS, "square"},
    "illative": {*ROOMS, "square"},
    "elative": {*ROOMS, "square"},
    "letter": set(SUSPECTS),
    "description": set(SUSPECTS),
    "rules": set(RULESETS),
    "about": set(RULESETS),
    "owed": set(CardClass),
    "group": set(CardClass),
    "option": set(OPTIONS),
    "fault": set(FAULTS),
    "fault-means": set(FAULTS),
    "fault-group": set(GROUPS),
    "value": {value for values in OPTIONS.values() for value in values if not value.isdigit()},
}


@pytest.fixture(scope="module")
def english() -> Words:
    return load_words().of("en")


def used() -> set[str]:
    """Every key that code and templates name."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    codes = set(RAISED.findall(text)) | {code for pair in HANDLED.findall(text) for code in pair if code}
    return (set(KEY.findall(text)) - FILES - ENDPOINTS) | {f"fault.{code}" for code in codes} | FAMILIES


def test_every_key_used_exists_and_every_key_is_used(english: Words) -> None:
    there = {key for context, key in english.catalogue if not context}
    assert used() == there


def test_every_noun_stands_in_every_role_that_it_needs(english: Words) -> None:
    there: dict[str, set[str]] = {}
    for context, key in english.catalogue:
        if context:
            there.setdefault(context, set()).add(key)
    assert there == ROLES


def test_sentences_ask_for_roles_that_there_are(english: Words) -> None:
    for (_, key), forms in english.catalogue.messages.items():
        for form in forms:
            for _, name, role, _ in string.Formatter().parse(form):
                assert not role or role in ROLES, (key, name, role)


@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_is_one_clear_sentence(english: Words, code: str) -> None:
    details = {"place": "Q7", "room": "hall", "card": "rope", "seat": "Ann", "act": "dance"}
    told = sentence(english, "refusal", code, details)
    assert told.endswith(".") and "{" not in told


@pytest.mark.parametrize(("code", "names"), LOBBY_CODES.items())
def test_every_lobby_fault_is_one_clear_sentence(english: Words, code: str, names: tuple[str, ...]) -> None:
    told = sentence(english, "lobby", code, dict.fromkeys(names, "Zoe"))
    assert told.endswith(".") and "{" not in told


def test_names_of_players_are_shielded_and_escaped(english: Words) -> None:
    told = english.html("log.shown", seat=Player("<b>"), to=Player("Ann"))
    assert told == Markup("<bdi>&lt;b&gt;</bdi> shows <bdi>Ann</bdi> a card.")
    assert english.text("log.shown", seat=Player("Ben"), to=Player("Ann")) == "Ben shows Ann a card."
    assert english.listing(["Ann", "B&B", "Cat"]).count("<bdi>") == 3
    assert "B&amp;B" in english.listing(["Ann", "B&B"])


def test_each_noun_is_a_phrase_of_its_own(english: Words) -> None:
    told = english.text("log.suggested", seat="Ann", **{
        "suspect": english.noun("mustard"), "room": english.noun("dining"), "weapon": english.noun("leadpipe")
    })  # fmt: skip
    assert told == "Ann suspects Colonel Mustard in the Dining Room with the lead pipe."


def test_squares_are_places_too(english: Words) -> None:
    assert [english.name(role, "Q7") for role in ("nominative", "locative", "illative", "elative")] == [
        "Q7", "on Q7", "to Q7", "from Q7",
    ]  # fmt: skip


def finnish(folder: Path) -> Shelf:
    """English whole, and a Finnish catalogue that is only begun."""
    po = folder / "fi.po"
    po.write_text(
        'msgid ""\nmsgstr ""\n"Language: fi\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
        'msgid "log.moved"\nmsgstr "{seat} siirtyy {to:illative}."\n\n'
        'msgid "seat.cards"\nmsgid_plural "seat.cards"\nmsgstr[0] "yksi kortti"\nmsgstr[1] "{n} korttia"\n\n'
        '#, fuzzy\nmsgid "log.won"\nmsgstr "arvaus"\n\n'
        'msgid "log.drawn"\nmsgstr ""\n\n'
        'msgctxt "illative"\nmsgid "kitchen"\nmsgstr "keittiöön"\n',
        encoding="utf-8",
    )
    return Shelf({"en": load_words().catalogues["en"], "fi": read_catalogue(po)})


def test_another_language_falls_back_to_english_where_it_is_unfinished(tmp_path: Path) -> None:
    words = finnish(tmp_path).of("fi")
    assert words.text("log.moved", seat="Ann", to=words.noun("kitchen")) == "Ann siirtyy keittiöön."
    assert words.text("log.moved", seat="Ann", to=words.noun("hall")) == "Ann siirtyy to the Hall."
    assert [words.text("seat.cards", n=n) for n in (1, 3)] == ["yksi kortti", "3 korttia"]
    assert words.text("log.won", seat="Ann") == "Ann wins."  # fuzzy is not finished
    assert words.text("log.drawn") == "Nobody wins."


def test_a_browser_gets_the_best_language_there_is(tmp_path: Path) -> None:
    shelf = finnish(tmp_path)
    assert shelf.languages == ("en", "fi")
    assert shelf.negotiate(["fi-FI", "en"]) == "fi"
    assert shelf.negotiate(["de", "ja"]) == "en"
    norwegian = Shelf({**shelf.catalogues, "nb": Catalogue("nb", {}, lambda n: 0)})
    assert [norwegian.negotiate([wish]) for wish in ("no", "nn-NO", "nb")] == ["nb", "nb", "nb"]


def test_only_languages_of_the_project_are_offered() -> None:
    assert set(load_words().catalogues) <= set(NAMES)


def test_no_english_stands_in_the_templates() -> None:
    """Between the tags of a template stand only expressions, signs and numbers."""
    for path, pattern in product(SOURCES, (r">([^<>{}]*[A-Za-z]{2}[^<>{}]*)<",)):
        if path.suffix == ".html":
            text = re.sub(
                r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", path.read_text(encoding="utf-8"), flags=re.S
            )
            assert not re.findall(pattern, text), path
