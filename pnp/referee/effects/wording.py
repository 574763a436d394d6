"""Wording: a card's effects in words. In: a card, its abilities, the phrases, a language. Out: its printed text, a
paragraph for each ability. Invariant: the text holds nothing but the effects; what has no phrase raises `NoPhrase`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from re import Match
from typing import Any

from pnp.library.card import Card, CardBook
from pnp.library.effect.text import NoPhrase, Slots, Wording, capitalised
from pnp.library.effect.vocabulary import Effect
from pnp.library.words import localise
from pnp.referee.effects.vocabulary.abilities import CardAbility
from pnp.referee.effects.vocabulary.values import Condition, Count, Filter, Selector, Value

NOUN = re.compile(r"\{(article )?(\w+)\}")  # a noun in a form, with or without its article
VOWELS = "aeiouAEIOU"
APART = (  # verbs that are a sentence of their own
    "if", "choose_one", "choose_several", "unless", "lasting", "delayed", "extra_phase", "silence", "unsilence",
    "search", "roll", "look_top", "trade",
)  # fmt: skip


def word_card(card: Card, abilities: Sequence[CardAbility], book: CardBook, lang: str) -> str:
    """The printed text of a card."""
    return "\n\n".join(AbilityText(card, ability, book, lang).whole() for ability in abilities)


def word_kind(card: Card, book: CardBook, lang: str) -> str:
    """The type line: the label of its type; none where the phrases have none."""
    type_ = str(card.fields.get("type", ""))
    entry = book.phrases.get("types", {}).get(lang, {}).get(type_, {})
    return str(entry.get("label", "")) if isinstance(entry, dict) else ""


class AbilityText(Wording):
    """One ability in one language."""

    def __init__(self, card: Card, ability: CardAbility, book: CardBook, lang: str) -> None:
        super().__init__(book.phrases, lang)
        self.card, self.ability, self.book = card, ability, book

    def whole(self) -> str:
        """The whole ability as sentences."""
        ability, trigger = self.ability, self.ability.trigger
        if ability.mods:
            return ". ".join(capitalised(self.mod(mod)) for mod in ability.mods) + "."
        if trigger == "enters_with":
            counters = ability.counters  # type: ignore[attr-defined]
            text = self.fill(self.frame(trigger), {"n": lambda form: self.number(counters, form)})
            return capitalised(text) + (self.where(counters) if isinstance(counters, Value) else "") + "."
        body = self.effects(ability.do)
        if ability.cost:
            body = self.fill(self.frame("cost"), {"cost": lambda _: self.effects(ability.cost), "body": _fixed(body)})
        if ability.may:
            body = self.fill(self.frame("may"), {"body": _fixed(body)})
        if ability.when is not None:
            condition = self.condition(ability.when)
            body = self.fill(self.frame("when"), {"cond": _fixed(condition), "body": _fixed(body)})
        text = capitalised(self.framed(trigger, body)) + "."
        return f"{text} {self.frame(f'limit_{ability.limit}')}" if ability.limit else text

    def framed(self, trigger: str, body: str) -> str:
        """What happens behind what sets it off."""
        if trigger == "play":
            return body
        if trigger in ("game_begins", "opening_hand"):
            return self.fill(self.frame(trigger), {"body": _fixed(body)})
        if trigger == "answers":
            return self._answer(body)
        if trigger == "instead":
            row = self.find("events", f"instead_{self.ability.of}", self.lang, self.ability.who)  # type: ignore[attr-defined]
            phase = self.ability.phase  # type: ignore[attr-defined]
            event = self.fill(str(row), {"phase": lambda form: self.book.name(phase, self.lang)})
            return self.fill(self.frame("instead"), {"event": _fixed(event), "body": _fixed(body)})
        if trigger == "activated":
            return self.fill(self.frame("activated"), {"body": _fixed(body)})
        if trigger in self.find("turns"):
            when = capitalised(str(self.find("turns", trigger, self.lang, self.ability.who)))
            frame = self.frame("turn" if self.ability.does == "controller" else "turn_active")
            return self.fill(frame, {"When": _fixed(when), "body": _fixed(body)})
        template = str(self.find("events", trigger, self.lang, self.ability.who))
        event = self.fill(template, {"filter": lambda form: self.filter(self.ability.filter, form)})
        frame = self.frame("once" if trigger in ("enters", "leaves") else "event")
        return self.fill(frame, {"event": _fixed(event), "body": _fixed(body)})

    def _answer(self, body: str) -> str:
        """What answers a card that is played, or damage: from the hand, or in play."""
        ability: Any = self.ability
        row = "answers_use" if ability.to == "use" else "answers"
        template = str(self.find("events", row, self.lang, ability.who))
        event = self.fill(template, {"filter": lambda form: self.filter(ability.filter, form)})
        used = "_used" if ability.cost else ""
        return self.fill(
            self.frame(f"answers_{'damage' if ability.to == 'damage' else 'play'}{used}"),
            {"event": _fixed(event), "body": _fixed(body)},
        )

    def fill(self, template: str, slots: Slots) -> str:
        """The template with its slots filled; `{self}` is the card itself."""
        return super().fill(template, {"self": self.itself, **slots})

    def itself(self, form: str) -> str:
        """The card itself."""
        entry = self.cased(self.find("self", self.lang), form, "self")
        return entry.replace("{name}", localise(self.card.name, self.lang))

    # what happens

    def effects(self, effects: Sequence[Effect]) -> str:
        """Effects joined; those that are sentences of their own stand apart."""
        parts: list[str] = []
        clauses: list[str] = []
        for effect in effects:
            if effect.verb in APART:
                parts += [self.joined(clauses), self.verb(effect)] if clauses else [self.verb(effect)]
                clauses = []
            else:
                clauses.append(self.verb(effect))
        parts += [self.joined(clauses)] if clauses else []
        sentences = (capitalised(part) if at else part for at, part in enumerate(parts))
        return self.frame("sentence").join(sentences)

    def verb(self, effect: Effect) -> str:
        """One effect."""
        text = self.fill(self.template(effect), self.slots(effect))
        amount = getattr(effect, "amount", 0)
        return text + self.where(amount) if isinstance(amount, Value) else text

    def parameter(self, effect: Effect, key: str) -> Any:
        """A parameter as a row's `for` sees it; an empty list is `[]`."""
        value = super().parameter(effect, key)
        return [] if value == () else {} if value == Filter() else value

    def slots(self, effect: Any) -> dict[str, Callable[[str], str]]:
        """The slots of a verb's row."""
        found: dict[str, Callable[[str], str]] = {}
        for field, name in zip(effect.__struct_fields__, effect.__struct_encode_fields__, strict=True):
            value = getattr(effect, field)
            if (
                name == "target"
                or (name == "from" and effect.verb != "draw")
                or (name == "to" and effect.verb == "move_counters")
            ):
                found[name] = lambda form, value=value: self.target(value, form)  # type: ignore[misc]
            elif name in ("who", "to", "with"):
                found[name] = lambda form, value=value: self.player(value, form)  # type: ignore[misc]
            elif name == "amount":
                found["n"] = lambda form, value=value: self.number(value, form)  # type: ignore[misc]
            elif name in ("least", "most"):
                found[name] = lambda form, value=value: self.value(value)  # type: ignore[misc]
            elif name in ("choose", "take", "sides"):
                found[name] = _fixed(str(value))
            elif name == "dice":
                found[name] = lambda form, value=value: self.number(value, form)  # type: ignore[misc]
            elif name == "filter":
                found[name] = lambda form, value=value: self.filter(value, form)  # type: ignore[misc]
            elif name == "token":
                found[name] = _fixed(self.names((value,)))
            elif name == "table":
                found[name] = lambda form, value=value: self.rows(value)  # type: ignore[misc]
            elif name == "phase":
                found[name] = _fixed(self.book.name(value, self.lang))
            elif name in ("do", "then", "else"):
                found[name] = lambda form, value=value: self.effects(value)  # type: ignore[misc]
        if effect.verb == "unless":
            found["pay"] = lambda form: self.effects(effect.pay)
        elif effect.verb == "if":
            found["cond"] = lambda form: self.condition(effect.cond)
        elif effect.verb in ("choose_one", "choose_several"):
            found["options"] = lambda form: self.frame("or").join(self.effects(option) for option in effect.options)
        elif effect.verb == "lasting":
            found["mods"] = lambda form: self.joined([self.mod(mod) for mod in effect.mods])
        return found

    def rows(self, table: dict[int, Any]) -> str:
        """What each result of dice does; results that do the same stand together."""
        alike: dict[str, list[int]] = {}
        for result, effects in sorted(table.items()):
            alike.setdefault(self.effects(effects), []).append(result)
        row = self.frame("row")
        texts = (
            self.fill(row, {"k": _fixed(", ".join(map(str, results))), "body": _fixed(body)})
            for body, results in alike.items()
        )
        return self.frame("rows").join(texts)

    def mod(self, mod: Any) -> str:
        """A modifier."""
        row, add = mod.of if mod.name == "number" else mod.name, getattr(mod, "add", 0)
        if add:
            row += "_more" if add > 0 else "_less"
            row += "_once" if getattr(mod, "limit", None) else "_other" if getattr(mod, "to", "") == "other" else ""
        elif row == "redirect" and mod.amount is not None:
            row = "redirect_some"
        slots: dict[str, Callable[[str], str]] = {
            "who": lambda form: self.affected(mod.who, form or "nom"),
            "to": lambda form: self.player(mod.to, form),
            "add": lambda form: self.number(abs(add), form),
            "n": lambda form: self.number(mod.amount, form),
            "act": lambda form: self.act(mod),
            "filter": lambda form: self.filter(mod.filter, form),
        }
        text = self.fill(str(self.find("mods", row, self.lang)), slots)
        amount = getattr(mod, "amount", None)
        return text + self.where(amount) if isinstance(amount, Value) else text

    def affected(self, who: str, form: str) -> str:
        """Whom a modifier concerns: `other players`, `other players'`."""
        rows = self.find("affected", self.lang)
        if who in rows:
            return self.cased(rows[who], form, f"affected.{self.lang}.{who}")
        template = self.cased(rows["any"], form, f"affected.{self.lang}.any")
        forms = dict.fromkeys(("nom", "poss", "gen", "all"))
        return self.fill(template, {case: lambda _, case=case: self.player(who, case) for case in forms})  # type: ignore[misc]

    def act(self, mod: Any) -> str:
        """What may not be done."""
        template = str(self.find("acts", mod.what, self.lang))
        return self.fill(template, {"filter": lambda form: self.filter(mod.filter, form)})

    # players, cards, numbers

    def player(self, who: str, form: str) -> str:
        """`another player`, `another player's`."""
        return self.cased(self.find("players", self.lang, who), form or "nom", f"players.{self.lang}.{who}")

    def noun(self, types: Sequence[str], form: str) -> str:
        """What kind of card: its types joined by “or”, else “card”."""
        rows, words = self.find("types", self.lang), []
        for type_ in types or ("card",):
            if type_ not in rows:
                raise NoPhrase(f"types.{self.lang}.{type_}")
            words.append(self.cased(rows[type_], form, f"types.{self.lang}.{type_}"))
        return self.frame("either").join(words)

    def names(self, cards: Sequence[str]) -> str:
        """The names of cards, joined by “or”."""
        return self.frame("either").join(localise(self.book.cards[card].name, self.lang) for card in cards)

    def filter(self, filter_: Filter, form: str) -> str:
        """Which cards: `a Spirit`, `Spirits`."""
        rows = self.find("filter", self.lang)
        if filter_.named:
            return str(rows["one_named"]) if form == "a" else self.cased(rows["named"], form, "filter.named")
        if filter_.name_is:
            template = self.cased(rows["name_is"], form, f"filter.{self.lang}.name_is")
            return template.replace("{names}", self.names(filter_.name_is))
        if filter_.of_type:
            return str(rows["one_of_type"]) if form == "a" else self.cased(rows["of_type"], form, "filter.of_type")

        def filled(slot: Match[str]) -> str:
            word = self.noun(_nouns(filter_), slot[2])
            return f"{'an' if word[:1] in VOWELS else 'a'} {word}" if slot[1] else word

        return NOUN.sub(filled, str(rows.get(form, f"{{{form}}}")))

    def target(self, target: Any, form: str) -> str:
        """Cards in play: `another Spirit you control`."""
        form = form or "nom"
        if target == "self":
            return self.itself(form)
        rows = self.find("selector", self.lang)
        if isinstance(target, str):
            return self.fill(self.cased(rows[target], form, f"selector.{self.lang}.{target}"), {})
        number = self._quantity(target)
        inflected = str(rows["forms"].get(number, form))
        where = self.cased(
            rows["where"][target.controller], inflected, f"selector.{self.lang}.where.{target.controller}"
        )
        noun = self.names(target.name_is) if target.name_is else self.noun(_nouns(target), inflected)
        text = " ".join({"noun": noun, "where": where}[part] for part in rows["order"])
        key = f"{number}_other" if target.not_self else number
        if key == "one" and text[:1] in VOWELS and "one_vowel" in rows["quantity"]:
            key = "one_vowel"
        quantity = self.cased(rows["quantity"][key], form, f"selector.{self.lang}.quantity.{key}")
        return f"{quantity.replace('{n}', str(target.choose or target.up_to))} {text}{self._state(target, number)}"

    def _state(self, target: Selector, number: str) -> str:
        """Whether the cards have counters or abilities: ` with counters`."""
        found = []
        for name, wanted, otherwise in (("counters", target.counters, "no_"), ("silenced", target.silenced, "not_")):
            if wanted is not None:
                row = self.find("selector", self.lang, "state", name if wanted else otherwise + name)
                text = str(row["one" if number in ("one", "up_to_one") else "many"])
                found.append(text if text.startswith(",") else f" {text}")
        return "".join(found)

    def _quantity(self, target: Selector) -> str:
        if target.all:
            return "all"
        if target.up_to:
            return "up_to_one" if target.up_to == 1 else "up_to"
        return "one" if target.choose == 1 else "many"

    def number(self, amount: Any, form: str) -> str:
        """A number, with its noun when the form names one: `2 cards`, `X damage`."""
        noun, _, case = form.partition(".")
        shown = str(amount) if isinstance(amount, int) else str(self.find("numbers", self.lang, "x"))
        if not noun:
            return shown
        entry = self.find("nouns", self.lang, noun)
        return f"{shown} {self.cased(entry['one'], case, f'nouns.{noun}') if amount == 1 else entry['many']}"

    def where(self, value: Value) -> str:
        """What X is."""
        return self.fill(str(self.find("numbers", self.lang, "where")), {"x": lambda form: self.value(value)})

    def value(self, value: Any) -> str:
        """A number in words."""
        if isinstance(value, int):
            return str(value)
        (kind,) = value.given
        given = getattr(value, kind)
        if kind == "count":
            return self.count(given)
        if kind == "life":
            return self._whose("life", given, {})
        if kind == "counters":
            slots = {"target": lambda form: self.target(given, form)}
            return self.fill(str(self.find("numbers", self.lang, kind)), slots)
        if kind == "var":
            return str(self.find("numbers", self.lang, "amount" if given == "amount" else "var"))
        parts = given if isinstance(given, tuple) else (given,)
        text = self.value(parts[0])
        for part in parts[1:] or (None,):
            more = "" if part is None else self.value(part)
            text = self.fill(str(self.find("numbers", self.lang, kind)), {"a": _fixed(text), "b": _fixed(more)})
        return text

    def count(self, count: Count) -> str:
        """How many cards there are, in words."""
        slots = {"filter": lambda form: self.filter(count.filter, form)}
        if count.zone == "hand":
            return (
                self._whose("hand", count.who, slots)
                if count.who
                else self.fill(str(self.find("numbers", self.lang, "hands")), slots)
            )
        if count.zone == "in_play" and count.who:
            return self._whose("in_play_of", count.who, slots)
        return self.fill(str(self.find("numbers", self.lang, count.zone)), slots)

    def _whose(self, key: str, who: str, slots: Slots) -> str:
        rows = self.find("numbers", self.lang)
        row = rows.get(f"{key}_{who}") or self.find("numbers", self.lang, key)
        return self.fill(str(row), {"who": lambda form: self.player(who, form), **slots})

    def condition(self, condition: Condition) -> str:
        """A condition in words."""
        if condition.cmp is not None:
            compare = condition.cmp
            slots = {"a": _fixed(self.value(compare.a)), "b": _fixed(self.value(compare.b))}
            return self.fill(str(self.find("conditions", compare.is_, self.lang)), slots)
        filter_ = condition.fits.filter if condition.fits is not None else Filter()
        key = "fits_named" if filter_.named else "fits_of_type" if filter_.of_type else "fits"
        row = str(self.find("conditions", key, self.lang))
        return self.fill(row, {"filter": lambda form: self.filter(filter_, form)})


def _nouns(filter_: Filter | Selector) -> tuple[str, ...]:
    """The words for a kind of card: values of other fields say more than its type."""
    return tuple(word for words in filter_.having.values() for word in words) or filter_.type


def _fixed(text: str) -> Callable[[str], str]:
    return lambda form: text
