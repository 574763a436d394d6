"""The pictures of the readme, from real output. Run in a checkout: python docs/images/make.py [games|templates]"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

from pnp.cli.main import main

HERE = Path(__file__).parent
# A row of cards of each game.
ROWS = {
    "suomi1918": ("blue-9", "black-5", "white-8", "red-4", "act-red-4", "vic-republic"),
    "drumroll": ("PF-ACR-2", "PF-MAG-1", "PF-JUG-3", "PF-TAM-1", "PF-BIZ-1", "PS-ORG"),
    "keikalla": ("hit_song-1", "manager-1", "guitar_antics-1", "helicopter", "venue_hki", "venue_kst"),
    "keko": (
        "deffilwynes_air_ship",
        "catastrophic_draggy",
        "waximums_key",
        "twin_krystal",
        "paradise",
        "duck_and_cover",
    ),
}
# The board of a game, whole.
BOARDS = {"drumroll": "board-whole.pdf", "keikalla": "map-whole.pdf"}
# What stands for each template of `pnp new --template`, and its height in the picture.
TEMPLATES = {
    "poker": (("boat", "lantern"), 300),
    "tarot": (("moon",), 340),
    "tile": (("mill", "inn"), 155),
    "standee": (("wizard", "knight"), 215),
    "board": (("board",), 300),
}


def page(pdf: Path, number: int, dpi: int) -> Image.Image:
    """One page of a PDF as a picture."""
    with pypdfium2.PdfDocument(pdf) as document:
        return document[number].render(scale=dpi / 72).to_pil().convert("RGB")


def save(picture: Image.Image, name: str, colours: int = 64) -> None:
    """A small PNG."""
    picture.quantize(colours).save(HERE / name, optimize=True)


def tiles(folder: Path) -> Image.Image:
    """The eight tiles and the back in a row of pictures."""
    manifest = json.loads((folder / "manifest.json").read_text())
    kinds = [face["card"] for part in manifest["components"] if part["id"] == "tiles" for face in part["faces"]]
    fronts = [folder / "png" / "tiles" / f"{kind}.png" for kind in kinds]
    size, gap = 190, 14
    sheet = Image.new("RGB", (4 * size + 5 * gap, 2 * size + 3 * gap), "#d9d4c8")
    for number, face in enumerate(fronts):
        picture = Image.open(face).convert("RGB").resize((size, size), Image.Resampling.LANCZOS)
        sheet.paste(picture, (gap + number % 4 * (size + gap), gap + number // 4 * (size + gap)))
    return sheet


def row(faces: list[Path]) -> Image.Image:
    """Cards side by side."""
    width, height, gap = 160, 224, 12
    strip = Image.new("RGB", (len(faces) * (width + gap) + gap, height + 2 * gap), "#d9d4c8")
    for number, face in enumerate(faces):
        picture = Image.open(face).convert("RGB").resize((width, height), Image.Resampling.LANCZOS)
        strip.paste(picture, (gap + number * (width + gap), gap))
    return strip


def both_sides(folder: Path) -> Image.Image:
    """A page and its back, one below the other, as high as a sheet of the same row."""
    size, gap = (194, 261), 5
    pair = Image.new("RGB", (size[0] + 2 * gap, 2 * size[1] + 3 * gap), "#d9d4c8")
    for number, name in enumerate(("page-1.png", "back.png")):
        picture = Image.open(folder / name).convert("RGB").resize(size, Image.Resampling.LANCZOS)
        pair.paste(picture, (gap, gap + number * (size[1] + gap)))
    return pair


def templates() -> None:
    """What `pnp new --template` writes, side by side."""
    pictures: list[Image.Image] = []
    with tempfile.TemporaryDirectory() as name:
        for template, (cards, height) in TEMPLATES.items():
            assert main(["new", f"{template}_game", "--template", template, "--title", "My Game", "--dir", name]) == 0
            for card in cards:
                file = f"{name}/{template}-{card}.png"
                assert main(["look", f"{template}_game", card, "--games", name, "-o", file, "--dpi", "150"]) == 0
                whole = Image.open(file).convert("RGB")
                size = (round(whole.width * height / whole.height), height)
                pictures.append(whole.resize(size, Image.Resampling.LANCZOS))
    gap = 16
    strip = Image.new("RGB", (sum(one.width + gap for one in pictures) + gap, 340 + 2 * gap), "#d9d4c8")
    left = gap
    for one in pictures:
        strip.paste(one, (left, gap + (340 - one.height) // 2))
        left += one.width + gap
    save(strip, "templates.png", 128)


def games() -> None:
    """Build the games and take the pictures."""
    with tempfile.TemporaryDirectory() as name:
        assert main(["build", "kalevala", "--png", "--trim", "-o", name]) == 0
        folder = next(Path(name, "kalevala").rglob("manifest.json")).parent
        save(tiles(folder), "tiles.png", 128)
        save(page(folder / "tiles.pdf", 0, 46), "sheet.png")
        save(page(folder / "rules.pdf", 0, 46), "rules.png")
        save(both_sides(folder / "png" / "aid"), "aid.png")
        for game, cards in ROWS.items():
            assert main(["build", game, "--png", "--trim", "-o", name]) == 0
            folder = next(Path(name, game).rglob("manifest.json")).parent
            save(row([next((folder / "png").rglob(f"{card}.png")) for card in cards]), f"{game}.png", 128)
            boards = folder / BOARDS[game] if game in BOARDS else None
            if boards:
                save(page(boards, 0, 40), f"{game}-board.png")


if __name__ == "__main__":
    for make in {"games": [games], "templates": [templates]}.get(sys.argv[-1], [games, templates]):
        make()
