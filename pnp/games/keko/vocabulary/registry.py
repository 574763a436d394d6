"""The vocabulary of Keko Chronicles as one value, with which its cards' effects are read, checked and printed."""

from pnp.games.keko.vocabulary.abilities import AnyAbility
from pnp.games.keko.vocabulary.check import check_ability, known_names
from pnp.games.keko.vocabulary.verbs import NUMBERS, AnyEffect
from pnp.games.keko.vocabulary.wording import word_card, word_kind
from pnp.library.effect.vocabulary import PhraseParts, Vocabulary

PHRASES = PhraseParts(
    needed=(
        "nouns",
        "types",
        "self",
        "players",
        "selector",
        "amounts",
        "where_x",
        "filter",
        "triggers",
        "frames",
        "when_words",
        "conditions",
        "mods",
    ),
    optional=("signs", "affiliations", "subtypes"),
    rows=("triggers", "conditions", "mods"),
)

VOCABULARY = Vocabulary(
    ability=AnyAbility,
    effect=AnyEffect,
    phrases=PHRASES,
    numbers=NUMBERS,
    names=known_names,
    check=check_ability,
    word_card=word_card,
    word_kind=word_kind,
)
