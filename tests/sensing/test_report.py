"""The Pico's milliseconds on the Pi's clock."""

from companion.sensing.lines import TIMES
from companion.sensing.report import PicoClock


def test_the_promptest_line_gives_the_offset() -> None:
    clock = PicoClock()
    assert clock.seconds(0, now=100.5) == 100.5
    assert clock.seconds(1000, now=101.0) == 101.0
    assert clock.seconds(500, now=101.0) == 100.5


def test_the_clock_wraps() -> None:
    clock = PicoClock()
    assert clock.seconds(TIMES - 1000, now=50.0) == 50.0
    assert clock.seconds(0, now=51.0) == 51.0
    assert clock.seconds(TIMES - 500, now=51.1) == 50.5
    assert clock.seconds(1000, now=52.0) == 52.0


def test_a_report_that_waited_a_minute_keeps_its_own_time() -> None:
    clock = PicoClock()
    clock.seconds(1000, now=10.0)
    assert clock.seconds(2000, now=70.0) == 11.0


def test_never_later_than_now_and_drift_is_followed() -> None:
    clock = PicoClock()
    for second in range(4 * 3600):
        now = second * 1.0001  # the Pico's crystal is 100 ppm fast
        at = clock.seconds(second * 1000 % TIMES, now)
        assert now - 0.01 < at <= now
