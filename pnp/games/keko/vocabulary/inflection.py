"""Inflection: numbers, players, cards and filters as words in a sentence. In: a value and the form a phrase asks for.
Out: the words. Invariant: every word stands in the phrases of the game; a missing one raises `NoPhrase` with its place.

Which forms there are is the language's own: English has sg and pl, Finnish names its cases (nom, gen, part, abl, all,
ade, plgen, plnom). Grammar stands in the phrases too: articles and word order, so a language needs no Python.
"""

from __future__ import annotations

import re
from re import Match
from typing import Any

from pnp.games.keko.vocabulary.values import Filter, Selector
from pnp.library.card import Card, CardBook
from pnp.library.effect.text import Slots, Wording
from pnp.library.words import localise

SLOT = re.compile(r"\{(article )?(\w+)\}")  # a noun in a form, with or without its article


class CardWording(Wording):
    """The words of one ability in one language; it remembers whether the card was named already."""

    def __init__(self, card: Card, trigger: str, book: CardBook, lang: str) -> None:
        super().__init__(book.phrases, lang)
        self.card, self.trigger, self.book = card, trigger, book
        self.named = False

    def begin(self) -> None:
        """A new sentence that stands by itself: the card is named again."""
        self.named = False

    def fill(self, template: str, slots: Slots) -> str:
        """The template with its slots filled from left to right; `{self}} is the card itself."""
        return super().fill(template, {"self": self.itself, **slots})

    def number(self, amount: Any, form: str) -> str:
        """A number, with its noun when the form names one: `2 counters`, `all counters`, `X damage`.

        A noun that has a sign is printed with it, which never stands at the beginning of a line.
        """
        noun, _, case = form.partition(".")
        if amount in ("all", "any"):
            key = f"{amount}_{noun}s" if noun else amount
            return self.cased(self.find("amounts", self.lang, key), case, f"amounts.{key}")
        shown = str(amount) if type(amount) is int else str(self.find("amounts", self.lang, "x"))
        if not noun:
            return shown
        entry = self.find("nouns", self.lang, noun)
        word = self.cased(entry["one"], case, f"nouns.{noun}") if amount == 1 else str(entry["many"])
        if case == "bare":
            return word
        sign = self.phrases.get("signs", {}).get(noun)
        return f"{shown}\N{NO-BREAK SPACE}{{icon.{sign}}} {word}" if sign else f"{shown} {word}"

    def player(self, who: str, form: str) -> str:
        """`another player`, `kenelle tahansa muulle pelaajalle`."""
        if who == "trigger_player" and self.trigger == "imprisoned_by_you":
            who = "trigger_player_imprisoned"
        return self.cased(self.find("players", self.lang, who), form, f"players.{who}")

    def itself(self, form: str) -> str:
        """The card itself: by its name at first, then `it`."""
        entry = self.find("self", self.lang)
        again, self.named = self.named, True
        if again:
            return self.cased(entry["again"], form, "self.again")
        if "named" not in entry:
            return self.cased(entry, form, "self")
        short = short_name(localise(self.card.name, self.lang))
        template = str(entry["kind" if short == self.card.fields.get("subtype") else "named"])
        return template.replace("{short}", short)

    def noun(self, type_: tuple[str, ...], subtype: tuple[str, ...], form: str) -> str:
        """What kind of card: the subtype, else the types joined by “or”, else “card”."""
        words = [self._subtype(word, form) for word in subtype]
        words = words or [self._type(word, form) for word in type_ or ("card",)]
        return self.frame("or").join(words)

    def _subtype(self, word: str, form: str) -> str:
        known = self.phrases.get("subtypes", {}).get(self.lang, {})
        entry = known.get(word, known.get("any"))
        return self.cased(entry, form, f"subtypes.{self.lang}.{word}").replace("{word}", word)

    def _type(self, word: str, form: str) -> str:
        return self.cased(self.find("types", self.lang, word), form, f"types.{self.lang}.{word}")

    def filter(self, filter_: Filter, form: str) -> str:
        """Which cards: `a Krystal Card`, `Hounds`, `jokin paikkakortti`."""
        rows = self.find("filter", self.lang)
        if filter_.name_is:
            names = [localise(self.book.cards[card].name, self.lang) for card in filter_.name_is]
            name = self.frame("or").join(names)
            return self.cased(rows["name_is"], form, "filter.name_is").replace("{name}", name)

        def filled(slot: Match[str]) -> str:
            word = self.noun(filter_.type, filter_.subtype, slot[2])
            return f"{self.article(word)} {word}" if slot[1] else word

        row = "enter_own" if form == "enter" and self.matches(filter_) else form
        return SLOT.sub(filled, str(rows.get(row, f"{{{form}}}")))

    def matches(self, filter_: Filter) -> bool:
        """The card itself would fit the filter."""
        fields = self.card.fields
        fits_type = not filter_.type or fields.get("type") in filter_.type
        return fits_type and (not filter_.subtype or fields.get("subtype") in filter_.subtype)

    def article(self, word: str) -> str:
        """`a` or `an`."""
        rows = self.find("selector", self.lang)
        return str(rows["quantity"]["one_vowel" if word[:1] in rows.get("vowels", "") else "one"])

    def cited(self, which: Selector | Filter) -> str:
        """The cards that are meant, as the referee names them: `a Creature in play`."""
        form = self.frame("cited")
        return self.filter(which, form) if isinstance(which, Filter) else self.selector(which, form)

    def selector(self, selector: Selector, form: str, another: bool = False) -> str:
        """Cards in play: `an imprisoned Creature in play`; order and form depend on the language."""
        rows = self.find("selector", self.lang)
        inflected = str(rows.get("forms", {}).get(_number(selector), form))
        where: str = selector.controller
        if where == "you" and self.trigger.startswith("each_"):
            where = "they"
        parts = {
            "where": self.cased(rows["where"][where], inflected, f"selector.where.{where}"),
            "noun": self.noun(selector.type, selector.subtype, inflected),
        }
        for key in ("imprisoned", "uses_counters"):
            if getattr(selector, key):
                parts[key] = self.cased(rows[key], inflected, f"selector.{key}")
        phrase = rows["has_counters"]
        # Where counters are taken off, it may go without saying that there are some.
        if selector.has_counters and (isinstance(phrase, str) or inflected in phrase):
            parts["has_counters"] = self.cased(phrase, inflected, "selector.has_counters")
        text = " ".join(parts[key] for key in rows["order"] if key in parts).replace(" ,", ",")
        return f"{self._quantity(selector, rows, form, another, text)} {text}"

    def _quantity(self, selector: Selector, rows: Any, form: str, another: bool, text: str) -> str:
        if selector.all:
            key = "all"
        elif selector.any_number:
            key = "any_number"
        elif selector.up_to:
            key = "up_to"
        elif another:
            key = "another"
        elif selector.not_self:
            key = "one_other"
        else:
            key = "one_vowel" if text[:1] in rows.get("vowels", "") else "one"
        return self.cased(rows["quantity"][key], form, f"selector.quantity.{key}").replace("{n}", str(selector.up_to))


def _number(selector: Selector) -> str:
    """How many cards a noun stands for: `one`, `up_to` some, `any_number`."""
    return "any_number" if selector.any_number else "up_to" if selector.up_to > 1 else "one"


def short_name(name: str) -> str:
    """The part in brackets, if there is one, else the name."""
    before, bracket, inside = name.partition("(")
    return inside.rstrip(") ") if bracket and before else name
