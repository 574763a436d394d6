"""Games whose worlds, ratings or chances are wrong: what bots think of. In: nothing. Out: mutants.

Invariant: each is a fault that one of the promises about opponents names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from pnp.referee.game import Game
from tests.conformance.mutants import Change, Mutant


def _world(change: Callable[[Any, Any], Any]) -> Change:
    """A game whose worlds are changed: (view, world) -> world."""

    def hooks(game: Game[Any]) -> dict[str, Any]:
        fill = game.fill
        assert fill is not None
        return {"fill": lambda view, hidden, pick: change(view, fill(view, hidden, pick))}

    return hooks


def _faulty() -> Iterator[Mutant]:
    def of(what: str, game: str, change: Change) -> Mutant:
        return Mutant(what, game, (), change)

    yield of(
        "a world has another turn than its view", "kalevala", _world(lambda view, w: replace(w, passes=w.passes + 1))
    )
    yield of("a world hides what its view hides", "kalevala", _world(lambda view, world: view))
    yield of(
        "a world deals cards that it has given to hands",
        "suomi1918",
        _world(lambda view, world: replace(world, unseen=view.unseen)),
    )
    yield of(
        "a move has no rating", "kalevala", lambda game: {"rate": lambda view, seat, moves: [0.0] * (len(moves) - 1)}
    )
    yield of("chances are more than there are", "kalevala", lambda game: {"value": lambda state: [0.7, 0.7]})


WORLD_MUTANTS = tuple(_faulty())
