"""Windows: moments to answer an announcement, or damage. In: a trial. Out: the open window, or what its end brings.

Invariant: silence closes a window (KEK-A31); what may be said in one is refused in `announcing/timing.py`.
"""

from __future__ import annotations

from pnp.games.keko.question_kind import QuestionKind
from pnp.games.keko.state import ABILITY, DAMAGE, NOBODY, Question, StackItem
from pnp.games.keko.trial import Trial
from pnp.referee.message import LateMessage
from pnp.referee.seat import Seat

HOW = (("respond", "pass"), "how_to_answer", "ok_when_nobody_answers")
WINDOW = QuestionKind("window", *HOW)
DAMAGE_WINDOW = QuestionKind(f"damage {WINDOW.id}", *HOW)
WINDOWS = (WINDOW, DAMAGE_WINDOW)


def open_window(t: Trial, item: StackItem) -> None:
    """Every living player may answer what was announced (KEK-72)."""
    if t.skips_windows or not t.able_to_answer():
        t.change_item(item.number, is_resolving=True)
        return
    label = t.data.label(item.card)
    t.note("KEK-72", "everybody_may_answer", card=label)
    why = t.late("uses" if item.kind == ABILITY else "plays", seat=item.seat, card=label)
    t.question = Question(WINDOW, NOBODY, "KEK-72", why)


def open_damage_window(t: Trial, seat: Seat, why: LateMessage) -> None:
    """Only who is hit may answer the damage (KEK-75)."""
    t.question = Question(DAMAGE_WINDOW, seat, "KEK-75", why)
    t.note("KEK-74", "only_one_may_answer", seat=seat)


@WINDOW.closes
def close_window(t: Trial, question: Question) -> None:
    """Everybody has passed: what was announced last happens."""
    t.question = None
    if not t.stack:
        return
    top = t.stack[-1]
    t.change_item(top.number, is_resolving=True)
    if sum(item.kind != DAMAGE for item in t.stack) > 1:
        t.note("KEK-71", "announced_last", card=t.data.label(top.card))
        t.note("KEK-A01", "last_in_first_out")


@DAMAGE_WINDOW.closes
def close_damage_window(t: Trial, question: Question) -> None:
    """The damage is as it is now; the next may be answered."""
    t.question = None
    if t.stack and (top := t.stack[-1]).kind == DAMAGE:
        t.change_item(top.number, damage_index=top.damage_index + 1)
