"""Calling the command as a user does, and what a link said."""

from tests.cli.conftest import companion, plugged
from tests.sensing.conftest import inbox

__all__ = ["companion", "inbox", "plugged"]
