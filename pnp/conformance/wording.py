"""What a game answered, or how it failed, in words for the author of the game. In: a ruling, an exception. Out: a line.

Invariant: no value is printed that is longer than a sentence, such as the state after a line.
"""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path
from typing import Any

import pnp
from pnp.referee.ruling import Ruling

GAMES = Path(pnp.__file__).parent / "games"
NOT_OWN = (GAMES.parent, Path(sysconfig.get_paths()["stdlib"]))


def describe_ruling(ruling: Ruling) -> str:
    """A ruling in one line: `illegal [MYG-04], the card lies between others`."""
    rule, because = getattr(ruling, "rule", ""), getattr(ruling, "because", "")
    return f"{ruling.name}{f' [{rule}]' if rule else ''}{f', {because}' if because else ''}"


def describe_fault(fault: BaseException) -> str:
    """An exception in the code of a game: what it is, and where: in the game's own code where it came from there."""
    trace = traceback.extract_tb(fault.__traceback__)
    own = [frame for frame in trace if _is_own(Path(frame.filename))]
    where = (own or trace)[-1]
    return f"{type(fault).__name__}: {fault}\n  at {where.filename}:{where.lineno}, in {where.name}"


def _is_own(file: Path) -> bool:
    """Whether a file is of a game, not of pnp."""
    return GAMES in file.parents or not any(folder in file.parents for folder in NOT_OWN)


def first_difference(one: Any, other: Any, path: str = "") -> tuple[str, str]:
    """The first place where plain values differ, with both: `scores.1 = 4`."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key, value in one.items():
            if value != other[key]:
                return first_difference(value, other[key], f"{path}.{key}")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for at, (value, there) in enumerate(zip(one, other, strict=True)):
            if value != there:
                return first_difference(value, there, f"{path}.{at}")
    place = path.lstrip(".") or "all"
    return f"{place} = {one}", f"{place} = {other}"
