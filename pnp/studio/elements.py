"""What stands on a face, and where it is written. In: a desk, a face. Out: the boxes of its elements, each with its
lines in the layout and in the card, and the rules that name the card.

Invariant: places are those of the files as they are now, for the face is composed anew.
"""

from __future__ import annotations

from typing import Any

from pnp.base.diagnostics import Span
from pnp.layout.checks.preflight import elements_of
from pnp.library.words import localise
from pnp.studio.desk import Desk
from pnp.studio.faces import Edition

MOST = 200
MOST_RULES = 12
SMALLEST = 0.2  # mm


def list_elements(desk: Desk, edition: Edition, name: str) -> list[dict[str, Any]] | None:
    """The elements of a face, the largest first, so that small ones lie on top; None when there is no such face."""
    found = desk.compose_again(edition, name)
    if found is None:
        return None
    resources, made = found
    width, height = made.frame.width, made.frame.height
    boxes: list[tuple[float, dict[str, Any]]] = []
    for drawn in elements_of(resources, made):
        if not drawn.bounds:
            continue
        left, top = max(0.0, min(b[0] for b in drawn.bounds)), max(0.0, min(b[1] for b in drawn.bounds))
        right, bottom = min(width, max(b[2] for b in drawn.bounds)), min(height, max(b[3] for b in drawn.bounds))
        if right - left < SMALLEST or bottom - top < SMALLEST:
            continue
        trace = drawn.trace
        values = {
            "element": trace.element,
            "kind": trace.kind,
            "box": [left / width, top / height, (right - left) / width, (bottom - top) / height],
            "layout": _place(trace.span),
            "card": _place(trace.source) if trace.source is not None else None,
        }
        boxes.append(((right - left) * (bottom - top), values))
    boxes.sort(key=lambda box: -box[0])
    return [values for _, values in boxes[:MOST]]


def list_rules(desk: Desk, edition: Edition, name: str) -> list[dict[str, Any]]:
    """The rules that name the card of a face, each with its line in the rulebook."""
    book, loaded = desk.book, desk.loaded
    card = next((face.slot.card for face in desk.faces(edition) if face.name == name), None)
    if book is None or loaded is None or card is None:
        return []
    lang = edition.lang.partition("+")[0]
    return [
        {"id": rule.id, "words": localise(rule.words, lang), "place": _place(loaded.place(f"rule {rule.id}"))}
        for rule in book.rulebook.that_name(card.name)
    ][:MOST_RULES]


def _place(span: Span) -> dict[str, Any]:
    return {"file": span.file, "line": span.line, "column": span.column}
