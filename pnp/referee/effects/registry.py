"""The words of effects as one value, for a game that has them: `Game.vocabulary`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from pnp.library.card import CardBook
from pnp.library.effect.vocabulary import PhraseParts, Vocabulary
from pnp.referee.effects.check import NUMBERS, check_ability
from pnp.referee.effects.effect_table import EffectTable
from pnp.referee.effects.vocabulary.abilities import AnyAbility
from pnp.referee.effects.vocabulary.verbs import AnyEffect
from pnp.referee.effects.wording import word_card, word_kind

PARTS = (
    "nouns", "types", "self", "players", "affected", "numbers", "selector", "filter", "conditions", "mods", "acts",
    "events", "turns", "frames",
)  # fmt: skip
WITH_NUMBERS = (
    "damage",
    "gain_life",
    "lose_life",
    "draw",
    "discard",
    "mill",
    "add_counters",
    "look_top",
    "give",
    "create",
)
WITH_ANY = ("remove_counters", "move_counters")


def make_vocabulary(table: EffectTable) -> Vocabulary:
    """The words, checked against the zones and phases of a game."""
    return Vocabulary(
        ability=AnyAbility,
        effect=AnyEffect,
        phrases=PhraseParts(optional=PARTS),
        usual="referee/effects/phrases.yaml",
        numbers={(verb, "amount"): NUMBERS for verb in WITH_NUMBERS}
        | {(verb, "amount"): (*NUMBERS, "all", "any") for verb in WITH_ANY}
        | {("prevent", "amount"): (*NUMBERS, "all")},
        names=known_names,
        check=partial(check_ability, table),
        word_card=word_card,
        word_kind=word_kind,
    )


def known_names(book: CardBook) -> Mapping[str, list[str]]:
    """What filters may name: types that are declared or used, and cards."""
    types = {str(card.fields["type"]) for card in book.playing_cards.values() if card.fields.get("type")}
    for deck in book.decks.values():  # a type may be declared and have no card yet
        field = deck.fields.get("type")
        types.update(str(value) for value in (field.values if field is not None else ()) or ())
    return {"type": sorted(types), "name_is": list(book.playing_cards)}
