"""All places where cards lie, declared over the state. In: a state. Out: what lies in each place.

Invariant: a card of the deck in use lies in one of these places or is a `?`; `Trial.unplaced_copies` counts the same,
faster.
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.games.keko.state import CARD, NOBODY, Held, KekoState
from pnp.referee.kernel import place
from pnp.referee.kernel.holdings import Holdings
from pnp.referee.kernel.place import EACH_SEAT
from pnp.referee.kernel.zone import Zone
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat

Cards = tuple[str, ...]


def _cards(held: Iterable[Held]) -> Cards:
    return tuple(card for card, _ in held)


def _in_play(state: KekoState, controller: Seat) -> Cards:
    return tuple(card.card for card in state.play if card.controller == controller)


def _character(state: KekoState, seat: Seat) -> Cards:
    return tuple(filter(None, (state.players[seat].character,)))


HOLDINGS = Holdings(
    (
        Zone("deck_top", seen_by=place.NOBODY, get=lambda state, _: _cards(state.deck_top)),
        Zone("deck_middle", seen_by=place.NOBODY, get=lambda state, _: (UNKNOWN,) * state.deck_middle),
        Zone("deck_bottom", seen_by=place.NOBODY, get=lambda state, _: _cards(state.deck_bottom)),
        Zone("discard"),
        Zone("out_of_game"),
        Zone("stack", get=lambda state, _: tuple(item.card for item in state.stack if item.kind == CARD)),
        Zone("location", get=lambda state, _: _in_play(state, NOBODY)),
        Zone("character", EACH_SEAT, get=_character),
        Zone("play", EACH_SEAT, get=_in_play),
        Zone("hand", EACH_SEAT, place.OWNER, get=lambda state, seat: _cards(state.players[seat].hand)),
    )
)
