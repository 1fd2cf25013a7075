"""What this machine is called in its networks, and the port it serves on."""

import contextlib
import errno
import socket
import struct
import sys

import click

from companion.server.serving import listen

SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface, netdevice(7)


def addresses() -> list[str]:
    """The IPv4 addresses of this machine, the one that phones most likely reach first; may be empty."""
    found = [_towards_the_world(), *_of_interfaces()]
    return [one for one in dict.fromkeys(found) if one and not one.startswith("127.")]


def address(host: str, port: int) -> str:
    """Where phones reach the pages now.

    host: the one address that is served on, empty for all; then the best of this machine's is taken.
    """
    best = host or next(iter(addresses()), "localhost")
    return f"http://{best}:{port}/"


def names() -> list[str]:
    """The names by which a browser in the same network may call this machine."""
    name = socket.gethostname()
    return [name, f"{name}.local"] if "." not in name else [name]


def open_port(port: int, host: str) -> socket.socket:
    """Open the socket that pages are served on.

    port: 0 for a free one. host: the one address to serve on, empty for all.
    Raises click.ClickException with a sentence where it cannot be had.
    """
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


def _towards_the_world() -> str | None:
    """The address on the way to the default gateway; connecting a datagram socket sends nothing."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address for documentation, RFC 5737
        return str(probe.getsockname()[0])
    return None


def _of_interfaces() -> list[str]:
    """Each interface's own address: an access point has no way to the world."""
    if sys.platform != "linux":
        return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found.append(socket.inet_ntoa(answer[20:24]))
    return found
