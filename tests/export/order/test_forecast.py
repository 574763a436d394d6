"""`pnp build --forecast`: what a print takes, measured on the pages that would be printed; nothing is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pnp.cli.main import main
from pnp.export.order import build_files
from pnp.export.order.build_files import measured_inks
from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.layout.drawing.frame import Shape, Sheet
from pnp.layout.drawing.path import rect_path
from tests.export.small import write_game


def build(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["build", "small", "--games", str(folder), "-o", str(folder / "out"), "--json", *words]) == 0
    [product] = json.loads(capsys.readouterr().out)
    found: dict[str, Any] = product.get("forecast", {})
    return found


def test_leaves_and_cuts_are_those_of_the_print(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_game(tmp_path, {"ant": 6, "bee": 5})  # poker cards: 3 × 2 on a leaf
    found = build(tmp_path, capsys, "--forecast", "--only", "deck", "--gutter", "3mm")
    assert not (tmp_path / "out").exists()
    assert (found["leaves"], found["sides"], found["outlines"]) == (2, 4, 0)
    assert found["cuts"] == 2 * (6 + 4)  # two at each row and column
    [advice] = [line for line in found["advice"] if "--gutter 0" in line]
    assert build(tmp_path, capsys, "--forecast", "--only", "deck", "--gutter", "0")["cuts"] == 2 * (4 + 3)
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
        build(tmp_path, capsys, "--forecast", *words) for words in ([], ["--only", "deck"], ["--only", "sheet"])
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
    first = build(tmp_path, capsys, "--forecast")
    monkeypatch.setattr(build_files, "measured_inks", lambda pdf: pytest.fail("measured again"))
    assert build(tmp_path, capsys, "--forecast") == first


def test_a_draft_takes_less_as_was_advised(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_game(tmp_path, {"ant": 6})
    plain = build(tmp_path, capsys, "--forecast")
    draft = build(tmp_path, capsys, "--forecast", "--draft")
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
