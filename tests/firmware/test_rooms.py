"""The readers' anti-collision in random fields, under MicroPython and under CPython.

The tags, the fields and the readers are those of the virtual board; the firmware above them is the real one.
"""

import json
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

Tag = tuple[str, str, bool]
Ask = Callable[..., dict[str, Any]]

SEEN = settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], database=None
)


@dataclass
class Evening:
    """A program on the other side that is asked line by line."""

    process: "subprocess.Popen[str]"

    def __call__(self, rooms: list[list[Tag]], **facts: Any) -> dict[str, Any]:
        told = {"rooms": rooms, "noise": 0, "flags": True, "seed": 1, "rounds": 2} | facts
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(told) + "\n")
        self.process.stdin.flush()
        said = self.process.stdout.readline()
        assert said, "the firmware stopped; what it printed stands above"
        answer: dict[str, Any] = json.loads(said)
        return answer


@pytest.fixture(scope="module")
def ask(on_device_process: Callable[[str], "subprocess.Popen[str]"]) -> Iterator[Ask]:
    with on_device_process("rooms_evenings.py") as process:
        yield Evening(process)
        assert process.stdin
        process.stdin.close()


@st.composite
def colliding(draw: st.DrawFn, most: int = 12) -> list[str]:
    """0 to 12 UIDs; many are the same in their last 1 to 8 nibbles, which are 0 more often than others."""
    nibble = st.one_of(st.just(0), st.integers(0, 15))
    uids: set[int] = set()
    for _ in range(draw(st.integers(0, most))):
        uid = 0xE0 << 56 | draw(st.integers(0, (1 << 56) - 1))
        if uids and draw(st.booleans()):
            same = 4 * draw(st.integers(1, 8))
            other = draw(st.sampled_from(sorted(uids)))
            uid = uid >> same << same | other & ((1 << same) - 1)
        for at in range(draw(st.integers(0, 3))):
            uid = uid & ~(15 << 4 * at) | draw(nibble) << 4 * at
        uids.add(uid)
    return [f"{uid:016X}" for uid in sorted(uids)]


def there(uids: list[str]) -> list[Tag]:
    return [(uid, "1", False) for uid in uids]


@SEEN
@given(st.data())
def test_every_set_is_right_after_two_rounds(ask: Ask, data: st.DataObject) -> None:
    rooms = data.draw(st.lists(colliding(), min_size=1, max_size=2))
    flags = data.draw(st.booleans())
    answer = ask([there(uids) for uids in rooms], flags=flags)
    assert answer["sets"] == rooms


@SEEN
@given(st.data())
def test_what_changes_is_right_after_two_rounds_more(ask: Ask, data: st.DataObject) -> None:
    first, second = data.draw(colliding(6)), data.draw(colliding(6))
    kept = [uid for uid in first if data.draw(st.booleans())]
    after = sorted({*kept, *second})
    answer = ask([there(first)], then=[there(after)])
    assert answer["sets"] == [after]
    assert set(answer["ever"]) == {*first, *after}


@SEEN
@given(st.data())
def test_tags_that_fade_or_are_drowned_out_are_there_and_nothing_else_is(
    ask: Ask, data: st.DataObject
) -> None:
    uids = data.draw(colliding(8))
    pattern = st.sampled_from(["1", "1", "110", "101", "10"])
    tags = [(uid, data.draw(pattern), data.draw(st.booleans())) for uid in uids]
    answer = ask([tags], rounds=4, flags=data.draw(st.booleans()))
    assert answer["sets"] == [uids]
    assert answer["ever"] == uids


@SEEN
@given(st.data())
def test_noise_invents_nothing_and_hides_nothing(ask: Ask, data: st.DataObject) -> None:
    uids = data.draw(colliding(8))
    noise, seed = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 1 << 30))
    answer = ask([there(uids)], noise=noise, seed=seed, flags=data.draw(st.booleans()))
    assert answer["sets"] == [uids]
    assert answer["ever"] == uids


@pytest.mark.parametrize("noise", [10, 100])
def test_heavy_noise_invents_nothing(ask: Ask, noise: int) -> None:
    uids = [f"E00401500000{number:04X}" for number in (0, 0x10, 0x100, 0x1000)]
    answer = ask([there(uids), []], noise=noise, flags=False)
    assert set(answer["ever"]) <= set(uids)
    assert answer["sets"][1] == []


def alike(count: int, nibbles: int, nibble: int) -> list[str]:
    """UIDs that are the same in their last so many nibbles, which are all this one."""
    low = int(f"{nibble:X}" * nibbles, 16)
    middle = [number * 2654435761 % (1 << 56 - 4 * nibbles) << 4 * nibbles for number in range(1, count + 1)]
    return sorted(f"{0xE0 << 56 | above & (1 << 56) - 1 | low:016X}" for above in middle)


@pytest.mark.parametrize("flags", [True, False])
@pytest.mark.parametrize("nibble", [0, 0xA])
def test_as_many_tags_as_there_are_and_as_alike_as_they_may_be(ask: Ask, nibble: int, flags: bool) -> None:
    for count in range(13):
        rooms = [alike(count, nibbles, nibble) for nibbles in range(1, 9)]
        answer = ask([there(uids) for uids in rooms], flags=flags)
        assert answer["sets"] == rooms, count


@SEEN
@given(st.data())
def test_a_late_echo_of_what_was_taken_away_keeps_nothing_there(ask: Ask, data: st.DataObject) -> None:
    before = data.draw(colliding(8).filter(len))
    taken = data.draw(st.sampled_from(before))
    left = [uid for uid in before if uid != taken]
    answer = ask([there(before)], then=[there(left)], echo=[taken], flags=data.draw(st.booleans()))
    assert answer["sets"] == [left]
    assert answer["ever"] == before


def test_how_long_a_round_takes(ask: Ask, record_property: Callable[[str, object], None]) -> None:
    """The first round of a room, and one in which nothing has changed since, in ms of a Pico's main loop."""

    def of(count: int) -> list[Tag]:
        return there([f"E004015{number * 2654435761 % (1 << 36):09X}" for number in range(count)])

    one_room = {count: ask([of(count)], rounds=3) for count in (0, 1, 6, 12)}
    first = {count: answer["first"] for count, answer in one_room.items()}
    later = {count: answer["ms"] for count, answer in one_room.items()}
    scattered = ask([of(12)[room::9] for room in range(9)], rounds=3)
    nine_rooms = scattered["first"], scattered["ms"]
    for name, figure in (("first", first), ("later", later), ("nine_rooms", nine_rooms)):
        record_property(f"ms_{name}", figure)
    print(f"ms a round, by tags: first {first}, unchanged {later}; nine rooms with 12: {nine_rooms}")
    assert first[0] < 40 and first[12] < 600
    assert later[1] < 60 and later[12] < 300
    assert nine_rooms[1] < 600
