"""A contact that is held, told from one that is only pressed."""


class Holding:
    """Decides whether a contact is being held.

    It is from `after` seconds of being closed on, until it has been open for `quiet` seconds on end, so that
    bouncing neither begins nor ends it. Held from the start, it counts only after it was let go.

    closed: how the contact lies at the start.

    >>> hand = Holding()
    >>> [hand.held(closed, at) for closed, at in [(True, 1.0), (True, 3.9), (True, 4.0)]]
    [False, False, True]
    >>> [hand.held(closed, at) for closed, at in [(False, 5.0), (False, 5.1)]]
    [True, False]
    """

    def __init__(self, closed: bool = False, after: float = 3.0, quiet: float = 0.030) -> None:
        self._after = after
        self._quiet = quiet
        self._since: float | None = float("inf") if closed else None
        self._open: float | None = None

    def held(self, closed: bool, at: float) -> bool:
        """Whether it is held, found closed or open at a monotonic time in seconds."""
        if closed:
            self._open = None
            if self._since is None:
                self._since = at
        elif self._since is not None:
            if self._open is None:
                self._open = at
            if at - self._open >= self._quiet:
                self._since = None
        return self._since is not None and at - self._since >= self._after

    @property
    def resting(self) -> bool:
        """Whether nobody touches it."""
        return self._since is None
