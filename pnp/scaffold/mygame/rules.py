"""The rules of My Game.

A game declares its referee: places for cards (zones), numbers (counters), and decisions (questions, and the phases that
ask them). What an answer does is a function of a **trial**, the evaluation of one line:

- a **move** is a line of a player (`anna: take star`), in the imperative; its fields are its grammar;
- `t.refuse` rejects a line by a rule, with a reason; the players may overrule it. `t.bar` rejects what is impossible;
- `t.note` notes what follows by a rule, `t.announce` informs all players; the words are in cards/messages.yaml;
- `t.agreed` comes after the last check; after it cards move, numbers change, the turn passes.

The program derives the rest: legal moves, prompts, views, corrections, dealing, the table as text. Numbers come from
the card book, never from here. Hidden hands are a zone `seen_by=OWNER`, a draw pile one `seen_by=NOBODY` (`t.draw`).
"""

from __future__ import annotations

from typing import Annotated

from pnp.referee.kernel import CARD, EACH_SEAT, TABLE, Counter, ListParam, Move, Phase, Question, Trial, Zone, declare

# The ids of cards/rulebook.yaml; tests/test_mygame.py proves that both lists agree.
SEATS = "MYG-01"
ROW = "MYG-02"
TURN = "MYG-03"
ENDS = "MYG-04"
LUCKY = "MYG-05"
END = "MYG-06"


# Moves.


class Lay(Move, frozen=True):
    """`table: lay star coin heart flag trophy`: the row, from left to right."""

    cards: Annotated[tuple[str, ...], ListParam(CARD)]


class Take(Move, frozen=True):
    """`anna: take star`: a card from an end of the row."""

    card: Annotated[str, CARD]


# Zones and questions.

BOX = Zone("box", first=True, rule=ROW)  # all cards begin here
THE_ROW = Zone("row", rule=ENDS)
TAKEN = Zone("taken", of=EACH_SEAT)
SUM = Counter("sum", of=EACH_SEAT, scores=True)

LAYING = Question(ROW, "lay_the_row", chance=True)  # asked of the table; with `--deal digital` the referee answers
TAKING = Question(TURN, "take_from_an_end")


# What each answer does.


def begin(t: Trial) -> None:
    """Prepare the game before the first line."""
    t.ask(LAYING)


@LAYING.answer(Lay, dealt=lambda t, chance: Lay(TABLE, chance.shuffle("row", t[BOX])))
def lay(t: Trial, m: Lay) -> None:
    """Lay the row."""
    if sorted(m.cards) != sorted(t[BOX]):
        t.bar(ROW, "not_all_cards", cards=tuple(sorted(t[BOX])))
    t.move(m.cards, BOX, THE_ROW)


@TAKING.answer(Take, card_of=THE_ROW)
def take(t: Trial, m: Take) -> None:
    """Take a card; a lucky one gives another turn."""
    row, reach = t[THE_ROW], t.constant("reach")
    if m.card not in (*row[:reach], *row[-reach:]):
        t.refuse(ENDS, "lies_between", card=m.card, ends=(row[0], row[-1]))
    t.agreed()
    t.move(m.card, THE_ROW, TAKEN[m.seat], last=m.card != row[0])
    t.add(SUM[m.seat], t.field(m.card, "value"))
    if t.option("lucky") and t.field(m.card, "lucky"):
        t.announce(LUCKY, "another_turn", seat=m.seat, card=m.card)
    else:
        t.note(ENDS, "lay_at_an_end", card=m.card)
        t.pass_turn(after=m.seat)


def ending(t: Trial) -> None:
    """End the game when the row is empty; called when no question is open."""
    if not t[THE_ROW]:
        t.end_by(SUM, END, "row_is_empty")


GAME = declare(
    __name__,
    slug="mygame",
    version=1,  # raise it when a rule changes, so that old records say so
    players=(2, 4),
    seats_rule=SEATS,
    holds=(BOX, THE_ROW, TAKEN, SUM),
    phases=(Phase("take", TAKING),),
    questions=(LAYING,),
    begin=begin,
    ending=ending,
)
