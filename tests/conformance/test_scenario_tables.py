"""What a scenario says of the moves on offer, and what its table shows besides."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pnp.catalog import find_game
from pnp.conformance.case import BrokenPromise, Subject
from pnp.conformance.promises.rulings import every_scenario_passes
from pnp.conformance.promises.scenario_tables import scenario_games_are_consistent
from pnp.conformance.proof import BROKEN, hold_whole, subject_of
from pnp.conformance.scenario import parse_scenarios, run_scenario
from tests.conformance.mutants import FOLDERS

OPTIONS = """## The first turn
```record seats=anna,ben
table: lay star coin heart flag trophy
= options: ["anna: take star", "anna: take trophy"]
```
"""


def subject(slug: str, **hooks: Any) -> Subject:
    """A small game, with some hooks changed; its scenarios are as they are."""
    found = subject_of(find_game(slug, [FOLDERS[slug].parent]), 1)
    found.game = replace(found.game, **hooks)
    return found


def test_a_scenario_says_all_that_may_be_done() -> None:
    sound = subject("mygame")
    (scenario,) = parse_scenarios(OPTIONS, "rules.md")
    run_scenario(scenario, sound.game, sound.book)
    (wrong,) = parse_scenarios(OPTIONS.replace(', "anna: take trophy"', ""), "rules.md")
    with pytest.raises(AssertionError, match=r"rules.md:4: options: expected .*take star.*, got .*take trophy"):
        run_scenario(wrong, sound.game, sound.book)


@pytest.mark.parametrize("slug", FOLDERS)
def test_the_tables_of_scenarios_keep_their_books(slug: str) -> None:
    assert scenario_games_are_consistent(subject(slug)) > 100


def test_what_only_a_scenario_comes_to_is_found_out() -> None:
    sound = subject("quay").game
    late = subject("quay", legal_moves=lambda state, seat: sound.legal_moves(state, seat) if not state.sold else [])
    with pytest.raises(BrokenPromise, match=r"rules.md:\d+: `legal_moves` and the judge disagree"):
        scenario_games_are_consistent(late)


def test_books_that_a_fold_leaves_wrong_are_found_out() -> None:
    sound = subject("fourpiers").game
    forgets = subject("fourpiers", apply=lambda state, event: replace(sound.apply(state, event), knowledge=None))
    with pytest.raises(BrokenPromise, match="the same facts but a different knowledge"):
        scenario_games_are_consistent(forgets)


EXACT = """## What is said
```record seats=anna,ben
table: lay star coin heart flag trophy
anna: take star
= reasons: REASONS
= news: NEWS
= measures: {"anna": {}, "ben": {}}
```
"""


def test_a_scenario_says_all_reasons_and_all_news() -> None:
    sound = subject("mygame")

    def run(reasons: str, news: str) -> None:
        (scenario,) = parse_scenarios(EXACT.replace("REASONS", reasons).replace("NEWS", news), "rules.md")
        run_scenario(scenario, sound.game, sound.book)

    with pytest.raises(AssertionError, match=r"rules.md:5: reasons: expected \[\], got \[\"MYG-04 .*\]") as lacking:
        run("[]", "[]")
    reasons = str(lacking.value).splitlines()[0].split(", got ", 1)[1]
    with pytest.raises(AssertionError, match=r"rules.md:6: news: expected "):
        run(reasons, '["said besides"]')


LIES = """## What nobody can see
```record seats=anna,ben,carl
anna: play black-1
= refusal: null
= forced: null
anna: play black-2                  => illegal
= refusal: "SOC-12 it is the turn of ben, not of anna"
ben: discard red-2                  => unverified
= assumed: ASSUMED
carl: play red-1
anna: play black-2
ben: play white-1                   => irregular
= irregularities: FOUND
```
"""
BELIEVED = '["ben holds no card that fits: blue 1, black 2, white 1, red 1"]'
FOUND = '["SOC-25 ben 3: it was said that no card of the hand fitted, but white 1 was in it and fitted"]'


def test_a_scenario_says_all_that_is_assumed_and_all_that_comes_to_light() -> None:
    suomi1918 = subject_of(find_game("suomi1918", []), 1)

    def run(assumed: str, found: str) -> None:
        (scenario,) = parse_scenarios(LIES.replace("ASSUMED", assumed).replace("FOUND", found), "rules.md")
        run_scenario(scenario, suomi1918.game, suomi1918.book)

    run(BELIEVED, FOUND)
    with pytest.raises(AssertionError, match=r"rules.md:9: assumed: expected "):
        run("[]", FOUND)
    with pytest.raises(AssertionError, match=r"rules.md:13: irregularities: expected "):
        run(BELIEVED, "[]")


def test_an_assertion_of_the_rules_that_says_nothing_breaks_a_scenario() -> None:
    def judge(state: Any, move: Any) -> Any:
        raise AssertionError

    wrong = subject("mygame", judge=judge)
    assert "AssertionError" in wrong.shown[-1].fault
    assert hold_whole(every_scenario_passes, wrong).state == BROKEN
