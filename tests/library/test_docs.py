"""docs/cards.md names every key that the loader knows, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.library.reading import component, deck, fields, game, rulebook

TEXT = (Path(__file__).parents[2] / "docs" / "cards.md").read_text("utf-8")


def documented_keys(heading: str) -> set[str]:
    """The keys in the first column of the table after a heading or sentence."""
    lines = TEXT[TEXT.index(heading) + len(heading) :].splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("|---"))
    keys: set[str] = set()
    for line in lines[start + 1 :]:
        if not line.startswith("|"):
            break
        keys |= {word.strip(" `") for word in line.split("|")[1].split(",")}
    return keys


@pytest.mark.parametrize(
    ("heading", "keys"),
    [
        ("## A deck", deck.DECK_KEYS),
        ("or in full:", fields.FIELD_KEYS),
        ("A **card** has", (*deck.CARD_KEYS, "any declared field")),
        ("## The game", game.GAME_KEYS),
        ("key of a component", component.COMPONENT_KEYS),
        ("\n| option | meaning |", tuple(key for options in component.OPTIONS.values() for key in options)),
        ("## The rulebook", rulebook.RULE_KEYS),
    ],
)
def test_every_key_is_documented(heading: str, keys: tuple[str, ...]) -> None:
    assert documented_keys(heading) == set(keys) - {"note"}


def test_every_type_of_a_field_is_documented() -> None:
    assert all(f"`{name}`" in TEXT for name in fields.TYPES)


def test_every_kind_of_component_lists_its_options() -> None:
    rows = TEXT[TEXT.index("| kind | what it is |") :].splitlines()[2:]
    documented = {row.split("|")[1].strip(" `"): row.split("|")[3] for row in rows[: len(component.OPTIONS)]}
    assert {kind: set(cell.replace("`", "").split()) for kind, cell in documented.items()} == {
        kind: set(options) for kind, options in component.OPTIONS.items()
    }
