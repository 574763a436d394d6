"""Answers to the open question. In: a trial and a move. Out: the trial as if the answer had always been known, or a
refusal.

What an answer does stands with the kind of question that it answers. Invariant: only the seat that the question names
answers it, and only with what the question allows.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.keko import rule_ids
from pnp.games.keko.announcing.announce import Refusal
from pnp.games.keko.announcing.timing import what_comes_first
from pnp.games.keko.moves import Ok
from pnp.games.keko.resolution.loop import finish_effect
from pnp.games.keko.state import NOBODY
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import Effects
from pnp.games.keko.windows import WINDOW
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Move, Pass
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE


def answer(t: Trial, move: Move) -> Refusal:
    """The answer to the open question, if such a move answers it; the effect that asked goes on."""
    question = t.question
    if question is None:
        return Illegal(rule_ids.NOTHING_WAITS, "nothing of that kind is asked now")
    step = question.kind.answers.get(type(move))
    if step is None:
        rule = rule_ids.NOTHING_WAITS if question.is_soft else question.rule
        return Illegal(rule, f"first: {what_comes_first(t)}")
    if question.seat not in (NOBODY, move.seat):
        return Illegal(question.rule, f"{t.name(question.seat)} decides: {question.why}")
    outcome: Refusal | Effects = step(t, question, move)
    if not isinstance(outcome, tuple):
        return outcome
    t.question = None
    finish_effect(t, t.stack[-1].number, outcome)
    return None


# windows


def pass_by(t: Trial, move: Pass) -> Refusal:
    """A player does not answer (any more)."""
    question, seat = t.question, move.seat
    if seat < 0:
        return Illegal(REF_SEAT, "the table says `ok` when everybody passes")
    if question is None or not question.is_soft:
        return Illegal(rule_ids.WINDOW, "there is nothing to answer now")
    if question.kind is not WINDOW:
        if question.seat != seat:
            return Illegal(question.rule, f"{t.name(question.seat)} decides: {question.why}")
        close(t)
        return None
    if not t.players[seat].alive or not t.players[seat].life:
        return Illegal(rule_ids.ZERO, f"{t.name(seat)} is at 0 and out of the game")
    if seat in question.passed:
        return Illegal(rule_ids.WINDOW, f"{t.name(seat)} has passed already")
    passed = (*question.passed, seat)
    if set(t.able_to_answer()) <= set(passed):
        close(t)
    else:
        t.question = replace(question, passed=passed)
    t.note(rule_ids.WINDOW, f"{t.name(seat)} passes")
    return None


def close(t: Trial) -> None:
    """Nobody answers a soft question."""
    question = t.question
    if question is not None and question.kind.close is not None:
        question.kind.close(t, question)


def ok(t: Trial, move: Ok) -> Refusal:
    """`table: ok`: everybody passes; `ok always`, `ok ask`: nobody answers until further notice, or no longer so."""
    if move.seat != TABLE:
        return Illegal(REF_SEAT, "the table says that everybody passes: `table: ok`; a player says `pass`")
    if move.how:
        t.skips_windows = move.how == "always"
        t.announce(rule_ids.WINDOW, "nobody answers until further notice" if t.skips_windows else "windows open again")
        if t.skips_windows and t.question is not None and t.question.is_soft:
            close(t)
        return None
    if t.question is None or not t.question.is_soft:
        return Illegal(rule_ids.WINDOW, "there is nothing to answer now")
    t.note(rule_ids.WHAT_OPENS, f"everybody passes: {t.question.why}")
    close(t)
    return None
