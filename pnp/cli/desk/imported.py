"""What comes with an imported table: warnings, layouts, pictures. In: what the table holds. Out: files, and words."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.base.diagnostics import Report
    from pnp.library.importing.decks import ImportedGame
    from pnp.library.importing.folder import Art


def layout_files(imported: ImportedGame) -> tuple[dict[str, str], list[str]]:
    """The layouts' files, and the fields they do not show."""
    from pnp.layout.template.starter import StarterDeck, left_out, starter_files
    from pnp.library.importing.columns import is_note
    from pnp.library.importing.folder import art_field, layout_of

    decks = []
    for deck in imported.decks:
        notes = {name for name, header in deck.labels.items() if is_note(header)}
        fields = {name: kind for name, kind in deck.fields.items() if name not in notes}
        slots = [slot for slot in deck.slots if slot not in notes]
        decks.append(StarterDeck(layout_of(deck, len(imported.decks)), fields, slots, deck.labels, art_field(deck)))
    return starter_files(decks), [name for deck in decks for name in left_out(deck)]


def read_bytes(path: str) -> bytes:
    from pnp.base.diagnostics import InputError, Span
    from pnp.base.files import reason_of

    try:
        with open(path, "rb") as stream:
            return stream.read()
    except OSError as fault:
        raise InputError.single(Span(path), f"cannot be read: {reason_of(fault)}", code="unreadable") from None


def print_art(target: str, art: Art) -> None:
    """Print what became of the pictures."""
    place = os.path.join(target, "layouts", "art") + os.sep
    if art.files:
        print(f"\n{len(art.files)} pictures are in {place}")
    if art.lost:
        lost = list(dict.fromkeys(art.lost))
        more = f" and {len(lost) - 8} more" if len(lost) > 8 else ""
        named = f"{', '.join(lost[:8])}{more}"
        print(f"\nPictures (PNG, JPEG, WebP or SVG) not found beside the table: {named}; put them into {place}")


def print_warnings(report: Report) -> None:
    """Print the warnings; errors are raised and reported by `main`."""
    from pnp.cli.terminal.ink import print_faults

    print_faults(sorted(report.warnings, key=lambda one: one.span))
