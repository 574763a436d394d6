"""The pictures of docs/layouts.md, from the examples beside them. Run in a checkout: python docs/images/elements.py

An example is a block that begins `# 64 × 40 mm, of the card boat`: elements of a layout of that size, in the game of
docs/examples/quay (or the one that is named). Each picture keeps the digest of the face it was painted of, by which
tests/layout/test_pictures.py sees that it is what the example gives today; `make golden` paints them anew, too.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from PIL import Image, ImageOps, PngImagePlugin

from pnp.base.diagnostics import Report
from pnp.catalog import book_of, find_game
from pnp.export.disk_shelf import DiskShelf
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pictures.face_pictures import fit_pixels, paint_pictures
from pnp.layout.checks.preflight import preflight
from pnp.layout.painting.compose import compose_card, compose_page
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import digest_frame

DOCS = Path(__file__).parents[1]
FOLDER = Path(__file__).parent / "layouts"
DIGEST = "face"  # the key of the digest in a picture
_DPI = 150
_PICTURE = re.compile(r"^!\[.*\]\(images/layouts/([\w-]+)\.png\)$")
_HEAD = re.compile(r"^# ([\d.]+) × ([\d.]+) mm(?:, of (?:the card (\w+)|(\w+)))?$")


class Example(Struct, frozen=True):
    """An example of the page: its element, the name of its picture, and what is drawn of which card of which game."""

    kind: str
    name: str
    size: tuple[str, str]
    card: str
    game: str
    elements: str


def read_examples() -> list[Example]:
    """All examples of the page: under the heading of an element a picture, a blank line, and a block."""
    lines = (DOCS / "layouts.md").read_text("utf-8").splitlines()
    kind = ""
    found: list[Example] = []
    for at, line in enumerate(lines):
        if line.startswith(("## ", "### ")):
            kind = line.lstrip("# ")
        picture = _PICTURE.match(line)
        head = _HEAD.match(lines[at + 3]) if picture and lines[at + 1 : at + 3] == ["", "```yaml"] else None
        if picture and head:
            elements = "\n".join(lines[at + 4 : lines.index("```", at)])
            width, height, card, game = head.groups()
            found.append(Example(kind, picture[1], (width, height), card or "", (game or "quay").lower(), elements))
    return found


def compose(example: Example) -> tuple[LayoutResources, ComposedFace, Report]:
    """The face of an example, and everything that is wrong with it."""
    entry = find_game(example.game, [DOCS / "examples"])
    book = book_of(entry)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "example.yaml").write_text("".join(_layout_lines(example)), encoding="utf-8")
        shelf = DiskShelf(games={entry.slug: (folder, str(entry.layouts))})
        resources = LayoutResources(shelf, book)
        card = book.cards[example.card] if example.card else None
        face = compose_card(resources, "example", card) if card is not None else compose_page(resources, "example")[0]
        return resources, face, Report([*resources.report, *face.report, *preflight(resources, face)])


def _layout_lines(example: Example) -> Iterator[str]:
    width, height = example.size
    yield f"size: {{width: {width}, height: {height}, bleed: 0, safe: 0}}\n"
    yield "words: {turn: A turn, end: The end}\n"  # the titles of what *How to play* shows
    yield 'maps: {ground: {by: item.ground, moss: moss, sea: sea, "*": ochre}}\n'
    yield "elements:\n  paper: {kind: rect, fill: paper}\n"
    yield from (f"  {line}\n" for line in example.elements.splitlines())


def paint(example: Example) -> None:
    """Write the picture of an example."""
    resources, face, report = compose(example)
    assert not report.items, [str(item) for item in report]
    pdf = PdfResources(resources.font_bytes, resources.image_bytes, shown=resources.shelf.shown)
    (picture,) = paint_pictures(pdf, [face.frame], [fit_pixels(face.frame, 1400, _DPI)])
    notes = PngImagePlugin.PngInfo()
    notes.add_text(DIGEST, digest_frame(face.frame))
    whole = ImageOps.expand(picture.convert("RGB"), 1, "#cfc8b8")
    whole.quantize(48).save(FOLDER / f"{example.name}.png", optimize=True, pnginfo=notes)


def digest_in(name: str) -> str:
    """The digest of the face that a picture was painted of."""
    with Image.open(FOLDER / f"{name}.png") as picture:
        return str(picture.info.get(DIGEST, ""))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for one in read_examples():
        paint(one)
