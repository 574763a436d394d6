"""The texts of Keikalla's cards. In: a card's abilities and the phrases of `cards/keikalla/`. Out: its printed text.

Invariant: the text holds nothing but what the abilities do; numbers in it are placeholders, filled by the loader.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.keikalla.vocabulary.abilities import CardAbility, Play, Stashed
from pnp.library.card import Card, CardBook
from pnp.library.effect.text import Wording


def word_card(card: Card, abilities: Sequence[CardAbility], book: CardBook, lang: str) -> str:
    """A paragraph for each thing it does; where people choose among several, a list of them."""
    words = Wording(book.phrases, lang)
    printed = [ability for ability in abilities if not (isinstance(ability, Play) and ability.variant)]
    texts = ["\n".join(words.template(effect) for effect in ability.do) for ability in printed]
    # Who draws what can be stashed chooses between that and the table, which the words of tabling say.
    if len(texts) < 2 or any(isinstance(ability, Stashed) for ability in printed):
        return "\n".join(texts)
    return "\n".join((words.frame("choose"), *(f"- {text}" for text in texts)))
