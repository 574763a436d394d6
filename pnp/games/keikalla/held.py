"""What a hand may hold and a draw may bring, as far as the table knows. In: a state. Out: kinds of cards, as lines name
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement

from pnp.games.keikalla.game_data import ACTION, EVENT, MOVE, face_town, kind_of
from pnp.games.keikalla.state import KeikallaState
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


def held_kinds(state: KeikallaState, seat: Seat, zone: str, among: Iterable[str] = ()) -> tuple[str, ...]:
    """The kinds a hand may hold; with `among` only those of them."""
    data = state.data
    cards = getattr(state.players[seat], zone).cards
    kinds = [kind_of(card) for card in cards if card != UNKNOWN]
    if UNKNOWN in cards:
        kinds += [
            kind
            for kind in data.copies_in(ACTION if ACTION in zone else _member(state, zone))
            if state.unseen.get(kind)
        ]
    found = sorted(set(kinds), key=data.places.__getitem__)
    wanted = set(among)
    return tuple(kind for kind in found if kind in wanted) if wanted else tuple(found)


def _member(state: KeikallaState, zone: str) -> str:
    if zone == EVENT:
        return EVENT
    return MOVE if state.data.has_two_moves and zone == MOVE else "movement"


def held_movement(state: KeikallaState, seat: Seat) -> tuple[str, ...]:
    """The kinds of Movement cards that a seat may hold."""
    events = held_kinds(state, seat, EVENT) if state.data.has_two_moves else ()
    return (*held_kinds(state, seat, MOVE), *events)


def shown_at_once(state: KeikallaState) -> Iterator[tuple[str]]:
    """The cards that may come out of an Action deck and lie open at once, each as a line names it."""
    from pnp.games.keikalla.zones import faces_seen

    data, faces = state.data, Counter(faces_seen(state))
    kinds = (*data.at_once, *(data.achievements if data.shows_achievements or data.has_jokers else ()))
    for card in data.faced(data.sort(kinds)):
        if state.unseen.get(kind_of(card)) and not (face_town(card) and faces[card] >= data.copies_of(card)):
            yield (card,)


def faced(state: KeikallaState, kinds: Iterable[str]) -> tuple[str, ...]:
    """Kinds as a line names them that lays them open: with towns at a table with real cards (KEI-H05)."""
    return tuple(kinds) if state.data.is_digital else state.data.faced(kinds)


def some_of(state: KeikallaState, seat: Seat, count: int) -> Iterator[tuple[str, ...]]:
    """The ways to take so many cards of a Movement hand; few where it is hidden."""
    cards = state.players[seat].move.cards
    if UNKNOWN in cards:
        yield from combinations_with_replacement(held_kinds(state, seat, MOVE), min(count, 2)) if count < 3 else ()
    else:
        yield from dict.fromkeys(combinations(state.data.sort(cards), count))
