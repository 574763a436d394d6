"""Check a game. In: its files. Out: every fault of its cards, layouts and rules, with places.

Invariant: nothing is written and nothing stops at the first fault.
"""

from __future__ import annotations

from collections.abc import Callable

from pnp.base.diagnostics import Diagnostic, InputError, fold_faces
from pnp.catalog import CatalogEntry
from pnp.checking.fault_values import NOTE
from pnp.library.loader import LoadedBook, read_book
from pnp.library.words import split_languages


def inspect(
    entry: CatalogEntry,
    layouts: bool = True,
    lang: str = "",
    on_progress: Callable[[str, int, int], None] = lambda what, done, total: None,
    codes: bool = False,
) -> list[Diagnostic]:
    """All faults of one game, by place, each once; only those of one language, or of two together, when it is given.
    `on_progress` is called with the name of the work, how much is done, of how much. `codes`: check faces that show
    their code.
    """
    asked = tuple(code for code in split_languages(lang) if code)
    try:
        loaded = read_book(entry.card_folder(), asked)
    except InputError as fault:
        return fault.report.by_place()
    report = loaded.report
    if layouts and loaded.book is not None:
        # Imported here: cards alone are checked in half the time.
        from pnp.checking.layouts import inspect_layouts
        from pnp.checking.rules import inspect_rules

        inspect_layouts(entry, loaded, report, lang, on_progress, codes)
        inspect_rules(entry, loaded, report)
    report.extend(_own_words(loaded))
    return fold_faces(dict.fromkeys(report.by_place()))


def inspect_beyond_faces(entry: CatalogEntry) -> list[Diagnostic]:
    """The faults of one game but those of composed faces: of its cards, rules and screen, and of layouts as files."""
    from pnp.checking.layouts import read_layouts
    from pnp.checking.rules import inspect_rules

    try:
        loaded = read_book(entry.card_folder())
    except InputError as fault:
        return fold_faces(fault.report.by_place())
    if loaded.book is not None:
        read_layouts(entry, loaded, loaded.report)
        inspect_rules(entry, loaded, loaded.report)
    return fold_faces(dict.fromkeys(loaded.report.by_place()))


def _own_words(loaded: LoadedBook) -> list[Diagnostic]:
    """Cards whose text is not made from their abilities: no fault, but reported and counted."""
    found = []
    for node in loaded.nodes.values():
        reason = node.get("instead_of_generated")
        if reason is not None:
            what = f"a text written by hand instead of the generated one: {reason.value}"
            found.append(Diagnostic(reason.span, what, severity=NOTE, code="own-words"))
    return found
