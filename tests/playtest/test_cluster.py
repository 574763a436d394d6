"""Playing on a real Dask cluster of this machine."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pnp.cli.main import main
from pnp.playtest.experiments import schedule
from tests.playtest.games import SCAFFOLD, bad_game, first_words

distributed = pytest.importorskip("distributed", reason="dask[distributed] is not installed")
pytestmark = pytest.mark.ci
GAME = ["mygame", "--games", str(SCAFFOLD)]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A scheduler and two worker processes on 127.0.0.1. A task that killed two workers is not tried on a third."""
    import dask

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0"
        ) as cluster,
    ):
        yield cluster


def test_the_cluster_gives_the_same_report_and_records(
    cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["playtest", *GAME, "-n", "300", "--bots", "random,greedy", "--players", "3", "--json", "-"]
    assert main([*words, "--workers", "1", "--records", str(tmp_path / "here")]) == 0
    here = capsys.readouterr().out
    assert main([*words, "--cluster", cluster.scheduler_address, "--records", str(tmp_path / "there")]) == 0
    assert capsys.readouterr().out == here
    for file in (tmp_path / "here").iterdir():
        assert file.read_bytes() == (tmp_path / "there" / file.name).read_bytes()


@pytest.mark.parametrize("bot", ["raises", "dies"])
def test_a_game_that_fails_on_the_cluster_names_its_seed(
    cluster: Any, bot: str, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.playtest.executors.CHECK_SECONDS", 0.2)
    monkeypatch.setattr("pnp.playtest.executors.IDLE_SECONDS", 2.0)
    folder = str(bad_game(tmp_path))
    words = ["playtest", "mygame", "--games", folder, "--bots", bot, "-n", "400"]
    assert main([*words, "--workers", "2"]) == 1
    # Dask tells of its dead workers, too, on the same stream, before ours and behind it, and in the middle of a line.
    (here,) = re.findall("the game with seed .*", capfd.readouterr().err)
    assert main([*words, "--cluster", cluster.scheduler_address]) == 1
    assert here in capfd.readouterr().err


EXPERIMENTS = {
    "vary": ["vary", "-n", "150", "--bots", "greedy", "treasures.trophy.value=1,2"],
    "tournament": ["tournament", "-n", "40", "--bots", "random,greedy,mcts:2"],
    "without": ["without", "-n", "200", "--bots", "greedy", "treasures.trophy"],
    "until": ["-n", "2000", "--until", "6", "--bots", "random,greedy"],
    "vary until": ["vary", "-n", "2000", "--until", "score=1", "treasures.trophy.value=1"],
    "mcts": ["-n", "40", "--bots", "mcts:8,mcts:2"],
}


def reported(words: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[str, str, str]:
    """Text, JSON and page of a playtest."""
    files = [folder / "report.json", folder / "report.html"]
    options = ["--json", str(files[0]), "--html", str(files[1])]
    assert main(["playtest", *first_words(words, GAME), *options]) == 0
    text, json, page = capsys.readouterr().out, *(file.read_text("utf-8") for file in files)
    return text, json, page


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_the_cluster_gives_every_experiment_as_processes_do(
    experiment: str, cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = EXPERIMENTS[experiment]
    here = reported([*words, "--workers", "2"], tmp_path, capsys)
    assert reported([*words, "--cluster", cluster.scheduler_address], tmp_path, capsys) == here


@pytest.mark.slow
@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_a_worker_that_is_killed_loses_nothing(
    experiment: str,
    cluster: Any,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pnp.playtest.executors.CHECK_SECONDS", 0.2)
    monkeypatch.setattr("pnp.playtest.executors.IDLE_SECONDS", 2.0)
    words = EXPERIMENTS[experiment]
    here = reported([*words, "--workers", "1"], tmp_path, capsys)
    killed: list[int] = []
    first = schedule.play_experiment

    def killing(*given: Any) -> Iterator[Any]:
        for number, chunk in enumerate(first(*given)):
            if number == 2:
                killed.append(next(iter(cluster.workers.values())).pid)
                os.kill(killed[0], signal.SIGKILL)
            yield chunk

    monkeypatch.setattr("pnp.cli.playtesting.run.play_experiment", killing)
    assert reported([*words, "--cluster", cluster.scheduler_address], tmp_path, capsys) == here
    assert killed


def test_a_cluster_without_workers_is_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.playtest.executors.WORKER_SECONDS", 0.3)
    with distributed.LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address="127.0.0.1:0") as empty:
        assert main(["playtest", *GAME, "-n", "5", "--cluster", empty.scheduler_address]) == 1
        assert f"the cluster at {empty.scheduler_address} has no workers" in capsys.readouterr().err


def test_a_missing_scheduler_is_reported(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.playtest.executors.CONNECT_SECONDS", 0.3)
    assert main(["playtest", *GAME, "-n", "5", "--cluster", "tcp://127.0.0.1:9"]) == 1
    assert "no Dask scheduler answers at tcp://127.0.0.1:9" in capsys.readouterr().err
