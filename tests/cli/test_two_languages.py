"""`--lang en+fi` and `pnp check --lang`, from the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pypdfium2
import pytest

from pnp.cli.main import main
from tests.marks import on_ci


def run(*words: str) -> int:
    return main(list(words))


def pdf_text(path: Path) -> str:
    with pypdfium2.PdfDocument(path) as pdf:
        return " ".join(" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf)


@pytest.mark.parametrize("game", ["kalevala", "suomi1918"])
@pytest.mark.parametrize("theme", on_ci(["colour", "ink", "accessible"], "ink", "accessible"))
def test_games_are_printed_in_two_languages(
    game: str, theme: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("build", game, "--lang", "en+fi", "--theme", theme, "-o", str(tmp_path)) == 0
    (folder,) = (path for path in (tmp_path / game).iterdir() if path.is_dir())
    assert folder.name.startswith("a4-en+fi")
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["lang"] == "en+fi"
    whole = pdf_text(next(folder.glob(f"{game}-*.pdf")))
    for words in {
        "kalevala": ("Only another Kullervo may be placed next to it.", "Viereen saa laskea vain toisen Kullervon."),
        "suomi1918": ("The game ends at once. Nobody wins.", "Victory card · Voittokortti", "Kuningaskunta"),
    }[game]:
        assert words in whole, words


def test_an_update_of_a_bilingual_set_keeps_both_languages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("build", "kalevala", "--only", "tiles", "--lang", "fi+en", "-o", str(tmp_path)) == 0
    (base,) = tmp_path.glob("kalevala/*/manifest.json")
    assert run("build", "kalevala", "--only", "tiles", "--since", str(base), "-o", str(tmp_path)) == 0
    assert "nothing to remove" in capsys.readouterr().out


@pytest.mark.parametrize("lang", ["en+sv", "sv+en", "en+", "+fi"])
def test_a_language_the_game_lacks_is_reported(lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("build", "kalevala", "--lang", lang, "-o", str(tmp_path)) != 0
    shown = capsys.readouterr().err
    assert "the game has no language “" in shown and "en, fi; two at once: en+fi" in shown
    assert list(tmp_path.iterdir()) == []


def test_check_of_a_language_reports_the_names_that_nobody_translates(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "keko", "--lang", "fi", "--cards") == 0
    shown = capsys.readouterr().out
    assert "card names are the same in every language: Shibber, Moo, Tankk" in shown
    assert run("check", "keko", "--cards") == 0
    assert "same in every language" not in capsys.readouterr().out


def test_check_lists_every_word_a_language_lacks_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "kalevala", "--lang", "sv") == 0
    lines = capsys.readouterr().out.splitlines()
    faults = [line for line in lines if "sv" in line and "warning" in line]
    assert all(re.match(r"(cards|layouts)/\S+\.yaml:\d+:\d+: warning: ", line) for line in faults)
    assert any(line.startswith("cards/kalevala/rulebook.yaml:") for line in faults)
    assert any(line.startswith("cards/kalevala/tiles.yaml:") for line in faults)
    assert any(line.startswith("layouts/kalevala/aid.yaml:") for line in faults)
    assert lines[-1] == f"kalevala: {len(faults)} warnings; {len(faults)} of them missing translations"
    assert run("check", "kalevala", "--lang", "sv", "--strict") == 1


@pytest.mark.ci
def test_the_games_fit_in_two_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "kalevala", "suomi1918", "--lang", "en+fi") == 0
    assert "no faults" in capsys.readouterr().out


def test_a_code_that_is_none_is_a_wrong_word_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "kalevala", "--lang", "7") == 2
    assert "expected a language code such as en, fi or pt-BR, got “7”" in capsys.readouterr().err


@pytest.mark.parametrize("to", ["tts", "pcio", "cockatrice"])
def test_pictures_for_programs_may_show_two_languages(
    to: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "out"
    assert run("export", "suomi1918", "--to", to, "--lang", "en+fi", "--only", "actions", "-o", str(place)) == 0
    assert any(file.suffix in (".png", ".jpg", ".pcio") for file in place.rglob("*"))
    one = tmp_path / "one"
    assert run("export", "suomi1918", "--to", to, "--lang", "en", "--only", "actions", "-o", str(one)) == 0
    assert {file.read_bytes() for file in place.rglob("*.*")} != {file.read_bytes() for file in one.rglob("*.*")}


def test_lists_are_in_one_language_or_in_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("export", "kalevala", "--to", "csv", "--lang", "en+fi") == 2
    assert "the game has no language “en+fi”" in capsys.readouterr().err
