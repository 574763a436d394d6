"""The wheel, installed into an empty environment, does everything from an empty folder: cards and layouts are in it."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.deadline import COMMAND

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.ci


class Installed:
    """An environment with the wheel, and an empty folder to work in."""

    def __init__(self, home: Path) -> None:
        self.bin = home / "env" / ("Scripts" if os.name == "nt" else "bin")
        self.folder = home / "work"
        self.folder.mkdir()
        run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(home), str(ROOT))
        (wheel,) = home.glob("*.whl")
        run(sys.executable, "-m", "venv", "--without-pip", str(home / "env"))
        python = str(self.bin / "python")
        run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", str(wheel))
        # The dependencies come from this environment: the wheel is what is tried, not the download of the others.
        site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
        (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"), "utf-8")

    def run(self, *words: str, code: int = 0) -> str:
        return run(str(self.bin / words[0]), *words[1:], where=self.folder, code=code)


def run(*words: str, where: Path | None = None, code: int = 0) -> str:
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_"))}
    done = subprocess.run(
        words, cwd=where, capture_output=True, text=True, encoding="utf-8", env=env, check=False, timeout=COMMAND
    )
    assert done.returncode == code, f"{words}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    pytest.importorskip("hatchling", reason="the wheel is built with hatchling")
    return Installed(tmp_path_factory.mktemp("wheel"))


def test_it_runs_from_its_own_files(installed: Installed) -> None:
    place = installed.run("python", "-c", "import pnp; print(pnp.__file__)").strip()
    assert Path(place).is_relative_to(installed.bin.parent)
    assert "kalevala" in installed.run("pnp", "list")
    assert "hearts" in installed.run("pnp", "list", "--gallery")
    assert "no faults" in installed.run("pnp", "check", "hearts", "--strict")
    assert "KAL-14" in installed.run("pnp", "rules", "kalevala", "14")
    assert "error" not in installed.run("pnp", "check", "kalevala")
    installed.run("pnp", "build", "kalevala", "--only", "tiles", "-o", "print")
    assert list(installed.folder.glob("print/kalevala/*/*.pdf"))
    installed.run("pnp", "export", "kalevala", "--to", "html", "--only", "markers", "-o", "gallery.html")
    assert "addEventListener" in (installed.folder / "gallery.html").read_text("utf-8")


def test_a_new_game_from_an_empty_folder(installed: Installed) -> None:
    installed.run("pnp", "new", "mygame")
    assert "no faults" in installed.run("pnp", "check", "mygame", "--games", ".")
    installed.run("pnp", "build", "mygame", "--games", ".", "-o", "print")
    assert list(installed.folder.glob("print/mygame/*/*.pdf"))
    installed.run("pnp", "referee", "new", "mygame", "anna", "ben", "--games", ".", "-o", "e.record")
    moves = ["table: lay star coin heart flag trophy", "anna: take trophy"]
    installed.run("pnp", "referee", "move", "e.record", *moves, "--games", ".")
    installed.run("pnp", "referee", "move", "e.record", "ben: take heart", "--games", ".", code=1)
    assert "4 passed" in installed.run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "mygame")
    assert "mygame" in installed.run("pnp", "prove", "mygame", "--games", ".", "-n", "1")
    words = ["--pyargs", "pnp.conformance", "-p", "no:cacheprovider", "--pnp-seeds", "1", "-k", "mygame"]
    assert " passed" in installed.run("python", "-m", "pytest", "-q", *words)
