"""What must hold of an ability beyond the shape of its words. In: its node, its card, the game's zones and phases. Out:
faults, each in place.

Invariant: after this no effect reads what nothing has saved, every price can be paid, every phase exists.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pnp.base.suggest import hint_nearest
from pnp.library.card import Card, CardBook
from pnp.library.effect.check import check_counts, effects_in, entries_in
from pnp.referee.effects.effect_table import EffectTable
from pnp.referee.effects.vocabulary.values import CHOSEN, Value

if TYPE_CHECKING:
    from pnp.library.reading.node import Node

EVENTS = (
    "answers", "instead",
    "draws", "discards", "gains_life", "loses_life", "takes_damage", "deals_damage", "plays", "card_enters",
    "card_leaves", "silences",
)  # fmt: skip
NUMBERS = Value.__struct_fields__
PRICES = ("lose_life", "discard", "put_in_discard", "exile", "remove_counters", "choose_number", "damage")
OF_EVENTS = ("trigger_player", "trigger_card")
NEEDED = {
    "life": ("damage", "gain_life", "lose_life", "gains_life", "loses_life", "life", "damage_taken", "damage_dealt",
             "redirect", "reflect", "takes_damage", "deals_damage"),
    "play": ("put_in_discard", "return_to_hand", "take_control", "attach", "become", "exile", "in_play", "card_enters",
             "card_leaves", "enters", "leaves", "static", "activated", "enters_with", "add_counters", "remove_counters",
             "move_counters", "silence", "unsilence", "silences", "choose_card", "attach_to_player", "create"),
    "exile": ("exile",),
    "aside": ("trade", "swap_hands"),
    "supply": ("create",),
    "played": ("answers", "cancel", "prevent"),
}  # fmt: skip


def check_ability(table: EffectTable, card: Card, ability: Node, book: CardBook) -> None:
    """Report what is wrong with one ability."""
    trigger = str(ability.value.get("trigger"))
    _check_trigger(table, card, ability, trigger)
    _check_there(table, ability)
    _check_named(ability, trigger)
    check_counts(ability)
    for entry in entries_in(ability):
        _check_shape(entry)
        _check_having(entry, book)
    for mod in entries_in(ability):
        what = mod.get("what") if mod.value.get("mod") == "may_not" else None
        if what is not None and what.value not in table.acts:
            hint = hint_nearest(str(what.value), table.acts) or f"one of: {', '.join(table.acts)}"
            what.error(f"unknown action “{what.value}”", hint, "no-such")
        of = mod.get("of") if mod.value.get("mod") == "number" else None
        if of is not None and of.value not in table.numbers:
            hint = hint_nearest(str(of.value), table.numbers) or "name it in CardEffects(numbers=…)"
            of.error(f"the rules have no number “{of.value}”", hint, "no-such")
        if trigger != "answers" and mod.value.get("op") in ("cancel", "prevent"):
            mod.child("op").error("nothing is answered here", "use the trigger answers", "bad-effect")
        if trigger != "static" and mod.value.get("mod") and mod.get("limit") is not None:
            mod.child("limit").error("only a modifier of a static ability has a limit", code="bad-effect")
    for effect in effects_in(ability):
        _check_effect(table, effect, book)
        _check_dice(effect)
        _check_counters(table, card, effect)
    step, phase = ability.get("step"), ability.get("phase")
    if step is not None and step.value not in table.steps:
        hint = hint_nearest(str(step.value), table.steps) or "name it in CardEffects(steps=…)"
        step.error(f"a turn has no step “{step.value}”", hint, "no-such")
    if trigger == "instead" and ability.value.get("of") == "phase" and phase is None:
        ability.child("of").error("the phase is missing", f"add phase: {' or '.join(table.phases)}", "bad-effect")
    elif phase is not None and phase.value not in table.phases:
        phase.error(f"a turn has no phase “{phase.value}”", hint_nearest(str(phase.value), table.phases), "no-such")
    cost = ability.get("cost")
    if cost:
        _check_price(cost)


def _check_dice(effect: Node) -> None:
    """The rows of a roll are results that the dice can show."""
    rows, dice, sides = effect.get("table"), effect.value.get("dice", 1), effect.value.get("sides", 6)
    if rows is None or type(dice) is not int or type(sides) is not int:
        return
    for result, row in rows.children():
        if result.isdecimal() and not dice <= int(result) <= dice * sides:
            row.error(f"{dice} dice cannot show {result}", f"use {dice} to {dice * sides}", "out-of-range")


def _check_counters(table: EffectTable, card: Card, effect: Node) -> None:
    """A card adds counters to itself only if it uses any."""
    verb, target = effect.value.get("op"), effect.get("target")
    uses_none = bool(table.counters) and not card.fields.get(table.counters)
    if verb == "add_counters" and target is not None and target.value == "self" and uses_none:
        hint = f"set {table.counters}: true, or put the counters on other cards"
        target.error("the card does not use counters", hint, "no-counters")


def _check_trigger(table: EffectTable, card: Card, ability: Node, trigger: str) -> None:
    """A card that stays in play does things there; all others do everything when they are played."""
    stays = card.fields.get("type") in table.stays or table.is_in_front(card)
    if trigger in ("answers", "opening_hand", "game_begins"):
        return
    if stays and trigger == "play":
        ability.child("trigger").error(
            "a card that stays in play cannot have “play”",
            "use enters: it happens when the card comes into play",
            "bad-effect",
        )
    elif not stays and trigger != "play":
        hint = "use play, or give the card a type that stays: " + ", ".join(table.stays)
        ability.child("trigger").error(f"a card that does not stay in play cannot have “{trigger}”", hint, "bad-effect")
    for effect in effects_in(ability) if not stays else ():
        verb, target = effect.child("op"), effect.get("target")
        if verb.value in ("attach", "become", "attach_to_player") or effect.value.get("with") == "self":
            verb.error(f"{verb.value} needs a card that stays in play", code="bad-effect")
        elif target is not None and target.value in ("self", "host"):
            target.error(f"“{target.value}” needs a card that stays in play", code="bad-effect")


def _check_there(table: EffectTable, ability: Node) -> None:
    """The game has what a word is about: life, cards in play, a place out of the game."""
    for entry in (ability, *entries_in(ability)):
        for key, child in entry.children():
            word = child.value if key in ("op", "mod", "trigger", "zone", "what") else key
            missing = [what for what, words in NEEDED.items() if word in words and getattr(table, what) is None]
            if missing:
                child.error(
                    f"“{word}” needs {missing[0]}, which the game does not have",
                    f"set CardEffects({missing[0]}=…)",
                    "bad-effect",
                )


def _check_named(ability: Node, trigger: str) -> None:
    """What an effect reads was saved, chosen or named by what set the ability off."""
    saved = {node.value["save_as"] for node in effects_in(ability) if isinstance(node.value.get("save_as"), str)}
    known = {*saved, "amount"} if trigger in EVENTS else saved
    for entry in entries_in(ability):
        for key, names in (("var", known), ("named", saved), ("of_type", saved), ("card", saved)):
            child = entry.get(key)
            if child is not None and isinstance(child.value, str) and child.value not in names:
                hint = hint_nearest(child.value, sorted(names)) or "save it first, with save_as"
                child.error(f"nothing is saved as “{child.value}”", hint, "no-such")
    chosen = any(word in (*CHOSEN, "unless") for _, word in _words(ability))  # whoever does not pay is one
    for mod in entries_in(ability) if trigger == "static" else ():
        who = mod.get("who") if "mod" in mod.value else None
        if who is not None and who.value in CHOSEN:
            who.error(
                "no player can be chosen by a static ability",
                "use a lasting effect, which chooses when it begins",
                "bad-effect",
            )
    amounts = [effect.child("amount").path for effect in effects_in(ability) if effect.get("amount") is not None]
    for node, word in _words(ability):
        if word == "them" and not any(node.path[: len(path)] == path for path in amounts):
            node.error("“them” has no meaning here", "use them only in the amount of an effect", "bad-effect")
        if word in OF_EVENTS and trigger not in EVENTS:
            node.error(f"this ability has no {word}", f"use one of these triggers: {', '.join(EVENTS)}", "bad-effect")
        elif word == "chosen_player" and not chosen:
            node.error(
                "chosen_player needs a player chosen earlier", "other_player and any_player choose one", "bad-effect"
            )


def _words(node: Node) -> Iterator[tuple[Node, str]]:
    """All words of an ability, in order."""
    if isinstance(node.value, str):
        yield node, node.value
    elif isinstance(node.value, dict):
        for _, child in node.children():
            yield from _words(child)
    elif isinstance(node.value, list):
        for child in node.items():
            yield from _words(child)


def _check_shape(entry: Node) -> None:
    """Numbers, conditions and selectors hold one key of those that say what they are."""
    keys = [key for key in entry.value if key in NUMBERS]
    if len(keys) > 1:
        entry.error(f"expected one of {', '.join(keys)}, got {len(keys)}", "nest one inside the other", "bad-effect")
    plus = entry.get("plus")
    if plus is not None and isinstance(plus.value, list) and len(plus.value) < 2:
        plus.error(f"expected two or more numbers to add, got {len(plus.value)}", code="bad-effect")
    for key in ("cond", "when"):
        condition = entry.get(key)
        if condition is not None and isinstance(condition.value, dict) and len(condition.value) != 1:
            condition.error(f"expected one of cmp, fits, got {len(condition.value)} keys", code="bad-effect")
    for key in ("target", "from", "to"):
        selector = entry.get(key)
        if selector is not None and isinstance(selector.value, dict):
            given = [word for word in ("choose", "up_to", "all") if selector.value.get(word)]
            if len(given) != 1:
                selector.error(
                    "expected one of choose, up_to, all", "write choose: 1, up_to: 1 or all: true", "bad-effect"
                )


def _check_having(entry: Node, book: CardBook) -> None:
    """A filter names fields that a deck has, and values that some card has or may have."""
    having = entry.get("having")
    for name, values in having.children() if having is not None and isinstance(having.value, dict) else ():
        declared = {field for deck in book.decks.values() for field in deck.fields}
        if name not in declared:
            hint = hint_nearest(name, sorted(declared)) or f"one of: {', '.join(sorted(declared))}"
            values.error(f"no deck has the field “{name}”", hint, "no-such")
            continue
        if name == "type":  # its values are checked wherever they are
            continue
        known = {str(card.fields.get(name)) for card in book.playing_cards.values()}
        for deck in book.decks.values():
            known.update(str(value) for value in (deck.fields[name].values if name in deck.fields else ()) or ())
        for item in values.items() if isinstance(values.value, list) else ():
            if str(item.value) not in known:
                hint = hint_nearest(str(item.value), sorted(known))
                item.error(f"no card has the {name} “{item.value}”", hint, "no-such")


def _check_effect(table: EffectTable, effect: Node, book: CardBook) -> None:
    verb = effect.value.get("op")
    token = effect.get("token")
    if token is not None and table.supply is not None:
        known = [card.id for card in book.cards.values() if table.supply.begins_with(card.deck)]
        if token.value not in known:
            hint = hint_nearest(str(token.value), known) or f"one of: {', '.join(known)}"
            token.error(f"the supply has no card “{token.value}”", hint, "no-such")
    for key, most in (("dice", 3), ("sides", 100)) if verb == "roll" else ():
        number = effect.get(key)
        if number is not None and not 1 <= int(number.value) <= most:
            number.error(f"expected {key} from 1 to {most}, got {number.value}", code="out-of-range")
    phase = effect.get("phase")
    if phase is not None and phase.value not in table.phases:
        hint = hint_nearest(str(phase.value), table.phases) or f"one of: {', '.join(table.phases)}"
        phase.error(f"a turn has no phase “{phase.value}”", hint, "no-such")
    if verb == "unless":
        pay = effect.get("pay")
        if pay is not None:
            _check_price(pay)
    if verb in ("attach", "become", "copy"):
        target = effect.get("target")
        if target is not None and isinstance(target.value, dict) and target.value.get("choose") != 1:
            target.error(f"{verb} needs exactly one card", "write choose: 1", "bad-effect")
    options = effect.get("options")
    least = effect.value.get("choose", 1) + 1 if verb == "choose_several" else 2
    if options is not None and isinstance(options.value, list) and len(options.value) < least:
        options.error(
            f"expected {'two' if least == 2 else least} or more options, got {len(options.value)}", code="bad-effect"
        )
    mods = effect.get("mods")
    for mod in mods.items() if mods and isinstance(mods.value, list) else ():
        if isinstance(mod.value, dict) and mod.value.get("mod") == "silenced":
            mod.error("only an attached card can silence another", "move it into a static ability", "bad-effect")


def _check_price(price: Node) -> None:
    """A price is something that its payer does, of which it can be known whether it can be done."""
    for effect in effects_in(price):
        verb, target = effect.value.get("op"), effect.get("target")
        if verb not in PRICES:
            effect.child("op").error(f"{verb} cannot be a price", f"one of: {', '.join(PRICES)}", "bad-effect")
        elif effect.value.get("who", "you") != "you":
            effect.child("who").error(
                "only the paying player can pay", "leave who out: the default is the paying player", "bad-effect"
            )
        elif verb == "damage" and effect.value.get("to") != "you":
            effect.child("to").error("only the paying player can pay", "write to: you", "bad-effect")
        elif effect.value.get("pick", "owner") == "you":
            effect.child("pick").error("the paying player already chooses", "use owner or random", "bad-effect")
        elif target is not None and not _is_own(target.value):
            target.error(
                "only the paying player's own cards can be a price",
                "use self, or {choose: 1, controller: you}",
                "bad-effect",
            )


def _is_own(target: Any) -> bool:
    return target == "self" or (isinstance(target, dict) and target.get("controller") == "you" and "choose" in target)
