"""The head of the reports of experiments. In: a prepared plan, seeds, what was played. Out: game, cards, bots, seeds,
as values and in words.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pnp.library.words import localise
from pnp.playtest.batch import SimulationBatch
from pnp.playtest.reports.numbers import number, plain
from pnp.playtest.statistics import CONFIDENCE


class Head(Struct, frozen=True, kw_only=True):
    """games: seeds of which all games were played, of those `asked` for · at_every_look: the intervals hold however
    often somebody looked.
    """

    game: str
    title: str
    rules: int
    cards: str
    players: int
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    options: dict[str, Any]
    first_seed: int
    asked: int
    games: int
    confidence: float
    at_every_look: bool


def head_of(batch: SimulationBatch, bots: tuple[str, ...], seeds: range, games: int, often: bool) -> dict[str, Any]:
    """The fields of a Head; often: `at_every_look`."""
    return {
        "game": batch.game.slug,
        "title": localise(batch.book.title, "en"),
        "rules": batch.game.version,
        "cards": batch.book.digest,
        "players": batch.plan.players,
        "seats": batch.simulator.setup.seats,
        "bots": bots,
        "options": batch.plan.options,
        "first_seed": seeds.start,
        "asked": len(seeds),
        "games": games,
        "confidence": CONFIDENCE,
        "at_every_look": often,
    }


def heading_of(found: Any, games: str, of_each: int = 1) -> list[str]:
    """Two lines; games: `games with each value`, of which every seed has `of_each`."""
    played, asked = found.games * of_each, found.asked * of_each
    counted = f"{number(played)} {games}" if played == asked else f"{number(played)} of {number(asked)} {games}"
    last = found.first_seed + max(found.games, 1) - 1
    options = "".join(f" · {key}={plain(value)}" for key, value in found.options.items())
    return [
        f"{found.title} · {counted} · {found.players} players · seeds {found.first_seed} to {last}",
        f"bots: {', '.join(found.bots)} · rules {found.rules}, cards {found.cards or '–'}{options}",
    ]


def looks_of(found: Head) -> str:
    """What its intervals hold for."""
    if found.at_every_look:
        return "The intervals are valid at any time, so they may decide when to stop."
    return "The intervals are valid for a number of games that was fixed in advance."
