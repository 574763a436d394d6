"""What lists of moves share: the cards a hand may hold, the Items that make room, a few of very many ways. In: a trial.
Out: names, ways.

Invariant: where there are very many ways, a few of them stand for all; so do a few cards that nobody here has seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from pnp.games.keko.game_data import ITEM, CardData
from pnp.games.keko.trial import Trial
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat

MOST_WAYS = 24  # of sharing, ordering or naming things, that are listed
MOST_GUESSES = 3  # of ways with cards that are only guessed to be in a hand


def few(ways: Iterable[tuple[str, ...]], most: int = MOST_WAYS) -> list[tuple[str, ...]]:
    """Some different ways out of what may be millions, many of them alike."""
    return list(islice(dict.fromkeys(islice(ways, most * most)), most))


def known_hand(t: Trial, seat: Seat) -> list[str]:
    """The cards of a hand that are known here."""
    return [card for card, _ in t.players[seat].hand if card != UNKNOWN]


def holdable(t: Trial, seat: Seat) -> list[str]:
    """The cards that may be in a hand, as far as is known here, each kind once, those that are known first."""
    known = known_hand(t, seat)
    if len(known) < len(t.players[seat].hand):
        unplaced_copies = t.unplaced_copies()
        known += [card for card in t.deck if unplaced_copies[card] > 0]
    return list(dict.fromkeys(known))


def rooms(t: Trial, seat: Seat, card_data: CardData) -> Iterator[dict[str, Any]]:
    """The Items that may make room, where one must."""
    own = t.cards_of_type(seat, ITEM)
    if card_data.type != ITEM or len(own) < t.item_limit(seat):
        yield {}
        return
    yield from ({"out": t.ref(card)} for card in own)
