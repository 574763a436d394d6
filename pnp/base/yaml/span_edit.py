"""One value of a YAML file, changed where it stands. In: the text of a document, a path, a value. Out: the text with
that value, and which characters were replaced.

Invariant: only the characters of that value change, or, where there was none, one entry is put in; the new text, read
again, holds the same data but for that value. What cannot be changed so (it is repeated by an anchor, or is a list over
several lines) is an InputError at its place, and nothing was changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.base.diagnostics import InputError, Span
from pnp.base.yaml.spans import is_truth_elsewhere, load_yaml, plain_value
from pnp.base.yaml.text import dump_inline, dump_yaml, quote_yaml

if TYPE_CHECKING:
    from yaml import MappingNode, Node

_BLANK_END = re.compile(r"(?:\r?\n[ \t]*)+\Z")
_FLOW_SIGNS = re.compile(r"[\[\]{},]")
_PLAIN = re.compile(r"[^\W\d_](?:.*\S)?")


class SpanEdit(NamedTuple):
    """A text that was edited: what stood between `start` and `end` of the old one is `written` now."""

    text: str
    start: int
    end: int
    written: str


class _Candidate(NamedTuple):
    """One way to write the value: between these characters, this."""

    start: int
    end: int
    written: str


class ValueChange(NamedTuple):
    """The value at `path` is to be another one; a key that its mapping lacks is put in, behind the last of the keys
    named if it can be.
    """

    path: tuple[str | int, ...]
    value: Any
    behind: Sequence[str] = ()


def replace_value(
    text: str, path: tuple[str | int, ...], value: Any, file: str, behind: Sequence[str] = ()
) -> SpanEdit:
    """Give the value at `path` another one (see ValueChange). InputError says why it cannot be."""
    data, spans = load_yaml(text, file)
    wanted = _with_value(data, path, value)
    for candidate in _candidates(text, _root(text), ValueChange(path, value, behind), spans.key(path)):
        changed = text[: candidate.start] + candidate.written + text[candidate.end :]
        if _holds(changed, wanted, file):
            return SpanEdit(changed, *candidate)
    hint = "edit the file in a text editor"
    raise InputError.single(
        spans.at(path), "this value cannot be changed without changing its neighbours", hint, "edit"
    )


def replace_values(text: str, changes: Sequence[ValueChange], file: str) -> str:
    """The text with several values changed, each as `replace_value` changes one; InputError when one cannot be.

    Where all can be written at once the document is read no more often than for one. What cannot stand together (two
    entries put into one empty mapping) is written half by half.
    """
    if len(changes) == 1:
        return replace_value(text, *changes[0][:2], file, changes[0].behind).text
    data, spans = load_yaml(text, file)
    root = _root(text)
    wanted, written = data, []
    for change in changes:
        wanted = _with_value(wanted, change.path, change.value)
        first = next(_candidates(text, root, change, spans.key(change.path)), None)
        written.append(first)
    if all(written):
        changed = text
        for candidate in sorted(filter(None, written), reverse=True):
            changed = changed[: candidate.start] + candidate.written + changed[candidate.end :]
        if _holds(changed, wanted, file):
            return changed
    half = len(changes) // 2
    return replace_values(replace_values(text, changes[:half], file), changes[half:], file)


def _holds(text: str, wanted: Any, file: str) -> bool:
    """Whether a text, read again, holds that data."""
    try:
        return equal(load_yaml(text, file)[0], wanted)
    except InputError:
        return False


def _root(text: str) -> Any:
    import yaml

    loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
    return yaml.compose(text.removeprefix("\ufeff"), Loader=loader)


def append_item(text: str, path: tuple[str | int, ...], item: dict[str, Any], file: str) -> str:
    """Put one more mapping behind the last entry of the list at `path`, written as those before it are."""
    data, spans = load_yaml(text, file)
    old = data
    for step in path:
        old = old[step]
    wanted = _with_value(data, path, [*old, item])
    place = spans.key(path)
    node = _node_at(text, path, place)
    shift = len(text) - len(text.removeprefix("\ufeff"))
    end = len(text[: node.end_mark.index + shift].rstrip())
    newline = _newline(text)
    if node.flow_style:
        candidates = [f"{text[: end - 1]}{', ' * bool(old)}{dump_inline(item)}{text[end - 1 :]}"]
    else:
        first, *rest = dump_yaml(item).splitlines()
        indent = " " * node.start_mark.column
        lines = [f"{indent}- {first}", *(f"{indent}  {line}" if line else "" for line in rest)]
        # What follows the last entry may be a comment, which stays where it is.
        candidates = [f"{text[:end]}{gap}{newline.join(lines)}{text[end:]}" for gap in (newline * 2, newline)]
    for changed in candidates:
        try:
            found, _ = load_yaml(changed, file)
        except InputError:
            continue
        if equal(found, wanted):
            return changed
    raise InputError.single(
        place, "cannot append to this list after its last entry", "edit the file in a text editor", "edit"
    )


def _node_at(text: str, path: tuple[str | int, ...], place: Span) -> Any:
    import yaml

    node: Any = _root(text)
    for step in path:
        node = _entry(node, step, place) if isinstance(node, yaml.MappingNode) else node.value[int(step)]
    return node


def equal(one: Any, other: Any) -> bool:
    """The same data: in Python, 1, 1.0 and True are equal, and here they are not."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(value, other[key]) for key, value in one.items())
    if isinstance(one, list):
        return len(one) == len(other) and all(map(equal, one, other))
    return bool(one == other)


def _with_value(data: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """A copy of the data with another value in one place; mappings that are missing on the way are made."""
    if not path:
        return value
    key, *rest = path
    if isinstance(data, list):
        copy = list(data)
        copy[int(key)] = _with_value(data[int(key)], tuple(rest), value)
        return copy
    inner = data if isinstance(data, dict) else {}
    return {**inner, key: _with_value(inner.get(key), tuple(rest), value)}


def _candidates(text: str, root: Any, change: ValueChange, place: Span) -> Iterator[_Candidate]:
    """The ways to write the value, the one that changes least first; `root`: the text as nodes."""
    import yaml

    shift = len(text) - len(text.removeprefix("\ufeff"))
    path, value, behind = change
    node = root
    is_flow = False
    for at, step in enumerate(path):
        if isinstance(node, yaml.MappingNode):
            is_flow = is_flow or bool(node.flow_style)
            child = _entry(node, step, place)
            if child is None:
                yield from _insertions(text, shift, node, path[at:], value, is_flow, behind)
                return
        elif isinstance(node, yaml.SequenceNode):
            is_flow = is_flow or bool(node.flow_style)
            child = node.value[int(step)]
            _refuse_repeated(child, node.start_mark.index, place)
        else:  # nothing, or one text, where a mapping is to be
            value = _nested(path[at:], value)
            break
        node = child
    yield from _replacements(text, shift, node, value, is_flow, place)


def _entry(node: MappingNode, key: str | int, place: Span) -> Node | None:
    """The value of a key; None when there is no such key."""
    for name, child in node.value:
        if name.value == str(key):
            _refuse_repeated(child, name.end_mark.index, place)
            return child  # type: ignore[no-any-return]
    return None


def _refuse_repeated(child: Node, least: int, place: Span) -> None:
    """An alias stands for what is written earlier: to change it there would change it here, too."""
    if child.start_mark.index < least:
        hint = "replace the *alias with the value"
        raise InputError.single(
            place, f"this is an alias of the value in line {child.start_mark.line + 1}", hint, "edit"
        )


def _nested(path: tuple[str | int, ...], value: Any) -> Any:
    for step in reversed(path):
        value = {step: value}
    return value


def _replacements(text: str, shift: int, node: Any, value: Any, is_flow: bool, place: Span) -> Iterator[_Candidate]:
    import yaml

    start, end = node.start_mark.index + shift, node.end_mark.index + shift
    if text[start : start + 1] == "&":
        hint = "replace each *alias with the values"
        raise InputError.single(place, "other places repeat this value through its anchor", hint, "edit")
    style = ""
    if isinstance(node, yaml.ScalarNode):
        style = node.style or ""
        if style in ("|", ">"):
            end = start + len(_BLANK_END.sub("", text[start:end]))
            if style == "|" and isinstance(value, str) and "\n" in value:
                yield _Candidate(start, end, _block(text, start, end, value))
    elif not node.flow_style:
        hint = "edit the file in a text editor"
        raise InputError.single(place, "expected a value on one line, got several lines", hint, "edit")
    gap = " " if start == end and text[start - 1 : start] not in ("", " ") else ""
    for written in _spellings(value, style, is_flow):
        yield _Candidate(start, end, gap + written)


def _spellings(value: Any, style: str, is_flow: bool) -> Iterator[str]:
    """How a value may be written on one line, first as its place was written before."""
    if isinstance(value, str) and value.isprintable():
        if style == "'":
            yield "'" + value.replace("'", "''") + "'"
        elif style != '"' and _may_be_plain(value, is_flow):
            yield value
    if style == '"' and isinstance(value, str):
        yield quote_yaml(value, always=True)
    yield dump_inline(value)


def _may_be_plain(text: str, is_flow: bool) -> bool:
    """Whether a text needs no quotes, for any reader of YAML; the caller reads it again all the same."""
    return (
        bool(_PLAIN.fullmatch(text))
        and ": " not in text
        and " #" not in text
        and not text.endswith(":")
        and not (is_flow and (_FLOW_SIGNS.search(text) or ":" in text))
        and plain_value(text) == text
        and not is_truth_elsewhere(text)
    )


def _block(text: str, start: int, end: int, value: str) -> str:
    """A text of several lines below its key, indented as the old one."""
    newline = _newline(text)
    first = next((line for line in text[start:end].splitlines()[1:] if line.strip()), "  ")
    indent = " " * (len(first) - len(first.lstrip(" ")))
    lines = (f"{indent}{line}" if line else "" for line in value.split("\n"))
    return newline.join(["|-", *lines])


def _insertions(
    text: str,
    shift: int,
    node: MappingNode,
    path: tuple[str | int, ...],
    value: Any,
    is_flow: bool,
    behind: Sequence[str],
) -> Iterator[_Candidate]:
    """Ways to put an entry into a mapping that lacks it: behind its last entry of one line, else before its first."""
    key, *rest = path
    for spelling in _spellings(_nested(tuple(rest), value), "", is_flow):
        entry = f"{quote_yaml(str(key))}: {spelling}"
        if node.flow_style:
            close = node.end_mark.index + shift - 1
            begin = len(text[:close].rstrip())
            begin -= text[begin - 1] == ","
            yield _Candidate(begin, begin, f", {entry}" if node.value else entry)
            continue
        indent = " " * node.start_mark.column
        newline = _newline(text)
        last_first = node.value[::-1]
        last_first.sort(key=lambda entry: entry[0].value not in behind)  # stable
        for name, child in last_first:
            if child.start_mark.line == child.end_mark.line == name.start_mark.line:
                line_end = text.find("\n", child.end_mark.index + shift)
                at = len(text) if line_end < 0 else line_end - (text[line_end - 1] == "\r")
                yield _Candidate(at, at, f"{newline}{indent}{entry}")
        first = node.start_mark.index + shift
        yield _Candidate(first, first, f"{entry}{newline}{indent}")


def _newline(text: str) -> str:
    at = text.find("\n")
    return "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"
