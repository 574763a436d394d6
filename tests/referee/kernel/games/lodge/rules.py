"""Lodge: cards with two backs, a pile in two parts, claims about whole hands. A game for tests of the kernel."""

from __future__ import annotations

from typing import Annotated, Any

from pnp.referee.kernel import (
    CARD,
    EACH_SEAT,
    NOBODY,
    OWNER,
    Deal,
    Decision,
    Move,
    Phase,
    Question,
    Seat,
    Trial,
    Zone,
    declare,
)

SEATS, GOALS_DEALT, DEALT, LAID_UP, ASIDE_IF, END = (f"LOD-0{number}" for number in range(1, 7))


class Lay(Move, frozen=True):
    """`anna: lay red3`: a card that is higher than the last one."""

    card: Annotated[str, CARD]


class Drop(Move, frozen=True):
    """`anna: drop red3`: no card of the hand fits; this one is laid aside."""

    card: Annotated[str, CARD]


DEALING = Question(DEALT, "kernel.deal")


def low(book: Any) -> list[str]:
    """The goods that lie on top before the deal."""
    return [card.id for card in book.decks["goods"].cards if card.fields["value"] <= book.constant("low")]


@DEALING.answer(Deal)
def deal(t: Trial, m: Deal) -> None:
    """Refuse high goods while low ones are on top."""
    dealt = [card for seat in t.seats for card in t.known(HAND[seat])] + [card for card in m.cards if card != "?"]
    upper = low(t.setup.book)
    if sum(card not in upper for card in dealt) > max(t.constant("hand") * len(t.seats) - len(upper), 0):
        t.bar(DEALT, "low_first")
    t.note(t.dues[0].rule, "kernel.was_due")


DRAW = Zone("draw", seen_by=NOBODY, first="goods", decks=("goods",), on_top=low, rule=DEALT)
GOALS = Zone("goals", seen_by=NOBODY, first="goals", decks=("goals",), rule=GOALS_DEALT)
HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, decks=("goods",), rule=DEALT)
GOAL = Zone("goal", of=EACH_SEAT, seen_by=OWNER, decks=("goals",), rule=GOALS_DEALT)
LAID = Zone("laid", decks=("goods",))
ASIDE = Zone("aside", decks=("goods",))
TURN = Question(LAID_UP, "lay_or_lay_aside")


def begin(t: Trial) -> None:
    t.deal(GOALS, GOAL)
    t.deal(DRAW, HAND, t.constant("hand"))


def fitting(t: Trial) -> tuple[str, ...]:
    """The goods that can be laid now."""
    last = t.field(t[LAID][-1], "value") if t[LAID] else 0
    return tuple(kind for kind in t.kinds if kind not in t.kinds_with(value=None) and t.field(kind, "value") > last)


@TURN.answer(Lay, card_of=HAND)
def lay(t: Trial, m: Lay) -> None:
    if m.card not in fitting(t):
        t.refuse(LAID_UP, "not_higher", card=m.card)
    t.agreed()
    t.move(m.card, HAND[m.seat], LAID)
    if not t[HAND[m.seat]]:
        t.announce("", "last_card", seat=m.seat)
    t.pass_turn()


@TURN.answer(Drop, card_of=HAND)
def drop(t: Trial, m: Drop) -> None:
    fits = fitting(t)
    if set(fits) & {m.card, *t.known(HAND[m.seat])}:
        t.refuse(ASIDE_IF, "holds_one", seat=m.seat)
    t.agreed()
    t.claim_with(m.card, HAND[m.seat], fits, ASIDE_IF, "holds_none", seat=m.seat)
    t.move(m.card, HAND[m.seat], ASIDE)
    if t.is_believed:
        t.note(ASIDE_IF, "kernel.believed", statement=t.message("holds_none", seat=m.seat))
    t.pass_turn()


@TURN.lists
def options(t: Trial, seat: Seat) -> list[Move]:
    """What fits, and what is laid aside where nothing that is known fits."""
    fits, may = fitting(t), t.may_lie(HAND[seat])
    laid: list[Move] = [Lay(seat, card) for card in may if card in fits]
    if set(fits).intersection(t.known(HAND[seat])):
        return laid
    return laid + [Drop(seat, card) for card in may if card not in fits]


@TURN.asks
def what_is_asked(t: Trial, seat: Seat) -> Decision:
    """Only cards that fit are asked for while one is known."""
    verbs = ("lay",) if set(fitting(t)).intersection(t.known(HAND[seat])) else ("lay", "drop")
    return Decision(seat, verbs, t.message("lay_or_lay_aside"), LAID_UP)


def corrected(t: Trial, before: Trial) -> None:
    """After a correction: no hand is larger than it was dealt."""
    for seat in t.seats:
        if len(t[HAND[seat]]) > t.constant("hand"):
            t.bar(DEALT, "hand_is_large", seat=seat)


def ending(t: Trial) -> None:
    if not any(t[HAND[seat]] for seat in t.seats):
        t.end(t.seats, END, "hands_are_empty")


GAME = declare(
    __name__,
    slug="lodge",
    version=1,
    players=(2, 4),
    seats_rule=SEATS,
    holds=(DRAW, GOALS, HAND, GOAL, LAID, ASIDE),
    phases=(Phase("turn", TURN),),
    dealing=DEALING,
    begin=begin,
    ending=ending,
    corrected=corrected,
)
