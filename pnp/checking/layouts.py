"""Check the layouts of a game. In: the game. Out: what is wrong with its faces and its screen, with places.

Invariant: layouts are composed in every language and theme, because a text that fits in one may not fit in another.
"""

from __future__ import annotations

from pnp.base.diagnostics import Report
from pnp.catalog import CatalogEntry
from pnp.export.cache.check_cache import prover
from pnp.export.disk_shelf import DiskShelf
from pnp.export.pdf.pdf_resources import OnProgress
from pnp.layout.checks.inspection import inspect_game
from pnp.layout.painting.resources import LayoutResources
from pnp.library.loader import LoadedBook
from pnp.library.words import BOTH
from pnp.web.drawing.screen_faults import inspect_screen


def inspect_layouts(
    entry: CatalogEntry, loaded: LoadedBook, report: Report, lang: str, on_progress: OnProgress, codes: bool
) -> None:
    """Compose every face in every language and theme and look it over; read the layouts that nothing uses, too.

    Where a layout shows two languages, each language is also composed beside the first.
    """
    book = loaded.book
    assert book is not None
    shelf = DiskShelf(games=entry.shelves)
    singles = (*book.languages, *book.drafts)
    resources = LayoutResources(shelf, book, lang=lang or singles[0], origins=loaded.origin, codes=codes)
    if not resources.is_themed:
        report.extend(resources.report)
        return
    layouts = [resources.template(name) for name in resources.layout_names()]
    pairs = [BOTH.join((singles[0], code)) for code in singles[1:]]
    if not any(layout is not None and layout.is_bilingual for layout in layouts):
        pairs = []
    prove = prover(shelf, (*entry.layout_folders, shelf.stock), on_progress)
    languages = [lang] if lang else [*singles, *pairs]
    found = inspect_game(resources, languages=languages, prove=prove)
    # That a layout shows one language at a time matters only to those who ask for two.
    report.extend(item for item in found if lang or item.code != "bilingual")
    report.extend(resources.report)
    report.extend(inspect_screen(resources))


def read_layouts(entry: CatalogEntry, loaded: LoadedBook, report: Report) -> None:
    """Read every layout and the screen, and compose nothing."""
    book = loaded.book
    assert book is not None
    resources = LayoutResources(DiskShelf(games=entry.shelves), book, lang=book.languages[0], origins=loaded.origin)
    if resources.is_themed:
        for name in resources.layout_names():
            resources.template(name)
        report.extend(inspect_screen(resources))
    report.extend(resources.report)
