"""Nine Men's Morris: men are placed, then moved along lines; three in a line take a man."""

from __future__ import annotations

from typing import Annotated

from pnp.referee.kernel import Board, Counter, Move, Phase, Question, Seat, SpaceParam, Trial, Zone, declare

SEATS, PLACES, MOVES, TAKES, LOSES, QUIET = (f"MOR-{n:02}" for n in range(1, 7))
SIDES = ("white", "black")

BOARD = Board("point", "board", rule=MOVES)
START = (Zone("white_men", first="white"), Zone("black_men", first="black"))
TAKEN = Zone("taken")
STILL = Counter("still")
POINT = SpaceParam(BOARD)


class Put(Move, frozen=True):
    """`anna: put d2`: a man on an empty point."""

    point: Annotated[str, POINT]


class Go(Move, frozen=True):
    """`anna: go d2 d3`: a man along a line to the next point."""

    start: Annotated[str, POINT]
    point: Annotated[str, POINT]


class Take(Move, frozen=True):
    """`anna: take d2`: a man of the other side."""

    point: Annotated[str, POINT]


PLACING = Question(PLACES, "put_man")
MOVING = Question(MOVES, "move_man")
TAKING = Question(TAKES, "take_man")
PLACE, SLIDE = Phase("place", PLACING), Phase("slide", MOVING)


def men(t: Trial, seat: Seat) -> list[str]:
    return [point for point, cards in t.named(BOARD) if cards == (SIDES[seat],)]


def free(t: Trial) -> list[str]:
    return [point for point in t.spaces(BOARD).ids if not t[BOARD[point]]]


def is_mill(t: Trial, seat: Seat, point: str) -> bool:
    own = {*men(t, seat)}
    return any(point in line and own.issuperset(line) for line in t.spaces(BOARD).lines(3))


@PLACING.answer(Put, offers=lambda t, seat: [Put(seat, point) for point in free(t)])
def put(t: Trial, m: Put) -> None:
    if t[BOARD[m.point]]:
        t.bar(PLACES, "not_empty", point=m.point)
    if not t[START[m.seat]]:
        t.bar(PLACES, "no_man_left")
    t.agreed()
    t.move(SIDES[m.seat], START[m.seat], BOARD[m.point])
    if not t[START[0]] and not t[START[1]]:
        t.enter(SLIDE)
    after(t, m.seat, m.point)


def goes(t: Trial, seat: Seat) -> list[Go]:
    own, empty = men(t, seat), free(t)
    flies = len(own) <= t.constant("fly")
    return [
        Go(seat, start, point) for start in own for point in (empty if flies else t.spaces(BOARD).next_to(start))
        if not t[BOARD[point]]
    ]  # fmt: skip


@MOVING.answer(Go, offers=goes)
def go(t: Trial, m: Go) -> None:
    if m.start not in men(t, m.seat):
        t.bar(MOVES, "not_yours", point=m.start)
    if t[BOARD[m.point]]:
        t.bar(MOVES, "not_empty", point=m.point)
    if m not in goes(t, m.seat):
        t.refuse(MOVES, "not_next", point=m.point)
    t.agreed()
    t.move(SIDES[m.seat], BOARD[m.start], BOARD[m.point])
    t.add(STILL, 1)
    after(t, m.seat, m.point)


def after(t: Trial, seat: Seat, point: str) -> None:
    if is_mill(t, seat, point) and men(t, 1 - seat):
        t.announce(TAKES, "a_mill")
        t.ask(TAKING, seat)
    else:
        finish(t, seat)


def takes(t: Trial, seat: Seat) -> list[Take]:
    theirs = men(t, 1 - seat)
    loose = [point for point in theirs if not is_mill(t, 1 - seat, point)]
    return [Take(seat, point) for point in loose or theirs]


@TAKING.answer(Take, offers=takes)
def take(t: Trial, m: Take) -> None:
    if m.point not in men(t, 1 - m.seat):
        t.bar(TAKES, "not_theirs", point=m.point)
    if m not in takes(t, m.seat):
        t.refuse(TAKES, "in_mill", point=m.point)
    t.agreed()
    t.move(SIDES[1 - m.seat], BOARD[m.point], TAKEN)
    t.put(STILL, 0)
    finish(t, m.seat)


def finish(t: Trial, seat: Seat) -> None:
    """The turn passes, unless the other side has lost."""
    other, fly = 1 - seat, t.constant("fly")
    left = len(men(t, other)) + len(t[START[other]])
    if left < fly or (not t[START[other]] and not goes(t, other)):
        t.end([seat], LOSES, "has_lost", seat=other)
    elif t[STILL] >= t.constant("still"):
        t.end(t.seats, QUIET, "nothing_taken", count=t[STILL])
    else:
        t.pass_turn()


GAME = declare(
    __name__,
    slug="morris",
    version=1,
    players=(2, 2),
    seats_rule=SEATS,
    holds=(BOARD, *START, TAKEN, STILL),
    phases=(PLACE, SLIDE),
    questions=(TAKING,),
)
