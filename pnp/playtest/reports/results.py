"""The results of a playtest. In: counts. Out: PlaytestResults, plain values with intervals, the source of every report.

Invariant: the same plan and seeds give equal results on any executor; they contain nothing of the machine or the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.library.card import CardBook
from pnp.playtest.batch import SimulationBatch
from pnp.playtest.counts import Counts, WinCount
from pnp.playtest.course import POINTS, standing_by
from pnp.playtest.odd_games import LONGEST, ONE_SIDED, STOPPED
from pnp.playtest.reports.card_results import (
    DeadCard,
    DealtWorth,
    VerbUses,
    card_uses,
    dead_cards,
    dealt_worths,
    name_of,
)
from pnp.playtest.reports.course_results import CourseResults, course_results
from pnp.playtest.reports.head import Played, head_of
from pnp.playtest.reports.numbers import EVEN, against_base
from pnp.playtest.statistics import (
    CONFIDENCE,
    Bin,
    Number,
    Share,
    Spread,
    histogram,
    share_of,
    spread_of,
)
from pnp.referee.game import Game


class NamedShare(Struct, frozen=True):
    """A share of something with a name. `against`: the interval lies wholly above or below the report's base."""

    id: str
    name: str
    share: Share
    against: str = EVEN


class SeatedShare(Struct, frozen=True):
    """The wins of one bot on one seat."""

    bot: str
    seat: str
    share: Share
    against: str = EVEN


class NamedSpread(Struct, frozen=True):
    """The scores of a seat or a bot."""

    name: str
    score: Spread


class Length(Struct, frozen=True):
    """Game length: moves of the players (with a histogram), and lines of the record."""

    moves: Spread
    plies: Spread
    histogram: tuple[Bin, ...]


class Wins(Struct, frozen=True):
    """Who won. base: what any seat of any game wins; shared, nobody: games with several winners, and with none."""

    base: Share
    shared: Share
    nobody: Share
    by_seat: tuple[NamedShare, ...]
    by_bot: tuple[NamedShare, ...]
    by_bot_and_seat: tuple[SeatedShare, ...]


class Scores(Struct, frozen=True):
    """Scores by seat and by bot; empty when the game has none."""

    by_seat: tuple[NamedSpread, ...]
    by_bot: tuple[NamedSpread, ...]


class Category(Struct, frozen=True):
    """Something the game itself counts. of: `games` (how many had it) or `seats` (how many that had it won)."""

    what: str
    of: str
    shares: tuple[NamedShare, ...]


class Measurement(Struct, frozen=True):
    """Numbers that the game itself counts of each seat: what, and their spread by name."""

    what: str
    scored: tuple[NamedSpread, ...]


class OddGameResult(Struct, frozen=True):
    """A game worth a look. kind: `longest`, `one-sided` or `stopped` · number: its moves, or points between the winner
    and the next · record: the file it was written to, beside the report
    """

    kind: str
    seed: int
    number: float
    record: str = ""


class Comparisons(Struct, frozen=True):
    """Intervals that were held against something: how many, how many stand out, and how many would by chance alone."""

    made: int
    marked: int
    by_chance: float


class PlaytestResults(Played, frozen=True, kw_only=True):
    """The content of a report. asked: games asked for, more than `games` when the run was stopped · bots: or people,
    whose games have no seeds · left_out: what these games do not tell, in words
    """

    playtest: Literal[1] = 1
    endings: tuple[NamedShare, ...]
    length: Length
    wins: Wins
    scores: Scores
    categories: tuple[Category, ...]
    uses: tuple[VerbUses, ...]
    measures: tuple[Measurement, ...] = ()
    course: CourseResults | None = None
    dealt: tuple[DealtWorth, ...] = ()
    dead: tuple[DeadCard, ...] = ()
    odd: tuple[OddGameResult, ...] = ()
    comparisons: Comparisons = Comparisons(0, 0, 0.0)
    records: bool = False
    left_out: tuple[str, ...] = ()

    @property
    def player(self) -> str:
        """What sat on the seats, in a word."""
        return "player" if self.records else "bot"


def results_of(batch: SimulationBatch, counts: Counts, seeds: range) -> PlaytestResults:
    """The results of the games counted so far."""
    verbs = tuple(field.verb for field in batch.counter.fields.values())
    head = head_of(batch, batch.plan.bots, seeds, counts.games)
    return results_from(head, batch.game, batch.book, batch.simulator.start, verbs, counts)


def results_from(
    head: dict[str, Any], game: Game[Any], book: CardBook, start: Any, verbs: Sequence[str], counts: Counts
) -> PlaytestResults:
    """The results of what was counted of any source. head: the fields of Played, and what else is known"""
    seats, bots = head["seats"], head["bots"]
    everyone = _sum(counts.seated.values())
    base = share_of(everyone.wins, everyone.times)
    found = PlaytestResults(
        **head,
        endings=_named(counts.endings, counts.games),
        length=Length(spread_of(counts.lengths), spread_of(counts.plies), histogram(counts.lengths)),
        wins=_wins(counts, base, seats, bots),
        scores=_scores(counts, seats, bots),
        categories=_categories(counts, book, base),
        uses=card_uses(book, verbs, counts, base),
        measures=_measures(counts, book),
        course=course_results(counts.course, standing_by(game, start) == POINTS, counts.games),
        dealt=dealt_worths(book, counts),
        dead=dead_cards(book, counts),
        odd=_odd(counts),
    )
    return replace(found, comparisons=_comparisons(found))


def _odd(counts: Counts) -> tuple[OddGameResult, ...]:
    most = [(kind, counts.odd.most[kind]) for kind in (LONGEST, ONE_SIDED) if kind in counts.odd.most]
    stopped = [(STOPPED, game) for _, game in sorted(counts.odd.stopped.items())]
    return tuple(OddGameResult(kind, game.seed, game.number) for kind, game in (*most, *stopped))


def _comparisons(found: PlaytestResults) -> Comparisons:
    """Every interval that may bear a mark."""
    wins = found.wins
    held = [named for category in found.categories if category.of == "seats" for named in category.shares]
    shares = [*wins.by_seat, *(wins.by_bot if len(found.bots) > 1 else ()), *held]
    marks = [named.against for named in shares if named.share.of]
    marks += [seated.against for seated in wins.by_bot_and_seat if len(found.bots) > 1]
    for use in [use for verb in found.uses for use in verb.cards]:
        marks.append(use.against)
        marks += [use.worth_against] if use.worth is not None and use.worth.points is not None else []
    marks += [card.against for card in found.dealt if card.worth.points is not None]
    return Comparisons(len(marks), sum(map(bool, marks)), round(len(marks) * (1 - CONFIDENCE), 1))


def _named(numbers: dict[str, int], of: int) -> tuple[NamedShare, ...]:
    ordered = sorted(numbers.items(), key=lambda item: (-item[1], item[0]))
    return tuple(NamedShare(name, name, share_of(number, of)) for name, number in ordered)


def _sum(parts: Iterable[WinCount]) -> WinCount:
    whole = WinCount()
    for part in parts:
        whole.add(part)
    return whole


def _won(won: WinCount) -> Share:
    return share_of(won.wins, won.times)


def _wins(counts: Counts, base: Share, seats: tuple[str, ...], bots: tuple[str, ...]) -> Wins:
    names = tuple(dict.fromkeys(bots))
    seated = counts.seated
    by_seat = [
        (name, _won(_sum(won for (_, at), won in seated.items() if at == seat))) for seat, name in enumerate(seats)
    ]
    by_bot = [(name, _won(_sum(won for (bot, _), won in seated.items() if bot == name))) for name in names]
    both = [
        (bot, name, _won(seated[bot, seat]))
        for bot in names
        for seat, name in enumerate(seats)
        if (bot, seat) in seated
    ]
    return Wins(
        base,
        share_of(counts.shared, counts.games),
        share_of(counts.nobody, counts.games),
        tuple(NamedShare(name, name, share, against_base(share, base)) for name, share in by_seat),
        tuple(NamedShare(name, name, share, against_base(share, base)) for name, share in by_bot),
        tuple(SeatedShare(bot, seat, share, against_base(share, base)) for bot, seat, share in both),
    )


def _scores(counts: Counts, seats: tuple[str, ...], bots: tuple[str, ...]) -> Scores:
    by_seat: dict[str, dict[Number, int]] = {}
    by_bot: dict[str, dict[Number, int]] = {}
    for (bot, seat), scores in counts.scores.items():
        for whole in (by_seat.setdefault(seats[seat], {}), by_bot.setdefault(bot, {})):
            for score, times in scores.items():
                whole[score] = whole.get(score, 0) + times
    return Scores(
        tuple(NamedSpread(name, spread_of(by_seat[name])) for name in seats if name in by_seat),
        tuple(NamedSpread(name, spread_of(by_bot[name])) for name in dict.fromkeys(bots) if name in by_bot),
    )


def _categories(counts: Counts, book: CardBook, base: Share) -> tuple[Category, ...]:
    found: list[Category] = []
    for what in sorted({what for what, _ in counts.kinds}):
        numbers = {which: number for (name, which), number in counts.kinds.items() if name == what}
        shares = (NamedShare(named.id, name_of(book, named.id), named.share) for named in _named(numbers, counts.games))
        found.append(Category(what, "games", tuple(shares)))
    for what in sorted({what for what, _ in counts.held}):
        wins = sorted((which, _won(won)) for (name, which), won in counts.held.items() if name == what)
        held = tuple(NamedShare(which, name_of(book, which), share, against_base(share, base)) for which, share in wins)
        found.append(Category(what, "seats", held))
    return tuple(found)


def _measures(counts: Counts, book: CardBook) -> tuple[Measurement, ...]:
    whats = dict.fromkeys(what for what, _ in sorted(counts.measures))
    return tuple(
        Measurement(
            what,
            tuple(
                NamedSpread(name_of(book, which), spread_of(counts.measures[name, which]))
                for name, which in sorted(counts.measures)
                if name == what
            ),
        )
        for what in whats
    )
