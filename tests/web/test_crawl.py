"""Every link and every form of every page of all games, without scripts, from the first screen: each does something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx
import pytest

from tests.web.crawl import FEWEST, SCAFFOLD, Control, crawl, form_kind, link_kind, many_switches, seats_of
from tests.web.hosting import SEATS, Host
from tests.web.reader import Browser, Element, Reader, form_fields

TOKENS = re.compile(r'(name="(id|ply)" value=")[^"]*')
MOVES = 12  # that are made meanwhile
ANSWERED = (200, 409, 422, 429)  # a page, or a page that says why not


class PlainVisitor:
    """Somebody without JavaScript."""

    def __init__(self, host: Host) -> None:
        self.browser = Browser(host, host.at(""))

    @property
    def address(self) -> str:
        return self.browser.address

    def go(self, address: str) -> None:
        self.browser.go(address)

    def _elements(self) -> list[Element]:
        read = Reader(self.browser.page)
        buttons = [it for it in read.of("button") if it.form is not None and "disabled" not in it.attributes]
        links = [it for it in read.of("a") if "aria-current" not in it.attributes]
        return [it for it in (*links, *buttons) if not it.attributes.get("href", "").startswith("#")]

    def controls(self) -> list[Control]:
        found = []
        for at, it in enumerate(self._elements()):
            label, name = it.attributes.get("aria-label") or it.label(), it.attributes.get("name", "")
            if it.form is None:
                kind = link_kind(self._url(it.attributes["href"]), self.address)
            else:
                action = self._url(it.form.attributes["action"])
                kind = form_kind(action, form_fields(it.form), name, it.attributes.get("value", ""))
            found.append(Control(kind, label, at))
        return found

    def _url(self, address: str) -> str:
        return str(httpx.URL(self.address).join(address))

    def press(self, control: Control, typed: Mapping[str, str]) -> str:
        browser, element = self.browser, self._elements()[control.at]
        before = TOKENS.sub("", browser.page)
        if element.form is None:
            browser.go(element.attributes["href"])
        else:
            browser.press(element, **{it: typed[it] for it in form_fields(element.form) if it in typed})
        if browser.status not in ANSWERED or "<html" not in browser.page:
            return f"{browser.status} {browser.page[:200]}"
        has_reason = 'role="alert"' in browser.page or Reader(browser.page).of("section", class_="box")
        if browser.status != 200 and not has_reason:
            return f"{browser.status} without a word"
        return "nothing changed" if TOKENS.sub("", browser.page) == before and not has_reason else ""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    many_switches(tmp_path)
    yield tmp_path


@pytest.mark.parametrize("game", [SCAFFOLD, *SEATS])
def test_every_link_and_form_of_every_page_does_something_without_scripts(game: str, folder: Path) -> None:
    host = Host(folder / game)
    try:
        visitor = PlainVisitor(host)
        visitor.browser.send("Open the table", seats=" ".join(seats_of(game)), deal="digital")
        assert visitor.browser.status == 200, visitor.browser.page
        host.first = host.next_line()
        typed = {"line": "1", "rules": "a", "code": host.first["join"].rpartition("/")[2]}
        addresses = [host.url, host.first["join"], host.at(""), *map(host.at, host.first["seats"])]
        assert len(crawl(visitor, addresses, typed, MOVES)) > FEWEST
    finally:
        host.stop()
