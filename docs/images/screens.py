"""The pictures of the big screen, of tables that bots have played on. Run in a checkout, with the packages of `dev` and
a Chromium: python docs/images/screens.py [GAME …]
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from pnp.catalog import built_in_slugs, load_game
from pnp.playtest.simulate import record_text, simulate
from tests.ui.web.hosting import Host

HERE = Path(__file__).parent
WIDE, HIGH, SHOWN = 1920, 1080, 1100  # pixels of the screen, and of the picture's width
SEATS = ("aino", "ilmari", "lempi")
# How far into a game its picture is taken: seed, and part of its lines.
MOMENTS = {
    "kalevala": (11, 0.5),
    "suomi1918": (7, 0.6),
    "keko": (12, 0.6),
    "keikalla": (7, 0.6),
    "drumroll": (9, 0.5),
}
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
LOADED = "() => [...document.images].every((image) => image.complete && image.naturalWidth)"


def record_of(game: str, folder: Path) -> Path:
    """A game played by bots, up to its moment."""
    rules, book = load_game(game)
    seed, part = MOMENTS[game]
    played = simulate(rules, book, SEATS[: min(3, book.players[1])], seed)
    lines = record_text(played, seed).splitlines(keepends=True)
    path = folder / "evening.record"
    path.write_text("".join(lines[: int(len(lines) * part)]), encoding="utf-8")
    return path


def save(picture: bytes, name: str) -> None:
    """A small WebP."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    image = image.resize((SHOWN, SHOWN * image.height // image.width), Image.Resampling.LANCZOS)
    image.save(HERE / name, "WEBP", quality=80, method=6)
    print(name, os.path.getsize(HERE / name) // 1024, "kB")


def take(games: list[str]) -> None:
    """Host each game, and look at its screen."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for game in games:
            with tempfile.TemporaryDirectory() as name:
                host = Host(record_of(game, Path(name)))
                try:
                    for seat in list(host.first["seats"])[:-1]:
                        host.state(seat)  # all but one have sat down
                    page = browser.new_page(viewport={"width": WIDE, "height": HIGH}, bypass_csp=True)
                    page.goto(host.at(""))
                    page.wait_for_function(LOADED, timeout=120_000)
                    page.wait_for_timeout(300)
                    save(page.screenshot(), f"screen-{game}.webp")
                    page.close()
                finally:
                    host.stop()
        browser.close()


if __name__ == "__main__":
    take(sys.argv[1:] or built_in_slugs())
