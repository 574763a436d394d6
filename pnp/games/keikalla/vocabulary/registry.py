"""The vocabulary of Keikalla as one value, with which its cards' effects are read, checked and printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.base.suggest import hint_nearest
from pnp.games.keikalla.vocabulary.abilities import AnyEffect, CardAbility
from pnp.games.keikalla.vocabulary.wording import word_card
from pnp.library.card import Card, CardBook
from pnp.library.effect.vocabulary import PhraseParts, Vocabulary

if TYPE_CHECKING:
    from pnp.library.reading.node import Node


def check_ability(card: Card, ability: Node, book: CardBook) -> None:
    """A variant is a rule of the rulebook."""
    variant = ability.get("variant")
    if variant is not None and variant.value not in book.rulebook.rules:
        hint = hint_nearest(str(variant.value), book.rulebook.rules)
        variant.error(f"there is no rule “{variant.value}”", hint, "no-such")


VOCABULARY = Vocabulary(
    ability=CardAbility,
    effect=AnyEffect,
    phrases=PhraseParts(needed=("frames",)),
    check=check_ability,
    word_card=word_card,
)
