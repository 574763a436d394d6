"""Klondike: alone, cards face down in columns, once through the stock."""

from __future__ import annotations

from typing import Annotated, Any

from pnp.referee.kernel import (
    CARD,
    EACH_SEAT,
    NOBODY,
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

SEATS, LAID, PUTS, TURNED, HOMES, STOCKS, ENDS = (f"KLO-{n:02}" for n in range(1, 8))
COLUMNS = ("1", "2", "3", "4", "5", "6", "7")
SUITS = ("club", "diamond", "heart", "spade")

STOCK = Zone("stock", seen_by=NOBODY, first=True, rule=STOCKS)
DOWN = Zone("down", of=COLUMNS, seen_by=NOBODY, rule=LAID)
UP = Zone("up", of=COLUMNS)
WASTE = Zone("waste")
HOME = Zone("home", of=SUITS)
SCORE = Counter("home_cards", of=EACH_SEAT, scores=True)


class Put(Move, frozen=True):
    """`anna: put heart9 4`: this card, with all that are on it, to the fourth column."""

    card: Annotated[str, CARD]
    column: Annotated[str, WordParam(COLUMNS)]


class Home(Move, frozen=True):
    """`anna: home heart1`: a card to the foundation of its suit."""

    card: Annotated[str, CARD]


class Turn(Move, frozen=True):
    """`anna: turn`: a card of the stock."""


PLAYING = Question(PUTS, "your_move")


def begin(t: Trial) -> None:
    for size, column in enumerate(COLUMNS):
        t.draw(STOCK, DOWN[column], size)
        t.draw(STOCK, UP[column], rule=LAID)


def runs(t: Trial) -> dict[Any, tuple[str, ...]]:
    """What may be moved at once: the open cards of each column, and the top of the waste."""
    return {WASTE: t[WASTE][-1:], **{UP[column]: t[UP[column]] for column in COLUMNS}}


def puts(t: Trial, seat: Seat) -> list[Put]:
    free = [(place, cards[0]) for place, cards in runs(t).items() if cards]
    return [
        Put(seat, card, to) for place, card in free for to in COLUMNS if place != UP[to] and fits(t, place, card, to)
    ]


def fits(t: Trial, place: Any, card: str, column: str) -> bool:
    number, is_red = t.field(card, "number"), t.field(card, "suit") in ("diamond", "heart")
    if not t[UP[column]]:
        is_first = place != WASTE and not any(t[DOWN[each]] for each in COLUMNS if UP[each] == place)
        return bool(number == t.constant("king")) and not t[DOWN[column]] and not is_first
    last = t[UP[column]][-1]
    return t.field(last, "number") == number + 1 and is_red != (t.field(last, "suit") in ("diamond", "heart"))


@PLAYING.answer(Put, offers=puts)
def put(t: Trial, m: Put) -> None:
    place = next((place for place, cards in runs(t).items() if m.card in cards[:1]), None)
    if place is None:
        t.bar(PUTS, "not_free", card=m.card)
    if m not in puts(t, m.seat):
        t.refuse(PUTS, "does_not_fit", card=m.card)
    t.agreed()
    t.move(runs(t)[place], place, UP[m.column])
    turn_up(t)


def homes(t: Trial, seat: Seat) -> list[Home]:
    last = [cards[-1] for cards in runs(t).values() if cards]
    return [Home(seat, card) for card in last if t.field(card, "number") == len(t[HOME[t.field(card, "suit")]]) + 1]


@PLAYING.answer(Home, offers=homes)
def home(t: Trial, m: Home) -> None:
    place = next((place for place, cards in runs(t).items() if m.card in cards[-1:]), None)
    if place is None:
        t.bar(HOMES, "not_free", card=m.card)
    if m not in homes(t, m.seat):
        t.refuse(HOMES, "does_not_fit", card=m.card)
    t.agreed()
    t.move(m.card, place, HOME[t.field(m.card, "suit")])
    t.add(SCORE[m.seat], 1)
    turn_up(t)


def turn_up(t: Trial) -> None:
    for column in COLUMNS:
        if not t[UP[column]]:
            t.draw(DOWN[column], UP[column], rule=TURNED)


@PLAYING.answer(Turn, choices=lambda t, seat: [Turn(seat)] if t[STOCK] else [])
def turn(t: Trial, m: Turn) -> None:
    t.agreed()
    t.draw(STOCK, WASTE)


def ending(t: Trial) -> None:
    if t[SCORE[0]] == t.constant("all"):
        t.end(t.seats, ENDS, "all_home")
    elif not t[STOCK] and not puts(t, 0) and not homes(t, 0):
        t.end([], ENDS, "stuck", kind="loss")


GAME = declare(
    __name__,
    slug="klondike",
    version=1,
    players=(1, 1),
    seats_rule=SEATS,
    holds=(STOCK, DOWN, UP, WASTE, HOME, SCORE),
    phases=(Phase("play", PLAYING),),
    begin=begin,
    ending=ending,
)
