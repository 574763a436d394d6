"""Betting: seats call, raise or fold in turns; who has no more coins stays in for a side pot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from pnp.referee.kernel import AMOUNT, EACH_SEAT, Counter, Fact, Move, Question, Seat, Trial

Pots = list[tuple[int, tuple[Seat, ...]]]
"""Pots: how much is in each, and the seats that can win it."""


class Call(Move, frozen=True):
    """`anna: call`: pays as much as the highest bet, or all she has; a check where nothing is to be paid."""


class Raise(Move, frozen=True):
    """`anna: raise 20`: to 20 in this round."""

    to: Annotated[int, AMOUNT]


class Fold(Move, frozen=True):
    """`anna: fold`: is out of this hand."""


class Betting:
    """Rounds of bets, each begun by `BETTING.begin(t, first)`; `question` and `holds` go into `declare`.

    coins: of each seat · rule: cited for it · least: (t) -> the least raise, and the least bet
    over: step(t) when all have called or folded; `BETTING.pots(t)` are the pots, `BETTING.pay(t, …)` pays them out

    Blinds and antes are `BETTING.put_in(t, seat, amount)` before `begin`.
    """

    def __init__(
        self,
        coins: Counter,
        over: Callable[[Trial], None],
        *,
        rule: str,
        least: Callable[[Trial], int] = lambda t: 1,
        prompt: str = "kernel.call_or_raise",
    ) -> None:
        self.coins, self.over, self.rule, self.least = coins, over, rule, least
        self.paid = Counter("paid", of=EACH_SEAT)  # into the pots, since the hand began
        self.bets = Counter("bet", of=EACH_SEAT)  # in this round
        self.folded = Fact("folded", ())
        self.waiting = Fact("to_call", ())  # who is to act still, the next first
        self.raised = Counter("raise")
        self.holds = (self.paid, self.bets, self.folded, self.waiting, self.raised)
        self.question = Question(rule, prompt)
        self.question.answer(Call)(self.call)
        self.question.answer(Raise, offers=self._raises)(self.raise_)
        self.question.answer(Fold, choices=lambda t, seat: [Fold(seat)] if self.owes(t, seat) else [])(self.fold)

    def new_hand(self, t: Trial) -> None:
        """Nobody has folded or paid."""
        t.put(self.folded, ())
        for seat in t.seats:
            t.put(self.paid[seat], 0)
            t.put(self.bets[seat], 0)

    def left(self, t: Trial) -> tuple[Seat, ...]:
        """The seats that have not folded."""
        return tuple(seat for seat in t.playing if seat not in t[self.folded])

    def owes(self, t: Trial, seat: Seat) -> int:
        """How much a seat must pay to call."""
        return max(t[self.bets[each]] for each in t.seats) - int(t[self.bets[seat]])

    def put_in(self, t: Trial, seat: Seat, amount: int) -> None:
        """A seat pays into the pot, at most what it has."""
        amount = min(amount, t[self.coins[seat]])
        t.add(self.coins[seat], -amount, self.rule)
        t.add(self.paid[seat], amount)
        t.add(self.bets[seat], amount)

    def begin(self, t: Trial, first: Seat, *, is_new_round: bool = True) -> None:
        """A round of bets, from a seat on; `is_new_round=False` after blinds, which count as bets of this round."""
        if is_new_round:
            for seat in t.seats:
                t.put(self.bets[seat], 0)
        t.put(self.raised, self.least(t))
        self._go_on(t, [seat for seat in (first, *t.others(first)) if seat in self.left(t)])

    def _go_on(self, t: Trial, waiting: Sequence[Seat]) -> None:
        able = tuple(seat for seat in waiting if t[self.coins[seat]])
        rest = [seat for seat in self.left(t) if t[self.coins[seat]]]
        is_done = len(self.left(t)) < 2 or not able or (len(rest) == 1 and not self.owes(t, rest[0]))
        t.put(self.waiting, () if is_done else able)
        if is_done:
            self.over(t)
        else:
            t.ask(self.question, able[0])

    def call(self, t: Trial, m: Call) -> None:
        """The seat pays what it owes, or all it has."""
        t.agreed()
        self.put_in(t, m.seat, self.owes(t, m.seat))
        self._go_on(t, [seat for seat in t[self.waiting] if seat != m.seat])

    def _raises(self, t: Trial, seat: Seat) -> list[Raise]:
        high, all_in = max(t[self.bets[each]] for each in t.seats), t[self.bets[seat]] + t[self.coins[seat]]
        least = high + t[self.raised]
        if all_in <= high:
            return []
        return [Raise(seat, to) for to in dict.fromkeys((min(least, all_in), min(2 * least, all_in), all_in))]

    def raise_(self, t: Trial, m: Raise) -> None:
        """The seat bets more than all others; then those are asked again."""
        high, all_in = max(t[self.bets[each]] for each in t.seats), t[self.bets[m.seat]] + t[self.coins[m.seat]]
        if m.to > all_in:
            t.bar(self.rule, "kernel.too_few_coins", seat=m.seat, amount=all_in)
        if m.to <= high or (m.to < high + t[self.raised] and m.to < all_in):
            t.refuse(self.rule, "kernel.raise_more", amount=min(high + t[self.raised], all_in))
        t.agreed()
        t.put(self.raised, max(t[self.raised], m.to - high))
        self.put_in(t, m.seat, m.to - t[self.bets[m.seat]])
        self._go_on(t, [seat for seat in t.others(m.seat) if seat in self.left(t)])

    def fold(self, t: Trial, m: Fold) -> None:
        """The seat is out of this hand."""
        t.agreed()
        t.put(self.folded, (*t[self.folded], m.seat))
        self._go_on(t, [seat for seat in t[self.waiting] if seat != m.seat])

    def pots(self, t: Trial) -> Pots:
        """The main pot and the side pots; what only one seat can win is its own money back."""
        paid = {seat: t[self.paid[seat]] for seat in t.seats}
        found: Pots = []
        below = 0
        for level in sorted({paid[seat] for seat in self.left(t) if paid[seat]}):
            amount = sum(min(each, level) - min(each, below) for each in paid.values())
            seats = tuple(seat for seat in self.left(t) if paid[seat] >= level)
            if found and found[-1][1] == seats:
                found[-1] = (found[-1][0] + amount, seats)
            else:
                found.append((amount, seats))
            below = level
        rest = sum(max(each - below, 0) for each in paid.values())  # of those who folded
        if rest and found:
            found[-1] = (found[-1][0] + rest, found[-1][1])
        return found

    def pay(self, t: Trial, strengths: dict[Seat, object], first: Seat) -> None:
        """Each pot goes to the strongest of those who can win it; odd coins go to the next from a seat on.

        strengths: of the seats that have not folded; any values that can be compared
        """
        for amount, seats in self.pots(t):
            best = max(strengths[seat] for seat in seats) if len(seats) > 1 else None  # type: ignore[type-var]
            winners = [seat for seat in seats if best is None or strengths[seat] == best]
            winners.sort(key=lambda seat: (seat - first) % len(t.seats))
            share, odd = divmod(amount, len(winners))
            for number, seat in enumerate(winners):
                t.add(self.coins[seat], share + (number < odd), self.rule)
                t.announce(self.rule, "kernel.wins_pot", seat=seat, amount=share + (number < odd))
