"""`pnp teach`: a guided first game. In: a game. Out: its lesson, told at a terminal or through a pipe."""

from __future__ import annotations

import typer

from pnp.catalog import all_games, book_of, find_game
from pnp.cli.arguments import GameName, Games, Lang, pick_language


def teach(
    game: GameName,
    lang: Lang = "",
    games: Games = None,
) -> None:
    """Learn a game by playing it: a recorded game, step by step, with each of its rules when it first matters."""
    from pnp.cli.teacher import Teacher, begin_lesson

    entry = find_game(game, games or ())
    lang = pick_language(book_of(entry), lang)
    if not Teacher(begin_lesson(entry, all_games(games or ())), lang).teach():
        raise typer.Exit(1)
