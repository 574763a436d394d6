"""Two languages on one face. In: a text in both, and how they stand together (`both`). Out: its paragraphs.

A layout with `bilingual:` shows two languages; one without is composed in one at a time. Invariant: what is the same in
both languages is printed once, and nothing that differs is left out unless `both` asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from pnp.base.diagnostics import Span
from pnp.layout.painting.face_canvas import FaceCanvas
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.painting.scope import Marked, plain, signed
from pnp.layout.template.element import Element
from pnp.layout.text.markup import (
    Markup,
    Paragraph,
    Placeholder,
    PlaceholderValue,
    Sign,
    expand,
    parse_markup,
    plain_text,
)
from pnp.library.card import Component


def fill_text(canvas: FaceCanvas, element: Element, markup: Markup, option: str) -> tuple[list[Paragraph], Span | None]:
    """Fill the placeholders of a text that stands in an option of an element."""
    if markup.is_fixed:
        return list(markup.paragraphs), None
    sources: list[Span] = []

    def fill(placeholder: Placeholder) -> PlaceholderValue:
        resources = canvas.resources
        if placeholder.name.startswith("icon."):
            name = placeholder.name[5:]
            fault = resources.icon_fault(name)
            if fault:
                canvas.fault(element, fault, "unknown-icon", option)
                return None
            return Sign(name)
        value = canvas.scope.value(placeholder)
        if value is None:
            if resources.icon(placeholder.name) is not None:
                return Sign(placeholder.name)
            what, hint = f"“{{{placeholder.name}}}” is neither a field nor an icon", canvas.scope.hint(placeholder.name)
            if sources:
                canvas.report.error(sources[-1], f"{canvas.name}, “{element.id}”: {what}", hint, "placeholder")
            else:
                canvas.fault(element, what, "placeholder", option, hint)
            return None
        card = canvas.scope.own
        datum = value.datum if isinstance(value, Marked) else placeholder.name
        source = resources.origins(card.id, datum) if card is not None and datum else None
        if source is not None:
            sources.append(source)
        if not isinstance(value, Marked):
            return signed(plain(value)) if isinstance(value, int | float) else plain(value)
        inner = parse_markup(value.text)
        for fault in inner.faults:
            canvas.report.error(source or element.at(option), f"{canvas.name}, “{element.id}”: {fault}", "", "markup")
        return inner

    paragraphs = expand(markup, fill, lambda message: canvas.fault(element, message, "circle", option))
    return paragraphs, sources[0] if sources else None


FIRST = "{first}"
BELOW = "{first}\n\n{second}"
BESIDE = "{first} · {second}"  # where a text is to have one line
PAGES = ("page", "rules", "booklet")


def second_of(canvas: FaceCanvas) -> str:
    """The second language, where the layout shows two; else ""."""
    return canvas.resources.second if canvas.template.is_bilingual else ""


@contextmanager
def in_language(canvas: FaceCanvas, lang: str) -> Iterator[None]:
    """Texts filled within this context are in that language."""
    scope = canvas.scope
    canvas.scope = replace(scope, lang=lang)
    try:
        yield
    finally:
        canvas.scope = scope


def fill_both(
    canvas: FaceCanvas, element: Element, first: Markup, second: Markup, option: str, both: str
) -> tuple[list[Paragraph], Span | None]:
    """The paragraphs of a text in the face's language or languages, and where the card has the first of them."""
    paragraphs, source = fill_text(canvas, element, first, option)
    lang = second_of(canvas)
    if not lang or both == FIRST or (first is second and first.is_fixed):
        return paragraphs, source
    with in_language(canvas, lang):
        others, _ = fill_text(canvas, element, second, option)
    if others == paragraphs or not plain_text(others):
        return paragraphs, source
    texts = {"first": Markup(tuple(paragraphs)), "second": Markup(tuple(others))}
    return expand(parse_markup(both), lambda placeholder: texts.get(placeholder.name, ""), lambda _: None), source


def is_monolingual(resources: LayoutResources, layout: str) -> bool:
    """True when two languages are asked for, and the layout does not show them."""
    template = resources.template(layout) if resources.second else None
    return template is not None and not template.is_bilingual


def per_language(resources: LayoutResources, component: Component) -> list[str]:
    """The languages a component is composed in, one after the other; "": as the resources are. Pages whose layout does
    not show two languages are printed in the first and then in the second.
    """
    if component.kind not in PAGES or not is_monolingual(resources, component.face):
        return [""]
    return [resources.lang, resources.second]
