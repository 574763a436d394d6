"""Night Train: eighteen numbers, held so that all see them but their player, laid in one rising row together."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated

from pnp.referee.kernel import (
    EACH_SEAT,
    NOBODY,
    OTHERS,
    SEAT,
    Counter,
    Fact,
    IntParam,
    ListParam,
    Move,
    Phase,
    Question,
    Seat,
    Trial,
    WordParam,
    Zone,
    declare,
)  # fmt: skip

SEATS, DEALT, PLAYS, FITS, SIGNALS, ENDS, LOST = (f"NTR-{n:02}" for n in range(1, 8))
KINDS = ("low", "high")
POSITION = IntParam(least=1)


class Play(Move, frozen=True):
    """`anna: play 2`: the second card of her hand, which she has not seen."""

    position: Annotated[int, POSITION]


class Signal(Move, frozen=True):
    """`anna: signal ben low 1 3`: these cards of his are low, and the others are not."""

    to: Annotated[Seat, SEAT]
    kind: Annotated[str, WordParam(KINDS)]
    positions: Annotated[tuple[int, ...], ListParam(POSITION)]


DECK = Zone("deck", seen_by=NOBODY, first=True, rule=DEALT)
HAND = Zone("hand", of=EACH_SEAT, seen_by=OTHERS, rule=DEALT)
TOLD = Fact(
    "told", (), of=EACH_SEAT, words=lambda page, told: " ".join((kind and page.word(kind)) or "?" for kind in told)
)
TRACK = Zone("track", rule=FITS)
WRECK = Zone("wreck", rule=FITS)
LAMPS = Counter("lamps", least=0)

TURN = Question(PLAYS, "play_or_signal")


def begin(t: Trial) -> None:
    t.put(LAMPS, t.constant("lamps"))
    for seat in t.seats:
        t.put(TOLD[seat], ("",) * t.draw(DECK, HAND[seat], t.constant("hand")))


@TURN.answer(Play, choices=lambda t, seat: [Play(seat, n + 1) for n in range(len(t[HAND[seat]]))])
def play(t: Trial, m: Play) -> None:
    t.agreed()
    at = m.position - 1
    told = t[TOLD[m.seat]]
    t.put(TOLD[m.seat], told[:at] + told[at + 1 :])
    t.turn_up(HAND[m.seat], at, TRACK)
    t.later(played, m.seat)


def played(t: Trial, seat: Seat) -> None:
    *before, card = t[TRACK]
    if before and t.field(card, "value") < t.field(before[-1], "value"):
        t.announce(FITS, "too_low", card=card)
        t.move(card, TRACK, WRECK, last=True)
        t.add(LAMPS, -1)
    if t[LAMPS] and t.draw(DECK, HAND[seat]):
        t.put(TOLD[seat], (*t[TOLD[seat]], ""))
    finish(t)


def is_low(t: Trial, card: str) -> bool:
    return bool(t.field(card, "value") <= t.constant("middle"))


def signals(t: Trial, seat: Seat) -> list[Signal]:
    """Where the cards are known, the signal is; else all that it may be."""
    found = []
    for other in t.others(seat) if t[LAMPS] > 1 else ():
        hand = t[HAND[other]]
        for kind in KINDS:
            if len(t.known(HAND[other])) == len(hand):
                true = [tuple(n + 1 for n, card in enumerate(hand) if is_low(t, card) == (kind == "low"))]
            else:
                every = range(1, len(hand) + 1)
                true = [some for count in every for some in combinations(every, count)]
            found += [Signal(seat, other, kind, some) for some in true if some]
    return found


@TURN.answer(Signal, choices=signals)
def signal(t: Trial, m: Signal) -> None:
    t.agreed()
    t.note(SIGNALS, "signals", seat=m.to, kind=m.kind, count=len(m.positions))
    t.add(LAMPS, -1)
    other = KINDS[1 - KINDS.index(m.kind)]
    told = (m.kind if n + 1 in m.positions else other for n in range(len(t[HAND[m.to]])))
    t.put(TOLD[m.to], tuple(told))
    finish(t)


def finish(t: Trial) -> None:
    if not t[LAMPS]:
        t.end([], LOST, "no_lamp", kind="loss")
    elif any(t[HAND[seat]] for seat in t.seats):
        t.pass_turn()
        if not t[HAND[t.turn]]:
            finish(t)
    else:
        won = len(t[TRACK]) >= t.constant("goal")
        t.end(t.seats if won else [], ENDS, "arrived", count=len(t[TRACK]), kind="win" if won else "loss")


GAME = declare(
    __name__,
    slug="nighttrain",
    version=1,
    players=(2, 4),
    seats_rule=SEATS,
    holds=(DECK, HAND, TOLD, TRACK, WRECK, LAMPS),
    phases=(Phase("turn", TURN),),
    begin=begin,
)
