"""Rule mutants: the rules of a small game, wrong in one place, held against its scenarios.

In: a game's name. Out: how many mutants there are, and those that nothing noticed. Invariant: no game is played by bots
here; what finds a wrong rule is what its author wrote down.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from pnp.base.diagnostics import InputError
from pnp.catalog import find_game
from pnp.conformance.promises.rulings import every_scenario_passes, rules_and_cards_agree_on_the_number_of_players
from pnp.conformance.proof import BROKEN, hold_whole, subject_of
from tests.conformance.equivalents import why_equivalent
from tests.conformance.operators import Change, changes

ROOT = Path(__file__).parents[2]
GAMES = {
    "mygame": ROOT / "pnp" / "scaffold" / "mygame",
    "mygame with hands": ROOT / "pnp" / "scaffold" / "hands" / "mygame",
    "mygame with effects": ROOT / "pnp" / "scaffold" / "effects" / "mygame",
    "fourpiers": ROOT / "tests" / "referee" / "kernel" / "games" / "fourpiers",
    "cove": ROOT / "tests" / "referee" / "kernel" / "games" / "cove",
}


def rule_mutants(game: str) -> list[Change]:
    """The mutants of a game."""
    return list(changes((GAMES[game] / "rules.py").read_text(encoding="utf-8")))


def name_of(game: str, change: Change) -> str:
    """`cove, line 12: a == b → a != b`."""
    return f"{game}, line {change.name}"


def survivors(game: str) -> list[Change]:
    """The mutants that no scenario notices, but for those that change nothing."""
    meant = (change for change in rule_mutants(game) if not why_equivalent(name_of(game, change)))
    return [change for change in meant if not is_caught(game, change.source)]


def is_caught(game: str, source: str) -> bool:
    """Whether the scenarios notice that these are not the rules."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / GAMES[game].name
        shutil.copytree(GAMES[game], copy, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / "rules.py").write_text(source, encoding="utf-8")
        try:
            subject = subject_of(find_game(copy.name, [Path(folder)]), 1)
        except InputError:  # such rules cannot even be read
            return True
        promises = (rules_and_cards_agree_on_the_number_of_players, every_scenario_passes)
        return any(hold_whole(promise, subject).state == BROKEN for promise in promises)
