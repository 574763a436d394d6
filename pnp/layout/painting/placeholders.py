"""Fills the placeholders of a text. In: a text with markup, and the names known to a canvas. Out: paragraphs of text
pieces and signs.

Invariant: a placeholder that means nothing is reported at the place of the words it stands in; all others are filled,
however deeply texts are nested.
"""

from __future__ import annotations

from pnp.base.diagnostics import Span
from pnp.layout.painting.face_canvas import FaceCanvas
from pnp.layout.painting.scope import Marked, plain, signed
from pnp.layout.template.element import Element
from pnp.layout.text.markup import Markup, Paragraph, Placeholder, PlaceholderValue, Sign, expand, parse_markup


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
