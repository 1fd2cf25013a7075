"""Calling the command as a user does."""

from tests.cli.conftest import companion, plugged

__all__ = ["companion", "plugged"]
