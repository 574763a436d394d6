"""What must hold of an ability beyond the shape of its words. In: its node and its card. Out: faults, each in place.

Invariant: after this no effect reads what nothing has saved, and no card does what its type cannot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pnp.base.suggest import hint_nearest
from pnp.library.card import Card, CardBook
from pnp.library.effect.check import check_counts, effects_in, entries_in

if TYPE_CHECKING:
    from pnp.library.reading.node import Node


def known_names(book: CardBook) -> Mapping[str, list[str]]:
    """What filters and selectors may name: types and subtypes that are declared or used, and cards by their ids."""
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
    return known


def check_ability(card: Card, ability: Node, book: CardBook) -> None:
    """Report what is wrong with one ability of a card."""
    check_counts(ability)
    _check_saved(ability)
    _check_counters(card, ability)
    _check_trigger(card, ability)
    _check_arrival(ability)
    _check_moved(ability)
    sides = book.constants["die_sides"].value if "die_sides" in book.constants else None
    _check_dice(ability, sides if isinstance(sides, int) else None)


def _check_saved(ability: Node) -> None:
    """An effect reads only what one before it has saved."""
    saved: set[str] = set()
    for effect in effects_in(ability):
        for entry in (effect, *entries_in(effect, into_effects=False)):
            read = [entry.get("var")]
            matches = entry.get("type_matches")
            if matches and isinstance(matches.value, dict):
                read += [matches.get("card"), matches.get("type")]
            for node in read:
                if node is not None and isinstance(node.value, str) and node.value not in saved:
                    node.error(f"nothing was saved as “{node.value}”", hint_nearest(node.value, saved), "no-such")
        name = effect.value.get("save_as")
        if isinstance(name, str):
            saved.add(name)


def _check_counters(card: Card, ability: Node) -> None:
    """A card adds counters to itself only if it uses any."""
    for effect in effects_in(ability):
        target = effect.get("target") if effect.value.get("op") == "add_counters" else None
        if target and target.value == "self" and not card.fields.get("uses_counters"):
            target.error(
                "the card does not use counters",
                "set uses_counters: true, or put the counters on other cards",
                "no-counters",
            )


def _check_trigger(card: Card, ability: Node) -> None:
    """Actions are played or answer; other cards come into play."""
    trigger, type_ = ability.value.get("trigger"), card.fields.get("type")
    if type_ == "action" and trigger not in ("play", "response"):
        ability.child("trigger").error(
            f"an Action cannot have “{trigger}”", "an Action does everything when it is played", "bad-effect"
        )
    if type_ not in ("action", None) and trigger == "play":
        ability.child("trigger").error(
            "only an Action has “play”", "use enters: it happens when the card comes into play", "bad-effect"
        )


def _check_arrival(ability: Node) -> None:
    """What a card comes into play with is counters on itself, and how many is printed."""
    if ability.value.get("trigger") != "enters_with":
        return
    for effect in effects_in(ability):
        keys = effect.value
        if keys.get("op") != "add_counters" or keys.get("target") != "self" or type(keys.get("amount")) is not int:
            effect.error("expected add_counters on self with a number as the amount", code="bad-effect")


def _check_moved(ability: Node) -> None:
    """Counters are moved from one card, and to one or to any number."""
    for effect in effects_in(ability):
        for key in ("from", "to") if effect.value.get("op") == "move_counters" else ():
            place = effect.get(key)
            choose = place.get("choose") if place is not None and isinstance(place.value, dict) else None
            if choose is not None and choose.value != 1:
                choose.error(
                    f"expected one card to move counters {key}, got {choose.value}", "write choose: 1", "bad-effect"
                )


def _check_dice(ability: Node, sides: int | None) -> None:
    """The rows of a roll are results that the dice can show."""
    for effect in effects_in(ability):
        table, dice = effect.get("table"), effect.value.get("dice")
        if table is None or sides is None or type(dice) is not int:
            continue
        for result, row in table.children():
            if result.isdecimal() and not dice <= int(result) <= dice * sides:
                row.error(f"{dice} dice cannot show {result}", f"use {dice} to {dice * sides}", "out-of-range")
