"""Three Fires: eighteen cards, and three fires that all keep burning together."""

from __future__ import annotations

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
    WordParam,
    Zone,
    declare,
)  # fmt: skip

SEATS, DEALT, FEEDS, BLOWS, LOST, ENDS = (f"THF-{n:02}" for n in range(1, 7))
FIRES = ("hill", "shore", "camp")

PILE = Zone("pile", seen_by=NOBODY, first=True, rule=DEALT)
HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=FEEDS)
ASHES = Zone("ashes")
FIRE = Counter("fire", of=FIRES, least=0)


class Feed(Move, frozen=True):
    """`anna: feed camp hill3`: logs for the fire in the camp, and the wind blows at the hill."""

    place: Annotated[str, WordParam(FIRES)]
    card: Annotated[str, CARD]


FEEDING = Question(FEEDS, "feed_a_fire")


def begin(t: Trial) -> None:
    for place in FIRES:
        t.put(FIRE[place], t.constant("first"))
    t.deal(PILE, HAND, t.constant("hand"))


def feeds(t: Trial, seat: Seat) -> list[Feed]:
    cards = dict.fromkeys(t.may_lie(HAND[seat]))
    return [Feed(seat, place, card) for card in cards for place in FIRES if place != t.field(card, "wind")]


@FEEDING.answer(Feed, offers=feeds)
def feed(t: Trial, m: Feed) -> None:
    wind = t.field(m.card, "wind")
    if m.place == wind:
        t.refuse(FEEDS, "same_fire", card=m.card)
    t.agreed()
    t.move(m.card, HAND[m.seat], ASHES)
    t.put(FIRE[m.place], min(t[FIRE[m.place]] + t.field(m.card, "logs"), t.constant("most")))
    t.announce(BLOWS, "blows", place=wind)
    t.add(FIRE[wind], -t.constant("wind"))
    if not t[FIRE[wind]]:
        t.end([], LOST, "goes_out", place=wind, kind="loss")
    else:
        t.draw(PILE, HAND[m.seat])
        t.later(finish, m.seat)


def finish(t: Trial, seat: Seat) -> None:
    left = [other for other in (*t.others(seat), seat) if t[HAND[other]]]
    if left:
        t.pass_turn(to=left[0])
    else:
        t.end(t.seats, ENDS, "morning")


GAME = declare(
    __name__,
    slug="threefires",
    version=1,
    players=(1, 4),
    seats_rule=SEATS,
    holds=(PILE, HAND, ASHES, FIRE),
    phases=(Phase("feed", FEEDING),),
    begin=begin,
)
