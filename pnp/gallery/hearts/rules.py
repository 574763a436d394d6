"""Hearts: follow suit, and take no hearts; one deal."""

from __future__ import annotations

from pnp.referee.kernel import EACH_SEAT, NOBODY, OWNER, Counter, Phase, Question, Seat, Trial, Zone, declare
from pnp.referee.parts import Tricks
from pnp.referee.parts.tricks import Play

SEATS, DEALT, FIRST, FOLLOWS, HEARTS, COUNTS, ENDS = (f"HEA-{n:02}" for n in range(1, 8))

PILE = Zone("pile", seen_by=NOBODY, first=True, rule=DEALT)
HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=DEALT)
TRICK = Zone("trick")
TAKEN = Zone("taken", of=EACH_SEAT)
POINTS = Counter("points", of=EACH_SEAT, scores=True)


def begin(t: Trial) -> None:
    t.deal(PILE, HAND, t.constant("hand"))
    t.ask(OPENING, *t.seats)


def allows(t: Trial, seat: Seat, card: str) -> None:
    hearts = {*t.kinds_with(suit="heart")}
    if card in hearts and not t[TRICK] and not any(hearts & {*t[TAKEN[each]]} for each in t.seats):
        t.claim(HAND[seat], {*t.kinds} - hearts, HEARTS, "has_only_hearts", seat=seat)


def taken(t: Trial, winner: Seat, cards: tuple[str, ...]) -> None:
    worth = t.constant("points")
    points = sum(worth.get(card, worth.get(t.field(card, "suit"), 0)) for card in cards)
    t.announce(COUNTS, "gets", seat=winner, count=points)
    t.add(POINTS[winner], points)
    if not t[HAND[winner]]:
        t.end_by(POINTS, ENDS, "all_played")


TRICKS = Tricks(HAND, TRICK, TAKEN, rule=FOLLOWS, allows=allows, taken=taken)
OPENING = Question(FIRST, "lead_first", first=True)


@OPENING.answer(Play, choices=lambda t, seat: [Play(seat, t.constant("first"))] if holds_first(t, seat) else [])
def lead(t: Trial, m: Play) -> None:
    TRICKS.play(t, m)


def holds_first(t: Trial, seat: Seat) -> bool:
    return t.can_lie(t.constant("first"), HAND[seat])


GAME = declare(
    __name__,
    slug="hearts",
    version=1,
    players=(4, 4),
    seats_rule=SEATS,
    holds=(PILE, HAND, TRICK, TAKEN, POINTS),
    phases=(Phase("tricks", TRICKS.question),),
    questions=(OPENING,),
    begin=begin,
    fewest_win=True,
)
