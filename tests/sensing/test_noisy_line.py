"""A million lines through a cable that flips bits, drops, doubles, cuts and adds: what the Pi believes."""

from zlib import crc32

import pytest

from companion.bench import noisyline
from companion.bench.noisyline import KINDS, WrongPicture, run
from companion.sensing import session
from companion.sensing.lines import Line


def test_a_million_lines_never_make_a_wrong_picture_and_the_last_is_right(
    capsys: pytest.CaptureFixture[str],
) -> None:
    figures = {figure.name: figure for figure in noisyline.measure()}  # raises WrongPicture
    with capsys.disabled():
        print()
        for figure in figures.values():
            print(f"{figure.name:<28}{figure.value:>12,.0f} {figure.unit:<8}{figure.note}")
    assert figures["picture behind, worst"].value < 3000  # the Pi's patience


@pytest.mark.parametrize("seed", [2, 3])
def test_every_harm_is_done_and_the_same_seed_does_the_same(seed: int) -> None:
    outcome = run(5_000, seed)
    assert outcome.lines >= 5_000
    assert all(outcome.harmed[kind] > 50 for kind in KINDS)
    assert outcome.resent > 10
    assert run(5_000, seed) == outcome


def test_without_the_crc_wrong_pictures_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def believing(data: bytes) -> Line | None:
        body, _, _ = data.partition(b"*")
        return decode(b"%s*%08X" % (body, crc32(body)))

    decode = session.decode
    monkeypatch.setattr(session, "decode", believing)
    with pytest.raises(WrongPicture):
        run(20_000)


def test_without_questions_and_reminders_the_end_is_not_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noisyline.firmware_module("outbox").Outbox, "remind", lambda outbox, now: None)
    monkeypatch.setattr(session.Session, "_gap", lambda session, now: None)
    wrong = 0
    for seed in range(25):
        try:
            run(60, seed)
        except WrongPicture:
            wrong += 1
    assert wrong
