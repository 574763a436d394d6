"""Fields of cards. In: a deck's `fields` block and the values on its cards. Out: declarations and checked values.

Invariant: a value that passes has the declared type, so a judge and a layout may use it without a check.
"""

from __future__ import annotations

from typing import Any

from pnp.base.suggest import hint_nearest
from pnp.library.card import Field
from pnp.library.reading.node import Node, describe

TYPES = ("any", "int", "number", "text", "bool", "list", "map")
FIELD_KEYS = ("type", "values", "required", "of", "only_print", "note")
_NAMES = {
    "int": "a whole number",
    "number": "a number",
    "text": "a text",
    "bool": "true or false",
    "list": "a list",
    "map": "a mapping",
}


def read_fields(node: Node | None, taken: tuple[str, ...]) -> dict[str, Field]:
    """The declared fields of a deck."""
    fields: dict[str, Field] = {}
    if node is None or not node.is_map():
        return fields
    for name, child in node.children():
        if name in taken:
            child.error_at_key(
                f"every card already has a key “{name}”", "choose another name for the field", "bad-name"
            )
        elif not name.isidentifier():
            child.error_at_key(f"“{name}” is not a valid name for a field", "use letters, digits and _", "bad-name")
        else:
            fields[name] = _read_field(child)
    return fields


def _read_field(node: Node) -> Field:
    if isinstance(node.value, str):  # value: int
        return Field(node.choice(TYPES, "any"))
    if isinstance(node.value, list):  # colour: [red, blue]
        return Field("any", _read_values(node))
    if not node.check_keys(FIELD_KEYS):
        return Field()
    kind, of, values = node.get("type"), node.get("of"), node.get("values")
    required, only_print = node.get("required"), node.get("only_print")
    return Field(
        type=kind.choice(TYPES, "any") if kind else "any",
        values=_read_values(values) if values else (),
        required=required.flag(False) if required else False,
        of=of.choice(TYPES, "any") if of else "any",
        only_print=only_print.flag(False) if only_print else False,
    )


def _read_values(node: Node) -> tuple[Any, ...]:
    values: list[Any] = []
    for item in node.items():
        if isinstance(item.value, dict | list) or item.value is None:
            item.wrong_type("a word or a number")
        elif any(same(item.value, value) for value in values):
            item.error(f"{describe(item.value)} appears twice", code="duplicate-value")
        else:
            values.append(item.value)
    return tuple(values)


def same(one: Any, other: Any) -> bool:
    """Equal and of one type: `1` is not `true`."""
    return type(one) is type(other) and bool(one == other)


def check_value(node: Node, field: Field) -> None:
    """Report a value that its field does not allow."""
    if field.values:
        if isinstance(node.value, list) and field.type == "list":
            for item in node.items():
                _check_choice(item, field.values)
        else:
            _check_choice(node, field.values)
        return
    if not _fits(node.value, field.type):
        hint = "put it in quotes" if field.type == "text" and not isinstance(node.value, dict | list) else ""
        node.wrong_type(_NAMES[field.type], hint)
    elif field.of != "any" and isinstance(node.value, list | dict):
        children = node.items() if isinstance(node.value, list) else [child for _, child in node.children()]
        for item in children:
            if not _fits(item.value, field.of):
                item.wrong_type(_NAMES[field.of])


def _check_choice(node: Node, values: tuple[Any, ...]) -> None:
    if not any(same(node.value, value) for value in values):
        names = [str(value) for value in values]
        node.error(f"{describe(node.value)} is not allowed here", hint_nearest(str(node.value), names), "unknown-value")


def _fits(value: Any, kind: str) -> bool:
    if kind == "any":
        return True
    if kind == "number":
        return type(value) in (int, float)
    types = {"int": int, "text": str, "bool": bool, "list": list, "map": dict}
    return type(value) is types[kind]
