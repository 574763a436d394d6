"""Gradients as PDF says them. In: a Shading. Out: the entries of its dictionary.

Invariant: equal Shadings give equal entries; the colour goes on beyond both ends.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from pnp.export.pdf.operators import Shading

_SPACES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}
_AXIAL, _RADIAL = 2, 3
_STRAIGHT, _STITCHED = 2, 3


def shading_entries(shading: Shading) -> dict[str, Any]:
    """The dictionary of a shading."""
    return {
        "ShadingType": _AXIAL if len(shading.line) == 4 else _RADIAL,
        "ColorSpace": _SPACES[len(shading.stops[0][1])],
        "Coords": [float(value) for value in shading.line],
        "Extend": ["true", "true"],
        "Function": _function(shading.stops),
    }


def _function(stops: tuple[tuple[float, tuple[float, ...]], ...]) -> dict[str, Any]:
    """From a part of the way to the amounts of inks."""
    parts = [
        {"FunctionType": _STRAIGHT, "Domain": [0, 1], "N": 1, "C0": list(one), "C1": list(other)}
        for (_, one), (_, other) in pairwise(stops)
    ]
    if len(parts) == 1:
        return parts[0]
    return {
        "FunctionType": _STITCHED,
        "Domain": [0, 1],
        "Functions": parts,
        "Bounds": [at for at, _ in stops[1:-1]],
        "Encode": [0, 1] * len(parts),
    }
