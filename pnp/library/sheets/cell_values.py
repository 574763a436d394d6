"""A cell as a value. In: what a sheet holds, and the field that the deck declares. Out: the value that YAML would hold.

Invariant: what cannot be such a value is handed on as it is, so that the check of the field says why, at its cell.
"""

from __future__ import annotations

import re
from typing import Any

from pnp.base.diagnostics import InputError
from pnp.base.yaml.spans import load_yaml
from pnp.library.card import Field
from pnp.library.importing.table import Value
from pnp.library.importing.values import convert, guess_type, show

_TRUE, _FALSE = ("true", "yes", "x", "1"), ("false", "no", "-", "0")
_BETWEEN = re.compile(r"\s*[,;|\n]\s*")


def cell_value(value: Value, field: Field, decimal_comma: bool = False) -> Any:
    """A cell that is not blank as a value of its field."""
    text = show(value).strip()
    if field.values and field.type != "list":
        return next((one for one in field.values if show(one).casefold() == text.casefold()), value)
    if field.type == "text":
        return show(value)
    if field.type == "bool":
        folded = text.casefold()
        return True if folded in _TRUE else False if folded in _FALSE else value
    if field.type == "list":
        return _list(text, field, decimal_comma)
    if field.type == "map":
        return _nested(text if text.startswith("{") else f"{{{text}}}", value)
    if field.type == "any" and text.startswith(("[", "{")):
        return _nested(text, value)
    kind = guess_type([value], decimal_comma)
    if kind in ("int", "number") or (kind == "bool" and field.type == "any"):
        return convert(value, kind)
    return value


def _list(text: str, field: Field, decimal_comma: bool) -> Any:
    """`[fire, water]`, or the same with commas, semicolons, bars or line ends alone."""
    if text.startswith("["):
        return _nested(text, text)
    of = Field(field.of, field.values)
    return [cell_value(part, of, decimal_comma) for part in _BETWEEN.split(text) if part]


def _nested(text: str, otherwise: Any) -> Any:
    try:
        return load_yaml(text, "")[0]
    except InputError:
        return otherwise
