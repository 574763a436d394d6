"""Faults as the studio shows them. In: what is wrong with files and faces. Out: each fault once, with its faces.

Invariant: a fault stands beside one face, the first that shows it; how many more do is told there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pnp.base.diagnostics import Diagnostic, fault_key
from pnp.checking.fault_values import fault_values
from pnp.studio.faces import Face

MOST = 300  # faults that are shown; the rest is counted
RANK = {"error": 0, "warning": 1}  # what is told first
MOST_FACES = 60  # faces that one names


class Faults:
    """See the module."""

    def __init__(self) -> None:
        self._found: dict[object, tuple[Diagnostic, dict[str, None]]] = {}

    def add(self, faults: Iterable[Diagnostic], face: Face | None = None) -> None:
        """Faults of a face, or of the game as a whole."""
        for item in faults:
            # What an element looks like on many faces is one fault, measures aside; the first stands for all.
            is_looks = face is not None and item.severity != "error"
            key = (item.span, item.code) if is_looks else fault_key(item)
            _, faces = self._found.setdefault(key, (item, {}))
            if face is not None:
                faces[face.name] = None

    def values(self) -> list[dict[str, Any]]:
        """All of them, errors before warnings, by place."""
        found = sorted(self._found.values(), key=lambda it: (RANK.get(it[0].severity, 2), it[0].span))
        return [
            {**fault_values(item), "faces": list(faces)[:MOST_FACES], "count": len(faces)}
            for item, faces in found[:MOST]
        ]
