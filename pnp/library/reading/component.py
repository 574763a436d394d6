"""What is printed. In: `components:` of game.yaml. Out: Components, their options typed.

Invariant: OPTIONS lists, for each kind, every key that only this kind has, with its reader and its default;
docs/cards.md lists the same (a test compares them), and `options` of a Component has all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from msgspec import Struct

from pnp.base.suggest import hint_nearest
from pnp.base.units import parse_length
from pnp.library.card import CARD_KINDS, Component, Deck
from pnp.library.reading.node import Languages, Node

COMPONENT_KEYS = ("kind", "deck", "face", "back", "copies", "title", "counted", "note")
NodeReader = Callable[[Node], Any]


class OptionSpec(Struct, frozen=True):
    """An option of a kind: how it is read, its default, and its JSON Schema."""

    read: NodeReader
    default: Any
    schema: dict[str, Any]


def _length(least: float, most: float, default: float) -> OptionSpec:
    def read(node: Node) -> float:
        try:
            value = parse_length(node.value)
        except ValueError:
            node.wrong_type("a length", "write a number of mm, or a text such as 2.5in")
            return default
        if not least <= value <= most:
            node.error(f"expected {least:g} to {most:g} mm, got {value:g} mm", code="out-of-range")
            return default
        return value

    return OptionSpec(read, default, {"type": ["number", "string"]})


def _choice(*words: str) -> OptionSpec:
    return OptionSpec(lambda node: node.choice(words, words[0]), words[0], {"enum": list(words)})


def _whole(least: int, most: int) -> OptionSpec:
    schema = {"type": "integer", "minimum": least, "maximum": most}
    return OptionSpec(lambda node: node.whole(least, most, least), 0, schema)


_LAYOUT = OptionSpec(Node.text, "", {"type": "string"})
_COLOUR = OptionSpec(Node.text, "", {"type": "string"})
_DECKS = OptionSpec(
    lambda node: tuple(item.text() for item in node.items()), (), {"type": "array", "items": {"type": "string"}}
)

OPTIONS: dict[str, dict[str, OptionSpec]] = {
    "cards": {},
    "page": {},
    "pad": {"leaves": _whole(1, 100)},
    "rules": {},
    "board": {"overlap": _length(4, 40, 10.0), "marks": _choice("outside", "through")},
    "chits": {"gap": _length(0, 20, 2.0)},
    "standees": {"base": _choice("fold", "slot"), "foot": _length(5, 60, 12.0)},
    "dice": {},
    "tuckbox": {
        "holds": _DECKS,
        "cards": _whole(1, 1000),
        "thickness": _length(0.05, 3, 0.3),
        "room": _length(0, 10, 1.0),
        "side": _LAYOUT,
        "top": _LAYOUT,
        "ground": _COLOUR,
        "net": _LAYOUT,
    },
    "booklet": {"creep": _length(0, 1, 0.0)},
}
KINDS = tuple(OPTIONS)
_SPECS = {name: spec for options in OPTIONS.values() for name, spec in options.items()}
CHOICES: dict[str, tuple[str, ...]] = {name: tuple(spec.schema.get("enum", ())) for name, spec in _SPECS.items()}
"""The words of which an option is one; none where it is something else."""
_NO_BACK = ("board", "booklet")


EACH_PLAYER = "each player"  # of `copies`


def read_components(node: Node | None, languages: Languages, most_players: int) -> tuple[Component, ...]:
    """All components, in order."""
    if node is None or not node.is_map():
        return ()
    found = [_read_component(name, child, languages, most_players) for name, child in node.children()]
    return tuple(component for component in found if component is not None)


def _read_copies(node: Node | None, most_players: int) -> tuple[int, bool]:
    """How often it is printed, and whether that is once for each player."""
    if node is None:
        return 1, False
    if isinstance(node.value, str):
        if node.value != EACH_PLAYER:
            node.error(
                f"expected a number of copies, got “{node.value}”", f"a whole number, or: {EACH_PLAYER}", "wrong-type"
            )
        return most_players, True
    return node.whole(0, 1000, 1), False


def _read_component(name: str, node: Node, languages: Languages, most_players: int) -> Component | None:
    if not node.is_map():
        return None
    kind_node = node.get("kind")
    kind = kind_node.choice(KINDS, "cards") if kind_node else "cards"
    options = OPTIONS[kind]
    node.check_keys((*COMPONENT_KEYS, *options), ("face", "title"))
    title, copies, note, counted = (node.get(key) for key in ("title", "copies", "note", "counted"))
    times, is_for_each_player = _read_copies(copies, most_players)
    face, by, faces = _read_side(node.get("face"))
    back, back_by, backs = _read_side(node.get("back"))
    component = Component(
        id=name,
        title=title.words(languages, name=True) if title else {},
        kind=kind,
        deck=node.text_of("deck"),
        face=face,
        back=back,
        by=by,
        faces=faces,
        back_by=back_by,
        backs=backs,
        copies=times,
        is_for_each_player=is_for_each_player,
        note=note.words(languages) if note else {},
        counted=counted.words(languages, name=True) if counted else {},
        options={key: spec.read(child) if (child := node.get(key)) else spec.default for key, spec in options.items()},
    )
    if kind in CARD_KINDS and not component.deck:
        node.error("the key “deck” is missing", "name the deck whose cards are printed", "missing-key")
    for side, choice in (("face", by), ("back", back_by)):
        if choice and kind not in CARD_KINDS:
            node.child(side).error(f"expected one layout for the {side} of a {kind}", f"{side}: NAME", "wrong-type")
    if kind in _NO_BACK and node.get("back"):
        node.child("back").error(f"a {kind} has no back", code="unknown-key")
    if kind == "tuckbox" and not component.options["holds"]:
        node.error("the key “holds” is missing", "holds: [the decks that go into the box]", "missing-key")
    return component


def _read_side(node: Node | None) -> tuple[str, str, dict[str, str]]:
    """A layout's name, or `{by: field, value: layout, "*": layout}`."""
    if node is None:
        return "", "", {}
    if not isinstance(node.value, dict):
        return node.text(), "", {}
    by, faces = "", {}
    for key, child in node.children():
        if key == "by":
            by = child.text()
        else:
            faces[key] = child.text()
    if not by or not faces:
        node.error("expected {by: field, value: layout, “*”: layout}", code="wrong-type")
    return faces.pop("*", ""), by, faces


def check_component(component: Component, node: Node, decks: dict[str, Deck], printed: Collection[str]) -> None:
    """Check a component against the decks; `printed` are those that some component prints."""
    for number, name in enumerate(component.options.get("holds", ())):
        if name not in decks:
            node.child("holds").child(number).error(
                f"there is no deck “{name}”", hint_nearest(name, decks), "unknown-deck"
            )
        elif name not in printed:
            message = f"no component prints the deck “{name}”, so the size of its cards is unknown"
            node.child("holds").child(number).error(message, code="unknown-deck")
    if not component.deck:
        return
    if component.deck not in decks:
        hint = hint_nearest(component.deck, decks)
        node.child("deck").error(f"there is no deck “{component.deck}”", hint, "unknown-deck")
        return
    if component.by:
        for card in decks[component.deck].cards:
            if not component.face_of(card):
                value = card.fields.get(component.by)
                message = f"no layout for the card “{card.id}”: its {component.by} is “{value}”"
                node.child("face").error(message, "add “*” for all other values", "unknown-value")
