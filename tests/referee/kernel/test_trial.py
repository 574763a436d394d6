"""What a trial refuses of cards that cannot be where a step takes them, and questions that nobody is asked."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.kernel import Fact, Move, Question, Trial, Zone, declare
from pnp.referee.ruling import Illegal
from tests.referee.kernel.test_stashes import BOOK, GAME, RULE, Show, table

NO_COPY_LEFT = f"{RULE} every copy of Red 1 is known to be elsewhere"


def refusal(replay: Any, line: str) -> str:
    ruling = replay.read(line).ruling
    assert isinstance(ruling, Illegal), ruling
    return f"{ruling.rule} {ruling.because}"


def test_a_card_that_a_hand_has_not_cannot_be_shown() -> None:
    assert refusal(table(), "anna: whisper ben red1 blue1") == f"{RULE} anna has no Blue 1"


def test_no_more_copies_are_shown_than_lie_where_nobody_sees_them() -> None:
    replay = table("anna: play red1", deal=PHYSICAL)
    left = BOOK.playing_cards["red1"].copies - 1
    several = " ".join(["red1"] * left)
    assert refusal(replay, f"ben: whisper carl red1 {several}") == NO_COPY_LEFT
    assert replay.read(f"ben: whisper carl {several}").accepted


def test_a_card_whose_copies_all_lie_open_is_in_no_hand() -> None:
    replay = table("anna: play red1", "ben: play red1", deal=PHYSICAL)
    assert BOOK.playing_cards["red1"].copies == 2
    assert refusal(replay, "carl: whisper ben red2 red1") == NO_COPY_LEFT


def test_of_several_readings_one_that_cannot_be_chosen_is_not_meant() -> None:
    state = table().state
    meant = [GAME.lies_open(state, Show(seat, card)) for seat, card in ((0, "red1"), (0, "blue1"), (1, "blue1"))]
    assert meant == [True, False, True]  # of who is not asked, nothing is known


class Call(Move, frozen=True):
    """`anna: call`: answers."""


OPEN = Zone("open", first=True)
RESULT = Fact("result", "")
ALL = Question(RULE, "which_colour")
ANY = Question(RULE, "land_or_stay", may=True)
for asked in (ALL, ANY):
    asked.answer(Call)(lambda t, m: None)
ALL.all_answered(lambda t, answers: t.put(RESULT, f"{t[RESULT]}{t.about['by']} {answers} "))
ANY.all_passed(lambda t: t.put(RESULT, f"{t[RESULT]}{t.about['by']} silence "))


def ask_nobody(t: Trial) -> None:
    t.ask(ALL, by="all")
    t.later(ask_nobody_who_may)


def ask_nobody_who_may(t: Trial) -> None:
    t.ask(ANY, by="any")


NOBODY_ASKED = declare(
    __name__, slug="cove", version=1, players=(2, 4), holds=(OPEN, RESULT), questions=(ALL, ANY), begin=ask_nobody
)


@pytest.mark.parametrize("deal", [DIGITAL, PHYSICAL])
def test_a_question_that_nobody_is_asked_is_settled_at_once(deal: str) -> None:
    state: Any = NOBODY_ASKED.setup(Setup(("anna", "ben"), BOOK, {}, deal))
    assert state.result == "all {} any silence "
    assert state.stack == ()


def test_a_question_that_is_asked_and_not_declared_is_named_with_its_remedy() -> None:
    game = declare(
        __name__, slug="cove", version=1, players=(2, 4), holds=(OPEN, RESULT), questions=(ALL,), begin=ask_nobody
    )
    with pytest.raises(ValueError, match=r"declared question, got “land_or_stay”; add it to questions=\(…\)"):
        game.setup(Setup(("anna", "ben"), BOOK, {}, PHYSICAL))
