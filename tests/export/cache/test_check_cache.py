"""A check looks at a face once, and tells exactly what it would tell had it looked at all of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pnp.base.diagnostics import Report
from pnp.catalog import CatalogEntry
from pnp.checking.game import inspect
from pnp.export.cache import check_cache, face_cache
from pnp.layout.checks.preflight import preflight
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from tests.editing import edit_file
from tests.export.small import write_game


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The faces that preflight was asked to look at beforehand."""
    seen: list[str] = []

    def noted(resources: LayoutResources, face: ComposedFace) -> Report:
        seen.append(face.frame.name)
        return preflight(resources, face)

    monkeypatch.setattr(check_cache, "preflight", noted)
    return seen


def diagnostics(entry: CatalogEntry) -> list[str]:
    return [str(item) for item in inspect(entry)]


def test_a_second_check_looks_at_nothing_and_reports_the_same(tmp_path: Path, looked: list[str]) -> None:
    entry = write_game(tmp_path, {"ant": 3, "bee": 2})
    first = diagnostics(entry)
    assert "card/bee" in looked
    looked.clear()
    assert diagnostics(entry) == first and looked == []
    edit_file(tmp_path / "small" / "cards" / "deck.yaml", ("Card bee", "Card wasp"))
    diagnostics(entry)
    assert set(looked) == {"card/bee", "back"}


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("cards/deck.yaml", "Card bee", "Card " + "much too long a name " * 9, "does not fit"),
        ("cards/deck.yaml", "Card bee", "Card 𓀀", "no glyph for “𓀀”"),
        ("layouts/card.yaml", "x: INSET", "x: INSET", ""),
        ("layouts/card.yaml", "size: 9, x: 5, y: 14", "size: 3, x: 5, y: 14", "expected type of at least"),
        ("layouts/back.yaml", "#ffffff", "#gggggg", "gggggg"),
        ("layouts/card.yaml", "{value}", "{valeu}", "valeu"),
    ],
)
def test_faults_come_and_go(tmp_path: Path, cache: Path, file: str, old: str, new: str, code: str) -> None:
    entry = write_game(tmp_path, {"ant": 3, "bee": 2})
    path = tmp_path / "small" / file
    old = old.replace("INSET", "5")
    before = diagnostics(entry)
    edit_file(path, (old, new.replace("INSET", "5")), once=False)
    for _ in range(2):
        after = diagnostics(entry)
        assert not code or (any(code in line for line in after) and after != before)
    shutil.rmtree(cache)
    assert diagnostics(entry) == after
    edit_file(path, (new.replace("INSET", "5"), old), once=False)
    assert diagnostics(entry) == before


def test_a_file_at_fault_is_reported_whichever_card_is_left(tmp_path: Path) -> None:
    entry = write_game(tmp_path, {"ant": 1, "bee": 1, "cat": 1})
    root = tmp_path / "small"
    (root / "layouts" / "icons").mkdir()
    (root / "layouts" / "icons" / "dot.svg").write_text("<svg")
    with (root / "layouts" / "card.yaml").open("a") as stream:
        stream.write("  dot: {kind: icon, icon: '{id}', x: 20, y: 30, width: 9, height: 9}\n")
    edit_file(root / "cards" / "deck.yaml", ("id: ant", "id: dot"))
    edit_file(root / "cards" / "deck.yaml", ("total: 3", "total: 3"))
    with_all = diagnostics(entry)
    assert any("dot.svg" in line for line in with_all)
    assert diagnostics(entry) == with_all


def test_helpers_report_the_same(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = {f"card-{number}": 1 for number in range(12)}
    entry = write_game(tmp_path, cards)
    edit_file(tmp_path / "small" / "cards" / "deck.yaml", ("Card card-7,", "Card " + "much too long a name " * 9 + ","))
    alone = diagnostics(entry)
    shutil.rmtree(cache)
    monkeypatch.setattr(face_cache, "MIN_TASKS", 1)
    monkeypatch.setattr(face_cache, "BATCH", 2)
    monkeypatch.setattr(check_cache, "processors", lambda: 2)
    assert diagnostics(entry) == alone
    assert diagnostics(entry) == alone


@pytest.mark.parametrize("harm", [b"", b"torn", b"\x00" * 300])
def test_a_torn_file_of_proofs_is_no_proof(tmp_path: Path, cache: Path, looked: list[str], harm: bytes) -> None:
    entry = write_game(tmp_path, {"ant": 3})
    first = diagnostics(entry)
    for kept in (cache / "proofs").iterdir():
        kept.write_bytes(harm)
    looked.clear()
    assert diagnostics(entry) == first and looked
