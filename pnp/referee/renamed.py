"""Names of the last version: hooks, parameters of moves, classes. In: what older games write. Out: what is meant.

Invariant: an old name does just what the new one does, and every use of it warns and names the new one. This file goes
with the next version.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

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


def new_name(old: str, renamed: Mapping[str, str] = HOOKS, what: str = "hook") -> str:
    """What `old` is called now; the caller's caller is warned. Raises AttributeError when there was no such name."""
    if old not in renamed:
        raise AttributeError(f"there is no {what} “{old}”")
    message = f"the {what} `{old}` is called `{renamed[old]}` now; the old name goes with the next version"
    warnings.warn(message, DeprecationWarning, stacklevel=3)
    return renamed[old]


def given_ruling(name: str, hook: Any) -> Any:
    """The hook; one of two parameters in a shell that takes the third, and its author is warned."""
    code = getattr(hook, "__code__", None)
    if code is None or code.co_argcount - hasattr(hook, "__self__") != 2:
        return hook
    message = f"the hook `{name}(state, move)` of a Game is `{name}(state, move, ruling)` now"
    warnings.warn(message, DeprecationWarning, stacklevel=3)
    return lambda state, move, ruling: hook(state, move)


class GameType(type(Struct)):  # type: ignore[misc]
    """The class of `Game`: makes a Game of keywords, those of old hooks too."""

    if not TYPE_CHECKING:  # the keywords of a Struct are its fields; mypy knows them without this

        def __call__(cls, *values: Any, **hooks: Any) -> Any:
            for old in [name for name in hooks if name in HOOKS]:
                hooks[new_name(old)] = hooks.pop(old)
            for name in [name for name in GIVEN_RULING if name in hooks]:
                hooks[name] = given_ruling(name, hooks[name])
            return super().__call__(*values, **hooks)
