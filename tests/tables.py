"""Games made of tables, for tests that need a deck of some shape."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import CatalogEntry, book_of, find_game
from pnp.cli.main import main
from pnp.library.card import CardBook


def make_game(folder: Path, text: str, *options: str, slug: str = "made") -> tuple[CatalogEntry, CardBook]:
    """Import a csv; the game it became."""
    folder.mkdir(parents=True, exist_ok=True)
    table = folder / f"{slug}.csv"
    table.write_text(text, "utf-8")
    assert main(["import", str(table), "-o", str(folder), *options]) == 0
    entry = find_game(slug, [folder / slug])
    return entry, book_of(entry)


def refused(capsys: pytest.CaptureFixture[str], folder: Path, data: str | bytes, *options: str) -> list[str]:
    """The output for a table that cannot be imported, without the folder; nothing may have been made."""
    table = folder / "made.csv"
    table.write_bytes(data.encode() if isinstance(data, str) else data)
    assert main(["import", str(table), "-o", str(folder), *options]) == 1
    assert [path.name for path in folder.iterdir()] == [table.name]
    return [line.replace(f"{table}:", "") for line in capsys.readouterr().err.splitlines()]
