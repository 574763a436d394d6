"""A bot that thinks ahead thinks in a process of its own, as it would have here."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import CancelledError
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from msgspec.structs import replace

from pnp.catalog import load_game
from pnp.playtest import bot_process
from pnp.playtest.bot_process import BotProcess, OtherCards, Question, think
from pnp.playtest.seat_bots import Turn, bots_of_table
from pnp.table.offers import list_offers
from tests.playtest.test_seat_bots import table

SLOW = "mcts:60s"


def turn_of(path: Path, slug: str, bot: str) -> Turn:
    """The first turn of a bot at a new table."""
    session = table(path, slug, ben=bot)
    bots = bots_of_table(session)
    for _ in range(60):
        turn = bots.turn(session)
        if turn is not None:
            return turn
        session.submit([list_offers(session.replay, 0)[0].line])
    raise AssertionError("the bot is never to act")


def _of_other_cards(question: Question) -> Question:
    return replace(question, view=replace(question.view, cards="of yesterday"))


@pytest.mark.parametrize("slug", ["kalevala", "suomi1918"])
def test_it_is_asked_without_the_cards_and_answers_as_it_would_here(tmp_path: Path, slug: str) -> None:
    turn = turn_of(tmp_path / "k", slug, "mcts:4")
    question = BotProcess(load_game)._question(turn)
    assert len(question.view.data) < 60_000, "the cards are not in it"
    assert turn.format(think(question)) == turn.line()


def test_the_process_plays_its_line_and_one_that_does_not_think_ahead_needs_none(tmp_path: Path) -> None:
    process = BotProcess(load_game)
    quick = turn_of(tmp_path / "quick", "kalevala", "greedy")
    assert process.line(quick) == quick.line() and process._pool is None
    turn = turn_of(tmp_path / "k", "kalevala", "mcts:4")
    assert process.line(turn) == turn.line() and process._pool is not None
    slow = turn_of(tmp_path / "slow", "kalevala", SLOW)
    Timer(0.5, process.close).start()
    began = time.monotonic()
    with pytest.raises(CancelledError):
        process.line(slow)
    assert time.monotonic() - began < 20, "nobody waits until it has thought"


def test_cards_that_are_not_those_of_the_table_are_not_thought_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = turn_of(tmp_path / "k", "kalevala", "mcts:4")
    question = _of_other_cards(BotProcess(load_game)._question(turn))
    with pytest.raises(OtherCards):
        think(question)
    ended: list[str] = []

    class Refusing:
        def __init__(self, *words: Any) -> None:
            pass

        def submit(self, *words: Any) -> Any:
            raise OtherCards

        def end(self) -> None:
            ended.append("ended")

    monkeypatch.setattr(bot_process, "Pool", Refusing)
    assert BotProcess(load_game).line(turn) == turn.line(), "it thinks here"
    assert ended == ["ended"]


def test_a_game_of_other_folders_is_found_there(tmp_path: Path) -> None:
    asked: list[tuple[str, Sequence[str]]] = []

    def find(slug: str, folders: Sequence[str]) -> Any:
        asked.append((slug, folders))
        return load_game(slug)

    turn = turn_of(tmp_path / "k", "kalevala", "mcts:2")
    think(BotProcess(find, ["games"])._question(turn))
    assert asked == [("kalevala", ("games",))]
