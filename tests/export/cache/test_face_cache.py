"""Faces finished before are used again, never when anything they are made of has changed; the PDFs never differ."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from msgspec import msgpack

from pnp.base.cache import read_cached, write_cached
from pnp.catalog import CatalogEntry, book_of
from pnp.export.cache import face_cache
from pnp.export.cache.build_cache import BuildCache
from pnp.export.order.building import build_game
from pnp.export.order.manifest import load_manifest
from pnp.export.order.order import PrintOrder
from pnp.layout.painting.compose import FaceKey, compose
from pnp.layout.sheets.components import Portfolio
from tests.deadline import PATIENCE, running
from tests.editing import edit_file
from tests.export.new_faces import note_composed
from tests.export.small import write_game

LOOKS_AT_OTHERS = "  other: {kind: text, text: '{name.bee}', size: 8, x: 8, y: 30, right: 8, height: 6}\n"
GRID = """  all:
    kind: grid
    each: {deck: deck}
    x: 8
    y: 40
    width: 40
    height: 20
    columns: 2
    elements: {t: {kind: text, text: "{name}", size: 7, height: 6}}
"""
SHARED = (
    "  most: {kind: text, text: '{name}', size: 8, min: 4, max: 20, lines: 1, together: names, among: deck, "
    "x: 8, y: 30, width: 16, height: 9}\n"
)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def composed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The layouts and cards of which faces were composed, in order."""
    return note_composed(monkeypatch)


def build(entry: CatalogEntry, folder: Path, build_cache: BuildCache | None = None, **more: object) -> dict[str, bytes]:
    product = build_game(entry, book_of(entry), PrintOrder(folder=str(folder), **more), build_cache)  # type: ignore[arg-type]
    root = Path(product.folder)
    return {path.name: path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_a_second_build_composes_nothing_and_is_the_same(tmp_path: Path, composed: list[str]) -> None:
    entry = write_game(tmp_path, {"ant": 3, "bee": 2})
    first = build(entry, tmp_path / "one", png=True, dpi=72)
    assert sorted(composed) == ["back/ant", "card/ant", "card/bee", "page"]
    composed.clear()
    assert build(entry, tmp_path / "two", png=True, dpi=72) == first
    assert composed == []


@pytest.mark.parametrize(
    ("back", "is_of_card"),
    [
        ("  sign: {kind: text, text: '{game} {word.sign} {page}', size: 8, x: 8, y: 8, right: 8, height: 6}\n", False),
        ("  sign: {kind: text, text: '{map.all}', size: 8, x: 8, y: 8, right: 8, height: 6}\n", False),
        ("  sign: {kind: text, text: '{map.each}', size: 8, x: 8, y: 8, right: 8, height: 6}\n", True),
        ("  sign: {kind: text, text: '{name}', size: 8, x: 8, y: 8, right: 8, height: 6}\n", True),
        ("  sign: {kind: text, text: '{value}', size: 8, x: 8, y: 8, right: 8, height: 6}\n", True),
        ("  sign: {kind: text, text: one, when: {value: 1}, size: 8, x: 8, y: 8, right: 8, height: 6}\n", True),
        ("  sign: {kind: rect, x: value, y: 8, width: 9, height: 9, fill: '#ffffff'}\n", True),
        ("  sign: {kind: face, layout: card, x: 8, y: 8, width: 30, height: 40}\n", True),
        ("  sign: {kind: text, text: '{name}', size: 8, together: names, among: deck, x: 8, y: 8, height: 6}\n", True),
    ],
)
def test_a_back_that_looks_at_no_card_is_composed_once(
    back: str, is_of_card: bool, tmp_path: Path, composed: list[str]
) -> None:
    entry = write_game(tmp_path, {"ant": 3, "bee": 2}, values={"ant": 1, "bee": 2})
    layout = tmp_path / "small" / "layouts" / "back.yaml"
    words = "words: {sign: {en: The sign, fi: Merkki}}\nmaps:\n  all: {by: id, '*': sign}\n"
    words += "  each: {by: id, ant: one, bee: two}\n"
    layout.write_text(layout.read_text("utf-8").replace("elements:", words + "elements:") + back, "utf-8")
    files = build(entry, tmp_path / "one")
    assert [name for name in composed if name.startswith("back/")] == ["back/ant", *["back/bee"] * is_of_card]
    (deck, *_) = [one for one in load_manifest(files["manifest.json"]).components if one.id == "deck"]
    assert len({face.back for face in deck.faces}) == 1 + is_of_card


def test_only_the_changed_card_is_composed(tmp_path: Path, composed: list[str]) -> None:
    entry = write_game(tmp_path, {"ant": 3, "bee": 2, "cat": 1})
    build(entry, tmp_path / "out")
    edit_file(tmp_path / "small" / "cards" / "deck.yaml", ("Card bee", "Card wasp"))
    composed.clear()
    build(entry, tmp_path / "out")
    assert composed == ["card/bee", "back/bee"]


def test_of_faces_that_look_at_other_cards_only_those_are_composed_that_looked_at_the_changed_one(
    tmp_path: Path, composed: list[str]
) -> None:
    entry = write_game(tmp_path, {"ant": 3, "bee": 2, "cat": 1})
    layout = tmp_path / "small" / "layouts" / "card.yaml"
    layout.write_text(layout.read_text("utf-8") + LOOKS_AT_OTHERS, "utf-8")
    build(entry, tmp_path / "out")
    for old, new, made in (
        ("Card cat", "Card dog", ["card/cat", "back/cat"]),  # nobody looked at it
        ("Card bee", "Card wasp", ["card/ant", "card/bee", "back/bee", "card/cat"]),
    ):
        composed.clear()
        edit_file(tmp_path / "small" / "cards" / "deck.yaml", (old, new))
        build(entry, tmp_path / "out")
        assert composed == made


@pytest.mark.parametrize("addition", [LOOKS_AT_OTHERS, GRID, SHARED], ids=["placeholder", "grid", "size of a deck"])
def test_faces_that_look_at_other_cards_follow_them(tmp_path: Path, cache: Path, addition: str) -> None:
    entry = write_game(tmp_path, {"ant": 3, "bee": 2})
    layout = tmp_path / "small" / "layouts" / "card.yaml"
    layout.write_text(layout.read_text("utf-8") + addition, "utf-8")
    deck = tmp_path / "small" / "cards" / "deck.yaml"
    before = build(entry, tmp_path / "out")
    edit_file(deck, ("Card bee", "Card wasp"))
    after = build(entry, tmp_path / "out")
    shutil.rmtree(cache)
    assert after == build(entry, tmp_path / "clean") != before
    edit_file(deck, ("Card wasp", "Card bee"))
    assert build(entry, tmp_path / "out") == before


def test_where_a_size_is_that_of_a_deck_a_longer_name_makes_every_face_anew(
    tmp_path: Path, composed: list[str]
) -> None:
    entry = write_game(tmp_path, {"ant": 3, "bee": 2, "cat": 1})
    layout = tmp_path / "small" / "layouts" / "card.yaml"
    layout.write_text(layout.read_text("utf-8") + SHARED, "utf-8")
    build(entry, tmp_path / "out")
    composed.clear()
    edit_file(tmp_path / "small" / "cards" / "deck.yaml", ("Card bee", "Card bumblebee"))
    build(entry, tmp_path / "out")
    assert composed == ["card/ant", "card/bee", "back/bee", "card/cat"]


EDITS = {
    "layout": ("layouts/card.yaml", "#ddeeff", "#ffeedd"),
    "card": ("cards/deck.yaml", "value: 1", "value: 7"),
    "title": ("cards/game.yaml", "title: Small", "title: Smaller"),
    "icon": ("layouts/icons/dot.svg", "M2 2", "M8 2"),
    "theme": ("layouts/theme.yaml", "#112233", "#332211"),
    "word": ("cards/game.yaml", "word: {en: Yes, fi: Joo}", "word: {en: No, fi: Ei}"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_no_change_of_anything_a_face_is_made_of_is_missed(tmp_path: Path, cache: Path, edit: str) -> None:
    entry = write_game(tmp_path, {"ant": 3, "bee": 2})
    root = tmp_path / "small"
    (root / "layouts" / "icons").mkdir()
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M2 2 L7 2 L7 7 Z"/></svg>'
    (root / "layouts" / "icons" / "dot.svg").write_text(svg)
    (root / "layouts" / "theme.yaml").write_text("extends: _stock/theme\ncolours: {mine: '#112233'}\n")
    with (root / "cards" / "game.yaml").open("a") as stream:
        stream.write("names:\n  word: {en: Yes, fi: Joo}\n")
    with (root / "layouts" / "card.yaml").open("a") as stream:
        stream.write("  dot: {kind: icon, icon: dot, x: 20, y: 30, width: 9, height: 9, colour: mine}\n")
        stream.write("  more: {kind: text, text: '{word.word} {game}', size: 8, x: 8, y: 50, right: 8, height: 6}\n")
    before = build(entry, tmp_path / "out")
    file, old, new = EDITS[edit]
    edit_file(root / file, (old, new), once=False)
    after = build(entry, tmp_path / "out")
    assert after["deck.pdf"] != before["deck.pdf"]
    shutil.rmtree(cache)
    assert build(entry, tmp_path / "clean") == after


@pytest.mark.parametrize("options", [{"lang": "fi"}, {"theme": "ink"}, {"paper": "letter"}, {"cards": "bee"}])
def test_orders_do_not_mix(tmp_path: Path, cache: Path, options: dict[str, Any]) -> None:
    entry = write_game(tmp_path, {"ant": 3, "bee": 2})
    usual = build(entry, tmp_path / "out")
    other = build(entry, tmp_path / "other", **options)
    assert build(entry, tmp_path / "out") == usual
    shutil.rmtree(cache)
    assert build(entry, tmp_path / "clean", **options) == other != usual


def test_another_font_another_program_another_shaper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.export.disk_shelf import DiskShelf

    entry = write_game(tmp_path, {"ant": 1})
    shelf, book = DiskShelf(games={"small": entry.layouts}), book_of(entry)

    def key(theme: str = "colour", lang: str = "en", contents: tuple[str, ...] = ("a",), codes: bool = False) -> str:
        return face_cache.digest_surroundings(shelf, book, theme, lang, contents, codes)

    usual = key()
    assert key() == usual
    font = tmp_path / "font.ttf"
    font.write_bytes(b"a font")
    files = dict(shelf.fonts())
    with monkeypatch.context() as patch:
        patch.setattr(shelf, "fonts", lambda: {**files, "mine/Regular": str(font)})
        with_font = key()
        os.utime(font, (5, 5))
        keys = {usual, with_font, key()}
    assert len(keys) == 3
    with monkeypatch.context() as patch:
        patch.setattr(face_cache, "code_stamp", lambda *folders: "another program")
        keys.add(key())
    with monkeypatch.context() as patch:
        patch.setattr(face_cache, "find_spec", lambda name: None)
        keys.add(key())
        patch.setattr(face_cache, "find_spec", lambda name: type("Spec", (), {"origin": str(font)}))
        keys.add(key())
    keys |= {key("ink"), key(lang="fi"), key(contents=("b",)), key(codes=True)}
    assert len(keys) >= 9 and usual in keys


def test_torn_and_alien_files_are_ignored_and_mended(tmp_path: Path, cache: Path, composed: list[str]) -> None:
    entry = write_game(tmp_path, {"ant": 3, "bee": 2})
    first = build(entry, tmp_path / "out")
    [kept] = (cache / "faces").iterdir()
    whole = kept.read_bytes()
    harms = [b"", whole[: len(whole) // 2], whole[:-1], b"#!/bin/sh\n" * 50, bytes(reversed(whole))]
    for harm in harms:
        kept.write_bytes(harm)
        composed.clear()
        assert build(entry, tmp_path / "out") == first
        assert len(composed) == 4
        assert kept.read_bytes() == whole
    for alien in ([1, 2], {"key": 3}, {"key": ["", "x"]}):  # whole, but not what we keep there
        write_cached(str(kept), msgpack.encode(alien), 9, 10**9)
        assert build(entry, tmp_path / "out") == first


def test_an_entry_of_another_shape_is_made_anew(tmp_path: Path, cache: Path, composed: list[str]) -> None:
    entry = write_game(tmp_path, {"ant": 1})
    first = build(entry, tmp_path / "out")
    [kept] = (cache / "faces").iterdir()
    data = read_cached(str(kept))
    assert data is not None
    for shape in (7, [], [""], ["", 1, 2], {"a": 1}):
        write_cached(str(kept), msgpack.encode(dict.fromkeys(msgpack.decode(data), shape)), 9, 10**9)
        composed.clear()
        assert build(entry, tmp_path / "out") == first
        assert sorted(composed) == ["back/ant", "card/ant", "page"]


def test_a_cache_that_cannot_be_written_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = write_game(tmp_path, {"ant": 3})
    first = build(entry, tmp_path / "out")
    blocked = tmp_path / "blocked"
    blocked.write_bytes(b"a file where the folder should be")
    monkeypatch.setenv("PNP_CACHE_DIR", str(blocked))
    assert build(entry, tmp_path / "out") == first


def test_faces_with_a_fault_are_reported_every_time(tmp_path: Path) -> None:
    from pnp.base.diagnostics import InputError

    entry = write_game(tmp_path, {"ant": 3, "bee": 1})
    edit_file(tmp_path / "small" / "cards" / "deck.yaml", ("Card ant", "Card " + "extraordinarily long " * 9))
    reported = []
    for _ in range(2):
        with pytest.raises(InputError) as fault:
            build(entry, tmp_path / "out")
        reported.append([str(item) for item in fault.value.report])
    assert reported[0] == reported[1] and "does not fit" in reported[0][0]


def test_two_builds_at_once(tmp_path: Path, cache: Path) -> None:
    entry = write_game(tmp_path, {f"card-{number}": 1 for number in range(30)})
    clean = build(entry, tmp_path / "clean")
    shutil.rmtree(cache)
    command = [sys.executable, "-m", "pnp.cli.main", "build", "small", "--games", str(tmp_path), "-o"]
    with ExitStack() as builds:
        begun = [
            builds.enter_context(running([*command, str(tmp_path / f"out{n}")], stdout=subprocess.DEVNULL))
            for n in range(3)
        ]
        assert [process.wait(PATIENCE) for process in begun] == [0, 0, 0]
    for number in range(3):
        folder = tmp_path / f"out{number}" / "small" / "a4-en"
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == clean
    assert [path.suffix for path in (cache / "faces").iterdir()] == [".kept"]


def test_standees_are_made_of_whole_faces(tmp_path: Path) -> None:
    entry = write_game(tmp_path, {"ant": 2, "bee": 1})
    edit_file(tmp_path / "small" / "cards" / "game.yaml", ("deck: {deck: deck,", "deck: {kind: standees, deck: deck,"))
    first = build(entry, tmp_path / "out")
    assert build(entry, tmp_path / "two") == first


def test_standees_of_a_deck_that_is_printed_as_cards_too(tmp_path: Path) -> None:
    entry = write_game(tmp_path, {"ant": 2, "bee": 1})
    deck = "deck: {deck: deck, face: card, back: back, title: {en: The deck, fi: Pakka}}"
    figures = deck.replace("deck: {deck", "figures: {kind: standees, deck")
    edit_file(tmp_path / "small" / "cards" / "game.yaml", (deck, f"{deck}\n  {figures}"))
    both = build(entry, tmp_path / "out")["figures.pdf"]
    alone = build(entry, tmp_path / "alone", only=("figures",))["figures.pdf"]
    texts = [pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded() for pdf in (both, alone)]
    assert texts[0] == texts[1] and texts[0].count("Card ant") == 2


def test_a_painted_face_gives_the_bytes_of_its_frame(tmp_path: Path) -> None:
    from pnp.export.cache.face_cache import FacePainter
    from pnp.export.disk_shelf import DiskShelf
    from pnp.export.pdf.document import About, paint_pdf
    from pnp.export.pdf.pdf_resources import PaintedFace, PdfResources
    from pnp.export.pictures.png import face_sheets
    from pnp.layout.painting.resources import LayoutResources

    entry = write_game(tmp_path, {"ant": 2})
    book = book_of(entry)
    resources = LayoutResources(DiskShelf(games={"small": entry.layouts}), book)
    key = FaceKey("card", book.cards["ant"])
    made = FacePainter(resources).make(key)
    assert made is not None and isinstance(made[1], list)
    ((_, painted),), (face,) = made[1], compose(resources, key)
    assert isinstance(painted, PaintedFace)
    kept = msgpack.decode(msgpack.encode(painted), type=PaintedFace)
    ours, theirs = (
        paint_pdf(PdfResources(resources.font_bytes, resources.image_bytes), [one], face_sheets([one]), About("a"))
        for one in (face.frame, kept)
    )
    assert ours == theirs


def test_what_is_wrong_with_a_style_that_several_faces_share_is_reported(tmp_path: Path) -> None:
    from pnp.base.diagnostics import InputError

    entry = write_game(tmp_path, {"ant": 1, "bee": 1})
    with (tmp_path / "small" / "layouts" / "card.yaml").open("a") as stream:
        stream.write("  more: {kind: text, text: Hi, style: 'nothing{value}', x: 8, y: 50, right: 8, height: 6}\n")
    with pytest.raises(InputError, match="there is no style “nothing1”"):
        build(entry, tmp_path / "out")


def test_a_portfolio_without_finished_faces_composes_all(tmp_path: Path) -> None:
    from pnp.export.disk_shelf import DiskShelf
    from pnp.layout.painting.resources import LayoutResources

    entry = write_game(tmp_path, {"ant": 2, "bee": 1})
    book = book_of(entry)
    portfolio = Portfolio(LayoutResources(DiskShelf(games={"small": entry.layouts}), book))
    portfolio.parts(book.components[0])
    assert len(portfolio.faces) == len(portfolio.composed) == 3
