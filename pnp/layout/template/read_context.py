"""Reading options. In: a Tree and its ReadContext. Out: its value; its faults go to the report, at their places.

Invariant: a faulty option is reported and gives nothing, so its default holds and all faults of a file are found in one
run. What a reader accepts is also known as a JSON Schema, as far as a schema can express it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from pnp.base.diagnostics import Report
from pnp.base.suggest import hint_nearest
from pnp.layout.template.tree import Tree


class BadValue(ValueError):
    """A value that cannot be used: the message, and a hint."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def with_article(noun: str) -> str:
    """`an icon`, `a text`."""
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"


class KnownNames(Protocol):
    """The names known around a layout. Each gives "" when the name is good, else the fault with its hint."""

    def colour_fault(self, text: str) -> str: ...
    def font_fault(self, text: str) -> str: ...
    def style_fault(self, text: str) -> str: ...
    def icon_fault(self, text: str) -> str: ...
    def layout_fault(self, text: str) -> str: ...


class ReadContext:
    """Where faults are reported, and which names are known around the layout."""

    def __init__(self, report: Report, known: KnownNames) -> None:
        self.report = report
        self.known = known

    def keys(self, tree: Tree, known: Iterable[str], what: str) -> None:
        """Report the keys of a map that are not known."""
        known = tuple(known)
        for name, child in tree.value.items():
            if name not in known:
                self.report.error(child.key, f"{what} has no “{name}”", hint_nearest(name, known), "unknown-key")

    def value(self, tree: Tree, read: ValueReader) -> Any:
        """One value, or None when it is faulty (and reported)."""
        try:
            return read(tree, self)
        except BadValue as fault:
            self.report.error(tree.span, str(fault), fault.hint, "value")
        except ValueError as fault:
            self.report.error(tree.span, str(fault), "", "value")
        return None


ValueReader = Callable[[Tree, ReadContext], Any]

_SCHEMAS: dict[ValueReader, dict[str, Any]] = {}  # what readers accept


def schema_of(read: ValueReader) -> dict[str, Any]:
    """The JSON Schema of what a reader accepts; that of any value where a schema cannot express more."""
    return _SCHEMAS.get(read, {})


def known_as(read: ValueReader, **schema: Any) -> ValueReader:
    """The reader, registered with a JSON Schema of what it accepts."""
    _SCHEMAS[read] = schema
    return read
