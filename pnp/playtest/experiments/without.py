"""What a card is worth to who may use it. In: what was played by two like bots of which one may not use the card. Out:
WithoutResults: how much oftener the other wins, over all seats and at each.

Restricted play: Jaffe, Miller, Andersen, Liu, Karlin and Popović 2012. Invariant: every seed is played twice with the
seats changed round, so deal and seat favour neither.
"""

from __future__ import annotations

from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from pnp.library.words import localise
from pnp.playtest.batch import Plan, SimulationBatch
from pnp.playtest.experiments.arms import Experiment, ExperimentCounts
from pnp.playtest.experiments.change_columns import bar_of, change_columns
from pnp.playtest.experiments.estimates import Difference, Estimate, Estimator
from pnp.playtest.experiments.figures import MOVES, USED_DESPITE, USES, WINS, FigureBook
from pnp.playtest.moments import Ratio
from pnp.playtest.reports.head import Head, head_of, heading_of, looks_of
from pnp.playtest.reports.numbers import decimal, interval, percent
from pnp.playtest.reports.plot_changes import Changes, plot_changes
from pnp.playtest.reports.report import Column, Report, Section, Table
from pnp.playtest.restricted import WITHOUT

FORMAT = 1
MAY, MAY_NOT = 0, 1  # figures


class SeatWorth(Struct, frozen=True):
    """A seat's wins when it may use the card, and when another may."""

    seat: str
    may: Estimate
    may_not: Estimate
    worth: Difference


class WithoutResults(Head, frozen=True, kw_only=True):
    """The content of a report of `pnp playtest without`.

    worth: the wins of who may use the card minus those of who may not · uses: of the card by anybody, a game; despite:
    by who may not, where the rules left nothing else
    """

    without: int
    card: str
    name: str
    may: Estimate
    may_not: Estimate
    worth: Difference
    by_seat: tuple[SeatWorth, ...]
    uses: Estimate
    despite: Estimate
    moves: Estimate


def alternating(one: str, other: str, players: int) -> tuple[str, ...]:
    """A lineup in which two bots take turns."""
    return tuple((one, other)[seat % 2] for seat in range(players))


def without_experiment(plan: Plan, card: str, book: FigureBook) -> Experiment:
    """Both lineups of a bot and the same bot held back. `book`: made for these two bots."""
    may, may_not = book.bots
    lineups = (alternating(*pair, plan.players) for pair in ((may, may_not), (may_not, may)))
    plans = tuple(replace(plan, bots=book.bots, lineup=lineup) for lineup in lineups)
    names = [f"{WINS}:{may}", f"{WINS}:{may_not}", f"{USES}:{card}", MOVES]
    seats = (book.find(f"{WINS}:{seat}") for seat in book.seats)
    return Experiment(plans, (*(book.find(name) for name in names), USED_DESPITE, *seats))


def held_back(bot: str, card: str) -> str:
    """The name of the bot that may not use a card."""
    return f"{bot}{WITHOUT}{card}"


def both(experiment: Experiment, figure: int) -> Ratio:
    """A figure over both lineups."""
    return experiment.ratio(0, figure) + experiment.ratio(1, figure)


def without_results(
    experiment: Experiment, batch: SimulationBatch, played: ExperimentCounts, seeds: range, card: str, often: bool
) -> WithoutResults:
    """The results of the games played so far."""
    found = Estimator(experiment, played, often)
    by_seat = []
    for seat, name in enumerate(batch.simulator.setup.seats):
        figure = 5 + seat
        may_at, not_at = (0, 1) if seat % 2 == 0 else (1, 0)
        may, may_not = found.estimate(may_at, figure), found.estimate(not_at, figure)
        by_seat.append(SeatWorth(name, may, may_not, found.difference(may_at, not_at, figure)))
    using, held = both(experiment, MAY), both(experiment, MAY_NOT)
    return WithoutResults(
        **head_of(batch, batch.plan.bots, seeds, played.seeds),
        at_every_look=often,
        without=FORMAT,
        card=card,
        name=localise(batch.book.cards[card].name, "en"),
        may=found.estimate_of(MAY, using),
        may_not=found.estimate_of(MAY_NOT, held),
        worth=found.difference_of(MAY, using, held),
        by_seat=tuple(by_seat),
        uses=found.estimate_of(2, both(experiment, 2)),
        despite=found.estimate_of(4, both(experiment, 4)),
        moves=found.estimate_of(3, both(experiment, 3)),
    )


def without_report(found: WithoutResults) -> Report:
    """Who may and who may not; the same seat by seat."""
    rows = [SeatWorth("any seat", found.may, found.may_not, found.worth)]
    rows += [replace(each, seat=f"as {each.seat}") for each in found.by_seat]
    columns = [
        Column("", lambda row: row.seat),
        Column("with", lambda row: percent(row.may.value)),
        Column("95 %", lambda row: interval(row.may)),
        Column("without", lambda row: percent(row.may_not.value)),
        *change_columns("strength", lambda row: row.worth),
    ]
    note = f"{found.name} is used {decimal(found.uses.value, 2)} times per game."
    if found.despite.value:
        often = decimal(found.despite.value, 2)
        note += f" The seat without it had to use it {often} times per game: no other move was legal."
    if not found.uses.value:
        note = f"{found.name} was not used in these games, so its strength is unknown."
    title = f"Win rate with and without {found.name}"
    changes = Changes(tuple(bar_of(row.seat, row.worth) for row in rows))
    plot = partial(plot_changes, f"{title}: change, with 95 % intervals", changes, True)
    return Report(
        f"{found.title}: the strength of {found.name}",
        heading_of(found, "games", of_each=2),
        [Section(title, [Table(rows, columns)], [plot], note)],
        f"Two equal bots play; one may not use {found.name} unless no other move is legal. Strength: the win rate with "
        "the card minus the win rate without it, in percentage points. Every deal is played twice with the seats "
        "swapped, and the interval is for these pairs. The strength depends on how well the bot plays the card. More "
        f"games: how many more seeds would detect such a strength with 80 % power. {looks_of(found)}",
        found,
        is_empty=not found.games,
    )
