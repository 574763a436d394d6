"""The rules of My Game: turns with phases, hidden hands, and cards whose effects are data.

`cards/seers.yaml` says what a card does; this file says where cards are, how a turn runs and when the game ends.
docs/effects.md and docs/rules.md of pnp explain each word of this file.
"""

from __future__ import annotations

from typing import Annotated

from pnp.referee.effects import CardEffects, Use
from pnp.referee.kernel import (
    CARD,
    EACH_SEAT,
    NOBODY,
    OWNER,
    Counter,
    Move,
    Question,
    Seat,
    Trial,
    Zone,
    declare,
)  # fmt: skip

# The ids of cards/rulebook.yaml; tests/test_mygame.py proves that both lists agree.
SEATS, DEALT, TURNS, ONE_CARD, EFFECTS = "MYG-01", "MYG-02", "MYG-03", "MYG-04", "MYG-05"
FORBIDDEN, OTHER_TURNS, END = "MYG-06", "MYG-07", "MYG-08"


# Moves.


class Play(Move, frozen=True):
    """`anna: play frost`: a card of the hand."""

    card: Annotated[str, CARD]


class Done(Move, frozen=True):
    """`anna: done`: the turn is over."""


# Zones, counters and questions.

HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=TURNS)
DECK = Zone("deck", seen_by=NOBODY, first=True, rule=DEALT)  # all cards begin here
DISCARDS = Zone("discards", rule=EFFECTS)
TABLE = Zone("table", of=EACH_SEAT, rule=EFFECTS)
EXILE = Zone("exile", rule=EFFECTS)
LIFE = Counter("life", of=EACH_SEAT, least=0, scores=True)
PLAYED = Counter("played")
TURN_NUMBER = Counter("turns")

TURN = Question(TURNS, "your_turn")


# What each answer does.


def begin(t: Trial) -> None:
    """Prepare the game before the first line."""
    for seat in t.seats:
        t.put(LIFE[seat], t.constant("life"))
        t.draw(DECK, HAND[seat], t.constant("hand"))
    CARDS.begin_turn(t)


def draw_phase(t: Trial, seat: Seat) -> None:
    """Begin the turn with a draw."""
    t.add(TURN_NUMBER, 1)
    CARDS.draw(t, seat, CARDS.number(t, seat, "draw_number", t.constant("draw")))


def main_phase(t: Trial, seat: Seat) -> None:
    """Let the seat play cards."""
    t.put(PLAYED, 0)
    t.later(ask, seat)


def ask(t: Trial, seat: Seat) -> None:
    """Ask for the next card, until the seat is done."""
    if not CARDS.is_over(t):
        t.ask(TURN, seat)


def ending(t: Trial) -> None:
    """End the game when it is over; called between the phases and after each card."""
    if any(t[LIFE[seat]] == 0 for seat in t.seats):
        t.end_by(LIFE, END, "no_life_left")
    elif t[TURN_NUMBER] > t.constant("turns"):
        t.end_by(LIFE, END, "night_is_over")


CARDS = CardEffects(
    hand=HAND,
    deck=DECK,
    discard=DISCARDS,
    play=TABLE,
    exile=EXILE,
    life=LIFE,
    stays=("spirit", "charm"),
    phases={"draw": draw_phase, "main": main_phase},
    rule=EFFECTS,
    may_not=FORBIDDEN,
    turns=OTHER_TURNS,
)


@TURN.answer(Play, card_of=HAND)
def play(t: Trial, m: Play) -> None:
    if t[PLAYED] >= CARDS.number(t, m.seat, "plays", t.constant("plays")):
        t.refuse(ONE_CARD, "enough", seat=m.seat)
    CARDS.check_may(t, m.seat, "play", m.card)
    t.agreed()
    t.add(PLAYED, 1)
    CARDS.play_card(t, m.seat, m.card)
    t.later(ask, m.seat)


@TURN.answer(Use, choices=CARDS.uses)
def use(t: Trial, m: Use) -> None:
    t.agreed()
    CARDS.use(t, m)
    t.later(ask, m.seat)


@TURN.answer(Done)
def done(t: Trial, m: Done) -> None:
    t.agreed()
    t.note(TURNS, "is_done", seat=m.seat)


GAME = declare(
    __name__,
    slug="mygame",
    version=1,  # raise it when a rule changes, so that old records say so
    players=(2, 4),
    seats_rule=SEATS,
    holds=(HAND, DECK, DISCARDS, TABLE, EXILE, LIFE, PLAYED, TURN_NUMBER),
    questions=(TURN,),
    begin=begin,
    ending=ending,
    effects=CARDS,
)
