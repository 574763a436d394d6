"""Berry Walk: a draft of berries, of which each sort counts in its own way."""

from __future__ import annotations

from pnp.referee.kernel import EACH_SEAT, NOBODY, OWNER, Counter, Trial, Zone, declare
from pnp.referee.parts import Draft

SEATS, DEALT, DRAFTS, COUNTS, ENDS = (f"BER-{n:02}" for n in range(1, 6))

PILE = Zone("pile", seen_by=NOBODY, first=True, rule=DEALT)
HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=DRAFTS)
BASKET = Zone("basket", of=EACH_SEAT)
POINTS = Counter("points", of=EACH_SEAT, scores=True)


def begin(t: Trial) -> None:
    t.deal(PILE, HAND, t.constant("hand"))
    DRAFT.ask(t)


def over(t: Trial) -> None:
    for seat in t.seats:
        for card in dict.fromkeys(t[BASKET[seat]]):
            count = t[BASKET[seat]].count(card)
            points = t.field(card, "worth")[count - 1]
            t.announce(COUNTS, "picks", seat=seat, count=count, card=card, points=points)
            t.add(POINTS[seat], points)
    t.end_by(POINTS, ENDS, "way_home")


DRAFT = Draft(HAND, BASKET, rule=DRAFTS, over=over)
GAME = declare(
    __name__,
    slug="berrywalk",
    version=1,
    players=(2, 5),
    seats_rule=SEATS,
    holds=(PILE, HAND, BASKET, POINTS, *DRAFT.holds),
    questions=(DRAFT.question,),
    begin=begin,
)
