"""Names of the last version: hooks, parameters of moves, classes. In: what older games write. Out: what is meant.

Invariant: an old name does just what the new one does, and every use of it warns and names the new one. This file goes
with the next version.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pnp.base.renamed import new_name

HOOKS = {
    "rolled": "roll_dice",
    "opened": "is_revealed",
    "bound": "max_plies",
    "patience": "max_plies_per_seat",
    "afterwards": "moves_after_end",
    "respell": "normalise_words",
}
GIVEN_RULING = ("explain", "news")  # (state, move, ruling), where (state, move) had to judge the move again
CLASSES = {"Seen": "ReplayView", "Page": "TextPage"}
PARAMS = {"Many": "ListParam", "Perhaps": "OptionalParam"}


def given_ruling(name: str, hook: Any) -> Any:
    """The hook; one of two parameters in a shell that takes the third, and its author is warned."""
    if _parameters(hook) != 2:
        return hook
    message = f"the hook `{name}(state, move)` of a Game is now `{name}(state, move, ruling)`"
    warnings.warn(message, DeprecationWarning, stacklevel=3)
    return lambda state, move, ruling: hook(state, move)


def _parameters(hook: Any) -> int:
    """How many values a hook is called with."""
    code = getattr(hook, "__code__", None)
    if code is not None:
        return int(code.co_argcount) - hasattr(hook, "__self__")
    import inspect

    try:
        return len(inspect.signature(hook).parameters)
    except (TypeError, ValueError):  # built in: it cannot be asked
        return 3


class GameType(type(Struct)):  # type: ignore[misc]
    """The class of `Game`: makes a Game of keywords, those of old hooks too."""

    if not TYPE_CHECKING:  # the keywords of a Struct are its fields; mypy knows them without this

        def __call__(cls, *values: Any, **hooks: Any) -> Any:
            for old in [name for name in hooks if name in HOOKS]:
                hooks[new_name(old, HOOKS, "hook")] = hooks.pop(old)
            for name in [name for name in GIVEN_RULING if name in hooks]:
                hooks[name] = given_ruling(name, hooks[name])
            return super().__call__(*values, **hooks)
