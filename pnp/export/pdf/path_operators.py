"""Paths as operators. In: PathData in mm. Out: what builds that path in a content stream.

Invariant: three decimals of a millimetre are kept, and no zero that says nothing.
"""

from __future__ import annotations

from functools import cache

from pnp.layout.drawing.frame import PathData

_PATH = {"M": (2, "%.3f %.3f m"), "L": (2, "%.3f %.3f l"), "C": (6, "%.3f %.3f %.3f %.3f %.3f %.3f c"), "Z": (0, "h")}


@cache
def path_operators(path: PathData) -> str:
    """A path as operators. An icon's path comes many times, moved by the matrix of its group: it is translated once."""
    out = []
    at, end = 0, len(path)
    while at < end:
        count, form = _PATH[path[at]]  # type: ignore[index]
        at += 1
        out.append(form % path[at : at + count])
        at += count
    operators = " ".join(out)  # where every number has three decimals, so that none loses a ten
    for zero in ("0 ", "0 ", "0 ", ". "):
        operators = operators.replace(zero, " ")
    return operators
