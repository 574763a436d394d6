"""Data of cards as the lists show them. In: a card and a datum's name. Out: its value, and where it comes from."""

from __future__ import annotations

from typing import Any

from pnp.library.card import Card, Source


def datum_of(card: Card, datum: str) -> Any:
    """The value of one of `card.data`; names and texts are Words."""
    own = {"name": card.name, "copies": card.copies, "code": card.code, "faces": list(card.faces)}
    if datum == "abilities":
        return [dict(ability) for ability in card.abilities]
    if datum in own:
        return own[datum]
    head, _, slot = datum.partition(".")
    return card.texts[slot] if head == "text" and slot in card.texts else card.fields[datum]


def is_words(datum: str) -> bool:
    """True for data that people read: names and texts."""
    return datum == "name" or datum.startswith("text.")


def show_source(source: Source) -> str:
    """`public P1 P2`."""
    return f"{source.kind} {source.note}".strip()
