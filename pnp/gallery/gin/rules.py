"""Gin: make melds, and knock when little is left; one deal."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Annotated

from pnp.referee.kernel import (
    CARD,
    EACH_SEAT,
    NOBODY,
    OWNER,
    Counter,
    Fact,
    Move,
    Phase,
    Question,
    Seat,
    Trial,
    Zone,
    declare,
)  # fmt: skip
from pnp.referee.parts import Showdown

SEATS, DEALT, DRAWS, DISCARDS, KNOCKS, COUNTS, ENDS = (f"GIN-{n:02}" for n in range(1, 8))

STOCK = Zone("stock", seen_by=NOBODY, first=True, rule=DEALT)
HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=DISCARDS)
PILE = Zone("discards")
POINTS = Counter("points", of=EACH_SEAT, scores=True)
TAKEN = Fact("taken", "")


class Draw(Move, frozen=True):
    """`anna: draw`: the top card of the stock."""


class Take(Move, frozen=True):
    """`anna: take`: the last discard."""


class Discard(Move, frozen=True):
    """`anna: discard heart9`: a card of her hand."""

    card: Annotated[str, CARD]


class Knock(Move, frozen=True):
    """`anna: knock heart9`: the same, and both hands are laid open."""

    card: Annotated[str, CARD]


DRAWING = Question(DRAWS, "draw_or_take")
DISCARDING = Question(DISCARDS, "discard_or_knock")
SHOWDOWN = Showdown(HAND, rule=COUNTS)


def begin(t: Trial) -> None:
    t.deal(STOCK, HAND, t.constant("hand"))
    t.draw(STOCK, PILE)


@DRAWING.answer(Draw)
def draw(t: Trial, m: Draw) -> None:
    t.agreed()
    t.put(TAKEN, "")
    t.draw(STOCK, HAND[m.seat])
    t.later(ask, m.seat)


@DRAWING.answer(Take)
def take(t: Trial, m: Take) -> None:
    if not t[PILE]:
        t.bar(DRAWS, "no_discard")
    t.agreed()
    t.put(TAKEN, t[PILE][-1])
    t.move(t[PILE][-1], PILE, HAND[m.seat])
    ask(t, m.seat)


def ask(t: Trial, seat: Seat) -> None:
    t.ask(DISCARDING, seat)


@DISCARDING.answer(Discard, card_of=HAND)
def discard(t: Trial, m: Discard) -> None:
    if m.card == t[TAKEN]:
        t.refuse(DISCARDS, "same_card")
    t.agreed()
    t.move(m.card, HAND[m.seat], PILE)
    if len(t[STOCK]) <= t.constant("left"):
        t.end([], ENDS, "stock_is_low", kind="tie")
    else:
        t.pass_turn(after=m.seat)


@DISCARDING.answer(Knock, card_of=HAND)
def knock(t: Trial, m: Knock) -> None:
    if m.card == t[TAKEN]:
        t.refuse(DISCARDS, "same_card")
    others = list(t[HAND[m.seat]])
    if m.card in others and len(t.known(HAND[m.seat])) == len(others):
        others.remove(m.card)
        if left(t, others) > t.constant("knock"):
            t.refuse(KNOCKS, "too_much", count=left(t, others))
    t.agreed()
    t.move(m.card, HAND[m.seat], PILE)
    SHOWDOWN.of(t, *t.seats)
    t.later(count, m.seat)


def worth(t: Trial, card: str) -> int:
    return int(min(t.field(card, "number"), t.constant("court")))


def is_meld(t: Trial, cards: tuple[str, ...]) -> bool:
    numbers = sorted(t.field(card, "number") for card in cards)
    if len({*numbers}) == 1:
        return True
    is_run = all(high == low + 1 for low, high in pairwise(numbers))
    return is_run and len({t.field(card, "suit") for card in cards}) == 1


def left(t: Trial, cards: list[str]) -> int:
    """What cards count beside the best melds of three to five of them."""
    least = t.constant("meld")
    by_suit = [
        [card for card in cards if t.field(card, "suit") == suit] for suit in ("club", "diamond", "heart", "spade")
    ]
    by_number = [[card for card in cards if t.field(card, "number") == t.field(one, "number")] for one in cards]
    groups = {tuple(sorted(group)) for group in (*by_suit, *by_number)}
    some = {meld for group in groups for size in range(least, 2 * least) for meld in combinations(group, size)}
    melds = [({*meld}, sum(worth(t, card) for card in meld)) for meld in some if is_meld(t, meld)]

    def best(used: set[str], start: int) -> int:
        return max(
            (
                points + best(used | meld, at + 1)
                for at, (meld, points) in enumerate(melds[start:], start)
                if not used & meld
            ),
            default=0,
        )

    return sum(worth(t, card) for card in cards) - best(set(), 0)


def count(t: Trial, knocker: Seat) -> None:
    rest = {seat: left(t, list(t.known(HAND[seat]))) for seat in t.seats}
    for seat in t.seats:
        t.announce(COUNTS, "has_left", seat=seat, count=rest[seat])
    (other,) = t.others(knocker)
    if rest[knocker] < rest[other] and rest[knocker] <= t.constant("knock"):
        t.add(POINTS[knocker], rest[other] - rest[knocker])
    else:
        t.add(POINTS[other], max(rest[knocker] - rest[other], 0) + t.constant("bonus"))
    t.end_by(POINTS, COUNTS, "laid_open")


GAME = declare(
    __name__,
    slug="gin",
    version=1,
    players=(2, 2),
    seats_rule=SEATS,
    holds=(STOCK, HAND, PILE, POINTS, TAKEN),
    phases=(Phase("draw", DRAWING),),
    questions=(DISCARDING, SHOWDOWN.question),
    begin=begin,
)
