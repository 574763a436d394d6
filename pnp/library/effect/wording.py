"""Wording: effects in words of one language. In: the phrases of a game. Out: clauses, and sentences joined from them.

A game's own class adds the words for its players, cards and numbers (the slots of a phrase). Invariant: every word is
in the phrases of the game; a missing one raises `NoPhrase` with its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pnp.library.effect.phrases import VERBS
from pnp.library.effect.vocabulary import Effect

Slots = Mapping[str, Callable[[str], str]]  # slot name → function from the form in {slot:form} to the text


class NoPhrase(Exception):
    """The phrases of the game have no words for this; `where` is the place that is missing."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where


class Wording:
    """The phrases of a game in one language."""

    def __init__(self, phrases: dict[str, Any], lang: str) -> None:
        self.phrases, self.lang = phrases, lang

    def find(self, *path: str) -> Any:
        """A part of the phrases."""
        value: Any = self.phrases
        for step in path:
            if not isinstance(value, dict) or step not in value:
                raise NoPhrase(".".join(path))
            value = value[step]
        return value

    def frame(self, name: str) -> str:
        """One of the frames that join words: `join` is `a and b`, `comma` is `a, b`."""
        return str(self.find("frames", self.lang, name))

    def cased(self, entry: Any, form: str, place: str) -> str:
        """An entry in a grammatical case; a plain text is the same in all."""
        if isinstance(entry, str):
            return entry
        if not isinstance(entry, dict) or form not in entry:
            raise NoPhrase(f"{place}.{form}")
        return str(entry[form])

    def fill(self, template: str, slots: Slots) -> str:
        """The template with its slots filled from left to right."""
        parts: list[str] = []
        rest = template
        while "{" in rest:
            before, _, after = rest.partition("{")
            slot, _, rest = after.partition("}")
            name, _, form = slot.partition(":")
            if name not in slots:
                raise NoPhrase(f"{{{slot}}} in “{template}”")
            parts += (before, slots[name](form))
        return "".join(parts) + rest

    def joined(self, clauses: Sequence[str]) -> str:
        """`a`, `a and b`, `a, b and c`."""
        if len(clauses) < 2:
            return "".join(clauses)
        return self.frame("comma").join(clauses[:-1]) + self.frame("join") + clauses[-1]

    def template(self, effect: Effect, infinitive: bool = False) -> str:
        """The words of the first matching row of the verb: as an imperative, or as an infinitive after “you may”."""
        for row in self.find(VERBS, effect.verb):
            if all(self.parameter(effect, key) == value for key, value in (row.get("for") or {}).items()):
                if self.lang not in row:
                    break
                return str(row.get(f"{self.lang}_inf", row[self.lang]) if infinitive else row[self.lang])
        raise NoPhrase(f"{VERBS}.{effect.verb}")

    def parameter(self, effect: Effect, key: str) -> Any:
        """A parameter as a row's `for` names it; None for one that the verb lacks."""
        fields = dict(zip(effect.__struct_encode_fields__, effect.__struct_fields__, strict=True))
        return getattr(effect, fields[key]) if key in fields else None


def capitalised(text: str) -> str:
    """The text with its first letter capitalised; bold marks stay before it."""
    for at, letter in enumerate(text):
        if letter != "*":
            return text[:at] + letter.upper() + text[at + 1 :]
    return text
