"""Why a line is allowed or not, without making it. In: a session, a typed line, who asks. Out: the ruling and its
reasons. Invariant: it is judged on what the viewer knows, never on the truth.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pnp.library.words import in_language
from pnp.referee.message import referee_message
from pnp.referee.move import Move
from pnp.referee.record import RecordLine, parse_line
from pnp.referee.ruling import ACCEPTED, Illegal, Invalid, Reason, Ruling
from pnp.referee.seat import Seat
from pnp.referee.view import ReplayView
from pnp.table.dealer import SeededChance
from pnp.table.lead_up import lead_up
from pnp.table.line_completion import with_seat
from pnp.table.plain_values import ruling_values
from pnp.table.session import Session, refuse_dealing
from pnp.table.short_line import parse_typed, split_line


class WhyAnswer(Struct):
    """What `why` answers: the ruling of a line that is not made, and why it would do what it does."""

    typed: str
    seen: ReplayView[Any]
    move: Move | None
    ruling: Ruling
    left_out: tuple[Move, ...] = ()  # what goes without saying before it
    reasons: tuple[Reason, ...] = ()
    breach: Illegal | None = None  # what an overruled line breaks

    @property
    def accepted(self) -> bool:
        """True when the viewer knows nothing against the line."""
        return isinstance(self.ruling, ACCEPTED)


def why_of(session: Session, typed: str, viewer: Seat | None) -> WhyAnswer:
    """Judge a line `[seat:] [!]move` as the viewer knows the table."""
    seen = ReplayView(session.replay, viewer)
    parts = split_line(typed)
    if len(parts) > 1:
        because = referee_message("referee.why_of_one", count=len(parts), lines=" · ".join(parts))
        return WhyAnswer(typed, seen, None, Invalid(because))
    line = parse_line(with_seat(seen, typed)) or RecordLine(0, "")
    parsed = seen.parse(line.text, True) if line.overruled else parse_typed(seen, line.text)
    thrown = seen.game.roll_dice(seen.state, parsed, SeededChance(0)) if isinstance(parsed, Move) else parsed
    leaves_dice = thrown is not parsed  # whatever they show, the line is allowed or not; what follows is not known
    judged = seen.judge(thrown, line.text, line.overruled)
    move, ruling, state = judged.move, judged.ruling, seen.state
    if leaves_dice and isinstance(parsed, Move) and isinstance(ruling, ACCEPTED):
        return WhyAnswer(typed, seen, parsed, ruling)
    led_up = lead_up(seen, judged)
    if led_up is not None:
        ruling, state = led_up.ruling, led_up.before
    refused = None if move is None or line.overruled else refuse_dealing(session.game, session.setup, move)
    answer = WhyAnswer(typed, seen, move, refused or ruling, led_up.moves if led_up is not None else ())
    if answer.accepted and line.overruled:
        answer.breach = judged.breach
    elif answer.accepted and type(move) in session.game.moves:
        answer.reasons = seen.game.explain(state, move, ruling)
    return answer


def why_values(answer: WhyAnswer, lang: str) -> dict[str, Any]:
    """The answer as plain values."""
    values = ruling_values(answer.ruling, answer.seen, lang)
    values["reasons"] = [
        {"rule": reason.rule, "because": in_language(reason.because, lang)} for reason in answer.reasons
    ]
    if answer.left_out:
        values["before"] = [answer.seen.notation.format(move) for move in answer.left_out]
    if answer.breach is not None:
        values["overruled"] = {"rule": answer.breach.rule, "because": in_language(answer.breach.because, lang)}
    return values
