"""A journal that cannot be read or written: one sentence, what to do next, nothing lost."""

import resource
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.table import Journal, JournalError, Table
from tests.table.evening import everything_seen, open_table, seat_players, started


def sentence_of(folder: Path) -> str:
    with pytest.raises(JournalError) as fault:
        Journal.open(folder)
    return str(fault.value)


def test_the_folder_is_made_and_nobody_else_may_read_the_hands(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    started(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert sentence_of(tmp_path / "file" / "data") == (
        f"The data folder {tmp_path}/file/data cannot be written: Not a directory. "
        "Make it writable for this user, or choose another with --data DIR."
    )


def test_a_journal_that_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").mkdir()
    assert "cannot be written: Is a directory." in sentence_of(tmp_path)


def test_a_read_only_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", refuse)  # root may write everywhere
    assert f"The data folder {tmp_path} cannot be written: Permission denied." in sentence_of(tmp_path)


def test_a_file_that_is_no_journal(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_text("Dear diary, " * 1000)
    assert sentence_of(tmp_path) == (
        f"{tmp_path}/journal.sqlite is damaged: file is not a database. "
        "Move it away (a copy helps a bug report) and start again, or choose another folder with --data DIR."
    )


def test_a_damaged_journal(tmp_path: Path) -> None:
    started(tmp_path).close()
    file = tmp_path / "journal.sqlite"
    data = bytearray(file.read_bytes())
    page = 4096
    for at in range(page, len(data), page):  # every page but the first
        data[at : at + 8] = b"\xff" * 8
    file.write_bytes(data)
    assert " is damaged: " in sentence_of(tmp_path)
    assert file.read_bytes()[page:] == data[page:]


def test_a_journal_of_a_newer_companion(tmp_path: Path) -> None:
    started(tmp_path).close()
    database = sqlite3.connect(tmp_path / "journal.sqlite")
    database.execute("PRAGMA user_version = 7")
    database.close()
    assert sentence_of(tmp_path) == (
        f"{tmp_path}/journal.sqlite was written by a newer companion (its format is 7, this one knows 1). "
        "Update this one, or choose another folder with --data DIR."
    )


def test_a_database_of_another_program(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "journal.sqlite")
    database.execute("CREATE TABLE photos (id)")
    database.close()
    assert sentence_of(tmp_path) == (
        f"{tmp_path}/journal.sqlite is a database of another program. Choose another folder with --data DIR."
    )


def test_a_second_companion_on_the_same_folder(tmp_path: Path) -> None:
    table = started(tmp_path)
    script = (
        "import sys; from pathlib import Path; from companion.table import Journal, JournalError\n"
        "try: Journal.open(Path(sys.argv[1]))\n"
        "except JournalError as fault: print(fault)\n"
    )
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", script, str(tmp_path)]
    other = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=60, check=True)
    assert other.stdout == (
        f"Another companion is already playing with {tmp_path}/journal.sqlite. "
        "Stop it, or choose another folder with --data DIR.\n"
    )
    assert sentence_of(tmp_path) == other.stdout.strip()
    assert table.roll_pressed()  # and this one plays on
    table.close()
    assert open_table(tmp_path).view(None)["frame"]["stage"] == "rolled"


@contextmanager
def full_disk() -> Iterator[None]:
    """No file of this process grows, as on a full disk."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)


WRITES: dict[str, Callable[[Table], object]] = {
    "an act": lambda table: table.act("Ann", "roll", table.version),
    "the dice button": lambda table: table.roll_pressed(),
    "a note": lambda table: table.note("Ann", "rope", "Ben", "no"),
    "a language": lambda table: table.set_language("Ann", "fi"),
    "an invitation": lambda table: table.invite("Ann"),
    "a new game": lambda table: table.open_lobby("travel", replace=True),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES.keys())
def test_a_full_disk_refuses_and_changes_nothing(write: Callable[[Table], object], tmp_path: Path) -> None:
    table = started(tmp_path)
    seen, version, record = everything_seen(table), table.version, table.record()
    with full_disk(), pytest.raises(JournalError, match=r"journal\.sqlite cannot be written: "):
        write(table)
    assert (everything_seen(table), table.version, table.record()) == (seen, version, record)
    write(table)  # there is room again
    assert table.version == version + 1
    now = everything_seen(table)
    table.close()
    assert everything_seen(open_table(tmp_path)) == now


def test_a_full_disk_deals_nothing(tmp_path: Path) -> None:
    table = open_table(tmp_path)
    with full_disk(), pytest.raises(JournalError):
        table.open_lobby("classic")
    table.open_lobby("classic")
    with full_disk(), pytest.raises(JournalError):
        table.join("Ann", "scarlet")
    seat_players(table)
    version = table.version
    with full_disk(), pytest.raises(JournalError):
        table.start()
    assert (table.view(None)["phase"], table.version) == ("lobby", version)
    table.start()


def test_the_screens_go_on_over_a_full_disk(tmp_path: Path) -> None:
    """The state of the link is shown though nothing can be kept; not even the reserve of versions."""
    table = started(tmp_path)
    with full_disk():
        for _ in range(600):
            table.linked("ok")
            version = table.version
            table.linked("lost")
            assert table.version == version + 1
    table.act("Ann", "roll", table.version)
    table.close()
    assert open_table(tmp_path).version >= table.version


def test_an_act_after_the_end_of_the_companion_is_a_sentence(tmp_path: Path) -> None:
    table = started(tmp_path)
    table.close()
    with pytest.raises(JournalError, match=r"is closed: the companion is stopping\. Start it again\.$"):
        table.roll_pressed()
