"""The head of a report. In: a prepared plan, seeds, what was played. Out: game, cards, bots, seeds, as values and in
words.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pnp.library.card import CardBook
from pnp.library.words import localise
from pnp.playtest.batch import SimulationBatch
from pnp.playtest.reports.numbers import number, plain
from pnp.playtest.statistics import CONFIDENCE, Count
from pnp.referee.game import Game


class Played(Struct, frozen=True, kw_only=True):
    """What was played. games: seeds of which all games were played, of those `asked` for"""

    game: str
    title: str
    rules: int
    cards: str
    players: int
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    options: dict[str, Any]
    first_seed: Count
    asked: Count
    games: Count
    confidence: float = CONFIDENCE


class Head(Played, frozen=True, kw_only=True):
    """Of an experiment. at_every_look: the intervals hold however often somebody looked"""

    at_every_look: bool


def played_by(game: Game[Any], book: CardBook, seats: tuple[str, ...], bots: tuple[str, ...]) -> dict[str, Any]:
    """Fields of Played: the game, and who sat there."""
    title = localise(book.title, "en")
    named = {"game": game.slug, "title": title, "rules": game.version, "cards": book.digest}
    return {**named, "players": len(seats), "seats": seats, "bots": bots}


def head_of(batch: SimulationBatch, bots: tuple[str, ...], seeds: range, games: int) -> dict[str, Any]:
    """The fields of Played, where `games` of these seeds were played."""
    who = played_by(batch.game, batch.book, batch.simulator.setup.seats, bots)
    return {**who, "options": batch.plan.options, "first_seed": seeds.start, "asked": len(seeds), "games": games}


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
