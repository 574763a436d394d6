"""`pnp look`: one face by the raster of the print, without a build; its faults beside it."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from pnp.base.places import data_root
from pnp.cli.main import main
from pnp.cli.terminal.picture import picture_codes, way_of
from tests.editing import edit_file

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_look_is_the_picture_that_a_build_makes(here: Path, capsys: Capture) -> None:
    assert main(["look", "kalevala", "Louhi"]) == 0
    shown = Path(capsys.readouterr().out.strip())
    assert shown == Path("output/kalevala/look/Louhi-en.png")
    assert main(["build", "kalevala", "--cards", "louhi", "--png", "--trim", "-o", "b"]) == 0
    (built,) = here.glob("b/**/tiles/louhi.png")
    with Image.open(shown) as one, Image.open(built) as other:
        assert one.size == other.size
        assert ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox() is None


def test_without_a_name_it_is_the_first_component_whatever_that_is(here: Path, capsys: Capture) -> None:
    assert main(["new", "atoll", "--template", "board"]) == 0
    capsys.readouterr()
    for words in ([], ["--sheet"]):
        assert main(["look", "atoll", *words, "-o", "a.png", "--force", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["faces"] == ["board"]
    assert main(["look", "kalevala", "--sheet", "-o", "k.png", "--json"]) == 0
    assert "louhi" in json.loads(capsys.readouterr().out)["faces"]


def test_a_dash_is_standard_output(here: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["look", "kalevala", "louhi", "-o", "louhi.png"]) == 0
    capsysbinary.readouterr()
    assert main(["look", "kalevala", "louhi", "-o", "-"]) == 0
    assert capsysbinary.readouterr().out == Path("louhi.png").read_bytes()
    assert not Path("-").exists()


def test_several_faces_stand_on_one_picture(here: Path, capsys: Capture) -> None:
    assert main(["look", "kalevala", "ukko,louhi"]) == 2
    assert "--sheet puts them on one picture" in capsys.readouterr().err
    assert main(["look", "kalevala", "ukko,louhi", "--sheet", "--lang", "fi", "-o", "two.png", "--json"]) == 0
    expected = json.loads(capsys.readouterr().out)
    assert expected["faces"] == ["ukko", "louhi"] and expected["lang"] == "fi" and expected["faults"] == []
    with Image.open("two.png") as picture:
        assert picture.size == (expected["width"], expected["height"]) and picture.width > picture.height
    assert main(["look", "kalevala", "tiles", "--sheet", "-o", "all.png", "--dpi", "40"]) == 0
    assert main(["look", "kalevala", "louhi", "--back", "-o", "back.png"]) == 0
    assert main(["look", "kalevala", "aid", "-o", "aid.png"]) == 0
    assert all((here / name).stat().st_size > 1000 for name in ("all.png", "back.png", "aid.png"))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["luohi"], "kalevala: there is no card “luohi” (did you mean “louhi”?)"),
        (["louhi", "--lang", "sv"], "no language “sv”"),
        (["louhi", "--theme", "inkk"], "no theme “inkk”"),
        (["rules", "--back"], "“rules” has no back"),
    ],
)
def test_what_there_is_not_is_told(here: Path, capsys: Capture, words: list[str], expected: str) -> None:
    assert main(["look", "kalevala", *words]) == 2
    assert expected in capsys.readouterr().err
    assert not list(here.iterdir())


def test_a_face_with_a_fault_is_shown_and_its_fault_told(here: Path, capsys: Capture) -> None:
    game = here / "kalevala"
    shutil.copytree(Path(data_root("cards")) / "kalevala", game / "cards")
    edit_file(game / "cards" / "tiles.yaml", ("en: May cover any tile but a Käärme.", f"en: {'May cover it. ' * 40}"))
    assert main(["look", "kalevala", "kaarme", "--games", ".", "-o", "k.png"]) == 0
    shown = capsys.readouterr()
    assert shown.out == "k.png\n" and "tiles.yaml:52:9: tile of kaarme" in shown.err and "does not fit" in shown.err


def test_pictures_in_terminals_that_said_who_they_are() -> None:
    assert way_of({"TERM": "xterm-kitty"}) == "kitty"
    assert way_of({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}) == "iterm"
    assert way_of({"TERM": "xterm-kitty", "TMUX": "/tmp/x"}) == way_of({"TERM": "xterm-256color"}) == ""
    parts = picture_codes(b"x" * 8000, "kitty").split("\x1b\\")[:-1]
    assert len(parts) == 3 and all(len(part) < 4150 for part in parts)
    assert "m=1;" in parts[0] and "m=0;" in parts[2]
    assert picture_codes(b"x", "iterm").startswith("\x1b]1337;File=inline=1;size=1;")


def test_a_terminal_shows_it_and_no_file_is_written(
    here: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr("sys.stdout", screen)
    monkeypatch.setenv("TERM", "xterm-kitty")
    monkeypatch.delenv("TMUX", raising=False)
    assert main(["look", "kalevala", "louhi", "--dpi", "40"]) == 0
    assert screen.getvalue().startswith("\x1b_Gf=100,a=T") and not list(here.iterdir())


def test_a_file_that_somebody_else_made_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine, again = tmp_path / "mine.png", tmp_path / "again.png"
    mine.write_bytes(b"\x89PNG\r\n\x1a\n a photo of mine")
    assert main(["look", "kalevala", "louhi", "-o", str(mine)]) == 1
    assert "--force" in capsys.readouterr().err and mine.read_bytes().endswith(b"of mine")
    for _ in range(2):
        assert main(["look", "kalevala", "louhi", "-o", str(again)]) == 0
    assert main(["look", "kalevala", "louhi", "-o", str(mine), "--force"]) == 0
    assert mine.read_bytes() == again.read_bytes()
