"""Liar's Dice: hidden dice, a growing claim, a doubt, and all is shown."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Annotated

from pnp.referee.kernel import CARD, EACH_SEAT, NOBODY, OWNER, Counter, Fact, IntParam, ListParam, Move, Phase, Question, Seat, Trial, Zone, declare

SEATS, SHAKEN, SAYS, DOUBTS, END = "LIA-01", "LIA-02", "LIA-03", "LIA-04", "LIA-05"


class Say(Move, frozen=True):
    """`anna: say 3 5`: there are at least three fives."""

    count: Annotated[int, IntParam(least=1)]
    pips: Annotated[int, IntParam(least=1, most=6)]


class Doubt(Move, frozen=True):
    """`anna: doubt`: there are not so many."""


class Show(Move, frozen=True):
    """`anna: show one one six`: all dice of a seat."""

    dice: Annotated[tuple[str, ...], ListParam(CARD)]


BAG = Zone("bag", seen_by=NOBODY, first=True, rule=SHAKEN)  # dice as cards: the kernel has no hidden dice
CUP = Zone("cup", of=EACH_SEAT, seen_by=OWNER, rule=SHAKEN)
DICE = Counter("dice", of=EACH_SEAT, least=0, scores=True)
SAID = Fact("said", (0, 0, -1), words=lambda page, said: f"{said[0]} × {said[1]}" if said[0] else "")

SAYING = Question(SAYS, "say_or_doubt")
SHOWING = Question(DOUBTS, "show_dice")


def begin(t: Trial) -> None:
    for seat in t.seats:
        t.put(DICE[seat], t.constant("dice"))
    shake(t)


def shake(t: Trial) -> None:
    for seat in t.seats:
        t.draw(BAG, CUP[seat], t[DICE[seat]])


def total(t: Trial) -> int:
    return sum(t[DICE[seat]] for seat in t.seats)


def more(t: Trial, seat: Seat) -> list[Say]:
    count, pips, _ = t[SAID]
    return [Say(seat, n, face) for n in range(max(count, 1), total(t) + 1) for face in range(1, 7) if (n, face) > (count, pips)]


@SAYING.answer(Say, offers=more)
def say(t: Trial, m: Say) -> None:
    count, pips, _ = t[SAID]
    if (m.count, m.pips) <= (count, pips):
        t.refuse(SAYS, "not_more", count=count, pips=pips)
    t.agreed()
    t.put(SAID, (m.count, m.pips, m.seat))
    t.pass_turn(to=following(t, m.seat))


def following(t: Trial, seat: Seat) -> Seat:
    return next((other for other in t.others(seat) if t[DICE[other]]), seat)


@SAYING.answer(Doubt, choices=lambda t, seat: [Doubt(seat)] if t[SAID][0] else [])
def doubt(t: Trial, m: Doubt) -> None:
    if not t[SAID][0]:
        t.bar(DOUBTS, "nothing_said")
    t.agreed()
    t.ask(SHOWING, *(seat for seat in t.seats if t[DICE[seat]]), doubter=m.seat)
    t.later(count_dice, m.seat)


def shows(t: Trial, seat: Seat) -> list[Show]:
    held = t[CUP[seat]]
    if all(die in t.kinds for die in held):
        return [Show(seat, held)]
    return [Show(seat, dice) for dice in combinations_with_replacement(t.kinds, len(held))]


@SHOWING.answer(Show, offers=shows)
def show(t: Trial, m: Show) -> None:
    if len(m.dice) != t[DICE[m.seat]]:
        t.bar(DOUBTS, "so_many_dice", seat=m.seat, count=t[DICE[m.seat]])
    t.reveal(m.dice, CUP[m.seat])


def count_dice(t: Trial, doubter: Seat) -> None:
    said, pips, sayer = t[SAID]
    there = sum(t.field(die, "pips") == pips for seat in t.seats for die in t[CUP[seat]])
    loser = doubter if there >= said else sayer
    t.announce(DOUBTS, "there_are", count=there, pips=pips, seat=loser)
    t.add(DICE[loser], -1)
    t.put(SAID, (0, 0, -1))
    for seat in t.seats:
        t.shuffle(t[CUP[seat]], CUP[seat], BAG)
    alive = [seat for seat in t.seats if t[DICE[seat]]]
    if len(alive) == 1:
        t.end(alive, END, "last_one", seat=alive[0])
        return
    t.pass_turn(to=loser if loser in alive else following(t, loser))
    t.later(shake)


GAME = declare(
    __name__,
    slug="liar",
    version=1,
    players=(2, 5),
    seats_rule=SEATS,
    holds=(BAG, CUP, DICE, SAID),
    questions=(SHOWING,),
    phases=(Phase("say", SAYING),),
    begin=begin,
)
