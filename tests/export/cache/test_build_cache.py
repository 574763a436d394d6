"""What a watching process keeps never shows: a build in a used room is byte for byte a build in a new one."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.base.diagnostics import InputError
from pnp.catalog import CatalogEntry, book_of
from pnp.export.cache.build_cache import BuildCache
from pnp.export.order.building import build_game
from pnp.export.order.order import PrintOrder
from tests.editing import edit_file
from tests.export.small import write_game
from tests.guard import some


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))


def build(entry: CatalogEntry, folder: Path, build_cache: BuildCache | None) -> dict[str, bytes]:
    product = build_game(entry, book_of(entry), PrintOrder(folder=str(folder)), build_cache)
    root = Path(product.folder)
    return {path.name: path.read_bytes() for path in root.iterdir() if path.is_file()}


def test_every_kind_of_change_shows(tmp_path: Path) -> None:
    build_cache = BuildCache(stays=True)
    entry = write_game(tmp_path, {"ant": 3, "bee": 2})
    seen = [build(entry, tmp_path / "kept", build_cache)]
    edits = [
        ("cards/deck.yaml", "Card ant", "Card emmet"),
        ("cards/deck.yaml", "copies: 3, value: 1", "copies: 3, value: 7"),
        ("layouts/card.yaml", "#ddeeff", "#ffeedd"),
        ("layouts/back.yaml", "#334455", "#554433"),
        ("cards/game.yaml", "title: Small", "title: Smaller"),
        ("layouts/page.yaml", "#eeeeee", "#dddddd"),
    ]
    for number, (file, old, new) in some(enumerate(edits)):
        edit_file(tmp_path / "small" / file, (old, new))
        seen.append(build(entry, tmp_path / "kept", build_cache))
        assert seen[-1] == build(entry, tmp_path / f"new{number}", None), file
        assert seen[-1]["small-a4-en.pdf"] != seen[-2]["small-a4-en.pdf"], file


def test_a_fault_and_its_mending(tmp_path: Path) -> None:
    build_cache = BuildCache(stays=True)
    entry = write_game(tmp_path, {"ant": 3})
    first = build(entry, tmp_path / "out", build_cache)
    for file, fault in (
        ("layouts/card.yaml", "nonsense: ["),
        ("layouts/card.yaml", "extends: nothing"),
        ("cards/deck.yaml", "x: 1"),
    ):
        path = tmp_path / "small" / file
        good = path.read_text("utf-8")
        path.write_text(good + "\n" + fault, "utf-8")
        with pytest.raises(InputError):
            build(entry, tmp_path / "out", build_cache)
        path.write_text(good, "utf-8")
        assert build(entry, tmp_path / "out", build_cache) == first
