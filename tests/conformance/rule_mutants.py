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
from pnp.conformance.promises.rulings import rules_and_cards_give_the_same_players, scenarios_hold
from pnp.conformance.proof import BROKEN, hold_whole, subject_of
from tests.conformance.operators import Change, changes

ROOT = Path(__file__).parents[2]
GAMES = {
    "mygame": ROOT / "pnp" / "scaffold" / "mygame",
    "mygame with hands": ROOT / "pnp" / "scaffold" / "hands" / "mygame",
    "mygame with effects": ROOT / "pnp" / "scaffold" / "effects" / "mygame",
    "fourpiers": ROOT / "tests" / "referee" / "kernel" / "games" / "fourpiers",
    "cove": ROOT / "tests" / "referee" / "kernel" / "games" / "cove",
}
EQUIVALENT = {("mygame", "m.card != row[0]"): "every card is there once, so its last copy is its first"}


def rule_mutants(game: str) -> list[Change]:
    """The mutants of a game that can change play."""
    source = (GAMES[game] / "rules.py").read_text(encoding="utf-8")
    return [change for change in changes(source) if (game, change.old) not in EQUIVALENT]


def survivors(game: str) -> list[Change]:
    """The mutants that no scenario notices."""
    return [change for change in rule_mutants(game) if not is_caught(game, change.source)]


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
        promises = (rules_and_cards_give_the_same_players, scenarios_hold)
        return any(hold_whole(promise, subject).state == BROKEN for promise in promises)
