"""A guided first game. In: a file with `teach:`. Out: a Lesson, and every fault in it.

Invariant: a lesson has words in every language of the game; whether its lines are legal, only a referee knows.
"""

from __future__ import annotations

from msgspec import Struct

from pnp.base.diagnostics import Span
from pnp.library.reading.node import Languages, Node
from pnp.library.words import Words

LESSON_KEYS = ("teach", "seats", "you", "options", "intro", "steps", "end", "note")
STEP_KEYS = ("words", "rules", "line", "lines", "do", "hint", "wrong", "then")
WRONG_KEYS = ("line", "rule", "words")


class WrongMove(Struct, frozen=True):
    """A move that learners try, the rule that forbids it, and what a teacher says."""

    line: str
    rule: str
    words: Words
    span: Span


class LessonLine(Struct, frozen=True):
    """A line of somebody else, which is made for the learner."""

    line: str
    span: Span


class Step(Struct, frozen=True):
    """What is said, which rules matter for the first time, and what is done: lines of others, or the learner's move."""

    words: Words
    rules: tuple[str, ...]
    lines: tuple[LessonLine, ...]
    do: str
    hint: Words
    wrong: tuple[WrongMove, ...]
    then: Words
    span: Span


class Lesson(Struct, frozen=True):
    """A recorded game that is told step by step. `you`: the seat of the learner."""

    slug: str
    seats: tuple[str, ...]
    you: str
    options: dict[str, object]
    intro: Words
    steps: tuple[Step, ...]
    end: Words
    span: Span


def read_lesson(node: Node, languages: Languages, slug: str) -> Lesson | None:
    """The whole file; None when it is no lesson at all. Faults go to the node's report."""
    if not node.check_keys(LESSON_KEYS, ("teach", "seats", "you", "intro", "steps", "end")):
        return None
    name, seats, you, steps, options = (node.get(key) for key in ("teach", "seats", "you", "steps", "options"))
    if name and name.identifier(slug) != slug:
        name.error(f"expected the name of the game, “{slug}”, got “{name.value}”", "use the same name", "slug")
    names = tuple(item.identifier() for item in seats.items()) if seats else ()
    learner = you.text() if you else ""
    if you and learner not in names:
        you.error(f"the lesson has no seat “{learner}”", f"one of: {', '.join(names)}", "lesson")
    if options and not options.is_map():
        options = None
    read = tuple(_read_step(item, languages) for item in steps.items()) if steps else ()
    if steps and not any(step.do for step in read):
        steps.error("expected at least one step with a move of the learner, got none", "add a step with do:", "lesson")
    return Lesson(
        slug,
        names,
        learner,
        dict(options.value) if options else {},
        _words(node, "intro", languages),
        read,
        _words(node, "end", languages),
        node.span,
    )


def _read_step(node: Node, languages: Languages) -> Step:
    if not node.check_keys(STEP_KEYS):
        return Step({}, (), (), "", {}, (), {}, node.span)
    do, wrong, rules = node.get("do"), node.get("wrong"), node.get("rules")
    line, lines = node.get("line"), node.get("lines")
    if do and (line or lines):
        node.error("do: and line: or lines: are mutually exclusive", "put do: into a separate step", "lesson")
    for key in ("hint", "wrong", "then"):
        if not do and (only := node.get(key)):
            only.error_at_key(f"{key}: needs a move of the learner in the same step", "add do:", "lesson")
    others = [*([line] if line else []), *(lines.items() if lines else [])]
    return Step(
        _words(node, "words", languages),
        tuple(item.text() for item in rules.items()) if rules else (),
        tuple(LessonLine(other.text(), other.span) for other in others),
        do.text() if do else "",
        _words(node, "hint", languages),
        tuple(_read_wrong(item, languages) for item in wrong.items()) if wrong else (),
        _words(node, "then", languages),
        do.span if do else node.span,
    )


def _read_wrong(node: Node, languages: Languages) -> WrongMove:
    if not node.check_keys(WRONG_KEYS, ("line", "rule", "words")):
        return WrongMove("", "", {}, node.span)
    line = node.get("line")
    return WrongMove(
        node.text_of("line"), node.text_of("rule"), _words(node, "words", languages), line.span if line else node.span
    )


def _words(node: Node, key: str, languages: Languages) -> Words:
    found = node.get(key)
    return found.words(languages) if found else {}
