"""`pnp teach`: a guided first game. In: a game. Out: its lesson, told at a terminal or through a pipe."""

from __future__ import annotations

import typer

from pnp.ui.cli.arguments import GameName, Games, Lang, pick_language


def teach(
    game: GameName,
    lang: Lang = "",
    games: Games = None,
) -> None:
    """Learn a game by playing it: a recorded game, step by step, with each of its rules when it first matters."""
    from pnp.catalog import all_games, book_of, find_game, rules_of
    from pnp.ui.cli.teacher import Teacher
    from pnp.ui.teaching.lesson_run import LessonRun
    from pnp.ui.teaching.lessons import load_lesson

    entry = find_game(game, games or ())
    book = book_of(entry)
    lang = pick_language(book, lang)
    run = LessonRun(load_lesson(entry.card_folder(), game, all_games(games or ())), rules_of(entry), book)
    if not Teacher(run, lang).teach():
        raise typer.Exit(1)
