"""What the pages say: one gettext catalogue a language, English where a language has nothing."""

from companion.words.catalogue import SOURCE, Catalogue, read_catalogue
from companion.words.phrase import Noun, Player, Words
from companion.words.shelf import NAMES, Shelf, load_words

__all__ = ["NAMES", "SOURCE", "Catalogue", "Noun", "Player", "Shelf", "Words", "load_words", "read_catalogue"]
