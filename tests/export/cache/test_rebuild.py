"""A rebuild of what did not change makes no face anew, whatever it is for, and gives the same bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.catalog import CatalogEntry, book_of
from pnp.export.cache.build_cache import BuildCache
from pnp.export.order.building import build_game
from pnp.export.order.order import PrintOrder
from pnp.export.services.print_service import build_for_service
from tests.editing import edit_file
from tests.export.new_faces import new_faces as new_faces
from tests.export.press.tiny_profile import tiny_profile
from tests.export.small import write_game

VEILED = """
size: {width: 63.5, height: 88.9, corner: 3, bleed: 3.175}
elements:
  ground: {kind: rect, box: bleed, fill: "#1c1a30"}
  veil: {kind: rect, x: 5, y: 5, right: 5, height: 30, fill: "#ffffff", opacity: 0.9}
  name: {kind: text, text: "{name}", size: 9, x: 8, y: 8, right: 8, height: 6}
"""
MORE = """  figures: {kind: standees, deck: deck, face: card, title: {en: Figures, fi: Hahmot}}
  box: {kind: tuckbox, holds: [deck], face: page, side: page, title: {en: The box, fi: Kotelo}}
  mat: {kind: board, face: mat, title: {en: The mat, fi: Matto}}
"""
MAT = """
size: {width: 400, height: 280, bleed: 3}
elements:
  ground: {kind: rect, box: bleed, fill: "#eeeeee"}
  name: {kind: text, text: "{name.bee} rules", size: 20, x: 40, y: 40, width: 200, height: 20}
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))


@pytest.fixture
def entry(tmp_path: Path) -> CatalogEntry:
    """A game of every way in which faces come on sheets: as they are, in tiles, folded round a figure or a box."""
    entry = write_game(tmp_path, {"ant": 2, "bee": 1})
    (tmp_path / "small/layouts/card.yaml").write_text(VEILED, "utf-8")
    (tmp_path / "small/layouts/mat.yaml").write_text(MAT, "utf-8")
    game = tmp_path / "small/cards/game.yaml"
    game.write_text(game.read_text("utf-8") + MORE, "utf-8")
    (tmp_path / "tiny.icc").write_bytes(tiny_profile())
    return entry


def build(entry: CatalogEntry, tmp_path: Path, **order: Any) -> dict[str, bytes]:
    """The files of a build by a process that remembers nothing."""
    wanted = PrintOrder(folder=str(tmp_path / "out"), **order)
    made = (build_for_service if order.get("service") else build_game)(entry, book_of(entry), wanted, BuildCache())
    return {path.name: path.read_bytes() for path in Path(made.folder).rglob("*") if path.is_file()}


ORDERS: list[dict[str, Any]] = [
    {},
    {"draft": True},
    {"press": "tiny.icc"},
    {"press": "tiny.icc", "pdfx": "x1a"},
]


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_a_rebuild_makes_nothing_anew(
    entry: CatalogEntry, tmp_path: Path, new_faces: list[str], order: dict[str, Any]
) -> None:
    if "press" in order:
        order = order | {"press": str(tmp_path / order["press"])}
    first = build(entry, tmp_path, **order)
    assert new_faces and any(name.endswith(".pdf") for name in first)
    new_faces.clear()
    assert build(entry, tmp_path, **order) == first
    assert new_faces == []


def test_what_is_reported_is_composed_each_time(entry: CatalogEntry, tmp_path: Path, new_faces: list[str]) -> None:
    first = build(entry, tmp_path, lang="en+fi")
    new_faces.clear()
    assert build(entry, tmp_path, lang="en+fi") == first
    assert "card/ant" in new_faces  # its layout shows one language only
    assert "page" not in new_faces  # there is not a word in it


def test_a_change_makes_anew_what_shows_it(entry: CatalogEntry, tmp_path: Path, new_faces: list[str]) -> None:
    build(entry, tmp_path)
    new_faces.clear()
    edit_file(tmp_path / "small/cards/deck.yaml", ("Card bee", "Card wasp"))
    build(entry, tmp_path)
    composed = {name for name in new_faces if not name.startswith("painted")}
    assert composed == {"card/bee", "back/bee", "mat"}


def test_another_profile_is_not_mixed_up(entry: CatalogEntry, tmp_path: Path, new_faces: list[str]) -> None:
    order = {"press": str(tmp_path / "tiny.icc")}
    first = build(entry, tmp_path, **order)
    new_faces.clear()
    assert build(entry, tmp_path, **order, ink=200) != first
    assert {name for name in new_faces if not name.startswith("painted")} == set()
    assert any(name.startswith("painted card/ant") for name in new_faces)


def test_torn_streams_are_painted_again(entry: CatalogEntry, tmp_path: Path, new_faces: list[str]) -> None:
    first = build(entry, tmp_path, draft=True)
    files = list((tmp_path / "cache/forms").iterdir())
    assert len(files) == 1
    for file in files:
        file.write_bytes(file.read_bytes()[:-20])
    new_faces.clear()
    assert build(entry, tmp_path, draft=True) == first
    assert any(name.startswith("painted card/ant") for name in new_faces)
