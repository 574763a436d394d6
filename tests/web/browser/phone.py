"""A phone at the table. In: a page of the browser. Out: what it shows, and taps on it.

Invariant: it knows what people see and touch (choices, roles, words), and the ply that the page says it shows; it taps
again when a tap did nothing, as people do, and never types.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct
from playwright.sync_api import Error, Locator, Page

from tests.deadline import PATIENCE, Deadline

AGAIN = 1.0  # seconds after which a tap that did nothing is made again
DEAD = 0.4  # seconds after a change in which a page takes no taps, and somewhat more
MOST_STOPS = 150  # of the keyboard on a page
PACE = 0.04  # seconds between two looks

_READ = """() => {
  if (document.readyState === "loading") return null;
  const shown = (it) => it.checkVisibility() && !it.disabled && it.getAttribute("aria-disabled") !== "true";
  for (const it of document.querySelectorAll("details.cover:not([open])")) it.open = true;  // people look under it
  const head = document.querySelector("[data-ply]");
  return {
    ply: head ? Number(head.dataset.ply) : -1,
    words: document.body.innerText,
    choices: [...document.querySelectorAll(".choice")].filter(shown).map((it) => ({
      key: it.dataset.key, line: it.dataset.line || "", label: it.getAttribute("aria-label") || it.textContent.trim(),
    })),
  };
}"""

# The ring around what has the keyboard: its own, or that of what it lies on.
_IS_REACHED = """(it) => {
  const cover = it.closest("details.cover");
  if (cover) cover.open = true;  // a machine that does much else is slow to come there
  return document.activeElement === it;
}"""
_IS_MARKED = """(it) => [it, it.parentElement].some((at) => {
  const style = getComputedStyle(at);
  return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
})"""


class Choice(Struct, frozen=True):
    """A control of the page; `line` is what it sends, empty where it leads further."""

    key: str
    line: str
    label: str

    @property
    def selector(self) -> str:
        """Finds it on the page."""
        line = f"[data-line={json.dumps(self.line, ensure_ascii=False)}]" if self.line else ":not([data-line])"
        return f".choice[data-key={json.dumps(self.key, ensure_ascii=False)}]{line}"


class Sight(Struct, frozen=True):
    """What a phone shows."""

    ply: int
    words: str
    choices: tuple[Choice, ...]


class Phone:
    """One screen: a seat's phone, or the big one."""

    def __init__(self, page: Page, name: str = "") -> None:
        self.page, self.name = page, name
        self.reloads = False  # whether somebody asks for the page anew who waits without a script
        self.by_keyboard = False
        self.faults: list[str] = []  # of its script, and what its rules of content kept out
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda it: self.faults.append(it.text) if _is_fault(it.type, it.text) else None)

    def go(self, address: str) -> Phone:
        """Open an address."""
        self.page.goto(address)
        return self

    def look(self) -> Sight:
        """What is to be seen now; a page that is being replaced is looked at again."""
        found = self.read(_READ)
        return Sight(found["ply"], found["words"], tuple(Choice(**it) for it in found["choices"]))

    def look_until(self, is_so: Callable[[Sight], bool], what: str = "it", patience: float = PATIENCE) -> Sight:
        """Wait until the page shows something. AssertionError when it does not."""
        deadline = Deadline(f"{self.name or 'the screen'} to show {what}", patience)
        while not is_so(sight := self.look()):
            deadline.check(sight.words)
            time.sleep(PACE)
            if self.reloads:
                self.page.reload()
        return sight

    def wait_for(self, ply: int) -> Sight:
        """Wait until the page has come to this ply."""
        return self.look_until(lambda sight: sight.ply >= ply, f"ply {ply}")

    def tap(self, choice: Choice) -> Sight:
        """Tap a choice, again if need be, until the page is another; what it shows then."""
        before = self.look()
        deadline = Deadline(f"{choice} to be tapped and to change the page")
        while True:
            try:
                control = self.page.locator(choice.selector).first
                self.press(control) if self.by_keyboard else self.touch(control)
            except Error:  # it went while the finger came down
                deadline.check(self.look().words)
            again = time.monotonic() + AGAIN
            while time.monotonic() < again:
                sight = self.look()
                if (sight.ply, sight.choices) != (before.ply, before.choices):
                    return sight
                time.sleep(PACE)
            deadline.check(self.look().words)

    def touch(self, control: Locator) -> None:
        """With a finger, or with the mouse where there is no touch."""
        control.tap(timeout=2000) if self.page.evaluate("navigator.maxTouchPoints") else control.click(timeout=2000)

    def press(self, control: Locator) -> None:
        """Go there with Tab, see where one is, and press Enter."""
        for _ in range(MOST_STOPS):
            if control.evaluate(_IS_REACHED, timeout=2000):
                assert control.evaluate(_IS_MARKED), "nothing shows where the keyboard is"
                return self.page.keyboard.press("Enter")
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{MOST_STOPS} times Tab do not lead to {control}")

    def type(self, line: str, button: str) -> None:
        """Type a line, where there is a place for it, and press a button beside it."""
        field = self.page.get_by_role("textbox", name="Type a move")
        if not field.is_visible():
            self.touch(self.page.get_by_role("link", name="Type a move"))
        field.fill(line)
        self.push(button)

    def push(self, name: str, role: Literal["button", "link"] = "button") -> None:
        """Push what is no choice, when the page has stood still for as long as it takes no taps."""
        time.sleep(DEAD)
        self.touch(self.page.get_by_role(role, name=name, exact=True))

    def tap_line(self, line: str) -> Sight:
        """Tap the whole way to a line, choice by choice: at each step one that leads there by its key."""
        words = line.replace(":", " ").split()
        sight = self.look_until(lambda it: bool(it.choices), "choices")
        ply = sight.ply
        while sight.ply == ply:
            leaf = next((it for it in sight.choices if it.line == line), None)
            way = leaf or next((it for it in sight.choices if not it.line and it.key in words), None)
            assert way is not None, f"no way to {line!r} among {[it.label for it in sight.choices]}"
            sight = self.tap(way)
        return sight

    def read(self, script: str) -> Any:
        """Return what a script finds on the page; one that is being replaced, or still loads, is read again."""
        deadline = Deadline(f"the page of {self.name or 'the screen'} to stand still")
        while True:
            try:
                if (found := self.page.evaluate(script)) is not None:
                    return found
            except Error as error:
                if "context was destroyed" not in str(error) and "navigat" not in str(error):
                    raise
            deadline.check()


def _is_fault(kind: str, text: str) -> bool:
    """What the console tells as an error; a request that was refused, or met nobody, is none of the page."""
    return kind == "error" and not text.startswith("Failed to load resource")
