"""A page is written over a page, and over nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.cli.main import main
from tests.web.replay_page.test_page import whole_game


def test_a_file_that_is_no_such_page_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, page = tmp_path / "game.record", tmp_path / "notes.html"
    record.write_text(whole_game("kalevala"), "utf-8")
    page.write_text("my notes", "utf-8")
    assert main(["referee", "replay", str(record), "-o", str(page)]) == 1
    assert "already exists and was not created by pnp referee replay" in capsys.readouterr().err
    assert page.read_text("utf-8") == "my notes"
    assert main(["referee", "replay", str(record), "-o", str(page), "--force"]) == 0
    assert main(["referee", "replay", str(record), "-o", str(page)]) == 0
