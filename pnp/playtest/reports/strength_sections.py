"""The strength of cards, and dead cards. In: results. Out: sections of a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from pnp.playtest.reports.card_results import CardUse, DealtWorth, VerbUses
from pnp.playtest.reports.numbers import MARKS, around, interval, margin, named_mark, number, percent, points
from pnp.playtest.reports.plot import Bar, plot_bars
from pnp.playtest.reports.plot_axes import Dot, plot_dots
from pnp.playtest.reports.report import PAGE, TEXT, Column, Section, Table
from pnp.playtest.reports.results import PlaytestResults

CHANCE = "Cards are dealt at random, so this is the effect of the card as these bots play it."
CHOICE = "Players choose which cards to use, so this is a correlation, not an effect."
STRENGTH = (
    "Difference in win rate with this card instead of an average one, in percentage points. Estimated by least squares "
    "for all cards at once, adjusted for seat and bot."
)


def strength_sections(found: PlaytestResults) -> Iterator[Section]:
    """How strong cards are: for whom they are dealt to, and for whom uses them. A text has the first of these. Then the
    cards that nobody uses as cards of their deck are used.
    """
    is_dealt = any(card.worth.points is not None for card in found.dealt)
    if is_dealt:
        yield _strength("Card strength: dealt", found.dealt, "dealt", CHANCE)
    answered = [verb for verb in found.uses if any(card.worth.points is not None for card in _used(verb))]
    for verb in answered:
        where = PAGE if is_dealt or verb is not found.uses[0] else ""
        yield _strength(f"Card strength: {verb.verb}", _used(verb), "used", CHOICE, where)
    if answered:
        yield _scatter(answered[0])
    if found.dead:
        high = percent(found.dead[0].used.high)
        columns = [
            Column("card", lambda card: card.name),
            Column("used", lambda card: f"only {', '.join(card.verbs)}" if card.verbs else "never used"),
        ]
        note = f"Never used otherwise in {number(found.games)} games, so at most {high} of all such games would do so."
        yield Section("Dead cards", [Table(found.dead, columns, "Dead cards by use")], note=note)


def _used(verb: VerbUses) -> list[DealtWorth]:
    return [DealtWorth(use.id, use.name, use.worth, use.worth_against) for use in verb.cards if use.worth is not None]


def _strength(title: str, cards: Iterable[DealtWorth], counted: str, why: str, where: str = "") -> Section:
    ordered = sorted(cards, key=lambda card: (-(card.worth.points or 0), -card.worth.n, card.id))
    known = [card for card in ordered if card.worth.points is not None]
    bars = [Bar.around(card.name, card.worth.points, card.worth.margin, card.against) for card in known]
    columns = [
        Column("card", lambda card: card.name),
        Column(counted, lambda card: number(card.worth.n)),
        Column("points of win rate ± 95 %", lambda card: f"{_points(card)} {MARKS[card.against]}", TEXT),
        Column("strength, points ± 95 %", _points, PAGE),
        Column("relative to 0", lambda card: named_mark(card.against), PAGE),
    ]
    plot = partial(plot_bars, f"{title}: percentage points of win rate, with 95 % intervals", bars)
    table = Table(ordered, columns, f"{title}, strongest first")
    return Section(title, [table], [plot], f"{STRENGTH} {why}", where=where)


def _points(card: DealtWorth | CardUse) -> str:
    assert card.worth is not None
    return points(card.worth.points, card.worth.margin)


def _scatter(verb: VerbUses) -> Section:
    dots, uses = [], []
    for use in sorted(verb.cards, key=lambda use: (-use.times, use.id)):
        if use.worth is not None and use.worth.points is not None:
            low, high = (None if end is None else 100 * end for end in around(use.worth.points, use.worth.margin))
            middle = 100 * use.worth.points
            dots.append(Dot(use.name, use.per_game.mean or 0.0, middle, low, high, use.worth_against))
            uses.append(use)
    title = f"Strength and use: {verb.verb}"
    columns = [
        Column("card", lambda use: use.name),
        Column("per game", lambda use: margin(use.per_game, 2)),
        Column("strength, points ± 95 %", _points),
        Column("raw win rate", lambda use: percent(use.wins.share)),
        Column("95 %", lambda use: interval(use.wins)),
    ]
    plot = partial(plot_dots, f"{title}: percentage points of win rate by uses per game", dots, "uses per game")
    note = "Right: used often. High: associated with winning, other cards being equal. Only outliers are labelled."
    return Section(title, [Table(uses, columns, f"{title}, most used first")], [plot], note, where=PAGE)
