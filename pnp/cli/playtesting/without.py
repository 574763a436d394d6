"""`pnp playtest without`. In: a card. Out: what it is worth to who may use it, by bots of which one may not.

Invariant: a card that is not there, or that no move can name, is told before any game starts.
"""

from __future__ import annotations

from pnp.base.diagnostics import Span, UsageError
from pnp.base.suggest import hint_nearest
from pnp.cli.playtesting.asked import ask
from pnp.cli.playtesting.options import Batch, ReportFiles
from pnp.library.card import CardBook
from pnp.playtest.card_fields import card_fields
from pnp.playtest.experiments.arms import prepare
from pnp.playtest.experiments.figures import WINS, FigureBook
from pnp.playtest.experiments.until import Until, read_until
from pnp.playtest.experiments.without import (
    MAY,
    MAY_NOT,
    both,
    held_back,
    without_experiment,
    without_report,
    without_results,
)


def play_without(chosen: Batch, files: ReportFiles, text: str) -> int:
    """Play and report; the exit code."""
    asked = ask(chosen, files)
    if len(asked.plan.bots) > 1:
        raise UsageError.single(
            Span("--bots"), "expected one bot: it plays against itself without the card", "--bots greedy"
        )
    if asked.plan.players < 2:
        raise UsageError.single(Span("CARD"), "a game with one seat has no opponent to compare with", code="players")
    bot = asked.plan.bots[0]
    base = prepare(asked.plan)
    card = _card(base.book, text)
    if not card_fields(base.game):
        raise UsageError.single(
            Span("CARD"), f"moves of {asked.plan.slug} name no cards, so none can be left out", code="card"
        )
    bots = (bot, held_back(bot, card))
    figures = FigureBook(base.book, base.simulator.setup.seats, bots, False)
    within = read_until(asked.batch.until, f"{WINS}:{bot}", figures)[1] if asked.batch.until else 0.0
    experiment = without_experiment(asked.plan, card, figures)
    batches = [prepare(plan) for plan in experiment.arms]
    asked = asked.in_pairs()
    watched = Until(MAY, within, ((both(experiment, MAY), both(experiment, MAY_NOT)),))
    with asked.played(experiment, batches, watched, ("may-first", "may-second")) as outcome:
        often = bool(asked.batch.until)
        found = without_results(experiment, batches[0], outcome.played, asked.seeds_of(outcome), card, often)
        return asked.report(experiment, outcome, without_report(found))


def _card(book: CardBook, text: str) -> str:
    """`tiles.louhi` or `louhi`."""
    deck, dot, card = text.rpartition(".")
    if card in book.cards and (not dot or book.cards[card].deck == deck):
        return card
    hint = hint_nearest(card, book.cards)
    if card in book.cards:
        hint = f"{book.cards[card].deck}.{card}"
    raise UsageError.single(Span("CARD"), f"there is no card “{text}”", hint, "unknown-card")
