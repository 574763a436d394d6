"""Counts over simulated games. In: games played. Out: whole numbers that add up.

Invariant: `add` is exact and commutative; the size grows with the kinds of things that happen in games, not with the
number of games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field

from pnp.playtest.adding import Sums, add_maps
from pnp.playtest.card_fields import card_fields
from pnp.playtest.course import Course, CourseCounter
from pnp.playtest.odd_games import LONGEST, ONE_SIDED, OddGame, OddGames
from pnp.playtest.restricted import uses_despite
from pnp.playtest.simulate import PlayedGame
from pnp.playtest.statistics import Number
from pnp.playtest.worth import WorthSums
from pnp.referee.game import Game, standing_of
from pnp.referee.move import Move
from pnp.referee.notation import verb_of
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import STOPPED
from pnp.referee.seat import Seat

DEALT = ""  # in the place of a verb: what was dealt to a seat


class WinCount(Struct, Sums):
    """How often something occurred, and how often it won."""

    times: int = 0
    wins: int = 0


class UseCount(Struct, Sums):
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


class Counts(Struct, Sums):
    """Counts over any number of games.

    shared, nobody: games with several winners, with none · lengths: moves of the seats in a game · plies: lines of its
    record · seated: by (bot, seat) · scores: by (bot, seat), how often each score · kinds: games by the game's own
    (what, which) · held: seats by the game's own (what, which) · uses: by (verb, card) · measures: by the game's own
    (what, which), how often each number · despite: uses of a card by a bot that was held back from it · course: what
    happened along the games · worth: by verb (`DEALT`), sums of which seats used a card and won, columns as
    `GameCounter` numbers them · odd: games worth a look
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
    course: Course = field(default_factory=Course)
    worth: dict[str, WorthSums] = {}
    odd: OddGames = field(default_factory=OddGames)


def dealt_cards(move: Move) -> tuple[Seat, Sequence[str]] | None:
    """To whom a line of the dealer deals which cards; None for cards that go to no seat."""
    dealt: Any = getattr(move, "what", move)
    to = getattr(dealt, "to" if dealt is move else "seat", None)
    return (to, dealt.cards) if isinstance(to, int) and to >= 0 else None


class GameCounter:
    """Counts the games of one Game into a Counts.

    names: who plays, bots or people: what a card is worth is told apart from who held it · sees_all: the states hide
    nothing
    """

    def __init__(self, game: Game[Any], names: Sequence[str] = (), sees_all: bool = True) -> None:
        self._game = game
        self.fields = card_fields(game)
        self._deals = frozenset(kind for kind in game.moves if verb_of(kind) == "deal")
        self._sees_all = sees_all
        self._course = CourseCounter(game, sees_all)
        self._names = {name: at for at, name in enumerate(dict.fromkeys(names))}
        self._columns: dict[str, int] = {}

    def count(self, counts: Counts, played: PlayedGame) -> None:
        """Count one game."""
        game, outcome, state = self._game, played.outcome, played.state
        winners = outcome.winners
        counts.games += 1
        counts.shared += len(winners) > 1
        counts.nobody += not winners
        add_maps(counts.endings, {outcome.kind: 1})
        add_maps(counts.kinds, dict.fromkeys(game.tally(state, None).items(), 1))
        scores = game.scores(state)
        for seat, bot in enumerate(played.lineup):
            won = WinCount(1, int(seat in winners))
            add_maps(counts.seated, {(bot, seat): won})
            add_maps(counts.held, dict.fromkeys(game.tally(state, seat).items(), won))
            for what, numbers in game.measure(state, seat).items():
                add_maps(counts.measures, {(what, which): {value: 1} for which, value in numbers.items()})
            if scores:
                add_maps(counts.scores, {(bot, seat): {scores[seat]: 1}})
        counts.despite += uses_despite(self.fields, played.lineup, played.moves)
        length = self._count_moves(counts, played)
        add_maps(counts.lengths, {length: 1})
        add_maps(counts.plies, {len(played.moves): 1})
        if played.states:
            self._course.count(counts.course, played.seed, played.moves, played.states, outcome)
            self._note(counts.odd, played, length, scores)

    def _note(self, odd: OddGames, played: PlayedGame, length: int, scores: Sequence[float]) -> None:
        odd.note(LONGEST, OddGame(played.seed, length))
        winners = played.outcome.winners
        if winners and len(winners) < len(scores) and self._course.counts_points:
            standing = standing_of(self._game, played.state)
            others = max(score for seat, score in enumerate(standing) if seat not in winners)
            odd.note(ONE_SIDED, OddGame(played.seed, max(standing[seat] for seat in winners) - others))
        if played.outcome is STOPPED:
            odd.note_stopped(OddGame(played.seed, length))

    def _count_moves(self, counts: Counts, played: PlayedGame) -> int:
        fields, columns, length = self.fields, self._columns, 0
        used: dict[tuple[str, str], dict[Seat, int]] = {}
        if not columns:
            cards = played.state.setup.book.playing_cards
            columns.update((card, at) for at, card in enumerate(cards))
        dealt: dict[int, dict[int, int]] = {}
        for move in played.moves:
            seat = move.seat
            if seat < 0:
                if self._sees_all and type(move) in self._deals and (found := dealt_cards(move)):
                    hand = dealt.setdefault(found[0], {})
                    for card in found[1]:
                        column = columns.get(card)
                        if column is not None:
                            hand[column] = hand.get(column, 0) + 1
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
        had: dict[str, dict[int, dict[int, int]]] = {DEALT: dealt} if dealt else {}
        for key, seats in used.items():
            times = sum(seats.values())
            wins = sum(seat in winners for seat in seats)
            add_maps(counts.uses, {key: UseCount(times, times * times, 1, int(wins > 0), len(seats), wins)})
            column = columns.get(key[1])
            if column is not None:
                by_seat = had.setdefault(key[0], {})
                for seat, times in seats.items():
                    by_seat.setdefault(seat, {})[column] = times
        self._count_worth(counts, had, played)
        return length

    def _count_worth(self, counts: Counts, had: dict[str, dict[int, dict[int, int]]], played: PlayedGame) -> None:
        """Count what each seat had; the columns after the cards say where it sat and who it was."""
        lineup, first = played.lineup, len(self._columns)
        width = first + len(lineup) + len(self._names)
        for verb, by_seat in had.items():
            hands = []
            for seat, name in enumerate(lineup):
                hand = by_seat.get(seat, {})
                hand[first + seat] = 1
                if name in self._names:
                    hand[first + len(lineup) + self._names[name]] = 1
                hands.append(hand)
            counts.worth.setdefault(verb, WorthSums()).add_game(hands, played.outcome.winners, width)
