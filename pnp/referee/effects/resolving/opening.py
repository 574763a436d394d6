"""What cards do before the first turn. In: a table whose hands are dealt. Out: what happens, cards that are shown."""

from __future__ import annotations

from typing import Any

from pnp.referee.effects.effect_table import effects_of
from pnp.referee.effects.resolving.triggers import begin_own, happened
from pnp.referee.seat import Seat


def begin_game(t: Any) -> None:
    """The abilities that begin with the game, seat by seat."""
    for seat in t.playing:
        happened(t, "game_begins", seat, None)


def ask_opening_hands(t: Any) -> None:
    """Every seat may show cards of its opening hand, if any card of the game says so."""
    cards = effects_of(t)
    if any(cards.text(t, kind).by_trigger.get("opening_hand") for kind in t.kinds):
        for seat in t.playing:
            t.ask(cards.ask.opening, seat, shown=())


def show_opening(t: Any, seat: Seat, card: str, shown: tuple[str, ...]) -> None:
    """A card is shown, and does what it does; more of them may be."""
    cards = effects_of(t)
    t.reveal(card, cards.hand[seat], rule=cards.rule)
    begin_own(t, card, "opening_hand", seat, 0, 0)
    t.ask(cards.ask.opening, seat, shown=(*shown, card))
