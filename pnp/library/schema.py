"""JSON Schemas of card files. In: a CardBook. Out: schemas of game.yaml, the rulebook, tables and each deck.

They serve editors, which complete and check while one writes; `pnp check` knows more. Invariant: whatever the loader
accepts, a schema accepts too (tests hold every game's files against them), and an unknown key is refused by both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pnp.library.card import CARD_KINDS, SOURCES, CardBook, Deck, Field
from pnp.library.own_deck import OWN_DECK_KEYS
from pnp.library.reading import extension
from pnp.library.reading.component import COMPONENT_KEYS, EACH_PLAYER, OPTIONS
from pnp.library.reading.deck import CARD_KEYS, DECK_KEYS
from pnp.library.reading.game import CONSTANT_KEYS, GAME_KEYS, OPTION_KEYS
from pnp.library.reading.game import OWN_DECK_KEYS as LIMIT_KEYS
from pnp.library.reading.lesson import STEP_KEYS, WRONG_KEYS
from pnp.library.reading.node import FIELD_KEYS, TYPES
from pnp.library.reading.rulebook import (
    BOX_KEYS,
    EXAMPLE_KEYS,
    HOWTO_KEYS,
    NOTE_KEYS,
    POINT_KEYS,
    RULE_KEYS,
    RULEBOOK_KEYS,
    SECTION_KEYS,
    SHOWN_KEYS,
)
from pnp.library.reading.rulebook import STEP_KEYS as EXAMPLE_STEP_KEYS

if TYPE_CHECKING:
    from pnp.library.effect.vocabulary import Vocabulary

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TEXT: Schema = {"type": ["string", "integer"]}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_SOURCE: Schema = {"type": "string", "pattern": f"^({'|'.join(SOURCES)})(?![A-Za-z0-9])"}
_SOURCES: Schema = {"anyOf": [_SOURCE, {"type": "object", "additionalProperties": _SOURCE}]}
_TYPE_SCHEMAS: dict[str, Schema] = {
    "any": {},
    "int": {"type": "integer"},
    "number": {"type": "number"},
    "text": {"type": "string"},
    "bool": {"type": "boolean"},
    "list": {"type": "array"},
    "map": {"type": "object"},
}


def book_schemas(book: CardBook, vocabulary: Vocabulary | None = None) -> dict[str, Schema]:
    """All schemas by the name of their file, without its ending; `vocabulary`: the words of the game's effects."""
    words = words_schema(book)
    return {
        "game": _document(f"{book.slug}: game.yaml", game_schema(book, words)),
        "rulebook": _document(f"{book.slug}: rulebook.yaml", rulebook_schema(words)),
        "table": _document(f"{book.slug}: a table", _map({"table": _TEXT, "rows": {}, "source": _SOURCE, "note": {}})),
        "phrases": _document(f"{book.slug}: phrases", {"type": "object", "required": ["phrases"]}),
        "messages": _document(f"{book.slug}: messages", messages_schema(words)),
        "teach": _document(f"{book.slug}: a lesson", lesson_schema(words)),
        "howto": _document(f"{book.slug}: how to play", howto_schema(words)),
        "deck": _document(f"{book.slug}: a new deck", deck_schema(words)),
        **(
            {"own-deck": _document(f"{book.slug}: your own deck", own_deck_schema(book, words))}
            if book.own_deck
            else {}
        ),
        **{
            f"deck-{deck.id}": _document(
                f"{book.slug}: the deck {deck.id}", deck_schema(words, deck, vocabulary, bool(book.extends))
            )
            for deck in book.decks.values()
        },
    }


def words_schema(book: CardBook) -> Schema:
    """Words: a text, or a text in each language."""
    known = (*book.languages, *book.drafts, "*")
    return {"anyOf": [_TEXT, _map({key: {"type": ["string", "integer", "null"]} for key in known})]}


def messages_schema(words: Schema) -> Schema:
    """Of the file with the referee's messages."""
    messages = {"type": "object", "additionalProperties": words}
    return {**_map({"messages": _TEXT, "words": messages, "note": {}}), "required": ["messages", "words"]}


def lesson_schema(words: Schema) -> Schema:
    """Of a guided first game."""
    wrong = {**_map(dict.fromkeys(WRONG_KEYS, _TEXT) | {"words": words}), "required": list(WRONG_KEYS)}
    of_step = {"rules": _TEXTS, "lines": _TEXTS, "line": _TEXT, "do": _TEXT, "wrong": {"type": "array", "items": wrong}}
    step = _map({key: of_step.get(key, words) for key in STEP_KEYS})
    given = {"teach": _TEXT, "seats": _TEXTS, "you": _TEXT, "options": {"type": "object"}, "note": {}}
    lesson = _map({**given, "intro": words, "end": words, "steps": {"type": "array", "items": step}})
    return {**lesson, "required": ["teach", "seats", "you", "intro", "steps", "end"]}


def howto_schema(words: Schema) -> Schema:
    """Of what teaches the game on paper."""
    values: dict[str, Schema] = {
        "words": words,
        **dict.fromkeys(("icon", "rule", "card", "wrong"), _TEXT),
        **dict.fromkeys(("picture", "lines"), _TEXTS),
        "scores": {"type": "object", "additionalProperties": {"type": "integer"}},
        "at": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
    }
    points = {"type": "array", "items": _map(_only(values, POINT_KEYS), ("words",))}
    cards = {"type": "array", "items": _map(_only({**values, "points": points}, SHOWN_KEYS), ("card", "points"))}
    notes = {"type": "array", "items": _map(_only(values, NOTE_KEYS), ("words",))}
    steps = {"type": "array", "items": _map(_only(values, EXAMPLE_STEP_KEYS), ("words",))}
    example = {"seats": _TEXTS, "options": {"type": "object"}, "before": _TEXTS, "steps": steps}
    parts: dict[str, Schema] = {
        "howto": _TEXT,
        **dict.fromkeys(("opening", "goal"), words),
        "box": {"type": "object", "additionalProperties": _map(_only(values, BOX_KEYS))},
        **dict.fromkeys(("setup", "turn", "end", "missed"), notes),
        "cards": cards,
        "example": _map(_only(example, EXAMPLE_KEYS), ("seats", "steps")),
        "source": _SOURCE,
    }
    return _map(_only(parts, HOWTO_KEYS), ("howto", "opening", "goal", "setup", "turn", "end", "source"))


def game_schema(book: CardBook, words: Schema) -> Schema:
    """Of game.yaml."""
    decks: Schema = {"enum": list(book.decks)} if book.decks else _TEXT
    codes = {"type": "array", "items": {"type": "string"}}
    whole = {"type": "integer", "minimum": 1}
    span = {"anyOf": [whole, {"type": "array", "items": whole, "minItems": 2, "maxItems": 2}]}
    parts: dict[str, Schema] = {
        "game": {"const": book.slug} if book.slug else _TEXT,
        "title": words,
        "version": {"type": ["string", "number"]},
        "players": span,
        "minutes": span,
        "age": whole,
        "languages": codes,
        "drafts": codes,
        "letters": {"type": "string", "pattern": "^[A-Z]{1,5}$"},
        "codes": {"type": "string", "pattern": "^[A-Z]{1,5}$"},
        "about": words,
        "references": {"type": "object", "additionalProperties": _TEXT},
        "constants": {"type": "object", "additionalProperties": _constant()},
        "options": {"type": "object", "additionalProperties": _option(words)},
        "names": {"type": "object", "additionalProperties": words},
        "components": {"type": "object", "additionalProperties": component_schema(words, decks)},
        "own_deck": _own_limits(decks),
        "sandbox": {"type": "object"},
        "source": _SOURCE,
        "extends": {"const": book.extends},
    }
    if book.extends:
        return _map(_only(parts, extension.KEYS), ("extends",))
    return _map(_only(parts, GAME_KEYS), ("game", "title", "players"))


def _own_limits(decks: Schema) -> Schema:
    whole = {"type": "integer", "minimum": 1}
    ends = {"type": "array", "items": whole, "minItems": 2, "maxItems": 2}
    parts: dict[str, Schema] = {"deck": decks, "cards": ends, "each": whole, "rule": {"type": "string"}, "note": {}}
    return _map(_only(parts, LIMIT_KEYS), ("deck", "cards"))


def own_deck_schema(book: CardBook, words: Schema) -> Schema:
    """Of a deck people built themselves; a card may also be named by its code or name."""
    own = book.own_deck
    copies: Schema = {"type": "integer", "minimum": 0, "maximum": (own.each or own.most) if own else 1000}
    cards = [card.id for card in book.decks[own.deck].cards] if own and own.deck in book.decks else []
    listed: Schema = {"type": "object", "properties": dict.fromkeys(cards, copies), "additionalProperties": copies}
    parts: dict[str, Schema] = {"own_deck": {"const": book.slug}, "title": words, "cards": listed}
    return _map(_only(parts, OWN_DECK_KEYS), ("own_deck", "cards"))


def component_schema(words: Schema, decks: Schema) -> Schema:
    """Of one component: the options of its kind beside those of all."""
    side = {"anyOf": [_TEXT, {"type": "object", "required": ["by"], "additionalProperties": _TEXT}]}
    common: dict[str, Schema] = {
        "kind": {"enum": list(OPTIONS)},
        "deck": decks,
        "face": side,
        "back": side,
        "copies": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 1000}, {"const": EACH_PLAYER}]},
        "title": words,
        "counted": words,
        "note": {},
    }
    own = {name: spec.schema for options in OPTIONS.values() for name, spec in options.items()}
    rules = []
    for kind, options in OPTIONS.items():
        needed = ["deck"] if kind in CARD_KINDS else []
        then: Schema = {"propertyNames": {"enum": [*COMPONENT_KEYS, *options]}, "required": needed}
        is_kind: Schema = {"properties": {"kind": {"const": kind}}}
        if kind != "cards":  # the kind when none is given
            is_kind["required"] = ["kind"]
        rules.append({"if": is_kind, "then": then})
    return {**_map({**_only(common, COMPONENT_KEYS), **own}, ("face", "title")), "allOf": rules}


def deck_schema(
    words: Schema, deck: Deck | None = None, vocabulary: Vocabulary | None = None, is_extended: bool = False
) -> Schema:
    """Of a deck file; with the deck's own fields, texts and effects when the deck exists already. is_extended: of the
    file that adds cards to it.
    """
    copies: Schema = {"type": "integer", "minimum": 0, "maximum": 1000}
    fields = {name: field_schema(field) for name, field in deck.fields.items()} if deck else {}
    texts: Schema = {"type": "object", "additionalProperties": words}
    if deck:
        texts = _map(dict.fromkeys(deck.texts, words))
    card_parts: dict[str, Schema] = {
        "id": {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9_-]*$"},
        "name": words,
        "code": _TEXT,
        "copies": copies,
        "text": texts,
        "faces": {"type": "array", "items": {"type": "object"}},
        "source": _SOURCES,
    }
    words_of_effects = vocabulary if deck and any(card.abilities for card in deck.cards) else None
    if words_of_effects:
        card_parts["abilities"] = {"type": "array", "items": {"$ref": "#/$defs/ability"}}
        card_parts["instead_of_generated"] = _TEXT
    keys = (*CARD_KEYS, "replaces") if is_extended else CARD_KEYS
    card = _map({**_only({**card_parts, "replaces": _TEXT}, keys), **fields}, ("id", "name"), is_open=deck is None)
    defaults = _map({"copies": copies, **fields}, is_open=deck is None)
    parts: dict[str, Schema] = {
        "deck": {"const": deck.id} if deck else _TEXT,
        "kind": {"enum": ["cards", "tokens"]},
        "title": words,
        "total": {"type": "integer", "minimum": 0},
        "source": _SOURCES,
        "fields": {"type": "object", "additionalProperties": _declaration()},
        "called": _TEXT,
        "must_do": {"type": "object", "additionalProperties": _map({"any_of": _TEXTS, "rule": _TEXT}, ("any_of",))},
        "texts": _TEXTS,
        "defaults": defaults,
        "cards": {"type": "array", "items": card},
        "from": {"anyOf": [_TEXT, _map({"file": _TEXT, "sheet": _TEXT, "columns": {"type": "object"}}, ("file",))]},
        "without": _TEXTS,
        "values": {"type": "object", "additionalProperties": {"type": "array"}},
    }
    if is_extended:
        schema = _map(_only(parts, extension.DECK_KEYS), ("deck",))
    else:
        one = [{"required": ["cards"]}, {"required": ["from"]}]
        schema = {**_map(_only(parts, DECK_KEYS), ("deck", "title")), "oneOf": one}
    return {**schema, "$defs": ability_schemas(words_of_effects)} if words_of_effects else schema


def ability_schemas(vocabulary: Vocabulary) -> dict[str, Schema]:
    """Of abilities and all they are made of, by name: straight from the typed vocabulary."""
    from msgspec.json import schema_components

    (ability,), parts = schema_components([vocabulary.ability], ref_template="#/$defs/{name}")
    return {"ability": ability, **parts}


def field_schema(field: Field) -> Schema:
    """Of a declared field's values."""
    if field.values:
        chosen: Schema = {"enum": list(field.values)}
        return {"anyOf": [chosen, {"type": "array", "items": chosen}]} if field.type == "list" else chosen
    schema = dict(_TYPE_SCHEMAS[field.type])
    if field.of != "any" and field.type in ("list", "map"):
        schema["items" if field.type == "list" else "additionalProperties"] = _TYPE_SCHEMAS[field.of]
    return schema


def rulebook_schema(words: Schema) -> Schema:
    """Of rulebook.yaml."""
    rule: dict[str, Schema] = {
        "id": {"type": "string"},
        "words": words,
        "enforced": {"enum": ["judge", "people"]},
        "source": {"type": "string"},
        "summary": {"type": "boolean"},
        "diagram": {"type": "string"},
        "examples": {"type": "array", "items": words},
    }
    section: dict[str, Schema] = {
        "id": {"type": "string"},
        "title": words,
        "intro": words,
        "rules": {"type": "array", "items": _map(_only(rule, RULE_KEYS), ("id", "words"))},
    }
    parts: dict[str, Schema] = {
        "rulebook": _TEXT,
        "credits": words,
        "sections": {"type": "array", "items": _map(_only(section, SECTION_KEYS), ("id", "title", "rules"))},
    }
    return _map(_only(parts, RULEBOOK_KEYS), ("rulebook", "sections"))


def _constant() -> Schema:
    whole = _map(_only({"value": {}, "source": _SOURCE, "only_print": {"type": "boolean"}}, CONSTANT_KEYS), ("value",))
    return {"anyOf": [whole, {"not": {"type": ["object", "null"]}}]}


def _option(words: Schema) -> Schema:
    parts: dict[str, Schema] = {
        "default": {},
        "values": {"type": "array"},
        "choices": {"type": "object", "additionalProperties": words},
        "range": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
        "rule": {"type": "string"},
        "unused": {"type": "string"},
        "source": _SOURCE,
        "words": words,
    }
    return _map(_only(parts, OPTION_KEYS), ("default", "words"))


def _declaration() -> Schema:
    kinds: Schema = {"enum": list(TYPES)}
    parts: dict[str, Schema] = {
        "type": kinds,
        "values": {"type": "array"},
        "required": {"type": "boolean"},
        "of": kinds,
        "only_print": {"type": "boolean"},
    }
    return {"anyOf": [kinds, {"type": "array"}, _map(_only(parts, FIELD_KEYS))]}


def _only(parts: Mapping[str, Schema], keys: Iterable[str]) -> dict[str, Schema]:
    """The schema of each key that the loader knows; notes may be anything."""
    return {key: parts.get(key, {}) for key in keys}


def _map(parts: Mapping[str, Schema], required: Iterable[str] = (), is_open: bool = False) -> Schema:
    nothing = [{"type": "null"}]  # an empty value is as good as none where nothing is required
    needed = list(required)
    properties = {
        key: schema if key in needed or not schema else {"anyOf": [schema, *nothing]} for key, schema in parts.items()
    }
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": is_open}
    return schema | ({"required": needed} if needed else {})


def _document(title: str, schema: Schema) -> Schema:
    return {"$schema": DIALECT, "title": title, **schema}
