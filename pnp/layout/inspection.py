"""Inspection. In: a workshop. Out: one Report of all that is wrong with a game's layouts: what `pnp check` and a
build tell.

Invariant: every component is composed, face and back of every card, so a text that fits in one language and not in
the other is found by asking for both; nothing is told twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic, Report, Span
from pnp.layout.bilingual import tellers
from pnp.layout.compose import compose_card, compose_page
from pnp.layout.easel import Face
from pnp.layout.preflight import preflight, preflight_theme
from pnp.layout.shelf import Shelf
from pnp.layout.tuckbox import panels
from pnp.layout.workshop import Origins, Workshop
from pnp.library.card import CardBook, Component


def inspect_game(
    shelf: Shelf, book: CardBook, origins: Origins, themes: Sequence[str] = (), languages: Sequence[str] = ()
) -> Report:
    """All faults of the layouts under these themes (all of them) and in these languages (all of the book's)."""
    report = Report()
    for theme in themes or Workshop(shelf, book).theme_names or [""]:
        for lang in languages or book.languages:
            workshop = Workshop(shelf, book, theme, lang, origins)
            report.extend(inspect_workshop(workshop, book.components))
    unique: dict[object, Diagnostic] = {}
    for item in report:
        # A text that is too long is so under several themes: the first stands for all.
        unique.setdefault((item.span, item.code, item.hint) if item.code == "text-overflow" else item, item)
    return Report(unique.values())


def inspect_workshop(workshop: Workshop, components: Sequence[Component]) -> Report:
    """All faults of some components under one theme and in one language."""
    report = Report()
    told: set[tuple[Span, str]] = set()
    for component in components:
        for face in faces_of(workshop, component):
            report.extend(face.report)
            for item in preflight(workshop, face):
                # One element looks bad in the same way on many faces: the first stands for all.
                if (item.span, item.code) not in told:
                    told.add((item.span, item.code))
                    report.items.append(item)
    return Report(dict.fromkeys([*workshop.report, *preflight_theme(workshop), *report]))


def faces_of(workshop: Workshop, component: Component) -> list[Face]:
    """Every face of a component, backs included."""
    faces: list[Face] = []
    if component.has_cards:
        deck = workshop.book.decks.get(component.deck)
        for card in deck.cards if deck is not None else ():
            for fields in card.faces or ({},):  # copies that are printed differently
                variant = replace(card, fields={**card.fields, **fields})
                layouts = (component.face_of(variant), component.back_of(variant))
                faces += [compose_card(workshop, layout, variant) for layout in layouts if layout]
        return faces
    if component.kind == "tuckbox":
        return [compose_page(workshop, layout, None, size)[0] for _, layout, size in panels(workshop, component)]
    for teller in tellers(workshop, component):
        for layout in (component.face, component.back):
            faces += compose_page(teller, layout) if layout else []
    return faces
