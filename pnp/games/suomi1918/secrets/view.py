"""What a seat knows. In: a state. Out: the same as that seat, or the public (None), sees it.

Invariant: what `project` hides, the game's `redact` hides: replaying the redacted lines gives the projected facts.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.suomi1918.state import NONE, Cards, Dealt, Suomi1918State, starter
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event
from pnp.referee.seat import Seat


def project(state: Suomi1918State, seat: Seat | None) -> Suomi1918State:
    """Other hands show only what everybody saw, other victory cards nothing (SOC-03, SOC-46).

    At a physical table the referee knows nothing that is secret, so everybody sees the same.
    """
    if not state.data.is_digital:
        return state
    hands: list[Cards] = []
    unseen = state.unseen
    for owner, hand in enumerate(state.hands):
        shown = state.shown[owner]
        concealed = [card for card in hand if card not in shown and card != UNKNOWN] if owner != seat else ()
        if concealed:
            unseen = unseen.union(concealed)
            hand = shown + (UNKNOWN,) * (len(hand) - len(shown))
        hands.append(hand)
    victory = tuple(
        card if owner in (seat, state.winner) or card == NONE else UNKNOWN for owner, card in enumerate(state.victory)
    )
    if tuple(hands) == state.hands and victory == state.victory:
        return state
    view = replace(state, hands=tuple(hands), unseen=unseen, victory=victory, knowledge=None)
    return replace(view, turn=starter(view)) if state.is_opening and not state.due else view


def redact_event(event: Event, seat: Seat | None) -> Event:
    """What happened as a seat saw it: dealt cards are seen by who got them (SOC-03), all else by everybody."""
    if isinstance(event, Dealt) and event.seat != seat:
        return replace(event, cards=(UNKNOWN,) * len(event.cards))
    return event


def census(state: Suomi1918State) -> dict[str, int]:
    """One for each card whose place is known; `?` counts the draw pile, hidden hands and secret victory cards."""
    from pnp.games.suomi1918.zones import HOLDINGS

    copies = dict.fromkeys(state.data.cards, 1)
    return {**dict.fromkeys(copies, 0), **HOLDINGS.census(state, copies)}


def conceals(before: Suomi1918State, after: Suomi1918State) -> bool:
    """The discard pile became the draw pile (SOC-30)."""
    return after.shuffles > before.shuffles
