"""docs/effects.md lists every word of the effects for any game, with its parameters and the players that it takes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from msgspec.structs import fields

from pnp.library.effect.vocabulary import kinds_of
from pnp.referee.effects.vocabulary.abilities import AnyAbility
from pnp.referee.effects.vocabulary.modifiers import ACTS, AnyModifier
from pnp.referee.effects.vocabulary.values import One, Player, Single, Turns, Value, Whose, Zone
from pnp.referee.effects.vocabulary.verbs import AnyEffect
from tests.referee.effects.tables import SCAFFOLD

TEXT = (Path(__file__).parents[3] / "docs" / "effects.md").read_text("utf-8")
PART = TEXT[TEXT.index("## Effects for any game") : TEXT.index("## Your own vocabulary")]
SETS = {Player: "all", Single: "one", Whose: "`you` `other` `any`", Turns: "`you` `other` `any` `bearer`"}


def rows_of(words: Any) -> list[str]:
    """Name, parameters (those that may be left out in brackets), which players it takes."""
    rows = []
    for name, kind in kinds_of(words).items():
        hints = get_type_hints(kind)
        given = [f"`{each.encode_name}`" if each.required else f"[`{each.encode_name}`]" for each in fields(kind)]
        players = {each.encode_name: SETS[hint] for each in fields(kind) if (hint := hints[each.name]) in SETS}
        shown = ", ".join(f"`{key}`: {which}" for key, which in players.items())
        rows.append(f"| `{name}` | {' '.join(given) or '–'} | {shown or '–'} |")
    return rows


def documented(heading: str) -> list[str]:
    """The first three columns of the table under a heading."""
    lines = PART[PART.index(heading) :].splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("|---"))
    rows: list[str] = []
    for line in lines[start + 1 :]:
        if not line.startswith("|"):
            break
        rows.append("|".join(line.split("|")[:4]) + "|")
    return rows


@pytest.mark.parametrize(
    ("heading", "words"),
    [("### The verbs", AnyEffect), ("### What holds", AnyModifier), ("### When it happens", AnyAbility)],
)
def test_every_word_is_documented_with_its_players(heading: str, words: Any) -> None:
    assert documented(heading) == rows_of(words)


@pytest.mark.parametrize("words", [get_args(Player), get_args(One), get_args(Whose), get_args(Zone), ACTS])
def test_every_word_for_players_acts_and_zones_is_explained(words: Any) -> None:
    assert [word for word in words if f"`{word}`" not in PART] == []


def test_the_example_is_that_of_the_game_that_new_writes() -> None:
    code = PART[PART.index("```python\n") + 10 :].partition("```")[0]
    assert code.startswith("CARDS = ") and code in (SCAFFOLD / "rules.py").read_text("utf-8")


def test_every_kind_of_number_is_explained() -> None:
    assert [kind for kind in Value.__struct_fields__ if f"{{{kind}: " not in PART] == []
