"""`--backs ink`: faces in colour, backs in another theme, of the same size and shape."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pnp.base.diagnostics import InputError, UsageError
from pnp.catalog import CatalogEntry, book_of, find_game
from pnp.cli.main import main
from pnp.export.order import building
from pnp.export.order.building import BuildResult, build_game, measured_inks
from pnp.export.order.last_print import note_print
from pnp.export.order.order import PrintOrder
from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.layout.drawing.frame import Shape, Sheet
from pnp.layout.drawing.path import rect_path
from tests.export.small import write_game

BACK = """
size: {width: 63.5, height: 88.9, corner: 3, bleed: 3.175}
elements: {ground: {kind: rect, box: bleed, fill: GROUND}}
themes: {ink: {elements: {ground: {fill: "#ffffff"}}MORE}}
"""


@pytest.fixture
def entry(tmp_path: Path) -> CatalogEntry:
    """A game with a dark back, which is white in ink."""
    entry = write_game(tmp_path, {"ant": 9, "bee": 9})
    back = BACK.replace("GROUND", "'#102030'").replace("MORE", "")
    (tmp_path / "small/layouts/back.yaml").write_text(back, "utf-8")
    return entry


def build(entry: CatalogEntry, folder: Path, **order: Any) -> BuildResult:
    return build_game(entry, book_of(entry), PrintOrder(folder=str(folder), **order))


def sides(made: BuildResult) -> tuple[set[str], set[str | None]]:
    """The digests of the deck's faces, and of its backs."""
    faces = made.manifest.components[0].faces
    return {face.face for face in faces}, {face.back for face in faces}


def test_faces_are_as_they_were_and_backs_those_of_the_theme(entry: CatalogEntry, tmp_path: Path) -> None:
    usual, mixed, ink = (build(entry, tmp_path / "o", **order) for order in ({}, {"backs": "ink"}, {"theme": "ink"}))
    assert sides(mixed)[0] == sides(usual)[0]
    assert sides(mixed)[1] == sides(ink)[1] != sides(usual)[1]
    assert Path(mixed.folder).name == "a4-en-ink-backs" and mixed.manifest.backs == "ink"
    assert not usual.manifest.backs


def test_the_theme_of_the_faces_is_no_other(entry: CatalogEntry, tmp_path: Path) -> None:
    made = build(entry, tmp_path, theme="ink", backs="ink")
    assert Path(made.folder).name == "a4-en-ink" and not made.manifest.backs


def test_a_back_of_another_shape_is_refused_before_anything_is_made(entry: CatalogEntry, tmp_path: Path) -> None:
    file = tmp_path / "small/layouts/back.yaml"
    text = file.read_text("utf-8").replace('"#ffffff"}}', '"#ffffff"}}, size: {width: 63.5, height: 88.9, bleed: 1}')
    file.write_text(text, "utf-8")
    with pytest.raises(InputError, match="another size, bleed or shape in the theme ink") as caught:
        build(entry, tmp_path / "o", backs="ink")
    assert caught.value.report.items[0].span.file.endswith("back.yaml")
    assert not (tmp_path / "o").exists()


def test_a_theme_that_is_not_there_is_named(entry: CatalogEntry, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no theme “inc”"):
        build(entry, tmp_path, backs="inc")


def test_the_forecast_counts_it_and_advises_it(entry: CatalogEntry, tmp_path: Path) -> None:
    usual, mixed = (build(entry, tmp_path, forecast=True, backs=backs).forecast for backs in ("", "ink"))
    assert usual is not None and mixed is not None
    assert mixed.ink < 0.7 * usual.ink and mixed.leaves == usual.leaves
    assert any("--backs ink" in line for line in usual.advice)
    assert not any("--backs" in line for line in mixed.advice)


def test_an_update_keeps_the_backs_it_follows(entry: CatalogEntry, tmp_path: Path) -> None:
    order = PrintOrder(folder=str(tmp_path / "o"), backs="ink")
    made = build_game(entry, book_of(entry), order)
    note_print(order, made.manifest)
    again = build(entry, tmp_path / "o", since=made.manifest_path, forecast=True)
    assert again.manifest.update is not None and again.manifest.update.printed == 0


def test_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "kalevala", "--only", "tiles", "--backs", "ink", "-o", str(tmp_path), "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert find_game("kalevala").slug in str(made) and "ink-backs" in str(made)


def forecast_build(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["build", "small", "--games", str(folder), "-o", str(folder / "out"), "--json", *words]) == 0
    [product] = json.loads(capsys.readouterr().out)
    found: dict[str, Any] = product.get("forecast", {})
    return found


def test_leaves_and_cuts_are_those_of_the_print(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_game(tmp_path, {"ant": 6, "bee": 5})  # poker cards: 3 × 2 on a leaf
    found = forecast_build(tmp_path, capsys, "--forecast", "--only", "deck", "--gutter", "3mm")
    assert not (tmp_path / "out").exists()
    assert (found["leaves"], found["sides"], found["outlines"]) == (2, 4, 0)
    assert found["cuts"] == 2 * (6 + 4)  # two at each row and column
    [advice] = [line for line in found["advice"] if "--gutter 0" in line]
    assert forecast_build(tmp_path, capsys, "--forecast", "--only", "deck", "--gutter", "0")["cuts"] == 2 * (4 + 3)
    assert "14 cuts instead of 20" in advice


def test_it_says_what_fewer_players_save(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four aids lie on a leaf: five players need as many leaves as six."""

    def advice(*words: str) -> list[str]:
        assert main(["build", "suomi1918", "--only", "aid", "-o", str(tmp_path), "--json", "--forecast", *words]) == 0
        [product] = json.loads(capsys.readouterr().out)
        return [line for line in product["forecast"]["advice"] if "--players" in line]

    assert advice() == ["--players 4: 1 sheet, 3: 1 sheet, 2: 1 sheet"]
    assert not advice("--players", "3")


def test_the_whole_print_is_measured_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_game(tmp_path, {"ant": 6})
    whole, deck, page = (
        forecast_build(tmp_path, capsys, "--forecast", *words)
        for words in ([], ["--only", "deck"], ["--only", "sheet"])
    )
    assert whole["sides"] == deck["sides"] + page["sides"]
    parts = deck["ink"] * deck["sides"] + page["ink"] * page["sides"]
    assert whole["ink"] * whole["sides"] == pytest.approx(parts, rel=0.02)


def test_ink_is_measured_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def page(colour: str, share: float = 1.0) -> float:
        shape = Shape(rect_path(0, 0, 100, 100 * share), fill=colour)
        resources = PdfResources(lambda name: b"", lambda name: b"")
        pdf = paint_pdf(resources, [], [Sheet("", "front", 100, 100, marks=(shape,))], About(""))
        [ink] = measured_inks(pdf)
        return ink

    assert page("#ffffff") == 0
    assert page("#000000") == pytest.approx(1)
    assert page("#000000", 0.25) == pytest.approx(0.25, abs=0.01)
    assert page("#ff0000") == pytest.approx(2)  # magenta and yellow
    assert page("#808080") == pytest.approx(0.5, abs=0.01)


def test_a_second_forecast_measures_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    write_game(tmp_path, {"ant": 6})
    first = forecast_build(tmp_path, capsys, "--forecast")
    monkeypatch.setattr(building, "measured_inks", lambda pdf: pytest.fail("measured again"))
    assert forecast_build(tmp_path, capsys, "--forecast") == first


def test_a_draft_takes_less_as_was_advised(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_game(tmp_path, {"ant": 6})
    plain = forecast_build(tmp_path, capsys, "--forecast")
    draft = forecast_build(tmp_path, capsys, "--forecast", "--draft")
    assert any(line.startswith("--draft") for line in plain["advice"])
    assert draft["ink"] < 0.4 * plain["ink"] and draft["cuts"] == plain["cuts"]


def test_people_are_told_in_a_few_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_game(tmp_path, {"ant": 6})
    words = ["build", "small", "--games", str(tmp_path), "-o", str(tmp_path / "out"), "--forecast"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "  paper  2 sheets, 3 printed sides" in out and "straight cuts" in out and "black sides" in out
    assert "nothing was written" in out and not (tmp_path / "out").exists()
    assert main([*words, "--watch"]) == 2
