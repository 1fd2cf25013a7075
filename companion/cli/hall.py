"""`companion hall`: one screen for a club with many tables."""

import logging
import signal
from pathlib import Path
from types import FrameType
from typing import NoReturn

import click

from companion.cli.broker import broker_of, broker_options
from companion.cli.network import address, addresses, names, open_port
from companion.cli.options_file import take as take_settings
from companion.words import NAMES


@click.command("hall")
@click.option(
    "--settings",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    is_eager=True,  # it brings the defaults of the others
    expose_value=False,
    callback=take_settings,
    help="A TOML file with these options, for the password above all.",
)
@broker_options
@click.option("--port", type=click.IntRange(0, 65535), default=8010, help="Of the page; 0 takes a free one.")
@click.option("--host", default="", metavar="ADDRESS", help="The address to serve on; without it, all.")
@click.option(
    "--language",
    type=click.Choice(list(NAMES)),
    default=None,
    help="What the page speaks; without it, what each browser wishes.",
)
def command(
    mqtt: str,
    mqtt_user: str,
    mqtt_password: str,
    mqtt_topic: str,
    port: int,
    host: str,
    language: str | None,
) -> None:
    """Show all tables of a broker on one page: whose turn it is, what waits, who has won. Ctrl-C ends it."""
    from companion.hall.app import create_hall
    from companion.hall.listening import listen_to
    from companion.hall.tables import Tables
    from companion.server.serving import Server

    broker = broker_of(mqtt, mqtt_user, mqtt_password, mqtt_topic)
    if broker is None:
        raise click.UsageError("The hall hears of its tables from a broker: name it with --mqtt HOST.")
    logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("companion").setLevel(logging.INFO)  # what the link has to say of the broker
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _end)
    tables = Tables()
    listening = open_port(port, host)
    at = listening.getsockname()[1]
    client = listen_to(broker, tables)
    client.start()
    hall = create_hall(
        tables, hosts=lambda: [*([host] if host else addresses()), *names()], language=language
    )
    click.echo(f"Broker    {broker}, tables below {broker.topic}")
    click.echo(f"Hall      {address(host, at)}")
    try:
        Server(hall, listening).run()
    finally:
        client.close()


def _end(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)
