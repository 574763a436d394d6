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
from pnp.layout.painting.placeholders import fill_text
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.template.element import Element
from pnp.layout.text.markup import Markup, Paragraph, expand, parse_markup, plain_text
from pnp.library.card import Component

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
