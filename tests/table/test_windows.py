"""Challenge windows: how long they last, what a restart leaves of them, who passes for whom."""

import threading
from pathlib import Path

import pytest

from companion.rules import Refusal
from companion.table import Journal, Pacer, StaleVersion, Table
from tests.table.evening import HandClock, open_table, power_cut, seat_players

OPTIONS = {"begins": "scarlet"}


def claimed(folder: Path, clock: HandClock, seats: int = 4, **options: object) -> Table:
    """Ann has claimed the kitchen; everybody is asked whether she lies."""
    table = open_table(folder, clock=clock)
    table.open_lobby("bluff", OPTIONS | options)
    seat_players(table, seats)
    table.start()
    table.act("Ann", "claim kitchen", table.version)
    return table


def test_a_window_shows_its_rest_to_everybody(tmp_path: Path) -> None:
    clock = HandClock()
    table = claimed(tmp_path, clock)
    clock.seconds += 4.5
    assert {str(table.view(seat)["window"]) for seat in (None, "Ann", "Ben", "Cat")} == {
        "{'seconds': 12, 'rest': 7.5}"
    }


def test_running_out_counts_as_pass(tmp_path: Path) -> None:
    clock = HandClock()
    table = claimed(tmp_path, clock)
    wait = table.tick()
    assert wait is not None and 0 < wait <= 12
    clock.seconds += 11.9
    table.tick()
    assert table.view(None)["awaits"] == ["Ben", "Cat", "Dan"]
    clock.seconds += 0.1
    table.tick()
    view = table.view(None)
    assert (view["tokens"]["scarlet"], view["window"]) == ("kitchen", None)
    assert "Dan: pass" in table.record().splitlines()


def test_all_answers_close_it_early(tmp_path: Path) -> None:
    table = claimed(tmp_path, HandClock())
    for seat in ("Cat", "Ben", "Dan"):
        table.act(seat, "pass", table.version)
    assert table.view(None)["tokens"]["scarlet"] == "kitchen"
    assert table.tick() is None


def test_answers_leave_the_rest_of_the_time_alone(tmp_path: Path) -> None:
    clock = HandClock()
    table = claimed(tmp_path, clock)
    clock.seconds += 6
    table.act("Ben", "pass", table.version)
    assert table.view(None)["window"] == {"seconds": 12, "rest": 6.0}


def test_each_window_starts_afresh(tmp_path: Path) -> None:
    """Dan's mustard is a claim of its own, with a window of its own (R33)."""
    clock = HandClock()
    table = claimed(tmp_path, clock)
    clock.seconds += 6
    table.act("Ben", "pass", table.version)
    table.act("Dan", "challenge mustard", table.version)
    assert table.view(None)["awaits"] == ["Ann"]
    assert table.view(None)["window"] == {"seconds": 12, "rest": 12.0}


def test_no_limit_waits_for_ever(tmp_path: Path) -> None:
    clock = HandClock()
    table = claimed(tmp_path, clock, window=0)
    clock.seconds += 3600
    assert table.tick() is None
    assert table.view(None)["awaits"] == ["Ben", "Cat", "Dan"]
    assert table.view(None)["window"] is None


@pytest.mark.parametrize("seconds", [0.5, 3, 11])
def test_a_restart_comes_back_with_the_rest(seconds: float, tmp_path: Path) -> None:
    clock = HandClock()
    table = claimed(tmp_path / "one", clock)
    clock.seconds += seconds
    table.tick()
    copy = power_cut(tmp_path / "one", tmp_path / "two")
    table.close()
    clock.seconds += 600
    for folder in (tmp_path / "one", copy):
        again = open_table(folder, clock=clock)
        assert again.view("Ben")["window"] == {"seconds": 12, "rest": 12 - seconds}
        clock.seconds += 12 - seconds
        again.tick()
        assert again.view(None)["tokens"]["scarlet"] == "kitchen"
        again.close()


def test_everybody_may_answer_on_the_view_that_asked(tmp_path: Path) -> None:
    """One question, three phones, one version: each answer counts though the others came first."""
    table = claimed(tmp_path, HandClock())
    asked = table.version
    for seat in ("Dan", "Ben", "Cat"):
        table.act(seat, "pass", asked)
    assert table.view(None)["tokens"]["scarlet"] == "kitchen"


def test_who_comes_too_late_hears_why(tmp_path: Path) -> None:
    """Two phones in the same second: the window has just closed, and nothing changes."""
    table = claimed(tmp_path, HandClock())
    asked = table.version
    table.act("Ben", "challenge", asked)
    before = table.version
    with pytest.raises(Refusal, match="not-now"):
        table.act("Cat", "challenge mustard", asked)
    assert table.version == before


def test_a_second_tap_is_stale(tmp_path: Path) -> None:
    table = claimed(tmp_path, HandClock())
    asked = table.version
    table.act("Ben", "pass", asked)
    with pytest.raises(StaleVersion):
        table.act("Ben", "pass", asked)


def test_an_answer_to_one_claim_is_none_to_the_next(tmp_path: Path) -> None:
    """Ann is caught and claims another room: Cat's old answer must not meet the new claim."""
    table = claimed(tmp_path, HandClock())
    asked = table.version
    table.act("Ben", "challenge", table.version)
    table.act("Ann", "concede", table.version)
    (offer,) = table.view("Ann")["acts"]
    table.act("Ann", f"pay {offer['choices'][0][0]}", table.version)
    table.act("Ann", "claim hall", table.version)
    with pytest.raises(StaleVersion):
        table.act("Cat", "pass", asked)


def test_the_host_passes_for_an_absent_seat_after_a_pause(tmp_path: Path) -> None:
    clock = HandClock()
    table = claimed(tmp_path, clock, window=0)
    for seat in ("Ben", "Cat"):
        table.act(seat, "pass", table.version)
    table.pass_for("Dan")
    assert table.view("Dan")["passing"] == {"seat": "Dan", "rest": 5.0}
    clock.seconds += 4.9
    table.tick()
    assert table.view(None)["awaits"] == ["Dan"]
    clock.seconds += 0.1
    table.tick()
    assert table.view(None)["tokens"]["scarlet"] == "kitchen"
    assert table.view(None)["passing"] is None


def test_the_absent_seat_may_come_back_in_the_pause(tmp_path: Path) -> None:
    clock = HandClock()
    table = claimed(tmp_path, clock, window=0)
    table.pass_for("Ben")
    table.act("Ben", "challenge", table.version)
    assert table.view(None)["passing"] is None
    clock.seconds += 60
    table.tick()
    assert table.view(None)["awaits"] == ["Ann"]


def test_the_host_passes_for_nobody_who_is_not_asked(tmp_path: Path) -> None:
    table = claimed(tmp_path, HandClock())
    with pytest.raises(Refusal, match="not-now"):
        table.pass_for("Ann")


def test_a_journal_that_cannot_be_written_leaves_the_window_open(tmp_path: Path) -> None:
    clock = HandClock()
    table = claimed(tmp_path, clock)
    table.close()  # from now on every write fails
    clock.seconds += 12
    assert table.tick() == 1.0
    assert table.view(None)["awaits"] == ["Ben", "Cat", "Dan"]


def test_a_window_that_had_run_out_does_not_come_back(tmp_path: Path) -> None:
    """The rest was noted as nothing, and the power went before anybody had passed."""
    clock = HandClock()
    table = claimed(tmp_path, clock)
    clock.seconds += 12
    table.close()
    again = open_table(tmp_path, clock=clock)
    assert again.view(None)["window"] == {"seconds": 12, "rest": 0.0}
    again.tick()
    assert again.view(None)["tokens"]["scarlet"] == "kitchen"


def test_the_clock_of_the_table_survives_a_stumble(tmp_path: Path) -> None:
    """Whatever goes wrong in one look, the next one comes."""
    looked = threading.Semaphore(0)

    class Stumbling(Table):
        def tick(self) -> float | None:
            looked.release()
            raise ValueError("stumbled")

    pacer = Pacer(Stumbling(Journal.open(tmp_path)))
    pacer.start()
    assert looked.acquire(timeout=10) and looked.acquire(timeout=10)
    pacer.close()
