"""The picture of a dose curve in docs/playtest.md: what Ukko's value does to the scores. Run in a checkout, with the
packages of `dev` and a Chromium: python docs/images/dose.py [PAGE]

PAGE: the page that the command of the example wrote (ukko.html); without it the command is run here, which takes ten
minutes of a processor.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PIL import Image
from playwright.sync_api import sync_playwright

from docs.images.screens import CHROMIUM, HERE, save

FIGURE = "Score per seat"
MARK = "pnp playtest vary kalevala "


def command() -> list[str]:
    """The command of the example, as the page has it."""
    lines = (HERE.parent / "playtest.md").read_text("utf-8").splitlines()
    (line,) = (line for line in lines if line.startswith(MARK) and "--html ukko.html" in line)
    return line.split()[1:]


def take(page_file: Path) -> None:
    """A part of the page as a picture."""
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1500, "height": 900}, device_scale_factor=1.5, color_scheme="light")
        page.goto(page_file.resolve().as_uri())
        part = page.locator("section").filter(has=page.get_by_role("heading", name=FIGURE, exact=True))
        save(Image.open(BytesIO(part.screenshot())).convert("RGB"), "dose.webp")
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        take(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-m", "pnp", *command()], cwd=folder, check=True)
            take(Path(folder) / "ukko.html")
