"""Wording: a card's effects in words. In: a card, the phrases of its game, a language. Out: its printed text.

One line for each ability, results of a die on lines of their own, `**…**` around what sets the ability off. The same
data drives the referee. Invariant: nothing is said that is not in the effects; what has no phrase raises `NoPhrase`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pnp.library.card import Card
from pnp.library.effect.abilities import AnyAbility, AnyMod
from pnp.library.effect.inflection import Names, NoPhrase, Speech
from pnp.library.effect.values import Selector, Value
from pnp.library.effect.verbs import (
    ChooseOne,
    Effect,
    If,
    MoveCounters,
    Roll,
    Shuffle,
)

# Triggers whose frame says “may” itself.
SAYS_MAY = ("activated", "draw_phase", "starting_hand")
# Verbs after which it is said what X is.
TELLS_X = ("damage", "add_counters")


def word_card(card: Card, abilities: Sequence[AnyAbility], phrases: dict[str, Any], lang: str, names: Names) -> str:
    """The printed text of a card, a paragraph for each ability; `names` are those of all cards of the game."""
    return "\n\n".join(_Text(card, ability, phrases, lang, names).whole() for ability in abilities)


def word_kind(card: Card, phrases: dict[str, Any], lang: str) -> str:
    """The type line: `Creature – Hound`, `Sudden Action`; a Character's affiliation."""
    fields = card.fields
    if "type" in fields:
        entry = _get(phrases, "types", lang, str(fields["type"]))
        label = str(entry["sudden"] if fields.get("sudden") and "sudden" in entry else entry["label"])
        subtype = fields.get("subtype")
        return f"{label} – {subtype_name(phrases, lang, subtype)}" if subtype else label
    if "affiliation" in fields:
        return str(_get(phrases, "affiliations", lang, fields["affiliation"]))
    return ""


def subtype_name(phrases: dict[str, Any], lang: str, subtype: str) -> str:
    """A subtype as the type line says it; the word itself where no other is given."""
    entry = phrases.get("subtypes", {}).get(lang, {}).get(subtype)
    return str(entry["nom"]) if isinstance(entry, dict) and "nom" in entry else subtype


def _get(phrases: dict[str, Any], *path: str) -> Any:
    value: Any = phrases
    for step in path:
        if not isinstance(value, dict) or step not in value:
            raise NoPhrase(".".join(path))
        value = value[step]
    return value


class _Text:
    """One ability in one language."""

    def __init__(self, card: Card, ability: AnyAbility, phrases: dict[str, Any], lang: str, names: Names) -> None:
        self.card, self.ability, self.phrases, self.lang = card, ability, phrases, lang
        self.speech = Speech(card, ability.trigger, phrases, lang, names)

    def get(self, *path: str) -> Any:
        """A phrase; NoPhrase when there is none."""
        return _get(self.phrases, *path)

    def frame(self, name: str) -> str:
        """One of the joining frames."""
        return str(self.get("frames", self.lang, name))

    def whole(self) -> str:
        """The whole ability as sentences."""
        ability = self.ability
        if ability.mods:
            return " ".join(_large(self.mod(mod)) for mod in ability.mods)
        if ability.trigger == "play":
            text = self.speech.fill("{body}.", {"body": self.body})
        else:
            template = str(self.get(*self.head(), self.lang))
            slots: dict[str, Callable[[str], str]] = {
                "body": self.body,
                "Body": lambda form: _large(self.body(form)),
                "filter": lambda form: self.speech.filter(ability.filter, form),
                "when": lambda form: str(self.get("when_words", self.lang, ability.trigger)),
                "b": lambda form: str(ability.when.cmp.b) if ability.when and ability.when.cmp else "",
            }
            if ability.trigger == "enters_with":
                slots["n"] = lambda form: self.speech.number(getattr(ability.do[0], "amount", 0), form)
            text = self.speech.fill(template, slots)
        text = _large(text)
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

    def mod(self, mod: AnyMod) -> str:
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
        slots: dict[str, Callable[[str], str]] = {"add": lambda form: self.speech.number(abs(mod.add), form)}
        sources = getattr(mod, "sources", None)
        if sources is not None:
            slots["filter"] = lambda form: self.speech.filter(sources, form)
        return self.speech.fill(str(self.get("mods", row, self.lang)), slots)

    # what happens

    def body(self, _: str = "") -> str:
        """Cost and effects of the ability, after `may` where the frame does not say it."""
        ability = self.ability
        says_may = ability.trigger in SAYS_MAY or (ability.trigger == "response" and ability.cost != ())
        wraps = ability.may and not says_may
        after_may = says_may or wraps
        if ability.cost:
            slots: dict[str, Callable[[str], str]] = {
                "cost": lambda form: self.effects(ability.cost, after_may),
                "effect": lambda form: self.effects(ability.do, after_may and ". " not in self.frame("cost")),
            }
            text = self.speech.fill(self.frame("cost"), slots)
        else:
            text = self.effects(ability.do, after_may)
        return self.speech.fill(self.frame("may"), {"body": lambda form: text}) if wraps else text

    def effects(self, effects: Sequence[Effect], inf: bool = False) -> str:
        """Effects joined; a sentence end inside takes the form after “may” away."""
        clauses: list[str] = []
        done: list[str] = []
        sentence = self.frame("sentence")
        for effect in effects:
            if isinstance(effect, If):
                done.append(self.joined(clauses))
                clauses, inf = [_large(self.verb(effect, False))], False
            elif isinstance(effect, Shuffle) and effect.what == "deck" and clauses:
                before = self.joined(clauses)
                clauses = [before + self.frame("then_shuffle") + self.verb(effect, False)]
            else:
                said = self.verb(effect, inf)
                clauses.append(said)
                inf = inf and sentence not in said
        done.append(self.joined(clauses))
        return sentence.join(part for part in done if part)

    def joined(self, clauses: Sequence[str]) -> str:
        """`a`, `a and b`, `a, b and c`."""
        if len(clauses) < 2:
            return "".join(clauses)
        return self.frame("comma").join(clauses[:-1]) + self.frame("join") + clauses[-1]

    def verb(self, effect: Effect, inf: bool) -> str:
        """One effect."""
        row = self.row(effect)
        template = str(row.get(f"{self.lang}_inf", row[self.lang]) if inf else row[self.lang])
        text = self.speech.fill(template, self.slots(effect))
        if effect.verb in TELLS_X:
            text += self.where_x(getattr(effect, "amount", 0))
        if isinstance(effect, Roll) and effect.table:
            text += "." + "".join(f"\n{line}" for line in self.rows(effect)).removesuffix(".")
        return text

    def row(self, effect: Effect) -> dict[str, Any]:
        """The first row of the verb that fits."""
        rows: Any = self.get("verbs", effect.verb)
        for row in rows:
            if all(_datum(effect, key) == value for key, value in (row.get("for") or {}).items()):
                if self.lang not in row:
                    break
                return dict(row)
        raise NoPhrase(f"verbs.{effect.verb}")

    def slots(self, effect: Effect) -> dict[str, Callable[[str], str]]:
        """The slots of a verb's row: its parameters, and parts that are effects themselves."""
        speech = self.speech
        found: dict[str, Callable[[str], str]] = {}
        for field, name in zip(effect.__struct_fields__, effect.__struct_encode_fields__, strict=True):
            value = getattr(effect, field)
            if name == "filter":
                found[name] = lambda form, value=value: speech.filter(value, form)  # type: ignore[misc]
            elif name in ("to", "who", "of", "with", "target", "from"):
                receiver = isinstance(effect, MoveCounters) and name == "to" and effect.from_ != "self"
                found[name] = lambda form, value=value, receiver=receiver: self.whom(effect, value, form, receiver)  # type: ignore[misc]
            elif name in ("amount", "dice"):
                found["n"] = lambda form, value=value: speech.number(value, form)  # type: ignore[misc]
        if isinstance(effect, If):
            found["then"] = lambda form: self.effects(effect.then)
            found["else"] = lambda form: self.effects(effect.else_)
            compare = effect.cond.cmp
            found["b"] = lambda form: str(compare.b) if compare else ""
        if isinstance(effect, ChooseOne):
            found["options"] = lambda form: self.frame("or").join(self.effects(option) for option in effect.options)
        return found

    def whom(self, effect: Effect, value: Any, form: str, receiver: bool) -> str:
        """A player or a card, as a verb's parameter says it."""
        if isinstance(value, Selector):
            both_any = (
                receiver
                and isinstance(effect, MoveCounters)
                and isinstance(effect.from_, Selector)
                and (value.controller == effect.from_.controller == "any")
            )
            return self.speech.selector(value, form, another=both_any)
        if value == "self":
            return self.speech.itself(form)
        return self.speech.player(str(value), form)

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
            self.speech.begin()
            said = _large(self.effects(effects))
            head = self.frame("row_join").join(map(str, results))
            slots = {"k": lambda form, head=head: head, "body": lambda form, said=said: said}
            lines.append(self.speech.fill(self.frame("row"), slots) + ".")
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
            slots["filter"] = lambda form: self.speech.filter(counted, form)
        return self.speech.fill(str(self.get("where_x", self.lang, key)), slots)


def _datum(effect: Effect, key: str) -> Any:
    """A parameter as a row's `for` sees it; a condition by its name."""
    fields = dict(zip(effect.__struct_encode_fields__, effect.__struct_fields__, strict=True))
    if isinstance(effect, If) and key == "cond":
        return effect.cond.kind
    return getattr(effect, fields[key]) if key in fields else None


def _large(text: str) -> str:
    """The text with its first letter large."""
    for at, letter in enumerate(text):
        if letter != "*":
            return text[:at] + letter.upper() + text[at + 1 :]
    return text
