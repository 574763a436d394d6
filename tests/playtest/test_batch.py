"""Many games: the same whoever plays, in the order of the seeds, and a fault names its seed."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pnp.base.diagnostics import InputError
from pnp.playtest.batch import GameFault, Plan, SimulationBatch, seat_names
from pnp.playtest.counts import Counts
from pnp.playtest.executors import WorkerPool, open_executor
from pnp.playtest.experiments.arms import Experiment, nothing_played
from pnp.playtest.experiments.schedule import play_experiment
from pnp.playtest.simulate import Simulator, record_text, simulate
from pnp.referee.loading import replay_record
from pnp.referee.record import parse_record
from tests.playtest.games import bad_game, counts_of, plan


def whole(plan: Plan, seeds: range, worker_pool: WorkerPool, after_first: Callable[[], None] | None = None) -> Any:
    """Counts and records; after_first: called when the second chunk is there."""
    experiment = Experiment((plan,))
    played = nothing_played(experiment)
    for number, chunk in enumerate(play_experiment(experiment, seeds, worker_pool)):
        if number == 1 and after_first is not None:
            after_first()
        played.add(chunk)
    return played.counts, played.records


def test_one_process_and_two_count_the_same_and_write_the_same_records() -> None:
    asked, seeds = plan(records=True), range(5, 190)
    with open_executor(1) as one, open_executor(2) as two:
        alone, together = whole(asked, seeds, one), whole(asked, seeds, two)
    assert alone == together
    assert [seed for _, seed, _ in alone[1]] == list(seeds)


def test_chunks_come_in_the_order_of_the_seeds_and_only_so_many_are_under_way() -> None:
    class Late(ThreadPoolExecutor):
        """Later chunks are done first."""

        under_way = most = 0

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            self.under_way += 1
            self.most = max(self.most, self.under_way)

            def slow() -> Any:
                time.sleep(0.02 if args[1] // args[2] % 2 == 0 else 0)
                result = fn(*args)
                self.under_way -= 1
                return result

            return super().submit(slow)

    with Late(4) as executor:
        worker_pool = WorkerPool(lambda: executor, 2)
        (counts,), records = whole(plan(records=True), range(160), worker_pool)
        assert executor.most <= worker_pool.ahead == 6
    assert [seed for _, seed, _ in records] == list(range(160))
    assert counts.games == 160


def test_a_record_verifies_and_equals_the_replayed_game() -> None:
    batch = SimulationBatch(plan(("random", "greedy"), 3, records=True))
    counts = Counts()
    batch.play(counts, 2)
    text = batch.play(counts, 3)
    assert SimulationBatch(batch.plan).play(Counts(), 3) == text, "a seed plays the same game alone"
    loaded = replay_record(parse_record(text), batch.game, batch.book)
    assert not loaded.report.items
    assert all(entry.accepted for entry in loaded.replay.entries)
    lines = "".join(line for line in text.splitlines(True) if not line.startswith("# "))
    assert record_text(loaded.replay, 3) == lines.replace("dealer: copies, ", "")


def test_a_game_without_end_is_ended_by_the_table(book: Any) -> None:
    from pnp.games.sandbox import sandbox_game

    simulator = Simulator(sandbox_game(book), book, ("anna", "ben"))
    played = simulator.play(0, ("random", "random"), digests=True)
    assert played.outcome.kind == "stopped"
    loaded = replay_record(parse_record(simulator.record(played)), simulator.game, book)
    assert not loaded.report.items
    assert loaded.replay.outcome == played.outcome


def test_a_game_longer_than_its_bound_is_counted_as_stopped_but_breaks_a_promise() -> None:
    batch = SimulationBatch(plan())
    simulator = Simulator(replace(batch.game, max_plies=3), batch.book, ("anna", "ben"))
    played = simulator.play(0, ("random", "random"))
    assert (played.outcome.kind, len(played.moves)) == ("stopped", 4)
    with pytest.raises(RuntimeError, match="seed 0 is not over after 3 lines"):
        simulate(simulator.game, batch.book, ("anna", "ben"), 0)


def test_names_for_any_number_of_seats() -> None:
    assert seat_names(3) == ("anna", "ben", "carl")
    assert seat_names(9)[-1] == "player9" and len(set(seat_names(20))) == 20


@pytest.mark.parametrize(
    "wrong, message",
    [
        (plan(players=5), "got 5"),
        (plan(("gredy",)), "no bot “gredy”"),
        (replace(plan(), options={"wind": True}), "no option “wind”"),
    ],
)
def test_what_cannot_be_played_is_reported_before_any_game_starts(wrong: Plan, message: str) -> None:
    with pytest.raises(InputError, match=message):
        SimulationBatch(wrong)


@pytest.mark.parametrize(
    "bot, workers, message",
    [
        ("raises", 1, "ValueError: the treasure bit"),
        ("raises", 2, "ValueError: the treasure bit"),
        pytest.param("dies", 2, "it crashed its worker process", marks=pytest.mark.ci),
    ],
)
def test_a_game_that_fails_names_its_seed_after_all_games_before_it(
    bot: str, workers: int, message: str, tmp_path: Path
) -> None:
    folder = str(bad_game(tmp_path))
    with pytest.raises(GameFault) as alone:
        counts_of(SimulationBatch(replace(plan(("raises",)), games=(folder,))), range(400))
    experiment, counts = Experiment((replace(plan((bot,)), games=(folder,)),)), Counts()
    with open_executor(workers) as worker_pool, pytest.raises(GameFault) as caught:
        for chunk in play_experiment(experiment, range(400), worker_pool):
            counts.add(chunk.counts[0])
    fault = caught.value.fault
    assert (fault.seed, fault.message) == (alone.value.fault.seed, message)
    assert counts.games == fault.seed and (bot == "dies" or "rules.py" in fault.trace)


def test_a_worker_killed_from_outside_is_replaced() -> None:
    asked, seeds = plan(records=True), range(500)
    with open_executor(1) as one, open_executor(2) as two:
        expected = whole(asked, seeds, one)
        assert whole(asked, seeds, two, lambda: multiprocessing.active_children()[0].kill()) == expected


def test_a_refused_move_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(GameFault, match=r"made an illegal move.*ben: take"):
        SimulationBatch(replace(plan(("cheats",)), games=(str(bad_game(tmp_path)),))).play(Counts(), 0)
