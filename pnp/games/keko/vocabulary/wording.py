"""Wording: a card's effects in words. In: a card, the phrases of its game, a language. Out: its printed text.

One line for each ability, results of a die on lines of their own, `**…**` around what sets the ability off. The same
data drives the referee. Invariant: the text holds nothing but the effects; what has no phrase raises `NoPhrase`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pnp.games.keko.vocabulary.abilities import CardAbility
from pnp.games.keko.vocabulary.inflection import CardWording
from pnp.games.keko.vocabulary.modifiers import AnyModifier
from pnp.games.keko.vocabulary.values import Selector, Value
from pnp.games.keko.vocabulary.verbs import ChooseOne, If, MoveCounters, Roll, Shuffle
from pnp.library.card import Card, CardBook
from pnp.library.effect.text import NoPhrase, Wording, capitalised
from pnp.library.effect.vocabulary import Effect

# Triggers whose frame contains “may”.
WORDED_WITH_MAY = ("activated", "draw_phase", "starting_hand")
# Verbs after which the text explains what X is.
EXPLAINS_X = ("damage", "add_counters")


def word_card(card: Card, abilities: Sequence[CardAbility], book: CardBook, lang: str) -> str:
    """The printed text of a card, a paragraph for each ability."""
    return "\n\n".join(AbilityText(card, ability, book, lang).whole() for ability in abilities)


def word_kind(card: Card, book: CardBook, lang: str) -> str:
    """The type line: `Creature – Hound`, `Sudden Action`; a Character's affiliation."""
    fields, words = card.fields, Wording(book.phrases, lang)
    if "type" in fields:
        entry = words.find("types", lang, str(fields["type"]))
        label = str(entry["sudden"] if fields.get("sudden") and "sudden" in entry else entry["label"])
        subtype = fields.get("subtype")
        return f"{label} – {subtype_name(book.phrases, lang, subtype)}" if subtype else label
    if "affiliation" in fields:
        return str(words.find("affiliations", lang, fields["affiliation"]))
    return ""


def subtype_name(phrases: dict[str, Any], lang: str, subtype: str) -> str:
    """A subtype as the type line words it; the word itself where no other is given."""
    entry = phrases.get("subtypes", {}).get(lang, {}).get(subtype)
    return str(entry["nom"]) if isinstance(entry, dict) and "nom" in entry else subtype


class AbilityText(CardWording):
    """One ability in one language."""

    def __init__(self, card: Card, ability: CardAbility, book: CardBook, lang: str) -> None:
        super().__init__(card, ability.trigger, book, lang)
        self.ability = ability

    def whole(self) -> str:
        """The whole ability as sentences."""
        ability = self.ability
        if ability.mods:
            return " ".join(capitalised(self.mod(mod)) for mod in ability.mods)
        if ability.trigger == "play":
            text = self.fill("{body}.", {"body": self.body})
        else:
            template = str(self.find(*self.head(), self.lang))
            slots: dict[str, Callable[[str], str]] = {
                "body": self.body,
                "Body": lambda form: capitalised(self.body(form)),
                "filter": lambda form: self.filter(ability.filter, form),
                "when": lambda form: str(self.find("when_words", self.lang, ability.trigger)),
                "b": lambda form: str(ability.when.cmp.b) if ability.when and ability.when.cmp else "",
            }
            if ability.trigger == "enters_with":
                slots["n"] = lambda form: self.number(getattr(ability.do[0], "amount", 0), form)
            text = self.fill(template, slots)
        text = capitalised(text)
        return f"{text} {self.frame('limit')}" if ability.limit else text

    def head(self) -> tuple[str, str]:
        """Which frame the ability stands in."""
        ability = self.ability
        if ability.when is not None:
            compare = ability.when.cmp
            if compare is None:
                raise NoPhrase("conditions." + ability.when.kind)
            what = "counters" if compare.a.kind == "counters_on" else compare.a.count.zone if compare.a.count else ""
            zero = compare.is_ == "eq" and compare.b == 0
            return "conditions", f"{what}_{'zero' if zero else compare.is_}"
        trigger = ability.trigger
        if trigger == "card_played":
            return "triggers", f"card_played_{ability.by}"
        if trigger == "response":
            to = getattr(ability, "to", "")
            in_play = self.card.fields.get("type") != "action"
            return "triggers", {"card_played": "response_card"}.get(
                to, "response_damage_in_play" if in_play else "response_damage"
            )
        return "triggers", trigger

    def mod(self, mod: AnyModifier) -> str:
        """A static modifier."""
        name, who = mod.name, mod.who
        if name == "damage_taken":
            once = getattr(mod, "limit", None)
            row = "damage_taken_once" if once else "damage_taken_less" if mod.add < 0 else "damage_taken_more"
            if (who == "you") != bool(once):
                raise NoPhrase(f"mods.{row} for {who}")
        elif name in ("creature_plays", "draw_number"):
            row = f"{name}_{'you' if who == 'you' else 'each'}"
        else:
            row = name
        slots: dict[str, Callable[[str], str]] = {"add": lambda form: self.number(abs(mod.add), form)}
        sources = getattr(mod, "sources", None)
        if sources is not None:
            slots["filter"] = lambda form: self.filter(sources, form)
        return self.fill(str(self.find("mods", row, self.lang)), slots)

    # what happens

    def body(self, _: str = "") -> str:
        """Cost and effects of the ability, after `may` where the frame does not contain it."""
        ability = self.ability
        has_may = ability.trigger in WORDED_WITH_MAY or (ability.trigger == "response" and ability.cost != ())
        wraps = ability.may and not has_may
        after_may = has_may or wraps
        if ability.cost:
            slots: dict[str, Callable[[str], str]] = {
                "cost": lambda form: self.effects(ability.cost, after_may),
                "effect": lambda form: self.effects(ability.do, after_may and ". " not in self.frame("cost")),
            }
            text = self.fill(self.frame("cost"), slots)
        else:
            text = self.effects(ability.do, after_may)
        return self.fill(self.frame("may"), {"body": lambda form: text}) if wraps else text

    def effects(self, effects: Sequence[Effect], inf: bool = False) -> str:
        """Effects joined; a sentence end inside takes the form after “may” away."""
        clauses: list[str] = []
        done: list[str] = []
        sentence = self.frame("sentence")
        for effect in effects:
            if isinstance(effect, If):
                done.append(self.joined(clauses))
                clauses, inf = [capitalised(self.verb(effect, False))], False
            elif isinstance(effect, Shuffle) and effect.what == "deck" and clauses:
                before = self.joined(clauses)
                clauses = [before + self.frame("then_shuffle") + self.verb(effect, False)]
            else:
                clause = self.verb(effect, inf)
                clauses.append(clause)
                inf = inf and sentence not in clause
        done.append(self.joined(clauses))
        return sentence.join(part for part in done if part)

    def verb(self, effect: Effect, inf: bool) -> str:
        """One effect."""
        text = self.fill(self.template(effect, inf), self.slots(effect))
        if effect.verb in EXPLAINS_X:
            text += self.where_x(getattr(effect, "amount", 0))
        if isinstance(effect, Roll) and effect.table:
            text += "." + "".join(f"\n{line}" for line in self.rows(effect)).removesuffix(".")
        return text

    def parameter(self, effect: Effect, key: str) -> Any:
        """A parameter as a row's `for` sees it; a condition by its name."""
        if isinstance(effect, If) and key == "cond":
            return effect.cond.kind
        return super().parameter(effect, key)

    def slots(self, effect: Effect) -> dict[str, Callable[[str], str]]:
        """The slots of a verb's row: its parameters, and parts that are effects themselves."""
        found: dict[str, Callable[[str], str]] = {}
        for field, name in zip(effect.__struct_fields__, effect.__struct_encode_fields__, strict=True):
            value = getattr(effect, field)
            if name == "filter":
                found[name] = lambda form, value=value: self.filter(value, form)  # type: ignore[misc]
            elif name in ("to", "who", "of", "with", "target", "from"):
                receiver = isinstance(effect, MoveCounters) and name == "to" and effect.from_ != "self"
                found[name] = lambda form, value=value, receiver=receiver: self.whom(effect, value, form, receiver)  # type: ignore[misc]
            elif name in ("amount", "dice"):
                found["n"] = lambda form, value=value: self.number(value, form)  # type: ignore[misc]
        if isinstance(effect, If):
            found["then"] = lambda form: self.effects(effect.then)
            found["else"] = lambda form: self.effects(effect.else_)
            compare = effect.cond.cmp
            found["b"] = lambda form: str(compare.b) if compare else ""
        if isinstance(effect, ChooseOne):
            found["options"] = lambda form: self.frame("or").join(self.effects(option) for option in effect.options)
        return found

    def whom(self, effect: Effect, value: Any, form: str, receiver: bool) -> str:
        """A player or a card, as a verb's parameter words it."""
        if isinstance(value, Selector):
            both_any = (
                receiver
                and isinstance(effect, MoveCounters)
                and isinstance(effect.from_, Selector)
                and (value.controller == effect.from_.controller == "any")
            )
            return self.selector(value, form, another=both_any)
        if value == "self":
            return self.itself(form)
        return self.player(str(value), form)

    def rows(self, roll: Roll) -> list[str]:
        """The results of a die; those with equal effects share a line."""
        groups: list[tuple[list[int], Any]] = []
        for result, effects in sorted(roll.table.items()):
            for results, same in groups:
                if same == effects:
                    results.append(result)
                    break
            else:
                groups.append(([result], effects))
        lines = []
        for results, effects in groups:
            self.begin()
            body = capitalised(self.effects(effects))
            head = self.frame("row_join").join(map(str, results))
            slots = {"k": lambda form, head=head: head, "body": lambda form, body=body: body}
            lines.append(self.fill(self.frame("row"), slots) + ".")
        return lines

    def where_x(self, amount: Any) -> str:
        """What X is, where the amount is no plain number."""
        if not isinstance(amount, Value):
            return ""
        if amount.kind == "counters_on":
            key = f"counters_on_{amount.counters_on}"
        elif amount.count is not None:
            key = "count_discard" if amount.count.zone == "discard" else "count_in_play"
            if amount.count.zone == "hand":
                key = "count_hand"
            elif amount.count.who == "you":
                key = "count_yours"
        else:
            key = "var_removed"
        counted = amount.count.filter if amount.count else None
        slots: dict[str, Callable[[str], str]] = {}
        if counted is not None:
            slots["filter"] = lambda form: self.filter(counted, form)
        return self.fill(str(self.find("where_x", self.lang, key)), slots)
