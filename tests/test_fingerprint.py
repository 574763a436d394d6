"""The net under a redesign: the same code leaves no difference, another answer is found and named."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))

import fingerprint

from pnp.catalog import load_game
from pnp.referee.ruling import Reason


@pytest.fixture(name="file", scope="module")
def _file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("net") / "kalevala.json"
    assert fingerprint.main(["take", str(file), "kalevala", "--plies", "30"]) == 0
    return file


def test_the_same_code_answers_the_same(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fingerprint.main(["compare", str(file)]) == 0
    output = capsys.readouterr().out
    assert output.endswith("0 differences\n") and int(output.split()[0]) >= 30


def test_another_reason_is_found_and_shown(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:

    def changed(slug: str) -> tuple[Any, Any]:
        game, book = load_game(slug)
        return replace(game, explain=lambda state, move, ruling: (Reason("KAL-01", "another reason"),)), book

    monkeypatch.setattr(fingerprint, "load_game", changed)
    assert fingerprint.main(["compare", str(file), "kalevala"]) == 1
    output = capsys.readouterr().out
    assert "kalevala-0 told:" in output and "kalevala-0 rulings" not in output
    assert fingerprint.main(["show", str(file), "kalevala-0", "2"]) == 0
    assert "another reason" in capsys.readouterr().out
