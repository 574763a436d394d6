"""Inspection. In: resources. Out: one Report of all faults of a game's layouts, for `pnp check` and
builds.

Invariant: every component is composed, face and back of every card, so a text that fits in one language and not in
the other is found by asking for both; nothing is reported twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic, Report, Span
from pnp.layout.checks.preflight import preflight, preflight_theme
from pnp.layout.painting.compose import FaceKey, compose
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import part_keys
from pnp.library.card import Card, CardBook, Component

# What faces are composed of -> True when they are known to have no fault, so that they need not be composed.
Proven = Callable[[FaceKey], bool]


def _unproven(key: FaceKey) -> bool:
    return False


def inspect_game(
    resources: LayoutResources,
    languages: Sequence[str] = (),
    prove: Callable[[LayoutResources], Proven] = lambda resources: _unproven,
) -> Report:
    """All faults of a game's layouts under all themes and in these languages (all of the book's).

    prove: looks at the faces of a theme and language beforehand.
    """
    report = Report()
    book = resources.book
    for theme in resources.theme_names or [""]:
        for lang in languages or book.languages:
            its = resources.fresh_copy(theme, lang)
            report.extend(inspect_components(its, book.components, prove(its)))
    unique: dict[object, Diagnostic] = {}
    for item in report:
        # A text that is too long is so under several themes: the first stands for all.
        unique.setdefault((item.span, item.code, item.hint) if item.code == "text-overflow" else item, item)
    return Report(unique.values())


def inspect_components(
    resources: LayoutResources, components: Sequence[Component], proven: Proven = _unproven
) -> Report:
    """All faults of some components under one theme and in one language."""
    report = Report()
    if not resources.is_themed:
        return Report(resources.report)
    reported: set[tuple[Span, str]] = set()
    for component in components:
        report.extend(_size_mismatches(resources, component))
        report.extend(codes_without_place(resources, component))
        for face in faces_of(resources, component, proven):
            report.extend(face.report)
            for item in preflight(resources, face):
                # One element looks bad in the same way on many faces: the first stands for all.
                if (item.span, item.code) not in reported:
                    reported.add((item.span, item.code))
                    report.items.append(item)
    return Report(dict.fromkeys([*resources.report, *preflight_theme(resources), *report]))


def _size_mismatches(resources: LayoutResources, component: Component) -> Iterator[Diagnostic]:
    """Backs that have not the size of the faces in front of them."""
    pairs = {(component.face_of(card), component.back_of(card)) for card in _variants(resources.book, component)}
    for names in sorted(pair for pair in pairs if all(pair)):
        face, back = map(resources.template, names)
        if (
            face is not None
            and back is not None
            and abs(face.size.width - back.size.width) + abs(face.size.height - back.size.height) > 1e-6
        ):
            sizes = [f"{one.size.width:g} × {one.size.height:g} mm" for one in (face, back)]
            message = (
                f"component {component.id}: expected a back of {sizes[0]} like the face “{names[0]}”, got {sizes[1]}"
            )
            yield Diagnostic(back.span, message, "give both the same size", code="size")


def codes_without_place(resources: LayoutResources, component: Component) -> Iterator[Diagnostic]:
    """Layouts that have no place for a code, where codes are asked for and cards have some."""
    if not resources.codes or component.kind != "cards":
        return
    cards = [card for card in _variants(resources.book, component) if card.code]
    for name in dict.fromkeys(component.face_of(card) for card in cards):
        template = resources.template(name)
        if template is not None and not template.has_codes:
            what = f"component {component.id}: the layout “{name}” has no place for a code that a camera reads"
            hint = "add codes: {elements: {scan: {kind: code, form: matrix, data: “{code}”, …}}}; see docs/layouts.md"
            yield Diagnostic(template.span, what, hint, "warning", "no-place")


def faces_of(resources: LayoutResources, component: Component, proven: Proven = _unproven) -> Iterator[ComposedFace]:
    """Every face of a component, backs included; those that are proven are left out."""
    for keys in part_keys(resources, component):
        for key in keys.both:
            if not proven(key):
                yield from compose(resources, key)
            else:
                resources.template(key.layout)  # it may have faults of its own


def card_faces(book: CardBook, component: Component) -> Iterator[tuple[str, Card]]:
    """The layouts and cards of the faces and backs of a component of cards."""
    for variant in _variants(book, component):
        layouts = (component.face_of(variant), component.back_of(variant))
        yield from ((layout, variant) for layout in layouts if layout)


def _variants(book: CardBook, component: Component) -> Iterator[Card]:
    """The cards of a component's deck, one by one where copies are printed differently."""
    deck = book.decks.get(component.deck) if component.has_cards else None
    for card in deck.cards if deck is not None else ():
        for fields in card.faces or ({},):
            yield replace(card, fields={**card.fields, **fields}) if fields else card
