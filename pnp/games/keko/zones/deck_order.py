"""The order of a digital table's deck. In: a trial and chance. Out: cards from the top.

Invariant: it follows from the seed and the number of shuffles, so a draw that was undone comes again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.games.keko.trial import Trial
from pnp.referee.game import Chance
from pnp.referee.params import UNKNOWN


def next_cards(t: Trial, chance: Chance, count: int) -> tuple[str, ...]:
    """The next cards that come from the deck, over a flip if need be."""
    return tuple(card for card, _ in zip(deck_order(t, chance), range(count), strict=False))


def deck_order(t: Trial, chance: Chance) -> Iterator[str]:
    """The deck from the top, then the discard pile as it would lie after a flip."""
    yield from (card for card, _ in t.deck_top if card != UNKNOWN)
    if t.deck_middle:
        gone = Counter(t.shuffled_cards)
        gone.subtract(+t.unplaced_copies())
        for card in chance.shuffle(f"deck {t.shuffles}", t.shuffled_cards):
            if gone[card] > 0:
                gone[card] -= 1
            else:
                yield card
    yield from (card for card, _ in t.deck_bottom if card != UNKNOWN)
    yield from t.discard
