"""The game `harbour`, which has a component of every kind, and copies of it that a test may spoil."""

from __future__ import annotations

import shutil
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image

from pnp.base.diagnostics import InputError
from pnp.catalog import CatalogEntry, book_of, find_game
from pnp.export.order.building import BuildResult, build_game
from pnp.export.order.order import PrintOrder
from tests.editing import edit_file

GAMES = Path(__file__).parent / "games"


@cache
def harbour() -> CatalogEntry:
    """The game as it is."""
    return find_game("harbour", [GAMES])


def build(folder: Path, entry: CatalogEntry | None = None, **order: Any) -> BuildResult:
    """Build it into a folder."""
    entry = entry or harbour()
    return build_game(entry, book_of(entry), PrintOrder(folder=str(folder), **order))


def spoiled(folder: Path, **changes: tuple[str, str]) -> CatalogEntry:
    """A copy in which words of files are changed: `game=("kind: board", "kind: bored")`."""
    copy = folder / "games" / "harbour"
    shutil.copytree(GAMES / "harbour", copy)
    for name, (old, new) in changes.items():
        path = next(copy.rglob(f"{name}.yaml"))
        edit_file(path, (old, new), once=False)
    return find_game("harbour", [folder / "games"])


def faults(folder: Path, only: str, paper: str = "a4", **changes: tuple[str, str]) -> list[str]:
    """What a build of the spoiled game says: `game.yaml:12:9 sentence`."""
    try:
        build(folder, spoiled(folder, **changes), only=(only,), paper=paper)
    except InputError as fault:
        return [
            f"{Path(item.span.file).name}:{item.span.line}:{item.span.column} {item.message}" for item in fault.report
        ]
    return []


def raster(file: Path, page: int = 0, per_mm: float = 2) -> Image.Image:
    """A page as a picture."""
    with pypdfium2.PdfDocument(file) as document:
        picture: Image.Image = document[page].render(scale=per_mm * 25.4 / 72).to_pil()
        return picture.convert("RGB")


def words_of(file: Path) -> list[str]:
    """The text of each page."""
    with pypdfium2.PdfDocument(BytesIO(file.read_bytes())) as document:
        return [page.get_textpage().get_text_range() for page in document]
