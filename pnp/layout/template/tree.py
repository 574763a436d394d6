"""YAML values that remember their places. In: what `load_yaml` read. Out: Trees, which merge as `extends` promises.

Invariant: every value keeps the file, line and column of the file it was written in, however often it was merged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from pnp.base.diagnostics import Report, Span
from pnp.base.suggest import hint_nearest
from pnp.base.yaml.spans import Spans

_SIGNS = ("+=", "-=", "*=", "/=")


class Tree:
    """A value and its place. `value` is a plain scalar, a dict of Trees by name, or a list of Trees."""

    __slots__ = ("key", "span", "value")

    def __init__(self, value: Any, span: Span, key: Span | None = None) -> None:
        self.value = value
        self.span = span
        self.key = key or span

    def plain(self) -> Any:
        """The value without places."""
        if isinstance(self.value, dict):
            return {name: child.plain() for name, child in self.value.items()}
        if isinstance(self.value, list):
            return [child.plain() for child in self.value]
        return self.value

    def get(self, name: str) -> Tree | None:
        """The child of that name; None when there is none or this is no mapping."""
        return self.value.get(name) if isinstance(self.value, dict) else None


def grow_tree(value: Any, spans: Spans, path: tuple[str | int, ...] = ()) -> Tree:
    """Join a loaded value with its places."""
    span, key = spans.at(path), spans.key(path)
    if isinstance(value, dict):
        return Tree({str(name): grow_tree(child, spans, (*path, name)) for name, child in value.items()}, span, key)
    if isinstance(value, list):
        return Tree([grow_tree(child, spans, (*path, number)) for number, child in enumerate(value)], span, key)
    return Tree(value, span, key)


def merge_trees(parent: Tree | None, child: Tree, report: Report, is_deferred: bool = False) -> Tree:
    """The parent changed by the child: maps key by key, `null` takes out, `+= 2` counts from the parent's value.

    is_deferred: the result is itself a change that is merged later (themes, slots), so what is taken out or counts
    from a value that is not there yet stays as it was written.
    """
    if is_relative(child.value):
        if is_deferred and (parent is None or parent.value is None or is_relative(parent.value)):
            return child
        return _combine(parent, child, report)
    if not isinstance(child.value, dict):
        return child
    merged: dict[str, Tree] = {}
    if parent is not None and isinstance(parent.value, dict):
        merged.update(parent.value)
    for name, value in child.value.items():
        if value.value is None and not is_deferred:
            merged.pop(name, None)
            continue
        merged[name] = merge_trees(merged.get(name), value, report, is_deferred)
        _place(merged, name, value, report)
    return Tree(merged, child.span, child.key)


def is_relative(value: Any) -> bool:
    """True for a text such as `+= 2`."""
    return isinstance(value, str) and value.lstrip()[:2] in _SIGNS


def _combine(parent: Tree | None, child: Tree, report: Report) -> Tree:
    sign, rest = child.value.lstrip()[0], child.value.lstrip()[2:].strip()
    if parent is None or isinstance(parent.value, dict | list | bool) or parent.value is None:
        report.error(
            child.span,
            f"“{child.value}” has no value to change: the extended layout does not set it",
            "write the value itself",
            "relative",
        )
        return Tree(rest, child.span, child.key)
    try:
        number = float(rest)
        if isinstance(parent.value, str):
            raise ValueError
        combined: Any = {
            "+": lambda: parent.value + number,
            "-": lambda: parent.value - number,
            "*": lambda: parent.value * number,
            "/": lambda: parent.value / number,
        }[sign]()
        if isinstance(combined, float):
            combined = round(combined, 6)
    except (ValueError, ZeroDivisionError):
        combined = f"({parent.value}) {sign} ({rest})"
    return Tree(combined, child.span, child.key)


def _place(merged: dict[str, Tree], name: str, child: Tree, report: Report) -> None:
    """Move an entry to the place that its `before` or `after` names."""
    for word in ("before", "after"):
        anchor = child.get(word)
        if anchor is None or not isinstance(anchor.value, str) or anchor.value == name:
            continue
        if anchor.value not in merged:
            continue  # reported when the elements are read, once all layers are merged
        moved = merged.pop(name)
        order = list(merged.items())
        at = list(merged).index(anchor.value) + (word == "after")
        order.insert(at, (name, moved))
        merged.clear()
        merged.update(order)


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
