"""What the hall makes of what it hears: of its tables, and of whoever else writes to the broker."""

import json
import random
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hall.app import create_hall
from companion.hall.hearing import FIELDS
from companion.hall.tables import MOST, Tables
from tests.mqtt.hall import say


def names(tables: Tables) -> list[str]:
    return [one.said["status"]["name"] for one in tables.picture().tables]


def test_tables_stand_in_the_order_in_which_people_look_for_them() -> None:
    tables = Tables()
    named = {"c": "Table 10", "a": "Table 2", "d": "table 1", "b": "Library", "e": "Table 2"}
    for id, name in named.items():
        say(tables, id, name)
    assert names(tables) == ["Library", "table 1", "Table 2", "Table 2", "Table 10"]
    assert [one.id for one in tables.picture().tables][2:4] == ["a", "e"]
    say(tables, "a", "Table 2", there=False)  # nobody changes place for going
    assert [one.id for one in tables.picture().tables][2:4] == ["a", "e"]


def test_a_table_is_shown_once_all_of_it_is_known_and_forgotten_when_it_is_wiped() -> None:
    tables = Tables()
    tables.hear("cluedo/4f/availability", b"online", True)
    assert names(tables) == []
    say(tables, "4f", "Library")
    assert names(tables) == ["Library"]
    tables.hear("cluedo/4f/availability", b"", False)
    assert names(tables) == []


def test_a_window_runs_by_the_halls_own_clock_and_only_where_its_rest_is_fresh() -> None:
    now = [100.0]
    tables = Tables(clock=lambda: now[0])
    say(tables, "4f", "Library", frame={"kind": "window"}, window={"seconds": 12, "rest": 11.5})
    assert tables.picture().tables[0].ends == 111.5
    kept = json.dumps({"open": True, "seconds": 12, "rest": 11.5}).encode()
    tables.hear("cluedo/4f/window", kept, True)  # who knows for how long the broker has had it
    [table] = tables.picture().tables
    assert table.ends is None and table.said["window"]["open"]


def test_what_says_nothing_new_wakes_nobody() -> None:
    tables = Tables()
    say(tables, "4f", "Library")
    version = tables.wait(-1, 0)
    say(tables, "4f", "Library")
    assert tables.wait(version, 0) == version
    waiting = threading.Thread(target=lambda: tables.wait(version, 20))
    waiting.start()
    say(tables, "4f", "Library", turn="Cat")
    waiting.join(10)
    assert not waiting.is_alive()


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=80),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=12,
)
fields = st.one_of(
    *(st.fixed_dictionaries(dict.fromkeys(names, junk)) for names in FIELDS.values())
) | junk  # fmt: skip


HEARD = Tables()
HALL = create_hall(HEARD).test_client()


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([*FIELDS, "availability", "hand", ""]),
    fields.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=200),
    st.sampled_from(["4f", "5e", "", "../..", "<b>", "a" * 65, "ä"]),
)
def test_whoever_writes_to_the_broker_can_break_no_page(word: str, payload: bytes, id: str) -> None:
    say(HEARD, "4f", "Library")
    HEARD.hear(f"cluedo/{id}/{word}", payload, False)
    page = HALL.get("/")
    assert page.status_code == 200
    say(HEARD, "5e", "Study")
    assert "Study" in HALL.get("/").text


@pytest.mark.parametrize("payload", [b"[" * 100_000, b'{"name": "' + b"x" * 5000 + b'"}', b"\xff", b""])
def test_what_is_too_large_too_deep_or_no_text_is_left_out(payload: bytes) -> None:
    tables = Tables()
    say(tables, "4f", "Library")
    before = tables.picture()
    tables.hear("cluedo/4f/status", payload, False)
    assert tables.picture().tables == before.tables


def test_names_are_text_and_no_page() -> None:
    tables = Tables()
    say(tables, "4f", "<script>", turn="<b>", seats=[], awaits=["<i>", "Ben"])
    page = create_hall(tables).test_client().get("/").text
    assert "<bdi>&lt;script&gt;</bdi>" in page and "<bdi>&lt;b&gt;</bdi>" in page
    assert "<i>" not in page and "<b>" not in page


def test_a_flood_of_tables_is_bounded() -> None:
    tables = Tables()
    for number in range(3 * MOST):
        say(tables, f"{number}", f"Table {number}")
    assert len(tables.picture().tables) == MOST
    say(tables, "0", "First")  # those that were there first go on
    assert "First" in names(tables)


def test_each_browser_has_its_language_unless_the_hall_has_one() -> None:
    wish = {"Accept-Language": "fi"}
    assert "Kaikki pöydät" in HALL.get("/", headers=wish).text
    assert "All tables" in HALL.get("/").text
    swedish = create_hall(Tables(), language="sv").test_client()
    assert "Alla bord" in swedish.get("/", headers=wish).text


def test_strangers_are_kept_out_and_browsers_told_to_be_strict() -> None:
    page = HALL.get("/")
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert page.headers["Cache-Control"] == "no-store"
    assert HALL.get("/", base_url="http://evil.example").status_code == 400
    assert HALL.get("/nowhere").json["code"] == "not-found"
    assert HALL.post("/").status_code == 405


def test_names_shuffled_come_back_in_order() -> None:
    numbers = list(range(1, 41))
    random.Random(1).shuffle(numbers)
    tables = Tables()
    for number in numbers:
        say(tables, f"{number}", f"Table {number}")
    assert names(tables) == [f"Table {number}" for number in range(1, 41)]
