"""YAML as people would write it. In: plain values. Out: YAML text.

Invariant: `spans.load_yaml` returns equal values, whatever the texts contain; the YAML is plain where it can be, so
that people can continue to edit it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pnp.base.yaml.spans import is_truth_elsewhere, plain_value

_WIDTH = 100
_PLAIN = re.compile(r"[^\W\d_](?:[\w.!?()'’/%+-]|[ ](?! ))*")
_ODD = re.compile("[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u2028\u2029\ufeff]")


def dump_yaml(value: dict[str, Any]) -> str:
    """A mapping as a document."""
    return "\n".join(_mapping(value, "")) + "\n"


def dump_inline(value: Any) -> str:
    """Any value on one line."""
    return str(_inline(value, deep=True))


def quote_yaml(text: str, always: bool = False) -> str:
    """A text on one line, in quotes where it needs them, or always."""
    if (
        not always
        and _PLAIN.fullmatch(text)
        and not text.endswith(" ")
        and text.isprintable()
        and plain_value(text) == text
        and not is_truth_elsewhere(text)
    ):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{_ODD.sub(_escape, escaped)}"'


def _escape(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}"


def _mapping(value: dict[str, Any], indent: str) -> Iterator[str]:
    for key, inner in value.items():
        yield from _entry(f"{indent}{_inline(key)}:", inner, indent)


def _entry(head: str, value: Any, indent: str) -> Iterator[str]:
    inline = _inline(value)
    if inline is not None and (len(head) + len(inline) < _WIDTH or not value or not isinstance(value, dict | list)):
        if isinstance(value, str) and _is_block(value):
            yield f"{head} |-"
            yield from (f"{indent}  {line}" if line else "" for line in value.split("\n"))
        else:
            yield f"{head} {inline}"
    elif isinstance(value, dict):
        yield head
        yield from _mapping(value, indent + "  ")
    else:
        yield head
        yield from _sequence(value, indent + "  ")


def _sequence(values: list[Any], indent: str) -> Iterator[str]:
    for value in values:
        if isinstance(value, dict) and value and not all(isinstance(inner, str) for inner in value.values()):
            lines = list(_mapping(value, indent + "  "))
            yield f"{indent}- {lines[0].lstrip(' ')}"
            yield from lines[1:]
        else:
            yield f"{indent}- {_inline(value, deep=True)}"


def _inline(value: Any, deep: bool = False) -> str | None:
    """A value on one line; None for a mapping that holds more than texts and numbers."""
    if isinstance(value, str):
        return quote_yaml(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, int | float):
        return _number(value)
    inner = value.values() if isinstance(value, dict) else value
    if not deep and any(isinstance(one, dict | list) for one in inner):
        return None
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_inline(key)}: {_inline(one, True)}" for key, one in value.items()) + "}"
    return "[" + ", ".join(str(_inline(one, True)) for one in value) + "]"


def _number(value: int | float) -> str:
    if isinstance(value, int):
        return str(value)
    text = f"{value:.15f}".rstrip("0")
    return text + "0" if text.endswith(".") else text


def _is_block(text: str) -> bool:
    """True for lines that may stand as they are."""
    lines = text.split("\n")
    return (
        len(lines) > 1
        and not _ODD.search(text)
        and bool(lines[0].strip())
        and bool(lines[-1].strip())
        and not lines[0].startswith(" ")
        and all(line == line.rstrip() for line in lines)
        and all("\x85" not in line and "\t" not in line for line in lines)
    )
