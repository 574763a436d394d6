"""Tests of My Game: the printed and the refereed cards are the same, and every rule is cited by some ruling.

Run them with `pytest mygame`. `pnp prove mygame` runs the scenarios and the conformance tests of every game: no card is
lost, records replay, views leak no secret …
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp.catalog import book_of, find_game, rules_of
from pnp.conformance.promises.rulings import every_scenario_passes
from pnp.conformance.proof import KEPT, hold_whole, subject_of
from pnp.referee.game import Setup
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal

ENTRY = find_game("mygame", [Path(__file__).parent.parent])
GAME, BOOK = rules_of(ENTRY), book_of(ENTRY)
ROW = "table: lay star coin heart flag trophy"


def table(*lines: str, **options: Any) -> Replay[Any]:
    """A table for two after some lines."""
    defaults = {name: option.default for name, option in BOOK.options.items()}
    replay = Replay(GAME, Setup(("anna", "ben"), BOOK, {**defaults, **options}))
    for line in lines:
        replay.read(line)
    return replay


def test_the_scenarios_are_answered_as_written() -> None:
    """What `scenarios/*.md` shows: refusals by their rule, reasons, the end."""
    verdict = hold_whole(every_scenario_passes, subject_of(ENTRY))
    assert verdict.state == KEPT, verdict.words


def test_a_whole_game() -> None:
    replay = table(ROW, "anna: take trophy", "ben: take flag", "anna: take MG1", "anna: take coin", "ben: take star")
    assert all(entry.accepted for entry in replay.entries)
    assert GAME.scores(replay.state) == (8, 7)
    assert replay.outcome is not None
    assert (replay.outcome.winners, replay.outcome.rule) == ((0,), "MYG-06")


def test_too_many_seats() -> None:
    refused = GAME.setup(Setup(tuple("abcde"), BOOK))
    assert isinstance(refused, Illegal)
    assert refused.rule == "MYG-01"


def test_the_rules_know_the_rulebook() -> None:
    """Every id that rules.py names is in rulebook.yaml, and every rule for the judge is named there."""
    text = Path(ENTRY.rules).read_text(encoding="utf-8")
    judged = {id_ for id_, rule in BOOK.rulebook.rules.items() if rule.enforced == "judge"}
    assert judged == {id_ for id_ in BOOK.rulebook.rules if f'"{id_}"' in text}
    assert GAME.players == BOOK.players
