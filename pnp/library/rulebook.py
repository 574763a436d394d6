"""The rulebook. In: `cards/<game>/rulebook.yaml`. Out: rules by id, with their words.

Invariant: the rule id connects everything: rulings, the printed summary, `pnp rules ID` and the tests use the same id.
"""

from __future__ import annotations

from msgspec import Struct

from pnp.library.words import ANY, Words, localise


class Rule(Struct, frozen=True):
    """One rule.

    enforced: `judge` when some ruling returns this id, `people` when the players must see to it.
    source:   `seed`, `public` or `house`, with the document's lines, as printed by `pnp rules`.
    summary:  printed in the rules summary.
    diagram:  name of a drawing in the game's layouts that explains it (may be empty).
    """

    id: str
    section: str
    words: Words
    enforced: str = "judge"
    source: str = ""
    summary: bool = True
    diagram: str = ""
    examples: tuple[Words, ...] = ()


class Section(Struct, frozen=True):
    """A part of the rulebook; `intro` is printed under its title."""

    id: str
    title: Words
    intro: Words = {}


class Rulebook(Struct, frozen=True):
    """Sections in printing order and all rules by id in document order."""

    sections: tuple[Section, ...] = ()
    rules: dict[str, Rule] = {}
    credits: Words = {}

    def of_section(self, section: str) -> list[Rule]:
        """The rules of one section, in order."""
        return [rule for rule in self.rules.values() if rule.section == section]

    def find(self, text: str) -> Rule | None:
        """A rule by its id in any case, with or without hyphen, or by its number alone (`13`)."""
        from pnp.base.name_key import fold_name

        wanted = fold_name(text)
        for id_, rule in self.rules.items():
            number = fold_name(id_.partition("-")[2])
            if wanted and wanted in (fold_name(id_), number, number.lstrip("0")):
                return rule
        return None

    def search(self, text: str) -> list[Rule]:
        """The rules in whose words, in any one language, all words of the text stand, or begin a word."""
        wanted = _folded(text).split()
        if not wanted:
            return []
        return [
            rule
            for rule in self.rules.values()
            if any(all(f" {word}" in f" {_folded(words)}" for word in wanted) for words in rule.words.values())
        ]

    def that_name(self, names: Words) -> list[Rule]:
        """The rules in whose words a name stands, in the language of either."""
        wanted = {lang: f" {folded} " for lang, name in names.items() if (folded := _folded(name))}
        return [
            rule
            for rule in self.rules.values()
            if any(
                name in f" {_folded(words)} "
                for lang, words in rule.words.items()
                for name in (wanted.get(lang, ""), wanted.get(ANY, ""))
                if name
            )
        ]

    def cite(self, rule_id: str, lang: str = "en") -> str:
        """`KAL-14: No line may …`; only the id when the rulebook does not hold it."""
        rule = self.rules.get(rule_id)
        return f"{rule_id}: {localise(rule.words, lang)}" if rule else rule_id


def _folded(text: str) -> str:
    """The words of a text as names are folded, with blanks between them."""
    from pnp.base.name_key import fold_name

    return " ".join(map(fold_name, "".join(char if char.isalnum() else " " for char in text).split()))
