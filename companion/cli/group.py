"""The command group. A sub-command's module is imported only when that command is called."""

import importlib

import click

COMMANDS = {
    "run": "Start the table: board, journal, pages.",
    "hall": "Show all tables of an MQTT broker on one page.",
    "replay": "Play records again and hold them to their checks.",
    "replay-board": "Play recorded evenings again, from the board's raw lines on.",
    "reach": "Where a move of exactly so many steps may end, as JSON.",
    "settings": "Print a settings file with every option of `companion run`, or look at one.",
    "backup": "Copy all games, also while a companion plays.",
    "restore": "Put a copy of the games in the place of the present ones.",
    "support": "Pack what helps others to help, without any card, token or name.",
    "doctor": "Look at this machine and say what is well and what to do about the rest.",
    "flash": "Put this program's firmware onto the Pico.",
    "drawings": "Draw the board for its builder: circuits, pinouts, a template in real size, parts to print.",
    "parts": "Print what has to be bought for a board, with estimated prices.",
    "map": "Propose a wiring for any board, and write a hardware folder.",
    "bench": "Measure how quick the program is on this machine.",
    "simulate": "Play random legal games and tell how they went, as JSON.",
}


class Lazily(click.Group):
    """A group whose command NAME is the function `command` of `companion.cli.NAME` (`-` as `_`)."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order they are told."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module, or return None for a command that does not exist."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"companion.cli.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Lazily)
@click.version_option(package_name="cluedo-companion", prog_name="companion")
def main() -> None:
    """A Raspberry Pi companion for a real Cluedo/Clue board."""
