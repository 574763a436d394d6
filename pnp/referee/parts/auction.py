"""An auction: open until all but one have passed, once around, or sealed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from pnp.referee.kernel import AMOUNT, Counter, Fact, Move, Question, Seat, Trial

OPEN, ONCE, SEALED = "open", "once", "sealed"


class Bid(Move, frozen=True):
    """`anna: bid 5`: more than the last bid."""

    amount: Annotated[int, AMOUNT]


class Leave(Move, frozen=True):
    """`anna: leave`: bids no more for this lot."""


class Auction:
    """An auction, begun by `AUCTION.begin(t, first)`; `question` and `holds` go into `declare`.

    coins: what is bid with, a counter of each seat · rule: cited for it · least: (t) -> the lowest first bid
    kind: "open" (in turns, until all but one have left), "once" (each bids once), "sealed" (all at once, in secret;
        equal bids go to who is first from the first seat on)
    sold: step(t, seat, price), whose seat is None where nobody bid. The price is not paid yet
    """

    def __init__(
        self,
        coins: Counter,
        sold: Callable[[Trial, Seat | None, int], None],
        *,
        rule: str,
        kind: str = OPEN,
        least: Callable[[Trial], int] = lambda t: 1,
        prompt: str = "kernel.bid",
    ) -> None:
        if kind not in (OPEN, ONCE, SEALED):
            raise ValueError(f"expected kind to be “open”, “once” or “sealed”, got {kind!r}")
        self.coins, self.sold, self.rule, self.kind, self.least = coins, sold, rule, kind, least
        self.high = Fact("high_bid", (0, None), words=_words)
        self.left = Fact("bidders", ())
        self.holds = (self.high, self.left)
        self.question = Question(rule, prompt, secret=kind == SEALED)
        self.question.answer(Bid, offers=self._bids)(self.bid)
        self.question.answer(Leave)(self.leave)
        if kind == SEALED:
            self.question.all_answered(self.open_bids)

    def begin(self, t: Trial, first: Seat) -> None:
        """All bid for a lot, from a seat on."""
        t.put(self.high, (0, None))
        t.put(self.left, (first, *t.others(first)))
        if self.kind == SEALED:
            t.ask(self.question, *t[self.left], first=first)
        else:
            t.ask(self.question, first)

    def lowest(self, t: Trial) -> int:
        """The lowest bid that counts now."""
        return max(self.least(t), int(t[self.high][0]) + 1) if self.kind != SEALED else self.least(t)

    def _bids(self, t: Trial, seat: Seat) -> list[Bid]:
        return [Bid(seat, amount) for amount in range(self.lowest(t), t[self.coins[seat]] + 1)]

    def bid(self, t: Trial, m: Bid) -> None:
        """More than the last bid, and no more than the seat has."""
        if m.amount < self.lowest(t):
            t.refuse(self.rule, "kernel.bid_more", amount=self.lowest(t))
        if m.amount > t[self.coins[m.seat]]:
            t.bar(self.rule, "kernel.too_few_coins", seat=m.seat, amount=t[self.coins[m.seat]])
        t.agreed()
        if self.kind != SEALED:
            t.put(self.high, (m.amount, m.seat))
            self._next(t, m.seat, stays=self.kind == OPEN)

    def leave(self, t: Trial, m: Leave) -> None:
        """The seat bids no more."""
        t.agreed()
        if self.kind != SEALED:
            self._next(t, m.seat, stays=False)

    def _next(self, t: Trial, seat: Seat, *, stays: bool) -> None:
        """The next seat that is still in bids; the last one in buys."""
        before = t[self.left]
        at = before.index(seat) if seat in before else 0
        order = (*before[at + 1 :], *before[:at])
        left = (*order, seat) if stays else order
        t.put(self.left, left)
        amount, buyer = t[self.high]
        if not left or (buyer is not None and left == (buyer,)):
            self.sold(t, buyer, amount)
        else:
            t.ask(self.question, left[0])

    def open_bids(self, t: Trial, answers: dict[Seat, Any]) -> None:
        """The highest of the sealed bids buys."""
        bids = {seat: m.amount for seat, m in answers.items() if isinstance(m, Bid)}
        first = t.about["first"]
        order = sorted(bids, key=lambda seat: (-bids[seat], (seat - first) % len(t.seats)))
        buyer = order[0] if order else None
        t.put(self.high, (bids.get(buyer, 0) if buyer is not None else 0, buyer))
        self.sold(t, buyer, t[self.high][0])


def _words(page: Any, high: tuple[int, Seat | None]) -> str:
    amount, seat = high
    return f"{amount} ({page.state.setup.seats[seat]})" if seat is not None else ""
