"""The file that teaches a game on paper. In: a file with `howto:`. Out: a HowTo, and every fault in it.

Invariant: it has words in every language of the game; that a card, a rule or a component is there is checked when all
files are read, and whether the lines of its example are legal only a referee knows.
"""

from __future__ import annotations

from typing import Any

from pnp.base.suggest import hint_nearest
from pnp.library.card import CardBook
from pnp.library.howto import EMPTY, UNSEEN, BoxNote, Example, ExampleStep, HowTo, Note, square_of
from pnp.library.reading.node import Languages, Node
from pnp.library.reading.source import read_source
from pnp.library.words import Words

HOWTO_KEYS = ("howto", "opening", "goal", "box", "setup", "turn", "example", "end", "missed", "source", "note")
NOTE_KEYS = ("words", "icon", "rule", "picture", "note")
BOX_KEYS = ("words", "card", "note")
EXAMPLE_KEYS = ("seats", "options", "before", "steps", "note")
STEP_KEYS = (*NOTE_KEYS, "lines", "wrong", "scores")
NOTED = ("setup", "turn", "end", "missed")


def read_howto(node: Node, languages: Languages, slug: str) -> HowTo:
    """The whole file. Faults go to the node's report."""
    if not node.check_keys(HOWTO_KEYS, ("howto", "opening", "goal", "setup", "turn", "end", "source")):
        return HowTo()
    name, box, example, source = (node.get(key) for key in ("howto", "box", "example", "source"))
    if source:
        read_source(source)
    if name and name.identifier(slug) != slug:
        name.error(f"expected the name of the game, “{slug}”, got “{name.value}”", "use the same name", "slug")
    notes = {part: _read_notes(node.get(part), languages) for part in NOTED}
    return HowTo(
        opening=_words(node, "opening", languages),
        goal=_words(node, "goal", languages),
        box={key: _read_box_note(child, languages) for key, child in box.children()} if box and box.is_map() else {},
        example=_read_example(example, languages) if example else Example(),
        **notes,
    )


def _read_notes(node: Node | None, languages: Languages) -> tuple[Note, ...]:
    return tuple(Note(**_read_note(item, languages, NOTE_KEYS)) for item in node.items()) if node else ()


def _read_note(node: Node, languages: Languages, keys: tuple[str, ...]) -> dict[str, Any]:
    if not node.check_keys(keys, ("words",)):
        return {"words": {}}
    return {
        "words": _words(node, "words", languages),
        "icon": node.text_of("icon"),
        "rule": node.text_of("rule"),
        "picture": _texts(node.get("picture")),
    }


def _read_box_note(node: Node, languages: Languages) -> BoxNote:
    if not node.check_keys(BOX_KEYS):
        return BoxNote()
    return BoxNote(_words(node, "words", languages), node.text_of("card"))


def _read_example(node: Node, languages: Languages) -> Example:
    if not node.check_keys(EXAMPLE_KEYS, ("seats", "steps")):
        return Example()
    seats, options, steps = node.get("seats"), node.get("options"), node.get("steps")
    names = tuple(item.identifier() for item in seats.items()) if seats else ()
    return Example(
        names,
        dict(options.value) if options and options.is_map() else {},
        _texts(node.get("before")),
        tuple(_read_step(item, languages, names) for item in steps.items()) if steps else (),
    )


def _read_step(node: Node, languages: Languages, seats: tuple[str, ...]) -> ExampleStep:
    note = _read_note(node, languages, STEP_KEYS)
    scores = node.get("scores")
    found: dict[str, int] = {}
    for seat, child in scores.children() if scores else ():
        if seat not in seats:
            child.error_at_key(f"the example has no seat “{seat}”", hint_nearest(seat, seats), "howto")
        found[seat] = child.whole(-1_000_000, 1_000_000, 0)
    wrong = node.text_of("wrong")
    if wrong and not note.get("rule"):
        node.child("wrong").error(
            "expected the rule that forbids this line, got none", "add rule: with its id", "howto"
        )
    return ExampleStep(**note, lines=_texts(node.get("lines")), wrong=wrong, scores=found)


def _texts(node: Node | None) -> tuple[str, ...]:
    return tuple(item.text() for item in node.items()) if node else ()


def _words(node: Node, key: str, languages: Languages) -> Words:
    found = node.get(key)
    return found.words(languages) if found else {}


# against the other files


def check_howto(howto: HowTo, node: Node, book: CardBook) -> None:
    """Components, cards and rules that are named are there."""
    parts = {part.id: part for part in book.components}
    for id_, shown in howto.box.items():
        child = node.child("box").child(id_)
        if id_ not in parts:
            child.error_at_key(f"there is no component “{id_}”", hint_nearest(id_, parts), "unknown-component")
        elif shown.card:
            deck = book.decks.get(parts[id_].deck)
            cards = [card.id for card in deck.cards] if deck else []
            if shown.card not in cards:
                hint = hint_nearest(shown.card, cards)
                child.child("card").error(f"“{id_}” has no card “{shown.card}”", hint, "unknown-card")
    for part in (*NOTED, "example"):
        listed = node.get(part)
        if listed and part == "example":
            listed = listed.get("steps")
        for note, child in zip(howto.notes(part), listed.items() if listed else [], strict=True):
            _check_note(note, child, book)


def _check_note(note: Note, node: Node, book: CardBook) -> None:
    if note.rule and note.rule not in book.rulebook.rules:
        hint = hint_nearest(note.rule, book.rulebook.rules)
        node.child("rule").error(f"there is no rule {note.rule}", hint, "unknown-rule")
    for row, squares in enumerate(note.picture):
        for what, mark in map(square_of, squares.split()):
            if what not in book.cards and not mark and what not in (EMPTY, UNSEEN):
                hint = hint_nearest(what, book.cards) or "a word that does not name a card needs a mark: +2:points"
                node.child("picture").child(row).error(f"there is no card “{what}”", hint, "unknown-card")
