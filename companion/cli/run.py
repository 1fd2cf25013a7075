"""`companion run`: the evening."""

import errno
import logging
import os
import signal
import socket
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import NoReturn

import click

from companion.assets import asset_dir
from companion.board import Board
from companion.cli.boardlink import link_board
from companion.cli.ears import Ears
from companion.cli.hostkey import KeyLight, host_key
from companion.cli.inputs import board_of
from companion.cli.kiosk import screen_of, wifi_of
from companion.cli.network import address, addresses, names
from companion.cli.options_file import take as take_settings
from companion.cli.paths import data_folder
from companion.cli.service import Service
from companion.devices import PinsFault, open_devices, read_pins
from companion.rules import RULESETS
from companion.sensing import FOLDER, Gauges, Recording, WiringFault, wiring_for
from companion.server.app import create_app
from companion.server.serving import Server, listen
from companion.table import Alarms, Backups, Follower, Journal, JournalError, Pacer, Table, bullets_of
from companion.words import NAMES

FIRST_RULES = "classic"
"""Of the lobby on a fresh machine; the host may choose others while people join."""

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
@click.option(
    "--settings",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    is_eager=True,  # it brings the defaults of the others
    expose_value=False,
    callback=take_settings,
    help="A TOML file with these options, see `companion settings`; what stands here goes before it.",
)
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
def command(
    link: str,
    port: int,
    host: str,
    data: Path | None,
    rules: str | None,
    source: str,
    language: str,
    wifi_name: str,
    wifi_key: str,
    mute: bool,
    record: bool,
) -> None:
    """Start the table: board, journal, pages. Ctrl-C ends it; the next start goes on with the same game."""
    logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("companion").setLevel(logging.INFO)  # what the link has to say of the board
    for number in (signal.SIGTERM, signal.SIGINT):  # also where the server does not yet wait for either
        signal.signal(number, _end)
    folder = data or data_folder()
    service = Service()
    board, wifi = board_of(source), wifi_of(wifi_name, wifi_key)
    backups = Backups(folder)
    with ExitStack() as evening:
        listening = evening.enter_context(_listen(port, host))
        try:
            if taken_back := backups.take_back_wanted():
                click.echo(f"Games     are those of the backup {taken_back}")
            recording = _recording(folder, evening) if record else None
            table = _open_table(folder, Path(source).name, board, rules, recording, service, evening)
            gauges = Gauges(wiring_for(board))
            told, virtual = link_board(link, table, board, Ears(recording, gauges), evening)
            pins = read_pins(asset_dir("hardware") / "pi_pins.toml")
        except (JournalError, PinsFault, WiringFault) as fault:
            raise click.ClickException(str(fault)) from None
        key = _host_key(folder)
        light = KeyLight(table.nudge)
        devices = evening.enter_context(open_devices(pins, table.roll_pressed, light.turn, mute=mute))
        alarms = Alarms()
        evening.enter_context(Follower(table, lambda view: devices.show_bullets(bullets_of(view))))
        evening.enter_context(Follower(table, lambda view: devices.sound(alarms.sound(view))))
        at = listening.getsockname()[1]
        app = create_app(
            table,
            host_key=key,
            address=lambda: address(host, at),
            hosts=lambda: [*([host] if host else addresses()), *names()],
            screen=screen_of(folder, language),
            wifi=wifi,
            virtual=virtual,
            felt=gauges,
            key_shown=light.on,
            backups=backups,
            restart=lambda: server.close(again=True),
        )
        server = Server(app, listening)
        here = f"http://localhost:{at}"
        click.echo(f"Board     {told}" + (f": {here}/virtual" if virtual() else ""))
        for subject, sentence in devices.told.items():
            click.echo(f"{subject:<10}{sentence}")
        click.echo(f"Games     are kept in {folder}")
        click.echo(f"Host key  {key}")
        click.echo(f"Kiosk     {here}/kiosk")
        click.echo(f"Sensors   {here}/sensors")
        click.echo(f"Phones    {address(host, at)}")
        service.ready(f"The table is open at {address(host, at)}")
        again = server.run()
        service.stopping()
    if again:  # in the same process, so that whoever watches it, systemd or a terminal, notices nothing
        os.execv(sys.executable, [sys.executable, *sys.argv, "--port", str(at)])


def _listen(port: int, host: str) -> socket.socket:
    try:
        return listen(port, host)
    except OSError as fault:
        if fault.errno == errno.EADDRINUSE:
            why = f"The port {port} is in use: stop the other companion, or choose another with --port."
        elif host and (fault.errno == errno.EADDRNOTAVAIL or isinstance(fault, socket.gaierror)):
            why = f"This machine has no address {host}: choose another with --host, or leave it out."
        else:
            why = f"The port {port} cannot be had ({fault.strerror}): choose another with --port."
        raise click.ClickException(why) from None


def _host_key(folder: Path) -> str:
    try:
        return host_key(folder)
    except OSError as fault:
        raise click.ClickException(
            f"The host key in {folder} cannot be kept: {fault.strerror}. "
            "Make it readable and writable, or choose another folder with --data."
        ) from None


def _recording(folder: Path, evening: ExitStack) -> Recording:
    recording = Recording(folder / FOLDER)
    evening.callback(lambda: recording.close(time.monotonic()))
    return recording


def _open_table(
    folder: Path,
    name: str,
    board: Board,
    rules: str | None,
    recording: Recording | None,
    service: Service,
    evening: ExitStack,
) -> Table:
    """The table with the game that was left, or with a lobby of the rules that are asked for.

    name: what records call the board.
    """
    table = Table(Journal.open(folder), boards={name: board}, recording=recording)
    evening.callback(table.close)
    seen = table.view(None)
    phase = seen["phase"]
    if table.board() != board:  # also where there is none yet: who scans the code first can sit down
        if phase == "play" or (phase == "lobby" and seen["seats"]):
            raise click.ClickException(
                f"The game in {folder} is played on the board {seen['board']}: "
                "name its file with --board, or choose another folder with --data."
            )
        table.open_lobby(rules or seen["rules"] or FIRST_RULES)
    elif rules and (phase == "over" or (phase == "lobby" and rules != seen["rules"])):
        table.open_lobby(rules, keep_seats=phase == "lobby")
    elif rules and phase == "play" and rules != seen["rules"]:
        click.echo(f"Rules     stay {seen['rules']}: a game is running; the kiosk opens a new one")
    pacer = Pacer(table, service.alive)
    evening.callback(pacer.close)
    pacer.start()
    return table


def _end(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)
