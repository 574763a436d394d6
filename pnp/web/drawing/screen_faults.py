"""What is wrong with a game's `screen.yaml`. In: the game as it is printed. Out: a Report.

Invariant: what no component, layout or colour of the game is called is an error with its place and the nearest name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.suggest import hint_nearest
from pnp.base.yaml.spans import Spans
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.shelf import Shelf
from pnp.web.drawing.screen_data import FILE, ScreenData, read_screen_data
from pnp.web.drawing.theme import LIGHT

FORMS = ("row", "pile", "column", "grid", "spots", "hidden")


def inspect_screen(resources: LayoutResources) -> Report:
    """All faults of the file; none where there is no file."""
    report, book = Report(), resources.book
    try:
        data = read_screen_data(resources.shelf, (book.slug,))
    except InputError as fault:
        return fault.report
    path = f"{book.slug}/{FILE}"
    if not resources.shelf.exists(path):
        return report
    value, spans = resources.shelf.yaml(path)
    for part, what, name, known in _names(data, resources):
        if name not in known:
            place = _place(part, name, value, spans)
            report.error(place, f"there is no {what} “{name}”", hint_nearest(name, known), f"unknown-{what}")
    for part, colours in (("colours", data.colours), ("dark", data.dark)):
        for text in colours.values():
            if found := resources.colour_fault(text):
                report.error(_place(part, text, value, spans), found, code="colour")
    return report


def inspect_zones(shelf: Shelf, slug: str, declared: Iterable[str]) -> Report:
    """The zones of the file that the rules do not declare: what it says of them changes nothing."""
    report, path, known = Report(), f"{slug}/{FILE}", sorted(declared)
    if not shelf.exists(path):
        return report
    value, spans = shelf.yaml(path)
    zones = value.get("zones") if isinstance(value, dict) else None
    for name in zones if isinstance(zones, dict) else ():
        if name not in known:
            hint = hint_nearest(name, known) or f"one of: {', '.join(known)}"
            report.error(spans.key(("zones", name)), f"the rules have no zone “{name}”", hint, "unknown-zone")
    return report


def _place(part: str, name: str, value: Any, spans: Spans) -> Span:
    """Where a name stands in a part of the file, as a key or a value."""
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((part,), (value or {}).get(part))]
    while waiting:
        path, inner = waiting.pop(0)
        if inner == name:
            return spans.at(path)
        if isinstance(inner, dict) and name in inner:
            return spans.key((*path, name))
        pairs = inner.items() if isinstance(inner, dict) else enumerate(inner) if isinstance(inner, list) else ()
        waiting += [((*path, key), one) for key, one in pairs]
    return spans.at((part,))


def _names(data: ScreenData, resources: LayoutResources) -> Iterator[tuple[str, str, str, Iterable[str]]]:
    """In which part of the file what is named, its name, and which names there are."""
    book = resources.book
    components = [component.id for component in book.components]
    for zone in data.zones.values():
        yield "zones", "form", zone.form, FORMS
        backs = zone.back.values() if isinstance(zone.back, dict) else (zone.back,)
        yield from (("zones", "component", name, components) for name in (*backs, zone.component) if name)
    if data.board is not None:
        yield "board", "component", data.board.component, components
    for deck, layout in data.thumbs.items():
        yield "thumbs", "deck", deck, book.decks
        yield "thumbs", "layout", layout, resources.layout_names()
    for part, colours in (("colours", data.colours), ("dark", data.dark)):
        yield from ((part, "role", role, LIGHT) for role in colours)
    yield "scheme", "scheme", data.scheme, ("light", "dark")
    for name in data.board.networks if data.board is not None else ():
        yield "board", "table", name, book.tables
