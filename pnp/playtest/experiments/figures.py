"""Figures of a playtest. In: a name, such as `first`, `moves`, `wins:greedy`, `won:ukko`. Out: a Figure: for the counts
of one game two whole numbers, whose sums over all games make a share or a mean.

Invariant: a figure is what the report of a playtest calls so: the share of all games, all seats of a bot, all seats
that used a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import Span, UsageError
from pnp.base.suggest import hint_nearest
from pnp.library.card import CardBook
from pnp.library.words import localise
from pnp.playtest.counts import Counts
from pnp.referee.replay import STOPPED

FIRST, MOVES, SHARED, NOBODY, ENDED, SCORE, LEAD = "first", "moves", "shared", "nobody", "stopped", "score", "lead"
WINS, USES, WON, ENDING = "wins", "uses", "won", "ending"
FINE = 1000  # scores count in thousandths, so that they stay whole numbers
POINTS = 100
WHOLE = 840  # a win, which up to eight seats can share in whole numbers
OPENED, DESPITE = "opened", "despite"

Numbers = Callable[[Counts, str], tuple[int, int]]


class Figure(Struct, frozen=True):
    """A figure by its name. title: in words · is_share: it is said in per cent, its differences in points · of: which
    seat, bot, card or ending is meant, "" where there is but one · fine: what one event counts
    """

    name: str
    title: str
    is_share: bool
    of: str = ""
    fine: int = 1

    def numbers(self, counts: Counts) -> tuple[int, int]:
        """What one game adds above and below."""
        return _NUMBERS[self.name.partition(":")[0]](counts, self.of)

    @property
    def unit(self) -> float:
        """How many of what is said make one."""
        return POINTS if self.is_share else 1.0


def _length(counts: Counts, of: str) -> tuple[int, int]:
    return sum(length * games for length, games in counts.lengths.items()), counts.games


def _wins(counts: Counts, of: str) -> tuple[int, int]:
    """of: the number of a seat, or the name of a bot behind a `b`."""
    found = [won for (bot, seat), won in counts.seated.items() if of in (str(seat), f"b{bot}")]
    return sum(won.wins for won in found), sum(won.times for won in found)


def _score(counts: Counts, of: str) -> tuple[int, int]:
    scores = _scores_in(counts)
    return round(FINE * sum(scores)), FINE * len(scores)


def _scores_in(counts: Counts) -> list[float]:
    return [score for each in counts.scores.values() for score, times in each.items() for _ in range(times)]


def _lead(counts: Counts, of: str) -> tuple[int, int]:
    scores = sorted(_scores_in(counts))
    if len(scores) < 2:
        return 0, 0
    return round(FINE * (scores[-1] - scores[-2])), FINE


def _opened(counts: Counts, of: str) -> tuple[int, int]:
    """Of one game: how much of the win the bot of the first seat takes; half when nobody wins."""
    opener = next(bot for bot, seat in counts.seated if seat == 0)
    wins = sum(won.wins for (bot, _), won in counts.seated.items() if bot == opener)
    every = sum(won.wins for won in counts.seated.values())
    return (WHOLE * wins // every if every else WHOLE // 2), WHOLE


def _uses(counts: Counts, of: str) -> tuple[int, int]:
    return sum(use.times for (_, card), use in counts.uses.items() if card == of), counts.games


def _won(counts: Counts, of: str) -> tuple[int, int]:
    found = [use for (_, card), use in counts.uses.items() if card == of]
    return sum(use.wins for use in found), sum(use.seats for use in found)


_NUMBERS: dict[str, Numbers] = {
    FIRST: lambda counts, of: _wins(counts, "0"),
    WINS: _wins,
    SHARED: lambda counts, of: (counts.shared, counts.games),
    NOBODY: lambda counts, of: (counts.nobody, counts.games),
    ENDED: lambda counts, of: (counts.endings.get(STOPPED.kind, 0), counts.games),
    ENDING: lambda counts, of: (counts.endings.get(of, 0), counts.games),
    MOVES: _length,
    SCORE: _score,
    LEAD: _lead,
    USES: _uses,
    WON: _won,
    OPENED: _opened,
    DESPITE: lambda counts, of: (counts.despite, counts.games),
}
_PLAIN = {
    FIRST: ("the first seat wins", True),
    SHARED: ("shared win", True),
    NOBODY: ("no winner", True),
    ENDED: ("stopped at the line limit", True),
    MOVES: ("moves per game", False),
    SCORE: ("score per seat", False),
    LEAD: ("winning margin", False),
}


OPENER = Figure(OPENED, "win rate of the first seat's bot", True, fine=WHOLE)

USED_DESPITE = Figure(DESPITE, "forced uses by the seat without the card", False)


class FigureBook:
    """Every figure of one game: its seats, bots, cards."""

    def __init__(self, book: CardBook, seats: Sequence[str], bots: Sequence[str], has_scores: bool) -> None:
        self.book, self.seats, self.bots, self.has_scores = book, tuple(seats), tuple(dict.fromkeys(bots)), has_scores

    def usual(self, cards: Iterable[str] = ()) -> tuple[Figure, ...]:
        """What is compared where nobody names figures: `cards` are those of the experiment."""
        names = [FIRST, *(f"{WINS}:{bot}" for bot in self.bots if len(self.bots) > 1), SHARED, NOBODY, ENDED, MOVES]
        names += [SCORE, LEAD] if self.has_scores else []
        names += [f"{what}:{card}" for card in dict.fromkeys(cards) for what in (USES, WON)]
        return tuple(self.find(name) for name in names)

    def find(self, name: str, option: str = "--until") -> Figure:
        """The figure of that name; UsageError with the nearest when there is none."""
        head, colon, of = name.partition(":")
        if head in _PLAIN and not colon and (self.has_scores or head not in (SCORE, LEAD)):
            return Figure(name, *_PLAIN[head])
        if head == WINS and of in self.seats:
            return Figure(name, f"{of} wins", True, str(self.seats.index(of)))
        if head == WINS and of in self.bots:
            return Figure(name, f"{of} wins", True, f"b{of}")
        if head == ENDING and of:
            return Figure(name, f"ends with {of}", True, of)
        if head in (USES, WON) and of in self.book.cards:
            card = localise(self.book.cards[of].name, "en")
            title = f"{card}: uses per game" if head == USES else f"{card}: win rate of its users"
            return Figure(name, title, head == WON, of)
        raise UsageError.single(Span(option), f"there is no metric “{name}”", self._hint(head, of), "unknown-figure")

    def _hint(self, head: str, of: str) -> str:
        known: dict[str, Iterable[Any]] = {WINS: (*self.seats, *self.bots), USES: self.book.cards, WON: self.book.cards}
        if head in known and of:
            return hint_nearest(of, [str(each) for each in known[head]])
        names = [*_PLAIN, *(f"{what}:…" for what in (WINS, USES, WON, ENDING))]
        return hint_nearest(head, names) or f"one of: {', '.join(names)}"
