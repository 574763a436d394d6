"""JSON Schemas of layout files. In: nothing. Out: schemas of layouts, themes and sizes.

Invariant: they know every element, option and choice that `reading.py` lists, because they are made of its
table; a layout that is accepted there is accepted here.
"""

from __future__ import annotations

from typing import Any

from pnp.layout.template import template, theme
from pnp.layout.template.element import COMMON, KINDS, STYLE, options_of
from pnp.layout.template.reading import READERS
from pnp.layout.template.tree import schema_of

JsonSchema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_NAME: JsonSchema = {"type": "string"}
_MAP: JsonSchema = {"type": ["object", "null"]}
_WORDS: JsonSchema = {"type": ["string", "number", "boolean", "object"]}
_LENGTH: JsonSchema = {"type": ["number", "string"]}
# What an extending layout may write instead of any value: a change of the parent's, or nothing to take it out.
_CHANGE: JsonSchema = {"anyOf": [{"type": "null"}, {"type": "string", "pattern": r"^[-+*/]="}]}


def layout_schemas() -> dict[str, JsonSchema]:
    """All schemas by the name of their file, without its ending."""
    return {"layout": layout_schema(), "theme": theme_schema(), "sizes": sizes_schema()}


def layout_schema() -> JsonSchema:
    """Of a layout."""
    changed = {name: schema for name, schema in _layout_parts().items() if name not in template.UNCHANGED}
    codes = {"anyOf": [{"type": "null"}, _map(changed)]}
    bilingual = {"anyOf": [{"type": "null"}, _map({**changed, "codes": codes})]}
    themes = _of({"anyOf": [{"type": "null"}, _map({**changed, "bilingual": bilingual, "codes": codes})]})
    return {
        "$schema": DIALECT,
        "title": "a layout",
        **_map({**_layout_parts(), "themes": themes, "bilingual": bilingual, "codes": codes}),
        "$defs": {"element": element_schema(), "elements": _of({"$ref": "#/$defs/element"}), "style": style_schema()},
    }


def _layout_parts() -> dict[str, JsonSchema]:
    sizes = {"anyOf": [_NAME, size_schema()]}
    elements: JsonSchema = {"$ref": "#/$defs/elements"}
    parts: dict[str, JsonSchema] = {
        "extends": _NAME,
        "size": sizes,
        "about": _NAME,
        "words": _of(_WORDS),
        "values": _of(_LENGTH),
        "maps": _of({"type": "object"}),
        "styles": _of({"$ref": "#/$defs/style"}),
        "slots": _of(elements),
        "themes": _MAP,
        "bilingual": _MAP,
        "codes": _MAP,
        "elements": elements,
    }
    return {key: parts[key] for key in template.KEYS}


def element_schema() -> JsonSchema:
    """Of an element: the options of its kind; all options where an extending layout need not repeat the kind."""
    every = dict.fromkeys(name for kind in KINDS for name in (*COMMON, *options_of(kind)))
    rules = []
    for kind in KINDS:
        names = tuple(dict.fromkeys((*COMMON, *options_of(kind))))
        rules.append(
            {
                "if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
                "then": {
                    "propertyNames": {"enum": list(names)},
                    "properties": {name: _changeable(_option(kind, name)) for name in names},
                },
            }
        )
    properties: dict[str, JsonSchema] = {"kind": {"enum": list(KINDS)}, "elements": {"$ref": "#/$defs/elements"}}
    return {
        "type": ["object", "null"],
        "properties": properties,
        "propertyNames": {"enum": list(every)},
        "allOf": rules,
    }


def _option(kind: str, name: str) -> JsonSchema:
    if name == "kind":
        return {"const": kind}
    if name in ("elements", "spaces", "middles"):
        return {"$ref": "#/$defs/elements"}
    return schema_of(READERS.get(f"{kind}.{name}") or READERS[name])


def style_schema() -> JsonSchema:
    """Of a text style."""
    return {
        "type": ["object", "null"],
        "properties": {name: _changeable(schema_of(READERS[name])) for name in STYLE},
        "additionalProperties": False,
    }


def size_schema() -> JsonSchema:
    """Of a trim size."""
    parts: dict[str, JsonSchema] = {
        **dict.fromkeys(template.SIZE_KEYS, _LENGTH),
        "like": _NAME,
        "about": _NAME,
        "shape": {"enum": list(template.SHAPES)},
        "turned": {"type": "boolean"},
    }
    return _map(parts)


def sizes_schema() -> JsonSchema:
    """Of sizes.yaml."""
    return {"$schema": DIALECT, "title": "trim sizes", **_of(size_schema())}


def theme_schema() -> JsonSchema:
    """Of theme.yaml."""
    names = {"type": "array", "items": _NAME}
    coded = {"anyOf": [names, _map({"colours": names, "besides": _NAME})]}
    cuts = _map(
        {
            "family": _NAME,
            "regular": _NAME,
            "bold": _NAME,
            "italic": _NAME,
            "bolditalic": _NAME,
            "figures": {"const": "lining"},
        }
    )
    parts: dict[str, JsonSchema] = {
        "extends": _NAME,
        "about": _NAME,
        "default": _NAME,
        "colours": _of(_NAME),
        "coded": coded,
        "fonts": _of({"anyOf": [_NAME, cuts]}),
        "styles": _of({"$ref": "#/$defs/style"}),
        "values": _of(_LENGTH),
        "type_scale": {"type": "number"},
    }
    own = {key: parts[key] for key in theme.KEYS if key != "themes"}
    themes = _of({"anyOf": [{"type": "null"}, _map(own)]})
    return {
        "$schema": DIALECT,
        "title": "a theme",
        **_map({**own, "themes": themes}),
        "$defs": {"style": style_schema()},
    }


def _changeable(schema: JsonSchema) -> JsonSchema:
    return {"anyOf": [schema, *_CHANGE["anyOf"]]}


def _of(schema: JsonSchema) -> JsonSchema:
    return {"type": ["object", "null"], "additionalProperties": _changeable(schema)}


def _map(parts: dict[str, JsonSchema]) -> JsonSchema:
    return {
        "type": "object",
        "properties": {key: _changeable(schema) for key, schema in parts.items()},
        "additionalProperties": False,
    }
