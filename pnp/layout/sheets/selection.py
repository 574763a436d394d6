"""A choice of cards. In: what stands after `--cards`, and the cards of the components. Out: the labels of those chosen.

Alternatives are parted by commas; what must hold together by `&`. An alternative names a card (id, code or label),
its number in the component (`3`, `3-7`), a range between two cards (`KV3..KV9`) or tests a field (`type=action`,
`value>=5`). `new` are the own cards of a folder that extends a game.
Invariant: a name or a field that no card has is reported; nothing is ever evaluated as code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import Report, Span, UsageError
from pnp.base.suggest import hint_nearest
from pnp.layout.template.name_template import LayoutCondition, parse_condition
from pnp.layout.text.markup import Placeholder
from pnp.library.card import Card
from pnp.library.words import Words

_TEST = re.compile(r"([^\W\d][\w.@-]*)\s*(>=|<=|!=|=|>|<)\s*(.*)", re.DOTALL)
_NUMBERS = re.compile(r"(\d+)(?:-(\d+))?")
NEW = "new"
_OWN = ("id", "code", "copies", "deck", "name")


class ListedCard(Struct, frozen=True):
    """A card as a component lists it; label is its id, or id-2 where its copies are printed differently.

    is_new: the game is extended, and this card is not one of those that it had.
    """

    label: str
    card: Card
    is_new: bool = False

    def names(self) -> Iterable[str]:
        """What the card may be called, in lower case."""
        return (name.lower() for name in (self.label, self.card.id, self.card.code) if name)


def choose_cards(text: str, components: Mapping[str, Sequence[ListedCard]]) -> dict[str, frozenset[str]]:
    """For each component the labels of its chosen cards; UsageError reports all in the text that means nothing."""
    report = Report()
    chosen: dict[str, set[str]] = {name: set() for name in components}
    every = [row for rows in components.values() for row in rows]
    for case in text.split(","):
        terms = [term.strip() for term in case.split("&")]
        if not all(terms):
            report.error(_SPAN, "expected a card or a test, got nothing", "write for example type=action,KV3", "cards")
            continue
        picks = [_Term(term, every, report) for term in terms]
        for name, rows in components.items():
            labels = [pick.labels(rows) for pick in picks]
            chosen[name] |= labels[0].intersection(*labels[1:])
    if not report.errors and not any(chosen.values()):
        report.error(_SPAN, f"“{text}” matches no card", code="no-cards")
    if report.errors:
        raise UsageError(report)
    return {name: frozenset(labels) for name, labels in chosen.items()}


_SPAN = Span("--cards")


class _Term:
    """One test, name, number or range."""

    def __init__(self, text: str, every: Sequence[ListedCard], report: Report) -> None:
        self.names = {name for row in every for name in row.names()}
        self.ends: tuple[str, str] = ("", "")
        self.first = self.last = 0
        self.condition: LayoutCondition | None = None
        self.is_new = False
        if text.lower() in self.names:
            self.ends = (text.lower(), text.lower())
        elif text.lower() == NEW and any(row.is_new for row in every):
            self.is_new = True
        elif found := _NUMBERS.fullmatch(text):
            self.first = int(found[1][:9])
            self.last = int((found[2] or found[1])[:9])
            if not 1 <= self.first <= self.last or self.first > len(every):
                report.error(_SPAN, f"expected the number of a card, got “{text}”", "cards count from 1: 3-7", "cards")
        elif ".." in text and not _TEST.fullmatch(text):
            first, _, last = text.lower().partition("..")
            self.ends = (self._known(first.strip(), report), self._known(last.strip(), report))
        elif found := _TEST.fullmatch(text):
            self._test(found[1], found[2], found[3].strip(), every, report)
        else:
            self.ends = (self._known(text.lower(), report),) * 2

    def labels(self, rows: Sequence[ListedCard]) -> set[str]:
        """The labels of the rows that it chooses."""
        if self.is_new:
            return {row.label for row in rows if row.is_new}
        if self.condition is not None:
            whole = self.condition.cases[0][0].sign == "has"
            return {row.label for row in rows if self.condition.holds(partial(_value, row, whole))}
        if self.first:
            return {row.label for row in rows[self.first - 1 : self.last]}
        first, last = self.ends
        starts = [at for at, row in enumerate(rows) if first in row.names()]
        stops = [at for at, row in enumerate(rows) if last in row.names()]
        return {row.label for row in rows[starts[0] : stops[-1] + 1]} if starts and stops else set()

    def _known(self, name: str, report: Report) -> str:
        if name not in self.names:
            report.error(_SPAN, f"there is no card “{name}”", hint_nearest(name, sorted(self.names)), "unknown-card")
        return name

    def _test(self, field: str, sign: str, wanted: str, every: Sequence[ListedCard], report: Report) -> None:
        head = field.partition("@")[0].partition(".")[0]
        fields = {name for row in every for name in row.card.fields}
        if head not in (*_OWN, "text", *fields):
            known = [*sorted(fields), *_OWN]
            report.error(_SPAN, f"no card has a field “{head}”", hint_nearest(head, known), "unknown-field")
        if not wanted:
            report.error(
                _SPAN, f"expected a value for “{field}”, got nothing", f"write for example {field}=present", "cards"
            )
        words = [word.strip() for word in wanted.split("|")]
        subject: Any = words if sign == "=" and len(words) > 1 else (wanted if sign == "=" else sign + wanted)
        try:
            self.condition = parse_condition({field: subject})
        except ValueError as fault:
            report.error(_SPAN, str(fault), code="cards")


def _value(row: ListedCard, whole: bool, placeholder: Placeholder) -> Any:
    """The raw value of a field; names and texts in all their languages, as one text when it is searched as a whole."""
    card = row.card
    head, _, rest = placeholder.name.partition(".")
    if head in card.fields:
        value: Any = card.fields[head]
    elif head in ("id", "code", "copies", "deck"):
        value = getattr(card, head)
    elif head == "name":
        return _text_of(card.name, whole)
    elif head == "text":
        return _text_of(card.texts.get(rest, {}), whole)
    else:
        return None
    for step in rest.split(".") if rest else ():
        value = value.get(step) if isinstance(value, dict) else None
    return value


def _text_of(words: Words, whole: bool) -> Any:
    return "\n".join(words.values()) if whole else list(words.values()) or None
