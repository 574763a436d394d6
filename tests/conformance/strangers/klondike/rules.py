"""Klondike, one card at a time and once through the stock: a solitaire."""

from __future__ import annotations

from typing import Annotated

from pnp.referee.kernel import CARD, NOBODY, IntParam, Counter, Move, Phase, Question, Seat, Trial, Zone, declare

SEATS, LAID, COLUMN, FOUND = "KLO-01", "KLO-02", "KLO-03", "KLO-04"
TURNED, STOCK_RULE, END = "KLO-05", "KLO-06", "KLO-07"
COLUMNS = ("1", "2", "3", "4", "5", "6", "7")
SUITS = ("clubs", "diamonds", "hearts", "spades")


class Put(Move, frozen=True):
    """`anna: put h9 4`: a card, with all on it, onto a column."""

    card: Annotated[str, CARD]
    column: Annotated[int, IntParam(least=1, most=7)]


class Home(Move, frozen=True):
    """`anna: home h1`: a free card to its foundation."""

    card: Annotated[str, CARD]


class Turn(Move, frozen=True):
    """`anna: turn`: the top card of the stock."""


class Quit(Move, frozen=True):
    """`anna: quit`: gives up."""


STOCK = Zone("stock", seen_by=NOBODY, first=True, rule=STOCK_RULE)
DOWN = Zone("down", of=COLUMNS, seen_by=NOBODY, rule=LAID)
UP = Zone("up", of=COLUMNS)
WASTE = Zone("waste")
HOME = Zone("home", of=SUITS)
SCORE = Counter("home_cards", scores=True, of="each seat")

PLAYING = Question(COLUMN, "your_move")


def begin(t: Trial) -> None:
    for n, column in enumerate(COLUMNS[: t.constant("columns")]):
        t.draw(STOCK, DOWN[column], n)
        t.draw(STOCK, UP[column], rule=LAID)


def source(t: Trial, card: str) -> tuple[Zone, tuple[str, ...]] | None:
    """Where a free card lies, and what moves with it."""
    if t[WASTE] and t[WASTE][-1] == card:
        return WASTE, (card,)
    for column in COLUMNS:
        cards = t[UP[column]]
        if card in cards:
            return UP[column], cards[cards.index(card) :]
    return None


def free(t: Trial) -> list[str]:
    return [card for column in COLUMNS for card in t[UP[column]]] + list(t[WASTE][-1:])


def fits(t: Trial, card: str, column: str) -> bool:
    below = t[UP[column]]
    rank, red = t.field(card, "rank"), t.field(card, "suit") in ("diamonds", "hearts")
    if not below:
        return rank == t.constant("suit") and not t[DOWN[column]]
    last = below[-1]
    return t.field(last, "rank") == rank + 1 and red != (t.field(last, "suit") in ("diamonds", "hearts"))


def puts(t: Trial, seat: Seat) -> list[Put]:
    return [Put(seat, card, int(column)) for card in free(t) for column in COLUMNS if card not in t[UP[column]] and fits(t, card, column)]


@PLAYING.answer(Put, offers=puts)
def put(t: Trial, m: Put) -> None:
    found = source(t, m.card) or t.bar(COLUMN, "not_last", card=m.card)
    if m.card in t[UP[str(m.column)]] or not fits(t, m.card, str(m.column)):
        t.refuse(COLUMN, "not_fitting", card=m.card)
    t.agreed()
    place, cards = found
    t.move(cards, place, UP[str(m.column)])
    turn_up(t)


def next_home(t: Trial, card: str) -> bool:
    found = source(t, card)
    return bool(found) and len(found[1]) == 1 and t.field(card, "rank") == len(t[HOME[t.field(card, "suit")]]) + 1


@PLAYING.answer(Home, offers=lambda t, seat: [Home(seat, card) for card in free(t) if next_home(t, card)])
def home(t: Trial, m: Home) -> None:
    found = source(t, m.card) or t.bar(FOUND, "not_last", card=m.card)
    if not next_home(t, m.card):
        t.refuse(FOUND, "not_next", card=m.card)
    t.agreed()
    t.move(m.card, found[0], HOME[t.field(m.card, "suit")])
    t.add(SCORE[m.seat], 1)
    turn_up(t)
    if t[SCORE[m.seat]] == len(SUITS) * t.constant("suit"):
        t.end([m.seat], END, "all_done")


def turn_up(t: Trial) -> None:
    for column in COLUMNS:
        if not t[UP[column]] and t[DOWN[column]]:
            t.draw(DOWN[column], UP[column], rule=TURNED)


@PLAYING.answer(Turn, choices=lambda t, seat: [Turn(seat)] if t[STOCK] else [])
def turn(t: Trial, m: Turn) -> None:
    t.agreed()
    t.draw(STOCK, WASTE)


@PLAYING.answer(Quit)
def give_up(t: Trial, m: Quit) -> None:
    t.agreed()
    t.end([], END, "given_up", kind="loss")


GAME = declare(
    __name__,
    slug="klondike",
    version=1,
    players=(1, 1),
    seats_rule=SEATS,
    holds=(STOCK, DOWN, UP, WASTE, HOME, SCORE),
    phases=(Phase("play", PLAYING),),
    begin=begin,
)
