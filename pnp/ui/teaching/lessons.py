"""The lesson of a game. In: the folder of its cards. Out: a Lesson."""

from __future__ import annotations

import os
from collections.abc import Sequence

from pnp.base.diagnostics import Span, UsageError
from pnp.catalog import CatalogEntry
from pnp.library.card import CardBook
from pnp.library.card_folder import CardFolder
from pnp.library.loader import LoadedBook, read_book
from pnp.library.reading.lesson import Lesson, read_lesson
from pnp.library.reading.node import Languages

FILE = "teach.yaml"


def load_lesson(folder: CardFolder, slug: str, others: Sequence[CatalogEntry] = ()) -> Lesson:
    """Return the lesson of a game.

    Raises InputError when its files have faults, UsageError with those of the `others` that have one when it has none.
    """
    loaded = read_book(folder)
    loaded.report.raise_errors()
    assert loaded.book is not None, "a book without errors"
    lesson = lesson_of(loaded, loaded.book)
    if lesson is None:
        having = [entry.slug for entry in others if os.path.isfile(os.path.join(entry.cards, FILE))]
        there = f"games with a lesson: {', '.join(having)}; " if having else ""
        hint = f"{there}to write one, see docs/teach.md: {folder.shown(FILE)}"
        raise UsageError.single(Span(slug), f"{slug} has no lesson", hint, "no-lesson")
    return lesson


def lesson_of(loaded: LoadedBook, book: CardBook) -> Lesson | None:
    """The lesson among files that were read; None when there is none. Its faults are in their report already."""
    for node in loaded.documents.values():
        if isinstance(node.value, dict) and "teach" in node.value:
            found = len(loaded.report)
            lesson = read_lesson(node, Languages(book.languages, book.drafts), book.slug)
            del loaded.report.items[found:]
            return lesson
    return None
