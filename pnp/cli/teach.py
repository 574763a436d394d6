"""`pnp teach`: a guided first game. In: a game. Out: its lesson, told at a terminal or through a pipe."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from pnp.cli.arguments import GameName, Games, Lang, pick_language

if TYPE_CHECKING:
    from pnp.catalog import CatalogEntry
    from pnp.library.reading.lesson import Lesson

FILE = "teach.yaml"


def teach(
    game: GameName,
    lang: Lang = "",
    games: Games = None,
) -> None:
    """Learn a game by playing it: a recorded game, step by step, with each of its rules when it first matters."""
    from pnp.catalog import all_games, book_of, find_game, rules_of
    from pnp.cli.teacher import Teacher
    from pnp.table.teaching.lesson_run import LessonRun

    entry = find_game(game, games or ())
    book = book_of(entry)
    lang = pick_language(book, lang)
    run = LessonRun(load_lesson(entry, all_games(games or ())), rules_of(entry), book)
    if not Teacher(run, lang).teach():
        raise typer.Exit(1)


def load_lesson(entry: CatalogEntry, others: Sequence[CatalogEntry] = ()) -> Lesson:
    """Return the lesson of a game.

    Raises InputError when its files have faults, UsageError with those of the `others` that have one when it has none.
    """
    from pnp.base.diagnostics import Span, UsageError
    from pnp.library.loader import read_book
    from pnp.table.teaching.lesson_run import lesson_of

    folder = entry.card_folder()
    loaded = read_book(folder)
    loaded.report.raise_errors()
    assert loaded.book is not None, "a book without errors"
    lesson = lesson_of(loaded, loaded.book)
    if lesson is None:
        having = [other.slug for other in others if os.path.isfile(os.path.join(other.cards, FILE))]
        there = f"games with a lesson: {', '.join(having)}; " if having else ""
        hint = f"{there}to write one, see docs/teach.md: {folder.shown(FILE)}"
        raise UsageError.single(Span(entry.slug), f"{entry.slug} has no lesson", hint, "no-lesson")
    return lesson
