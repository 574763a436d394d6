"""Tablut: a king breaks out of a ring, by the rules that Linnaeus wrote down in 1732."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pnp.referee.kernel import Board, Counter, Move, Phase, Question, Seat, SpaceParam, Trial, Zone, declare

SEATS, MOVES, TAKES, KING, EDGE, STOPS = (f"TAB-{n:02}" for n in range(1, 7))
MEN = {"m": "muscovite", "s": "swede", "k": "king"}

BOARD = Board("square", "board", rule=MOVES)
OFF = Zone("off", first=True)
STILL = Counter("still")


class Go(Move, frozen=True):
    """`anna: go d1 d3`: a man, in a straight line."""

    start: Annotated[str, SpaceParam(BOARD)]
    square: Annotated[str, SpaceParam(BOARD)]


MOVING = Question(MOVES, "move_a_man")


def begin(t: Trial) -> None:
    for square, letter in t.spaces(BOARD).rows.items():
        if letter in MEN:
            t.move(MEN[letter], OFF, BOARD[square])


def throne(t: Trial) -> str:
    return next(square for square, letter in t.spaces(BOARD).rows.items() if letter == "k")


def man(t: Trial, square: str) -> str:
    return t[BOARD[square]][0] if t[BOARD[square]] else ""


def men(t: Trial, seat: Seat) -> list[str]:
    return [square for square, cards in t.named(BOARD) if cards and t.field(cards[0], "side") == seat]


def ways(t: Trial, *starts: str) -> Iterator[tuple[str, str]]:
    """Each of these men, with each square that it reaches."""
    full = {square for square, cards in t.named(BOARD) if cards}
    middle = {throne(t)}
    for start in starts:
        closed = full if man(t, start) == "king" else full | middle
        for ray in t.spaces(BOARD).rays(start):
            for square in ray:
                if square in closed:
                    break
                yield start, square


@MOVING.answer(Go, offers=lambda t, seat: [Go(seat, *way) for way in ways(t, *men(t, seat))])
def go(t: Trial, m: Go) -> None:
    if m.start not in men(t, m.seat):
        t.bar(MOVES, "not_yours", square=m.start)
    if man(t, m.square):
        t.bar(MOVES, "no_way", square=m.square)
    if (m.start, m.square) not in ways(t, m.start):
        t.refuse(MOVES, "no_way", square=m.square)
    t.agreed()
    t.move(man(t, m.start), BOARD[m.start], BOARD[m.square])
    t.add(STILL, 1)
    enemies = {*men(t, 1 - m.seat)}
    for square, *behind in (ray for ray in t.spaces(BOARD).rays(m.square) if ray):
        if square in enemies and is_taken(t, m.seat, square, behind[:1]):
            t.announce(TAKES, "captured", man=man(t, square), square=square)
            t.put(STILL, 0)
            t.move(man(t, square), BOARD[square], OFF)
    finish(t, m.seat)


def is_taken(t: Trial, seat: Seat, square: str, behind: list[str]) -> bool:
    """Whether the man on a square is between enemies; the king on or beside the throne needs them all round."""
    hostile = {*men(t, seat), *([throne(t)] if not man(t, throne(t)) else [])}
    around = t.spaces(BOARD).next_to(square)
    if man(t, square) == "king" and throne(t) in (square, *around):
        return hostile.issuperset(around)
    return bool(behind) and hostile.issuperset(behind)


def finish(t: Trial, seat: Seat) -> None:
    other = 1 - seat
    king = next((square for square in men(t, 1) if man(t, square) == "king"), None)
    if king is None:
        t.end([0], KING, "king_taken")
    elif len(t.spaces(BOARD).next_to(king)) < len(t.spaces(BOARD).next_to(throne(t))):
        t.end([1], EDGE, "king_free")
    elif not any(ways(t, *men(t, other))):
        t.end([seat], STOPS, "cannot_move", seat=other)
    elif t[STILL] >= t.constant("still"):
        t.end(t.seats, STOPS, "nothing_taken", count=t[STILL])
    else:
        t.pass_turn(after=seat)


GAME = declare(
    __name__,
    slug="tablut",
    version=1,
    players=(2, 2),
    seats_rule=SEATS,
    holds=(BOARD, OFF, STILL),
    phases=(Phase("move", MOVING),),
    begin=begin,
)
