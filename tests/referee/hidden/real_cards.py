"""A table whose cards are really there, played at random: what is so in truth can be held against what is known.

In: choices. Out: lines, and after each the knowledge that follows from it. Invariant: every line could have happened.
"""

from __future__ import annotations

from pnp.referee.hidden.accusation import Accusation
from pnp.referee.hidden.knowledge import Impossible, Knowledge, Learned
from tests.referee.hidden.deals import SEATS, Choices, assert_explained


class Table:
    """A table whose cards are really there: every line is true, except for the claims that are lies."""

    def __init__(self, choices: Choices, kinds: str, size: int) -> None:
        self.choices = choices
        self.kinds = kinds
        deck = [choices.among(kinds) for _ in range(size)]
        cut = choices.below(size)
        self.knowledge = Knowledge.start(deck[:cut], deck[cut:])
        self.pile = self.mixed(deck[:cut]) + self.mixed(deck[cut:])
        self.hands: list[list[str]] = [[] for _ in range(SEATS)]
        self.discard: list[str] = []
        self.lies: set[int] = set()
        self.found: list[Accusation] = []

    def mixed(self, cards: list[str]) -> list[str]:
        left = list(cards)
        return [left.pop(self.choices.below(len(left))) for _ in cards]

    def learn(self, learned: Learned | Impossible) -> None:
        assert isinstance(learned, Learned)
        self.knowledge = learned.knowledge
        self.found += learned.accusations

    def play(self, ply: int, lying: int) -> None:
        """One line; every `lying`th claim is not looked at before it is made."""
        choices = self.choices
        seat, other, verb = choices.below(SEATS), choices.below(SEATS), choices.below(20)
        hand, mine = self.hands[seat], 1 + choices.below(3)
        if verb < 7:
            n = min(mine, len(self.pile))
            drawn, self.pile = self.pile[:n], self.pile[n:]
            hand += drawn
            self.knowledge = self.knowledge.draw(seat, n)
            if n and verb == 0:
                banned = [kind for kind in choices.some(self.kinds) if kind not in drawn]
                self.learn(self.knowledge.claim(seat, banned, ply, "R-02", drawn=True))
        elif verb < 13 and hand:
            kind = hand[choices.below(len(hand))]
            if verb == 12:
                self.learn(self.knowledge.show(seat, kind, ply, hand.count(kind)))
            else:
                hand.remove(kind)
                self.discard.append(kind)
                self.learn(self.knowledge.reveal(seat, kind, ply))
        elif verb < 16:
            lie = lying and not choices.below(lying)
            banned = [kind for kind in choices.some(self.kinds) if lie or kind not in hand]
            if not set(banned).isdisjoint(hand):
                self.lies.add(ply)
            self.learn(self.knowledge.claim(seat, banned, ply, "R-01"))
        elif verb == 16 and hand and seat != other:
            given = self.mixed(hand)
            n = min(mine, len(hand))
            self.hands[seat], self.hands[other] = given[n:], self.hands[other] + given[:n]
            self.knowledge = self.knowledge.transfer(seat, other, n)
        elif verb == 17 and hand:
            given = self.mixed(hand)
            n = min(mine, len(hand))
            self.hands[seat] = given[n:]
            top = bool(choices.below(2))
            self.pile = given[:n] + self.pile if top else self.pile + given[:n]
            self.knowledge = self.knowledge.bury(seat, n, top=top)
            if choices.below(2):
                self.pile = self.mixed(self.pile)
                self.knowledge = self.knowledge.shuffle()
        elif verb == 18:
            self.hands[seat], self.hands[other] = self.hands[other], self.hands[seat]
            self.knowledge = self.knowledge.swap(seat, other)
        elif self.discard:
            back, self.discard = self.mixed(self.discard), []
            if len(self.pile) < mine:
                self.pile += back
                self.knowledge = self.knowledge.lay(back)
            else:
                self.pile = self.mixed(self.pile + back)
                self.knowledge = self.knowledge.shuffle(back)

    def check(self) -> None:
        """What is so in truth is never ruled out; no claim is called certainly false that was none."""
        assert_explained(self.knowledge)
        assert self.knowledge.pile_size() == len(self.pile)
        assert all(item.claim.ply in self.lies for item in self.found if item.certain)
        for seat, hand in enumerate(self.hands):
            assert self.knowledge.size(seat) == len(hand)
            assert set(hand) <= self.knowledge.possible_kinds(seat, trusting=False)
            assert not self.knowledge.must_hold(seat, set(self.kinds).difference(hand), trusting=False)
            if not self.lies:
                assert not self.found
                assert set(hand) <= self.knowledge.possible_kinds(seat)
                assert not self.knowledge.must_hold(seat, set(self.kinds).difference(hand))
