"""The rules of Toll Bridge: loads chosen in secret, a permit in answer, a die for the bridge."""

from __future__ import annotations

from typing import Annotated

from pnp.referee.kernel import (
    CARD,
    EACH_SEAT,
    NOBODY,
    OWNER,
    Counter,
    Move,
    Question,
    Roll,
    Seat,
    Trial,
    Zone,
    declare,
)  # fmt: skip

SEATS, DEALT, SENDS, COLLIDE, PERMIT = "TOL-01", "TOL-02", "TOL-03", "TOL-04", "TOL-05"
DIE, CROSSES, WORTH, THIRST, DRAWS, END = "TOL-06", "TOL-07", "TOL-08", "TOL-09", "TOL-10", "TOL-11"


class Send(Move, frozen=True):
    """`anna: send wool3`: a card of the hand, chosen in secret."""

    card: Annotated[str, CARD]


class Show(Move, frozen=True):
    """`anna: show permit`: a permit of the hand, before the die is rolled."""

    card: Annotated[str, CARD]


HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=SENDS)
PILE = Zone("pile", seen_by=NOBODY, first=True, rule=DEALT)
ROAD = Zone("road", of=EACH_SEAT)
ACROSS = Zone("across", of=EACH_SEAT)
RIVER = Zone("river")
POINTS = Counter("points", of=EACH_SEAT, scores=True)
EXTRA = Counter("extra")

SENDING = Question(SENDS, "choose_a_load", secret=True)
WINDOW = Question(PERMIT, "may_show", may=True)
ROLL = Question(DIE, "roll_the_die", chance=True)


def begin(t: Trial) -> None:
    for seat in t.seats:
        t.draw(PILE, HAND[seat], t.constant("hand"))
    t.later(new_round)


def new_round(t: Trial) -> None:
    if len(t[PILE]) < len(t.seats):
        t.end_by(POINTS, END, "pile_is_low")
        return
    t.put(EXTRA, 0)
    t.ask(SENDING, *t.seats)


SENDING.answer(Send, card_of=HAND)(lambda t, m: None)


@SENDING.all_answered
def open_loads(t: Trial, sent: dict[Seat, Send]) -> None:
    weights = [t.field(m.card, "value") for m in sent.values()]
    for seat, m in sent.items():
        weight = t.field(m.card, "value")
        equal = t.field(m.card, "goods") != "permit" and weights.count(weight) > 1
        t.move(m.card, HAND[seat], RIVER if equal else ROAD[seat])
        if equal:
            t.announce(COLLIDE, "collide", weight=weight)
    t.ask(WINDOW, *t.seats)


@WINDOW.answer(Show, card_of=HAND)
def show(t: Trial, m: Show) -> None:
    if t.field(m.card, "goods") != "permit":
        t.refuse(PERMIT, "no_permit", card=m.card)
    t.agreed()
    t.announce(PERMIT, "shows", seat=m.seat, permit=t.constant("permit"))
    t.move(m.card, HAND[m.seat], RIVER)
    t.put(EXTRA, t.constant("permit"))
    t.ask(ROLL)


WINDOW.all_passed(lambda t: t.ask(ROLL))


@ROLL.answer(Roll, choices=lambda t, seat: [Roll(seat, (n + 1,)) for n in range(t.constant("die"))])
def cross(t: Trial, m: Roll) -> None:
    limit = t.constant("bridge") + m.dice[0] + t[EXTRA]
    t.announce(DIE, "bears", limit=limit)
    loads = sorted((t.field(card, "value"), seat, card) for seat in t.seats for card in t[ROAD[seat]])
    weight = 0
    for value, seat, card in loads:
        weight += value
        if weight > limit:
            t.announce(CROSSES, "falls", card=card, seat=seat)
            t.move(card, ROAD[seat], RIVER)
            continue
        t.announce(CROSSES, "crosses", card=card, seat=seat)
        t.move(card, ROAD[seat], ACROSS[seat])
        t.add(POINTS[seat], worth(t, card))
    for seat in t.seats:
        t.draw(PILE, HAND[seat], t.constant("hand") - len(t[HAND[seat]]), rule=DRAWS)
    t.note(DRAWS, "draws")
    t.later(new_round)


def worth(t: Trial, card: str) -> int:
    goods = t.field(card, "goods")
    points: int = t.constant("idle") if goods == "permit" else t.field(card, "value")
    t.note(WORTH, "worth", card=card, points=points)
    if goods == "wine" and t.option("thirst"):
        t.note(THIRST, "thirsty", card=card, thirst=t.constant("thirst"))
        points += t.constant("thirst")
    return points


GAME = declare(
    __name__,
    slug="tollbridge",
    version=1,
    players=(2, 4),
    seats_rule=SEATS,
    holds=(HAND, PILE, ROAD, ACROSS, RIVER, POINTS, EXTRA),
    questions=(SENDING, WINDOW, ROLL),
    begin=begin,
)
