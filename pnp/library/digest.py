"""The digest of a card book. In: what the referee reads. Out: 8 hexadecimal characters, written into every record.

Canonical form: JSON without blanks, decks and keys sorted (a number as key is its digits), cards and other lists in the
database's order; hashed with BLAKE2b to four bytes.
Invariant: the same on every machine and version; see `card.py` for what is in it.
"""

from __future__ import annotations

from typing import Any

from pnp.base.digest import digest_bytes
from pnp.library.card import CardBook, Deck


def digest_book(book: CardBook) -> str:
    """The digest of what the referee reads."""
    from msgspec.json import encode

    return digest_bytes(encode(_canonical(_facts(book))), 4)


def _canonical(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _canonical(value[raw]) for key, raw in sorted((str(raw), raw) for raw in value)}
    return [_canonical(item) for item in value] if isinstance(value, list | tuple) else value


def _facts(book: CardBook) -> list[Any]:
    return [
        list(book.players),
        [_deck_facts(book.decks[id_]) for id_ in sorted(book.decks)],
        {name: constant.value for name, constant in book.constants.items() if not constant.only_print},
        [[option.id, option.default, list(option.values)] for option in book.options.values()],
        {name: table.rows for name, table in book.tables.items()},
    ]


def _deck_facts(deck: Deck) -> list[Any]:
    looks = {name for name, field in deck.fields.items() if field.only_print}
    return [
        deck.id,
        deck.kind,
        [
            [
                card.id,
                card.copies,
                _judged(card.fields, looks),
                [_judged(face, looks) for face in card.faces],
                *([list(card.abilities)] if card.abilities else []),  # cards without keep the digest they always had
            ]
            for card in deck.cards
        ],
    ]


def _judged(fields: dict[str, Any], looks: set[str]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in looks}
