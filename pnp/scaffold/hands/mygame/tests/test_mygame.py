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


def table(*lines: str, deal: str = "physical") -> Replay[Any]:
    """A table for two after some lines."""
    options = {name: option.default for name, option in BOOK.options.items()}
    replay = Replay(GAME, Setup(("anna", "ben"), BOOK, options, deal))
    for line in lines:
        replay.read(line)
    return replay


def test_the_scenarios_are_answered_as_written() -> None:
    """What `scenarios/*.md` shows: refusals by their rule, reasons, the end."""
    verdict = hold_whole(every_scenario_passes, subject_of(ENTRY))
    assert verdict.state == KEPT, verdict.words


def test_what_a_seat_bids_is_in_no_view_of_the_others() -> None:
    hands = ("table: deal anna fish1 fish2 fish3 fish4", "table: deal ben rope1 rope2 rope3 rope4")
    replay = table(*hands, "table: deal table salt8", "anna: bid fish4", deal="digital")
    seen = [repr(GAME.facts(GAME.project(replay.state, seat))) for seat in (0, 1, None)]
    assert ["fish" in facts for facts in seen] == [True, False, False]


def test_a_whole_game() -> None:
    """The sums are those of the cards won; the last round is played without drawing."""
    rounds = [(f"salt{number}", f"fish{number}", f"rope{10 - number}") for number in range(1, 10)]
    lines: list[str] = []
    for offered, first, second in (*rounds, ("silk1", "silk9", "silk8")):
        lines += (f"table: deal table {offered}", f"anna: bid {first}", f"ben: bid {second}")
    replay = table(*lines)
    assert [entry.text for entry in replay.entries if not entry.accepted] == []
    assert replay.outcome is not None
    assert replay.outcome.rule == "MYG-08"
    assert GAME.scores(replay.state) == (6 + 7 + 8 + 9 + 1, 1 + 2 + 3 + 4)


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
