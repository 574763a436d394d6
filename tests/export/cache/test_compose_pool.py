"""Helpers that compose faces: the PDFs are the same with and without them, however they are started and ended."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pnp.catalog import CatalogEntry, book_of
from pnp.export.cache import face_cache
from pnp.export.cache.build_cache import BuildCache
from pnp.export.order.building import build_game
from pnp.export.order.order import PrintOrder
from tests.deadline import COMMAND, PATIENCE, running
from tests.export.small import write_game


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def build(entry: CatalogEntry, folder: Path, build_cache: BuildCache) -> dict[str, bytes]:
    product = build_game(entry, book_of(entry), PrintOrder(folder=str(folder)), build_cache)
    return {path.name: path.read_bytes() for path in Path(product.folder).rglob("*") if path.is_file()}


def test_helpers_make_the_same_pdfs(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = {f"card-{number}": 1 + number % 2 for number in range(40)}
    entry = write_game(tmp_path, cards, values={name: number for number, name in enumerate(cards)})
    alone = build(entry, tmp_path / "alone", BuildCache(workers=1))
    shutil.rmtree(cache)
    monkeypatch.setattr(face_cache, "MIN_TASKS", 1)
    monkeypatch.setattr(face_cache, "BATCH", 3)
    assert build(entry, tmp_path / "helped", BuildCache(workers=2)) == alone
    assert build(entry, tmp_path / "kept", BuildCache(workers=2)) == alone


HELPED = """
import os, sys
from pnp.base import system
from pnp.export.cache import build_cache, face_cache
from pnp.cli.main import main

if __name__ == "__main__":
    face_cache.MIN_TASKS, face_cache.BATCH = 1, 3
    build_cache.processors = lambda: 3
    system.can_be_copied = lambda: sys.argv[1] == "copies"
    os.register_at_fork(before=lambda: print("a copy"))
    sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are not copied elsewhere")
@pytest.mark.parametrize("helpers", ["copies", "anew"])
def test_helpers_that_are_copies_make_the_same_pdfs(tmp_path: Path, cache: Path, helpers: str) -> None:
    cards = {f"card-{number}": 1 + number % 2 for number in range(40)}
    entry = write_game(tmp_path, cards, values={name: number for number, name in enumerate(cards)})
    alone = build(entry, tmp_path / "alone", BuildCache(workers=1))
    shutil.rmtree(cache)
    script = tmp_path / "helped.py"
    script.write_text(HELPED)
    out = tmp_path / "helped"
    command = [sys.executable, str(script), helpers, "build", "small", "--games", str(tmp_path), "-o", str(out)]
    output = subprocess.run(command, stdout=-1, check=True, text=True, timeout=COMMAND).stdout
    assert output.count("a copy\n") == (2 if helpers == "copies" else 0)
    assert {path.name: path.read_bytes() for path in (out / "small" / "a4-en").iterdir()} == alone


def _die(keys: bytes) -> None:
    os._exit(9)


def test_a_helper_that_dies_leaves_its_work_to_the_others(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = write_game(tmp_path, {f"card-{number}": 1 for number in range(20)})
    alone = build(entry, tmp_path / "alone", BuildCache(workers=1))
    shutil.rmtree(cache)
    monkeypatch.setattr(face_cache, "MIN_TASKS", 1)
    monkeypatch.setattr(face_cache, "BATCH", 2)
    monkeypatch.setattr(face_cache, "_record_all", _die)
    assert build(entry, tmp_path / "helped", BuildCache(workers=2)) == alone


def _is_gone(group: int) -> bool:
    """True when no process of the group is left, or is left no more in a moment."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_ctrl_c_in_the_middle_leaves_nothing_half(tmp_path: Path, cache: Path) -> None:
    names = [f"card-{number}" for number in range(3000)]
    entry = write_game(tmp_path, dict.fromkeys(names, 1), values={name: at for at, name in enumerate(names)})
    book_of(entry)
    # As at a keyboard: a group of its own, in which Ctrl-C is not ignored.
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from pnp.export.cache.face_cache import FaceRecords\nreal = FaceRecords.add\n"
        "def add(self, *given):\n"
        "    real(self, *given)\n"
        "    print(end='.', flush=True)\n"
        "FaceRecords.add = add\n"
        "from pnp.cli.main import main\n"
        "if __name__ == '__main__': sys.exit(main(sys.argv[1:]))\n"
    )
    script = tmp_path / "script.py"
    script.write_text(code)
    command = [sys.executable, str(script), "build", "small", "--games", str(tmp_path), "-o", str(tmp_path / "out")]
    with running(command, stdout=-1, stderr=-1, start_new_session=True) as building:
        assert building.stdout is not None and building.stderr is not None
        assert building.stdout.read(300)  # faces are being finished, here and by a helper
        os.killpg(building.pid, signal.SIGINT)
        assert building.wait(PATIENCE) == 130
        assert building.stderr.read().decode() == "\npnp: stopped\n"
    assert _is_gone(building.pid)  # no helper is left
    assert not (tmp_path / "out").exists()
    assert not [path for path in cache.rglob("*") if path.suffix == ".tmp" or path.parent.name == "faces"]
