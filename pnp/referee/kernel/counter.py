"""Counters and facts: what the table counts and remembers. In: what a game declares. Out: places for values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.referee.kernel.place import Field, Key
from pnp.referee.seat import TABLE


class Counter(Field[int]):
    """A number people follow: score, coins, life, the number of the round.

    of: TABLE, EACH_SEAT or some keys · first: where it begins
    least, most: its bounds, which an addition does not pass; none unless said · scores: it is the score of its seat
    adjust: whether `table: adjust` corrects it

    >>> Counter("life", of=EACH_SEAT, first=20, least=0).bounded(-3)
    0
    """

    def __init__(
        self,
        id: str,
        of: Key | tuple[str, ...] = TABLE,
        first: int = 0,
        *,
        least: int | None = None,
        most: int | None = None,
        scores: bool = False,
        adjust: bool = True,
        get: Callable[[Any, Any], int] | None = None,
        put: Callable[[Any, Any, int], Any] | None = None,
    ) -> None:
        self.least, self.most, self.scores = least, most, scores
        super().__init__(id, of, first, get, put)
        self.adjust = adjust

    def bounded(self, value: int) -> int:
        """The value within the bounds."""
        if self.least is not None and value < self.least:
            return self.least
        return self.most if self.most is not None and value > self.most else value


class Fact(Field[Any]):
    """A plain value that everybody knows and that is no number: a trump, whether the bridge is down.

    words: (page, value) -> what the page of the table says of it, where that is not the plain value; "" for nothing
    """

    def __init__(
        self,
        id: str,
        first: Any,
        of: Key | tuple[str, ...] = TABLE,
        *,
        words: Callable[[Any, Any], str] | None = None,
    ) -> None:
        self.words = words
        super().__init__(id, of, first)
