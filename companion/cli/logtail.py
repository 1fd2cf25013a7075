"""The last lines of the log, kept in memory for the support bundle."""

import logging
from collections import deque

LINES = 500
WIDTH = 2000
"""Letters of one line, a traceback in one piece, that are kept."""


class LogTail(logging.Handler):
    """Takes what is logged and keeps the last of it.

    >>> tail = LogTail()
    >>> tail.handle(logging.makeLogRecord({"msg": "The board is linked."}))
    True
    >>> [line.partition(" ")[2] for line in tail.lines]
    ['The board is linked.']
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter("%(asctime)s.%(msecs)03d %(message)s", datefmt="%H:%M:%S"))
        self.lines: deque[str] = deque(maxlen=LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """See logging.Handler."""
        self.lines.append(self.format(record)[:WIDTH])
