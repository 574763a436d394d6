"""Cards that nobody thought of: any effects that may stand on cards are played by bots, and every promise is kept."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from pnp.conformance.proof import prove, subject_of
from pnp.library.loader import read_book
from tests.guard import some
from tests.referee.effects.tables import game_of
from tests.referee.effects.test_wording import all_effects, all_mods

SPELLS, SPIRITS = 12, 8
OF_SCENARIOS = ("every_rule_for_the_referee_is_cited", "every_value_has_an_effect")  # these decks have none
EVENTS = ("draws", "discards", "gains_life", "loses_life", "plays", "card_enters", "card_leaves")
TIMED = ("enters", "leaves", "start_of_turn", "end_of_turn")
OF_EVENTS = ("trigger_player", "trigger_card", '"amount":{"var":"amount"}')


def names_nothing(value: Any) -> bool:
    """No word of it stands for something that was chosen or saved before."""
    text = json.encode(value).decode()
    return not any(word in text for word in ("chosen_", '"N"', '"them"', "host"))


EFFECTS = [effect for effect in all_effects() if names_nothing(effect)]
PLAIN = [effect for effect in EFFECTS if not any(word in json.encode(effect).decode() for word in OF_EVENTS)]
PLAIN = [effect for effect in PLAIN if '"var"' not in json.encode(effect).decode()]
SPELL_EFFECTS = [e for e in PLAIN if e["op"] not in ("attach", "become") and e.get("target") not in ("self", "host")]
SPELL_EFFECTS = [
    e
    for e in SPELL_EFFECTS
    if e["op"] != "attach_to_player" and "self" not in (e.get("with"), e.get("from"), e.get("to"))
]
EFFECTS, SPELL_EFFECTS = (
    [e for e in found if not re.search("once_per_turn|table", str(e))] for found in (EFFECTS, SPELL_EFFECTS)
)
MODS = [mod for mod in all_mods() if names_nothing(mod) and "_player" not in str(mod.get("who"))]
MODS = [mod for mod in MODS if "trigger_player" not in str(mod.get("to"))]


def small(effect: dict[str, Any], pick: random.Random) -> dict[str, Any]:
    """The effect, sometimes later, bought off or chosen."""
    return pick.choice(
        [
            *([effect] * 5),
            {"op": "delayed", "at": pick.choice(["end_of_turn", "your_next_turn"]), "do": [effect]},
            {"op": "unless", "who": "each_other_player", "pay": [{"op": "discard", "amount": 1}], "do": [effect]},
            {"op": "choose_one", "options": [[effect], [pick.choice(SPELL_EFFECTS)]]},
        ]
    )


def deck_of(seed: int) -> str:
    pick = random.Random(seed)
    cards: list[dict[str, Any]] = []
    for number in range(SPELLS):
        do = [small(pick.choice(SPELL_EFFECTS), pick) for _ in range(pick.randint(1, 3))]
        abilities: list[dict[str, Any]] = [{"trigger": "play", "do": do}]
        cards.append({"id": f"spell{number}", "name": f"S{number}", "copies": 2, "abilities": abilities})
    for number in range(SPIRITS):
        trigger = pick.choice([*EVENTS, *TIMED])
        effect = pick.choice(EFFECTS if trigger in EVENTS else PLAIN)
        ability = {"trigger": trigger, "do": [effect], "may": pick.random() < 0.3}
        if trigger not in ("enters", "leaves"):
            ability["who"] = pick.choice(["you", "other", "any"])
        abilities = [ability, {"trigger": "static", "mods": [pick.choice(MODS)]}]
        spirit = {"id": f"spirit{number}", "name": f"T{number}", "type": "spirit", "copies": 2}
        cards.append({**spirit, "abilities": abilities})
    cards += [{"id": id_, "name": id_.title()} for id_ in ("frost", "otter")]
    return "".join(f"  - {json.encode(card).decode()}\n" for card in cards)


def hold_any(folder: Path, seed: int) -> None:
    entry = game_of(folder, deck_of(seed))
    assert [str(item) for item in read_book(entry.card_folder()).report.errors] == []
    verdicts = [*prove(subject_of(entry, seeds=1))]
    broken = [
        (v.promise, v.words, v.line) for v in some(verdicts) if v.state == "broken" and v.promise not in OF_SCENARIOS
    ]
    assert broken == []


@pytest.mark.ci
@pytest.mark.parametrize("seed", [0])
def test_any_cards_keep_every_promise(tmp_path: Path, seed: int) -> None:
    hold_any(tmp_path, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 40))
def test_many_cards_keep_every_promise(tmp_path: Path, seed: int) -> None:
    hold_any(tmp_path, seed)
