"""The vocabulary of the cards: its words, its documentation, its schema."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec.structs import fields, replace

from pnp.games.keko.vocabulary.abilities import Activated, Static
from pnp.games.keko.vocabulary.inflection import CardWording, short_name
from pnp.games.keko.vocabulary.modifiers import AnyModifier
from pnp.games.keko.vocabulary.registry import VOCABULARY
from pnp.games.keko.vocabulary.values import Filter, Selector
from pnp.games.keko.vocabulary.verbs import NUMBERS, Damage
from pnp.games.keko.vocabulary.wording import word_card
from pnp.library.effect.text import NoPhrase, phrase_parts
from pnp.library.effect.vocabulary import kinds_of
from pnp.library.schema import ability_schemas
from tests.games.tables import book_of
from tests.guard import some

DOCS = Path(__file__).parents[3] / "docs" / "effects.md"
VERBS, TRIGGERS, MODS = VOCABULARY.verbs, VOCABULARY.triggers, kinds_of(AnyModifier)


def rows(heading: str) -> dict[str, set[str]]:
    """First and other code words of a documentation table, by its heading."""
    text = DOCS.read_text(encoding="utf-8")
    table = text[text.index(f"| {heading} |") :].split("\n\n")[0].splitlines()[2:]
    found = {}
    for row in table:
        cells = row.strip("|").split("|")
        column = cells[2] if heading == "trigger" else cells[1]
        found[cells[0].strip().strip("`")] = set(re.findall(r"`(\w+)`", column))
    return found


@pytest.mark.parametrize(("heading", "kinds"), [("trigger", TRIGGERS), ("verb", VERBS), ("modifier", MODS)])
def test_the_documentation_has_every_word_and_key(heading: str, kinds: dict[str, type]) -> None:
    assert rows(heading) == {name: {field.encode_name for field in fields(kind)} for name, kind in kinds.items()}


def test_the_documentation_lists_the_words_a_parameter_takes() -> None:
    text = DOCS.read_text(encoding="utf-8")
    table = text[text.index("| parameter | one of |") :].split("\n\n")[0].splitlines()[2:]
    documented = {}
    for row in table:
        parameter, words = row.strip("|").split("|")
        documented[tuple(re.findall(r"`(\w+)`", parameter))] = set(re.findall(r"`(\w+)`", words))
    known = {}
    for kinds in (VERBS, MODS, TRIGGERS):
        for name, kind in kinds.items():
            hints = get_type_hints(kind)
            for field in fields(kind):
                hint = hints[field.name]
                if get_origin(hint) is Literal and field.encode_name != "step":
                    known[name, field.encode_name] = {
                        str(word).lower() if word is True else str(word) for word in get_args(hint) if word
                    }
    assert documented == known


def test_the_documentation_names_every_part_of_the_phrases() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert all(f"`{part}`" in text for part in phrase_parts(VOCABULARY))


def test_every_ability_answers_for_every_key() -> None:
    activated = Activated(do=(Damage(1, "other_player"),))
    assert (activated.trigger, activated.cost, activated.may, activated.when, activated.mods) == (
        "activated",
        (),
        False,
        None,
        (),
    )
    assert (Static(mods=()).do, Static(mods=()).limit, Static(mods=()).step) == ((), None, "")


def test_numbers_name_verbs_that_have_them() -> None:
    for verb, parameter in some(NUMBERS):
        assert parameter in {field.encode_name for field in fields(VERBS[verb])}


def test_short_names() -> None:
    assert short_name("Portal (P.T.)") == "P.T."
    assert short_name("Moo") == "Moo"


def test_what_has_no_words_is_reported() -> None:
    book = book_of("keko")
    card = book.cards["moo"]
    raw = [{"trigger": "activated", "do": [{"op": "look_top", "amount": 2, "take": 2, "rest": "top"}]}]
    with pytest.raises(NoPhrase, match="look_top"):
        word_card(card, VOCABULARY.abilities_of(raw), book, "en")


def test_the_schema_knows_every_word() -> None:
    schemas = ability_schemas(VOCABULARY)
    text = str(schemas)
    for word in (*VERBS, *TRIGGERS, *MODS):
        assert f"'{word}'" in text
    assert schemas["Damage"]["required"] == ["op", "amount", "to"]
    assert schemas["Damage"]["additionalProperties"] is False


def test_the_grammar_of_a_language_stands_in_its_phrases() -> None:
    """Another order of words, one article, no plural: nothing of it needs Python."""
    words = {
        "frames": {"or": " ou "},
        "types": {"creature": {"s": "créature"}},
        "subtypes": {"any": {"s": "{word}"}},
        "filter": {"un": "{article s}", "name_is": "{name}"},
        "selector": {
            "order": ["noun", "imprisoned", "where"],
            "forms": {"one": "s", "up_to": "s", "any_number": "s"},
            "quantity": {"one": "une", "up_to": "jusqu’à {n}"},
            "where": {"any": "en jeu"},
            "imprisoned": "emprisonnée",
            "has_counters": {},
        },
    }
    book = replace(book_of("keko"), phrases={part: {"fr": rows} for part, rows in words.items()})
    speech = CardWording(book.cards["moo"], "enters", book, "fr")
    one = Selector(choose=1, type=("creature",), imprisoned=True)
    assert speech.selector(one, "") == "une créature emprisonnée en jeu"
    assert speech.selector(Selector(up_to=2, subtype=("Imp",)), "") == "jusqu’à 2 Imp en jeu"
    assert speech.filter(Filter(subtype=("Imp", "Hound")), "un") == "une Imp ou Hound"
