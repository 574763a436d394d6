"""Text elements. In: a TextElement, its box and the names known to the canvas. Out: Text items, or a fault that names
what does not fit, and where.

Invariant: text that cannot be set at its smallest size is an error at the place where its words stand; it is never
left out. Texts that share a size take the smallest that any of them needs, on a face or `among: deck`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from pnp.base.diagnostics import Report, Span
from pnp.base.units import MM_PER_PT
from pnp.layout.drawing.frame import Group, Item
from pnp.layout.drawing.svg.vector import count_leaves
from pnp.layout.painting.bilingual import BELOW, BESIDE, fill_both
from pnp.layout.painting.face_canvas import Box, FaceCanvas
from pnp.layout.painting.glyph_runs import BODY_MINIMUM, SMALL_MINIMUM, TextLook, TextStyle, draw_bars, draw_lines
from pnp.layout.painting.pictures import drawn, settled
from pnp.layout.painting.scope import Scope
from pnp.layout.template.element import Element, Style, TextElement
from pnp.layout.template.length import parse_measure
from pnp.layout.template.template import Template
from pnp.layout.template.theme import FontRole
from pnp.layout.text.markup import Paragraph, TextPiece, parse_markup, plain_text
from pnp.layout.text.typesetting import Mark, Run, Setting, set_text
from pnp.library.book_reader import BookReader, Read
from pnp.library.card import Card, Deck

_Found = tuple[Template, dict[str, float], frozenset[Read]]


def is_shared_in_deck(canvas: FaceCanvas, among: str | None) -> bool:
    """Whether the size is that of a whole deck, so that this face has no say of its own."""
    return among == "deck" and canvas.scope.card is not None and not canvas.is_sizing


def shared_size(canvas: FaceCanvas, together: str, among: str | None) -> float:
    """What all that goes together under this word takes on this canvas; 0 when nothing is known yet."""
    if is_shared_in_deck(canvas, among) and canvas.scope.card is not None:
        return _sizes_in_deck(canvas, canvas.scope.card.deck).get(together, 0.0)
    return canvas.caps.get(together, 0.0)


def _sizes_in_deck(canvas: FaceCanvas, id_: str) -> dict[str, float]:
    """The sizes on the faces that this layout has in the deck; what finding them reads is read by every one."""
    scope, template = canvas.scope, canvas.template
    key = ("sizes in deck", id(template), id_)  # the template stays alive beside them
    found: _Found | None = canvas.resources.memo.get(key)
    if found is None:
        book = scope.book.fresh()
        deck = book.deck(id_)
        sizes: dict[str, float] = {}
        for card in _cards(book, deck, template.name) if deck is not None else ():
            for name, size in _sizes_on(canvas, Scope(canvas.resources, book, template, card)).items():
                sizes[name] = min(size, sizes.get(name, size))
        found = canvas.resources.memo[key] = (template, sizes, frozenset(book.reads))
    scope.book.reads |= found[2]
    return found[1]


def _cards(book: BookReader, deck: Deck, layout: str) -> Iterator[Card]:
    """The cards of the deck that are printed with this layout; all of them when none is."""
    cards = [
        replace(card, fields={**card.fields, **fields}) if fields else card
        for card in deck.cards
        for fields in card.faces or ({},)
    ]
    parts = [part for part in book.facts.components if part.deck == deck.id]
    printed = [card for card in cards if any(layout in (part.face_of(card), part.back_of(card)) for part in parts)]
    yield from printed or cards


def _sizes_on(canvas: FaceCanvas, scope: Scope) -> dict[str, float]:
    """The sizes that one face needs. Its faults are told by that face itself."""
    sizing = FaceCanvas(canvas.resources, scope, canvas.painters, Report())
    sizing.is_sizing, sizing.work = True, [0]
    size = scope.template.size
    sizing.draw(scope.template.elements, (0.0, 0.0, size.width, size.height))
    return sizing.sizes


_ENDLESS = 100_000.0
_MAX_CHAIN = 16
_LEGIBLE = 4.5  # points; a name in the picture of a card may be this small
_SIGN = 2  # letters: a text of no more is a sign, which is drawn however small it is


def paint_text(canvas: FaceCanvas, element: TextElement, box: Box) -> float | None:
    """A text in its box; the bottom of its lines when its height is auto."""
    is_auto = element.height == "auto"
    text_style = text_style_of(canvas, element, element.look)
    if canvas.is_sizing and not is_auto and text_style is not None and not text_style.look.together:
        return None
    paragraphs, source = words_of(canvas, element, text_style)
    if text_style is None or (canvas.is_measuring and not is_auto):
        return None
    runs = runs_of(canvas, element, text_style, paragraphs, source)
    if not any(run.words or run.bullet for run in runs):
        return box[1] if is_auto else None
    setting = fit_runs(canvas, text_style, runs, box)
    if setting.fault and not canvas.is_crowded:
        report_overflow(canvas, element, setting.fault, paragraphs, source)
    x, y, width, height = box
    if is_auto:
        height = setting.height
    if not canvas.is_measuring and not canvas.is_sizing:
        # In a small picture of a card nobody could read the words: its numbers and signs are looked at.
        is_sign = sum(word.letters for run in runs for word in run.words) <= _SIGN
        if canvas.insets and setting.size * canvas.shrunk < _LEGIBLE and not is_sign:
            ground = _ground(canvas, text_style)
            canvas.add(element, draw_bars(setting, text_style, (x, y, width, height), ground))
        else:
            paint_setting(canvas, element, text_style, setting, (x, y, width, height), source)
    return y + height if is_auto else None


def words_of(
    canvas: FaceCanvas, element: TextElement, text_style: TextStyle | None
) -> tuple[list[Paragraph], Span | None]:
    """The element's words with every placeholder filled, and where the first of them is written on the card."""
    markup = parse_markup(element.text)
    both = text_style.look.both if text_style is not None else ""
    return fill_both(
        canvas,
        element,
        markup,
        markup,
        "text",
        both or (BESIDE if text_style and text_style.look.lines == 1 else BELOW),
    )


def text_style_of(canvas: FaceCanvas, element: Element, own: Style) -> TextStyle | None:
    """The fonts, colours and sizes of a text, made once for each style and colour; None when the style is faulty."""
    name = canvas.word(own.style, element, "style") if own.style is not None else "body"
    style_key = ("style", canvas.template.name, element.span, element.id, name)
    style = canvas.once_for_all(style_key, lambda: _whole_style(canvas, element, own, name))
    if style is None:
        return None
    colour = canvas.word(own.colour, element, "colour") if own.colour is not None else ""
    icon_colour = canvas.word(own.icon_colour, element, "icon_colour") if own.icon_colour is not None else ""
    on = canvas.word(own.on, element, "on") if own.on is not None else ""
    is_of_deck = is_shared_in_deck(canvas, style.among)
    cap = shared_size(canvas, style.together, style.among) if style.together else 0.0
    key = ("text style", *style_key[1:], colour, icon_colour, on, canvas.scale, cap, is_of_deck)
    return canvas.once_for_all(key, lambda: _make_text_style(canvas, element, style, cap, not is_of_deck))


def _whole_style(canvas: FaceCanvas, element: Element, own: Style, name: str) -> Style | None:
    """A text's own style over the named one and all that this starts from; None when that is faulty."""
    resources = canvas.resources
    chain = [own]
    seen: list[str] = []
    while name:
        if name not in canvas.template.styles:
            fault = resources.style_fault(name)
            canvas.fault(element, fault or f"there is no style “{name}”", "unknown-style", "style")
            return None
        if name in seen or len(seen) > _MAX_CHAIN:
            canvas.fault(element, f"the style “{name}” extends itself", "circle", "style", " → ".join(seen))
            return None
        seen.append(name)
        chain.append(canvas.template.styles[name])
        base = chain[-1].style
        name = canvas.word(base, element, "style") if base is not None else ""
    style = chain[-1]
    for layer in reversed(chain[:-1]):
        style = layer.over(style)
    _check_sizes(canvas, element, style)
    return style


def _check_sizes(canvas: FaceCanvas, element: Element, style: Style) -> None:
    """Report wishes for a size that cannot be met."""
    size = style.size or 8.0
    if style.max is not None and style.max < max(size, style.min or 0.0):
        what, least = ("size", size) if style.max < size else ("min", style.min or 0.0)
        message = f"expected “max” of at least {least:g} pt, the value of “{what}”, got {style.max:g} pt"
        canvas.fault(element, message, "text-size", "max", "“max” is the largest size")
    if style.max is not None and style.fit == "none":
        canvas.fault(
            element, "“fit: none” and “max” are mutually exclusive", "text-size", "max", "leave one of them out"
        )
    if style.among is not None and not style.together:
        hint = "add “together: titles” to each text that shares the size"
        canvas.fault(element, "“among” needs “together”", "text-size", "among", hint)


def _make_text_style(canvas: FaceCanvas, element: Element, style: Style, cap: float, is_asked: bool) -> TextStyle:
    """The style with its sizes on this canvas. cap: that of the texts it goes together with, 0 when not known yet;
    is_asked: whether the size it needs is still to be found.
    """
    resources = canvas.resources
    font = style.font or "body"
    role = resources.role(font)
    smallprint = bool(style.smallprint)
    usual = style.size or 8.0
    full = max(usual, style.max or 0.0) * resources.theme.type_scale
    least = min(full, style.min or (SMALL_MINIMUM if smallprint else BODY_MINIMUM))
    size = max(least, full * canvas.scale)
    if cap:
        size = max(least, min(size, cap))
    look = TextLook(
        role,
        round(size, 4),
        least,
        canvas.colour("ink" if style.colour is None else style.colour, element, "colour") or "#000000",
        bool(style.bold),
        bool(style.italic),
        style.align or "start",
        style.valign or "top",
        _leading(style, usual),
        (style.spacing or 0.0) / 1000,
        bool(style.caps),
        0.35 if style.gap is None else style.gap,
        0.9 if style.indent is None else style.indent,
        style.bullet or "•",
        style.icon_size or 1.0,
        canvas.colour(style.icon_colour, element, "icon_colour"),
        style.fit != "none",
        style.lines or 0,
        (style.together or "") if is_asked else "",
        smallprint,
        canvas.colour(style.on, element, "on"),
        style.both or "",
        bool(style.shaping),
    )

    def resolve(mark: str) -> FontRole | str:
        if mark in resources.theme.fonts:
            return resources.theme.fonts[mark]
        return resources.colour(mark) or "#000000"

    def aspect(icon: str) -> float:
        drawing = resources.icon(icon)
        return drawing.width / drawing.height if drawing is not None else 1.0

    return TextStyle(look, resources.metrics, resolve, aspect)


def _leading(style: Style, size: float) -> float:
    if isinstance(style.leading, str):
        points = parse_measure(style.leading)
        return points / MM_PER_PT / size if isinstance(points, float) else 1.2
    return style.leading or 1.2


def runs_of(
    canvas: FaceCanvas,
    element: Element,
    text_style: TextStyle,
    paragraphs: Sequence[Paragraph],
    source: Span | None = None,
) -> list[Run]:
    """Measured words; a mark that names nothing is reported, and its words are set plain."""
    try:
        runs = text_style.runs(list(paragraphs))
        if text_style.unshaped:
            report_unshaped(canvas, element, text_style, source)
        return runs
    except ValueError as fault:
        message = f"{canvas.name}, “{element.id}”: {fault}"
        canvas.report.error(source or element.at("text"), message, "there is no font with this name either", "markup")
        bare = [
            Paragraph(
                tuple(TextPiece(piece.text) if isinstance(piece, TextPiece) else piece for piece in paragraph.pieces),
                paragraph.bullet,
            )
            for paragraph in paragraphs
        ]
        try:
            return text_style.runs(bare)
        except ValueError:
            return []


def fit_runs(canvas: FaceCanvas, text_style: TextStyle, runs: Sequence[Run], box: Box) -> Setting:
    """Set the runs at the largest size that fits; texts that share a size note the one they need."""
    look = text_style.look
    height = _ENDLESS if look.valign == "baseline" else box[3]
    least = look.min if look.shrinks else look.size
    setting = set_text(runs, text_style.leading, box[2], height, look.size, least, look.lines, look.valign == "middle")
    if look.together:
        canvas.sizes[look.together] = min(setting.size, canvas.sizes.get(look.together, setting.size))
    return setting


def _ground(canvas: FaceCanvas, text_style: TextStyle) -> str:
    """The colour that a text lies on, as far as it is said."""
    return text_style.look.on or canvas.resources.theme.colours.get("paper", "#ffffff")


def paint_setting(
    canvas: FaceCanvas, element: Element, text_style: TextStyle, setting: Setting, box: Box, source: Span | None = None
) -> None:
    """Draw a setting in its box."""
    resources = canvas.resources
    leaves = 0

    def draw_mark(mark: Mark, x: float, baseline: float, unit: float) -> Item | None:
        nonlocal leaves
        icon = resources.icon(mark.icon)
        if icon is None:
            return None
        ink = mark.ink
        items = drawn(resources, icon, ink.fill, ink.fill, _ground(canvas, text_style))
        if icon.raster:
            canvas.fault(
                element,
                f"an icon in a text must be a vector drawing, but “{icon.name}” has {icon.raster}",
                "svg",
                "text",
            )
        if not items:
            return None
        height = mark.height * unit
        middle = baseline - ink.metrics.cap_height * ink.factor * unit / 2
        scale = height / icon.height
        leaves += count_leaves(items) - 1
        matrix = (scale, 0.0, 0.0, scale, x - icon.x * scale, middle - height / 2 - icon.y * scale)
        return Group(items, settled(matrix), name=f"icon:{mark.icon}")

    items = draw_lines(setting, text_style, box, draw_mark)
    details: dict[str, Any] = {"source": source, "smallprint": text_style.look.smallprint, "on": text_style.look.on}
    canvas.add(element, items, leaves=len(items) + leaves, **details)


def report_unshaped(canvas: FaceCanvas, element: Element, text_style: TextStyle, source: Span | None) -> None:
    """Report that a text must be shaped, and nothing is installed that can."""
    words = text_style.unshaped[0]
    text_style.unshaped.clear()
    canvas.report.error(
        source or element.at("text"),
        f"{canvas.name}, “{element.id}”: “{words[:40]}” needs text shaping (joined letters, combining marks, "
        "right to left, or “shaping”), and HarfBuzz is not installed",
        'pip install "pnp-table[shaping]"',
        "shaping",
    )


def report_overflow(
    canvas: FaceCanvas,
    element: Element,
    reason: str,
    paragraphs: list[Paragraph],
    source: Span | None,
    room: Span | None = None,
) -> None:
    """Report that a text does not fit, at the place of its words. room: where its room is given, if not in itself."""
    words = plain_text(paragraphs)
    shown = words if len(words) <= 50 else words[:47] + "…"
    canvas.report.error(
        source or element.at("text"),
        f"{canvas.name}, “{element.id}”: the text “{shown}” does not fit: {reason} "
        f"({canvas.resources.lang_label}, {canvas.resources.theme.name})",
        f"shorten it, or give it more room in {room or element.span}",
        "text-overflow",
    )


class _LongText(NamedTuple):
    """A text as tall as its words, mm; what it says, and where that is written."""

    height: float
    element: TextElement
    words: list[Paragraph]
    source: Span | None


def report_crowded(
    canvas: FaceCanvas, element: Element, measure: Callable[[FaceCanvas], object], measures: str
) -> bool:
    """Report the longest text of those that `measure` draws; False where none is as tall as its words."""
    found: list[_LongText] = []

    def note(inner: FaceCanvas, text: TextElement, box: Box) -> float | None:
        bottom = paint_text(inner, text, box)
        if text.height == "auto" and bottom is not None:
            style = text_style_of(inner, text, text.look)
            found.append(_LongText(bottom - box[1], text, *words_of(inner, text, style)))
        return bottom

    def draw(rehearsal: FaceCanvas) -> float:
        rehearsal.painters = {**canvas.painters, TextElement: note}
        measure(rehearsal)
        return 0.0

    canvas.rehearse(draw)
    longest = max(found, key=lambda text: text.height, default=None)
    if longest is None or not longest.height:
        return False
    reason = f"the content of “{element.id}” {measures}"
    report_overflow(canvas, longest.element, reason, longest.words, longest.source, element.span)
    return True
