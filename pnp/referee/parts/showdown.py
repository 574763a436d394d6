"""A showdown: hands are laid open. A digital table shows them at once; with real cards each is told."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pnp.referee.kernel import CARD, SEAT, TABLE, Chance, ListParam, Move, Question, Seat, Trial, Zone


class ShowHand(Move, frozen=True):
    """`table: show anna heart7 spade2`: the whole hand of a seat."""

    verb: ClassVar[str] = "show"

    of: Annotated[Seat, SEAT]
    cards: Annotated[tuple[str, ...], ListParam(CARD)]


class Showdown:
    """Hands are shown to everybody: `SHOWDOWN.of(t, *seats)`, in `questions=(SHOWDOWN.question,)` of `declare`.

    What compares them is said `later`. hand: the zone of hands · rule: cited for it
    """

    def __init__(self, hand: Zone, *, rule: str, prompt: str = "kernel.show_hand") -> None:
        self.hand, self.rule = hand, rule
        self.question = Question(rule, prompt, chance=True)
        self.question.answer(ShowHand, offers=self._known, dealt=self._dealt)(self.show)

    def of(self, t: Trial, *seats: Seat) -> None:
        """Ask for the hands of these seats, one after the other."""
        for seat in seats:
            if t[self.hand[seat]]:
                t.ask(self.question, seat=seat)

    def show(self, t: Trial, m: ShowHand) -> None:
        """The hand of a seat, which must have so many cards."""
        seat, count = t.about["seat"], len(t[self.hand[t.about["seat"]]])
        if m.of != seat or len(m.cards) != count:
            t.bar(self.rule, "kernel.other_hand", seat=seat, count=count)
        t.reveal(m.cards, self.hand[seat], rule=self.rule)

    def _known(self, t: Trial, seat: Seat) -> list[ShowHand]:
        """The hand where it is known, else one that it can be."""
        of = t.about["seat"]
        known, count = list(t.known(self.hand[of])), len(t[self.hand[of]])
        others = (card for card in t.may_lie(self.hand[of]) for _ in range(max(t.unseen(card), 0)))
        while len(known) < count:
            known.append(next(others))
        return [ShowHand(TABLE, of, tuple(sorted(known)))]

    def _dealt(self, t: Trial, chance: Chance) -> ShowHand:
        return ShowHand(TABLE, t.about["seat"], t[self.hand[t.about["seat"]]])
