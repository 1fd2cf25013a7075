"""The `companion` command: one module for each sub-command."""

from companion.cli.group import main

__all__ = ["main"]
