"""Who is asked, and what answers. In: a state or a Trial, and its open question. Out: a seat, kinds of lines, words."""

from __future__ import annotations

from typing import NoReturn

from pnp.games.keikalla.moves import Deal
from pnp.games.keikalla.state import KeikallaState, OpenQuestion
from pnp.games.keikalla.trial import Trial
from pnp.referee.game import Chance
from pnp.referee.move import Move
from pnp.referee.seat import TABLE, Seat


def asked_by(state: KeikallaState, question: OpenQuestion) -> Seat:
    """Who must answer: a digital table deals what is drawn."""
    return TABLE if state.data.is_digital and question.is_drawn else question.seat


def answers_to(state: KeikallaState, question: OpenQuestion) -> tuple[type[Move], ...]:
    """The kinds of lines that answer."""
    return (Deal,) if state.data.is_digital and question.is_drawn else tuple(question.asks.answers)


def bar_unanswered(t: Trial, rule: str, question: OpenQuestion) -> NoReturn:
    """First comes the answer to an open question."""
    seat = asked_by(t.state, question)
    verbs = ", ".join(f"`{kind.verb}`" for kind in answers_to(t.state, question))
    t.bar(rule, "table_answers_first" if seat == TABLE else "seat_answers_first", seat=seat, verbs=verbs)


def chosen_by_chance(t: Trial, question: OpenQuestion, chance: Chance, moment: str) -> Move:
    """What the table of a digital deal answers to a question of chance."""
    asked = question.asks
    (answer,) = asked.answers.values()
    if answer.dealt is not None:
        return answer.dealt(t, chance)
    assert answer.choices is not None
    choices = answer.choices(t, TABLE)
    if not asked.key:
        return choices[0]
    return choices[chance.pick(asked.key.format(moment=moment), len(choices))]
