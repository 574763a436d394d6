"""The page of a whole game in a real browser, from a file: keys, slider, swipe, no script, nothing for axe."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from pnp.cli.main import main
from tests.web.browser.conftest import Open
from tests.web.replay_page.test_page import whole_game

pytestmark = pytest.mark.ci


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("replay")
    (folder / "game.record").write_text(whole_game("kalevala"), "utf-8")
    assert main(["referee", "replay", str(folder / "game.record")]) == 0
    return (folder / "game.html").as_uri()


def line(page: Page) -> int:
    """The line that is shown."""
    return int(page.locator("#log > li.now > a").inner_text())


def test_keys_slider_links_and_buttons_go_through_the_game(address: str, open_phone: Open) -> None:
    page = open_phone(address, device="").page
    assert line(page) == 0
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert line(page) == 2 and page.locator(".piece").count() > 3
    page.keyboard.press("End")
    last = line(page)
    assert last > 50 and "over" in page.locator("header").inner_text()
    page.keyboard.press("ArrowLeft")
    assert line(page) == last - 1
    page.locator("input[type=range]").fill("7")
    assert line(page) == 7 and "7" in page.locator("#now").inner_text()
    page.locator("#log a[href='#9']").click()
    page.locator("#log > li.now > a[href='#9']").wait_for()
    assert line(page) == 9
    page.locator("[data-step=on]").click()
    assert line(page) == 10
    page.locator("[data-step=play]").click()
    page.locator("#log > li.now > a", has_text="11").wait_for()
    page.locator("[data-step=play]").click()


def test_a_swipe_goes_on_and_back(address: str, open_phone: Open) -> None:
    page = open_phone(f"{address}#4").page
    swipe = """([from, to]) => {
      const table = document.getElementById("table");
      const touch = (x) => new Touch({ identifier: 1, target: table, clientX: x, clientY: 200 });
      table.dispatchEvent(new TouchEvent("touchstart", { touches: [touch(from)], bubbles: true }));
      table.dispatchEvent(new TouchEvent("touchend", { changedTouches: [touch(to)], bubbles: true }));
    }"""
    page.evaluate(swipe, [300, 100])
    assert line(page) == 5
    page.evaluate(swipe, [100, 300])
    assert line(page) == 4
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_a_script_it_is_a_log_below_the_last_table(address: str, open_phone: Open) -> None:
    page = open_phone(address, java_script_enabled=False).page
    assert page.locator("#steps").is_hidden() and page.locator("#log > li").count() > 50
    assert page.locator(".piece .art").count() > 10


@pytest.mark.parametrize(("device", "scheme"), [("", "light"), ("Pixel 7", "dark")])
def test_axe_finds_nothing(address: str, open_phone: Open, device: str, scheme: str) -> None:
    page = open_phone(f"{address}#20", device=device, color_scheme=scheme).page
    page.locator("#log > li.now summary").first.click()
    found: Any = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
