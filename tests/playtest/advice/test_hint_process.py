"""A hint is made in a process of its own, from the view of the seat, as it would be made here."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp.catalog import load_game
from pnp.playtest.advice.hint import hint
from pnp.playtest.advice.hint_process import Effort, HintProcess, HintTurn, Question, think
from pnp.playtest.search import Search
from pnp.referee.view import ReplayView
from pnp.table.session import Session
from tests.playtest.test_bot_process import turn_of
from tests.playtest.test_seat_bots import table


def hint_turn(session: Session) -> HintTurn:
    seen = ReplayView(session.replay, 0)
    return HintTurn(seen.state, 0, seen.plies)


def test_the_process_says_what_is_said_here_and_why(tmp_path: Path) -> None:
    session = table(tmp_path / "k", "kalevala")
    process = HintProcess(load_game)
    try:
        found = process.hint(hint_turn(session), Effort(simulations=40)).result(30)
    finally:
        process.end()
    assert found == hint(ReplayView(session.replay, 0), 0, Search(session.game, 40)) and found is not None
    assert session.submit([session.replay.notation.format(found.move)]).written
    assert found.reason is not None and found.reason.rule.startswith("KAL-") and 1 <= len(found.others) <= 3


def test_it_is_handed_the_view_of_the_seat_and_no_cards(tmp_path: Path) -> None:
    session = table(tmp_path / "k", "kalevala")
    data = HintProcess(load_game)._send(hint_turn(session).view).data
    assert len(data) < 60_000
    other = replace(hint_turn(session), view=ReplayView(session.replay, 1).state)
    assert HintProcess(load_game)._send(other.view).data != data


@pytest.mark.parametrize("slug", ["kalevala", "suomi1918", "keikalla", "drumroll", "keko"])
def test_a_hint_of_every_game_comes_back_whole(tmp_path: Path, slug: str) -> None:
    turn = turn_of(tmp_path / "k", slug, "mcts:4")
    found = think(Question(turn.ply, turn.seat, HintProcess(load_game)._send(turn.view), Effort(seconds=0.02)))
    assert found is not None and found.move in load_game(slug)[0].legal_moves(turn.view, turn.seat)
    assert pickle.loads(pickle.dumps(found)) == found
