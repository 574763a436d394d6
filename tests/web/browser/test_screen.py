"""The big screen in a browser: nothing lies outside it, it moves on by itself, and everybody can read it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import load_game
from pnp.playtest.simulate import record_text, simulate
from tests.guard import some
from tests.web.browser.conftest import Open
from tests.web.browser.evening import record_at
from tests.web.hosting import Host, new_record

axe = pytest.importorskip("axe_playwright_python.sync_playwright")

SIZES = {"large": (1920, 1080, "light"), "small": (1280, 720, "dark"), "tablet": (1024, 1366, "light")}
OUTSIDE = """() => {
  const stage = document.getElementById("stage").getBoundingClientRect(), found = [];
  for (const it of document.querySelectorAll("#stage .piece, #stage .place, #stage .seat")) {
    const box = it.getBoundingClientRect();
    if (box.width < 6 || box.left < stage.left - 2 || box.right > stage.right + 2 || box.top < stage.top - 2
      || box.bottom > stage.bottom + 2) found.push(it.className);
  }
  return found;
}"""
BELOW = (
    "() => [...document.querySelectorAll('.side > *')].filter((it) => it.getBoundingClientRect().bottom > innerHeight)"
)


def half_played(game: str, folder: Path) -> Host:
    """A table of a game that bots have played half through."""
    rules, book = load_game(game)
    lines = record_text(simulate(rules, book, ("aino", "ilmari"), 7), 7).splitlines(keepends=True)
    path = folder / "evening.record"
    path.write_text("".join(lines[: len(lines) * 6 // 10]), encoding="utf-8")
    return Host(path)


@pytest.mark.ci
@pytest.mark.parametrize("game", ["kalevala", "suomi1918", "keko", "keikalla", "drumroll"])
def test_a_table_fills_every_screen_and_nothing_lies_outside_or_is_hard_to_read(
    game: str, tmp_path: Path, open_phone: Open
) -> None:
    host = half_played(game, tmp_path)
    try:
        for name, (width, height, scheme) in some(SIZES.items()):
            size = {"width": width, "height": height}
            shown = open_phone(host.at(""), device="", viewport=size, color_scheme=scheme, bypass_csp=True)
            assert some(shown.page.query_selector_all("#stage .piece"))
            assert shown.page.evaluate(OUTSIDE) == [], (game, name)
            if name != "tablet":
                assert shown.page.evaluate(f"({BELOW})().length") == 0, (game, name)
            stage = shown.page.evaluate("() => document.getElementById('stage').getBoundingClientRect().width")
            assert stage > (0.6 if name != "tablet" else 0.9) * width
            found = axe.Axe().run(shown.page).response["violations"]
            assert [(it["id"], it["nodes"][0]["html"]) for it in found] == []
    finally:
        host.stop()


def test_a_move_is_shown_where_it_happened_without_loading_the_page_anew(tmp_path: Path, open_phone: Open) -> None:
    host = Host(new_record(tmp_path, "kalevala", "aino", "ilmari", "--seed", "5"))
    try:
        shown = open_phone(host.at(""), device="", reduced_motion="reduce")
        shown.page.evaluate("() => { window.stayed = true; }")
        assert host.move("aino", "place louhi 1,0").status_code == 200
        placed = shown.page.locator('.piece[data-card="louhi"][data-key="1,0"]')
        placed.wait_for()
        assert placed.evaluate("(it) => it.classList.contains('new')"), "what is new has its ring"
        assert shown.page.evaluate("() => window.stayed && document.getAnimations().length === 0")
        assert "Louhi at 1,0" in shown.page.inner_text("#story")
        assert shown.page.locator("#join .in").count() == 1, "aino has joined"
    finally:
        host.stop()


def test_a_change_flies_to_the_counter_of_its_own_name(tmp_path: Path, open_phone: Open) -> None:
    host = Host(record_at(tmp_path, "drumroll", ("aino", "ilmari"), lambda line: ": invest" in line))
    try:
        screen = open_phone(host.at(""), device="")
        flown = """(change) => { document.querySelectorAll(".pop").forEach((it) => it.remove());
          pop(change, { x: 0, y: 0 }); return document.querySelectorAll(".pop").length; }"""
        assert screen.page.evaluate(flown, {"of": "aino", "what": "prestige", "change": "2"}) == 1
        coins = screen.page.locator("[data-counter=aino][data-what=coins]").count()
        assert screen.page.evaluate(flown, {"of": "aino", "what": "coins", "change": "-4"}) == coins, "to nothing else"
        assert screen.page.evaluate(flown, {"of": "aino", "what": "score", "change": "2"}) == 1, "in any language"
    finally:
        host.stop()
