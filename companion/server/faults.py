"""Whatever goes wrong, as one sentence that says what to do next."""

from collections.abc import Mapping

from companion.words import Player, Words

_PLAYERS = frozenset({"seat", "to", "against", "name"})
"""Details that are names which players typed; the others are cards and places."""


class Fault(Exception):
    """A request that cannot be done.

    status: the HTTP status.
    code: names the sentence, `fault.CODE` in the catalogues.
    details: names for the sentence.
    """

    def __init__(self, status: int, code: str, **details: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.details = details


def sentence(words: Words, family: str, code: str, details: Mapping[str, object]) -> str:
    """The sentence for a code, with its details as the language needs them.

    family: `refusal`, `lobby` or `fault`; the catalogues hold `FAMILY.CODE`.

    >>> from companion.words import load_words
    >>> sentence(load_words().of("en"), "refusal", "occupied", {"place": "Q7"})
    'Another token stands on Q7. Choose another place.'
    """
    args = {
        name: Player(str(value)) if name in _PLAYERS else words.noun(str(value))
        for name, value in details.items()
    }
    return words.text(f"{family}.{code}", **args)
