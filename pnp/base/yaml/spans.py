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

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from os import PathLike
from typing import Any

from msgspec import DecodeError, msgpack
from msgspec.structs import replace

from pnp.base.cache import code_stamp, read_cached, write_cached
from pnp.base.diagnostics import Diagnostic, InputError, Report, Span
from pnp.base.digest import digest_bytes
from pnp.base.files import MAX_BYTES, read_text
from pnp.base.places import cache_dir

MAX_NUMBER = 2**53
_TRUTHS = frozenset(("yes", "no", "on", "off", "y", "n", "true", "false", "null"))


def is_truth_elsewhere(word: str) -> bool:
    """Whether other programs take an unquoted word for a truth value or for nothing, whatever its case."""
    return word.casefold() in _TRUTHS


@lru_cache(4096)  # layouts say the same few words again and again
def plain_value(word: str) -> Any:
    """What an unquoted word means: None, a truth value, a number or the word itself. Raises OverflowError."""
    first = word[:1]
    if first in "-0123456789" and first:
        digits = word[1:] if first == "-" else word
        if digits.isascii() and digits.isdigit():
            if digits[0] == "0" and len(digits) > 1:
                return word
            if len(digits) > 16 or int(digits) > MAX_NUMBER:
                raise OverflowError(word[:40])
            return int(word)
        whole, point, part = digits.partition(".")
        if point and digits.isascii() and whole.isdigit() and part.isdigit() and (whole == "0" or whole[0] != "0"):
            if len(digits) > 32:
                raise OverflowError(word[:40])
            return float(word)
        return word
    if word == "true":
        return True
    if word == "false":
        return False
    return None if word in ("", "null", "~") else word


# The parser's messages → ours, with a hint. {there} is the character where it stopped, {from} where the part began.
_MESSAGES = (
    ("expected ',' or '}'", "expected a comma before this, or a } for the { in {from}",
     "quote a text that contains “: ”, a comma or a bracket"),
    ("expected ',' or ']'", "expected a comma before this, or a ] for the [ in {from}",
     "quote a text that contains a comma or a bracket"),
    ("could not find expected ':'", "expected a value for this key", "write a colon and a space after a key"),
    ("did not find expected key", "this belongs neither to the value before it nor to the map that begins in {from}",
     "check the indentation, and quote texts that contain “: ” or begin with a special character"),
    ("did not find expected '-' indicator", "expected “- ” here, because the list that begins in {from} continues",
     "check the indentation of the list"),
    ("cannot start any token", "a text cannot begin with {there}", "quote the text"),
    ("expected node content", "a text cannot begin with {there}", "quote the text"),
    ("found undefined tag handle", "a text cannot begin with !", "quote the text"),
    ("did not find expected alphabetic", "a text cannot begin with * or &", "quote the text"),
    ("found unknown escape character", "invalid escape sequence: in double quotes a backslash begins one",
     "use single quotes, or double the backslash"),
    ("expected hexdecimal number", "invalid escape sequence: in double quotes a backslash begins one",
     "use single quotes, or double the backslash"),
    ("expected comment or line break", "expected a line break after > or |",
     "put the text on the next line, indented; or quote a text that begins with this character"),
)  # fmt: skip
MAX_DEPTH = 60
_TOO_DEEP = "maximum nesting depth"  # libyaml's own limit, which is met before events come
_UNCLOSED = ("unexpected end of stream", "found unexpected document indicator")
_SECOND_COLON = "mapping values are not allowed"
_NO_BLANK = re.compile(r"\s*(?:- )?[\w.]+:[^\s:/]")
_AFTER_QUOTES = re.compile(r"""[^'"#]*(?:[:,\[{-]\s)(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')[ \t]*\Z""")


def syntax_fault(fault: Any, text: str, file: str) -> Diagnostic:
    """An error of the parser as a diagnostic."""
    position = getattr(fault, "position", None)
    if position is not None:  # an error about a character
        return character_fault(text, position, file)
    mark = getattr(fault, "problem_mark", None) or getattr(fault, "context_mark", None)
    began = getattr(fault, "context_mark", None) or mark
    problem = str(getattr(fault, "problem", "") or fault).strip()
    there = _line(text, mark)[mark.column : mark.column + 1] if mark else ""
    if there == "\t":
        return _at(mark, file, "expected spaces as indentation, got a tab", "indent with spaces")
    if _TOO_DEEP in problem:
        return replace(_at(mark, file, f"nested deeper than {MAX_DEPTH} levels", ""), code="depth")
    if any(part in problem for part in _UNCLOSED):
        return _at(began, file, "expected a closing quote for the one here", "close the quote, or remove it")
    if _SECOND_COLON in problem:
        return _at(mark, file, *_second_colon(text, mark))
    if mark and _AFTER_QUOTES.match(_line(text, mark)[: mark.column]):
        return _at(
            mark,
            file,
            "expected the end of the value after the closing quote",
            "escape a quote in a text: '' in single quotes, \\\" in double quotes",
        )
    line = f"line {began.line + 1}" if began else "a line above"
    words = {"{there}": f"“{there}”" if there else "nothing", "{from}": line}
    message, hint = next(((message, hint) for part, message, hint in _MESSAGES if part in problem), (problem, ""))
    for word, meant in words.items():
        message = message.replace(word, meant)
    return _at(mark, file, message, hint)


def _second_colon(text: str, mark: Any) -> tuple[str, str]:
    """A value where there is one already: in the same line, or because this line continues the one before."""
    line = _line(text, mark)
    before = line[: mark.column]
    if ": " in before or before.lstrip().startswith(("'", '"')):
        return "expected one “: ” in this line, got two", "quote a text that contains “: ”"
    above = next((one for one in reversed(text.split("\n")[: mark.line]) if one.strip()), "")
    if _NO_BLANK.match(above) and ": " not in above:
        return "expected a key in the line above, got a text", "write a space after the colon of a key"
    if ":" not in above:
        return "expected a key in the line above, got a text", "write a colon and a space after a key"
    return "unexpected indentation: this line continues the text above", "give all keys of a map the same indentation"


def _at(mark: Any, file: str, message: str, hint: str) -> Diagnostic:
    span = Span(file, mark.line + 1, mark.column + 1) if mark else Span(file)
    return Diagnostic(span, message, hint, "error", "yaml")


def _line(text: str, mark: Any) -> str:
    """The line of a mark; empty past the end."""
    lines = text.split("\n")
    return lines[mark.line] if mark.line < len(lines) else ""


def character_fault(text: str, position: int, file: str) -> Diagnostic:
    """The diagnostic of a character that YAML forbids."""
    before = text[:position]
    span = Span(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
    number = ord(text[position : position + 1] or "\0")
    return Diagnostic(span, f"the character U+{number:04X} is not allowed", "remove it", "error", "character")


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


MAX_CACHED_FILES = 500
MAX_CACHED_BYTES = 30_000_000


def load_cached_yaml(text: str, file: str) -> tuple[Any, Spans]:
    """The value and its places; InputError with every fault."""
    key = digest_bytes(f"{code_stamp('base')}\0{text}".encode("utf-8", "surrogatepass"), 16)
    path = os.path.join(cache_dir(), "yaml", f"{key}.kept")
    data = read_cached(path)
    if data is not None:
        with suppress(DecodeError, ValueError, TypeError, AttributeError):
            value, places = msgpack.decode(data)
            return value, Spans.unpacked(file, places)
    value, spans = load_yaml(text, file)
    with suppress(OverflowError, ValueError, TypeError):  # a number that msgpack cannot hold
        write_cached(path, msgpack.encode((value, spans.packed())), MAX_CACHED_FILES, MAX_CACHED_BYTES)
    return value, spans
