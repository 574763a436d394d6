"""Files of words: `rulebook.yaml`, `howto.yaml`, `messages.yaml`. Out: a Rulebook, Howto, messages, and every fault.

Invariant: ids are the game's letters and a number, each once; every rule has words in every language and a source.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter
from typing import Any

from pnp.base.diagnostics import Span
from pnp.base.suggest import hint_nearest
from pnp.library.card import SOURCES, CardBook
from pnp.library.reading.node import Languages, Node, parse_source, read_source
from pnp.library.rulebook import (
    EMPTY,
    UNSEEN,
    BoxNote,
    CallOut,
    Example,
    ExampleStep,
    ExplainedCard,
    HowTo,
    Note,
    Rule,
    Rulebook,
    Section,
    square_of,
)
from pnp.library.words import Words

RULEBOOK_KEYS = ("rulebook", "credits", "sections", "note")
SECTION_KEYS = ("id", "title", "intro", "rules", "note")
RULE_KEYS = ("id", "words", "enforced", "source", "summary", "diagram", "examples", "note")


def read_rulebook(node: Node, languages: Languages, letters: str, slug: str) -> Rulebook:
    """The whole file."""
    if not node.check_keys(RULEBOOK_KEYS, ("rulebook", "sections")):
        return Rulebook()
    name = node.get("rulebook")
    if name and name.identifier(slug) != slug:
        name.error(f"expected the name of the game, “{slug}”, got “{name.value}”", "use the same name", "slug")
    sections: dict[str, Section] = {}
    rules: dict[str, Rule] = {}
    places: dict[str, Span] = {}
    entries = node.get("sections")
    for entry in entries.items() if entries else []:
        if not entry.check_keys(SECTION_KEYS, ("id", "title", "rules")):
            continue
        section = _read_section(entry, languages)
        if section.id in sections and entry.get("id"):
            entry.child("id").error(f"duplicate section “{section.id}”", code="duplicate")
        sections.setdefault(section.id, section)
        listed = entry.get("rules")
        for item in listed.items() if listed else []:
            rule = _read_rule(item, section.id, languages, letters)
            if rule is None or not rule.id:
                continue
            if rule.id in rules:
                hint = f"first in line {places[rule.id].line}"
                item.child("id").error(f"duplicate rule {rule.id}", hint, "duplicate")
            else:
                rules[rule.id] = rule
                places[rule.id] = item.span
    thanks = node.get("credits")
    return Rulebook(tuple(sections.values()), rules, thanks.words(languages) if thanks else {})


def _read_section(node: Node, languages: Languages) -> Section:
    name, title, intro = node.get("id"), node.get("title"), node.get("intro")
    return Section(
        id=name.identifier("section") if name else "section",
        title=title.words(languages) if title else {},
        intro=intro.words(languages) if intro else {},
    )


def _read_rule(node: Node, section: str, languages: Languages, letters: str) -> Rule | None:
    if not node.check_keys(RULE_KEYS, ("id", "words", "source")):
        return None
    name, words, enforced = node.get("id"), node.get("words"), node.get("enforced")
    source, summary, examples = node.get("source"), node.get("summary"), node.get("examples")
    return Rule(
        id=_read_id(name, letters) if name else "",
        section=section,
        words=words.words(languages) if words else {},
        enforced=enforced.choice(("judge", "people"), "judge") if enforced else "judge",
        source=_read_source(source) if source else "",
        summary=summary.flag(True) if summary else True,
        diagram=node.text_of("diagram"),
        examples=tuple(item.words(languages) for item in examples.items()) if examples else (),
    )


def is_rule_id(word: str, letters: str) -> bool:
    """`KAL-14`, `KAL-40a`, `KEI-V02`: the game's letters, a hyphen, a number with at most one letter on each side.

    Without `letters` any capitals are allowed.
    """
    head, _, tail = word.partition("-")
    if not word.isascii() or (head != letters if letters else not (head.isalpha() and head.isupper())):
        return False
    digits = tail[1:] if tail[:1].isupper() else tail
    digits = digits[:-1] if digits[-1:].islower() else digits
    return 0 < len(digits) <= 3 and digits.isdecimal()


def rule_ids_in(text: str, letters: str) -> list[str]:
    """Words of a text that look like this game's rule ids."""
    if not letters or f"{letters}-" not in text:
        return []
    words = text.replace("(", " ").replace(")", " ").split()
    return [word for raw in words if is_rule_id(word := raw.strip(".,:;!?“”\"'*"), letters)]


def _read_id(node: Node, letters: str) -> str:
    word = node.text()
    if word and not is_rule_id(word, letters):
        node.error(
            f"expected a rule id, got “{word[:30]}”",
            f"such as {letters or 'ABC'}-14 or {letters or 'ABC'}-40a",
            "bad-rule-id",
        )
        return ""
    return word


def _read_source(node: Node) -> str:
    """`seed L2; public P1`: one or more sources with their notes."""
    text = node.text()
    for part in text.split(";") if text else ():
        if parse_source(part.strip()) is None:
            kinds = ", ".join(SOURCES)
            node.error(
                f"expected a source, got “{part.strip()[:60]}”",
                f"{kinds}, then a note; separate sources with ;",
                "bad-source",
            )
            break
    return text


MESSAGE_KEYS = ("messages", "words", "note")


def read_messages(node: Node, languages: Languages, slug: str) -> Iterator[tuple[str, Node, Words]]:
    """The whole file: each id, where it stands, its words."""
    if not node.check_keys(MESSAGE_KEYS, ("messages", "words")):
        return
    name, words = node.get("messages"), node.get("words")
    if name and name.identifier(slug) != slug:
        name.error(f"expected the name of the game, “{slug}”, got “{name.value}”", "use the same name", "slug")
    if words is None or not words.is_map():
        return
    for id_, child in words.children():
        yield id_, child, _read_message(child, languages)


def _read_message(node: Node, languages: Languages) -> Words:
    words = node.words(languages)
    wanted: dict[str, set[str]] = {}
    for lang, text in words.items():
        try:
            placeholders = [each for each in Formatter().parse(text) if each[1] is not None]
        except ValueError:
            node.error(f"a brace in “{text}” is not closed", "write an argument as {named}", "placeholder")
            return words
        if not all(_is_understood(*each[1:]) for each in placeholders):
            hint = "write {named}, or with a noun {named:card|cards}"
            node.error(f"expected only arguments in the braces of “{text}”", hint, "placeholder")
        wanted[lang] = {str(name) for _, name, _, _ in placeholders}
    first = next(iter(wanted.values()), set())
    for lang, names in wanted.items():
        if names != first:
            odd = ", ".join(sorted(names ^ first))
            node.error(f"the arguments in “{lang}” differ from the first language: {odd}", code="placeholder")
    return words


def _is_understood(name: str | None, nouns: str | None, conversion: str | None) -> bool:
    """Whether a placeholder is `{name}` or `{name:one|many}`; what Python's own formats know besides says nothing."""
    is_plain = str(name).isidentifier() and conversion is None
    return is_plain and (not nouns or (nouns.count("|") == 1 and "{" not in nouns))


HOWTO_KEYS = ("howto", "opening", "goal", "box", "setup", "cards", "turn", "example", "end", "missed", "source", "note")
NOTE_KEYS = ("words", "icon", "rule", "picture", "note")
BOX_KEYS = ("words", "card", "note")
SHOWN_KEYS = ("card", "points", "note")
POINT_KEYS = ("at", "words", "rule", "note")
EXAMPLE_KEYS = ("seats", "options", "before", "steps", "note")
STEP_KEYS = (*NOTE_KEYS, "lines", "wrong", "scores")
NOTED = ("setup", "turn", "end", "missed")


def read_howto(node: Node, languages: Languages, slug: str) -> HowTo:
    """The whole file. Faults go to the node's report."""
    if not node.check_keys(HOWTO_KEYS, ("howto", "opening", "goal", "setup", "turn", "end", "source")):
        return HowTo()
    name, box, cards, example, source = (node.get(key) for key in ("howto", "box", "cards", "example", "source"))
    if source:
        read_source(source)
    if name and name.identifier(slug) != slug:
        name.error(f"expected the name of the game, “{slug}”, got “{name.value}”", "use the same name", "slug")
    notes = {part: _read_notes(node.get(part), languages) for part in NOTED}
    return HowTo(
        opening=_words(node, "opening", languages),
        goal=_words(node, "goal", languages),
        box={key: _read_box_note(child, languages) for key, child in box.children()} if box and box.is_map() else {},
        cards=tuple(_read_card(item, languages) for item in cards.items()) if cards else (),
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


def _read_card(node: Node, languages: Languages) -> ExplainedCard:
    if not node.check_keys(SHOWN_KEYS, ("card", "points")):
        return ExplainedCard()
    points = node.get("points")
    return ExplainedCard(
        node.text_of("card"), tuple(_read_point(item, languages) for item in points.items()) if points else ()
    )


def _read_point(node: Node, languages: Languages) -> CallOut:
    note = _read_note(node, languages, POINT_KEYS)
    place = node.get("at")
    at = tuple(item.value for item in place.items() if isinstance(item.value, int | float)) if place else ()
    if place and len(at) != 2:
        place.error("expected a place on the card, in mm", "at: [left, top]", "howto")
        at = ()
    return CallOut(**note, at=at)


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
    shown_cards = node.get("cards")
    for explained, child in zip(howto.cards, shown_cards.items() if shown_cards else [], strict=True):
        if explained.card and explained.card not in book.cards:
            hint = hint_nearest(explained.card, book.cards)
            child.child("card").error(f"there is no card “{explained.card}”", hint, "unknown-card")
        for point, place in zip(explained.points, child.child("points").items(), strict=True):
            _check_note(point, place, book)
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
