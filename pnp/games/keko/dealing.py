"""The digital table: what it deals, rolls and shows next. In: a state in which the table is to act. Out: its move.

The order of the deck follows from the seed and the number of shuffles, so a draw that was undone comes again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.games.keko.game_data import LOCATION, fits
from pnp.games.keko.moves import Deal, First, Location, Look, Mill, Roll
from pnp.games.keko.notation import Handed
from pnp.games.keko.setup_moves import next_hand
from pnp.games.keko.state import CHARACTERS, DEAL, DEALT, FIRST, LOOKED, MILL, ROLL, Question, Table
from pnp.games.keko.state import LOCATION as LOCATION_PHASE
from pnp.games.keko.trial import Course
from pnp.library.effect.verbs import LookTop, PeekHand, Search
from pnp.referee.game import Chance
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE


def table_move(state: Table, chance: Chance) -> Move:
    """The table's next move."""
    course = Course(state)
    question = state.question
    if question is not None:
        return _answer(course, question, chance)
    if state.phase == CHARACTERS:
        seat = next(seat for seat in course.living() if not state.players[seat].character)
        taken = [player.character for player in state.players]
        order = [card for card in chance.shuffle("characters", state.kit.characters) if card not in taken]
        return Deal(TABLE, Handed(seat, 0, (order[0],), True))
    if state.phase == LOCATION_PHASE:
        lying = [card for card in deck_order(course, chance) if state.kit.faces[card].type == LOCATION]
        return Location(TABLE, chance.shuffle("location", sorted(lying))[0])
    if state.phase == DEAL:
        hand = state.kit.starting_hand
        if not state.kit.is_digital:
            return Deal(TABLE, Handed(count=hand))
        return Deal(TABLE, Handed(next_hand(course), 0, next_cards(course, chance, hand)))
    sides = state.kit.die_sides
    rolls = tuple((seat, 1 + chance.pick(f"first {state.rolls} {seat}", sides)) for seat in state.rolling)
    return First(TABLE, rolls)


def is_same_deal(due: Move, said: Move) -> bool:
    """Older records name each kind once of what a search sees; today's dealer names every copy."""
    if isinstance(due, Look) and isinstance(said, Look) and due.to == said.to:
        return said.cards in (due.cards, tuple(dict.fromkeys(due.cards)))
    return due == said


def rolled(state: Table, move: Move, chance: Chance) -> Move:
    """`table: roll` and `table: first` without numbers: the app throws the dice."""
    is_roll = isinstance(move, Roll) and not move.dice and state.question is not None and state.question.kind == ROLL
    is_first = isinstance(move, First) and not move.rolls and state.phase == FIRST
    return table_move(state, chance) if (is_roll or is_first) and move.seat == TABLE else move


def _answer(course: Course, question: Question, chance: Chance) -> Move:
    if question.kind == ROLL:
        sides = course.kit.die_sides
        dice = tuple(1 + chance.pick(f"roll {course.rolls} {die}", sides) for die in range(question.most))
        return Roll(TABLE, dice)
    if question.kind == MILL:
        return Mill(TABLE, next_cards(course, chance, question.most))
    if question.kind == DEALT:
        return Deal(TABLE, Handed(question.to, 0, next_cards(course, chance, question.most)))
    assert question.kind == LOOKED, question.kind
    return Look(TABLE, question.to, seen(course, question, chance))


def seen(course: Course, question: Question, chance: Chance) -> tuple[str, ...]:
    """What a seat looks at."""
    if question.key == "hand":
        return tuple(card for card, _ in course.players[question.to].hand)
    effect = course.stack[-1].todo[0]
    if isinstance(effect, PeekHand):
        return tuple(card for card, _ in course.players[question.options[0]].hand)
    if isinstance(effect, LookTop):
        return next_cards(course, chance, question.most)
    assert isinstance(effect, Search)
    deck = tuple(deck_order(course, chance))[: course.deck_count]
    return tuple(sorted(card for card in deck if fits(course.kit.faces[card], effect.filter)))


def next_cards(course: Course, chance: Chance, count: int) -> tuple[str, ...]:
    """The next cards that come from the deck, over a flip if need be."""
    return tuple(card for card, _ in zip(deck_order(course, chance), range(count), strict=False))


def deck_order(course: Course, chance: Chance) -> Iterator[str]:
    """The deck from the top, then the discard pile as it would lie after a flip."""
    yield from (card for card, _ in course.top if card != UNKNOWN)
    if course.middle:
        gone = Counter(course.stock)
        gone.subtract(+course.loose())
        for card in chance.shuffle(f"deck {course.shuffles}", course.stock):
            if gone[card] > 0:
                gone[card] -= 1
            else:
                yield card
    yield from (card for card, _ in course.bottom if card != UNKNOWN)
    yield from course.discard
