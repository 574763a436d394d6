"""Every link and every form of every page of all games, with scripts, by taps on a phone: each does something."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.conftest import Open
from tests.web.browser.phone import PACE, Phone
from tests.web.crawl import FEWEST, SCAFFOLD, Control, crawl, form_kind, link_kind, many_switches, seats_of
from tests.web.hosting import SEATS, Host

GAMES = [SCAFFOLD, *SEATS]
PRESSED = [SCAFFOLD, "kalevala", "suomi1918"]
ANSWER_IN, TAPS = 1.5, 2  # seconds after a tap; taps on what does nothing

# What can be pressed: links and buttons, with what their forms send. What is folded is opened first, as people do.
_CONTROLS = """() => {
  if (document.readyState !== "complete") return null;
  for (const it of document.querySelectorAll("details:not([open])")) it.open = true;
  const seen = (it) => it.checkVisibility() && !it.disabled && !it.hasAttribute("aria-current");
  window.controls = [...document.querySelectorAll("a[href], form button, summary")].filter(seen);
  return controls.map((it) => ({
    label: it.getAttribute("aria-label") || it.textContent.trim(),
    href: it.href || "", action: it.form?.action || "", name: it.name || "", value: it.value || "",
    fields: it.form ? Object.fromEntries([...new FormData(it.form)].map(([k, v]) => [k, `${v}`])) : {},
  }));
}"""
# What a person sees change: words, what is open, what is typed and the style of the page.
_LOOK = """() => {
  if (document.readyState !== "complete") return null;
  const open = document.querySelectorAll("details[open], .panel:target").length;
  const typed = [...document.querySelectorAll("input, select")].map((it) => it.value);
  const all = document.documentElement.outerHTML.length;
  return [location.pathname, document.body.innerText, all, open, ...typed].join("|");
}"""


class TappingVisitor:
    """Somebody with a phone whose scripts run."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.page = phone, phone.page

    @property
    def address(self) -> str:
        return str(self.page.url)

    def go(self, address: str) -> None:
        self.page.goto(address)

    def controls(self) -> list[Control]:
        found: list[dict[str, Any]] = self.phone.read(_CONTROLS)
        return [Control(self._kind(it), it["label"], at) for at, it in enumerate(found)]

    def _kind(self, it: Mapping[str, Any]) -> str:
        if it["href"]:
            return link_kind(it["href"], self.address)
        if not it["action"]:
            return f"summary {it['label']}" if not it["label"].isdecimal() else "summary"
        return form_kind(it["action"], it["fields"], it["name"], it["value"])

    def press(self, control: Control, typed: Mapping[str, str]) -> str:
        for name, value in typed.items():
            for field in self.page.locator(f"input[name={name}]:visible").all():
                field.fill(value)
        for field in self.page.locator("input[type=file]:visible").all():
            field.set_input_files({"name": "table.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"})
        element = self.page.evaluate_handle("(at) => controls[at]", control.at).as_element()
        assert element is not None
        before = self._look()
        for _ in range(TAPS):
            element.tap()
            if self._changes(before):
                return ""
        is_answered = "[why=1]" in control.kind and self.page.locator("#said .why").is_visible()  # as before
        return "" if is_answered else "nothing changed"

    def _changes(self, before: Any) -> bool:
        """Wait until the page looks otherwise. A tap just after a change does nothing by design: another follows."""
        end = time.monotonic() + ANSWER_IN
        while time.monotonic() < end:
            if self._look() != before:
                return True
            time.sleep(PACE)
        return False

    def _look(self) -> Any:
        """Return what is seen; a page that is being replaced is looked at again."""
        return self.phone.read(_LOOK)


# The other games have the same pages: tests/web/test_crawl.py presses what is on them, without scripts.
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.ci if game in PRESSED else pytest.mark.slow) for game in GAMES]
)
def test_every_link_and_form_of_every_page_does_something_with_scripts(
    game: str, tmp_path: Path, open_phone: Open
) -> None:
    many_switches(tmp_path)
    host = Host(tmp_path / game)
    try:
        phone = open_phone(host.at(""))
        visitor = TappingVisitor(phone)
        phone.page.locator("input[name=seats]").fill(" ".join(seats_of(game)))
        phone.page.locator("input[name=deal][value=digital]").check()
        phone.push("Open the table")
        phone.page.locator("#wall").wait_for()
        host.first = host.next_line()
        typed = {"line": "1", "rules": "a", "code": host.first["join"].rpartition("/")[2]}
        addresses = [host.url, host.first["join"], host.at(""), *map(host.at, host.first["seats"])]
        assert len(crawl(visitor, addresses, typed)) > FEWEST
    finally:
        host.stop()
