"""Liar's Dice: dice under a cup, a bid that grows, a doubt, and all cups are lifted."""

from __future__ import annotations

from typing import Annotated

from pnp.referee.kernel import (
    EACH_SEAT,
    OWNER,
    Counter,
    Dice,
    Fact,
    IntParam,
    Move,
    Phase,
    Question,
    Seat,
    Trial,
    declare,
)

SEATS, SHAKEN, BIDS, DOUBTS, LOSES, END = (f"LID-{n:02}" for n in range(1, 7))


class Bid(Move, frozen=True):
    """`anna: bid 3 5`: there are at least three fives."""

    count: Annotated[int, IntParam(least=1)]
    pips: Annotated[int, IntParam(least=1, most=6)]


class Doubt(Move, frozen=True):
    """`anna: doubt`: there are not so many."""


CUP = Dice("cup", "dice", of=EACH_SEAT, seen_by=OWNER, rule=SHAKEN)
DICE = Counter("dice", of=EACH_SEAT, least=0, scores=True)
LAST = Fact("bid", (0, 0, 0), words=lambda page, bid: f"{bid[0]} × {bid[1]}" if bid[0] else "")

BIDDING = Question(BIDS, "bid_or_doubt")


def begin(t: Trial) -> None:
    for seat in t.seats:
        t.put(DICE[seat], t.constant("dice"))
    shake(t)


def shake(t: Trial) -> None:
    """A round begins: everybody who has dice rolls them under the cup."""
    t.put(LAST, (0, 0, 0))
    for seat in t.seats:
        t.put(CUP[seat], ())
        if t[DICE[seat]]:
            t.roll(CUP[seat], count=t[DICE[seat]])


def following(t: Trial, seat: Seat) -> Seat:
    return next(other for other in (*t.others(seat), seat) if t[DICE[other]])


def bids(t: Trial, seat: Seat) -> list[Bid]:
    total = sum(t[DICE[each]] for each in t.seats)
    every = (Bid(seat, count, pips) for count in range(max(t[LAST][0], 1), total + 1) for pips in range(1, 7))
    return [bid for bid in every if (bid.count, bid.pips) > t[LAST][:2]]


@BIDDING.answer(Bid, offers=bids)
def bid(t: Trial, m: Bid) -> None:
    if (m.count, m.pips) <= t[LAST][:2]:
        t.refuse(BIDS, "not_higher", count=t[LAST][0], pips=t[LAST][1])
    t.agreed()
    t.put(LAST, (m.count, m.pips, m.seat))
    t.pass_turn(to=following(t, m.seat))


@BIDDING.answer(Doubt)
def doubt(t: Trial, m: Doubt) -> None:
    if not t[LAST][0]:
        t.bar(DOUBTS, "no_bid")
    t.agreed()
    for seat in t.seats:
        if t[DICE[seat]]:
            t.reveal_value(CUP[seat])
    t.later(count_dice, m.seat)


def count_dice(t: Trial, doubter: Seat) -> None:
    said, pips, bidder = t[LAST]
    there = sum(t[CUP[seat]].count(pips) for seat in t.seats)
    loser = doubter if there >= said else bidder
    t.announce(DOUBTS, "there_are", count=there, pips=pips)
    t.announce(LOSES, "loses_die", seat=loser)
    t.add(DICE[loser], -1)
    left = [seat for seat in t.seats if t[DICE[seat]]]
    if len(left) == 1:
        t.end(left, END, "last_one", seat=left[0])
        return
    t.pass_turn(to=loser if loser in left else following(t, loser))
    shake(t)


GAME = declare(
    __name__,
    slug="liarsdice",
    version=1,
    players=(2, 5),
    seats_rule=SEATS,
    holds=(CUP, DICE, LAST),
    phases=(Phase("bid", BIDDING),),
    begin=begin,
)
