"""Tricks: a card each, the suit that was led is followed, the highest takes them all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from pnp.referee.kernel import CARD, Move, Question, Seat, Trial, Zone

Allows = Callable[[Trial, Seat, str], None]


class Play(Move, frozen=True):
    """`anna: play heart7`: a card into the trick."""

    card: Annotated[str, CARD]


class Tricks:
    """Play of tricks. `question` is what the phase asks; `t.pass_turn(to=…)` chooses who leads the first trick, or a
    question of the game that is answered by `Play` and `TRICKS.play`.

    hand, trick, won: zones; `won` of each seat · rule: cited for suits that are not followed
    suit, rank: fields of the cards · trump: (t) -> the suit that beats others, "" for none
    follow: whether the suit that was led must be followed
    allows: (t, seat, card) -> refuses a card by other rules (hearts that are not broken)
    taken: step(t, winner, cards) when a trick was taken; unless it ends the game, its winner leads

    With real cards a revoke comes to light when the suit turns up: the referee names the player, the line and the rule.
    """

    def __init__(
        self,
        hand: Zone,
        trick: Zone,
        won: Zone,
        *,
        rule: str,
        suit: str = "suit",
        rank: str = "rank",
        trump: Callable[[Trial], str] = lambda t: "",
        follow: bool = True,
        allows: Allows | None = None,
        taken: Callable[[Trial, Seat, tuple[str, ...]], None] | None = None,
        prompt: str = "kernel.play_a_card",
    ) -> None:
        self.hand, self.trick, self.won, self.rule = hand, trick, won, rule
        self.suit, self.rank, self.trump = suit, rank, trump
        self.allows, self.taken, self.must_follow = allows, taken, follow
        self.question = Question(rule, prompt)
        self.question.answer(Play, card_of=hand)(self.play)

    def play(self, t: Trial, m: Play) -> None:
        """A card is played; after the last one the trick is taken."""
        led = self.led(t)
        if self.must_follow and led and t.field(m.card, self.suit) != led:
            t.claim(
                self.hand[m.seat], t.kinds_with(**{self.suit: led}), self.rule, "kernel.has_none", seat=m.seat, suit=led
            )
        if self.allows is not None:
            self.allows(t, m.seat, m.card)
        t.agreed()
        t.move(m.card, self.hand[m.seat], self.trick)
        if len(t[self.trick]) < len(t.playing):
            t.pass_turn(after=m.seat)
            return
        order = (*t.others(m.seat), m.seat)  # from the leader on
        cards = t[self.trick]
        winner = order[max(range(len(cards)), key=lambda at: self.strength(t, cards[at]))]
        t.announce(self.rule, "kernel.takes", seat=winner, card=cards[order.index(winner)])
        t.move(cards, self.trick, self.won[winner])
        t.pass_turn(to=winner)
        if self.taken is not None:
            self.taken(t, winner, cards)

    def led(self, t: Trial) -> Any:
        """The suit that was led; "" while no card is played."""
        return t.field(t[self.trick][0], self.suit) if t[self.trick] else ""

    def strength(self, t: Trial, card: str) -> tuple[int, Any]:
        """What a card counts in the trick on the table: trumps, then the suit that was led, by rank."""
        suit = t.field(card, self.suit)
        group = 2 if suit == self.trump(t) else 1 if suit == self.led(t) else 0
        return group, t.field(card, self.rank)
