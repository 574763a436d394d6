"""A guided game while it is played. In: a lesson, a game, what the learner types. Out: what is said, and the table.

Invariant: every line is judged by the game's own referee, on what the learner's seat knows; nothing is written to disk.
Only the move of the lesson goes on: a wrong one is explained, another legal one is called so, with what it would bring,
and neither changes anything, so that the next rule comes when it matters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import InputError, Report, Span
from pnp.library.card import CardBook
from pnp.library.loader import LoadedBook
from pnp.library.reading.lesson import Lesson, Step, WrongMove, read_lesson
from pnp.library.reading.node import Languages
from pnp.referee.game import DIGITAL, Game
from pnp.referee.loading import setup_of
from pnp.referee.move import Move
from pnp.referee.record import Header
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import ACCEPTED, Illegal, Reason, Ruling
from pnp.referee.seat import Seat
from pnp.referee.view import ReplayView
from pnp.table.line_completion import with_seat
from pnp.table.short_line import parse_typed

MADE, OTHER, REFUSED = "made", "other", "refused"


def lesson_of(loaded: LoadedBook, book: CardBook) -> Lesson | None:
    """Return the lesson among files that were read, or None. Its faults are in their report already."""
    for node in loaded.documents.values():
        if isinstance(node.value, dict) and "teach" in node.value:
            found = len(loaded.report)
            lesson = read_lesson(node, Languages(book.languages, book.drafts), book.slug)
            del loaded.report.items[found:]
            return lesson
    return None


class Attempt(Struct, frozen=True):
    """What became of a move that the learner tried.

    kind: the told move, which was made; another legal one; or a refused one · wrong: what the lesson says about it
    entry: the line of a move that the rules allow, made or not
    """

    kind: str
    line: str
    ruling: Ruling
    reasons: tuple[Reason, ...] = ()
    wrong: WrongMove | None = None
    entry: Entry | None = None


class LessonRun:
    """One learner's way through a lesson."""

    def __init__(self, lesson: Lesson, game: Game[Any], book: CardBook) -> None:
        """Raises InputError when the game cannot be set up so."""
        options = {"deal": DIGITAL, **lesson.options}
        header = Header(game.slug, lesson.seats, game.version, book.digest, options)
        self.lesson = lesson
        self.replay: Replay[Any] = Replay(game, setup_of(header, game, book, lesson.span))
        self.you: Seat = lesson.seats.index(lesson.you)
        self._at = 0

    @property
    def seen(self) -> ReplayView[Any]:
        """The table as the learner knows it."""
        return ReplayView(self.replay, self.you)

    @property
    def step(self) -> Step | None:
        """The step that the learner is at; None when the lesson is over."""
        return self.lesson.steps[self._at] if self._at < len(self.lesson.steps) else None

    def go_on(self) -> list[Entry]:
        """Make the lines of a step that is not the learner's. Raises InputError where a line is refused."""
        step = self.step
        assert step is not None and not step.do, "a move of the learner is typed"
        made = []
        for other in step.lines:
            entry = self.replay.read(other.line)
            if not entry.accepted:
                raise InputError.single(other.span, refusal(other.line, entry.ruling), code="lesson-line")
            made.append(entry)
        self._at += 1
        return made

    def attempt(self, typed: str) -> Attempt:
        """Judge what the learner typed; the told move is made."""
        step = self.step
        assert step is not None and step.do, "only the learner's own steps are tried"
        move, line = self._read(typed), typed
        if not isinstance(move, Move):
            return Attempt(REFUSED, typed, move)
        line = self.replay.notation.format(move)
        if move == self._read(step.do):
            entry = self.replay.enter(self.replay.judge(move))
            if not entry.accepted:
                raise InputError.single(step.span, refusal(step.do, entry.ruling), code="lesson-line")
            self._at += 1
            return Attempt(MADE, line, entry.ruling, self._reasons(entry), entry=entry)
        judged = self.seen.judge(move)
        wrong = next((it for it in step.wrong if self._read(it.line) == move), None)
        if not judged.accepted:
            return Attempt(REFUSED, line, judged.ruling, wrong=wrong)
        return Attempt(OTHER, line, judged.ruling, self._reasons(judged), entry=judged)

    def _reasons(self, entry: Entry) -> tuple[Reason, ...]:
        if entry.move is None or type(entry.move) not in self.replay.game.moves:
            return ()
        return self.replay.game.explain(entry.state_before, entry.move, entry.ruling)

    def _read(self, typed: str) -> Any:
        """The move of a typed line; of the learner, unless it names a seat."""
        return parse_typed(self.replay, with_seat(self.seen, typed))


def lesson_faults(lesson: Lesson, game: Game[Any], book: CardBook) -> Report:
    """Play a lesson to its end as it is told, and try every wrong move: what is not as the lesson says."""
    report = Report()
    try:
        run = LessonRun(lesson, game, book)
        while (step := run.step) is not None:
            for rule in step.rules:
                _check_rule(rule, step.span, book, report)
            if not step.do:
                run.go_on()
                continue
            for fault in _wrong_faults(run, step, book, report):
                report.error(*fault)
            made = run.attempt(step.do)
            if made.kind != MADE:
                report.error(step.span, refusal(step.do, made.ruling), "", "lesson-line")
                break
    except InputError as fault:
        report.extend(fault.report)
    return report


def _wrong_faults(run: LessonRun, step: Step, book: CardBook, report: Report) -> Iterator[tuple[Span, str, str, str]]:
    """The wrong moves of a step that are allowed, or that another rule forbids."""
    for wrong in step.wrong:
        _check_rule(wrong.rule, wrong.span, book, report)
        found = run.attempt(wrong.line) if run._read(wrong.line) != run._read(step.do) else None
        if found is None or found.kind != REFUSED:
            yield (
                wrong.span,
                f"expected a wrong move, but “{wrong.line}” is allowed here",
                "write a move that the rules forbid",
                "lesson-line",
            )
        elif not isinstance(found.ruling, Illegal):
            yield wrong.span, refusal(wrong.line, found.ruling), "", "lesson-line"
        elif found.ruling.rule != wrong.rule:
            yield (
                wrong.span,
                f"expected {wrong.rule} to forbid “{wrong.line}”, got {found.ruling.rule}",
                "",
                "lesson-line",
            )


def _check_rule(rule: str, span: Span, book: CardBook, report: Report) -> None:
    if rule not in book.rulebook.rules:
        report.error(span, f"unknown rule {rule}", "", "unknown-rule")


def refusal(line: str, ruling: Ruling) -> str:
    """Why a line of a lesson or an example is not made."""
    because = getattr(ruling, "because", "") if not isinstance(ruling, ACCEPTED) else "it is a different move"
    rule = f" [{ruling.rule}]" if isinstance(ruling, Illegal) else ""
    return f"“{line}” is rejected: {because}{rule}"
