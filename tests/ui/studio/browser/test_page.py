"""The page as people use it: a save is painted, an element leads to its lines, cells are edited by keys; axe finds
nothing, and at 320 px nothing scrolls sideways.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.editing import edit_file
from tests.ui.studio.running import copy_game
from tests.ui.studio.test_command import NEW
from tests.ui.terminal.counted import environment

PAINTED = "img[alt^='Louhi']:not([hidden])"


@pytest.fixture(scope="module")
def kalevala(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_game("kalevala", tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="module")
def page(kalevala: Path, browser: Browser) -> Iterator[Page]:
    command = [sys.executable, "-c", NEW, "studio", "--json"]
    with subprocess.Popen(command, cwd=kalevala, env=environment(), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        faults: list[str] = []
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.goto(json.loads(process.stdout.readline())["url"])
        page.wait_for_selector(PAINTED)
        yield page
        page.close()
        process.terminate()
        assert process.wait(20) == 0
    assert faults == []


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{it['id']}: {it['nodes'][0]['html'][:200]}" for it in found]


def test_a_save_is_painted_and_an_element_leads_to_its_lines(page: Page, kalevala: Path) -> None:
    before = page.get_attribute(PAINTED, "src")
    edit_file(kalevala / "cards" / "tiles.yaml", ("value: 2\n", "value: 9\n"))
    page.wait_for_selector(f"{PAINTED}:not([src='{before}'])")
    assert violations(page) == []
    page.get_by_role("button", name="Louhi: look closer").click()
    page.wait_for_selector(".elements li")
    box = page.locator(".box[title='value']")
    box.click(force=True)
    assert "tiles.yaml" in page.locator(".elements li.on").inner_text()
    page.keyboard.press("Escape")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 320
    assert violations(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})


def test_cells_are_edited_by_keys_and_undone(page: Page, kalevala: Path) -> None:
    file = kalevala / "cards" / "tiles.yaml"
    before = file.read_bytes()
    page.get_by_role("button", name="Table", exact=True).click()
    page.wait_for_selector("[role=grid]")
    assert violations(page) == []
    page.locator("td", has_text="9").first.click()
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    page.locator("button:enabled", has_text="Undo").wait_for()
    assert file.read_bytes() != before
    page.keyboard.press("Control+z")
    page.locator("button:enabled", has_text="Redo").wait_for()
    assert file.read_bytes() == before
    page.keyboard.press("ArrowUp")
    page.keyboard.type("many")
    page.keyboard.press("Enter")
    page.wait_for_selector(".found .fault.error")
    assert file.read_bytes() == before
