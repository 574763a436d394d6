"""Effects held against the game: names that must exist, values that go with a verb, cards that can do what they say.
In: a book and where its cards stand. Out: faults, each at its own place.

Invariant: after this no filter is empty by a slip of spelling, and no effect reads what nothing has saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pnp.base.suggest import hint_nearest
from pnp.library.card import Card, CardBook, Deck
from pnp.library.effect.verbs import AMOUNTS
from pnp.library.reading.node import Node


def check_effects(book: CardBook, node_of: Callable[[str], Node]) -> None:
    """Report what is wrong with the effects of any card."""
    cards = list(book.playing_cards.values())
    known = {
        "type": sorted({str(card.fields["type"]) for card in cards if card.fields.get("type")}),
        "subtype": sorted({str(card.fields["subtype"]) for card in cards if card.fields.get("subtype")}),
        "name_is": list(book.playing_cards),
    }
    for deck in book.decks.values():  # a type may be declared and have no card yet
        for name in ("type", "subtype"):
            field = deck.fields.get(name)
            known[name] += [str(value) for value in field.values if value not in known[name]] if field else []
    sides = book.constants["die_sides"].value if "die_sides" in book.constants else None
    for card in book.cards.values():
        effects = node_of(card.id).get("abilities")
        for node in effects.items() if effects else []:
            _check_ability(card, node, known)
            _check_arrival(node)
            _check_dice(node, sides if isinstance(sides, int) else None)
    for deck in book.decks.values():
        for card in deck.cards if deck.must_do else ():
            _check_duty(card, deck, node_of(card.id))


def _check_duty(card: Card, deck: Deck, node: Node) -> None:
    """A card of a type that must do something does it in some ability."""
    duty = deck.must_do.get(str(card.fields.get("type")))
    abilities = node.get("abilities")
    entries = abilities.items() if abilities else []
    if duty is None or any(effect.value.get("op") in duty.any_of for entry in entries for effect in _effects(entry)):
        return
    needed = " or ".join(duty.any_of)
    by = f" [{duty.rule}]" if duty.rule else ""
    place = abilities or node.get("type") or node
    place.error(
        f"no effect of this {card.fields['type']} is {needed}{by}", "add one, or give it another type", "no-duty"
    )


def _check_ability(card: Card, node: Node, known: dict[str, list[str]]) -> None:
    for words in _walk(node):
        for key, names in known.items():
            child = words.get(key)
            for item in child.items() if child and isinstance(child.value, list) else []:
                if item.value not in names:
                    item.error(f"no card has the {key} “{item.value}”", hint_nearest(str(item.value), names), "no-such")
    saved: set[str] = set()
    for effect in _effects(node):
        _check_amount(effect)
        _check_saved(effect, saved)
        name = effect.value.get("save_as")
        if isinstance(name, str):
            saved.add(name)
        target = effect.get("target") if effect.value.get("op") == "add_counters" else None
        if target and target.value == "self" and not card.fields.get("uses_counters"):
            hint = "say uses_counters: true, or leave the counters to other cards"
            target.error("the card uses no counters", hint, "no-counters")
    if card.fields.get("type") == "action" and node.value.get("trigger") not in ("play", "response"):
        hint = "an Action does everything when it is played"
        node.child("trigger").error(f"an Action has no ability “{node.value.get('trigger')}”", hint, "bad-effect")
    if card.fields.get("type") not in ("action", None) and node.value.get("trigger") == "play":
        node.child("trigger").error("only an Action has “play”", "enters: happens on coming into play", "bad-effect")


def _check_arrival(node: Node) -> None:
    """What a card comes into play with is counters on itself, and how many is printed."""
    if node.value.get("trigger") != "enters_with":
        return
    for effect in _effects(node):
        said = effect.value
        if said.get("op") != "add_counters" or said.get("target") != "self" or type(said.get("amount")) is not int:
            effect.error("a card comes into play with a number of counters on itself", code="bad-effect")


def _check_dice(node: Node, sides: int | None) -> None:
    """The rows of a roll are results that the dice can show."""
    for effect in _effects(node):
        table, dice = effect.get("table"), effect.value.get("dice")
        if table is None or sides is None or type(dice) is not int:
            continue
        for result, row in table.children():
            if result.isdecimal() and not dice <= int(result) <= dice * sides:
                row.error(f"{dice} dice do not show {result}", f"{dice} to {dice * sides}", "out-of-range")


def _check_amount(effect: Node) -> None:
    verb, amount = str(effect.value.get("op")), effect.get("amount")
    if amount is None or type(amount.value) is int:
        if amount is not None and amount.value < 0:
            amount.error("a number of this kind is not below 0", code="out-of-range")
        return
    allowed = AMOUNTS.get((verb, "amount"), ())
    kind = amount.value if isinstance(amount.value, str) else next(iter(amount.value), "")
    if (isinstance(amount.value, dict) and len(amount.value) != 1) or kind not in allowed:
        amount.error(f"{verb} takes no such number", f"a number, {', '.join(allowed)}" if allowed else "", "bad-effect")


def _check_saved(effect: Node, saved: set[str]) -> None:
    for words in (effect, *_walk(effect, into_effects=False)):
        read = [words.get("var")]
        matches = words.get("type_matches")
        if matches and isinstance(matches.value, dict):
            read += [matches.get("card"), matches.get("type")]
        for node in read:
            if node is not None and isinstance(node.value, str) and node.value not in saved:
                node.error(f"nothing was saved as “{node.value}”", hint_nearest(node.value, saved), "no-such")


def _effects(node: Node) -> Iterator[Node]:
    """Every effect of an ability in the order in which it happens, the cost first."""
    if isinstance(node.value, dict):
        if "op" in node.value:
            yield node
        order = ("cost", "do", "options", "table", "then", "else")
        for key in order:
            child = node.get(key)
            if child is not None:
                yield from _effects(child)
        if not any(key in node.value for key in (*order, "op", "trigger")):
            for _, child in node.children():
                yield from _effects(child)
    elif isinstance(node.value, list):
        for item in node.items():
            yield from _effects(item)


def _walk(node: Node, into_effects: bool = True) -> Iterator[Node]:
    """Every mapping inside."""
    children: list[Node] = []
    if isinstance(node.value, dict):
        children = [child for _, child in node.children()]
    elif isinstance(node.value, list):
        children = node.items()
    for child in children:
        value: Any = child.value
        if isinstance(value, dict) and "op" in value and not into_effects:
            continue
        if isinstance(value, dict):
            yield child
        if isinstance(value, dict | list):
            yield from _walk(child, into_effects)
