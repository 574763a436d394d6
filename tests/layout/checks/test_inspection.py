"""Looking a whole game over: every theme is looked at, not the usual one alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.cli.main import main
from tests.export.small import write_game

THEME = """
extends: _stock/theme
default: colour
colours: {moss: "#114411", rust: "#e0a070"}
coded: [moss, rust]
themes:
  colour: {}
  dusk: {colours: {DUSK}}
"""


@pytest.mark.parametrize(
    ("dusk", "fault"),
    [
        ('ink: "#b8c4d0"', "contrast"),
        ('moss: "#777733", rust: "#a05030"', "the colours “moss” and “rust” look alike with deuteranopia"),
    ],
)
def test_what_only_one_theme_makes_hard_to_see_is_reported(
    dusk: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    write_game(tmp_path, {"ant": 1})
    layouts = tmp_path / "small" / "layouts"
    found = []
    for one in ("", dusk):
        (layouts / "theme.yaml").write_text(THEME.replace("DUSK", one), "utf-8")
        main(["check", "small", "--games", str(tmp_path)])
        out, err = capsys.readouterr()
        found.append(fault in out + err)
    assert found == [False, True]
