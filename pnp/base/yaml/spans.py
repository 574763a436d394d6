"""YAML with places. In: text that people wrote. Out: plain values (dict, list, str, int, float, bool, None) and a Spans
that knows the line and column of every value and key.

Invariant: bad or hostile text ends in an InputError that holds every fault found, never in another exception, a hang or
a flood. What a plain word means never surprises (docs/cards.md, "YAML, and the few things that differ"):

- only `true` and `false` are truth values; `yes`, `no`, `on`, `off`, `True` are words (`no` is also a language);
- only `12`, `-3` and `0.5` are numbers; `+2`, `007`, `0x1F`, `1_000`, `1:30`, `1e5`, `2024-01-31` stay words;
- nothing, `null` and `~` are None; a key is a word or a whole number, and stands once in its mapping;
- `&name` and `*name` may repeat a value, within the limits below; tags, `<<` and a second document are refused.

PyYAML's C parser is read event by event, so deep nesting costs no recursion and the limits hold before memory is spent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from os import PathLike
from typing import Any

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.files import MAX_BYTES, read_text
from pnp.base.yaml.syntax import MAX_DEPTH, character_fault, syntax_fault
from pnp.base.yaml.words import plain_value

MAX_NODES = 400_000
MAX_FAULTS = 100

_SHIFT = 32  # a place is packed as line << 32 | column


class _Branch:
    """Places inside one mapping or list: its own, those of its keys, and its children (packed place or _Branch)."""

    __slots__ = ("children", "keys", "mark", "size")

    def __init__(self, mark: int) -> None:
        self.mark = mark
        self.keys: dict[str | int, int] = {}
        self.children: dict[str | int, int | _Branch] = {}
        self.size = 1


class Spans:
    """The places of one document. Paths are tuples of keys and list positions: `("cards", 3, "name")`."""

    __slots__ = ("_root", "file")

    def __init__(self, file: str, root: int | _Branch = 0) -> None:
        self.file = file
        self._root = root

    def at(self, path: tuple[str | int, ...] = ()) -> Span:
        """Where the value at `path` begins; the nearest ancestor's place when there is no such value."""
        node = self._root
        for step in path:
            if not isinstance(node, _Branch) or step not in node.children:
                break
            node = node.children[step]
        return self._span(node.mark if isinstance(node, _Branch) else node)

    def key(self, path: tuple[str | int, ...]) -> Span:
        """Where the key of `path` is written; for a list's item the same as `at`."""
        node = self._root
        for step in path[:-1]:
            if not isinstance(node, _Branch) or step not in node.children:
                return self.at(path)
            node = node.children[step]
        if isinstance(node, _Branch) and path and path[-1] in node.keys:
            return self._span(node.keys[path[-1]])
        return self.at(path)

    def packed(self) -> Any:
        """The places as plain lists, dicts and numbers."""
        return _packed(self._root)

    @classmethod
    def unpacked(cls, file: str, places: Any) -> Spans:
        """The places of a document that is now called `file`; ValueError when `places` is malformed."""
        return cls(file, _unpacked(places))

    def _span(self, mark: int) -> Span:
        return Span(self.file, mark >> _SHIFT, mark & 0xFFFFFFFF)


def _packed(node: int | _Branch) -> Any:
    if not isinstance(node, _Branch):
        return node
    return [node.mark, node.keys, {step: _packed(child) for step, child in node.children.items()}]


def _unpacked(node: Any) -> int | _Branch:
    if isinstance(node, int):
        return node
    mark, keys, children = node
    branch = _Branch(mark)
    branch.keys = keys
    branch.children = {step: _unpacked(child) for step, child in children.items()}
    return branch


def load_yaml(text: str, file: str) -> tuple[Any, Spans]:
    """Return the value of one YAML document and its places; InputError with every fault."""
    if len(text) > MAX_BYTES:
        raise InputError.single(Span(file), f"the file is larger than {MAX_BYTES // 1_000_000} MB", code="too-large")
    text = text.removeprefix("\ufeff")
    return _EventReader(text, file).read()


def read_yaml(path: str | PathLike[str], file: str = "") -> tuple[Any, Spans]:
    """`load_yaml` of a file; `file` is the name that diagnostics show."""
    return load_yaml(read_text(path, file), file or str(path))


class _EventReader:
    """One pass over the parser's events, with an explicit stack of open containers."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.report = Report()
        self.nodes = 0
        self.stack: list[tuple[dict[str | int, Any] | list[Any], _Branch, str | None]] = []  # open containers
        self.pending: list[Any] = []  # per open container: the key that waits for its value, _NO_KEY or _REFUSED
        self.anchors: dict[str, tuple[Any, int | _Branch] | None] = {}
        self.result: tuple[Any, int | _Branch] = (None, 1 << _SHIFT | 1)

    def read(self) -> tuple[Any, Spans]:
        documents = 0
        try:
            for event in _events(self.text):
                kind = type(event).__name__
                if kind == "ScalarEvent":
                    self._scalar(event)
                elif kind == "MappingStartEvent":
                    self._open(event, {})
                elif kind == "SequenceStartEvent":
                    self._open(event, [])
                elif kind in ("MappingEndEvent", "SequenceEndEvent"):
                    self._close()
                elif kind == "AliasEvent":
                    self._alias(event)
                elif kind == "DocumentStartEvent":
                    documents += 1
                    if documents > 1:
                        self._stop(
                            event,
                            "expected one document, got a second one here",
                            "a file contains one document: remove the ---",
                            "documents",
                        )
        except _Stopped:
            pass
        except UnicodeEncodeError as fault:  # half of a surrogate pair
            self.report.items.append(character_fault(self.text, fault.start, self.file))
        except Exception as fault:
            if not _is_yaml_error(fault):
                raise
            self.report.items.append(syntax_fault(fault, self.text, self.file))
        self.report.raise_errors()
        return self.result[0], Spans(self.file, self.result[1])

    def _scalar(self, event: Any) -> None:
        mark = _mark(event)
        self._check(event, mark)
        if not self._is_key():
            value: Any = event.value
            if event.implicit[0] and event.style in ("", None):
                value = self._plain(event.value, mark)
                if value is None and not event.value:
                    self._refuse_colour(event.start_mark)
            self._add(value, mark, event.anchor)
            return
        word: Any = event.value
        if event.implicit[0] and event.style in ("", None):
            if word == "<<":
                self._fault(
                    mark,
                    "merge keys (<<) are not supported",
                    "write the entries out, or use the deck's defaults",
                    "merge",
                )
            plain = self._plain(word, mark)
            if type(plain) is int:
                word = plain
        self._key(word, mark)

    def _refuse_colour(self, start: Any) -> None:
        """Report a colour without quotes: behind a blank # begins a comment, so that there would be no value."""
        end = self.text.find("\n", start.index)
        found = _COLOUR.fullmatch(self.text[start.index : end if end >= 0 else None])
        if found:
            mark = start.line + 1 << _SHIFT | start.column + found.start(1) + 1
            message = f"expected a value, got the comment “{found[1]}”: # starts a comment"
            self._fault(mark, message, f'quote the colour: "{found[1]}"', "comment")

    def _plain(self, word: str, mark: int) -> Any:
        try:
            return plain_value(word)
        except OverflowError as fault:
            self._fault(mark, f"the number {fault} is too large", "quote it if it is a text", "number")
            return 0

    def _key(self, key: str | int, mark: int) -> None:
        _, branch, _ = self.stack[-1]
        if key in branch.keys:
            first = branch.keys[key]
            self._fault(mark, f"duplicate key “{key}”", f"first in line {first >> _SHIFT}", "duplicate-key")
            # Its value still follows, and must not replace the first one.
            self.pending[-1] = _REFUSED
            return
        branch.keys[key] = mark
        self.pending[-1] = key

    def _open(self, event: Any, value: dict[str | int, Any] | list[Any]) -> None:
        mark = _mark(event)
        self._check(event, mark)
        if len(self.stack) >= MAX_DEPTH:
            self._stop(event, f"nested deeper than {MAX_DEPTH} levels", "", "depth")
        if self._is_key():
            self._stop(
                event, "expected a word or a whole number as the key", "quote a key that begins with [ or {", "key"
            )
        if event.anchor:
            # Not finished: an alias to it from here on would stand inside itself.
            self.anchors[event.anchor] = None
        self.stack.append((value, _Branch(mark), event.anchor))
        self.pending.append(_NO_KEY)

    def _close(self) -> None:
        value, branch, anchor = self.stack.pop()
        self.pending.pop()
        self._add(value, branch, anchor)

    def _alias(self, event: Any) -> None:
        mark = _mark(event)
        if event.anchor not in self.anchors:
            self._stop(event, f"unknown anchor &{event.anchor}", "", "anchor")
        target = self.anchors[event.anchor]
        if target is None:
            self._stop(event, f"*{event.anchor} is inside its own anchor", "", "anchor")
        elif self._is_key():
            self._stop(event, "an alias cannot be a key", "write the word itself", "key")
        else:
            place = target[1]
            # An alias counts for all that it repeats, or a few nested ones would stand for billions of values.
            self.nodes += place.size if isinstance(place, _Branch) else 1
            self._check(event, mark)
            self._add(target[0], place, None)

    def _add(self, value: Any, place: int | _Branch, anchor: str | None) -> None:
        """Put a finished value into the open container, or make it the result."""
        if anchor:
            self.anchors[anchor] = (value, place)
        if not self.stack:
            self.result = (value, place)
            return
        parent, branch, _ = self.stack[-1]
        branch.size += place.size if isinstance(place, _Branch) else 1
        if isinstance(parent, list):
            branch.children[len(parent)] = place
            parent.append(value)
            return
        key, self.pending[-1] = self.pending[-1], _NO_KEY
        if key is not _REFUSED:
            branch.children[key] = place
            parent[key] = value

    def _is_key(self) -> bool:
        return bool(self.stack) and type(self.stack[-1][0]) is dict and self.pending[-1] is _NO_KEY

    def _check(self, event: Any, mark: int) -> None:
        """Count a node against the limit and refuse a tag."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self._stop(
                event, f"more than {MAX_NODES:,} values", "each alias counts as all values it repeats", "too-large"
            )
        if getattr(event, "tag", None):
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._fault(
                mark, f"the tag {tag[:60]} is not supported", "remove the tag; quote a value that must stay text", "tag"
            )

    def _fault(self, mark: int, message: str, hint: str, code: str) -> None:
        self.report.error(Span(self.file, mark >> _SHIFT, mark & 0xFFFFFFFF), message, hint, code)
        if len(self.report) >= MAX_FAULTS:
            raise _Stopped

    def _stop(self, event: Any, message: str, hint: str, code: str) -> None:
        self._fault(_mark(event), message, hint, code)
        raise _Stopped


class _Stopped(Exception):
    """Reading stops here; the report holds the reason."""


_COLOUR = re.compile(r"\s*(#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}))\s*(?:#.*)?")
_NO_KEY: Any = object()
_REFUSED: Any = object()


def _mark(event: Any) -> int:
    start = event.start_mark
    line: int = start.line
    column: int = start.column
    # One number a place: a large file has hundreds of thousands of them.
    return line + 1 << _SHIFT | column + 1


def _events(text: str) -> Iterator[Any]:
    """The events of the parser: libyaml where PyYAML was built with it, else pure Python."""
    import yaml  # 16 ms; a referee with a warm cache never needs it

    loader = (yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader)(text)
    return iter(loader.get_event, None)


def _is_yaml_error(fault: Exception) -> bool:
    import yaml

    return isinstance(fault, yaml.YAMLError)
