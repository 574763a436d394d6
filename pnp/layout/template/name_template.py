"""Short texts with placeholders (names of icons, colours, images), and conditions of `when`. In: `art/{id}.png`,
`value>=5`. Out: a NameTemplate, a Condition, filled or asked per card.

Invariant: a name template without a placeholder is the plain text itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec import Struct

from pnp.layout.text.markup import Placeholder

_PLACEHOLDER = re.compile(r"\{([\w./-]+)(?:@(\w+))?\}")


class SplitTemplate(Struct, frozen=True):
    """Plain parts and placeholders in turn."""

    source: str
    parts: tuple[str | Placeholder, ...]


NameTemplate = str | SplitTemplate


@lru_cache(maxsize=1024)  # what a face hands over is read for every card
def parse_name_template(text: str) -> NameTemplate:
    """Read a text; ValueError when a brace is not closed."""
    if "{" not in text:
        return text
    parts: list[str | Placeholder] = []
    at = 0
    for found in _PLACEHOLDER.finditer(text):
        if found.start() > at:
            parts.append(text[at : found.start()])
        parts.append(Placeholder(found[1], found[2] or ""))
        at = found.end()
    if at < len(text):
        parts.append(text[at:])
    if any(isinstance(part, str) and ("{" in part or "}" in part) for part in parts):
        raise ValueError(f"expected a placeholder in the braces of “{text}”")
    return SplitTemplate(text, tuple(parts))


def fill_name_template(name_template: NameTemplate, lookup: Callable[[Placeholder], str]) -> str:
    """The text with its placeholders filled."""
    if isinstance(name_template, str):
        return name_template
    return "".join([part if isinstance(part, str) else lookup(part) for part in name_template.parts])


_OPERATORS = (">=", "<=", "!=", "=", ">", "<")


class FieldTest(Struct, frozen=True):
    """One test. sign: one of = != < <= > >= has present absent; `words`: any of them will do."""

    subject: Placeholder
    sign: str
    words: tuple[str, ...] = ()


class LayoutCondition(Struct, frozen=True):
    """It holds when all tests of one of its cases hold."""

    cases: tuple[tuple[FieldTest, ...], ...]

    def holds(self, lookup: Callable[[Placeholder], Any]) -> bool:
        """`lookup` gives the raw value of a subject, or None."""
        return any(all(_passes(test, lookup(test.subject)) for test in case) for case in self.cases)


def parse_condition(value: Any) -> LayoutCondition:
    """Read a condition; ValueError holds a sentence for people."""
    cases = value if isinstance(value, list) else [value]
    if not cases:
        raise ValueError("expected at least one case")
    return LayoutCondition(tuple(_case(case) for case in cases))


def _case(case: Any) -> tuple[FieldTest, ...]:
    if not isinstance(case, dict) or not case:
        raise ValueError("expected a map such as {type: action}")
    tests = []
    for name, wanted in case.items():
        subject, _, lang = str(name).partition("@")
        tests.append(_test(Placeholder(subject, lang), wanted))
    return tuple(tests)


def _test(subject: Placeholder, wanted: Any) -> FieldTest:
    if isinstance(wanted, list):
        if not wanted or any(isinstance(word, dict | list) for word in wanted):
            raise ValueError(f"expected a word or a list of words for “{subject.name}”")
        return FieldTest(subject, "=", tuple(word_of(word) for word in wanted))
    if isinstance(wanted, dict) or wanted is None:
        raise ValueError(f"expected a value for “{subject.name}”: a word, a list, `present` or `absent`")
    text = word_of(wanted)
    if text in ("present", "absent"):
        return FieldTest(subject, text)
    if text.startswith("has "):
        return FieldTest(subject, "has", (text[4:].strip(),))
    for sign in _OPERATORS:
        if text.startswith(sign):
            return FieldTest(subject, sign, (text[len(sign) :].strip(),))
    return FieldTest(subject, "=", (text,))


def word_of(value: Any) -> str:
    """A scalar as a person would write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def _passes(test: FieldTest, value: Any) -> bool:
    sign = test.sign
    if sign in ("present", "absent"):
        return (value not in (None, "", [], {}, ())) == (sign == "present")
    if sign == "has":
        return value is not None and (
            test.words[0] in value
            if isinstance(value, str | dict)
            else isinstance(value, list | tuple) and test.words[0] in [word_of(part) for part in value]
        )
    if isinstance(value, list | tuple):
        matches = any(word_of(part) in test.words for part in value)
    else:
        matches = word_of(value) in test.words
    if sign == "=":
        return matches
    if sign == "!=":
        return not matches
    try:
        left, right = float(word_of(value)), float(test.words[0])
    except ValueError:
        return False
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[sign]
