"""Everybody can read and reach everything: axe finds nothing, at 320 px and with words twice as large nothing scrolls
sideways and nothing lies on anything else.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from pnp.table.option_tree import leaves_of
from tests.web.browser.conftest import Open
from tests.web.browser.phone import Phone
from tests.web.hosting import NAMES, SEATS, Host, new_record
from tests.web.test_parts import FOUND, page_of

LOOKS = [(lang, scheme) for lang in ("en", "fi") for scheme in ("light", "dark")]
STATES, APART = 16, 7  # of each game, so many lines apart
NARROW, LARGE = 320, 32  # px: the narrowest page, and the size of words twice the usual one
SCREENS = [(320, 640, 16), (412, 915, 32), (640, 360, 16), (1920, 1080, 16)]

# What can be touched and lies on something else that can be, both within the flow of the page (a bar that stays at the
# bottom lies on what scrolls below it). Cards of a hand are fanned as in a hand; each shows enough to be touched.
_OVERLAPS = """() => {
  const stays = (it) => {
    for (; it; it = it.parentElement) if (["fixed", "sticky"].includes(getComputedStyle(it).position)) return true;
  };
  const all = [...document.querySelectorAll("a[href], button, summary, input:not([type=hidden]), select")]
    .filter((it) => it.checkVisibility() && !stays(it));
  const boxes = all.map((it) => ({it, box: it.getBoundingClientRect()})).filter(({box}) => box.width && box.height);
  const found = [];
  for (const [at, one] of boxes.entries()) for (const other of boxes.slice(at + 1)) {
    if (one.it.contains(other.it) || other.it.contains(one.it)) continue;
    const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    const fanned = one.it.matches(".piece") && other.it.matches(".piece");
    const apart = Math.max(Math.abs(one.box.left - other.box.left), Math.abs(one.box.top - other.box.top));
    if (fanned && apart >= 40) continue;
    if (wide > 2 && high > 2) found.push(`${one.it.outerHTML.slice(0, 90)} / ${other.it.outerHTML.slice(0, 90)}`);
  }
  return found;
}"""
# Both are rounded to whole pixels, so a page whose every element ends within the window may still be one wider.
_TOO_WIDE = """() => {
  const over = document.scrollingElement.scrollWidth - document.documentElement.clientWidth;
  const ends = [...document.querySelectorAll("body *")].map((it) => it.getBoundingClientRect().right);
  return over > 1 || Math.max(...ends) > document.documentElement.clientWidth + 0.5 ? over : 0;
}"""


class Evening:
    """A table, a phone of each seat, and lines that come from elsewhere."""

    def __init__(self, folder: Path, game: str) -> None:
        self.names, self.draw = NAMES[: SEATS[game]], random.Random(game)
        self.host = Host(new_record(folder, game, *self.names, "--deal", "digital", "--seed", "7"))

    def states(self, count: int, apart: int) -> Iterator[tuple[dict[str, Any], str]]:
        """States of the game, and who is to act there."""
        for _ in range(count):
            public = self.host.state()
            asked = [name for name in public["to_act"] if name in self.names] or [self.names[0]]
            yield public, self.draw.choice(asked)
            for _ in range(apart):
                self.move()

    def move(self) -> None:
        """One line of somebody who may say one."""
        for name in self.names:
            leaves = list(leaves_of(self.host.state(name)["options"]))
            if leaves:
                self.host.move(name, self.draw.choice(leaves)["line"])
                return


@pytest.fixture
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path, request.param)
    yield evening
    evening.host.stop()


def faults_of(page: Page) -> list[str]:
    """What axe says of a page."""
    found = Axe().run(page).response["violations"]
    nodes = [(it["id"], node) for it in found for node in it["nodes"][:3]]
    return [f"{id_}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}" for id_, node in nodes]


def faults_in_looks(phone: Phone, address: str, looks: list[tuple[str, str]]) -> list[str]:
    """What axe says of an address in languages and schemes."""
    faults = []
    for lang, scheme in looks:
        phone.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        phone.go(f"{address}?lang={lang}")
        faults += [f"{lang}, {scheme}: {fault}" for fault in faults_of(phone.page)]
        inner = [choice for choice in phone.look().choices if not choice.line]
        if inner and (lang, scheme) == looks[0]:  # a branch of the choices is a page, too
            phone.tap(inner[-1])
            faults += [f"{lang}, {scheme}, {inner[-1].key}: {fault}" for fault in faults_of(phone.page)]
    return faults


@pytest.mark.ci
@pytest.mark.parametrize("evening", SEATS, indirect=True)
def test_phones_and_the_screen_are_open_to_everybody(evening: Evening, open_phone: Open) -> None:
    """Each state is seen in one look, and for what scrolls and overlaps on one screen in both languages."""
    phone, screen = open_phone(evening.host.url), open_phone(evening.host.at(""), device="")
    faults = faults_of(phone.page) + faults_of(phone.go(evening.host.first["join"]).page)
    for number, (public, name) in enumerate(evening.states(len(LOOKS), APART)):
        where = f"ply {public['ply']}, {name}"
        both = (phone, evening.host.at(name)), (screen, evening.host.at(""))
        for page, address in both:
            faults += [f"{where}, {it}" for it in faults_in_looks(page, address, [LOOKS[number]])]
        faults += [f"{where}, {it}" for it in misplaced(open_phone, evening.host.at(name), *SCREENS[number])]
    for page, address in both:
        faults += [f"{where}, looking back: {it}" for it in faults_of(page.go(f"{address}?ply=2").page)]
    assert not faults


def misplaced(open_phone: Open, address: str, width: int, height: int, size: int) -> list[str]:
    """What scrolls sideways, and what lies on anything else."""
    phone, faults = open_phone("about:blank", viewport={"width": width, "height": height}), []
    session = phone.page.context.new_cdp_session(phone.page)  # the size of words that somebody has chosen
    session.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
    for lang in ("en", "fi"):
        phone.go(f"{address}?lang={lang}")
        found = phone.page.evaluate(_OVERLAPS)
        if (over := phone.page.evaluate(_TOO_WIDE)) > 0:
            found.append(f"{over} px too wide")
        faults += [f"{width} px, words of {size} px, {lang}: {it}" for it in found]
    return faults


@pytest.mark.ci
@pytest.mark.parametrize("evening", ["kalevala"], indirect=True)
def test_a_photo_and_what_it_shows_are_open_to_everybody(evening: Evening, open_phone: Open, tmp_path: Path) -> None:
    phone = open_phone(f"{evening.host.at('aino')}?photo=1&lang=fi", viewport={"width": NARROW, "height": 640})
    (folder := tmp_path / "read").mkdir()
    read = page_of(folder, FOUND)  # what reads codes has tests of its own
    phone.page.route("**/photo?*", lambda route: route.fulfill(content_type="text/html", body=read))
    for scheme in ("light", "dark"):
        phone.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        assert not faults_of(phone.page) and phone.page.evaluate(_TOO_WIDE) <= 0
    phone.page.set_input_files("#photo", {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": b"picture"})
    phone.page.get_by_role("button", name="Vertaa").click()
    phone.page.get_by_role("button", name="Kirjaa valitut").wait_for()
    assert not faults_of(phone.page) and phone.page.evaluate(_TOO_WIDE) <= 0 and not phone.page.evaluate(_OVERLAPS)
    boxes = phone.page.get_by_role("checkbox").all()
    assert [box.is_checked() for box in boxes] == [True, False, True]


@pytest.mark.slow
@pytest.mark.parametrize("evening", SEATS, indirect=True)
def test_every_state_is_open_to_everybody_in_every_look(evening: Evening, open_phone: Open) -> None:
    phone, screen = open_phone(evening.host.url), open_phone(evening.host.at(""), device="")
    faults: list[str] = []
    for public, name in evening.states(STATES, APART):
        for page, address in ((phone, evening.host.at(name)), (screen, evening.host.at(""))):
            faults += [f"ply {public['ply']}, {name}, {it}" for it in faults_in_looks(page, address, LOOKS)]
    assert not faults
