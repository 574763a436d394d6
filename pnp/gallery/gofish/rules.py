"""Go Fish: ask others for cards, and collect all four of a number."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Annotated

from pnp.referee.kernel import (
    CARD,
    EACH_SEAT,
    NOBODY,
    NUMBER,
    OWNER,
    SEAT,
    Counter,
    ListParam,
    Move,
    Phase,
    Question,
    Seat,
    Trial,
    Zone,
    declare,
)  # fmt: skip

SEATS, DEALT, ASKS, GIVES, FOURS, ENDS = (f"GOF-{n:02}" for n in range(1, 7))

STOCK = Zone("stock", seen_by=NOBODY, first=True, rule=DEALT)
HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=GIVES)
GIVEN = Zone("given")
LAID = Zone("laid", of=EACH_SEAT)
BOOKS = Counter("books", of=EACH_SEAT, scores=True)


class Ask(Move, frozen=True):
    """`anna: ask ben 7`: has Ben any sevens?"""

    whom: Annotated[Seat, SEAT]
    number: Annotated[int, NUMBER]


class Lay(Move, frozen=True):
    """`anna: lay 7`: all four sevens of her hand."""

    number: Annotated[int, NUMBER]


class Give(Move, frozen=True):
    """`ben: give heart7 club7`: all his sevens."""

    cards: Annotated[tuple[str, ...], ListParam(CARD)]


class Fish(Move, frozen=True):
    """`ben: fish`: he has none."""


ASKING = Question(ASKS, "ask_or_lay")
ANSWERING = Question(GIVES, "give_or_fish")


def begin(t: Trial) -> None:
    t.deal(STOCK, HAND, t.constant("hand")[len(t.seats) - 2])


def held(t: Trial, seat: Seat) -> list[int]:
    """The numbers of which a seat may hold a card."""
    return sorted({t.field(card, "number") for card in t.may_lie(HAND[seat])}) if t[HAND[seat]] else []


def may_hold(t: Trial, seat: Seat, cards: Sequence[str]) -> bool:
    """Whether all these cards may be in a hand: the unknown ones need a card each that nobody knows."""
    known = t.known(HAND[seat])
    unknown = [card for card in cards if card not in known]
    return len(unknown) <= len(t[HAND[seat]]) - len(known) and all(t.can_lie(card, HAND[seat]) for card in unknown)


def asks(t: Trial, seat: Seat) -> list[Ask]:
    return [Ask(seat, whom, number) for whom in t.others(seat) if t[HAND[whom]] for number in held(t, seat)]


@ASKING.answer(Ask, offers=asks)
def ask(t: Trial, m: Ask) -> None:
    if m.number not in held(t, m.seat):
        t.refuse(ASKS, "holds_none", number=m.number)
    t.agreed()
    t.ask(ANSWERING, m.whom, seat=m.seat, number=m.number)


def lays(t: Trial, seat: Seat) -> list[Lay]:
    fours = {number: t.kinds_with(number=number) for number in held(t, seat)}
    return [Lay(seat, number) for number, four in fours.items() if may_hold(t, seat, four)]


@ASKING.answer(Lay, offers=lays)
def lay(t: Trial, m: Lay) -> None:
    if m not in lays(t, m.seat):
        t.bar(FOURS, "not_four")
    t.agreed()
    t.move(t.kinds_with(number=m.number), HAND[m.seat], LAID[m.seat])
    t.add(BOOKS[m.seat], 1)
    if sum(t[BOOKS[seat]] for seat in t.seats) == t.constant("books"):
        t.end_by(BOOKS, ENDS, "all_fours")
    else:
        next_turn(t, m.seat)


def gives(t: Trial, seat: Seat) -> list[Give]:
    every = t.kinds_with(number=t.about["number"])
    some = [some for count in range(1, len(every) + 1) for some in combinations(every, count)]
    return [Give(seat, cards) for cards in some if may_hold(t, seat, cards)]


@ANSWERING.answer(Give, offers=gives)
def give(t: Trial, m: Give) -> None:
    every = t.kinds_with(number=t.about["number"])
    if not {*m.cards} <= {*every}:
        t.refuse(GIVES, "not_that", number=t.about["number"])
    t.claim(HAND[m.seat], {*every} - {*m.cards}, GIVES, "has_no_more", seat=m.seat, number=t.about["number"])
    t.agreed()
    t.move(m.cards, HAND[m.seat], GIVEN)
    t.move(m.cards, GIVEN, HAND[t.about["seat"]])
    if not t[HAND[m.seat]]:
        t.draw(STOCK, HAND[m.seat])


@ANSWERING.answer(Fish)
def fish(t: Trial, m: Fish) -> None:
    every = t.kinds_with(number=t.about["number"])
    t.claim(HAND[m.seat], every, GIVES, "has_no_more", seat=m.seat, number=t.about["number"])
    t.agreed()
    t.draw(STOCK, HAND[t.about["seat"]])
    t.later(next_turn, t.others(t.about["seat"])[0])


def next_turn(t: Trial, seat: Seat) -> None:
    """The turn goes to this seat, which draws where it has no card, or to the next that has one."""
    if not t[HAND[seat]] and not t.draw(STOCK, HAND[seat]):
        seat = next(other for other in t.others(seat) if t[HAND[other]])
    t.pass_turn(to=seat)


GAME = declare(
    __name__,
    slug="gofish",
    version=1,
    players=(2, 5),
    seats_rule=SEATS,
    holds=(STOCK, HAND, GIVEN, LAID, BOOKS),
    phases=(Phase("ask", ASKING),),
    questions=(ANSWERING,),
    begin=begin,
)
