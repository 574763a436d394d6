"""Cove: smugglers vote in secret which colour is watched, then land their goods."""

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
    Roll,
    Seat,
    Trial,
    WordParam,
    Zone,
    declare,
)

SEATS, DEALT, VOTES, MOST, LANDS, DENOUNCED = "COV-01", "COV-02", "COV-03", "COV-04", "COV-05", "COV-06"
DIE, STAYS, DRAWS, LIMIT, END = "COV-07", "COV-08", "COV-09", "COV-10", "COV-11"
COLOURS = ("red", "green", "blue")


class Vote(Move, frozen=True):
    """`anna: vote red`: the colour that is to be watched, in secret."""

    colour: Annotated[str, WordParam(COLOURS)]


class Land(Move, frozen=True):
    """`anna: land red2`: a card of the hand scores its value."""

    card: Annotated[str, CARD]


class Stay(Move, frozen=True):
    """`anna: stay`: nothing is landed, for there are only watched cards."""


class Denounce(Move, frozen=True):
    """`ben: denounce red1`: a card that was just landed scores nothing."""

    card: Annotated[str, CARD]


class Discard(Move, frozen=True):
    """`anna: discard red1`: a card too many is laid aside."""

    card: Annotated[str, CARD]


HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=LANDS)
PILE = Zone("pile", seen_by=NOBODY, first=True, rule=DEALT)
BEACH = Zone("beach", of=EACH_SEAT)
ASIDE = Zone("aside")
POINTS = Counter("points", of=EACH_SEAT, scores=True)
ROUND = Counter("round")
WATCHED = Fact("watched", "")

VOTE = Question(VOTES, "which_colour", secret=True)
TURN = Question(LANDS, "land_or_stay")
WINDOW = Question(DENOUNCED, "who_denounces", may=True)
ROLL = Question(DIE, "roll_die", chance=True)
TOO_MANY = Question(LIMIT, "discard_down")


def begin(t: Trial) -> None:
    for seat in t.seats:
        t.draw(PILE, HAND[seat], t.constant("hand"))
    t.later(new_round)


def new_round(t: Trial) -> None:
    t.add(ROUND, 1)
    t.ask(VOTE, *t.seats)


VOTE.answer(Vote, choices=lambda t, seat: [Vote(seat, colour) for colour in COLOURS])


@VOTE.all_answered
def count(t: Trial, votes: dict[Seat, Vote]) -> None:
    cast = [vote.colour for vote in votes.values()]
    most = max(cast.count(colour) for colour in COLOURS)
    first, *equal = [colour for colour in COLOURS if cast.count(colour) == most]
    t.put(WATCHED, "" if equal else first)
    t.announce(MOST, "none_watched" if equal else "watched", colour=first)


@TURN.answer(Land, card_of=HAND)
def land(t: Trial, m: Land) -> None:
    t.agreed()
    t.move(m.card, HAND[m.seat], BEACH[m.seat])
    if t.field(m.card, "colour") == t[WATCHED]:
        t.ask(WINDOW, *t.others(m.seat), seat=m.seat, card=m.card, colour=t[WATCHED])
    else:
        scores(t, m.seat, m.card, LANDS, 1)


@TURN.answer(Stay)
def stay(t: Trial, m: Stay) -> None:
    if not t[WATCHED] and t[HAND[m.seat]]:
        t.refuse(STAYS, "nothing_watched")
    others = [card for card in t.kinds if t.field(card, "colour") != t[WATCHED]]
    t.claim(HAND[m.seat], others, STAYS, "has_others", seat=m.seat, colour=t[WATCHED])
    t.agreed()
    finish(t, m.seat)


@WINDOW.answer(Denounce, card_of=HAND)
def denounce(t: Trial, m: Denounce) -> None:
    if t.field(m.card, "colour") != t.about["colour"]:
        t.refuse(DENOUNCED, "other_colour", colour=t.about["colour"])
    t.agreed()
    t.move(m.card, HAND[m.seat], ASIDE)
    t.add(POINTS[m.seat], 1)
    t.announce(DENOUNCED, "denounced", card=t.about["card"])
    finish(t, t.about["seat"])


WINDOW.all_passed(lambda t: t.ask(ROLL, **t.about))


@ROLL.answer(Roll, choices=lambda t, seat: [Roll(seat, (n + 1,)) for n in range(t.constant("die"))])
def roll(t: Trial, m: Roll) -> None:
    if m.dice[0] > t.constant("caught"):
        scores(t, t.about["seat"], t.about["card"], DIE, 2)
    else:
        t.announce(DIE, "caught", card=t.about["card"])
        finish(t, t.about["seat"])


def scores(t: Trial, seat: Seat, card: str, rule: str, times: int) -> None:
    points = t.field(card, "value") * times
    t.note(rule, "lands", card=card, points=points)
    t.add(POINTS[seat], points)
    finish(t, seat)


def finish(t: Trial, seat: Seat) -> None:
    if len(t[PILE]) < 2 and t[ASIDE]:
        t.announce(DRAWS, "reshuffled")
        t.shuffle(t[ASIDE], ASIDE, PILE)
    t.note(DRAWS, "draws", seat=seat, count=t.draw(PILE, HAND[seat], 2))
    t.later(hand_limit, seat)


def hand_limit(t: Trial, seat: Seat) -> None:
    if len(t[HAND[seat]]) > t.constant("limit"):
        t.ask(TOO_MANY, seat, seat=seat, limit=t.constant("limit"))
        return
    t.pass_turn()
    if t.turn == t.seats[0]:
        t.later(new_round if t[ROUND] < t.constant("rounds") else the_end)


@TOO_MANY.answer(Discard, card_of=HAND)
def discard(t: Trial, m: Discard) -> None:
    t.agreed()
    t.note(LIMIT, "too_many", seat=m.seat, limit=t.about["limit"])
    t.move(m.card, HAND[m.seat], ASIDE)
    t.later(hand_limit, m.seat)


def the_end(t: Trial) -> None:
    t.end_by(POINTS, END, "rounds_over")


GAME = declare(
    __name__,
    slug="cove",
    version=1,
    players=(2, 4),
    seats_rule=SEATS,
    holds=(HAND, PILE, BEACH, ASIDE, POINTS, ROUND, WATCHED),
    phases=(Phase("turn", TURN),),
    questions=(VOTE, WINDOW, ROLL, TOO_MANY),
    begin=begin,
)
