"""What a physical table knows of its hidden cards. In: what came to light. Out: whether that can be; what is known.

`referee/hidden/knowledge.py` does the reasoning; these functions feed it. A digital table has no such knowledge, and
they do nothing there. Invariant: nobody is refused while some way to lay the unseen cards
explains all lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from pnp.games.keko.trial import Trial
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat

if TYPE_CHECKING:
    from pnp.referee.hidden.accusation import Accusation
    from pnp.referee.hidden.knowledge import Impossible, Knowledge, Learned

EYES = "eyes"  # the hand of whoever looks at the top of the deck


def opening(deck: dict[str, int]) -> Knowledge:
    """A shuffled deck."""
    from pnp.referee.hidden.knowledge import Knowledge

    return Knowledge.start({card: count for card, count in deck.items() if count})


def begin(t: Trial) -> Knowledge:
    """What the counts alone prove, where nothing is known of earlier lines."""
    from pnp.referee.hidden.knowledge import Knowledge

    unplaced_copies = {card: count for card, count in t.unplaced_copies().items() if count > 0}
    knowledge = Knowledge.start(unplaced_copies)
    for seat, player in enumerate(t.players):
        knowledge = knowledge.draw(seat, sum(card == UNKNOWN for card, _ in player.hand))
        for card, _ in player.hand:
            if card != UNKNOWN:
                knowledge = knowledge.take(seat, card)
    for card, _ in reversed(t.deck_top):
        if card != UNKNOWN:
            knowledge = knowledge.lay({card: 1}, top=True)
    for card, _ in t.deck_bottom:
        if card != UNKNOWN:
            knowledge = knowledge.lay({card: 1})
    return knowledge


def lay_in_order(t: Trial, cards: Iterable[str]) -> None:
    """Cards whose order everybody knows lie under the deck, the first on top."""
    if t.knowledge is not None:
        knowledge = t.knowledge
        for card in cards:
            knowledge = knowledge.lay({card: 1})
        t.knowledge = knowledge


def shuffle(t: Trial, cards: Iterable[str]) -> None:
    """The deck is shuffled with these cards."""
    if t.knowledge is not None:
        counts: dict[str, int] = {}
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
        t.knowledge = t.knowledge.shuffle(counts)


def draw(t: Trial, seat: Seat) -> None:
    """The top card goes unseen into a hand."""
    if t.knowledge is not None:
        t.knowledge = t.knowledge.draw(seat)


def take(t: Trial, seat: Seat, card: str) -> None:
    """A card that everybody saw joins a hand."""
    if t.knowledge is not None:
        t.knowledge = t.knowledge.take(seat, card)


def reveal(t: Trial, seat: Seat, card: str) -> Illegal | None:
    """A card leaves a hand into the open."""
    if t.knowledge is None:
        return None
    return _learn(t, t.knowledge.reveal(seat, card, t.ply + 1), card, seat)


def show(t: Trial, seat: Seat, card: str) -> Illegal | None:
    """A card of a hand is shown."""
    if t.knowledge is None:
        return None
    return _learn(t, t.knowledge.show(seat, card, t.ply + 1), card, seat)


def turn_up(t: Trial, card: str) -> Illegal | None:
    """The top card of the deck comes to light."""
    if t.knowledge is None:
        return None
    return _learn(t, t.knowledge.turn_up(card, t.ply + 1), card, TABLE)


def claim_found(t: Trial, seat: Seat, others: Iterable[str]) -> None:
    """A seat claims that the card just taken from the deck is none of these (KEK-H05)."""
    if t.knowledge is None:
        return
    learned = t.knowledge.claim(seat, others, t.ply + 1, "KEK-H05", drawn=True)
    _learn(t, learned, "", seat)


def look(t: Trial, seat: Seat, count: int, taken: int, on_top: bool) -> None:
    """Somebody looks at the top cards, keeps some and puts the rest back; nobody else sees which."""
    if t.knowledge is None:
        return
    knowledge = t.knowledge.draw(EYES, count).transfer(EYES, seat, taken)
    t.knowledge = knowledge.bury(EYES, count - taken, top=on_top)


def swap(t: Trial, one: Seat, other: Seat) -> None:
    """Two hands change their owners."""
    if t.knowledge is not None:
        t.knowledge = t.knowledge.swap(one, other)


def hand_over(t: Trial, giver: Seat, taker: Seat, count: int) -> None:
    """Cards go from hand to hand unseen."""
    if t.knowledge is not None:
        t.knowledge = t.knowledge.transfer(giver, taker, count)


def _learn(t: Trial, learned: Learned | Impossible, card: str, where: Seat) -> Illegal | None:
    """What a card proves that came to light in a hand, or in the deck (TABLE)."""
    from pnp.referee.hidden.accusation import events_of, speaker
    from pnp.referee.hidden.knowledge import Impossible

    if isinstance(learned, Impossible):
        because = "impossible_in_deck" if where == TABLE else "impossible_in_hand"
        return t.refusal("KEK-H08", because, card=t.data.label(card), seat=where)
    t.knowledge = learned.knowledge
    t.found += events_of(learned.accusations, learned.cleared, t.name, partial(_because, t), speaker)
    return None


def _because(t: Trial, item: Accusation) -> str:
    from pnp.referee.hidden.accusation import speaker

    because = "was_not_of_the_class" if item.certain else "was_to_be_of_the_class"
    return t.message(because, seat=speaker(item.claim))
