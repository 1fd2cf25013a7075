"""One press of a bouncing contact, counted once."""


class Debouncer:
    """Decides which of a contact's edges is a press.

    The first closing edge counts at once; the next one counts only after the contact has been open for
    `quiet` seconds on end. So bouncing, on the way down or up, is never a second press, nor is holding, and
    the press after a short tap is not lost, as it is with gpiozero's `bounce_time` (gpiozero#1039).

    closed: how the contact lies at the start; held from before, it counts only after it was let go.
    quiet: seconds.

    >>> button = Debouncer()
    >>> [button.press(closed, at) for closed, at in [(True, 1.000), (False, 1.001), (True, 1.002)]]
    [True, False, False]
    """

    def __init__(self, closed: bool = False, quiet: float = 0.030) -> None:
        self._closed = closed
        self._quiet = quiet
        self._opened_at = float("-inf")

    def press(self, closed: bool, at: float) -> bool:
        """Whether the contact, found closed or open at a monotonic time in seconds, was just pressed anew.

        Edges and samples serve alike: to be told the same twice changes nothing.
        """
        if closed is self._closed:
            return False
        self._closed = closed
        if not closed:
            self._opened_at = at
            return False
        return at - self._opened_at >= self._quiet
