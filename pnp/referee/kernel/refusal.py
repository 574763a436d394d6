"""How a trial stops before its end: refused, or, where lines are only listed, agreed."""

from __future__ import annotations

from pnp.referee.ruling import Illegal, Ruling

LISTED = Illegal("", "")


class Refused(Exception):
    """A line is refused."""

    def __init__(self, ruling: Ruling = LISTED) -> None:
        super().__init__(ruling)
        self.ruling = ruling


class Agreed(Exception):
    """All checks are passed; a trial that only lists needs no more."""
