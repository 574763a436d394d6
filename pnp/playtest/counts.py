"""Counts over simulated games. In: games played. Out: whole numbers that add up.

Invariant: `add` is exact and commutative; the size grows with the kinds of things that happen in games, not with the
number of games.
"""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct

from pnp.playtest.card_fields import card_fields
from pnp.playtest.restricted import uses_despite
from pnp.playtest.simulate import PlayedGame
from pnp.playtest.statistics import Number
from pnp.referee.game import Game
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat

K = TypeVar("K")


class WinCount(Struct):
    """How often something occurred, and how often it won."""

    times: int = 0
    wins: int = 0

    def add(self, other: WinCount) -> None:
        """Add another count to this."""
        self.times += other.times
        self.wins += other.wins


class UseCount(Struct):
    """The use of one card with one verb.

    times, squares: sum and sum of squares of the uses in each game · games: games with at least one use
    won: those of these games that were won by a seat that used it · seats, wins: seats that used it, and those that won
    """

    times: int = 0
    squares: int = 0
    games: int = 0
    won: int = 0
    seats: int = 0
    wins: int = 0

    def add(self, other: UseCount) -> None:
        """Add another count to this."""
        self.times += other.times
        self.squares += other.squares
        self.games += other.games
        self.won += other.won
        self.seats += other.seats
        self.wins += other.wins


class Counts(Struct):
    """Counts over any number of games.

    shared, nobody: games with several winners, with none · lengths: moves of the seats in a game · plies: lines of its
    record · seated: by (bot, seat) · scores: by (bot, seat), how often each score · kinds: games by the game's own
    (what, which) · held: seats by the game's own (what, which) · uses: by (verb, card) · measures: by the game's own
    (what, which), how often each number · despite: uses of a card by a bot that was held back from it
    """

    games: int = 0
    shared: int = 0
    nobody: int = 0
    despite: int = 0
    endings: dict[str, int] = {}
    lengths: dict[int, int] = {}
    plies: dict[int, int] = {}
    seated: dict[tuple[str, Seat], WinCount] = {}
    scores: dict[tuple[str, Seat], dict[Number, int]] = {}
    kinds: dict[tuple[str, str], int] = {}
    held: dict[tuple[str, str], WinCount] = {}
    uses: dict[tuple[str, str], UseCount] = {}
    measures: dict[tuple[str, str], dict[Number, int]] = {}

    def add(self, other: Counts) -> None:
        """Add another count to this."""
        self.games += other.games
        self.shared += other.shared
        self.nobody += other.nobody
        self.despite += other.despite
        _add_numbers(self.endings, other.endings)
        _add_numbers(self.lengths, other.lengths)
        _add_numbers(self.plies, other.plies)
        _add_numbers(self.kinds, other.kinds)
        for place, scores in other.scores.items():
            _add_numbers(self.scores.setdefault(place, {}), scores)
        for measured, numbers in other.measures.items():
            _add_numbers(self.measures.setdefault(measured, {}), numbers)
        for seated, won in other.seated.items():
            self.seated.setdefault(seated, WinCount()).add(won)
        for kind, won in other.held.items():
            self.held.setdefault(kind, WinCount()).add(won)
        for card, use in other.uses.items():
            self.uses.setdefault(card, UseCount()).add(use)


def _add_numbers(to: dict[K, int], numbers: dict[K, int]) -> None:
    for key, number in numbers.items():
        to[key] = to.get(key, 0) + number


class GameCounter:
    """Counts the games of one Game into a Counts."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self.fields = card_fields(game)

    def count(self, counts: Counts, played: PlayedGame) -> None:
        """Count one game."""
        game, outcome, state = self._game, played.outcome, played.state
        winners = outcome.winners
        counts.games += 1
        counts.shared += len(winners) > 1
        counts.nobody += not winners
        counts.endings[outcome.kind] = counts.endings.get(outcome.kind, 0) + 1
        _add_numbers(counts.kinds, dict.fromkeys(game.tally(state, None).items(), 1))
        scores = game.scores(state)
        for seat, bot in enumerate(played.lineup):
            won = WinCount(1, int(seat in winners))
            counts.seated.setdefault((bot, seat), WinCount()).add(won)
            for kind in game.tally(state, seat).items():
                counts.held.setdefault(kind, WinCount()).add(won)
            for what, numbers in game.measure(state, seat).items():
                for which, value in numbers.items():
                    _add_numbers(counts.measures.setdefault((what, which), {}), {value: 1})
            if scores:
                score, known = scores[seat], counts.scores.setdefault((bot, seat), {})
                known[score] = known.get(score, 0) + 1
        counts.despite += uses_despite(self.fields, played.lineup, played.moves)
        length = self._count_moves(counts, played)
        counts.lengths[length] = counts.lengths.get(length, 0) + 1
        plies = len(played.moves)
        counts.plies[plies] = counts.plies.get(plies, 0) + 1

    def _count_moves(self, counts: Counts, played: PlayedGame) -> int:
        fields, length = self.fields, 0
        used: dict[tuple[str, str], dict[Seat, int]] = {}
        for move in played.moves:
            seat = move.seat
            if seat < 0:
                continue
            length += 1
            field = fields.get(type(move))
            if field is None:
                continue
            value = getattr(move, field.name)
            for card in value if field.many else (value,):
                if card is not None and card != UNKNOWN:
                    seats = used.setdefault((field.verb, card), {})
                    seats[seat] = seats.get(seat, 0) + 1
        winners = played.outcome.winners
        for key, seats in used.items():
            times = sum(seats.values())
            wins = sum(seat in winners for seat in seats)
            use = UseCount(times, times * times, 1, int(wins > 0), len(seats), wins)
            known = counts.uses.get(key)
            if known is None:
                counts.uses[key] = use
            else:
                known.add(use)
        return length
