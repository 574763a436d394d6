"""One look at faces. In: a game's folders, its card book, what to look at. Out: a picture of them, and their faults.

Nothing is imposed and no document is made: the faces asked for are composed, painted into one PDF and rasterised, as
every picture is. Invariant: a face with faults is shown all the same, and each of its faults is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, sqrt

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from pnp.base.diagnostics import InputError, Report, Span, UsageError
from pnp.base.suggest import hint_nearest
from pnp.export.disk_shelf import DiskShelf
from pnp.export.order.order import GameFolders
from pnp.export.order.resolve import find_language, pick_cards
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pictures.face_pictures import clear_corners, fit_pixels, paint_pictures
from pnp.layout.checks.preflight import preflight
from pnp.layout.painting.compose import compose_card, compose_page
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources, Origins
from pnp.layout.sheets.components import list_cards
from pnp.library.card import Card, CardBook, Component

LONGEST = 1400  # pixels of a face that is shown alone
MOST = 600  # faces at once
SHEET_PIXELS = 24_000_000  # of all faces on one picture
GAP = 0.04  # between faces on one picture, as a part of the widest
GROUND = (226, 226, 226)


class LookOrder(Struct, frozen=True):
    """What to look at, by the names people use. what: a card, a choice of cards as after --cards, or a component."""

    what: str
    is_back: bool = False
    is_sheet: bool = False
    lang: str = ""
    theme: str = ""
    dpi: int = 300


class LookedAt(Struct, frozen=True):
    """The picture, the labels of what is on it, and what is wrong with them."""

    picture: Image.Image
    labels: list[str]
    lang: str
    report: Report


def look_at(game: GameFolders, book: CardBook, order: LookOrder) -> LookedAt:
    """Paint what is wished for; InputError when there is no such thing, or when it cannot be painted at all."""
    chosen = _choose(book, order)
    resources = LayoutResources(DiskShelf(games=game.shelves), book, order.theme, find_language(book, order.lang))
    if not resources.is_themed:
        raise InputError(resources.report)
    if order.theme and resources.theme_names and order.theme not in resources.theme_names:
        hint = hint_nearest(order.theme, resources.theme_names)
        raise UsageError.single(Span(book.slug), f"the game has no theme “{order.theme}”", hint, "unknown-theme")
    if any(_compose(resources, one, order.is_back).report.errors for one in chosen if one[2] is not None):
        resources = resources.fresh_copy(origins=_origins(game))  # only now is it worth the time to learn where
    faces = [(label, face) for one in chosen for label, face in _faces(resources, one, order.is_back)]
    report = Report()
    for _, face in faces:
        report.extend([*face.report, *preflight(resources, face)])
    report = Report(dict.fromkeys([*resources.report, *report]))
    pdf = PdfResources(resources.font_bytes, resources.image_bytes, shown=resources.shelf.shown)
    picture = _paint(pdf, [face for _, face in faces], order)
    return LookedAt(picture, [label for label, _ in faces], resources.lang_label, report)


Chosen = tuple[Component, str, Card | None]


def _choose(book: CardBook, order: LookOrder) -> list[Chosen]:
    """The faces that are meant: a component's pages, or cards, each in the first component that prints it."""
    first = None if order.what or not book.components else book.components[0]
    named = next((part for part in book.components if part.id == order.what), first)
    if named is not None and not named.has_cards:
        return [(named, named.id, None)]
    with_cards = [part for part in book.components if part.has_cards]
    if not with_cards:
        raise InputError.single(
            Span(book.slug), "the game prints no cards", "list decks under components: in game.yaml", "no-cards"
        )
    if named is not None:
        labels = {named.id: {label for _, label, _ in list_cards(book, named)}}
    else:
        labels = {id_: set(found) for id_, found in _pick(book, with_cards, order.what).items()}
    chosen: dict[str, Chosen] = {}
    for part in with_cards:
        for card, label, _ in list_cards(book, part):
            if label in labels.get(part.id, ()):
                chosen.setdefault(label, (part, label, card))
    found = list(chosen.values())
    if len(found) > 1 and not order.is_sheet and {card.id for _, _, card in found if card} != {order.what.lower()}:
        message = f"expected one face, got {len(found)}"
        raise UsageError.single(Span(order.what or book.slug), message, "--sheet puts them on one picture", "cards")
    if len(found) > MOST:
        raise UsageError.single(
            Span(order.what or book.slug),
            f"expected at most {MOST} faces, got {len(found)}",
            "choose fewer cards",
            "cards",
        )
    return found


def _pick(book: CardBook, components: Sequence[Component], what: str) -> Mapping[str, frozenset[str]]:
    try:
        return pick_cards(book, components, what)
    except UsageError as fault:  # its place is the option of a build that takes the same words
        raise UsageError(Report(replace(item, span=Span(book.slug)) for item in fault.report)) from None


def _faces(resources: LayoutResources, chosen: Chosen, is_back: bool) -> Iterator[tuple[str, ComposedFace]]:
    component, label, card = chosen
    if card is not None:
        yield label, _compose(resources, chosen, is_back)
        return
    layout = component.back if is_back else component.face
    if not layout:
        raise UsageError.single(Span(label), f"“{label}” has no {'back' if is_back else 'face'}", "", "no-face")
    pages = compose_page(resources, layout)
    for number, face in enumerate(pages, 1):
        yield label if len(pages) == 1 else f"{label}-{number}", face


def _compose(resources: LayoutResources, chosen: Chosen, is_back: bool) -> ComposedFace:
    component, label, card = chosen
    assert card is not None
    layout = component.back_of(card) if is_back else component.face_of(card)
    if not layout:
        raise UsageError.single(Span(label), f"“{label}” has no back", "remove --back", "no-face")
    return compose_card(resources, layout, card)


def _paint(pdf: PdfResources, faces: Sequence[ComposedFace], order: LookOrder) -> Image.Image:
    """One picture: of one face, clear outside its shape; of several, side by side on a grey ground."""
    frames = [face.frame for face in faces]
    longest = LONGEST if len(frames) == 1 else min(LONGEST, int(sqrt(SHEET_PIXELS / len(frames))))
    sizes = [fit_pixels(frame, longest, order.dpi) for frame in frames]
    pictures = list(clear_corners(pdf, frames, paint_pictures(pdf, frames, sizes)))
    if len(pictures) == 1:
        return pictures[0]
    width, height = max(width for width, _ in sizes), max(height for _, height in sizes)
    columns = min(len(pictures), max(1, round(sqrt(len(pictures) * height / width * 1.5))))
    gap = round(width * GAP)
    rows = ceil(len(pictures) / columns)
    sheet = Image.new("RGB", (columns * (width + gap) + gap, rows * (height + gap) + gap), GROUND)
    for number, picture in enumerate(pictures):
        row, column = divmod(number, columns)
        place = (gap + column * (width + gap), gap + row * (height + gap))
        sheet.paste(picture, place, picture if picture.mode == "RGBA" else None)
    return sheet


def _origins(game: GameFolders) -> Origins:
    from pnp.library.loader import read_book

    return read_book(game.card_folder()).origin
