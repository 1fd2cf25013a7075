"""`companion hall`: one screen for a club with many tables."""


import click

from companion.cli.broker import broker_of, broker_options
from companion.cli.network import address, addresses, names, open_port
from companion.cli.options_file import settings_option
from companion.cli.process import begin_to_serve
from companion.words import NAMES


@click.command("hall")
@settings_option("A TOML file with these options, for the password above all.")
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
    begin_to_serve()
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
