"""Who looks at a table. In: `--seat` and a session. Out: the seat whose knowledge judges and words the answer.

Invariant: an answer is made from what the viewer may know; without a seat that is what everybody knows.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer
from msgspec import Struct

from pnp.base.diagnostics import InputError, Span
from pnp.library.words import in_language
from pnp.referee.move import Move
from pnp.referee.record import RecordLine, parse_line
from pnp.referee.replay import Replay
from pnp.referee.ruling import ACCEPTED, Illegal, Reason, Ruling
from pnp.referee.seat import TABLE, Seat
from pnp.referee.view import ReplayView
from pnp.table.line_completion import with_seat
from pnp.table.session import Session, refuse_dealing
from pnp.ui.messages import format_refused_line, format_ruling
from pnp.ui.wording import phrase

ViewerOption = Annotated[str, typer.Option("--seat", help="told as this seat knows the table; else as everybody does")]


def viewer_of(table: Replay[Any], name: str) -> Seat | None:
    """The seat that looks; None for everybody (and for the table, which nobody is). Raises InputError."""
    seat = find_seat(table, name) if name else TABLE
    return None if seat == TABLE else seat


def find_seat(table: Replay[Any], name: str) -> Seat:
    """The seat with this name. Raises InputError."""
    found = table.notation.names.find_seat(name)
    if isinstance(found, int):
        return found
    hint = f"one of: {', '.join(table.setup.seats)}"
    raise InputError.single(Span("--seat"), f"there is no seat “{name}”", hint, "unknown-seat")


class WhyAnswer(Struct):
    """What `why` answers: the ruling of a line that is not made, and why it would do what it does."""

    typed: str
    seen: ReplayView[Any]
    move: Move | None
    ruling: Ruling
    reasons: tuple[Reason, ...] = ()
    breach: Illegal | None = None  # what an overruled line breaks

    @property
    def accepted(self) -> bool:
        """True when the viewer knows nothing against the line."""
        return isinstance(self.ruling, ACCEPTED)

    def as_text(self, lang: str) -> str:
        """The answer for people."""
        if self.move is None or not self.accepted:
            return format_refused_line(self.typed, self.ruling, self.seen, lang)
        if self.breach is not None:
            broken = (phrase("forbidden", lang), *format_ruling(self.breach, self.seen, lang))
            return "\n  ".join((f"{self.seen.notation.format(self.move)} — {phrase('allowed', lang)}", *broken))
        lines = (
            *format_ruling(self.ruling, self.seen, lang),
            *(f"{in_language(r.because, lang)} [{r.rule}]" for r in self.reasons),
        )
        return "\n  ".join((f"{self.seen.notation.format(self.move)} — {phrase(self.ruling.name, lang)}", *lines))


def why_of(session: Session, typed: str, viewer: Seat | None) -> WhyAnswer:
    """Judge a line `[seat:] [!]move` as the viewer knows the table."""
    seen = ReplayView(session.replay, viewer)
    line = parse_line(with_seat(seen, typed)) or RecordLine(0, "")
    judged = seen.judge_line(line.text, line.overruled)
    move, ruling = judged.move, judged.ruling
    refused = None if move is None or line.overruled else refuse_dealing(session.game, session.setup, move)
    answer = WhyAnswer(typed, seen, move, refused or ruling)
    if answer.accepted and line.overruled:
        answer.breach = judged.breach
    elif answer.accepted and type(move) in session.game.moves:
        answer.reasons = seen.game.explain(seen.state, move, ruling)
    return answer
