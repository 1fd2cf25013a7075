"""Times of the wall clock as pages tell them: marked as unsure while nobody has set the clock."""

from datetime import datetime

from babel.dates import format_datetime, format_time

from companion.words import Words


def day_and_time(at: float | None, words: Words, *, sure: bool) -> str:
    """When something was, in the language's own way; empty where nobody knows.

    at: seconds since 1970. sure: whether the clock that is asked now has been set.
    """
    if at is None:
        return ""
    told = format_datetime(datetime.fromtimestamp(at), "medium", locale=words.language)
    return _marked(told, words, sure)


def time_of_day(at: float | None, words: Words, *, sure: bool) -> str:
    """The same without the day."""
    told = format_time(datetime.fromtimestamp(at or 0), "short", locale=words.language)
    return _marked(told, words, sure)


def _marked(told: str, words: Words, sure: bool) -> str:
    return told if sure else words.text("time.about", time=told)
