"""Everybody can see that the cards were not changed."""

import subprocess
from pathlib import Path

import pytest

from companion.rules import CARDS
from companion.table import check, digest
from tests.table.evening import started, winning


def test_the_promise_is_shown_at_the_deal_and_kept_at_the_end(tmp_path: Path) -> None:
    table = started(tmp_path)
    promised = table.view(None)["fairness"]
    assert set(promised) == {"digest"}
    assert table.view("Ben")["fairness"] == promised
    seat = table.view(None)["turn"]
    table.act(seat, winning(table), table.version)
    shown = table.view(None)["fairness"]
    assert shown["digest"] == promised["digest"]
    assert check(shown["digest"], shown["salt"], shown["deal"])
    record = table.record().splitlines()
    assert shown["deal"] == [line for line in record if line.startswith(("case ", "hand "))]


def test_a_changed_card_a_changed_salt_and_a_changed_order_are_found(tmp_path: Path) -> None:
    table = started(tmp_path)
    table.act(table.view(None)["turn"], winning(table), table.version)
    shown = table.view(None)["fairness"]
    lines, salt, promised = shown["deal"], shown["salt"], shown["digest"]
    for card in CARDS:
        other = "rope" if card != "rope" else "knife"
        forged = [" ".join(other if word == card else word for word in line.split()) for line in lines]
        assert not check(promised, salt, forged)
    assert not check(promised, salt[:-1] + ("0" if salt[-1] != "0" else "1"), lines)
    assert not check(promised, salt, lines[::-1])
    assert not check(promised, salt, lines[:-1])


def test_a_person_can_check_it_with_sha256sum() -> None:
    salt, lines = "00ff", ["case plum rope hall", "hand Åsa study"]
    text = "".join(f"{line}\n" for line in (salt, *lines))
    done = subprocess.run(["sha256sum"], input=text.encode(), capture_output=True, check=True)
    assert done.stdout.decode().split()[0] == digest(salt, lines)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_cards_never_give_the_same_digest(seed: int, tmp_path: Path) -> None:
    """Without the salt, 21 cards could be guessed and tried."""
    one, other = started(tmp_path / "one", seed=seed), started(tmp_path / "other", seed=seed + 100)
    assert one.view(None)["fairness"]["digest"] != other.view(None)["fairness"]["digest"]
