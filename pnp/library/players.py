"""A set for fewer players than the game is for. In: a card book and how many play. Out: the book with as many copies of
what each player needs; everything else stays.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Span
from pnp.library.card import CardBook


def for_players(book: CardBook, count: int) -> CardBook:
    """The book for so many. Raises InputError when the game is not for so many."""
    fewest, most = book.players
    if not fewest <= count <= most:
        wanted = str(fewest) if fewest == most else f"{fewest} to {most}"
        what = f"{book.slug} is for {wanted} players, not for {count}"
        raise InputError.single(Span("--players"), what, code="players")
    components = tuple(
        replace(component, copies=count) if component.is_for_each_player else component for component in book.components
    )
    return replace(book, components=components)
