"""The promises can fail: a game that breaks one is found out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from pnp.conformance import test_promises as promises
from pnp.conformance.test_promises import Case
from pnp.games.sandbox import sandbox_game
from pnp.games.sandbox.moves import Done, Draw
from pnp.referee.game import Game
from pnp.referee.ruling import Illegal, Legal
from tests.conftest import small_book

BOOK = small_book()
SOUND = sandbox_game(BOOK)


def case(**broken: Any) -> Case:
    game: Game[Any] = replace(SOUND, **broken)
    return Case("tiny", game, BOOK, 2, 3)


ALL = {
    name: test for name, test in vars(promises).items() if name.startswith("test_") and "case" in test.__annotations__
}


@pytest.mark.parametrize("name", ALL)
def test_a_sound_game_keeps_every_promise(name: str) -> None:
    ALL[name](case())


def forgets_a_card(state: Any) -> Any:
    census = SOUND.census(state)
    return {kind: count for kind, count in census.items() if kind != "fox"}


def sees_too_much(state: Any, seat: Any) -> Any:
    return state


def tells_too_much(move: Any, seat: Any) -> Any:
    return move


def distrusts_views(state: Any, move: Any) -> Any:
    if isinstance(move, Draw) and state.hands[move.seat].unknown:
        return Illegal("X-1", "the view is not trusted")
    return SOUND.judge(state, move)


def judges_with_a_stale_fold(state: Any, move: Any) -> Any:
    ruling = SOUND.judge(state, move)
    return replace(ruling, after=replace(ruling.after, dice=(1,))) if isinstance(ruling, Legal) else ruling


BROKEN: list[tuple[str, dict[str, Callable[..., Any]]]] = [
    ("test_cards_are_conserved", {"census": forgets_a_card}),
    ("test_a_view_knows_what_its_redacted_record_tells", {"project": sees_too_much}),
    ("test_a_view_knows_what_its_redacted_record_tells", {"redact": tells_too_much}),
    ("test_a_view_knows_what_its_redacted_record_tells", {"opened": lambda state, move, ply: True}),
    ("test_what_is_legal_in_truth_is_never_illegal_in_a_view", {"judge": distrusts_views}),
    ("test_events_fold_to_the_state_after", {"judge": judges_with_a_stale_fold}),
    ("test_legal_moves_are_the_candidates_judged_legal", {"legal_moves": lambda s, seat: [Done(seat)]}),
    ("test_a_table_can_be_shown", {"show": lambda s, seat, lang: ""}),
    ("test_judging_changes_nothing", {"judge": lambda s, move: Illegal("", "")}),
]


@pytest.mark.parametrize("name, hooks", BROKEN, ids=[f"{name[5:]}-{next(iter(hooks))}" for name, hooks in BROKEN])
def test_a_game_that_breaks_a_promise_is_found_out(name: str, hooks: dict[str, Callable[..., Any]]) -> None:
    broken = case(**hooks)
    if name == "test_judging_changes_nothing":  # such a judge cannot even play
        broken.played = case().played  # type: ignore[method-assign]
    with pytest.raises(AssertionError):
        ALL[name](broken)
