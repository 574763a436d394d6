"""Questions of Drum Roll are values: each says in every language what it asks, and one more needs no row anywhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pnp.games.drumroll import GAME
from pnp.games.drumroll.moves import Decline
from pnp.games.drumroll.phases import flow
from pnp.games.drumroll.phases.distribution import DISTRIBUTION
from pnp.games.drumroll.question import QUESTIONS, Question
from pnp.games.drumroll.trial import Trial
from pnp.playtest.simulate import SEAT_NAMES, simulate
from tests.games.drumroll.tables import book
from tests.guard import some


@pytest.fixture
def rest(monkeypatch: pytest.MonkeyPatch) -> Iterator[Question]:
    """Before the distribution the starting player is asked whether to rest, and there is but one answer."""
    asked = Question(
        "REST",
        "DR-058",
        "pay_all",
        whom=lambda state: () if state.is_answered else (state.starter or 0,),
        offers=lambda state, seat: (Decline(seat, ""),) if seat == state.starter else (),
    )

    @asked.answer(Decline)
    def _rest(t: Trial, move: Decline) -> None:
        if move.seat != t.state.starter:
            t.bar("DR-058", "nothing_to_decline", seat=move.seat)
        t.agreed()
        t.set(is_answered=True)

    asked.followed_by(lambda t: t.set(is_answered=False))
    at = flow.COURSE.index(DISTRIBUTION)
    monkeypatch.setattr(flow, "COURSE", (*flow.COURSE[:at], asked, *flow.COURSE[at:]))
    yield asked
    del QUESTIONS["REST"]


def test_one_more_question_is_a_value_and_a_word_in_the_course(rest: Question) -> None:
    table = simulate(GAME, book(), SEAT_NAMES[:3], 5)
    resting = [position.state for position in table.positions if position.state.phase == rest.id]
    assert table.outcome is not None and len(resting) >= 15
    for state in resting:
        starter = state.starter
        assert starter is not None and GAME.to_act(state) == (starter,)
        (decision,) = GAME.pending(state)
        assert (decision.seat, decision.verbs, decision.rule) == (starter, ("decline",), "DR-058")
        assert Decline(starter, "") in GAME.legal_moves(state, starter)
        other = (starter + 1) % 3
        assert Decline(other, "") not in GAME.legal_moves(state, other)


def test_every_question_names_its_phase_and_asks_in_every_language() -> None:
    cards = book()
    for message in some(each.message for each in QUESTIONS.values()):
        if isinstance(message, str) and message:
            assert set(cards.messages[message]) >= {"en", "fi"}, message
    for question in some(flow.COURSE):
        assert set(cards.names[f"phase_{question.id}"]) >= {"en", "fi"}, question


def test_a_move_is_judged_alike_whichever_question_it_answers() -> None:
    """What is declined depends on what is asked; every other move is found by its class alone."""
    steps: dict[type, set[Callable[..., Any]]] = defaultdict(set)
    for question in some(QUESTIONS.values()):
        for kind, answer in question.answers.items():
            steps[kind].add(answer.step)
    assert [kind for kind, ways in steps.items() if len(ways) > 1] == [Decline]
