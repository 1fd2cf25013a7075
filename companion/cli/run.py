"""`companion run`: the evening."""

import logging
import os
import sys
from pathlib import Path

import click

from companion.cli.broker import broker_of, broker_options, name_of
from companion.cli.evening import Options, play
from companion.cli.kiosk import wifi_of
from companion.cli.logtail import LogTail
from companion.cli.options_file import flaws, given, or_else, settings_option
from companion.cli.paths import data_folder
from companion.cli.process import begin_to_serve
from companion.cli.service import Service
from companion.cli.wired import board_file, board_for, hardware_option
from companion.rules import RULESETS
from companion.words import NAMES

LINKS = ("auto", "pico", "virtual", "none")


def link_choice(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """One of LINKS, or a serial port that is there."""
    if value in LINKS or Path(value).is_char_device():
        return value
    if Path(value).exists():
        raise click.BadParameter(f"{value} is no serial port: choose one of {', '.join(LINKS)}, or a port.")
    raise click.BadParameter(
        f"The port {value} does not exist: plug the board in, or choose one of {', '.join(LINKS)}."
    )


@click.command("run")
@settings_option("A TOML file with these options, see `companion settings`; what stands here goes before it.")
@click.option(
    "--link",
    default="auto",
    callback=link_choice,
    metavar="LINK",
    help="The board: auto (a Pico if one answers, else the virtual board), pico, virtual, none, or a port.",
)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, help="Of the pages; 0 takes a free one.")
@click.option("--host", default="", metavar="ADDRESS", help="The address to serve on; without it, all.")
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help="Where games are kept.")
@click.option("--rules", type=click.Choice(list(RULESETS)), help="Open a lobby with these rules.")
@click.option("--board", "source", default="classic", metavar="FILE", help="A board file of your own.")
@hardware_option
@click.option(
    "--language",
    type=click.Choice(list(NAMES)),
    default="en",
    help="What the kiosk speaks until another is chosen on it.",
)
@click.option("--wifi-name", default="", metavar="NAME", help="The phones' Wi-Fi, for the kiosk to show.")
@click.option("--wifi-key", default="", metavar="KEY", help="Its key; without one it is an open network.")
@click.option("--mute/--no-mute", default=False, help="Leave the buzzer on the pins silent.")
@click.option(
    "--record/--no-record",
    default=True,
    help="Keep the last evenings as the board told them, for `companion replay-board`; 130 MB at most.",
)
@broker_options
@click.option(
    "--table-name",
    default="",
    metavar="NAME",
    callback=name_of,
    help="What the broker's listeners call this table; without one, the machine's name.",
)
def command(
    link: str,
    port: int,
    host: str,
    data: Path | None,
    rules: str | None,
    source: str,
    hardware: Path | None,
    language: str,
    wifi_name: str,
    wifi_key: str,
    mute: bool,
    record: bool,
    mqtt: str,
    mqtt_user: str,
    mqtt_password: str,
    mqtt_topic: str,
    table_name: str,
) -> None:
    """Start the table: board, journal, pages. Ctrl-C ends it; the next start goes on with the same game."""
    begin_to_serve()
    tail = LogTail()
    logging.getLogger().addHandler(tail)
    wired = or_else(
        "board",
        lambda: (board_for(source, hardware), Path(board_file(source, hardware)).name, hardware),
        lambda: (board_for("classic", None), "classic", None),
    )
    options = Options(
        link=link,
        port=port,
        host=host,
        folder=data or data_folder(),
        rules=rules,
        board=wired[0],
        board_name=wired[1],
        hardware=wired[2],
        language=language,
        wifi=or_else("wifi-key", lambda: wifi_of(wifi_name, wifi_key), lambda: None),
        mute=mute,
        record=record,
        broker=or_else("mqtt", lambda: broker_of(mqtt, mqtt_user, mqtt_password, mqtt_topic), lambda: None),
        table_name=table_name,
        settings=given(),
        troubles=[flaw.trouble for flaw in flaws()],
    )
    for flaw in flaws():
        click.echo(f"Settings  {flaw.sentence}")
    again, at = play(options, Service(), tail)
    if again:  # in the same process, so that whoever watches it, systemd or a terminal, notices nothing
        same_port = [] if port else ["--port", str(at)]
        os.execv(sys.executable, [sys.executable, *sys.argv, *same_port])
