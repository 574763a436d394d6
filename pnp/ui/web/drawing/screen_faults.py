"""What is wrong with a game's `screen.yaml`. In: the game as it is printed. Out: a Report.

Invariant: what no component, layout or colour of the game is called is an error with the nearest name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.suggest import hint_nearest
from pnp.layout.painting.resources import LayoutResources
from pnp.ui.web.drawing.screen_data import FILE, ScreenData, read_screen_data
from pnp.ui.web.drawing.theme import LIGHT

FORMS = ("row", "pile", "column", "grid", "spots", "hidden")


def inspect_screen(resources: LayoutResources) -> Report:
    """All faults of the file; none where there is no file."""
    report, book = Report(), resources.book
    try:
        data = read_screen_data(resources.shelf, (book.slug,))
    except InputError as fault:
        return fault.report
    place = Span(resources.shelf.shown(f"{book.slug}/{FILE}"))
    for what, name, known in _names(data, resources):
        if name not in known:
            report.error(place, f"there is no {what} “{name}”", hint_nearest(name, known), f"unknown-{what}")
    for text in (*data.colours.values(), *data.dark.values()):
        if found := resources.colour_fault(text):
            report.error(place, found, code="colour")
    if data.board is not None:
        for name in data.board.networks:
            if name not in book.tables:
                report.error(place, f"there is no table “{name}”", hint_nearest(name, book.tables), "unknown-table")
    return report


def _names(data: ScreenData, resources: LayoutResources) -> Iterator[tuple[str, str, Iterable[str]]]:
    """What is named, its name, and which names there are."""
    book = resources.book
    components = [component.id for component in book.components]
    for zone in data.zones.values():
        yield "form", zone.form, FORMS
        backs = zone.back.values() if isinstance(zone.back, dict) else (zone.back,)
        yield from (("component", name, components) for name in (*backs, zone.component) if name)
    if data.board is not None:
        yield "component", data.board.component, components
    for deck, layout in data.thumbs.items():
        yield "deck", deck, book.decks
        yield "layout", layout, resources.layout_names()
    yield from (("role", role, LIGHT) for role in (*data.colours, *data.dark))
    yield "scheme", data.scheme, ("light", "dark")
