"""What changed between two card books. In: the old and the new one. Out: a line for every difference the referee reads.

Invariant: two books with the same digest have no differences here; words and appearance do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.library.card import Card, CardBook


def book_changes(old: CardBook, new: CardBook) -> list[str]:
    """Lines such as `ukko: value 7 → 8`, in the new book's order, cards first."""
    lines = [*_field_changes(old, new), *_card_changes(old, new)]
    constants = (
        {name: item.value for name, item in book.constants.items() if not item.only_print} for book in (old, new)
    )
    lines += _map_changes("", *constants)
    options = ({name: item.default for name, item in book.options.items()} for book in (old, new))
    lines += _map_changes("option ", *options)
    lines += _map_changes("table ", *({name: item.rows for name, item in book.tables.items()} for book in (old, new)))
    if old.players != new.players:
        lines.append(f"players: {old.players[0]}–{old.players[1]} → {new.players[0]}–{new.players[1]}")
    return lines


def _field_changes(old: CardBook, new: CardBook) -> Iterator[str]:
    """Fields that the cards of a deck have since, or have no more: said once, not card by card."""
    for id_ in new.decks:
        if id_ in old.decks:
            was, now = _fields_of(id_, old), _fields_of(id_, new)
            yield from (f"deck {id_}: field {name}, new" for name in now if name not in was)
            yield from (f"deck {id_}: field {name}, removed" for name in was if name not in now)


def _card_changes(old: CardBook, new: CardBook) -> Iterator[str]:
    for id_, card in new.cards.items():
        before = old.cards.get(id_)
        if before is None:
            yield f"{id_}: new, copies {card.copies}"
            continue
        was, now = ({"copies": item.copies, **_judged(item, book)} for item, book in ((before, old), (card, new)))
        if before.deck == card.deck:
            fields = _fields_of(card.deck, old).keys() ^ _fields_of(card.deck, new).keys()
            was, now = ({name: data[name] for name in data if name not in fields} for data in (was, now))
        yield from _map_changes(f"{id_}: ", was, now)
    yield from (f"{id_}: removed" for id_ in old.cards if id_ not in new.cards)


def _fields_of(deck: str, book: CardBook) -> dict[str, None]:
    """The fields that cards of a deck have and the referee reads."""
    return dict.fromkeys(name for card in book.decks[deck].cards for name in _judged(card, book))


def _judged(card: Card, book: CardBook) -> dict[str, Any]:
    declared = book.decks[card.deck].fields
    return {name: value for name, value in card.fields.items() if name not in declared or not declared[name].only_print}


def _map_changes(head: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for name in dict.fromkeys((*new, *old)):
        if name not in old:
            yield f"{head}{name} {_short(new[name])}, new"
        elif name not in new:
            yield f"{head}{name} {_short(old[name])}, removed"
        elif old[name] != new[name]:
            yield f"{head}{name} {_short(old[name])} → {_short(new[name])}"


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
