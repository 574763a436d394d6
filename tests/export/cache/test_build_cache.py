"""What a watching process keeps never shows: a build in a used room is byte for byte a build in a new one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.base.diagnostics import InputError
from pnp.catalog import CatalogEntry, book_of
from pnp.export.cache.build_cache import BuildCache
from pnp.export.order.building import build_game
from pnp.export.order.order import PrintOrder
from pnp.export.services.print_service import build_for_service
from tests.editing import edit_file
from tests.export.new_faces import new_faces as new_faces
from tests.export.press.tiny_profile import tiny_profile
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


def rebuild_build(entry: CatalogEntry, tmp_path: Path, **order: Any) -> dict[str, bytes]:
    """The files of a rebuild_build by a process that remembers nothing."""
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
    first = rebuild_build(entry, tmp_path, **order)
    assert new_faces and any(name.endswith(".pdf") for name in first)
    new_faces.clear()
    assert rebuild_build(entry, tmp_path, **order) == first
    assert new_faces == []


def test_what_is_reported_is_composed_each_time(entry: CatalogEntry, tmp_path: Path, new_faces: list[str]) -> None:
    first = rebuild_build(entry, tmp_path, lang="en+fi")
    new_faces.clear()
    assert rebuild_build(entry, tmp_path, lang="en+fi") == first
    assert "card/ant" in new_faces  # its layout shows one language only
    assert "page" not in new_faces  # there is not a word in it


def test_a_change_makes_anew_what_shows_it(entry: CatalogEntry, tmp_path: Path, new_faces: list[str]) -> None:
    rebuild_build(entry, tmp_path)
    new_faces.clear()
    edit_file(tmp_path / "small/cards/deck.yaml", ("Card bee", "Card wasp"))
    rebuild_build(entry, tmp_path)
    composed = {name for name in new_faces if not name.startswith("painted")}
    assert composed == {"card/bee", "back/bee", "mat"}


def test_another_profile_is_not_mixed_up(entry: CatalogEntry, tmp_path: Path, new_faces: list[str]) -> None:
    order = {"press": str(tmp_path / "tiny.icc")}
    first = rebuild_build(entry, tmp_path, **order)
    new_faces.clear()
    assert rebuild_build(entry, tmp_path, **order, ink=200) != first
    assert {name for name in new_faces if not name.startswith("painted")} == set()
    assert any(name.startswith("painted card/ant") for name in new_faces)


def test_torn_streams_are_painted_again(entry: CatalogEntry, tmp_path: Path, new_faces: list[str]) -> None:
    first = rebuild_build(entry, tmp_path, draft=True)
    files = list((tmp_path / "cache/forms").iterdir())
    assert len(files) == 1
    for file in files:
        file.write_bytes(file.read_bytes()[:-20])
    new_faces.clear()
    assert rebuild_build(entry, tmp_path, draft=True) == first
    assert any(name.startswith("painted card/ant") for name in new_faces)
