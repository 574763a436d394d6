"""The pictures of the studio: faces in two languages with a fault beside one, and the table of a deck. Run in a
checkout, with the packages of `dev` and a Chromium: python docs/images/studio.py
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from playwright.sync_api import Playwright, sync_playwright

from docs.images.screens import CHROMIUM, SHOWN, picture_of, save
from tests.cli.terminal.counted import environment
from tests.editing import edit_file
from tests.studio.running import copy_game
from tests.studio.test_command import NEW

LONG = "Naapurien arvo on 0, paitsi Lemminkäisten, eikä äiti auta, vaikka joki olisi kuinka syvä ja pitkä."


def take() -> None:
    """Open the studio of a copy of Kalevala, and look at it."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as player:
        home = copy_game("kalevala", Path(name))
        edit_file(home / "cards" / "tiles.yaml", ("Naapurien arvo on 0, paitsi Lemminkäisten.", LONG))
        command = [sys.executable, "-c", NEW, "studio", "--json"]
        with subprocess.Popen(command, cwd=home, env=environment(), stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                look(player, json.loads(process.stdout.readline())["url"])
            finally:
                process.terminate()


def look(player: Playwright, address: str) -> None:
    """Take the faces with their fault, then the table."""
    browser = player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    page = browser.new_page(viewport={"width": 1440, "height": 900}, device_scale_factor=1.5)
    page.goto(address)
    page.wait_for_selector("[data-painted]")
    page.get_by_role("button", name="fi", exact=True).click()
    page.select_option("#order", "faults")
    page.wait_for_selector(".fault.error")
    page.wait_for_timeout(2500)
    save(picture_of(page, SHOWN), "studio.webp")
    page.get_by_role("button", name="Table", exact=True).click()
    page.locator("td", has_text="Lemminkäinen").first.click()
    page.wait_for_timeout(500)
    save(picture_of(page, SHOWN), "studio-table.webp")
    browser.close()


if __name__ == "__main__":
    take()
