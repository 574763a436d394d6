"""Worlds a seat can believe in: what it does not see, put where it could lie. In: a view, and what was worked out about
its hidden cards. Out: states that give that view again.

Without knowledge every unseen card is as likely in one hidden place as in another. With it (`hidden/knowledge.py`) only
ways to lay the cards count that explain all lines: `Walk` goes from one of them to the next by exchanging two cards
wherever nothing forbids it. Such steps lead back as easily as there, so in the long run each way comes up equally
often, which is what a fair shuffle makes of them. How likely people are to have played so is not asked.

Invariant: nothing but the view and numbers from `pick` decides.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pnp.referee.game import Game, Pick, S
from pnp.referee.params import UNKNOWN

if TYPE_CHECKING:
    from pnp.referee.hidden.evidence import Exit, Slot
    from pnp.referee.hidden.knowledge import Knowledge

Cards = tuple[str, ...]
Hidden = Mapping[Hashable, Cards]
"""Cards for the hidden places of hands, by the names that `Knowledge` has for these hands."""
MIX = 12  # steps a place before the first world, so that the explanation that was found first is forgotten
APART = 2  # steps a hidden card between one world and the next


class Unseen:
    """Copies out of sight, put on hidden places: those that are given first, then any.

    ValueError where what is given is not out of sight, or not so many cards are.
    """

    __slots__ = ("_given", "_left", "_pick")

    def __init__(self, copies: Iterable[str], hidden: Hidden, pick: Pick) -> None:
        self._left = list(copies)
        self._given = {hand: list(cards) for hand, cards in hidden.items()} if hidden else {}
        self._pick = pick
        for cards in self._given.values():
            for card in cards:
                self._left.remove(card)

    def take(self, card: str) -> None:
        """This copy lies somewhere that is known after all."""
        self._left.remove(card)

    def draw(self, count: int) -> list[str]:
        """Any of those that are left."""
        left, pick = self._left, self._pick
        if count > len(left):
            raise ValueError(f"expected at most {len(left)} hidden cards, got {count}")
        drawn: list[str] = []
        for _ in range(count):
            at = pick(len(left))
            drawn.append(left[at])
            left[at] = left[-1]
            left.pop()
        return drawn

    def draw_of(self, count: int, fits: Callable[[str], bool]) -> list[str]:
        """Any of those that fit; others where there are not so many."""
        fitting = [card for card in self._left if fits(card)]
        drawn = []
        for _ in range(min(count, len(fitting))):
            drawn.append(fitting.pop(self._pick(len(fitting))))
            self._left.remove(drawn[-1])
        return drawn + self.draw(count - len(drawn))

    def fill(self, hand: Hashable, cards: Cards, fits: Callable[[str], bool] | None = None) -> Cards:
        """The cards of a hand, each `?` replaced; by such as fit, as long as there are some."""
        count = cards.count(UNKNOWN)
        if not count:
            return cards
        found = self._given.get(hand, [])[:count]
        found += self.draw(count - len(found)) if fits is None else self.draw_of(count - len(found), fits)
        if count == len(cards):
            return tuple(found)
        new = iter(found)
        return tuple(next(new) if card == UNKNOWN else card for card in cards)

    @property
    def left(self) -> list[str]:
        """What lies nowhere yet."""
        return self._left


def copies_of(counts: Mapping[str, int]) -> list[str]:
    """Each kind as often as it is counted."""
    return [card for card, count in counts.items() for _ in range(count)]


class Worlds:
    """Worlds behind one view of a seat. Two made alike give the same worlds one after another."""

    def __init__(self, game: Game[S], view: S, pick: Pick) -> None:
        assert game.fill is not None, f"{game.slug} has no hook `fill`"
        self._fill, self._view, self._pick = game.fill, view, pick
        knowledge = getattr(view, "knowledge", None)
        self._walk = Walk(knowledge, pick) if knowledge is not None else None

    def draw(self) -> Any:
        """The next world."""
        hidden = self._walk.next() if self._walk is not None else {}
        return self._fill(self._view, hidden, self._pick)


class Walk:
    """Ways to lay the hidden cards that explain every line but those in doubt, one after another."""

    def __init__(self, knowledge: Knowledge, pick: Pick) -> None:
        from pnp.referee.hidden.evidence import index_of

        doubted = frozenset(claim.at for claim in knowledge.suspects)
        evidence, explanation = knowledge.evidence.without(doubted), knowledge.explanation
        claims = index_of(evidence.claims)
        exits = {exit_.at: exit_ for exit_ in evidence.exits}
        self._pick = pick
        self._slots: tuple[Slot, ...] = evidence.slots
        # What lies where: a copy as (batch, kind, 0), an exit as (batch, kind, moment).
        self._lies = list(explanation.slots)
        for layer in explanation.layers:
            self._lies += [(batch, kind, 0) for batch, kind, count in layer for _ in range(count)]
        batches = [batch for layer in evidence.layers for batch in [frozenset(layer.batches)] * layer.size]
        tokens = dict.fromkeys(self._lies)
        allowed: dict[Any, frozenset[Any]] = {}
        self._takes: list[frozenset[Any]] = []
        for slot in evidence.slots:
            covering = claims.covering(slot)
            key = (slot, tuple(claim.at for claim in covering))
            if key not in allowed:
                allowed[key] = frozenset(token for token in tokens if _may_be(slot, token, covering, exits))
            self._takes.append(allowed[key])
        for of in batches:
            if of not in allowed:
                allowed[of] = frozenset(token for token in tokens if not token[2] and token[0] in of)
            self._takes.append(allowed[of])
        # A slot that takes only what it has is done with.
        self._moving = [at for at in range(len(self._slots)) if len(self._takes[at]) > 1]
        self._step(MIX * len(self._lies))

    def next(self) -> dict[Hashable, Cards]:
        """The cards of every hand that are not known there."""
        self._step(APART * len(self._moving))
        hands: dict[Hashable, list[str]] = {}
        for slot, (_, kind, at) in zip(self._slots, self._lies, strict=False):
            if not at:
                hands.setdefault(slot.hand, []).append(kind)
        return {hand: tuple(kinds) for hand, kinds in hands.items()}

    def _step(self, count: int) -> None:
        """Exchange what lies in two places where both may have it, so many times."""
        lies, takes, moving, pick = self._lies, self._takes, self._moving, self._pick
        places, slots = len(lies), len(moving)
        if not slots:
            return
        for _ in range(count):
            one, other = moving[pick(slots)], pick(places)
            here, there = lies[one], lies[other]
            if there in takes[one] and here in takes[other]:
                lies[one], lies[other] = there, here


def _may_be(slot: Slot, token: tuple[int, str, int], covering: Iterable[Any], exits: Mapping[int, Exit]) -> bool:
    """Whether a card may lie, or may have lain until it came to light, in a slot."""
    batch, kind, at = token
    if not at:
        return batch in slot.batches and not any(kind in claim.kinds for claim in covering)
    exit_ = exits[at]
    if exit_.hand != slot.hand or at <= slot.since:
        return False
    if not kind:
        return True
    return batch in slot.batches and not any(claim.at < at and kind in claim.kinds for claim in covering)
