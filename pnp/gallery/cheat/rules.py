"""Cheat: cards are laid face down and said to be what they need not be."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated

from pnp.referee.kernel import (
    CARD,
    EACH_SEAT,
    NOBODY,
    OWNER,
    Counter,
    ListParam,
    Move,
    OrUnknown,
    Phase,
    Question,
    Seat,
    Trial,
    Zone,
    declare,
)  # fmt: skip

SEATS, DEALT, LAYS, DOUBTS, ENDS, TURNS_OVER = (f"CHE-{n:02}" for n in range(1, 7))

STOCK = Zone("stock", seen_by=NOBODY, first=True, rule=DEALT)
HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=DEALT)
PILE = Zone("pile", seen_by=NOBODY, rule=DOUBTS)
LAID = Zone("laid", seen_by=NOBODY, rule=DOUBTS)
OPEN = Zone("open")
WANTED = Counter("wanted", first=1)
TURNS = Counter("turns")


class Lay(Move, frozen=True):
    """`anna: lay ? ?`: two cards of her hand, face down."""

    cards: Annotated[tuple[str, ...], ListParam(OrUnknown(CARD))]


class Doubt(Move, frozen=True):
    """`ben: doubt`: turn them up."""


LAYING = Question(LAYS, "lay_cards")
WINDOW = Question(DOUBTS, "doubt_it", may=True)


def begin(t: Trial) -> None:
    every = len(t[STOCK])
    for seat in t.seats:
        t.draw(STOCK, HAND[seat], every // len(t.seats) + (seat < every % len(t.seats)))


def lays(t: Trial, seat: Seat) -> list[Lay]:
    """Cards of one number that are true, or any one that is not; with real cards any number of them."""
    hand = t[HAND[seat]]
    true = [card for card in t.known(HAND[seat]) if t.field(card, "number") == t[WANTED]]
    others = [(card,) for card in dict.fromkeys(hand) if card not in true]
    most = range(1, min(t.constant("most"), len(true) or hand.count("?")) + 1)
    return [Lay(seat, some) for some in [some for n in most for some in combinations(true, n)] + others] + [
        Lay(seat, ("?",) * n) for n in most if "?" in hand and n > 1
    ]


@LAYING.answer(Lay, offers=lays, hides=("cards",))
def lay(t: Trial, m: Lay) -> None:
    if len(m.cards) > t.constant("most"):
        t.refuse(LAYS, "one_to_four", most=t.constant("most"))
    t.agreed()
    t.announce("", "says", seat=m.seat, count=len(m.cards), wanted=t[WANTED])
    t.move(sorted(m.cards), HAND[m.seat], LAID, unseen=True)
    t.ask(WINDOW, *t.others(m.seat), layer=m.seat, count=len(m.cards), wanted=t[WANTED])


@WINDOW.all_passed
def believed(t: Trial) -> None:
    t.move(t[LAID], LAID, PILE, unseen=True)
    finish(t, t.about["layer"])


@WINDOW.answer(Doubt)
def doubt(t: Trial, m: Doubt) -> None:
    t.agreed()
    t.draw(LAID, OPEN, t.about["count"])
    t.later(compare, t.about["layer"], m.seat, t.about["wanted"])


def compare(t: Trial, layer: Seat, doubter: Seat, wanted: int) -> None:
    is_true = all(t.field(card, "number") == wanted for card in t[OPEN])
    loser, count = doubter if is_true else layer, len(t[OPEN]) + len(t[PILE])
    t.announce(DOUBTS, "as_said" if is_true else "cheated", **({} if is_true else {"seat": layer}))
    t.announce(DOUBTS, "takes_all", seat=loser, count=count)
    t.move(t[OPEN], OPEN, HAND[loser])
    t.draw(PILE, HAND[loser], len(t[PILE]))
    t.later(finish, layer)


def finish(t: Trial, seat: Seat) -> None:
    t.add(TURNS, 1)
    t.put(WANTED, t[WANTED] % t.constant("numbers") + 1)
    if not t[HAND[seat]]:
        t.end([seat], ENDS, "no_card_left", seat=seat)
    elif t[TURNS] == t.constant("turns"):
        fewest = min(len(t[HAND[each]]) for each in t.seats)
        t.end([each for each in t.seats if len(t[HAND[each]]) == fewest], TURNS_OVER, "turns_over", count=t[TURNS])
    else:
        t.pass_turn(after=seat)


GAME = declare(
    __name__,
    slug="cheat",
    version=1,
    players=(3, 6),
    seats_rule=SEATS,
    holds=(STOCK, HAND, PILE, LAID, OPEN, WANTED, TURNS),
    phases=(Phase("lay", LAYING),),
    questions=(WINDOW,),
    begin=begin,
)
