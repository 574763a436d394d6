"""A crawl: every link and every form of every page, each kind once. In: a visitor with or without scripts. Out: what
was pressed, and what did nothing.

A page is of the same kind as another where its address differs in keys and values alone; a control is of the same kind
where it sends the same fields to the same kind of page. Invariant: what asks for consent comes before the answers, and
a refusal comes last, so that each answer has its question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import httpx
from msgspec import Struct

from tests.web.hosting import SEATS, pnp

SCAFFOLD = "mygame"
SWITCHES = 60
MOST_STEPS = 300
FEWEST = 30  # kinds of controls that every game has
SETTINGS = ("lang", "scheme", "size")
VERB = re.compile(r"(?:table: )?\w+ ")
VALUED = ("agree", "why", *SETTINGS)  # fields whose value makes another control
NAMES = ("aino", "ilmari", "lyyli")


class Control(Struct, frozen=True):
    """A link or a button of a page; `at`: its place among the page's controls."""

    kind: str
    label: str
    at: int

    @property
    def is_move(self) -> bool:
        """Return whether it makes a move, or leads to one."""
        return "[line]" in self.kind or "?at " in self.kind

    @property
    def rank(self) -> int:
        """Return what is pressed first: a lower number."""
        order = ("form s/ [agree=true]", "form s/ [seat]", "form s/ [agree=false]", "form join/ [again]")
        return next((at for at, kind in enumerate(order, 1) if kind == self.kind.strip()), 0)


class Visitor(Protocol):
    """Somebody who opens pages and presses what is on them."""

    @property
    def address(self) -> str:
        """Return the address of the page that is open."""

    def go(self, address: str) -> None:
        """Open an address."""

    def controls(self) -> list[Control]:
        """Return what can be pressed on the page."""

    def press(self, control: Control, typed: Mapping[str, str]) -> str:
        """Press a control; return what is wrong with what came of it, "" for nothing."""


def page_kind(address: str) -> str:
    """`/s/KEY?lang=fi&at=louhi` → `s?at`."""
    url = httpx.URL(address)
    names = sorted({name for name in url.params if name not in SETTINGS})
    path = url.path.split("/")
    return "?".join((f"{path[1]}{'/' * (len(path) - 2)}", *(["&".join(names)] if names else [])))


def link_kind(address: str, here: str) -> str:
    """Return the kind of a link on the page `here` by where it leads, and by what it changes of how the page looks."""
    url, now = httpx.URL(address), httpx.URL(here).params
    changes = [f"{it}={url.params[it]}" for it in SETTINGS if it in url.params and url.params[it] != now.get(it)]
    return f"link {page_kind(address)} {' '.join(changes) if url.fragment else ''} #{url.fragment}"


def form_kind(action: str, fields: Mapping[str, str], name: str, value: str) -> str:
    """Return the kind of a button by what its form sends; of a choice by its verb."""
    is_typed, line = "typed" in fields, value if name == "line" else fields.get("line", "")
    verb = VERB.match(line)
    pressed = f"[{name}={value}]" if name in VALUED else f"[{name or ('undo' if 'undo' in fields else 'send')}]"
    return f"form {page_kind(action).partition('?')[0]} {'typed ' if is_typed else verb[0] if verb else ''}{pressed}"


def crawl(visitor: Visitor, addresses: Sequence[str], typed: Mapping[str, str], moves: int = 0) -> list[str]:
    """Press each kind of control once, and return all kinds; make so many moves meanwhile, for what comes later.

    AssertionError for a control that does nothing.
    """
    roots, pages = list(addresses), {page_kind(address) for address in addresses}
    pressed: dict[tuple[str, str], None] = {}
    faults: list[str] = []

    def unpressed() -> Control | None:
        page = page_kind(visitor.address)
        found = [it for it in visitor.controls() if (page, it.kind) not in pressed]
        return min(found, key=lambda it: it.rank, default=None)

    for _ in range(MOST_STEPS):
        best = unpressed() if visitor.address else None
        if best is None or best.rank:
            best = _best(visitor, roots, unpressed)
        if best is None and moves:
            moves -= 1
            best = _best(visitor, roots, lambda: next((it for it in visitor.controls() if it.is_move), None))
        if best is None:
            break
        page = page_kind(visitor.address)
        pressed[page, best.kind] = None
        if fault := visitor.press(best, typed):
            faults.append(f"{page}: {best.label} ({best.kind}): {fault}")
        if (page := page_kind(visitor.address)) not in pages:
            pages.add(page)
            roots.append(visitor.address)
    assert len(pressed) < MOST_STEPS, "there is no end of new controls"
    assert not faults, "\n".join(faults)
    return [f"{page}: {kind}" for page, kind in pressed]


def _best(visitor: Visitor, roots: Sequence[str], unpressed: Callable[[], Control | None]) -> Control | None:
    """Open the page with the control that comes next, and return it."""
    found: list[tuple[int, int]] = []
    for at, address in enumerate(roots):
        visitor.go(address)
        control = unpressed()
        if control is not None and not control.rank:
            return control
        if control is not None:
            found.append((control.rank, at))
    if not found:
        return None
    visitor.go(roots[min(found)[1]])
    return unpressed()


def many_switches(folder: Path) -> None:
    """Make a game of many switches with `pnp new`."""
    assert pnp("new", SCAFFOLD, where=folder).returncode == 0
    path = folder / SCAFFOLD / "cards" / "game.yaml"
    text = path.read_text("utf-8")
    more = "".join(
        f"  more{n}: {{default: false, rule: MYG-05, words: {{en: Switch {n}.}}}}\n" for n in range(SWITCHES)
    )
    assert text.count("\ncomponents:") == 1
    path.write_text(text.replace("\ncomponents:", f"{more}\ncomponents:"), "utf-8")


def seats_of(game: str) -> tuple[str, ...]:
    """Return the names that are typed on the first screen of a game."""
    return NAMES[: SEATS.get(game, 2)]
