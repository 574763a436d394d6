"""The promises can fail: a game that breaks one is found out, and so is a promise that looked at nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from pnp.catalog import load_game
from pnp.conformance.case import Case
from pnp.conformance.promises import PROMISES, Promise
from pnp.conformance.proof import BROKEN, KEPT, NOTHING, hold
from pnp.games.sandbox import sandbox_game
from pnp.games.sandbox.moves import Done, Draw
from pnp.referee.game import Game
from pnp.referee.ruling import Illegal, Legal
from tests.conftest import small_book

BOOK = small_book()
SOUND = sandbox_game(BOOK)
ALL = {promise.__name__: promise for promise in PROMISES}


def case(**broken: Any) -> Case:
    game: Game[Any] = replace(SOUND, **broken)
    return Case("tiny", game, BOOK, 2, 3)


@pytest.fixture(scope="module")
def sound() -> Case:
    return case()


@pytest.mark.parametrize("promise", PROMISES, ids=ALL)
def test_a_sound_game_keeps_every_promise(promise: Promise, sound: Case) -> None:
    verdict = hold(promise, sound)
    assert verdict.state in (KEPT, NOTHING), verdict.words


def test_a_promise_that_looks_at_nothing_is_not_kept() -> None:
    verdict = hold(lambda case: None, case())
    assert (verdict.state, verdict.words[:20]) == (BROKEN, "nothing was checked:")


def test_a_fault_of_the_game_itself_is_reported_with_its_place() -> None:
    def stumbles(state: Any) -> Any:
        raise KeyError("fox")

    verdict = hold(ALL["no_card_is_lost_or_doubled"], case(census=stumbles))
    assert verdict.state == BROKEN
    assert "KeyError: 'fox'" in verdict.words and "test_promises.py" in verdict.words


def forgets_a_card(state: Any) -> Any:
    census = SOUND.census(state)
    return {kind: count for kind, count in census.items() if kind != "fox"}


def sees_too_much(state: Any, seat: Any) -> Any:
    return state


def redacts_too_little(move: Any, seat: Any) -> Any:
    return move


def notices_too_much(event: Any, seat: Any) -> Any:
    return event


def distrusts_views(state: Any, move: Any) -> Any:
    if isinstance(move, Draw) and state.hands[move.seat].unknown:
        return Illegal("X-1", "the view is not trusted")
    return SOUND.judge(state, move)


def judges_with_a_stale_fold(state: Any, move: Any) -> Any:
    ruling = SOUND.judge(state, move)
    return replace(ruling, after=replace(ruling.after, dice=(1,))) if isinstance(ruling, Legal) else ruling


BROKEN_HOOKS: list[tuple[str, dict[str, Callable[..., Any]]]] = [
    ("no_card_is_lost_or_doubled", {"census": forgets_a_card}),
    ("a_view_matches_its_redacted_record", {"project": sees_too_much}),
    ("a_view_matches_its_redacted_record", {"redact": redacts_too_little}),
    ("a_view_matches_its_redacted_record", {"is_revealed": lambda state, move, ply: True}),
    ("a_secret_leaks_to_no_other_seat", {"project": sees_too_much}),
    ("a_secret_leaks_to_no_other_seat", {"redact_event": notices_too_much}),
    ("no_text_leaks_a_secret", {"project": sees_too_much}),
    ("no_text_leaks_a_secret", {"redact_event": notices_too_much}),
    ("a_legal_line_is_never_illegal_in_a_view", {"judge": distrusts_views}),
    ("events_rebuild_the_state_after_a_line", {"judge": judges_with_a_stale_fold}),
    ("legal_moves_are_those_the_judge_accepts", {"legal_moves": lambda s, seat: [Done(seat)]}),
    ("every_position_can_be_shown", {"show": lambda s, seat, lang: ""}),
    ("judging_a_move_changes_nothing", {"judge": lambda s, move: Illegal("", "")}),
]

CANNOT_PLAY = {"judging_a_move_changes_nothing", "a_legal_line_is_never_illegal_in_a_view"}


@pytest.mark.parametrize(
    "name, hooks", BROKEN_HOOKS, ids=[f"{name}-{next(iter(hooks))}" for name, hooks in BROKEN_HOOKS]
)
def test_a_game_that_breaks_a_promise_is_found_out(name: str, hooks: dict[str, Callable[..., Any]]) -> None:
    broken = case(**hooks)
    if name in CANNOT_PLAY:  # the promise is held against games that another judge played
        sound = case()
        broken.__dict__.update(_digital=sound._digital, _physical=sound._physical)
    verdict = hold(ALL[name], broken)
    assert verdict.state == BROKEN
    assert verdict.words


def test_a_view_in_which_a_secret_vote_could_be_given_again_is_found_out() -> None:
    drumroll, book = load_game("drumroll")

    def votes_look_untold(state: Any, seat: Any) -> Any:
        seen = drumroll.project(state, seat)
        return replace(seen, answers=tuple(answer.replace("*", "?") for answer in seen.answers))

    promise = ALL["a_seat_answers_in_secret_only_once"]
    assert hold(promise, Case("drumroll", drumroll, book, 2, 1)).state == KEPT
    verdict = hold(promise, Case("drumroll", replace(drumroll, project=votes_look_untold), book, 2, 1))
    assert verdict.state == BROKEN and "has answered in secret" in verdict.words
