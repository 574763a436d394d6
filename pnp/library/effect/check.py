"""Checks of effects against the game: names that must exist, numbers a verb may take, duties of a type of card.

In: a book, its vocabulary, the nodes of its cards. Out: faults, each at its own place; the game's own checks are run.
Invariant: no filter that passed is empty because of a misspelt name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pnp.base.suggest import fold_name, hint_nearest
from pnp.library.card import Card, CardBook, Deck
from pnp.library.effect.vocabulary import Vocabulary
from pnp.library.words import spellings_of

if TYPE_CHECKING:
    from pnp.library.reading.node import Node


NAME_IS = "name_is"
Ids = dict[str, list[str]]


def ids_by_name(book: CardBook) -> Ids:
    """The playing cards by their folded ids and names."""
    found: Ids = {}
    for id_, card in book.playing_cards.items():
        for name in {fold_name(id_), *(fold_name(name) for name in spellings_of(card.name))}:
            found.setdefault(name, []).append(id_)
    return found


def ids_of(name: str, book: CardBook, ids: Ids) -> list[str]:
    """The cards that a name may mean; an id means its card alone."""
    return [name] if name in book.playing_cards else ids.get(fold_name(name), [])


def with_ids(book: CardBook) -> CardBook:
    """The book in whose effects cards are named by ids."""
    ids = ids_by_name(book)

    def plain(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: plain(each, name) for name, each in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(plain(each, key) for each in value)
        return ids_of(value, book, ids)[0] if key == NAME_IS and isinstance(value, str) else value

    def named(card: Card) -> Card:
        return replace(card, abilities=plain(card.abilities)) if card.abilities else card

    def deck_with_ids(deck: Deck) -> Deck:
        return replace(deck, cards=tuple(map(named, deck.cards)))

    return replace(book, decks={id_: deck_with_ids(deck) for id_, deck in book.decks.items()})


def check_effects(book: CardBook, vocabulary: Vocabulary, node_of: Callable[[str], Node]) -> None:
    """Report what is wrong with the effects of any card."""
    names, ids = vocabulary.names(book), ids_by_name(book)
    for card in book.cards.values():
        abilities = node_of(card.id).get("abilities")
        for ability in abilities.items() if abilities else []:
            _check_names(ability, names, book, ids)
            for effect in effects_in(ability):
                _check_number(effect, vocabulary)
            vocabulary.check(card, ability, book)
    for deck in book.decks.values():
        for card in deck.cards if deck.must_do else ():
            _check_duty(card, deck, node_of(card.id))


def _check_duty(card: Card, deck: Deck, node: Node) -> None:
    """A card of a type that must do something does it in some ability."""
    duty = deck.must_do.get(str(card.fields.get("type")))
    abilities = node.get("abilities")
    entries = abilities.items() if abilities else []
    if duty is None or any(effect.value.get("op") in duty.any_of for entry in entries for effect in effects_in(entry)):
        return
    needed = " or ".join(duty.any_of)
    by = f" [{duty.rule}]" if duty.rule else ""
    place = abilities or node.get("type") or node
    place.error(
        f"expected an effect {needed} on this {card.fields['type']}, got none{by}",
        "add one, or change its type",
        "no-duty",
    )


def _check_names(ability: Node, names: Mapping[str, list[str]], book: CardBook, ids: Ids) -> None:
    for entry in entries_in(ability):
        for key, known in names.items():
            child = entry.get(key)
            for item in child.items() if child and isinstance(child.value, list) else []:
                meant = ids_of(str(item.value), book, ids) if key == NAME_IS else []
                if len(meant) > 1:
                    item.error(f"several cards are called “{item.value}”", f"use an id: {', '.join(meant)}", "no-such")
                elif not meant and item.value not in known:
                    item.error(f"no card has the {key} “{item.value}”", hint_nearest(str(item.value), known), "no-such")


def _check_number(effect: Node, vocabulary: Vocabulary) -> None:
    verb, amount = str(effect.value.get("op")), effect.get("amount")
    if amount is None or type(amount.value) is int:
        if amount is not None and amount.value < 0:
            amount.error(f"expected a number from 0, got {amount.value}", code="out-of-range")
        return
    allowed = vocabulary.numbers.get((verb, "amount"), ())
    kind = amount.value if isinstance(amount.value, str) else next(iter(amount.value), "")
    if (isinstance(amount.value, dict) and len(amount.value) != 1) or kind not in allowed:
        amount.error(
            f"{verb} does not accept this number",
            f"use a whole number, {', '.join(allowed)}" if allowed else "",
            "bad-effect",
        )


def check_counts(ability: Node) -> None:
    """A number of cards in a hand is that of all its cards: nobody else sees what they are (for games with `count`)."""
    for entry in entries_in(ability):
        count = entry.get("count")
        only = count.get("filter") if count is not None and isinstance(count.value, dict) else None
        if only is not None and count is not None and count.value.get("zone") == "hand":
            hint = "leave the filter out, or count cards in play"
            only.error(
                "expected a count of a whole hand, got a filter: the other players cannot see which cards it holds",
                hint,
                "bad-effect",
            )


def effects_in(node: Node) -> Iterator[Node]:
    """Every effect of an ability in the order in which it happens, the cost first."""
    if isinstance(node.value, dict):
        if "op" in node.value:
            yield node
        for _, child in sorted(node.children(), key=lambda entry: entry[0] != "cost"):
            yield from effects_in(child)
    elif isinstance(node.value, list):
        for item in node.items():
            yield from effects_in(item)


def entries_in(node: Node, into_effects: bool = True) -> Iterator[Node]:
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
            yield from entries_in(child, into_effects)
