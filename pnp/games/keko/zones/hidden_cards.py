"""What a physical table knows of its hidden cards. In: what came to light. Out: whether that can be; what is known.

`referee/hidden/knowledge.py` does the reasoning; here stands what it must be told. A digital table has no such
knowledge, and every function is silent there. Invariant: nobody is refused while some way to lay the unseen cards
explains all lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from pnp.games.keko import rule_ids
from pnp.games.keko.trial import Trial
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


def begin(trial: Trial) -> Knowledge:
    """What the counts alone say, where nothing is known of what was told before."""
    from pnp.referee.hidden.knowledge import Knowledge

    loose = {card: count for card, count in trial.loose().items() if count > 0}
    knowledge = Knowledge.start(loose)
    for seat, player in enumerate(trial.players):
        knowledge = knowledge.draw(seat, sum(card == UNKNOWN for card, _ in player.hand))
        for card, _ in player.hand:
            if card != UNKNOWN:
                knowledge = knowledge.take(seat, card)
    for card, _ in reversed(trial.top):
        if card != UNKNOWN:
            knowledge = knowledge.lay({card: 1}, top=True)
    for card, _ in trial.bottom:
        if card != UNKNOWN:
            knowledge = knowledge.lay({card: 1})
    return knowledge


def lay_in_order(trial: Trial, cards: Iterable[str]) -> None:
    """Cards whose order everybody knows lie under the deck, the first on top."""
    if trial.knowledge is not None:
        knowledge = trial.knowledge
        for card in cards:
            knowledge = knowledge.lay({card: 1})
        trial.knowledge = knowledge


def shuffle(trial: Trial, cards: Iterable[str]) -> None:
    """The deck is shuffled with these cards."""
    if trial.knowledge is not None:
        counts: dict[str, int] = {}
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
        trial.knowledge = trial.knowledge.shuffle(counts)


def draw(trial: Trial, seat: Seat) -> None:
    """The top card goes unseen into a hand."""
    if trial.knowledge is not None:
        trial.knowledge = trial.knowledge.draw(seat)


def take(trial: Trial, seat: Seat, card: str) -> None:
    """A card that everybody saw joins a hand."""
    if trial.knowledge is not None:
        trial.knowledge = trial.knowledge.take(seat, card)


def reveal(trial: Trial, seat: Seat, card: str) -> Illegal | None:
    """A card leaves a hand into the open."""
    if trial.knowledge is None:
        return None
    return _learn(trial, trial.knowledge.reveal(seat, card, trial.ply + 1), card, trial.name(seat))


def show(trial: Trial, seat: Seat, card: str) -> Illegal | None:
    """A card of a hand is shown."""
    if trial.knowledge is None:
        return None
    return _learn(trial, trial.knowledge.show(seat, card, trial.ply + 1), card, trial.name(seat))


def turn_up(trial: Trial, card: str) -> Illegal | None:
    """The top card of the deck comes to light."""
    if trial.knowledge is None:
        return None
    return _learn(trial, trial.knowledge.turn_up(card, trial.ply + 1), card, "the deck")


def claim_found(trial: Trial, seat: Seat, others: Iterable[str]) -> None:
    """The card that was just taken from the deck is said to be none of these (KEK-H05)."""
    if trial.knowledge is None:
        return
    learned = trial.knowledge.claim(seat, others, trial.ply + 1, rule_ids.FOUND, drawn=True)
    _learn(trial, learned, "", trial.name(seat))


def look(trial: Trial, seat: Seat, count: int, taken: int, on_top: bool) -> None:
    """Somebody looks at the top cards, keeps some and puts the rest back; nobody else sees which."""
    if trial.knowledge is None:
        return
    knowledge = trial.knowledge.draw(EYES, count).transfer(EYES, seat, taken)
    trial.knowledge = knowledge.bury(EYES, count - taken, top=on_top)


def swap(trial: Trial, one: Seat, other: Seat) -> None:
    """Two hands change their owners."""
    if trial.knowledge is not None:
        trial.knowledge = trial.knowledge.swap(one, other)


def hand_over(trial: Trial, giver: Seat, taker: Seat, count: int) -> None:
    """Cards go from hand to hand unseen."""
    if trial.knowledge is not None:
        trial.knowledge = trial.knowledge.transfer(giver, taker, count)


def _learn(trial: Trial, learned: Learned | Impossible, card: str, who: str) -> Illegal | None:
    from pnp.referee.hidden.accusation import events_of, speaker
    from pnp.referee.hidden.knowledge import Impossible

    if isinstance(learned, Impossible):
        what = trial.data.label(card)
        return Illegal(rule_ids.KNOWN_HAND, f"no way to lay the unseen cards puts {what} into {_hand(who)}")
    trial.knowledge = learned.knowledge
    trial.found += events_of(learned.accusations, learned.cleared, trial.name, partial(_because, trial), speaker)
    return None


def _because(trial: Trial, item: Accusation) -> str:
    from pnp.referee.hidden.accusation import speaker

    who = trial.name(speaker(item.claim))
    if not item.certain:
        return f"{who} took a card from the deck unseen that was to be of the class that was searched"
    return f"what {who} took from the deck unseen was not of the class that was searched"


def _hand(who: str) -> str:
    return who if who == "the deck" else f"the hand of {who}"
