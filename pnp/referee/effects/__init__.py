"""Effects that cards of any declared game may have: `vocabulary/` (the words), `check` and `registry` (held against the
game), `phrases` and `wording` (printed), `effect_table` (where things lie), `in_force` (what counts now), `resolving/`
(what happens), `questions` (what is asked), and `card_effects`, which a game's rules use (docs/effects.md).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pnp.referee.effects.card_effects import CardEffects
    from pnp.referee.effects.questions import Use

__all__ = ["CardEffects", "Use"]

_HOMES = {"CardEffects": "pnp.referee.effects.card_effects", "Use": "pnp.referee.effects.questions"}

if not TYPE_CHECKING:  # mypy is to know every other name as wrong

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return value
