"""Every bot against every other. In: what each pair played. Out: TournamentResults: Elo with intervals, who beat whom,
and whether the first seat's advantage grows with skill.

Invariant: every pair plays every seed twice, with the seats changed round, and every bot against itself once; intervals
are of seeds, whose games hang together.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations, pairwise

from msgspec import Struct
from msgspec.structs import replace

from pnp.playtest.batch import Plan, SimulationBatch
from pnp.playtest.experiments.arms import Experiment, ExperimentCounts
from pnp.playtest.experiments.estimates import Estimate, Estimator
from pnp.playtest.experiments.figures import FIRST, OPENER, WHOLE, FigureBook
from pnp.playtest.experiments.rating import ELO, strengths
from pnp.playtest.experiments.sequential import margin_at_every_look
from pnp.playtest.experiments.without import alternating
from pnp.playtest.moments import Deviation, Ratio, deviation
from pnp.playtest.reports.head import Head, head_of, heading_of, looks_of
from pnp.playtest.reports.numbers import EVEN, MARKS, NONE, around, decimal, held_against, interval, percent, signed
from pnp.playtest.reports.plot import Bar, plot_bars
from pnp.playtest.reports.report import Column, Report, Section, Table

FORMAT = 1
OPENED, OPENS = 0, 1  # figures: what the bot of the first seat takes, and the first seat


class Rating(Struct, frozen=True):
    """A bot. elo: over the first named, ± margin · step: over the next below, ± step_margin · against: of the step
    first: how often the first seat wins between two of this bot
    """

    bot: str
    elo: float
    margin: float | None
    step: float | None
    step_margin: float | None
    against: str
    first: Estimate


class Pairing(Struct, frozen=True):
    """How much of the wins one bot took of its games with another."""

    bot: str
    other: str
    share: Estimate


class Trend(Struct, frozen=True):
    """How the first seat's share of the wins changes with 100 Elo of skill on both sides; ± margin."""

    value: float
    margin: float | None
    against: str


class TournamentResults(Head, frozen=True, kw_only=True):
    """The content of a report of `pnp playtest tournament`, the strongest first.

    games_a_pair: played by any two bots.
    """

    tournament: int
    games_a_pair: int
    ratings: tuple[Rating, ...]
    pairings: tuple[Pairing, ...]
    trend: Trend | None


def tournament_experiment(plan: Plan, figures: FigureBook) -> Experiment:
    """Each pair both ways, then each bot against itself."""
    lineups = []
    for one, other in combinations(figures.bots, 2):
        lineups += [alternating(one, other, plan.players), alternating(other, one, plan.players)]
    lineups += [alternating(bot, bot, plan.players) for bot in figures.bots]
    plans = (replace(plan, bots=tuple(dict.fromkeys(lineup)), lineup=lineup) for lineup in lineups)
    return Experiment(tuple(plans), (OPENER, figures.find(FIRST)))


class Ratings:
    """The strengths that follow from what was played so far."""

    def __init__(self, experiment: Experiment, bots: tuple[str, ...], played: ExperimentCounts, often: bool) -> None:
        self.experiment, self.bots, self.moments, self.often = experiment, bots, played.moments, often
        self.pairs = list(combinations(range(len(bots)), 2))
        count = len(bots)
        games = [[0.0] * count for _ in bots]
        wins = [[0.0] * count for _ in bots]
        for number, (one, other) in enumerate(self.pairs):
            taken, of = self.share(number).counted(self.moments)
            games[one][other] = games[other][one] = of / WHOLE
            wins[one][other], wins[other][one] = taken / WHOLE, (of - taken) / WHOLE
        self.found, self.inverse = strengths(games, wins)

    def share(self, pair: int) -> Ratio:
        """What the first of a pair takes, over both lineups."""
        there, back = self.experiment.ratio(2 * pair, OPENED), self.experiment.ratio(2 * pair + 1, OPENED)
        changed = tuple((column, -times) for column, times in back.above)
        return Ratio(there.above + back.below + changed, there.below + back.below)

    def elo(self, bot: int) -> float:
        """Over the first bot."""
        return ELO * self.found[bot]

    def margin(self, one: int, other: int) -> float | None:
        """The difference of two bots' Elo is known to ± this."""
        pull = [self.inverse[one][bot] - self.inverse[other][bot] for bot in range(len(self.bots))]
        weights, guard = dict[int, float](), 0.0
        for number, (first, second) in enumerate(self.pairs):
            factor = ELO * self.moments.n * (pull[first] - pull[second])  # with one more game won
            guard += factor * factor
            for column, times in self.share(number).above:
                weights[column] = weights.get(column, 0.0) + factor * times / WHOLE
        return self._margin(deviation(self.moments, weights, guard))

    def _margin(self, spread: Deviation) -> float | None:
        return margin_at_every_look(spread) if self.often else spread.margin

    def trend(self) -> Trend | None:
        """The slope of the first seat's share over Elo, by least squares; None where all are equally strong."""
        count = len(self.bots)
        mean = sum(map(self.elo, range(count))) / count
        off = [self.elo(bot) - mean for bot in range(count)]
        squares = sum(each * each for each in off)
        if squares < 1:
            return None
        value, weights = 0.0, dict[int, float]()
        for bot in range(count):
            ratio = self.experiment.ratio(2 * len(self.pairs) + bot, OPENS)
            share, factor = ratio.value(self.moments) or 0.0, 100 * off[bot] / squares
            value += factor * share
            for column, weight in ratio.weights(self.moments, factor).items():
                weights[column] = weights.get(column, 0.0) + weight
        margin = self._margin(deviation(self.moments, weights, guard=1e4 / squares))
        return Trend(value, margin, held_against(*around(value, margin)))


def tournament_results(
    experiment: Experiment,
    bots: tuple[str, ...],
    batch: SimulationBatch,
    played: ExperimentCounts,
    seeds: range,
    often: bool,
) -> TournamentResults:
    """The results of the games played so far."""
    head = {**head_of(batch, bots, seeds, played.seeds), "at_every_look": often}
    found = Estimator(experiment, played, often)
    if not played.seeds:
        return TournamentResults(**head, tournament=FORMAT, games_a_pair=0, ratings=(), pairings=(), trend=None)
    ratings = Ratings(experiment, bots, played, often)
    order = sorted(range(len(bots)), key=lambda bot: -ratings.elo(bot))
    rows = []
    for place, bot in enumerate(order):
        below = order[place + 1] if place + 1 < len(order) else None
        step = None if below is None else ratings.elo(bot) - ratings.elo(below)
        known = None if below is None else ratings.margin(bot, below)
        first = found.estimate(2 * len(ratings.pairs) + bot, OPENS)
        margin = ratings.margin(bot, 0) if bot else None
        against = EVEN if step is None else held_against(*around(step, known))
        rows.append(Rating(bots[bot], ratings.elo(bot), margin, step, known, against, first))
    places = {bot: place for place, bot in enumerate(order)}
    pairings = []
    for number, (one, other) in enumerate(ratings.pairs):
        share = found.estimate_of(OPENED, ratings.share(number))
        if places[one] > places[other]:
            one, other, share = other, one, _turned(share)
        pairings.append(Pairing(bots[one], bots[other], share))
    pairings.sort(key=lambda each: (places[bots.index(each.bot)], places[bots.index(each.other)]))
    return TournamentResults(
        **head,
        tournament=FORMAT,
        games_a_pair=2 * played.seeds,
        ratings=tuple(rows),
        pairings=tuple(pairings),
        trend=ratings.trend(),
    )


def _turned(share: Estimate) -> Estimate:
    """The same for the other bot."""
    value, low, high = (None if each is None else 1 - each for each in (share.value, share.high, share.low))
    return replace(share, value=value, low=low, high=high)


def tournament_report(found: TournamentResults) -> Report:
    """Elo; who takes how much of whom; the first seat by skill."""
    ratings, fair = found.ratings, 1 / found.players
    elo = [
        Column("", lambda it: it.bot),
        Column("Elo", lambda it: decimal(it.elo, 0)),
        Column("95 %", lambda it: _margin(it.margin)),
        Column("over next", lambda it: "" if it.step is None else f"+{it.step:,.0f}"),
        Column("95 %", lambda it: "" if it.step is None else f"{_margin(it.step_margin)} {MARKS[it.against]}".rstrip()),
    ]
    pairs = [
        Column("", lambda it: f"{it.bot} vs {it.other}"),
        Column("win rate", lambda it: percent(it.share.value)),
        Column("95 %", lambda it: interval(it.share)),
    ]
    seats = [
        Column("", lambda it: it.bot),
        Column("wins", lambda it: percent(it.first.value)),
        Column("95 %", lambda it: interval(it.first)),
    ]
    strong = [Bar.around(it.bot, it.elo, it.margin) for it in ratings]
    first = [Bar(it.bot, it.first.value, it.first.low, it.first.high) for it in ratings]
    titles = "Ratings", "Head to head", "First seat between equal bots"
    plotted = [f"{title}, with 95 % intervals" for title in titles]
    note = f"{found.bots[0]} is fixed at 0. A bot that is 400 Elo stronger wins 10 of 11 games."
    strength = partial(plot_bars, plotted[0], strong, percent=False)
    sections = [
        Section(titles[0], [Table(ratings, elo)], [strength], note),
        Section(titles[1], [Table(found.pairings, pairs)], note="A shared win counts as half a win."),
        Section(titles[2], [Table(ratings, seats)], [partial(plot_bars, plotted[2], first, base=fair)], _trend(found)),
    ]
    return Report(
        f"{found.title}: ratings of {len(found.bots)} bots",
        heading_of(found, "games of each pair", of_each=2),
        sections,
        "Elo by the Bradley-Terry model, from all games between two different bots, plus one virtual draw for each "
        "pair. Over next: the lead over the next bot below; ▲: the whole interval is above 0. Of these "
        f"{max(len(ratings) - 1, 0) + len(found.pairings)} steps and pairs one in twenty would be marked by chance "
        "alone. Each pair plays every deal twice with the seats swapped, and each bot plays it once against itself. "
        "When more search does not make a bot stronger, the game has little depth, or its `rate` and `value` miss it. "
        f"{looks_of(found)}",
        found,
        is_empty=not found.games,
    )


def _margin(margin: float | None) -> str:
    return NONE if margin is None else f"± {margin:,.0f}"


def _trend(found: TournamentResults) -> str:
    trend = found.trend
    if trend is None:
        return "All bots are equally strong, so the effect of skill is unknown."
    change = f"{signed(trend.value, True)} points per 100 Elo"
    if trend.margin is not None:
        change += f" ({signed(trend.value - trend.margin, True)} to {signed(trend.value + trend.margin, True)})"
    words = {"": "no certain effect", "above": "it grows with skill", "below": "it shrinks with skill"}
    return f"First seat's win rate by skill: {change}; {words[trend.against]}."


class TournamentWatch:
    """Watches how exactly the steps are known (see `Until`); within: Elo."""

    def __init__(self, bots: tuple[str, ...], within: float) -> None:
        self.bots, self.within = bots, within

    def margin(self, experiment: Experiment, played: ExperimentCounts) -> float | None:
        """The widest of the steps."""
        if not played.seeds:
            return None
        ratings = Ratings(experiment, self.bots, played, True)
        order = sorted(range(len(self.bots)), key=ratings.elo)
        margins = [ratings.margin(above, below) for below, above in pairwise(order)]
        return None if None in margins else max(margin for margin in margins if margin is not None)

    def reached(self, experiment: Experiment, played: ExperimentCounts) -> str:
        """How exactly they are known, in words."""
        margin = self.margin(experiment, played)
        return "" if margin is None else f"± {margin:.0f} Elo"
