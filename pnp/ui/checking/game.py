"""Check a game. In: its files. Out: every fault of its cards, layouts and rules, with places.

Invariant: nothing is written and nothing stops at the first fault.
"""

from __future__ import annotations

from pnp.base.diagnostics import Diagnostic, InputError, fold_faces
from pnp.catalog import CatalogEntry
from pnp.library.loader import LoadedBook, read_book
from pnp.library.words import split_languages
from pnp.ui.checking.fault_values import NOTE


def inspect(
    entry: CatalogEntry, layouts: bool = True, lang: str = "", bar: str = "", codes: bool = False
) -> list[Diagnostic]:
    """All faults of one game, by place, each once; only those of one language, or of two together, when it is given.
    `bar` is put before the text of the progress bar. `codes`: of faces that show their card's code.
    """
    asked = tuple(code for code in split_languages(lang) if code)
    try:
        loaded = read_book(entry.card_folder(), asked)
    except InputError as fault:
        return fault.report.by_place()
    report = loaded.report
    if layouts and loaded.book is not None:
        # Imported here: cards alone are checked in half the time.
        from pnp.ui.checking.layouts import inspect_layouts
        from pnp.ui.checking.rules import inspect_rules

        inspect_layouts(entry, loaded, report, lang, bar, codes)
        inspect_rules(entry, loaded, report)
    report.extend(_own_words(loaded))
    return fold_faces(dict.fromkeys(report.by_place()))


def _own_words(loaded: LoadedBook) -> list[Diagnostic]:
    """Cards whose text is not made from their abilities: no fault, but reported and counted."""
    found = []
    for node in loaded.nodes.values():
        reason = node.get("instead_of_generated")
        if reason is not None:
            what = f"a text written by hand instead of the generated one: {reason.value}"
            found.append(Diagnostic(reason.span, what, severity=NOTE, code="own-words"))
    return found
