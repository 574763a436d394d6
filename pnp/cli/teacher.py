"""A teacher at a terminal, or through a pipe. In: a lesson that is played, what a learner types. Out: words, the table.

A move is followed by the lesson's own sentence and by what it changes; its proof is printed on request (`why`).
Invariant: what is said comes from the lesson beside the game's cards and from the referee, never from here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from pnp.base.diagnostics import Span, UsageError
from pnp.base.suggest import fold_name
from pnp.catalog import CatalogEntry, book_of, rules_of
from pnp.cli.arguments import wrap
from pnp.cli.terminal.ink import Ink, Line, Tone, plain, toned
from pnp.library.loader import read_book
from pnp.library.words import Words, in_language, localise
from pnp.referee.move import Deal
from pnp.referee.replay import Entry
from pnp.referee.ruling import Reason
from pnp.referee.seat import TABLE
from pnp.table.messages import format_entry, format_refused_line, format_rule
from pnp.table.teaching.lesson_run import OTHER, REFUSED, Attempt, LessonRun, lesson_of
from pnp.table.wording import phrase

LESSON = "teach.yaml"
HINT, WHY, RULE, QUIT = "hint", "why", "rule", "quit"
COMMANDS = {"?": HINT, "help": HINT, "exit": QUIT, "q": QUIT, **{name: name for name in (HINT, WHY, RULE, QUIT)}}


def begin_lesson(entry: CatalogEntry, others: Sequence[CatalogEntry] = ()) -> LessonRun:
    """Begin the lesson of a game.

    Raises InputError when its files have faults, UsageError with those of the `others` that have one when it has none.
    """
    folder = entry.card_folder()
    loaded = read_book(folder)
    loaded.report.raise_errors()
    assert loaded.book is not None, "a book without errors"
    lesson = lesson_of(loaded, loaded.book)
    if lesson is None:
        having = [other.slug for other in others if os.path.isfile(os.path.join(other.cards, LESSON))]
        there = f"games with a lesson: {', '.join(having)}; " if having else ""
        hint = f"{there}to write one, see docs/teach.md: {folder.shown(LESSON)}"
        raise UsageError.single(Span(entry.slug), f"{entry.slug} has no lesson", hint, "no-lesson")
    return LessonRun(lesson, rules_of(entry), book_of(entry))


class Teacher:
    """One lesson at a terminal, or through a pipe."""

    def __init__(self, run: LessonRun, lang: str) -> None:
        self.lesson, self.lang, self.ink = run, lang, Ink()
        self.reasons: Sequence[Reason] | None = None  # of the last move that the rules allowed
        self.words = {name: phrase(f"teach_{name}", lang) for name in (HINT, WHY, RULE, QUIT)}
        self.commands = {**COMMANDS, **{word: name for name, word in self.words.items()}}
        self.asks = sys.stdin.isatty()  # a pipe does not wait between steps
        if self.asks:
            self._ready_keys()

    def teach(self) -> bool:
        """From the first word to the last; False when a pipe ends before."""
        run = self.lesson
        self._print(run.lesson.intro, "asked")
        cited = [rule for step in run.lesson.steps for rule in step.rules] or list(run.replay.setup.book.rulebook.rules)
        self._print_phrase("teach_begins", id=cited[0], **self.words)
        try:
            while run.step is not None:
                if run.step.do:
                    self._let_try()
                else:
                    self._show_others()
            self._print(run.lesson.end, "asked")
        except EOFError:
            print()
            self._print_phrase("teach_stopped")
            return self.asks  # a pipe that ends before the lesson has forgotten something
        return True

    def _show_others(self) -> None:
        step = self.lesson.step
        assert step is not None
        self._print(step.words)
        made = self.lesson.go_on()
        for entry in made:
            if isinstance(entry.move, Deal):
                self._print_dealt(entry, entry.move)
            else:
                self._print_entry(entry, "new")
        self._print_rules(step.rules)
        if made or step.words:
            self._wait()

    def _let_try(self) -> None:
        """The learner's step, until the told move is made."""
        step = self.lesson.step
        assert step is not None
        seen = self.lesson.seen
        print()
        print(seen.game.show(seen.state, seen.viewer, self.lang))
        print()
        self._print(step.words, "asked")
        self._print_rules(step.rules)
        while self.lesson.step is step:
            typed = self._read(f"{self.lesson.lesson.you}> ")
            word, _, rest = typed.partition(" ")
            command = self.commands.get(word.casefold())
            if command == QUIT:
                raise EOFError
            if command == HINT:
                self._print(step.hint)
                self._print_phrase("teach_move", line=step.do)
            elif command == WHY:
                self._prove()
            elif command == RULE:
                self._cite(rest.strip())
            else:
                self._answer(self.lesson.attempt(typed or step.do), step.then)

    def _answer(self, attempt: Attempt, then: Words) -> None:
        """What the referee and the lesson say about a move."""
        if attempt.kind == REFUSED:
            text = format_refused_line(attempt.line, attempt.ruling, self.lesson.seen, self.lang)
            self.ink.print(toned(text, "illegal"))
            if attempt.wrong is not None:
                self._print(attempt.wrong.words)
            return
        self.reasons = attempt.reasons
        assert attempt.entry is not None, "an allowed move has a line"
        if attempt.kind == OTHER:
            self._print_phrase("teach_other", "warning", line=attempt.line)
            self.ink.print(plain(format_entry(attempt.entry, self.lesson.replay, self.lang).splitlines()[1:]))
            self._print_phrase("teach_other_goes", **self.words)
            return
        self._print_entry(attempt.entry, "legal")
        self._print(then)
        if then:
            self._wait()

    def _prove(self) -> None:
        """Why the last move that the rules allow does what it does."""
        if self.reasons is None:
            self._print_phrase("teach_no_move")
        self.ink.print(plain([f"  {in_language(it.because, self.lang)} [{it.rule}]" for it in self.reasons or ()]))

    def _cite(self, id: str) -> None:
        if format_rule(self.lesson.replay, id, self.lang):
            self._print_rules([id])
        else:
            self._print_phrase("no_rule" if id else "which_rule", id=id)

    # Printing and reading.

    def _print(self, words: Words, tone: Tone = "") -> None:
        """Words of the lesson, a paragraph each."""
        lines: list[Line] = []
        for paragraph in localise(words, self.lang).strip().split("\n") if words else ():
            lines += [[(tone, line)] for line in wrap(paragraph).split("\n")]
        self.ink.print(lines)

    def _print_phrase(self, id: str, tone: Tone = "faint", /, **args: str) -> None:
        self.ink.print([[(tone, line)] for line in wrap(phrase(id, self.lang, **args)).split("\n")])

    def _print_rules(self, rules: Sequence[str]) -> None:
        cited = (format_rule(self.lesson.replay, rule, self.lang) for rule in rules)
        lines = (line for text in cited if text for line in wrap(text, "  ", "  ").split("\n"))
        self.ink.print([[("faint", line)] for line in lines])

    def _print_dealt(self, entry: Entry, deal: Deal) -> None:
        """What the learner got; a deal to others is nothing to see."""
        run = self.lesson
        if deal.to != run.you:
            return
        cards = ", ".join(self._card(card) for card in deal.cards)
        has_begun = any(line.seat != TABLE for line in run.replay.entries[: entry.ply])
        self._print_phrase("teach_draws" if has_begun else "teach_dealt", "new", cards=cards)

    def _card(self, id: str) -> str:
        """A card's name, with what is typed for it where the name does not say so."""
        name = localise(self.lesson.replay.setup.book.cards[id].name, self.lang)
        return name if fold_name(name) == fold_name(id) else f"{name} ({id})"

    def _print_entry(self, entry: Entry, tone: Tone) -> None:
        seen = self.lesson.seen
        self.ink.print(toned(format_entry(seen.redacted(entry), seen, self.lang), tone))

    def _wait(self) -> None:
        """Until the learner has read."""
        if self.asks:
            input(phrase("teach_wait", self.lang))

    def _read(self, prompt: str) -> str:
        if self.asks:
            return input(prompt).strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    def _ready_keys(self) -> None:
        """The arrow keys bring lines back."""
        try:
            import readline  # noqa: F401
        except ImportError:  # not on every system
            return
