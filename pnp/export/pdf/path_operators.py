"""Paths as operators. In: PathData in mm. Out: what builds that path in a content stream.

Invariant: three decimals of a millimetre are kept, and no zero that says nothing.
"""

from __future__ import annotations

from functools import cache

from pnp.layout.drawing.frame import PathData
from pnp.layout.drawing.path import numbers_of

_FORMS = {"M": "%.3f %.3f m", "L": "%.3f %.3f l", "C": "%.3f %.3f %.3f %.3f %.3f %.3f c", "Z": "h"}


@cache
def path_operators(path: PathData) -> str:
    """A path as operators. An icon's path comes many times, moved by the matrix of its group: it is translated once."""
    forms = " ".join([_FORMS[part] for part in path if type(part) is str])
    # Every number has three decimals, so that none loses a ten.
    operators = forms % tuple(numbers_of(path))
    for zero in ("0 ", "0 ", "0 ", ". "):
        operators = operators.replace(zero, " ")
    return operators
