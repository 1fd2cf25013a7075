"""The table: the one writer, between phones, board, dice button and journal."""

from companion.table.alarms import Alarms
from companion.table.archive import Archive, Finished, Result
from companion.table.backups import Backup, Backups, NoCopy
from companion.table.clock import Clock, SystemClock
from companion.table.errors import LOBBY_CODES, JournalError, LobbyError, StaleVersion
from companion.table.fairness import check, digest
from companion.table.follower import Follower
from companion.table.house import House
from companion.table.journal import Journal
from companion.table.lamps import bullets_of, dice_wanted, glowing_doors
from companion.table.pacer import Pacer
from companion.table.rerun import Rerun, rerun
from companion.table.seating import Ticket
from companion.table.sitting import MARKS
from companion.table.table import Table

__all__ = [
    "LOBBY_CODES",
    "MARKS",
    "Alarms",
    "Archive",
    "Backup",
    "Backups",
    "Clock",
    "Finished",
    "Follower",
    "House",
    "Journal",
    "JournalError",
    "LobbyError",
    "NoCopy",
    "Pacer",
    "Rerun",
    "Result",
    "StaleVersion",
    "SystemClock",
    "Table",
    "Ticket",
    "bullets_of",
    "check",
    "dice_wanted",
    "digest",
    "glowing_doors",
    "rerun",
]
