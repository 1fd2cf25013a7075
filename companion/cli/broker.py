"""The broker that tables are told to, as the command line, the settings or the environment name it."""

import hashlib
import secrets
import socket
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from companion.mqtt.broker import Broker, BrokerFault
from companion.table import Follower, Table

FILE = "table.id"
"""In the data folder: what tells this table from all others."""

SERIAL = Path("/proc/device-tree/serial-number")
"""A Pi's own number."""

PASSWORD = "COMPANION_MQTT_PASSWORD"
"""The environment variable that may hold the password."""

LONGEST = 40
"""Characters of a table's name."""

C = TypeVar("C", bound=Callable[..., Any])


def address_of(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """HOST or HOST:PORT, or nothing."""
    try:
        return str(Broker.at(value)) if value else ""
    except BrokerFault as fault:
        raise click.BadParameter(str(fault)) from None


def topic_of(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """A topic without wildcards."""
    try:
        return Broker.at("localhost", topic=value).topic
    except BrokerFault as fault:
        raise click.BadParameter(str(fault)) from None


def password_of(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """A password from anywhere but the command line, which every user of a machine can read."""
    if ctx.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE:
        raise click.BadParameter(
            f"Everybody on this machine could read it: write it into the settings file, or set {PASSWORD}."
        )
    return value


def name_of(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """A name that fits a screen."""
    name = " ".join(value.split())
    if len(name) > LONGEST:
        raise click.BadParameter(f"A table's name has at most {LONGEST} characters.")
    return name


def broker_options(command: C) -> C:
    """The options of a command that speaks to a broker."""
    options = (
        click.option(
            "--mqtt",
            default="",
            metavar="HOST[:PORT]",
            callback=address_of,
            help="An MQTT broker that hears what everybody at the table sees, see docs/mqtt.md.",
        ),
        click.option("--mqtt-user", default="", metavar="NAME", help="Who we are at the broker."),
        click.option(
            "--mqtt-password",
            default="",
            metavar="WORD",
            envvar=PASSWORD,
            hide_input=True,
            callback=password_of,
            help=f"Only in the settings file or in {PASSWORD}: others could read the command line.",
        ),
        click.option(
            "--mqtt-topic",
            default="cluedo",
            metavar="TOPIC",
            callback=topic_of,
            help="The topic above all tables; tables and hall name the same.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def broker_of(address: str, user: str, password: str, topic: str) -> Broker | None:
    """The broker of the options, None where none is named. Raises click.UsageError for half of one."""
    if not address:
        if user:
            raise click.UsageError("--mqtt-user needs a broker: add --mqtt HOST.")
        return None
    if password and not user:
        raise click.UsageError("The password of the broker needs a name, too: add --mqtt-user NAME.")
    return Broker.at(address, user, password, topic)


def broker_in(values: Mapping[str, Any]) -> Broker | None:
    """The broker that a settings file names. Raises click.UsageError for half of one."""
    address, user, password = (values.get(name, "") for name in ("mqtt", "mqtt_user", "mqtt_password"))
    return broker_of(address, user, password, values.get("mqtt_topic", "cluedo"))


def table_id(folder: Path, serial: Path = SERIAL) -> str:
    """Ten hexadecimal digits that tell this table from all others, the same at every start.

    It is of the data folder and of the machine, so neither a copied card nor two companions on one machine
    make two tables of one id.

    folder: of the data. Raises OSError if its part can be neither read nor written.
    """
    path = folder / FILE
    kept = path.read_text(encoding="ascii", errors="replace").strip() if path.exists() else ""
    if not kept:
        kept = secrets.token_hex(16)
        path.write_text(f"{kept}\n", encoding="ascii")
    machine = serial.read_bytes() if serial.exists() else b""
    return hashlib.sha256(kept.encode() + machine).hexdigest()[:10]


def tell_broker(broker: Broker, table: Table, folder: Path, name: str, evening: ExitStack) -> str:
    """Tell the broker of the table until the evening ends; gives a sentence.

    folder: of the data. name: what people call the table, empty for the machine's name.
    """
    from companion.mqtt.publisher import Publisher  # paho is loaded only where a broker is named

    try:
        id = table_id(folder)
    except OSError as fault:
        return f"{broker} is told nothing: {folder / FILE} cannot be kept ({fault.strerror})"
    name = name or socket.gethostname()
    publisher = Publisher(broker, id, name, version("cluedo-companion"))
    evening.enter_context(publisher)
    evening.enter_context(Follower(table, publisher.show))
    return f"{broker} hears of this table, {name}, below {broker.topic}/{id}"
