"""The page as people use it: a save is painted, an element leads to its lines, cells are edited by keys; axe finds
nothing, and at 320 px nothing scrolls sideways. A face that is not as it was printed is seen beside its print.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Browser, Page

from pnp.cli.main import main
from tests.cli.terminal.counted import environment
from tests.deadline import PATIENCE, running
from tests.editing import edit_file
from tests.studio.running import copy_game
from tests.studio.test_command import NEW

PAINTED = "img[alt^='Louhi']:not([hidden])"


@pytest.fixture(scope="module")
def kalevala(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_game("kalevala", tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="module")
def page(kalevala: Path, browser: Browser) -> Iterator[Page]:
    command = [sys.executable, "-c", NEW, "studio", "--json"]
    with running(command, cwd=kalevala, env=environment(), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        faults: list[str] = []
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.goto(json.loads(process.stdout.readline())["url"])
        page.wait_for_selector(PAINTED)
        yield page
        page.close()
        process.terminate()
        assert process.wait(PATIENCE) == 0
    assert faults == []


def wait_for_pictures(page: Page, count: int) -> None:
    page.wait_for_function(
        "count => { const all = [...document.querySelectorAll('main .shot img')];"
        " return all.length === count && all.every((it) => it.naturalWidth); }",
        arg=count,
    )


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


BLUR = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
<filter id="b"><feGaussianBlur stdDeviation="1"/></filter>
<circle cx="4" cy="4" r="3" filter="url(#b)"/></svg>"""


def test_a_note_is_read_on_its_face_and_covers_nothing(page: Page, kalevala: Path) -> None:
    pytest.importorskip("resvg_py")
    face = kalevala / "layouts" / "tile.yaml"
    before = face.read_text("utf-8")
    (kalevala / "layouts" / "art").mkdir(exist_ok=True)
    (kalevala / "layouts" / "art" / "soft.svg").write_text(BLUR, "utf-8")
    soft = "\nelements:\n  soft: {kind: image, image: art/soft.svg, x: 20, width: 9, y: 20, height: 9}\n"
    face.write_text(before.replace("\nelements:\n", soft, 1), "utf-8")
    page.wait_for_selector(".fault.note")
    # Found and read in one step: the page may put another element in its place between two.
    style = """() => {
        const s = getComputedStyle(document.querySelector(".fault.note"));
        return [s.position, s.color === s.backgroundColor];
    }"""
    assert page.evaluate(style) == ["static", False]
    face.write_text(before, "utf-8")
    page.wait_for_selector(".fault.note", state="detached")


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


@pytest.mark.slow
def test_a_changed_face_is_compared_with_its_print_side_by_side_by_turns_and_in_what_differs(
    page: Page, kalevala: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(kalevala)
    assert main(["build", "kalevala", "--games", ".", "--only", "tiles"]) == 0
    page.get_by_role("button", name="Faces", exact=True).click()
    tiles = kalevala / "cards" / "tiles.yaml"
    before = tiles.read_text("utf-8")
    number = re.search(r"    value: (\d)\n", before)
    assert number is not None
    edit_file(tiles, (f"value: {number[1]}\n", f"value: {(int(number[1]) + 3) % 10}\n"))
    ways = page.get_by_role("group", name="Compare with the last print")

    ways.get_by_role("button", name="side by side").click()
    assert page.locator("main .shot em").all_inner_texts() == ["printed", "now"], "one face changed, and is alone shown"
    wait_for_pictures(page, 2)
    printed, now = [str(it.get_attribute("src")) for it in page.locator("main .shot img").all()]
    assert printed != now
    assert violations(page) == []

    ways.get_by_role("button", name="alternating").click()
    upon = page.locator("main .shot.blink .over")
    wait_for_pictures(page, 2)
    assert upon.locator("img").get_attribute("src") == printed
    assert upon.evaluate("it => getComputedStyle(it).animationName") == "by-turns"

    ways.get_by_role("button", name="only the difference").click()
    both = page.locator("main .shot.difference")
    wait_for_pictures(page, 2)
    with Image.open(BytesIO(both.locator(".paper").first.screenshot())) as seen:
        shades = seen.convert("L").histogram()
    dark, light, whole = sum(shades[:128]), sum(shades[230:]), sum(shades)
    assert 0 < dark < whole / 10 < whole * 0.8 < light, "only the number differs"

    ways.get_by_role("button", name="only the difference").click()
    page.locator("main .over").first.wait_for(state="detached")
    assert page.locator("main .shot").count() > 8, "all faces again"
    tiles.write_text(before, "utf-8")
