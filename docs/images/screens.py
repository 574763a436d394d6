"""The pictures of the hosted table: the big screen and a phone of each game, at tables that bots have played on, and a
phone that sent a photo. Run in a checkout, with the packages of `dev` and `photo` and a Chromium:
python docs/images/screens.py [GAME …|photo]
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from pnp.catalog import built_in_slugs, load_game
from pnp.cli.main import main
from pnp.playtest.simulate import record_text, simulate
from tests.photo.test_photo import OPENING, SQUARES, photo_of
from tests.web.hosting import Host

HERE = Path(__file__).parent
WIDE, HIGH, SHOWN = 1920, 1080, 1100  # pixels of the screen, and of the picture's width
PATIENCE = 120_000  # milliseconds
PHONE, PHONE_SHOWN, SHARP = (390, 844), 270, 2  # pixels of a phone's page and of its picture, and how fine it is
GAP, GROUND = 16, "#d9d4c8"
SEATS = ("aino", "ilmari", "lempi")
# How far into a game its picture is taken: seed, and part of its lines.
MOMENTS = {
    "kalevala": (11, 0.5),
    "suomi1918": (7, 0.6),
    "keko": (12, 0.6),
    "keikalla": (7, 0.6),
    "drumroll": (9, 0.5),
}
NEW = {**SQUARES, (2, 0): "kaarme", (2, 1): "ilmarinen"}  # what lies in the photo
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
# Every face that a page names has its picture, which comes with a style sheet of its own.
LOADED = """() => [...document.querySelectorAll("[data-face]")]
  .every((face) => getComputedStyle(face).backgroundImage != "none")"""


def record_of(game: str, folder: Path) -> Path:
    """A game played by bots, up to its moment."""
    rules, book = load_game(game)
    seed, part = MOMENTS[game]
    played = simulate(rules, book, SEATS[: min(3, book.players[1])], seed)
    lines = record_text(played, seed).splitlines(keepends=True)
    path = folder / "evening.record"
    path.write_text("".join(lines[: int(len(lines) * part)]), encoding="utf-8")
    return path


def save(image: Image.Image, name: str) -> None:
    """A small WebP."""
    image.save(HERE / name, "WEBP", quality=80, method=6)
    print(name, os.path.getsize(HERE / name) // 1024, "kB")


def shot(page: Page, width: int) -> Image.Image:
    """What is seen of a table's page when its faces are there, so wide."""
    page.wait_for_function(LOADED, timeout=PATIENCE)
    page.wait_for_timeout(1000)
    return picture_of(page, width)


def picture_of(page: Page, width: int) -> Image.Image:
    """What is seen of a page now, so wide."""
    image = Image.open(BytesIO(page.screenshot())).convert("RGB")
    return image.resize((width, width * image.height // image.width), Image.Resampling.LANCZOS)


def phone_at(browser: Browser, address: str) -> Page:
    """A phone that looks at an address."""
    size = {"width": PHONE[0], "height": PHONE[1]}
    page = browser.new_page(viewport=size, device_scale_factor=SHARP, is_mobile=True, has_touch=True, bypass_csp=True)
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    return page


def take(browser: Browser, game: str) -> Image.Image:
    """Host a game, and look at its screen; gives the phone of somebody who is to act."""
    with tempfile.TemporaryDirectory() as name:
        host = Host(record_of(game, Path(name)))
        try:
            seats = list(host.first["seats"])
            acting = next((seat for seat in host.state()["to_act"] if seat in seats), seats[0])
            for seat in seats[:-1] if acting != seats[-1] else seats[1:]:
                host.state(seat)  # all but one have sat down
            page = browser.new_page(viewport={"width": WIDE, "height": HIGH}, bypass_csp=True)
            page.set_default_timeout(PATIENCE)
            page.goto(host.at(""))
            save(shot(page, SHOWN), f"screen-{game}.webp")
            page.close()
            page = phone_at(browser, host.at(acting))
            return shot(page, PHONE_SHOWN)
        finally:
            host.stop()


def photo(browser: Browser) -> None:
    """A phone whose photo shows two tiles that nobody told."""
    with tempfile.TemporaryDirectory() as name:
        record = Path(name, "evening.record")
        assert main(["referee", "new", "kalevala", *SEATS[:2], "-o", str(record)]) == 0
        assert main(["referee", "move", str(record), *OPENING]) == 0
        host = Host(record)
        try:
            page = phone_at(browser, f"{host.at(SEATS[0])}?photo=1")
            page.set_input_files("#photo", {"name": "t.jpg", "mimeType": "image/jpeg", "buffer": photo_of(NEW)})
            page.locator("form[enctype] button").click()
            page.locator("input[type=checkbox]").first.wait_for(timeout=PATIENCE)
            save(shot(page, PHONE_SHOWN * 4 // 3), "phone-photo.webp")
            page.close()
        finally:
            host.stop()


def side_by_side(phones: list[Image.Image]) -> Image.Image:
    """The phones in a row."""
    width, height = phones[0].size
    strip = Image.new("RGB", (len(phones) * (width + GAP) + GAP, height + 2 * GAP), GROUND)
    for number, phone in enumerate(phones):
        strip.paste(phone, (GAP + number * (width + GAP), GAP))
    return strip


def make(what: list[str]) -> None:
    """Take the pictures that are asked for."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        phones = [take(browser, game) for game in MOMENTS if game in what]
        if len(phones) == len(MOMENTS):
            save(side_by_side(phones), "phones.webp")
        if "photo" in what:
            photo(browser)
        browser.close()


if __name__ == "__main__":
    make(sys.argv[1:] or [*built_in_slugs(), "photo"])
