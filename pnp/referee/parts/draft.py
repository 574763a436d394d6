"""A draft: all choose from their hands in secret, then pass the rest on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from pnp.referee.kernel import CARD, EACH_SEAT, NOBODY, Move, Question, Seat, Trial, Zone


class Keep(Move, frozen=True):
    """`anna: keep tower`: a card of the hand, chosen in secret."""

    card: Annotated[str, CARD]


class Draft:
    """A draft of hands, begun by `DRAFT.ask(t)`; `question` and `holds` go into `declare`.

    hand, kept: zones of each seat · rule: cited for it · left: whether hands go to the left (t) -> bool
    chosen: step(t, seat, card) when a card was kept · over: step(t) when the hands are empty
    """

    def __init__(
        self,
        hand: Zone,
        kept: Zone,
        *,
        rule: str,
        left: Callable[[Trial], bool] = lambda t: True,
        chosen: Callable[[Trial, Seat, str], None] | None = None,
        over: Callable[[Trial], None] | None = None,
        prompt: str = "kernel.keep_a_card",
    ) -> None:
        self.hand, self.kept, self.rule = hand, kept, rule
        self.left, self.chosen, self.over = left, chosen, over
        self.passed = Zone("passed", of=EACH_SEAT, seen_by=NOBODY, rule=rule)
        self.holds = (self.passed,)
        self.question = Question(rule, prompt, secret=True)
        self.question.answer(Keep, card_of=hand)(self._chosen_in_secret)
        self.question.all_answered(self.keep)

    def _chosen_in_secret(self, t: Trial, m: Keep) -> None:
        """The choice waits for those of the others."""

    def ask(self, t: Trial) -> None:
        """All choose."""
        t.ask(self.question, *t.seats)

    def keep(self, t: Trial, choices: dict[Seat, Keep]) -> None:
        """All cards that were chosen are laid open, and the hands go on."""
        for seat, choice in choices.items():
            t.move(choice.card, self.hand[seat], self.kept[seat])
            if self.chosen is not None:
                self.chosen(t, seat, choice.card)
        if not any(t[self.hand[seat]] for seat in t.seats):
            if self.over is not None:
                self.over(t)
            return
        step, sizes = (1 if self.left(t) else -1), {seat: len(t[self.hand[seat]]) for seat in t.seats}
        to = {seat: (seat + step) % len(t.seats) for seat in t.seats}
        for seat, size in sizes.items():
            if size:
                t.move(t[self.hand[seat]], self.hand[seat], self.passed[to[seat]], unseen=True)
        for seat, size in sizes.items():
            t.draw(self.passed[to[seat]], self.hand[to[seat]], size)
        self.ask(t)
