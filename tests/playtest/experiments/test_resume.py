"""A run that was stopped goes on where it was, and gives the bytes of one that was not."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import json, msgpack

from pnp.base.diagnostics import InputError
from pnp.base.digest import digest_bytes
from pnp.cli.main import main
from pnp.playtest.batch import SimulationBatch
from pnp.playtest.experiments.arms import Experiment, ExperimentBatch
from pnp.playtest.experiments.resume import Resumed
from tests.deadline import PATIENCE, Deadline, running
from tests.playtest.games import SCAFFOLD, bad_game, first_words, plan

GAME = ["mygame", "--games", str(SCAFFOLD)]
EXPERIMENTS = [
    [],
    ["vary", "treasures.trophy.value=1,2"],
    ["tournament", "--bots", "random,greedy", "--players", "3"],
    ["without", "trophy", "--bots", "greedy"],
]


def report(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["playtest", *words, "--json", "-"]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("words", EXPERIMENTS, ids=lambda words: words[0] if words else "plain")
def test_two_halves_give_the_bytes_of_the_whole(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    resume = ["--resume", str(tmp_path / "run.part")]
    report([*first_words(words, GAME), "-n", "14", *resume], capsys)
    whole = report([*first_words(words, GAME), "-n", "40", *resume, "--workers", "2"], capsys)
    assert whole == report([*first_words(words, GAME), "-n", "40", "--workers", "1"], capsys)
    assert whole == report([*first_words(words, GAME), "-n", "40", *resume], capsys)  # nothing is left to play
    assert [file.name for file in tmp_path.iterdir()] == ["run.part"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups to send Ctrl-C to")
def test_ctrl_c_keeps_what_was_played_for_later(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept, records = tmp_path / "run.part", tmp_path / "records"
    words = [*GAME, "-n", "1000000", "--resume", str(kept), "--workers", "1"]
    command = [sys.executable, "-m", "pnp.cli.main", "playtest", *words, "--records", str(records)]
    deadline = Deadline("20 records")
    with running(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True) as process:
        while len(found := list(records.glob("*.record"))) < 20:
            deadline.check(found)
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        err = process.communicate(timeout=PATIENCE)[1].decode()
    assert process.returncode == 130 and f"continue with --resume {kept}" in err
    done = json.decode(kept.read_bytes().partition(b"\n")[0])["done"]
    assert done >= 20
    asked = [*GAME, "-n", str(done + 5)]
    assert report([*asked, "--resume", str(kept)], capsys) == report(asked, capsys)


def forged(**changes: Any) -> Any:
    """The file with something else in its counts, and a digest that fits."""

    def write(whole: bytes) -> bytes:
        head, _, body = whole.partition(b"\n")
        counts = msgpack.encode({**msgpack.decode(body), **changes})
        return json.encode({**json.decode(head), "digest": digest_bytes(counts, 16)}) + b"\n" + counts

    return write


NO_FILE, CORRUPT = "run.part:1: not a file written by --resume", "run.part:2: the file is corrupt: "
OTHER = "the file is from a different run: "
OTHER_FILES = (b"", b"\xff\xfe", b"\x00" * 40, b'{"resume":' + b"[" * 100_000, b"[]\n", b"\n\n")
FORGED: tuple[dict[str, Any], ...] = (
    {"counts": []},
    {"counts": 5},
    {"seeds": -3},
    {"seeds": 5},
    {"moments": {}},
    {"seeds": "many"},
)


@pytest.mark.parametrize(
    "write, more, message",
    [
        (lambda whole: whole[:-3], [], f"{CORRUPT}the checksum"),
        (lambda whole: whole[:20], [], NO_FILE),
        *((partial(lambda other, whole: other, other), [], NO_FILE) for other in OTHER_FILES),
        *((forged(**changes), [], f"{CORRUPT}its results do not match its first line") for changes in FORGED),
        (bytes, ["--bots", "greedy"], f'{OTHER}bots is [["random"]] there, [["greedy"]] here'),
        (bytes, ["--seed", "9"], f"{OTHER}first seed is 0 there, 9 here"),
        (bytes, ["-n", "5"], "this file already has 6 seeds, more than the 5 requested"),
    ],
)
def test_a_file_that_is_torn_or_of_another_run_is_told_and_left_as_it_was(
    write: Any, more: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "run.part"
    words = ["playtest", *GAME, "-n", "6", "--workers", "1", "--resume", str(kept)]
    assert main(words) == 0
    content = write(kept.read_bytes())
    kept.write_bytes(content)
    capsys.readouterr()
    assert main([*words, *more]) == 1
    captured = capsys.readouterr()
    assert message in captured.err and captured.out == "" and "Traceback" not in captured.err
    assert kept.read_bytes() == content


@pytest.mark.ci
def test_a_file_cut_off_anywhere_is_told(tmp_path: Path) -> None:
    batch = SimulationBatch(plan())
    experiment = Experiment((batch.plan,))
    file = Resumed(str(tmp_path / "run.part"), experiment, [batch], 0)
    file.save(ExperimentBatch(experiment).play(0, 3))
    whole = (tmp_path / "run.part").read_bytes()
    assert file.load() is not None
    for end in range(len(whole)):
        (tmp_path / "run.part").write_bytes(whole[:end])
        with pytest.raises(InputError) as fault:
            file.load()
        assert re.search(r"run\.part:[12]: (not a file written by --resume|the file is corrupt)", str(fault.value))


def test_neither_a_folder_nor_a_device_is_gone_on_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (str(tmp_path), *([] if sys.platform == "win32" else ["/dev/zero", "/dev/full"])):
        assert main(["playtest", *GAME, "-n", "6", "--resume", path]) == 1
        assert f"{path}: expected a regular file, got a folder, a device or a pipe" in capsys.readouterr().err


def test_games_before_one_that_fails_are_kept_for_later(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, kept = bad_game(tmp_path), tmp_path / "run.part"
    words = ["playtest", "mygame", "--games", str(folder), "--bots", "raises", "-n", "400", "--resume", str(kept)]
    assert main(words) == 1
    seed = int(capsys.readouterr().err.rpartition("the game with seed ")[2].split()[0])
    assert json.decode(kept.read_bytes().partition(b"\n")[0])["done"] == seed
    assert main(words) == 1  # it fails there again, at once
    assert f"the game with seed {seed} failed" in capsys.readouterr().err


def test_where_until_stops_does_not_depend_on_where_it_was_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    resume = ["--resume", str(tmp_path / "run.part")]
    assert main(["playtest", *GAME, "--until", "7", "-n", "137", *resume]) == 0
    capsys.readouterr()
    assert report([*GAME, "--until", "7", *resume], capsys) == report([*GAME, "--until", "7"], capsys)
