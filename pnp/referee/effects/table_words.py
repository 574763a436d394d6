"""What effects leave on the table, in words on its page. In: the page and a value. Out: text, "" for nothing."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pnp.referee.effects.plain import Announced, Lasting, Piece

MOST_SHOWN = 6


def listed(texts: list[str]) -> str:
    """Texts with commas, equal ones counted; of many the first ones."""
    shown = [text if count == 1 else f"{count} × {text}" for text, count in Counter(texts).items()]
    return ", ".join(shown[:MOST_SHOWN]) + (" …" if len(shown) > MOST_SHOWN else "")


def format_seats(page: Any, seats: tuple[int, ...]) -> str:
    """`anna, 2 × ben`: whose turns."""
    return listed([page.state.setup.name(seat) for seat in seats])


def format_phases(page: Any, phases: tuple[tuple[int, str], ...]) -> str:
    """`anna draw`: whose phases."""
    return listed([f"{page.state.setup.name(seat)} {page.word(phase)}" for seat, phase in phases])


def format_pieces(page: Any, pieces: tuple[Piece, ...]) -> str:
    """`Gag on Otter, Changeling as Leech`: what the zones do not show of cards in play."""
    hosts = {piece.number: piece.card for piece in pieces}
    on = [page.message("effects.lies_on", card=p.card, host=hosts[p.host]) for p in pieces if p.host in hosts]
    like = [page.message("effects.lies_as", card=p.card, model=p.copy_of) for p in pieces if p.copy_of]
    owned = [page.message("effects.lies_of", card=p.card, seat=p.owner) for p in pieces if p.owner != p.you]
    borne = [page.message("effects.lies_on_seat", card=p.card, seat=p.bearer) for p in pieces if p.bearer >= 0]
    with_counters = [page.message("effects.lies_with", card=p.card, count=p.counters) for p in pieces if p.counters]
    silenced = [page.message("effects.lies_silenced", card=p.card) for p in pieces if p.is_silenced]
    return listed([*on, *like, *owned, *borne, *with_counters, *silenced])


def format_announced(page: Any, cards: tuple[Announced, ...]) -> str:
    """`Surprise (anna)`: the cards that may be answered."""
    return listed([page.message("effects.lies_announced", card=each.card, seat=each.seat) for each in cards])


def format_lasting(page: Any, waiting: tuple[Lasting, ...]) -> str:
    """`Frost (end of turn)`: which cards' words still hold, or come later, and until when."""
    return listed(
        [page.message(f"effects.until_{each.until}", card=each.doing.card, seat=each.doing.you) for each in waiting]
    )
