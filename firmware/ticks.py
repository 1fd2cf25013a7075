"""Milliseconds that wrap, without the clock: the numbers of the protocol and of ticks_ms on a Pico."""

WRAP = 1 << 30


def elapsed(now: int, then: int) -> int:
    """Milliseconds from then to now, right across a wrap (0 to WRAP - 1)."""
    return (now - then) % WRAP
