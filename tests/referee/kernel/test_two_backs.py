"""Cards with two backs: what lies where in worlds, corrections and answers about hidden cards."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.conformance.case import Case
from pnp.conformance.promises import PROMISES, Promise
from pnp.conformance.proof import KEPT, NOTHING, hold
from pnp.referee.kernel.trial import Trial
from pnp.referee.opponents.sampling import Worlds
from pnp.referee.view import view_of
from tests.referee.kernel.tables import load, sit_down

GAME, BOOK = load("lodge")
RULES: Any = GAME.judge.__self__  # type: ignore[attr-defined]
GOALS = ("red-goal", "green-goal")


@pytest.fixture(scope="module", params=[2, 3])
def case(request: pytest.FixtureRequest) -> Case:
    return Case("lodge", GAME, BOOK, request.param, 4)


@pytest.mark.parametrize("promise", PROMISES, ids=[promise.__name__ for promise in PROMISES])
def test_every_property_holds(promise: Promise, case: Case) -> None:
    verdict = hold(promise, case)
    assert verdict.state in (KEPT, NOTHING), verdict.words


def refusal(table: Any, line: str) -> str:
    ruling = table.read(line).ruling
    return f"{ruling.rule} {ruling.because}"


def test_cards_of_another_back_are_in_no_hand() -> None:
    table = sit_down("lodge")
    trial = Trial(RULES, table.state)
    hand, goal = trial.places["hand", 0], trial.places["goal", 0]
    assert trial.may_lie(goal) == GOALS and not set(GOALS) & set(trial.may_lie(hand))
    assert trial.can_lie("red1", hand) and not trial.can_lie("red1", goal)
    assert refusal(table, "anna: lay red-goal") == "LOD-03 anna has no Red Goal"


def test_worlds_lay_cards_where_their_back_can_be() -> None:
    table = sit_down("lodge")
    for seat in (None, 0, 1):
        worlds = Worlds(table.game, view_of(table, seat), lambda n: n // 2)
        world = worlds.draw()
        assert {card for cell in world.goal for card in cell} <= set(GOALS)
        assert not {card for cell in world.hand for card in cell} & set(GOALS)


def test_a_correction_balances_from_the_pile_of_the_same_back() -> None:
    table = sit_down("lodge", "table: adjust goal anna red-goal ?")
    assert (len(table.state.goals), len(table.state.draw)) == (1, 6)
    assert refusal(table, "table: adjust hand anna red-goal ? ?") == "REF-7 Red Goal cannot be there: hand"
