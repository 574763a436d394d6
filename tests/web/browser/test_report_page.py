"""Every page of a playtest and of a review in a real browser, from a file: nothing for axe, nothing sideways at 320 px,
a table beside every plot, nothing fetched from anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from pnp.cli.main import main
from tests.web.browser.conftest import Open
from tests.web.replay_page.test_page import whole_game

pytestmark = pytest.mark.ci

KALEVALA = ["kalevala", "--workers", "1"]
PLAYED = ["playtest", *KALEVALA]
FEW = ["-n", "12"]
# Other games altogether: every plot has something to show.
MARKED = ["playtest", "vary", *KALEVALA, "tiles.ukko.copies=2,5"]
PAGES = {
    "ordinary": [*PLAYED, "-n", "40"],
    "until": [*PLAYED, "-n", "100", "--until", "2", "--targets", "first=48..52"],
    "ladder": ["playtest", "tournament", *KALEVALA, *FEW, "--bots", "random,greedy"],
    "vary": [*MARKED, *FEW, "tiles.ukko.power=both_ends,may_cover", "constants.hand_size=4"],
    "vary until": [*MARKED, "-n", "100", "--until", "moves=0.1"],
    "without": ["playtest", "without", *KALEVALA, *FEW, "tiles.louhi"],
    "compare": ["playtest", "compare", "first.json", "second.json"],
    "records": ["playtest", "records", "evenings"],
    "review": ["referee", "review", "game.record", "--simulations", "4"],
    "review fi": ["referee", "review", "game.record", "--simulations", "4", "--lang", "fi"],
}
WHOLE = ("ordinary", "vary", "review")  # seen light and wide, too; the style sheet is that of all


@pytest.fixture(scope="module")
def page_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The page of this name, made once."""
    home = tmp_path_factory.mktemp("reports")

    @cache
    def make(name: str) -> Path:
        page = home / f"{name.replace(' ', '-')}.html"
        for file in (file for file in PAGES[name] if file.endswith(".json")):
            seed = str(len(file))  # two runs of other games
            assert main([*PLAYED, *FEW, "--seed", seed, "--json", str(home / file)]) == 0
        if name in ("records", "review", "review fi"):
            for file in ("game.record", "evenings/one.record"):
                (home / file).parent.mkdir(exist_ok=True)
                (home / file).write_text(whole_game("kalevala"), "utf-8")
        words = [str(home / word) if word.endswith((".json", ".record", "evenings")) else word for word in PAGES[name]]
        assert main([*words, "--html", str(page)]) in (0, 3)  # 3: of some targets it cannot be told yet
        return page

    return make


def faults_of(page: Page) -> str:
    """What axe finds, in words."""
    found: Any = Axe().run(page)
    return found.generate_report() if found.violations_count else ""


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_light_or_dark_and_a_narrow_page_scrolls_only_its_parts(
    name: str, page_of: Callable[[str], Path], open_phone: Open
) -> None:
    page = open_phone(page_of(name).as_uri(), device="").page
    for scheme, width in (("dark", 320), ("light", 1920)) if name in WHOLE else (("dark", 320),):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert faults_of(page) == ""


@pytest.mark.parametrize("name", PAGES)
def test_every_plot_has_its_table_and_the_page_needs_nothing_else(
    name: str, page_of: Callable[[str], Path], open_phone: Open
) -> None:
    page = open_phone("about:blank", device="", java_script_enabled=False, offline=True).page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(page_of(name).as_uri())
    assert asked == [page_of(name).as_uri()]
    assert page.locator("script").count() == 0
    plots = page.locator("svg")
    assert plots.count() == page.locator("figure").count() > (10 if name == "ordinary" else 0)
    assert page.locator("section:has(svg):has(table) svg").count() == plots.count()
    assert page.locator("svg[role=img][aria-label]").count() == plots.count()


def test_a_curve_shows_the_book_its_band_and_what_is_certain(page_of: Callable[[str], Path], open_phone: Open) -> None:
    page = open_phone(page_of("vary").as_uri(), device="").page
    moves = page.locator("section").filter(has=page.get_by_role("heading", name="Moves per game"))
    curve = moves.get_by_role("img", name="with tiles.ukko.copies")
    assert curve.locator("text", has_text="baseline: 8").is_visible()
    assert curve.locator("circle.book").count() == curve.locator("polygon.band").count() == 1
    certain = moves.locator("td").filter(has_text=re.compile("[▲▼]")).count()
    assert moves.locator("svg polygon.above, svg polygon.below").count() == certain > 0
