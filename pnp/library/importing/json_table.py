"""JSON as a table. In: the bytes of a JSON file, a list of objects or an object that holds one. Out: an ImportedTable
with a row of headers and a row for each object.

`{"name": {"en": …, "fi": …}}` becomes the columns `name (en)` and `name (fi)`; lists and other objects become cells of
JSON. Invariant: every value of every object is in the table; anything but such a list is an InputError.
"""

from __future__ import annotations

import json
from typing import Any

from pnp.base.diagnostics import InputError, Report, Span
from pnp.library.importing.columns import LANGUAGES
from pnp.library.importing.table import ImportedTable, Value

_HINT = 'a list of objects, such as [{"name": "Ukko", "copies": 2}]'


def read_json_table(data: bytes, file: str) -> ImportedTable:
    """The grid of a JSON file; InputError when it is none."""
    try:
        value = json.loads(data.decode("utf-8-sig"), parse_constant=_refuse, object_pairs_hook=_object)
    except UnicodeDecodeError:
        raise InputError.single(Span(file), "expected UTF-8 text", "save the file as UTF-8", "not-utf8") from None
    except json.JSONDecodeError as fault:
        message = f"invalid JSON: {fault.msg[:1].lower()}{fault.msg[1:]}"
        raise InputError.single(Span(file, fault.lineno, fault.colno), message, "", "bad-table") from None
    except RecursionError:
        raise InputError.single(Span(file), "the lists are nested too deeply", _HINT, "bad-table") from None
    except ValueError as fault:
        raise InputError.single(Span(file), f"invalid JSON: {fault}", "", "bad-table") from None
    _refuse_mixed(value, file)
    rows = _objects(value)
    if not rows:
        raise InputError.single(Span(file), "expected a list of cards, got none", _HINT, "bad-table")
    flat = [_flat(row) for row in rows]
    headers = list(dict.fromkeys(header for row in flat for header in row))
    cells: list[list[Value]] = [[row.get(header) for header in headers] for row in flat]
    return ImportedTable(file, [list(headers), *cells], Report())


def _objects(value: Any) -> list[dict[str, Any]]:
    """The list of cards: the value itself, or the longest list of objects that it holds."""
    if isinstance(value, dict):
        lists = [_objects(inner) for inner in value.values() if isinstance(inner, list)]
        return max(lists, key=len, default=[])
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        return value
    return []


def _flat(row: dict[str, Any]) -> dict[str, Value]:
    flat: dict[str, Value] = {}
    for key, value in row.items():
        if isinstance(value, dict) and value and all(code in LANGUAGES for code in value):
            flat |= {f"{key} ({code})": _cell(words) for code, words in value.items()}
        else:
            flat[key] = _cell(value)
    return flat


def _cell(value: Any) -> Value:
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    plain: Value = value
    return plain


def _refuse_mixed(value: Any, file: str) -> None:
    """Report every entry of a list of cards that is not an object; otherwise the whole list would be ignored."""
    if not isinstance(value, list) or not any(isinstance(row, dict) for row in value):
        return
    report = Report()
    for number, row in enumerate(value, 1):
        if not isinstance(row, dict):
            shown = json.dumps(row, ensure_ascii=False)[:40]
            report.error(Span(file), f"entry {number}: expected an object, got {shown}", _HINT, "bad-table")
    report.raise_errors()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; ValueError where one of two values under the same key would be lost."""
    imported = dict(pairs)
    if len(imported) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"duplicate key “{twice[:60]}” in an object")
    return imported


def _refuse(word: str) -> None:
    raise ValueError(f"expected a number, got {word}")
