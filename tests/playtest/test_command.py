"""`pnp playtest` from the outside."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import nullcontext
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from pnp.base.diagnostics import InputError, Span
from pnp.base.files import write_file
from pnp.cli.main import main
from pnp.playtest.bots import lineup
from pnp.playtest.executors import InlineExecutor, WorkerPool
from pnp.playtest.experiments.resume import Resumed
from tests.deadline import PATIENCE, Deadline, running
from tests.playtest.games import SCAFFOLD, bad_game, first_words

GAME = ["mygame", "--games", str(SCAFFOLD)]


def test_text_json_and_page_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = ["--json", str(tmp_path / "new" / "a.json"), "--html", str(tmp_path / "a.html")]
    assert main(["playtest", *GAME, "-n", "40", "--bots", "random,greedy", "--players", "3", *files]) == 0
    captured = capsys.readouterr()
    assert "40 simulated games · 3 players · seeds 0 to 39" in captured.out
    assert captured.err == ""  # no progress bar where nobody sees it
    value = json.decode((tmp_path / "new" / "a.json").read_bytes())
    assert value["bots"] == ["random", "greedy"]
    assert "playtest of 40 games" in (tmp_path / "a.html").read_text("utf-8")
    assert not list(tmp_path.rglob("*.tmp"))


def test_json_alone_goes_to_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playtest", *GAME, "-n", "5", "--seed", "7", "--json", "-"]) == 0
    value = json.decode(capsys.readouterr().out)
    assert (value["first_seed"], value["games"]) == (7, 5)


def test_a_switch_changes_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for lucky in ("true", "false"):
        assert main(["playtest", *GAME, "-n", "60", "--option", f"lucky={lucky}", "--json", "-"]) == 0
        texts.append(json.decode(capsys.readouterr().out))
    assert texts[1]["options"] == {"lucky": False}
    assert texts[0]["wins"] != texts[1]["wins"]


@pytest.mark.parametrize(
    "game, option",
    [
        ("kalevala", ["--option", "voluntary_pass=true"]),
        ("suomi1918", ["--players", "4", "--option", "victory_check=claim"]),
    ],
)
def test_every_written_record_verifies(
    tmp_path: Path, game: str, option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "records"
    words = ["playtest", game, "-n", "3", "--seed", "98", "--bots", "random,greedy", "--workers", "2"]
    assert main([*words, "--records", str(folder), *option]) == 0
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"{game}-{seed:03}.record" for seed in range(98, 101)]
    for file in files:
        capsys.readouterr()
        assert main(["referee", "verify", str(file), "--json"]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        *plies, result = map(json.decode, captured.out.splitlines())
        assert result["result"]["over"]
        assert {ply["ruling"] for ply in plies} == {"legal"}
    first, second = lineup(["random", "greedy"], 4 if "--players" in option else 2, 98)[:2]
    assert f"bots: anna {first}, ben {second}" in files[0].read_text("utf-8")


@pytest.mark.parametrize(
    "bot, message", [("raises", "ValueError: the treasure bit"), ("dies", "crashed its worker process")]
)
def test_a_failing_game_names_the_command_that_repeats_it(
    bot: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(bad_game(tmp_path))
    words = ["playtest", "mygame", "--games", folder, "--bots", bot, "-n", "400", "--workers", "2"]
    assert main(words) == 1
    captured = capsys.readouterr()
    assert message in captured.err
    seed = int(captured.err.rpartition("the game with seed ")[2].split()[0])
    assert f"{seed} of 400 games" in captured.out  # those before it are kept
    again = captured.err.splitlines()[-1].removeprefix("repeat it with: pnp ").split()
    assert again[:2] == ["playtest", "mygame"]
    if bot == "raises":
        assert main(again) == 1
        assert message in capsys.readouterr().err


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(
    "bot, message",
    [
        ("nothing", "RuntimeError: expected a move from the bot “nothing”, got None"),
        ("unwritable", "the bot made an illegal move (MYG-"),
        ("wordless", "the game with seed 0 failed: _Wordless\n"),
        ("leaves", "the game with seed 0 failed: GeneratorExit\n"),
    ],
)
def test_whatever_the_code_of_a_bot_does_the_game_is_named(
    bot: str, message: str, workers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["playtest", "mygame", "--games", str(bad_game(tmp_path)), "--bots", bot, "-n", "2", "--workers", workers]
    assert main(words) == 1
    err = capsys.readouterr().err
    assert message in err and "the game with seed 0 failed" in err and "repeat it with: " in err


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_a_bot_prints_is_no_part_of_the_report(
    workers: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["playtest", "mygame", "--games", str(bad_game(tmp_path)), "--bots", "prints", "-n", "2"]
    assert main([*words, "--workers", workers, "--json", "-"]) == 0
    captured = capfd.readouterr()
    assert json.decode(captured.out)["games"] == 2 and "I AM HERE" in captured.err
    page = tmp_path / "page.html"
    assert main([*words, "--html", str(page)]) == 0  # records of odd games are played again
    assert "I AM HERE" not in capfd.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="nobody can send Ctrl-C to this process alone")
@pytest.mark.parametrize(
    "words", [[], ["vary", "treasures.trophy.value=1"], ["tournament", "--bots", "random,greedy"], ["endless"]]
)
def test_ctrl_c_while_the_report_is_written_costs_nothing(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def write(path: str, content: str) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        write_file(path, content)

    monkeypatch.setattr("pnp.cli.playtesting.report_files.write_file", write)
    assert main(["playtest", *first_words(words, GAME), "-n", "3", "--json", "new.json"]) == 130
    assert json.decode(Path("new.json").read_bytes())["games"] == (2 if words[:1] == ["tournament"] else 3)
    assert "My Game" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="nobody can send Ctrl-C to this process alone")
def test_ctrl_c_while_odd_games_are_played_again_costs_them_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pnp.playtest.simulate import Simulator

    play = Simulator.play

    def interrupted(self: Simulator, *words: Any, **more: Any) -> Any:
        if more.get("digests"):
            os.kill(os.getpid(), signal.SIGINT)
        return play(self, *words, **more)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Simulator, "play", interrupted)
    assert main(["playtest", *GAME, "-n", "3", "--json", "new.json"]) == 0
    assert json.decode(Path("new.json").read_bytes())["games"] == 3 and len(list(tmp_path.iterdir())) == 1
    assert "3 simulated games" in capsys.readouterr().out


def test_games_before_a_full_disk_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written: list[Path] = []

    def write(path: Path, text: str) -> None:
        written.append(path)
        if len(written) > 4:
            raise InputError.single(Span(str(path)), "cannot be written: no space left on device")

    monkeypatch.setattr("pnp.cli.playtesting.run.write_file", write)
    words = ["playtest", *GAME, "-n", "40", "--workers", "1", "--records", str(tmp_path / "records")]
    assert main(words) == 1
    captured = capsys.readouterr()
    assert " of 40 games" in captured.out and "no space left on device" in captured.err
    assert "pnp: stopped after " in captured.err


def test_games_before_a_cluster_goes_away_are_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Gone(InlineExecutor):
        """Its second task is cancelled, as those of a scheduler that nobody reaches any more."""

        tasks = 0

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            self.tasks += 1
            if self.tasks == 1:
                return super().submit(fn, *args, **kwargs)
            future: Future[Any] = Future()
            future.cancel()
            return future

    def opened(workers: int, cluster: str) -> Any:
        return nullcontext(WorkerPool(Gone, 1, where=cluster))

    monkeypatch.setattr("pnp.cli.playtesting.run.open_executor", opened)
    assert main(["playtest", *GAME, "-n", "40", "--cluster", "tcp://gone:8786"]) == 1
    captured = capsys.readouterr()
    assert "1 of 40 games" in captured.out
    assert (
        "pnp: stopped after 1 of 40 games" in captured.err
        and "lost the connection to the cluster at tcp://gone:8786" in captured.err
    )


def test_a_file_to_go_on_from_that_cannot_be_kept_costs_no_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    assert main(["playtest", *GAME, "-n", "5", "--resume", str(tmp_path / "file" / "run.part")]) == 1
    captured = capsys.readouterr()
    assert captured.out == "" and str(tmp_path / "file") in captured.err  # told before any game
    keep, saved = Resumed.save, list[Any]()

    def save(self: Resumed, played: Any) -> None:
        saved.append(played)
        if len(saved) > 1:
            raise InputError.single(Span(self.path), "cannot be written: no space left on device")
        keep(self, played)

    monkeypatch.setattr(Resumed, "save", save)
    assert main(["playtest", *GAME, "-n", "5", "--resume", str(tmp_path / "run.part")]) == 1
    captured = capsys.readouterr()
    assert "5 simulated games" in captured.out and "run.part: cannot be written" in captured.err


@pytest.mark.skipif(sys.platform == "win32", reason="there is no /dev")
def test_a_report_into_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    words = ["playtest", *GAME, "-n", "3", "--json", "/dev/stdout"]
    done = subprocess.run(
        [sys.executable, "-m", "pnp.cli.main", *words], capture_output=True, timeout=60, cwd=tmp_path, check=True
    )
    assert b'"playtest": 1' in done.stdout and b"3 simulated games" in done.stdout
    assert not list(tmp_path.iterdir()) and not Path("/dev/stdout-games").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups to send Ctrl-C to")
@pytest.mark.parametrize("whole_group", [True, False])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_reports_what_was_played_and_leaves_nothing(workers: str, whole_group: bool, tmp_path: Path) -> None:
    words = ["playtest", *GAME, "-n", "10000000", "--workers", workers, "--records", str(tmp_path), "--json", "-"]
    command = [sys.executable, "-m", "pnp.cli.main", *words]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    deadline = Deadline("120 records")
    with running(command, stdout=-1, stderr=-1, start_new_session=True, env=environment) as process:
        try:
            while len(found := list(tmp_path.glob("*.record"))) < 120:
                deadline.check(found)
                time.sleep(0.02)
            (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)  # comes back when no worker holds the pipes any more
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130, err.decode()
    assert err.decode().startswith("pnp: stopped after ") and "Traceback" not in err.decode()
    value = json.decode(out)
    assert 0 < value["games"] < value["asked"] == 10000000
    assert not list(tmp_path.glob("*.tmp"))


def test_a_file_that_something_else_made_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, values = tmp_path / "a.html", tmp_path / "a.json"
    page.write_text("<p>my diary</p>", "utf-8")
    values.write_text('{"mine": 1}', "utf-8")
    words = ["playtest", *GAME, "-n", "3"]
    for option, file in (("--html", page), ("--json", values)):
        before = file.read_bytes()
        assert main([*words, option, str(file)]) == 1
        assert "already exists and was not created by pnp playtest" in capsys.readouterr().err
        assert file.read_bytes() == before
        assert main([*words, option, str(file), "--force"]) == 0
        assert main([*words, option, str(file)]) == 0  # now it is a report
        assert file.read_bytes() != before
        capsys.readouterr()


def test_odd_games_are_kept_beside_the_report_and_are_those_of_their_seeds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    values = tmp_path / "a.json"
    assert main(["playtest", "kalevala", "-n", "12", "--bots", "random,greedy", "--json", str(values)]) == 0
    out = capsys.readouterr().out
    games = json.decode(values.read_bytes())["odd"]
    assert {game["kind"] for game in games} == {"longest", "one-sided"}
    again = ["playtest", "kalevala", "-n", "12", "--bots", "random,greedy", "--records", str(tmp_path / "all")]
    assert main(again) == 0
    capsys.readouterr()
    for game in games:
        kept = tmp_path / game["record"]
        assert game["record"] in out
        assert kept.read_bytes() == (tmp_path / "all" / kept.name).read_bytes()
        moves = sum(line.startswith(("anna: ", "ben: ")) for line in kept.read_text("utf-8").splitlines())
        if game["kind"] == "longest":
            assert game["number"] == moves
    assert sorted(path.name for path in (tmp_path / "a-games").iterdir()) == sorted(
        {Path(game["record"]).name for game in games}
    )
    assert main(["playtest", "kalevala", "-n", "2"]) == 0
    assert "play it again:\n    pnp playtest kalevala -n 1 --seed" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["vary", "constants.reach=2"],
        ["tournament", "--bots", "random,greedy"],
        ["without", "treasures.star"],
        ["records", "{}/played", "--games", str(SCAFFOLD)],
        ["compare", "{}/a.json", "{}/a.json"],
    ],
)
def test_every_report_may_be_written_over_by_the_next(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = ["--records", str(tmp_path / "played"), "--json", str(tmp_path / "a.json")]
    assert main(["playtest", *GAME, "-n", "4", *played]) == 0
    game = [] if words[0] in ("records", "compare") else [*GAME, "-n", "4"]
    words = [word.format(tmp_path) for word in words]
    files = ["--json", str(tmp_path / "b.json"), "--html", str(tmp_path / "b.html")]
    for _ in range(2):
        code = main(["playtest", *first_words(words, game), *files])
        assert (code, capsys.readouterr().err) == (0, "")


def test_a_report_is_told_where_its_file_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)  # records of odd games are kept beside it

    def full(scratch: str, name: str) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("pnp.base.files.take_place", full)
    assert main(["playtest", *GAME, "-n", "3", "--json", "report.json", "--html", "report.html"]) == 1
    captured = capsys.readouterr()
    assert "3 simulated games" in captured.out
    for file in ("report.json", "report.html", "report-games/"):
        assert re.search(rf"{file}\S*: cannot be written: no space left on device", captured.err)
    assert not list(tmp_path.rglob("*.*"))


@pytest.mark.parametrize("words", [[], ["vary", "constants.reach=2"], ["--targets", "first=1..2"]])
def test_where_no_game_came_to_its_end_a_sentence_says_so_and_reports_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ["mygame", "--games", str(bad_game(tmp_path)), "-n", "3", "--workers", "1"]
    assert main(["playtest", *asked, "--json", "report.json"]) == 0
    whole = Path("report.json").read_bytes()
    capsys.readouterr()
    asked = first_words(words, [*asked, "--bots", "cheats"])
    assert main(["playtest", *asked, "--json", "report.json", "--html", "report.html"]) == 1
    captured = capsys.readouterr()
    assert captured.out == "no game was completed, so there is nothing to report\n" and "failed: " in captured.err
    assert Path("report.json").read_bytes() == whole and not Path("report.html").exists()
