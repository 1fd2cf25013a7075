"""Every language says everything that English says, with the same names in it, and says it whole."""

import re
import string
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.board import ROOMS, SUSPECTS
from companion.rules import CARDS, WEAPONS
from companion.words import NAMES, SOURCE, Player, Words, load_words

FOLDER = Path(__file__).parents[2] / "companion/words"
SHELF = load_words()
ENGLISH = SHELF.catalogues[SOURCE]
LANGUAGES = [language for language in NAMES if language != SOURCE]

PLACES = (*ROOMS, "Q7")
NOUNS = {
    "suspect": SUSPECTS,
    "weapon": WEAPONS,
    "room": ROOMS,
    "card": CARDS,
    "place": PLACES,
    "to": PLACES,
    "from": PLACES,
    "class": ("suspect", "weapon", "room"),
}
"""What may be filled in where a message asks for a grammatical role."""

PLAYER = Player("Zed")
NUMBERS = {"n", "die", "dice", "steps", "bullets"}

SAME = {
    ("", "app.name"): {"sv", "da", "nb", "fi"},  # a name
    ("", "host.version"): {"sv", "da"},
    ("nominative", "square"): {"sv", "da", "nb", "fi"},  # nothing but the square
    ("nominative", "revolver"): {"sv", "da", "nb"},
    ("card", "revolver"): {"sv", "da", "nb"},
    ("rules", "bluff"): {"sv", "da"},
    ("letter", "green"): {"sv", "da"},  # Grön, Grøn
    ("letter", "plum"): {"sv"},  # Plommon
    ("letter", "mustard"): {"nb"},  # Multe
}
"""What may look as it does in English, and where: each was looked at."""

PHRASES = {
    ("sv", "nominative", "scarlet"): "Fröken Scharlakan",
    ("sv", "locative", "conservatory"): "i vinterträdgården",
    ("sv", "elative", "kitchen"): "ur köket",
    ("sv", "illative", "Q7"): "till Q7",
    ("sv", "instrumental", "wrench"): "med skiftnyckeln",
    ("da", "nominative", "white"): "Fru Hvid",
    ("da", "locative", "study"): "i arbejdsværelset",
    ("da", "accusative", "rope"): "rebet",
    ("nb", "locative", "kitchen"): "på kjøkkenet",
    ("nb", "locative", "lounge"): "i salongen",
    ("nb", "illative", "kitchen"): "til kjøkkenet",
    ("nb", "nominative", "mustard"): "Oberst Multe",
    ("fi", "locative", "kitchen"): "keittiössä",
    ("fi", "illative", "kitchen"): "keittiöön",
    ("fi", "elative", "conservatory"): "kasvihuoneesta",
    ("fi", "locative", "Q7"): "ruudussa Q7",
    ("fi", "instrumental", "rope"): "köydellä",
    ("fi", "partitive", "mustard"): "Eversti Keltanokkaa",
    ("fi", "partitive", "peacock"): "Rouva Päiväperhosta",
    ("fi", "accusative", "scarlet"): "Neiti Punakullan",
    ("fi", "accusative", "wrench"): "jakoavaimen",
    ("fi", "held", "wrench"): "jakoavain",
}

SENTENCES = {
    "sv": "Ann misstänker att Fru Vit gjorde det i köket med repet.",
    "da": "Ann tror, at Fru Hvid gjorde det i køkkenet med rebet.",
    "nb": "Ann antar at Fru Hvitveis gjorde det på kjøkkenet med reipet.",
    "fi": "Ann epäilee Rouva Valkopesua murhasta keittiössä köydellä.",
}


def fields(message: str) -> Iterator[tuple[str, str]]:
    """The placeholders of a message, each with its role."""
    for _, name, role, _ in string.Formatter().parse(message):
        if name is not None:
            yield name, role or ""


def names(message: str) -> set[str]:
    return {name for name, _ in fields(message)}


def fillings(words: Words, forms: Sequence[str]) -> Iterator[dict[str, object]]:
    """Everything that a message may be filled with: all cards and places, some numbers, a player, a word."""
    wanted = {name: role for form in forms for name, role in fields(form)}
    if len(forms) > 1:
        wanted.setdefault("n", "")  # chooses the form, also where the form says another number
    choices: list[Sequence[object]] = []
    for name, role in wanted.items():
        if role or name == "suspect":
            choices.append([words.noun(word) for word in NOUNS[name]])
        elif name in NUMBERS:
            choices.append((0, 1, 2, 5))
        else:
            choices.append((PLAYER, "Zoe"))
    for chosen in product(*choices):
        yield dict(zip(wanted, chosen, strict=True))


def test_every_language_has_a_catalogue() -> None:
    assert list(SHELF.languages) == list(NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_and_noun_is_there_and_no_other(language: str) -> None:
    """Empty and fuzzy ones count as missing: English would stand in for them."""
    assert set(SHELF.catalogues[language]) == set(ENGLISH)


@pytest.mark.parametrize("language", NAMES)
def test_no_message_is_blank_or_framed_by_spaces(language: str) -> None:
    for key, forms in SHELF.catalogues[language].messages.items():
        assert all(form and form == form.strip() and "  " not in form for form in forms), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_names_stand_in_each_message(language: str) -> None:
    """The form for many is like English's; a form for one may leave the number out."""
    for key, forms in SHELF.catalogues[language].messages.items():
        english = [names(form) for form in ENGLISH.messages[key]]
        assert names(forms[-1]) == english[-1], key
        assert all(english[0] <= names(form) <= english[-1] for form in forms), key


@pytest.mark.parametrize("language", NAMES)
def test_each_role_is_one_that_all_nouns_have(language: str) -> None:
    catalogue = SHELF.catalogues[language]
    for key, forms in catalogue.messages.items():
        for form in forms:
            for name, role in fields(form):
                if not role:
                    continue
                stand = ["square" if word == "Q7" else word for word in NOUNS[name]]
                assert all(catalogue.find(word, role) for word in stand), (key, name, role)


@pytest.mark.parametrize("language", NAMES)
def test_plurals_are_counted_as_the_language_counts(language: str) -> None:
    with (FOLDER / f"{language}.po").open("rb") as file:
        source = read_po(file, locale=language, abort_invalid=True)
    assert source.locale is not None and source.locale.language == language
    for message in source:
        forms = message.string
        assert isinstance(forms, str) or (forms and len(forms) == source.num_plurals), message.id
    catalogue = SHELF.catalogues[language]
    assert {catalogue.plural(n) for n in range(1000)} == set(range(source.num_plurals))
    for key, forms in catalogue.messages.items():
        assert (len(forms) > 1) == (len(ENGLISH.messages[key]) > 1), key
    said = [SHELF.of(language).text("seat.cards", n=n) for n in (0, 1, 2, 18)]
    assert len(set(said)) == 4 and not any(digit in said[1] for digit in string.digits)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_was_left_in_english(language: str) -> None:
    messages = SHELF.catalogues[language].messages
    same = {key for key, forms in messages.items() if forms == ENGLISH.messages[key]}
    assert same == {key for key, allowed in SAME.items() if language in allowed}


@pytest.mark.parametrize("language", NAMES)
def test_every_sentence_takes_every_card_and_place(language: str) -> None:
    """In plain text and in HTML; each begins, and goes on after a stop, with no small letter."""
    words = SHELF.of(language)
    for (context, key), forms in SHELF.catalogues[language].messages.items():
        if context:
            continue
        for args in fillings(words, forms):
            told = words.text(key, **args)
            html = words.html(key, **args)
            said = words.message(key, n=int(str(args.get("n", 1))))
            assert all(format(args[name], role) in told for name, role in fields(said)), (key, args)
            assert html.count("<bdi>Zed</bdi>") == told.count("Zed"), (key, args)
            if told[-1] in ".!?":
                assert not told[0].islower(), told
                assert not any(letter.islower() for letter in re.findall(r"\w[.!?] (\w)", told)), told


@pytest.mark.parametrize("language", NAMES)
def test_letters_tell_the_tokens_apart(language: str) -> None:
    letters = [SHELF.of(language).name("letter", suspect) for suspect in SUSPECTS]
    assert len(set(letters)) == len(SUSPECTS)
    assert all(1 <= len(letter) <= 2 for letter in letters)


@pytest.mark.parametrize("language", NAMES)
def test_a_name_on_a_card_only_knows_better_where_to_break(language: str) -> None:
    """A soft hyphen cannot be seen in the file: it stands between letters, and nothing else differs."""
    words = SHELF.of(language)
    for card in CARDS:
        printed = words.name("card", card)
        assert printed.replace("\u00ad", "") == words.name("nominative", card)
        assert all(len(part) >= 3 for part in re.split(r"[ \u00ad]", printed)), printed
        assert all(len(part) <= 11 for part in re.split(r"[ \u00ad]", printed)), printed


@pytest.mark.parametrize(("language", "role", "word"), PHRASES)
def test_nouns_stand_as_the_language_has_them(language: str, role: str, word: str) -> None:
    assert SHELF.of(language).name(role, word) == PHRASES[language, role, word]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_suggestion_reads_as_somebody_would_say_it(language: str) -> None:
    words = SHELF.of(language)
    cards = {
        "suspect": words.noun("white"),
        "room": words.noun("kitchen"),
        "weapon": words.noun("rope"),
    }
    assert words.text("log.suggested", seat=Player("Ann"), **cards) == SENTENCES[language]
