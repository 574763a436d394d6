"""Worker processes: none outlives the process that started it."""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pnp.base.workers import Pool
from tests.deadline import Deadline, running

STARTS_ONE = """
import os, sys, time
from pnp.base.workers import Pool

if __name__ == "__main__":
    pool = Pool(1)
    print(pool.submit(os.getpid).result(), flush=True)
    pool.submit(time.sleep, 60).result()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a process is killed as POSIX does it")
def test_a_worker_at_work_ends_with_a_killed_parent(tmp_path: Path) -> None:
    script = tmp_path / "starts_one.py"
    script.write_text(STARTS_ONE, encoding="utf-8")
    with running([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        assert _is_running(worker)
    deadline = Deadline(f"worker {worker} to end")
    while _is_running(worker):
        deadline.check()
        time.sleep(0.05)


def _is_running(pid: int) -> bool:
    """Whether there is such a process; one that ended and that nobody has asked for is none."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"


class _TakenApart:
    """Leaves a file when it is freed."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __del__(self) -> None:
        self.path.touch()


_kept: list[_TakenApart] = []


def _keep(folder: Path) -> None:
    _TakenApart(folder / "freed")
    _kept.append(_TakenApart(folder / "kept"))
    atexit.register((folder / "at the end").touch)


def test_a_worker_ends_without_taking_apart_what_it_made(tmp_path: Path) -> None:
    with Pool(1) as pool:
        pool.submit(_keep, tmp_path).result()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["at the end", "freed"]
