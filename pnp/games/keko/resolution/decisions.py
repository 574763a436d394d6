"""Answers to the open question. In: a trial and a move. Out: the trial as if the answer had always been known, or a
refusal.

What an answer does stands with the kind of question that it answers. Invariant: only the seat that the question names
answers it, and only with what the question allows.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.keko.announcing.announce import Refusal
from pnp.games.keko.announcing.timing import what_comes_first
from pnp.games.keko.moves import Ok
from pnp.games.keko.phases.setup_moves import show_no_more
from pnp.games.keko.resolution.loop import finish_effect
from pnp.games.keko.state import FIRST, NOBODY
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import Effects
from pnp.games.keko.windows import WINDOW
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Move, Pass
from pnp.referee.seat import TABLE


def answer(t: Trial, move: Move) -> Refusal:
    """The answer to the open question, if such a move answers it; the effect that asked goes on."""
    question = t.question
    if question is None:
        return t.refusal("KEK-25", "not_asked_now")
    step = question.kind.answers.get(type(move))
    if step is None:
        rule = "KEK-25" if question.is_soft else question.rule
        return t.refusal(rule, "first", why=what_comes_first(t))
    if question.seat not in (NOBODY, move.seat):
        return t.refusal(question.rule, "another_decides", seat=question.seat, why=question.why)
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
        return t.refusal(REF_SEAT, "table_says_ok")
    if question is None and t.phase == FIRST and t.data.is_digital:
        return show_no_more(t, move)
    if question is None or not question.is_soft:
        return t.refusal("KEK-72", "nothing_to_answer")
    if question.kind is not WINDOW:
        if question.seat != seat:
            return t.refusal(question.rule, "another_decides", seat=question.seat, why=question.why)
        close(t)
        return None
    if not t.players[seat].alive or not t.players[seat].life:
        return t.refusal("KEK-61", "at_0_and_out", seat=seat)
    if seat in question.passed:
        return t.refusal("KEK-72", "passed_already", seat=seat)
    passed = (*question.passed, seat)
    if set(t.able_to_answer()) <= set(passed):
        close(t)
    else:
        t.question = replace(question, passed=passed)
    t.note("KEK-72", "passes", seat=seat)
    return None


def close(t: Trial) -> None:
    """Nobody answers a soft question."""
    question = t.question
    if question is not None and question.kind.close is not None:
        question.kind.close(t, question)


def ok(t: Trial, move: Ok) -> Refusal:
    """`table: ok`: everybody passes; `ok always`, `ok ask`: nobody answers until further notice, or no longer so."""
    if move.seat != TABLE:
        return t.refusal(REF_SEAT, "ok_is_of_the_table")
    if move.how:
        t.skips_windows = move.how == "always"
        t.announce("KEK-72", "no_windows" if t.skips_windows else "windows_again")
        if t.skips_windows and t.question is not None and t.question.is_soft:
            close(t)
        return None
    if t.question is None or not t.question.is_soft:
        return t.refusal("KEK-72", "nothing_to_answer")
    t.note("KEK-A30", "everybody_passes", why=t.question.why)
    close(t)
    return None
