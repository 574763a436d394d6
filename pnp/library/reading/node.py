"""A value in a YAML file and its place. In: a loaded document. Out: typed values, or a fault in the report.

Invariant: reading never raises. A wrong value is reported at its own line and column and replaced by a default, so that
the next fault of the same card is found in the same run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pnp.base.diagnostics import Report, Span
from pnp.base.suggest import hint_nearest
from pnp.base.yaml.spans import Spans
from pnp.library.card import SOURCES, Field, Source
from pnp.library.words import ANY, Words

Path = tuple[str | int, ...]


class Languages:
    """The languages of a game: `complete` ones must have every word, missing ones of `drafts` are only warnings.

    asked: the languages whose missing words are reported; all when it is empty.
    """

    __slots__ = ("asked", "complete", "drafts")

    def __init__(
        self, complete: Sequence[str] = ("en",), drafts: Sequence[str] = (), asked: Sequence[str] = ()
    ) -> None:
        self.complete = tuple(complete)
        self.drafts = tuple(drafts)
        self.asked = tuple(asked)

    def is_reported(self, code: str) -> bool:
        """True when missing words in that language are reported."""
        return not self.asked or code in self.asked


class Node:
    """One value: what it is, where it stands, and the report of its faults."""

    __slots__ = ("path", "report", "spans", "value")

    def __init__(self, value: Any, spans: Spans, report: Report, path: Path = ()) -> None:
        self.value = value
        self.spans = spans
        self.report = report
        self.path = path

    # places and faults

    @property
    def span(self) -> Span:
        """Where the value begins."""
        return self.spans.at(self.path)

    def error(self, message: str, hint: str = "", code: str = "") -> None:
        """Report a fault of this value."""
        self.report.error(self.span, message, hint, code)

    def error_at_key(self, message: str, hint: str = "", code: str = "") -> None:
        """Report a fault of this value's key."""
        self.report.error(self.spans.key(self.path), message, hint, code)

    def wrong_type(self, wanted: str, hint: str = "") -> None:
        """Report that something else was expected here."""
        self.error(f"expected {wanted}, got {describe(self.value)}", hint, "wrong-type")

    # into the document

    def child(self, key: str | int) -> Node:
        """The node of a key or position; where a mapping lacks the key, a node of None at the place of the mapping."""
        value = self.value.get(key) if isinstance(self.value, dict) else self.value[key]
        return Node(value, self.spans, self.report, (*self.path, key))

    def get(self, key: str) -> Node | None:
        """The node of a key, or None when the mapping has no such key or its value is empty."""
        if not isinstance(self.value, dict) or self.value.get(key) is None:
            return None
        return self.child(key)

    def children(self) -> list[tuple[str, Node]]:
        """Keys and nodes of a mapping; a number as key becomes its digits."""
        return [(str(key), self.child(key)) for key in self.value] if isinstance(self.value, dict) else []

    def items(self) -> list[Node]:
        """The nodes of a list; anything else is a fault."""
        if isinstance(self.value, list):
            return [self.child(number) for number in range(len(self.value))]
        self.wrong_type("a list", "begin each entry with “- ”")
        return []

    def is_map(self, wanted: str = "a mapping (key: value)") -> bool:
        """True for a mapping; anything else is a fault."""
        if isinstance(self.value, dict):
            return True
        self.wrong_type(wanted)
        return False

    def check_keys(self, allowed: Iterable[str], required: Iterable[str] = ()) -> bool:
        """Report unknown and missing keys; False when this is not a mapping at all."""
        if not self.is_map():
            return False
        allowed = list(allowed)
        for key, node in self.children():
            if key not in allowed:
                node.error_at_key(f"unknown key “{key}”", hint_nearest(key, allowed), "unknown-key")
        for key in required:
            if key not in self.value:
                self.error(f"the key “{key}” is missing", code="missing-key")
            elif self.value[key] is None:
                self.child(key).error_at_key(f"“{key}” is empty", code="missing-key")
        return True

    # typed values

    def text(self) -> str:
        """A text; a whole number is taken as its digits."""
        value = self.value
        if isinstance(value, str):
            if value.strip():
                return value
            self.error("the text is empty", code="empty-text")
        elif type(value) is int:
            return str(value)
        else:
            self.wrong_type("a text", "" if isinstance(value, dict | list) else "put it in quotes")
        return ""

    def text_of(self, key: str, default: str = "") -> str:
        """The text of a key, or the default when there is none."""
        node = self.get(key)
        return node.text() if node else default

    def whole(self, least: int, most: int, default: int) -> int:
        """A whole number within bounds."""
        if type(self.value) is not int:
            self.wrong_type("a whole number")
        elif not least <= self.value <= most:
            self.error(f"expected a number from {least} to {most}, got {self.value}", code="out-of-range")
        else:
            return self.value
        return default

    def flag(self, default: bool) -> bool:
        """`true` or `false`."""
        if isinstance(self.value, bool):
            return self.value
        self.wrong_type("true or false")
        return default

    def choice(self, values: Sequence[str], default: str) -> str:
        """One of a few words."""
        if isinstance(self.value, str) and self.value in values:
            return self.value
        word = str(self.value) if not isinstance(self.value, dict | list) else describe(self.value)
        self.error(f"“{word[:60]}” is not allowed here", hint_nearest(word, values), "unknown-value")
        return default

    def identifier(self, default: str = "") -> str:
        """A name made of letters, digits, hyphens and underscores, beginning with a letter or digit."""
        if not isinstance(self.value, str):
            self.wrong_type("a name", "put it in quotes" if type(self.value) in (int, float, bool) else "")
            return default
        if is_identifier(self.value):
            return self.value
        self.error(
            f"“{self.value[:60]}” is not a valid name",
            "use letters a-z, digits, - and _; begin with a letter or digit",
            "bad-name",
        )
        return default

    def words(self, languages: Languages, name: bool = False) -> Words:
        """Words by language. A plain text is a name in every language, or else a text in the first one."""
        if not isinstance(self.value, dict):
            text = self.text()
            if not text:
                return {}
            if name or not languages.complete or (len(languages.complete) == 1 and not languages.drafts):
                return {ANY: text}
            found = {languages.complete[0]: text}
        else:
            found = self._by_language(languages)
        if ANY not in found:
            self._missing(languages, found)
        return found

    def _by_language(self, languages: Languages) -> Words:
        known = (*languages.complete, *languages.drafts, ANY)
        found: Words = {}
        for code, node in self.children():
            if code not in known:
                hint = hint_nearest(code, known[:-1]) or "declare it under languages in game.yaml"
                node.error_at_key(f"the game has no language “{code}”", hint, "unknown-language")
            elif node.value is not None:
                found[code] = node.text()
            elif code not in languages.drafts:
                node.error_at_key(f"the words in “{code}” are empty", code="empty-text")
                found[code] = ""
        return found

    def _missing(self, languages: Languages, found: Words) -> None:
        for code in languages.complete:
            if code not in found and languages.is_reported(code):
                self.error(f"no words in “{code}”", "add a translation", "missing-translation")
        for code in languages.drafts:
            if code not in found and languages.is_reported(code):
                self.report.warning(self.span, f"no words in “{code}” yet", "add a translation", "missing-translation")


_KINDS = {dict: "a mapping", list: "a list", int: "a whole number", float: "a number", bool: "true or false"}


def describe(value: Any) -> str:
    """A value as people may read it: `the text “abc”`, `a list`."""
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return f"the text “{value[:40]}{'…' if len(value) > 40 else ''}”"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"the number {value}"
    return _KINDS[type(value)]


def is_identifier(word: str) -> bool:
    """True for names such as `kaarme`, `black-1`, `PS-ORG`."""
    plain = word.replace("-", "a").replace("_", "a")
    return 0 < len(word) <= 60 and plain.isascii() and plain.isalnum() and word[0] not in "-_"


REST = "rest"
_HINT = "begin with seed, public or house, then a note if needed"


def parse_source(text: str) -> Source | None:
    """`public P1 P2` as a Source; None when it does not begin with a kind."""
    for kind in SOURCES:
        after = text[len(kind) :]
        if text.startswith(kind) and (not after or after[0].isspace() or after[0] in ":,;("):
            note = after.strip(" :,;")
            whole = note.startswith("(") and note.endswith(")") and note.count("(") == 1
            return Source(kind, note[1:-1] if whole else note)
    return None


def read_source(node: Node) -> Source | None:
    """One source; None after a fault."""
    text = node.text()
    source = parse_source(text.strip())
    if text and source is None:
        node.error(f"expected a source, got “{text[:60]}”", _HINT, "bad-source")
    return source


def read_sources(node: Node | None, data: Iterable[str], base: dict[str, Source]) -> dict[str, Source]:
    """The sources of a card or file on top of those of its deck; "" means the rest."""
    if node is None:
        return dict(base)
    if not isinstance(node.value, dict):
        source = read_source(node)
        return {"": source} if source else dict(base)
    known = [*data, REST]
    found = dict(base)
    for datum, child in node.children():
        if datum not in known:
            child.error_at_key(f"cards of this deck have no “{datum}”", hint_nearest(datum, known), "unknown-key")
        elif source := read_source(child):
            found["" if datum == REST else datum] = source
    return found


def check_sources(node: Node, data: Iterable[str], sources: dict[str, Source]) -> None:
    """Report every datum that no source covers."""
    missing = [datum for datum in data if datum not in sources] if "" not in sources else []
    if missing:
        node.error(f"no source for {', '.join(missing)}", "add source: seed, public or house", "missing-source")


def without_sources(rows: Any) -> Any:
    """The rows of a table without `source`, which says where a row comes from and is nobody's datum."""
    if isinstance(rows, dict):
        return {key: without_sources(item) for key, item in rows.items() if key != "source"}
    return [without_sources(item) for item in rows] if isinstance(rows, list) else rows


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
