"""Four Piers: goods are landed at piers, each higher than the last of its kind; what does not fit is sold."""

from typing import Annotated

from pnp.referee.kernel import (
    CARD,
    EACH_SEAT,
    NOBODY,
    OWNER,
    Counter,
    Move,
    Phase,
    Question,
    Seat,
    Trial,
    Zone,
    declare,
)

SEATS, DEALT, TURNS, HELD, HIGHER = "PIE-01", "PIE-02", "PIE-03", "PIE-04", "PIE-05"
SOLD, DRAWS, SHUFFLE, END = "PIE-06", "PIE-07", "PIE-08", "PIE-09"


class Land(Move, frozen=True):
    """`anna: land fish2`: a card is laid at the pier of its kind."""

    card: Annotated[str, CARD]


class Sell(Move, frozen=True):
    """`anna: sell fish2`: a card is sold for a point."""

    card: Annotated[str, CARD]


HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=HELD)
PILE = Zone("pile", seen_by=NOBODY, first=True, rule=DEALT)
LANDED = Zone("landed")
MARKET = Zone("sold")
POINTS = Counter("points", of=EACH_SEAT, scores=True)
SHUFFLES = Counter("shuffles")

TURN = Question(TURNS, "land_or_sell")


def begin(t: Trial) -> None:
    for seat in t.seats:
        t.draw(PILE, HAND[seat], t.constant("hand"))


@TURN.answer(Land, card_of=HAND)
def land(t: Trial, m: Land) -> None:
    value, kind = t.field(m.card, "value"), t.field(m.card, "kind")
    last = max((t.field(card, "value") for card in t[LANDED] if t.field(card, "kind") == kind), default=0)
    if value <= last:
        t.refuse(HIGHER, "not_higher", card=m.card, last=last)
    t.agreed()
    t.note(HIGHER, "higher", card=m.card, last=last)
    t.move(m.card, HAND[m.seat], LANDED)
    t.add(POINTS[m.seat], value)
    finish(t, m.seat)


@TURN.answer(Sell, card_of=HAND)
def sell(t: Trial, m: Sell) -> None:
    t.agreed()
    t.note(SOLD, "sold", card=m.card)
    t.move(m.card, HAND[m.seat], MARKET)
    t.add(POINTS[m.seat], 1)
    finish(t, m.seat)


def finish(t: Trial, seat: Seat) -> None:
    if t.option("draws"):
        if not t[PILE] and t[MARKET] and t[SHUFFLES] < t.constant("shuffles"):
            t.announce(SHUFFLE, "shuffled")
            t.shuffle(t[MARKET], MARKET, PILE)
            t.add(SHUFFLES, 1)
        if t.draw(PILE, HAND[seat], 1):
            t.note(DRAWS, "draws", seat=seat)
    t.pass_turn(after=seat)


def ending(t: Trial) -> None:
    if not all(t[HAND[seat]] for seat in t.seats):
        t.end_by(POINTS, END, "hand_empty")


GAME = declare(
    __name__,
    slug="fourpiers",
    version=1,
    players=(2, 4),
    seats_rule=SEATS,
    holds=(HAND, PILE, LANDED, MARKET, POINTS, SHUFFLES),
    phases=(Phase("turn", TURN),),
    begin=begin,
    ending=ending,
)
