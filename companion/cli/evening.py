"""One run of the companion: table, board, devices and pages, put together and taken apart again."""

import socket
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import click

from companion.board import Board
from companion.cli.boardlink import link_board
from companion.cli.broker import tell_broker
from companion.cli.ears import Ears
from companion.cli.finding import Machine
from companion.cli.hostkey import KeyLight, host_key
from companion.cli.kiosk import screen_of
from companion.cli.logtail import LogTail
from companion.cli.makeshift import folder_for, port_for
from companion.cli.network import address, addresses, names
from companion.cli.selfcheck import SelfCheck
from companion.cli.service import Service
from companion.cli.starts import Starts
from companion.cli.thismachine import ThisMachine
from companion.cli.wired import refused
from companion.cli.wishes import Wishes
from companion.devices import Pins, open_devices
from companion.hardware import HardwareFault, usable_hardware
from companion.mqtt.broker import Broker
from companion.sensing import FOLDER, Gauges, Recording
from companion.server.app import create_app
from companion.server.machine import Trouble
from companion.server.serving import Server
from companion.server.wifi import Wifi
from companion.table import (
    Alarms,
    Backups,
    Follower,
    Journal,
    JournalError,
    Pacer,
    Table,
    bullets_of,
    dice_wanted,
)

FIRST_RULES = "classic"
"""Of the lobby on a fresh machine; the host may choose others while people join."""

SAFE_FOLDER = "safe"
"""In the data folder: the games of a safe start, so that the others are left alone."""


@dataclass(frozen=True, slots=True)
class Options:
    """What `companion run` was started with; its help says what each of them is.

    folder: of the data. rules: None for those that there are. board_name: what records call the board.
    hardware: its folder, None for the shipped one.
    settings: all of them by name, for the support bundle. troubles: what is wrong with the settings file.
    """

    link: str
    port: int
    host: str
    folder: Path
    rules: str | None
    board: Board
    board_name: str
    hardware: Path | None
    language: str
    wifi: Wifi | None
    mute: bool
    record: bool
    broker: Broker | None
    table_name: str
    settings: Mapping[str, object]
    troubles: Sequence[Trouble]


def play(options: Options, service: Service, tail: LogTail) -> tuple[bool, int]:
    """Run until somebody ends it; gives whether to begin anew, and on which port.

    After two failed starts in a row it is a safe one: without hardware, and with the old games left alone.
    tail: takes what is logged. Raises click.ClickException with a sentence where it cannot start.
    """
    with ExitStack() as evening:
        folder, not_kept = folder_for(options.folder, evening, managed=service.managed)
        listening, moved = port_for(options.port, options.host, managed=service.managed)
        evening.enter_context(listening)
        at: int = listening.getsockname()[1]
        options = replace(options, folder=folder, troubles=[*options.troubles, *not_kept, *moved])
        starts = Starts(folder)
        with starts.attempt():
            try:
                server = _put_together(options, listening, starts, service, tail, evening)
            except HardwareFault as fault:
                raise refused(fault, options.hardware) from None
            except JournalError as fault:
                raise click.ClickException(str(fault)) from None
            service.ready(f"The table is open at {address(options.host, at)}")
            again = server.run()
            service.stopping()
    return again, at


def _put_together(
    options: Options,
    listening: socket.socket,
    starts: Starts,
    service: Service,
    tail: LogTail,
    evening: ExitStack,
) -> Server:
    """Table, board, devices and pages, and what a person at the terminal wants to know of them."""
    folder, host, at = options.folder, options.host, listening.getsockname()[1]
    if starts.safe:
        safe = Trouble("safe", {"why": starts.why})
        options = replace(options, link="none", record=False, broker=None, troubles=[safe, *options.troubles])
        click.echo(f"Safe      {starts.why}")
        click.echo("Safe      So no hardware is asked and the old games are left alone: open /host to go on")
    board, backups = options.board, Backups(folder)
    if taken_back := backups.take_back_wanted():
        click.echo(f"Games     are those of the backup {taken_back}")
    built = None if starts.safe else usable_hardware(options.hardware, board)
    recording = _recording(folder, evening) if options.record else None
    table = _open_table(folder / SAFE_FOLDER if starts.safe else folder, options, recording, evening)
    pacer = Pacer(table, service.alive, starts.alive)
    evening.callback(pacer.close)
    pacer.start()
    gauges = Gauges(built.wiring) if built else None
    ears = Ears(recording, gauges, options.hardware)
    told, virtual = link_board(options.link, table, board, ears, evening, hardware=options.hardware)
    key = _host_key(folder)
    light = KeyLight(table.nudge)
    subjects = dict(_open_devices(table, built.pins, light, options.mute, evening)) if built else {}
    if options.broker:
        subjects["Broker"] = tell_broker(options.broker, table, folder, options.table_name, evening)
    looked_at = Machine(folder, at, hardware=options.hardware, broker=options.broker)
    check = SelfCheck(looked_at, options.troubles, table.nudge)
    evening.callback(check.close)
    check.start()
    app = create_app(
        table,
        host_key=key,
        address=lambda: address(host, at),
        hosts=lambda: [*([host] if host else addresses()), *names()],
        screen=screen_of(folder, options.language),
        wifi=options.wifi,
        virtual=virtual,
        felt=gauges,
        key_shown=light.on,
        backups=backups,
        restart=lambda: server.close(again=True),
        machine=ThisMachine(looked_at, check, Wishes(), tail, options.settings, table.archive.players),
    )
    service.serves_at(at)
    server = Server(app, listening)
    here = f"http://localhost:{at}"
    click.echo(f"Board     {told}" + (f": {here}/virtual" if virtual() else ""))
    for subject, sentence in subjects.items():
        click.echo(f"{subject:<10}{sentence}")
    click.echo(f"Games     are kept in {folder}")
    click.echo(f"Host key  {key}")
    click.echo(f"Kiosk     {here}/kiosk")
    click.echo(f"Sensors   {here}/sensors")
    click.echo(f"Phones    {address(host, at)}")
    return server


def _open_devices(
    table: Table, pins: Pins, light: KeyLight, mute: bool, evening: ExitStack
) -> Mapping[str, str]:
    """Button, lamps and buzzer; gives a sentence for each."""
    devices = evening.enter_context(open_devices(pins, table.roll_pressed, light.turn, mute=mute))
    alarms = Alarms()
    evening.enter_context(Follower(table, lambda view: devices.show_bullets(bullets_of(view))))
    evening.enter_context(Follower(table, lambda view: devices.sound(alarms.sound(view))))
    evening.enter_context(Follower(table, lambda view: devices.invite(dice_wanted(view, table.view))))
    return devices.told


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


def _open_table(folder: Path, options: Options, recording: Recording | None, evening: ExitStack) -> Table:
    """The table with the game that was left, or with a lobby of the rules that are asked for."""
    board, rules = options.board, options.rules
    boards = {options.board_name: board}
    journal = Journal.open(folder)
    table = Table(journal, boards=boards, recording=recording, hardware=options.hardware)
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
    return table
