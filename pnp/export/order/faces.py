"""The faces of an order: compose, paint, check. In: a ComposeJob. Out: Faces: every face composed or found in the
cache, painted, and without fault.

Invariant: nothing is written here but the cache; a text that does not fit, a character no font has, or any other fault
of cards and layouts, is reported with all others in one InputError.
"""

from __future__ import annotations

from collections.abc import Set

from msgspec import Struct, msgpack
from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.digest import digest_bytes
from pnp.export.cache.build_cache import BuildCache
from pnp.export.order.order import GameFolders, PrintOrder
from pnp.export.order.resolve import ComposeJob
from pnp.export.pdf.output_intent import NORMS, OutputIntent
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.layout.checks.inspection import codes_without_place
from pnp.layout.painting.compose import FaceKey
from pnp.layout.painting.resources import LayoutResources, Origins
from pnp.layout.sheets.components import ComponentPart, Portfolio, blank_parts, is_printed_as_composed
from pnp.library.card import Component


class Faces(Struct, frozen=True):
    """The faces of the components asked for, on no sheets: what every exporter but the PDFs needs."""

    resources: LayoutResources
    portfolio: Portfolio
    pdf_resources: PdfResources
    components: list[tuple[Component, list[ComponentPart]]]


def make_faces(job: ComposeJob, cache: BuildCache, are_frames: bool = False) -> Faces:
    """Compose, paint, check; InputError reports every fault of cards and layouts.

    are_frames: each is wanted as a Frame, to build something of it; else those painted before are not composed again.
    """
    keys: dict[bool, list[FaceKey]] = {True: [], False: []}
    for component in job.components:
        is_whole = are_frames or not is_printed_as_composed(component)
        keys[is_whole] += job.face_keys(component)
    cache.complete(job.shelf, job.resources, keys[False], keys[True])
    portfolio = Portfolio(job.resources, lambda key, is_whole: cache.get(key, is_whole or are_frames), job.backs)
    components = [(component, portfolio.parts(component, job.chosen(component))) for component in job.components]
    if job.blank:
        components = [(component, blank_parts(portfolio, parts, job.blank)) for component, parts in components]
    portfolio.report.extend(job.resources.report)
    for component in job.components:
        portfolio.report.extend(codes_without_place(job.resources, component))
    pdf_resources = cache.paint(job.resources, portfolio)
    missing = {letter for frame in portfolio.composed for letter in pdf_resources.missing(frame)}
    if portfolio.report.errors or missing:
        raise InputError(_all_faults(job, portfolio.report, missing))
    return Faces(job.resources, portfolio, pdf_resources, components)


def _all_faults(job: ComposeJob, found: Report, missing: Set[str]) -> Report:
    """Every error, with the places of the cards: only now is it worth the time to learn where each was written."""
    from pnp.layout.checks.inspection import inspect_components

    located = job.resources.fresh_copy(origins=_origins(job.game))
    report = Report(dict.fromkeys(inspect_components(located, job.components).errors))
    reported = {item.message for item in report}
    # Found without the places of the cards: the same fault is reported once, where it was written.
    report.extend(item for item in dict.fromkeys(found.errors) if item.message not in reported)
    if not report.errors:
        letters = " ".join(f"{letter} (U+{ord(letter):04X})" for letter in sorted(missing))
        report.error(Span(job.game.slug), f"no font contains the characters {letters}", code="missing-glyph")
    return report


def _origins(game: GameFolders) -> Origins:
    from pnp.library.loader import read_book

    return read_book(game.card_folder()).origin


def read_press(order: PrintOrder, norm: str = "x4", ink: int = 0) -> OutputIntent | None:
    """The press that an order names, None when it is for a printer at home; norm and ink hold where it says none."""
    if not order.press:
        return None
    from pnp.export.press.profile import USUAL_INK, load_intent

    return load_intent(order.press, NORMS[order.pdfx or norm], order.ink or ink or USUAL_INK)


def for_press(faces: Faces, intent: OutputIntent, cache: BuildCache) -> Faces:
    """The faces in the inks of a press; they were composed as Frames."""
    from pnp.export.press.press_resources import PressResources

    made = PressResources(faces.pdf_resources, intent)
    made.kept = cache.forms(faces.resources.book.slug, digest_bytes(msgpack.encode(intent), 16))
    return replace(faces, pdf_resources=made)


def for_draft(faces: Faces, cache: BuildCache) -> Faces:
    """The faces with little ink; they were composed as Frames."""
    from pnp.export.pdf.draft_resources import DraftResources

    made = DraftResources(faces.pdf_resources)
    made.kept = cache.forms(faces.resources.book.slug, "draft")
    return replace(faces, pdf_resources=made)


def describe_press(intent: OutputIntent | None) -> dict[str, object]:
    """What a manifest says of it."""
    if intent is None:
        return {}
    return {"pdfx": intent.norm.title, "profile": intent.name, "ink": intent.limit}
