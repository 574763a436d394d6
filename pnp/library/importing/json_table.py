"""JSON as a table. In: the bytes of a JSON file: a list of objects, or an object that holds one. Out: a Grid, a row for
each object under a row of headers.

`{"name": {"en": …, "fi": …}}` becomes the columns `name (en)` and `name (fi)`; lists and other objects stand in their
cell as JSON. Invariant: every value of every object is in the grid; what is no such list is an InputError.
"""

from __future__ import annotations

import json
from typing import Any

from pnp.base.diagnostics import InputError, Report, Span
from pnp.library.importing.columns import LANGUAGES
from pnp.library.importing.grid import Grid, Value

_HINT = 'a list of objects, such as [{"name": "Ukko", "copies": 2}]'


def read_json_table(data: bytes, file: str) -> Grid:
    """The grid of a JSON file; InputError when it is none."""
    try:
        value = json.loads(data.decode("utf-8-sig"), parse_constant=_refuse)
    except UnicodeDecodeError:
        raise InputError.single(Span(file), "this is not UTF-8", "save the file as UTF-8", "not-utf8") from None
    except json.JSONDecodeError as fault:
        message = f"this is no JSON: {fault.msg[:1].lower()}{fault.msg[1:]}"
        raise InputError.single(Span(file, fault.lineno, fault.colno), message, "", "bad-table") from None
    except (ValueError, RecursionError) as fault:
        raise InputError.single(Span(file), f"this is no JSON: {fault}", "", "bad-table") from None
    rows = _objects(value)
    if not rows:
        raise InputError.single(Span(file), "there is no list of cards in it", _HINT, "bad-table")
    flat = [_flat(row) for row in rows]
    headers = list(dict.fromkeys(header for row in flat for header in row))
    cells: list[list[Value]] = [[row.get(header) for header in headers] for row in flat]
    return Grid(file, [list(headers), *cells], Report())


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


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no number")
