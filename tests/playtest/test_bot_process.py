"""A bot thinks in a process of its own, as it would have here; whatever it does there, another process comes."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from msgspec.structs import replace

from pnp.catalog import load_game
from pnp.playtest.bot_process import BotProcess, OtherCards, Question, think
from pnp.playtest.seat_bots import Turn, bots_of_table
from pnp.table.offers import list_offers
from tests.deadline import PATIENCE, Deadline
from tests.playtest.test_seat_bots import table

SLOW = "mcts:60s"


@pytest.fixture
def process() -> Iterator[BotProcess]:
    process = BotProcess(load_game)
    yield process
    process.end()


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
    assert think(question) == turn.line()


def test_the_process_plays_its_line_and_ends_whatever_it_thinks_about(tmp_path: Path, process: BotProcess) -> None:
    process.warm("kalevala")
    for bot in ("greedy", "mcts:4"):
        turn = turn_of(tmp_path / bot, "kalevala", bot)
        assert process.line(turn).result(PATIENCE) == turn.line()
    slow = turn_of(tmp_path / "slow", "kalevala", SLOW)
    Timer(0.3, process.end).start()
    began = time.monotonic()
    with pytest.raises(BrokenExecutor):
        process.line(slow).result(PATIENCE)
    assert time.monotonic() - began < 20, "nobody waits until it has thought"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a process is killed as POSIX does it")
def test_a_process_that_was_killed_is_replaced(tmp_path: Path, process: BotProcess) -> None:
    turn, killed = turn_of(tmp_path / "k", "kalevala", "random"), process.begin(os.getpid).result(PATIENCE)
    os.kill(killed, signal.SIGKILL)
    assert process._pool is not None
    deadline = Deadline("the pool to notice that its process is gone")
    while not process._pool._broken:
        deadline.check()
        time.sleep(0.01)
    assert process.line(turn).result(PATIENCE) == turn.line()
    assert process.begin(os.getpid).result(PATIENCE) != killed


def test_cards_that_are_not_those_of_the_table_are_not_thought_about(tmp_path: Path) -> None:
    turn = turn_of(tmp_path / "k", "kalevala", "mcts:4")
    with pytest.raises(OtherCards):
        think(_of_other_cards(BotProcess(load_game)._question(turn)))


def test_a_game_of_other_folders_or_near_a_record_is_found_there(tmp_path: Path) -> None:
    asked: list[tuple[str, Sequence[str], str]] = []

    def find(slug: str, folders: Sequence[str], beside: str) -> Any:
        asked.append((slug, folders, beside))
        return load_game(slug)

    turn = turn_of(tmp_path / "k", "kalevala", "mcts:2")
    think(BotProcess(find, ["games"], "evening")._question(turn))
    assert asked == [("kalevala", ("games",), "evening")]
