"""`pnp new --template`: what each brings is sound as it stands, in every theme, and under any name and title."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pnp.catalog import book_of, find_game
from pnp.cli.main import main
from pnp.cli.new import TemplateName
from tests.guard import some

ROOT = Path(__file__).parents[3]
TEMPLATES = ROOT / "pnp" / "scaffold" / "templates"


@pytest.mark.parametrize("template", TemplateName)
def test_each_builds_and_has_no_fault_in_any_theme(
    template: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    title = "Käpy: C & D"
    assert main(["new", "pine_cones", "--template", template, "--title", title]) == 0
    assert main(["check", "pine_cones", "--strict"]) == 0, capsys.readouterr()
    book = book_of(find_game("pine_cones", ["."]))
    assert book.title == {"*": title}
    written = "".join(path.read_text("utf-8") for path in some(Path("pine_cones").rglob("*.*")))
    assert "mygame" not in written and "My Game" not in written
    assert main(["build", "pine_cones", "-o", "print"]) == 0
    manifest = json.loads(next(Path("print").rglob("manifest.json")).read_text("utf-8"))
    assert [part["id"] for part in manifest["components"]] == [part.id for part in book.components]
    assert main(["referee", "new", "pine_cones", "anna", "ben", "-o", "evening.record"]) == 0


def test_each_is_named_where_people_look() -> None:
    assert {path.name for path in TEMPLATES.iterdir()} == set(TemplateName)
    readme = (ROOT / "README.md").read_text("utf-8")
    assert f"--template {'|'.join(TemplateName)}" in readme


@pytest.mark.parametrize("template", TemplateName)
def test_each_readme_names_files_and_commands_that_are_there(template: str) -> None:
    folder = TEMPLATES / template / "mygame"
    words = (folder / "README.md").read_text("utf-8").split("`")[1::2]
    for name in some([word for word in words if word.startswith(("cards/", "layouts/"))]):
        assert (folder / name).exists(), name


@pytest.mark.parametrize("other", [["--hands"], ["--effects"], ["--from", "cards.csv"]])
def test_a_template_is_one_way_to_begin(other: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "pine_cones", "--template", "poker", *other]) == 2
    assert "--template cannot be combined" in " ".join(capsys.readouterr().err.split())
