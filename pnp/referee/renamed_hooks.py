"""Hooks of `Game` that have another name now. In: the old name, as older games write it. Out: the new one.

Invariant: an old name does just what the new one does, and every use of it warns and names the new one. This file goes
with the next version.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from msgspec import Struct

RENAMED = {
    "rolled": "roll_dice",
    "opened": "is_revealed",
    "bound": "max_plies",
    "patience": "max_plies_per_seat",
    "afterwards": "moves_after_end",
    "respell": "normalise_words",
}


def new_name(old: str) -> str:
    """What the hook `old` is called now; the caller's caller is warned. Raises AttributeError without such a hook."""
    if old not in RENAMED:
        raise AttributeError(f"a Game has no hook “{old}”")
    message = f"the hook `{old}` of a Game is called `{RENAMED[old]}` now; the old name goes with the next version"
    warnings.warn(message, DeprecationWarning, stacklevel=3)
    return RENAMED[old]


class GameType(type(Struct)):  # type: ignore[misc]
    """The class of `Game`: makes a Game of keywords, old ones too."""

    if not TYPE_CHECKING:  # the keywords of a Struct are its fields; mypy knows them without this

        def __call__(cls, *values: Any, **hooks: Any) -> Any:
            for old in [name for name in hooks if name in RENAMED]:
                hooks[new_name(old)] = hooks.pop(old)
            return super().__call__(*values, **hooks)
