"""Game records: the text form of games, to write by hand, send with a report and play again (RECORDS.md)."""

from companion.records.errors import RecordError
from companion.records.record import Record, load_record, parse_record
from companion.records.replay import Replay, replay
from companion.records.writing import deal_lines, rules_words, write_record

__all__ = [
    "Record",
    "RecordError",
    "Replay",
    "deal_lines",
    "load_record",
    "parse_record",
    "replay",
    "rules_words",
    "write_record",
]
