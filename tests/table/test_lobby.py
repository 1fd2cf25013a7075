"""Opening games, taking seats, moving them to another phone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.rules import is_seat_name
from companion.table import LOBBY_CODES, LobbyError, Table
from tests.table.evening import open_table, seat_players, started, winning


def lobby(folder: Path, seats: int = 0) -> Table:
    table = open_table(folder)
    table.open_lobby("travel", {"dice": 1})
    seat_players(table, seats)
    return table


def over(folder: Path) -> Table:
    table = started(folder)
    table.act("Ann", winning(table), table.version)
    return table


FAULTS: dict[str, tuple[Callable[[Path], Table], Callable[[Table], object], dict[str, str]]] = {
    "no-lobby": (open_table, lambda table: table.join("Ann", "plum"), {}),
    "no-game": (lobby, lambda table: table.act("Ann", "roll", table.version), {}),
    "no-board": (started, lambda table: table.agree(table.version), {}),
    "game-running": (started, lambda table: table.open_lobby("classic"), {}),
    "rules-unknown": (open_table, lambda table: table.open_lobby("chess"), {"rules": "chess"}),
    "option-unknown": (open_table, lambda table: table.open_lobby("classic", {"a": 1}), {"option": "a"}),
    "option-value": (open_table, lambda table: table.open_lobby("classic", {"dice": 9}), {"option": "dice"}),
    "board-unknown": (open_table, lambda table: table.open_lobby("classic", {}, "x"), {"board": "x"}),
    "name-invalid": (lobby, lambda table: table.join("Ann Lee", "plum"), {"name": "Ann Lee"}),
    "name-reserved": (lobby, lambda table: table.join("House", "plum"), {"name": "House"}),
    "name-taken": (lambda at: lobby(at, 1), lambda table: table.join("aNN", "plum"), {"name": "aNN"}),
    "suspect-missing": (lobby, lambda table: table.join("Ann", ""), {}),
    "suspect-unknown": (lobby, lambda table: table.join("Ann", "rope"), {"suspect": "rope"}),
    "suspect-taken": (
        lambda at: lobby(at, 1),
        lambda table: table.join("Zoe", "scarlet"),
        {"suspect": "scarlet"},
    ),
    "language-unknown": (lobby, lambda table: table.join("Ann", "plum", "de"), {"language": "de"}),
    "table-full": (lambda at: lobby(at, 6), lambda table: table.join("Zoe", "plum"), {}),
    "too-few-seats": (lambda at: lobby(at, 2), lambda table: table.start(), {}),
    "seat-unknown": (lambda at: lobby(at, 2), lambda table: table.invite("Zoe"), {"name": "Zoe"}),
    "order-wrong": (lambda at: lobby(at, 3), lambda table: table.order(["Ann", "Ben", "Ben"]), {}),
    "invitation-used": (lambda at: lobby(at, 2), lambda table: table.redeem("x"), {}),
    "note-unknown": (started, lambda table: table.note("Ann", "spoon", "Ben", "no"), {"word": "spoon"}),
}


def test_every_code_has_its_case() -> None:
    assert list(FAULTS) == list(LOBBY_CODES)


@pytest.mark.parametrize("code", FAULTS)
def test_a_fault_has_a_code_and_changes_nothing(code: str, tmp_path: Path) -> None:
    prepare, fault, details = FAULTS[code]
    table = prepare(tmp_path)
    before = [table.view(seat) for seat in (None, "Ann", "Ben")]
    with pytest.raises(LobbyError) as raised:
        fault(table)
    assert (raised.value.code, raised.value.details) == (code, details)
    assert tuple(details) == LOBBY_CODES[code]
    assert [table.view(seat) for seat in (None, "Ann", "Ben")] == before


OUT_OF_PLACE: list[tuple[str, Callable[[Path], Table], Callable[[Table], object]]] = [
    ("no-lobby", open_table, lambda table: table.start()),
    ("no-lobby", over, lambda table: table.join("Zoe", "plum")),
    ("no-lobby", over, lambda table: table.start()),
    ("no-lobby", open_table, lambda table: table.order([])),
    ("no-lobby", over, lambda table: table.remove("Ann")),
    ("game-running", started, lambda table: table.remove("Ann")),
    ("seat-unknown", lobby, lambda table: table.remove("Zoe")),
    ("game-running", started, lambda table: table.join("Zoe", "plum")),
    ("game-running", started, lambda table: table.start()),
    ("game-running", started, lambda table: table.order(["Cat", "Ben", "Ann"])),
    ("game-running", started, lambda table: table.rematch()),
    ("no-game", open_table, lambda table: table.act("Ann", "roll", 0)),
    ("no-game", open_table, lambda table: table.record()),
    ("no-game", lobby, lambda table: table.rematch()),
    ("seat-unknown", open_table, lambda table: table.note("Ann", "rope", "Ben", "no")),
    ("seat-unknown", started, lambda table: table.set_language("Zoe", "fi")),
    ("language-unknown", started, lambda table: table.set_language("Ann", "xx")),
    ("invitation-used", open_table, lambda table: table.redeem("x")),
    ("note-unknown", started, lambda table: table.note("Ann", "rope", "Zoe", "no")),
    ("note-unknown", started, lambda table: table.note("Ann", "rope", "Ben", "perhaps")),
    ("option-value", open_table, lambda table: table.open_lobby("classic", {"honour": "on"})),
]


@pytest.mark.parametrize(("code", "prepare", "fault"), OUT_OF_PLACE)
def test_out_of_place(
    code: str, prepare: Callable[[Path], Table], fault: Callable[[Table], object], tmp_path: Path
) -> None:
    with pytest.raises(LobbyError, match=f"^{code}$"):
        fault(prepare(tmp_path))


@pytest.mark.parametrize("name", ["", "Ann Lee", "_Ann", "-", "a" * 21, "Ann!", "a\n", "\ud800"])
def test_names_that_would_not_stand_in_a_record_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(LobbyError, match="name-invalid"):
        lobby(tmp_path).join(name, "plum")


@pytest.mark.parametrize("name", ["all", "House", "TABLE", "check", "refused"])
def test_words_of_the_records_are_no_names(name: str, tmp_path: Path) -> None:
    with pytest.raises(LobbyError, match="name-reserved"):
        lobby(tmp_path).join(name, "plum")


@pytest.mark.parametrize("name", ["Ann", "Åsa-2", "Päivi_K", "7", "a" * 20])
def test_other_names_are_not(name: str, tmp_path: Path) -> None:
    assert is_seat_name(name)
    assert lobby(tmp_path).join(name, "plum").seat == name


def test_one_letter_written_in_two_ways_is_one_name(tmp_path: Path) -> None:
    table = lobby(tmp_path)
    assert table.join("A\u030asa", "plum").seat == "Åsa"
    with pytest.raises(LobbyError, match="name-taken"):
        table.join("ÅSA", "green")


def test_before_the_first_lobby_there_is_little_to_see(tmp_path: Path) -> None:
    table = open_table(tmp_path)
    view = table.view(None)
    assert (view["phase"], view["seats"], view["log"], view["link"]) == ("none", [], [], "none")
    assert table.seat_of("x") is None and table.language_of("Ann") is None and table.board() is None
    assert table.invited("x") is None


def test_the_lobby_shows_who_sits_where(tmp_path: Path) -> None:
    table = lobby(tmp_path, 2)
    view = table.view("Ben")
    assert (view["phase"], view["rules"], view["board"]) == ("lobby", "travel", "classic")
    assert view["options"]["dice"] == "1"
    assert {one["name"]: one["suspect"] for one in view["seats"]} == {"Ann": "scarlet", "Ben": "mustard"}
    assert (view["seat"], view["suspect"], view["language"], view["hand"]) == ("Ben", "mustard", "en", [])
    assert view["tokens"]["scarlet"] == "Q0"
    public = table.view(None)
    assert public["seat"] is None and "hand" not in public and "language" not in public


def test_a_view_has_the_same_fields_in_the_lobby_and_in_the_game(tmp_path: Path) -> None:
    table = lobby(tmp_path, 3)
    before = {seat: set(table.view(seat)) for seat in (None, "Ann")}
    table.start()
    assert {seat: set(table.view(seat)) for seat in (None, "Ann")} == before
    assert set(open_table(tmp_path / "unopened").view(None)) <= before[None]


def test_seats_are_clockwise_as_they_join_unless_the_host_orders_them(tmp_path: Path) -> None:
    table = lobby(tmp_path, 4)
    table.order(["Cat", "Ann", "Dan", "Ben"])
    table.start()
    assert [seat["name"] for seat in table.view(None)["seats"]] == ["Cat", "Ann", "Dan", "Ben"]
    cards = {seat["name"]: seat["cards"] for seat in table.view(None)["seats"]}
    assert cards == {"Cat": 5, "Ann": 5, "Dan": 4, "Ben": 4}


def test_only_the_token_opens_the_seat(tmp_path: Path) -> None:
    table = lobby(tmp_path)
    tokens = seat_players(table, 3)
    assert {name: table.seat_of(token) for name, token in tokens.items()} == {name: name for name in tokens}
    assert [table.seat_of(wrong) for wrong in ("", tokens["Ann"][:-1], "\ud800")] == [None] * 3
    assert len(set(tokens.values())) == 3 and all(len(token) >= 22 for token in tokens.values())


def test_the_disk_holds_no_secret(tmp_path: Path) -> None:
    table = lobby(tmp_path)
    secrets = [*seat_players(table, 3).values(), table.invite("Ben")]
    table.close()
    held = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"Ann" in held
    assert not [secret for secret in secrets if secret.encode() in held]


def test_an_invitation_moves_the_seat_once(tmp_path: Path) -> None:
    table = lobby(tmp_path)
    old = seat_players(table, 3)["Ben"]
    table.start()
    code = table.invite("Ben")
    assert table.invited(code) == "Ben" and table.seat_of(code) is None
    assert table.seat_of(old) == "Ben"  # to be invited takes nothing away yet
    new = table.redeem(code)
    assert table.seat_of(new) == "Ben"
    assert table.seat_of(old) is None
    assert table.invited(code) is None
    with pytest.raises(LobbyError, match="invitation-used"):
        table.redeem(code)


def test_a_newer_invitation_voids_the_older_one_of_the_same_seat_only(tmp_path: Path) -> None:
    table = lobby(tmp_path, 3)
    first, other, second = table.invite("Ben"), table.invite("Cat"), table.invite("Ben")
    assert [table.invited(code) for code in (first, other, second)] == [None, "Cat", "Ben"]


def test_a_seat_that_is_freed_is_free_for_good(tmp_path: Path) -> None:
    table = lobby(tmp_path)
    tokens = seat_players(table, 3)
    code, before = table.invite("Ben"), table.version
    table.remove("Ben")
    assert table.version > before
    table.close()
    table = open_table(tmp_path)
    assert [seat["name"] for seat in table.view(None)["seats"]] == ["Ann", "Cat"]
    assert (table.seat_of(tokens["Ben"]), table.invited(code)) == (None, None)
    assert (table.seat_of(tokens["Ann"]), table.seat_of(tokens["Cat"])) == ("Ann", "Cat")
    newcomer = table.join("Ben", "mustard")
    assert table.seat_of(newcomer.token) == "Ben" and table.seat_of(tokens["Ben"]) is None


def test_a_seat_speaks_its_own_language(tmp_path: Path) -> None:
    table = lobby(tmp_path)
    table.join("Ann", "plum", "fi")
    table.join("Ben", "green")
    assert (table.language_of("Ann"), table.language_of("Ben")) == ("fi", "en")
    table.set_language("Ben", "nb")
    assert table.view("Ben")["language"] == "nb"
    assert table.view("Ann")["language"] == "fi"


def test_a_rematch_keeps_seats_phones_rules_and_board(tmp_path: Path) -> None:
    table = lobby(tmp_path)
    tokens = seat_players(table, 3)
    table.start()
    first = table.record()
    while table.view(None)["frame"]["kind"] == "first":
        table.roll_pressed()
    seat = table.view(None)["turn"]
    table.act(seat, winning(table), table.version)
    table.rematch()
    view = table.view("Ann")
    assert (view["phase"], view["rules"], view["board"]) == ("lobby", "travel", "classic")
    assert view["options"]["dice"] == "1"
    assert [table.seat_of(token) for token in tokens.values()] == ["Ann", "Ben", "Cat"]
    table.join("Zoe", "plum")
    table.start()
    assert table.record() != first and len(table.view(None)["seats"]) == 4


def test_a_new_lobby_is_empty_and_the_old_tokens_are_dead(tmp_path: Path) -> None:
    table = over(tmp_path)
    code = table.invite("Ann")
    table.open_lobby("travel")
    assert table.view(None)["seats"] == [] and table.invited(code) is None
    assert table.view("Ann") == table.view(None)  # whoever does not sit here is the public


def test_a_running_game_ends_only_when_the_host_says_so(tmp_path: Path) -> None:
    table = started(tmp_path)
    with pytest.raises(LobbyError, match="game-running"):
        table.open_lobby("travel")
    table.open_lobby("travel", replace=True, keep_seats=True)
    assert table.view(None)["phase"] == "lobby"
    assert [seat["name"] for seat in table.view(None)["seats"]] == ["Ann", "Ben", "Cat"]


def test_notes_are_private_and_can_be_taken_back(tmp_path: Path) -> None:
    table = started(tmp_path)
    public, ben = table.view(None), table.view("Ben")
    table.note("Ann", "rope", "Ben", "no")
    table.note("Ann", "rope", "Cat", "maybe")
    table.note("Ann", "hall", "Ann", "yes")
    table.note("Ann", "rope", "Cat", "")
    assert table.view("Ann")["notes"] == {"rope": {"Ben": "no"}, "hall": {"Ann": "yes"}}
    assert table.view(None) | {"version": 0} == public | {"version": 0}
    assert table.view("Ben") | {"version": 0} == ben | {"version": 0}
