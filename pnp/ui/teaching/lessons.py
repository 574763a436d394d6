"""The lesson of a game. In: the folder of its cards. Out: a Lesson."""

from __future__ import annotations

from pnp.base.diagnostics import Span, UsageError
from pnp.library.card import CardBook
from pnp.library.card_folder import CardFolder
from pnp.library.loader import LoadedBook, read_book
from pnp.library.reading.lesson import Lesson, read_lesson
from pnp.library.reading.node import Languages

FILE = "teach.yaml"


def load_lesson(folder: CardFolder, slug: str) -> Lesson:
    """The lesson of a game. Raises InputError when its files have faults, UsageError when it has none."""
    loaded = read_book(folder)
    loaded.report.raise_errors()
    assert loaded.book is not None, "a book without errors"
    lesson = lesson_of(loaded, loaded.book)
    if lesson is None:
        hint = f"docs/teach.md says how one is written: {folder.shown(FILE)}"
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
