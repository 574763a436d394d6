"""QR codes are read back from the printed card."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.components.games import build, raster

zxing = pytest.importorskip("zxingcpp")


def test_every_code_of_a_sheet_is_read_back(tmp_path: Path) -> None:
    made = build(tmp_path, only=("crew",))
    sheets = [raster(Path(made.folder) / "crew.pdf", page, 6) for page in (0, 2)]  # each front is followed by its back
    found = sorted(code.text for sheet in sheets for code in zxing.read_barcodes(sheet))
    assert found == ["HB1 Captain"] * 2 + ["HB2 Sailor"] * 8


def test_letters_beyond_ascii_are_read_back(tmp_path: Path) -> None:
    made = build(tmp_path, only=("crew",), lang="fi", theme="accessible")
    sheet = raster(Path(made.folder) / "crew.pdf", 0, 6)
    assert {code.text for code in zxing.read_barcodes(sheet)} == {"HB1 Kapteeni", "HB2 Merimies"}
