"""Calling the command as a user does."""

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from companion.cli import main

Companion = Callable[..., Result]


@pytest.fixture
def companion() -> Companion:
    """Run `companion` with these words; a traceback fails the test at once."""

    def run(*words: object) -> Result:
        return CliRunner().invoke(main, [str(word) for word in words], catch_exceptions=False)

    return run
