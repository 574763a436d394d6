"""A referee for a game without rules: turn order, zones, counters, dice, and the conservation of cards."""

from pnp.games.sandbox.game import sandbox_game

__all__ = ["sandbox_game"]
