"""What a build makes anew: a fixture that notes each face that is composed, and each Frame that is painted."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.export.pdf.draft_resources import DraftResources
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.press.press_resources import PressResources
from pnp.layout.drawing.frame import Frame
from pnp.layout.painting import compose
from pnp.library.card import Card


def note_composed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The layouts and cards that are composed from now on, in order."""
    seen: list[str] = []
    real = compose._compose

    def composed(resources: object, layout: str, card: Card | None, *more: Any) -> Any:
        seen.append(f"{layout}/{card.id}" if card is not None else layout)
        return real(resources, layout, card, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(compose, "_compose", composed)
    return seen


@pytest.fixture
def new_faces(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The layouts and cards that were composed, and the names of Frames that were painted, in order."""
    seen = note_composed(monkeypatch)
    for kind in (PdfResources, DraftResources, PressResources):

        def painted(self: Any, face: Any, paint: Any = kind.paint) -> Any:
            if isinstance(face, Frame):
                seen.append(f"painted {face.name}")
            return paint(self, face)

        monkeypatch.setattr(kind, "paint", painted)
    return seen
