"""What a physical table knows of its hidden cards. In: what came to light. Out: whether that can be; what is known.

`referee/hidden/knowledge.py` does the reasoning; here stands what it must be told. A digital table has no such
knowledge, and every function is silent there. Invariant: nobody is refused while some way to lay the unseen cards
explains all lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from pnp.games.keko import rules
from pnp.games.keko.trial import Course
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

if TYPE_CHECKING:
    from pnp.referee.hidden.accusation import Accusation
    from pnp.referee.hidden.knowledge import Impossible, Knowledge, Learned

EYES = "eyes"  # the hand of whoever looks at the top of the deck


def opening(deck: dict[str, int]) -> Knowledge:
    """A shuffled deck."""
    from pnp.referee.hidden.knowledge import Knowledge

    return Knowledge.start({card: count for card, count in deck.items() if count})


def begin(course: Course) -> Knowledge:
    """What the counts alone say, where nothing is known of what was told before."""
    from pnp.referee.hidden.knowledge import Knowledge

    loose = {card: count for card, count in course.loose().items() if count > 0}
    knowledge = Knowledge.start(loose)
    for seat, player in enumerate(course.players):
        knowledge = knowledge.draw(seat, sum(card == UNKNOWN for card, _ in player.hand))
        for card, _ in player.hand:
            if card != UNKNOWN:
                knowledge = knowledge.take(seat, card)
    for card, _ in reversed(course.top):
        if card != UNKNOWN:
            knowledge = knowledge.lay({card: 1}, top=True)
    for card, _ in course.bottom:
        if card != UNKNOWN:
            knowledge = knowledge.lay({card: 1})
    return knowledge


def lay_in_order(course: Course, cards: Iterable[str]) -> None:
    """Cards whose order everybody knows lie under the deck, the first on top."""
    if course.knowledge is not None:
        knowledge = course.knowledge
        for card in cards:
            knowledge = knowledge.lay({card: 1})
        course.knowledge = knowledge


def shuffle(course: Course, cards: Iterable[str]) -> None:
    """The deck is shuffled with these cards."""
    if course.knowledge is not None:
        counts: dict[str, int] = {}
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
        course.knowledge = course.knowledge.shuffle(counts)


def draw(course: Course, seat: Seat) -> None:
    """The top card goes unseen into a hand."""
    if course.knowledge is not None:
        course.knowledge = course.knowledge.draw(seat)


def take(course: Course, seat: Seat, card: str) -> None:
    """A card that everybody saw joins a hand."""
    if course.knowledge is not None:
        course.knowledge = course.knowledge.take(seat, card)


def reveal(course: Course, seat: Seat, card: str) -> Illegal | None:
    """A card leaves a hand into the open."""
    if course.knowledge is None:
        return None
    return _learn(course, course.knowledge.reveal(seat, card, course.ply + 1), card, course.name(seat))


def show(course: Course, seat: Seat, card: str) -> Illegal | None:
    """A card of a hand is shown."""
    if course.knowledge is None:
        return None
    return _learn(course, course.knowledge.show(seat, card, course.ply + 1), card, course.name(seat))


def turn_up(course: Course, card: str) -> Illegal | None:
    """The top card of the deck comes to light."""
    if course.knowledge is None:
        return None
    return _learn(course, course.knowledge.turn_up(card, course.ply + 1), card, "the deck")


def claim_found(course: Course, seat: Seat, others: Iterable[str]) -> None:
    """The card that was just taken from the deck is said to be none of these (KEK-H05)."""
    if course.knowledge is None:
        return
    learned = course.knowledge.claim(seat, others, course.ply + 1, rules.FOUND, drawn=True)
    _learn(course, learned, "", course.name(seat))


def look(course: Course, seat: Seat, count: int, taken: int, on_top: bool) -> None:
    """Somebody looks at the top cards, keeps some and puts the rest back; nobody else sees which."""
    if course.knowledge is None:
        return
    knowledge = course.knowledge.draw(EYES, count).transfer(EYES, seat, taken)
    course.knowledge = knowledge.bury(EYES, count - taken, top=on_top)


def swap(course: Course, one: Seat, other: Seat) -> None:
    """Two hands change their owners."""
    if course.knowledge is not None:
        course.knowledge = course.knowledge.swap(one, other)


def hand_over(course: Course, giver: Seat, taker: Seat, count: int) -> None:
    """Cards go from hand to hand unseen."""
    if course.knowledge is not None:
        course.knowledge = course.knowledge.transfer(giver, taker, count)


def _learn(course: Course, learned: Learned | Impossible, card: str, who: str) -> Illegal | None:
    from pnp.referee.hidden.accusation import events_of, speaker
    from pnp.referee.hidden.knowledge import Impossible

    if isinstance(learned, Impossible):
        what = course.kit.label(card)
        return Illegal(rules.KNOWN_HAND, f"no way to lay the unseen cards puts {what} into {_hand(who)}")
    course.knowledge = learned.knowledge
    course.found += events_of(learned.accusations, learned.cleared, course.name, partial(_because, course), speaker)
    return None


def _because(course: Course, item: Accusation) -> str:
    from pnp.referee.hidden.accusation import speaker

    who = course.name(speaker(item.claim))
    if not item.certain:
        return f"{who} took a card from the deck unseen that was to be of the class that was searched"
    return f"what {who} took from the deck unseen was not of the class that was searched"


def _hand(who: str) -> str:
    return who if who == "the deck" else f"the hand of {who}"
