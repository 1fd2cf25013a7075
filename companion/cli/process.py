"""What a command that serves until it is told to end begins with."""

import logging
import signal
from types import FrameType
from typing import NoReturn


def begin_to_serve() -> None:
    """Log what board, table and broker have to say; let SIGTERM and ctrl-C end the process."""
    logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("companion").setLevel(logging.INFO)
    for number in (signal.SIGTERM, signal.SIGINT):  # also where the server does not yet wait for either
        signal.signal(number, _end)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)
