"""Inflection: numbers, players, cards and filters as words in a sentence. In: a value and the form a phrase asks for.
Out: the words. Invariant: every word stands in the phrases of the game; a missing one raises `NoPhrase` with its place.

English has one form of everything; Finnish names its cases: nom, gen, part, abl, all, ade, plgen, plnom …
"""

from __future__ import annotations

from typing import Any

from pnp.games.keko.vocabulary.values import Filter, Selector
from pnp.library.card import Card, CardBook
from pnp.library.effect.wording import Slots, Wording
from pnp.library.words import say

ENGLISH = "en"
VOWELS = "aeiouAEIOU"


class Speech(Wording):
    """The words of one ability in one language; it remembers whether the card was named already."""

    def __init__(self, card: Card, trigger: str, book: CardBook, lang: str) -> None:
        super().__init__(book.phrases, lang)
        self.card, self.trigger, self.book = card, trigger, book
        self.named = False

    def begin(self) -> None:
        """A new sentence that stands by itself: the card is named anew."""
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
        if self.lang != ENGLISH and "named" not in entry:
            return self.cased(entry, form, "self")
        short = short_name(say(self.card.name, self.lang))
        template = str(entry["kind" if short == self.card.fields.get("subtype") else "named"])
        return template.replace("{short}", short)

    def noun(self, type_: tuple[str, ...], subtype: tuple[str, ...], form: str, plural: bool = False) -> str:
        """What kind of card: the subtype, else the types joined by “or”, else “card”."""
        words = [self._subtype(word, form, plural) for word in subtype] or [
            self._type(word, form, plural) for word in type_
        ]
        if not words:
            words = [self._card(form, plural)]
        return str(self.find("frames", self.lang, "or")).join(words)

    def _subtype(self, word: str, form: str, plural: bool) -> str:
        if self.lang == ENGLISH:
            return f"{word}s" if plural else word
        entry = self.phrases.get("subtypes", {}).get(self.lang, {}).get(word)
        return self.cased(entry, form, f"subtypes.{self.lang}.{word}")

    def _type(self, word: str, form: str, plural: bool) -> str:
        entry = self.find("types", self.lang, word)
        if self.lang == ENGLISH:
            return str(entry["pl" if plural else "sg"])
        return self.cased(entry, form, f"types.{self.lang}.{word}")

    def _card(self, form: str, plural: bool) -> str:
        if self.lang == ENGLISH:
            return str(self.find("selector", self.lang, "noun", "many" if plural else "one"))
        return self.cased(self.find("types", self.lang, "card"), form, f"types.{self.lang}.card")

    def filter(self, filter_: Filter, form: str) -> str:
        """Which cards: `a Krystal Card`, `Hounds`, `jokin paikkakortti`."""
        rows = self.find("filter", self.lang)
        english = self.lang == ENGLISH
        if filter_.name_is:
            names = [say(self.book.cards[card].name, self.lang) for card in filter_.name_is]
            name = str(self.find("frames", self.lang, "or")).join(names)
            return self.cased(rows["name_is"], form, "filter.name_is").replace("{name}", name)
        if form == "enter":
            own = self.matches(filter_)
            word = self.noun(filter_.type, filter_.subtype, "nom")
            if own:
                return str(rows["another"]).replace("{one}", word).replace("{nom}", word)
            return f"{self.article(word)} {word}" if english else word
        if english:
            if form == "pl":
                return self.noun(filter_.type, filter_.subtype, "", plural=True)
            word = self.noun(filter_.type, filter_.subtype, "")
            return str(rows["a"]).replace("{article}", self.article(word)).replace("{one}", word)
        if form in ("nom", "gen"):
            word = self.noun(filter_.type, filter_.subtype, form)
            return str(rows[form]).replace(f"{{{form}}}", word)
        return self.noun(filter_.type, filter_.subtype, {"gen1": "gen"}.get(form, form))

    def matches(self, filter_: Filter) -> bool:
        """The card itself would fit the filter."""
        fields = self.card.fields
        fits_type = not filter_.type or fields.get("type") in filter_.type
        return fits_type and (not filter_.subtype or fields.get("subtype") in filter_.subtype)

    def article(self, word: str) -> str:
        """`a` or `an`."""
        quantity = self.find("selector", self.lang, "quantity")
        return str(quantity["one_vowel" if word[:1] in VOWELS else "one"])

    def selector(self, selector: Selector, form: str, another: bool = False) -> str:
        """Cards in play: `an imprisoned Creature in play`."""
        rows = self.find("selector", self.lang)
        where = selector.controller
        if where == "you" and self.trigger.startswith("each_"):
            where = "they"  # type: ignore[assignment]
        many = selector.any_number or selector.up_to > 1
        if self.lang == ENGLISH:
            return self._english(selector, rows, where, many, another)
        part = "part" if selector.up_to > 1 else form
        words = [self._quantity(selector, rows, form, another), self.cased(rows["where"][where], part, "where")]
        if selector.imprisoned:
            words.append(self.cased(rows["imprisoned"], part, "imprisoned"))
        if selector.uses_counters:
            words.append(self.cased(rows["uses_counters"], part, "uses_counters"))
        text = " ".join([*words, self.noun(selector.type, selector.subtype, part)])
        # Where counters are taken off it goes without saying that there are some.
        return text + str(rows["has_counters"].get(form, "")) if selector.has_counters else text

    def _quantity(self, selector: Selector, rows: Any, form: str, another: bool) -> str:
        quantity = rows["quantity"]
        if selector.all:
            key = "all"
        elif selector.any_number:
            key = "any_number"
        elif selector.up_to:
            key = "up_to"
        elif another:
            key = "another"
        else:
            key = "one_other" if selector.not_self else "one"
        return self.cased(quantity[key], form, f"selector.quantity.{key}").replace("{n}", str(selector.up_to))

    def _english(self, selector: Selector, rows: Any, where: str, many: bool, another: bool) -> str:
        words = [str(rows["imprisoned"])] if selector.imprisoned else []
        words.append(self.noun(selector.type, selector.subtype, "", plural=many))
        text = " ".join(words)
        quantity = self._quantity(selector, rows, "", another)
        if quantity == rows["quantity"]["one"]:
            quantity = self.article(text)
        text = f"{quantity} {text} {rows['where'][where]}"
        for key in ("uses_counters", "has_counters"):
            if getattr(selector, key):
                text += " " + str(rows["counters"].get(f"{key}_pl" if many else key, rows["counters"][key]))
        return text


def short_name(name: str) -> str:
    """The part in brackets, if there is one, else the name."""
    before, bracket, inside = name.partition("(")
    return inside.rstrip(") ") if bracket and before else name
