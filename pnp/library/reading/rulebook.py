"""The rulebook file. In: `rulebook.yaml`. Out: a Rulebook, and every fault of every rule.

Invariant: ids are the game's letters and a number, each once; every rule has words in every language and a source.
"""

from __future__ import annotations

from pnp.base.diagnostics import Span
from pnp.library.card import SOURCES
from pnp.library.reading.node import Languages, Node
from pnp.library.reading.source import parse_source
from pnp.library.rulebook import Rule, Rulebook, Section

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
