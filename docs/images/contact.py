"""Contact sheets: the components of each game on one picture, from real output, to be judged side by side.

Run in a checkout: python docs/images/contact.py [game …] [--before]. Of a component stand some faces and backs, and all
its pages, both sides of those that have two. With --before the pictures are named `before-…`: run it with PYTHONPATH
naming a folder in which an older state is checked out (`git worktree add OLDER COMMIT`); docs/look.md shows both.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from pnp.catalog import built_in_slugs
from pnp.cli.main import main

HERE = Path(__file__).parent
WIDTH, CARD, PAGE, GAP, TITLE = 1400, 150, 340, 10, 16  # pixels
MOST = 8  # faces of a component
WEIGHT = 240_000  # bytes of a picture at most, as far as it can be read then
GROUND, INK = "#d9d4c8", "#1c1b1a"


def contact_sheet(game: str, theme: str = "") -> Image.Image:
    """All components of a game, in the order of its book."""
    with tempfile.TemporaryDirectory() as name:
        if main(["build", game, "--png", "--dpi", "90", "--once", "--board", "whole", "--theme", theme, "-o", name]):
            raise SystemExit(f"{game} cannot be built")
        (manifest,) = Path(name).rglob("manifest.json")
        parts = json.loads(manifest.read_text("utf-8"))["components"]
        shown = [
            (part["title"], picture) for part in parts for picture in pictures(manifest.parent / "png" / part["id"])
        ]
    return laid_out(shown)


def pictures(folder: Path) -> Iterator[Image.Image]:
    """Of one component: faces from the whole deck, then backs; pages larger."""
    files = sorted(folder.glob("*.png"))
    backs = [file for file in files if file.stem.endswith("back") and not file.stem.startswith("page")]
    faces = [file for file in files if file not in backs]
    pages = [file for file in faces if file.stem.startswith("page-")]
    step = max(1, len(faces) // MOST)
    chosen = [*pages, *backs] if pages else [*faces[::step][:MOST], *backs[:2]]
    for file in chosen:
        with Image.open(file) as picture:
            high = PAGE if pages else CARD
            wide = round(picture.width * high / picture.height)
            yield picture.convert("RGB").resize((wide, high), Image.Resampling.LANCZOS)


def laid_out(shown: list[tuple[str, Image.Image]]) -> Image.Image:
    """In rows, the title of a component over the first of its pictures."""
    rows: list[list[tuple[str, Image.Image]]] = [[]]
    left = GAP
    for title, picture in shown:
        fits = left + picture.width + GAP <= WIDTH and all(one.height == picture.height for _, one in rows[-1])
        if rows[-1] and not fits:
            rows.append([])
            left = GAP
        rows[-1].append((title, picture))
        left += picture.width + GAP
    sheet = Image.new("RGB", (WIDTH, GAP + sum(row[0][1].height + TITLE + GAP for row in rows)), GROUND)
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(12)
    top, last = GAP, ""
    for row in rows:
        left = GAP
        for title, picture in row:
            if title != last:
                pen.text((left, top), title, INK, font)
            sheet.paste(picture, (left, top + TITLE))
            left, last = left + picture.width + GAP, title
        top += row[0][1].height + TITLE + GAP
    return sheet


if __name__ == "__main__":
    words = sys.argv[1:]
    kind, qualities = ("before", (60,)) if "--before" in words else ("contact", (72, 64, 56, 48))
    for slug in [word for word in words if word != "--before"] or built_in_slugs():
        picture, file = contact_sheet(slug), HERE / f"{kind}-{slug}.webp"
        for quality in qualities:
            picture.save(file, quality=quality, method=6)
            if file.stat().st_size <= WEIGHT:
                break
