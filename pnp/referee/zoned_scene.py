"""The scene of a game whose zones say all: its cards in rows, before their owners. In: where the zones are declared, a
view. Out: pieces; a game's hook `scene` is this with the module of its zones.

Invariant: zones are imported when a scene is asked for, so that no other command waits for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from pnp.referee.scene import Piece


def zoned_scene(zones: str, view: Any, *, sizes: Mapping[str, tuple[float, float]] | None = None) -> tuple[Piece, ...]:
    """All cards of a view. zones: the module with `HOLDINGS` · sizes: of the cards of decks that are no playing cards,
    in mm
    """
    from pnp.referee.kernel.scene import scene

    return scene(import_module(zones).HOLDINGS, view, sizes)
