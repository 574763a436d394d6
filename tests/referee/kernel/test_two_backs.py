"""Cards with two backs: what lies where in worlds, corrections and answers about hidden cards."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.conformance.case import Case
from pnp.conformance.promises import PROMISES, Promise
from pnp.conformance.proof import KEPT, NOTHING, hold
from pnp.referee.game import DIGITAL, Setup
from pnp.referee.kernel.line_trial import Noted
from pnp.referee.kernel.trial import Trial
from pnp.referee.opponents.sampling import Worlds
from pnp.referee.replay import Replay
from pnp.referee.ruling import Irregularity, Unverified
from pnp.referee.seat import TABLE
from pnp.referee.view import view_of
from pnp.table.dealer import SeededChance
from tests.referee.kernel.tables import load, play_line, sit_down

GAME, BOOK = load("lodge")
RULES: Any = GAME.declared
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


def test_a_claim_counts_together_with_the_card_that_comes_out() -> None:
    """Anna lays red2 aside and says that nothing in her hand fits on red3: it was still there, so she is accused."""
    table = sit_down("lodge", "anna: lay red3", "ben: lay red4", "carl: lay red5", seats=3)
    ruling = play_line(table, "anna: drop red2").ruling
    assert isinstance(ruling, Unverified) and ruling.assuming == ("anna holds no card that fits",)
    assert not table.state.knowledge.can_hold(("hand", 0), "red6")
    play_line(table, "ben: lay green6")
    play_line(table, "carl: drop green2")
    (found,) = (e for e in play_line(table, "anna: drop red6").ruling.events if isinstance(e, Irregularity))  # type: ignore[attr-defined]
    assert (found.seat, found.ply, found.rule, found.certain) == (0, 4, "LOD-05", True)


def test_a_claim_that_the_line_itself_proves_false_is_not_believed() -> None:
    table = sit_down("lodge", "table: adjust laid red3", "table: adjust aside red1 red2 green1 green2")
    ruling: Any = play_line(table, "anna: drop green3").ruling
    assert ruling.assuming == () and not any(type(event) is Noted for event in ruling.events)
    assert [event.certain for event in ruling.events if isinstance(event, Irregularity)] == [True]


def test_cards_dealt_round_the_table_come_from_the_top_part_of_the_pile() -> None:
    """The four low goods are among the six cards of two hands, and only two others."""
    table = sit_down("lodge", "anna: lay red5", "ben: lay red6")
    knowledge = table.state.knowledge
    assert not any(knowledge.can_hold(("hand", seat), "green3", trusting=False) for seat in (0, 1))
    assert knowledge.must_hold(("hand", 1), ["red1", "red2", "green1", "green2"])
    assert refusal(table, "anna: drop green3").startswith("LOD-03 Green 3 cannot be there")


def test_deals_round_the_table_come_in_any_order_and_are_checked_by_the_pile() -> None:
    table = Replay(GAME, Setup(("anna", "ben"), BOOK, {}, DIGITAL))
    assert refusal(table, "anna: lay red3") == "LOD-02 the cards for anna must be dealt first"
    for line in ("table: deal ben red-goal", "table: deal anna green-goal", "table: deal ben red1 red5 red6"):
        play_line(table, line)
    assert refusal(table, "table: deal anna red2 green1 green3") == "LOD-03 the low goods are dealt first"
    play_line(table, "table: deal anna red2 green1 green2")
    assert (table.state.goal, table.state.hand[1]) == ((("green-goal",), ("red-goal",)), ("red1", "red5", "red6"))


def test_the_app_deals_the_top_part_first() -> None:
    for seed in range(5):
        table = Replay(GAME, Setup(("anna", "ben"), BOOK, {}, DIGITAL))
        while not table.state.hand[1]:
            table.apply_move(GAME.chance(table.state, SeededChance(seed)))
        assert {"red1", "red2", "green1", "green2"} <= {card for hand in table.state.hand for card in hand}


def test_news_without_a_rule_are_no_reason() -> None:
    table = sit_down("lodge", "table: adjust hand anna red3", "anna: lay red3")
    assert table.news(table.entries[-1]) == ("anna has no card left",)
    assert GAME.explain(table.state, table.entries[-1].move, table.entries[-1].ruling) == ()


def test_a_game_refuses_a_correction_by_what_follows_from_it_and_ends_if_it_must() -> None:
    table = sit_down("lodge")
    assert refusal(table, "table: adjust hand anna 4") == "LOD-03 anna has more cards than a hand"
    play_line(table, "table: adjust hand anna 0")
    assert table.state.over is None
    play_line(table, "table: adjust hand ben 0")
    assert table.state.over is not None and table.outcome is not None
    play_line(table, "table: adjust hand anna 1")
    assert table.state.over is None


def test_what_is_asked_follows_from_the_table() -> None:
    table = sit_down("lodge")
    assert [decision.verbs for decision in GAME.pending(table.state)] == [("lay", "drop")]
    play_line(table, "table: adjust hand anna red3 ? ?")
    assert [decision.verbs for decision in GAME.pending(table.state)] == [("lay",)]


def test_a_list_that_differs_from_the_steps_is_found(monkeypatch: pytest.MonkeyPatch, case: Case) -> None:
    promise = next(each for each in PROMISES if each.__name__ == "legal_moves_are_those_the_judge_accepts")
    (question,) = RULES.questions.values()
    listed = question.listed
    monkeypatch.setattr(question, "listed", lambda t, seat: listed(t, seat)[1:])
    assert hold(promise, case).state not in (KEPT, NOTHING)


DEALT = (
    "table: deal anna red-goal",
    "table: deal ben green-goal",
    "table: deal anna red1 red2 red3",
    "table: deal ben green1 green2 green3",
)


def test_a_table_overrules_the_deal() -> None:
    table = sit_down("lodge", *DEALT, deal=DIGITAL)
    refused: list[Any] = [table.read(f"table: deal anna {card}", True).ruling for card in ("red1", "red-goal")]
    assert [ruling.because for ruling in refused] == [
        "every copy of Red 1 is known to be elsewhere",
        "Red Goal cannot be there: hand",
    ]
    assert table.read("table: deal anna red4 red5", True).accepted
    assert table.state.hand[0] == ("red1", "red2", "red3", "red4", "red5")
    assert len(table.state.draw) == 4 and table.state.knowledge is None


def test_a_deal_of_one_card_that_is_due_is_an_option_of_the_table() -> None:
    table = sit_down("lodge", deal=DIGITAL)
    deals = {(move.to, move.cards) for move in GAME.legal_moves(table.state, TABLE)}  # type: ignore[attr-defined]
    assert deals == {(seat, (goal,)) for seat in (0, 1) for goal in GOALS}


@pytest.mark.parametrize("seat", [None, 0])
def test_the_redacted_lines_of_a_digital_table_are_reasoned_about(seat: int | None) -> None:
    """The low goods are in the two hands, so no third high one can be."""
    table, seen = sit_down("lodge", *DEALT, deal=DIGITAL), Replay(GAME, Setup(("anna", "ben"), BOOK, {}, DIGITAL))
    for entry in table.entries:
        assert seen.apply_move(GAME.redact(entry.move, seat)).accepted
    knowledge = seen.state.knowledge
    assert knowledge is not None and knowledge.size(("hand", 1)) == 3
    assert knowledge.must_hold(("hand", 1), ["green1", "green2", "red1", "red2"])
    assert knowledge.can_hold(("hand", 0), "green1") == (seat is None)
    trial = Trial(RULES, seen.state)
    assert trial.must_lie(("green1", "green2", "red1", "red2"), trial.places["hand", 1])


def test_a_world_is_known_in_full_so_nothing_is_reasoned_about_in_it() -> None:
    table = sit_down("lodge", "anna: lay red3")
    assert table.state.knowledge is not None
    assert Worlds(table.game, view_of(table, 1), lambda n: 0).draw().knowledge is None
