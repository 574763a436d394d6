"""A set for fewer players than the maximum. In: a card book and the number of players. Out: the book with that many
copies of what each player needs; everything else is unchanged.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Span
from pnp.library.card import CardBook


def for_players(book: CardBook, count: int) -> CardBook:
    """The book for `count` players. Raises InputError when the game is not for that many."""
    fewest, most = book.players
    if not fewest <= count <= most:
        wanted = str(fewest) if fewest == most else f"{fewest} to {most}"
        what = f"expected {wanted} players for {book.slug}, got {count}"
        raise InputError.single(Span("--players"), what, code="players")
    components = tuple(
        replace(component, copies=count) if component.is_for_each_player else component for component in book.components
    )
    return replace(book, components=components)
