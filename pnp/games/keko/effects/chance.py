"""Verbs of chance and decision: roll, choose_type, choose_one, if."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.keko.effects.resolver import Chosen, Needs, Resolver
from pnp.games.keko.effects.targets import Need, amount_of
from pnp.games.keko.game_data import TYPES
from pnp.games.keko.moves import Roll as RollMove
from pnp.games.keko.question_kind import QuestionKind
from pnp.games.keko.state import Question, StackItem
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.values import Condition
from pnp.games.keko.vocabulary.verbs import ChooseOne, ChooseType, Effects, If, Roll
from pnp.library.effect.vocabulary import Effect
from pnp.referee.game import Chance
from pnp.referee.move import Move
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat

ROLL = QuestionKind("roll")
COMPARES = {"ge": int.__ge__, "gt": int.__gt__, "eq": int.__eq__}


def do_roll(t: Trial, item: StackItem, effect: Roll, chosen: Chosen) -> Effects | None:
    why = t.late("card_rolls", card=t.data.label(item.card), count=effect.dice)
    t.question = Question(ROLL, TABLE, "KEK-E14", why, least=effect.dice, most=effect.dice)
    return None


@ROLL.answer(RollMove)
def answer_roll(t: Trial, question: Question, move: RollMove) -> Illegal | Effects:
    """What the dice show."""
    item, effect, dice, sides = t.stack[-1], t.stack[-1].effects_left[0], move.dice, t.data.die_sides
    assert isinstance(effect, Roll)
    if len(dice) != effect.dice or any(not 1 <= die <= sides for die in dice):
        shown = " ".join(map(str, dice)) or t.message("nothing_shown")
        return t.refusal("KEK-E14", "other_dice", why=question.why, most=sides, shown=shown)
    t.rolls += 1
    total = sum(dice)
    if effect.save_as:
        t.change_item(item.number, saved_values={**item.saved_values, effect.save_as: total})
    t.note("KEK-E14", "card_and_total", card=t.data.label(item.card), total=total)
    if effect.table and total not in effect.table:
        t.announce("KEK-E11", "total_does_nothing", card=t.data.label(item.card), total=total)
    return effect.table.get(total, ())


@ROLL.lists
def rolls(t: Trial, question: Question, seat: Seat) -> Iterator[Move]:
    """What one die may show, or two."""
    faces = range(1, t.data.die_sides + 1)
    for die in faces:
        if question.most == 1:
            yield RollMove(seat, (die,))
        else:
            yield from (RollMove(seat, (die, other)) for other in faces if other >= die)


@ROLL.deals
def throw(t: Trial, question: Question, chance: Chance) -> RollMove:
    """The app throws the dice."""
    return RollMove(
        TABLE, tuple(1 + chance.pick(f"roll {t.rolls} {die}", t.data.die_sides) for die in range(question.most))
    )


def needs_type(t: Trial, item: StackItem, effect: ChooseType) -> Needs:
    yield Need("type", TYPES, t.late("choose_type"), "KEK-E3")


def do_type(t: Trial, item: StackItem, effect: ChooseType, chosen: Chosen) -> Effects:
    t.change_item(item.number, saved_values={**item.saved_values, effect.save_as: chosen["type"]})
    return ()


def needs_one(t: Trial, item: StackItem, effect: ChooseOne) -> Needs:
    options = tuple(range(1, len(effect.options) + 1))
    yield Need("pick", options, t.late("choose_one"), "KEK-E3")


def do_one(t: Trial, item: StackItem, effect: ChooseOne, chosen: Chosen) -> Effects:
    return effect.options[chosen["pick"] - 1]


def do_if(t: Trial, item: StackItem, effect: If, chosen: Chosen) -> Effects:
    return effect.then if holds(t, item, effect.cond) else effect.else_


def holds(t: Trial, item: StackItem, condition: Condition) -> bool:
    """A condition, now."""
    compare, matches = condition.cmp, condition.type_matches
    if compare is not None:
        value = amount_of(t, item, compare.a)
        return bool(COMPARES[compare.is_](value, compare.b))
    assert matches is not None
    card, wanted = item.saved_values.get(matches.card), item.saved_values.get(matches.type)
    card_data = t.data.cards.get(str(card))
    return card_data is not None and card_data.type == wanted


CHANCE: dict[type[Effect], Resolver] = {
    Roll: Resolver(do_roll),
    ChooseType: Resolver(do_type, needs_type),
    ChooseOne: Resolver(do_one, needs_one),
    If: Resolver(do_if),
}
