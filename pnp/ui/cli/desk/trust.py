"""`pnp trust`. In: folders of games. Out: whether their code may run. Invariant: none of it runs here."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from pnp.base.diagnostics import InputError, Span, UsageError
from pnp.base.places import shown_path
from pnp.base.trust import TrustedFolder, code_files, read_trusted, revoke_trust, trust_folder
from pnp.catalog import game_around, games_in

Folder = Annotated[Path, typer.Argument(metavar="[FOLDER]", help="a game, or a folder of games; here unless said")]
List = Annotated[bool, typer.Option("--list", help="which folders are trusted, and whether their code changed since")]
Revoke = Annotated[bool, typer.Option("--revoke", help="trust it no longer; the folder need not be there any more")]
Own = Annotated[bool, typer.Option("--own", help="a game you write yourself: changes of its code do not ask again")]


def trust(folder: Folder = Path("."), list_: List = False, revoke: Revoke = False, own: Own = False) -> None:
    """Let the code (rules.py) of a game run that is found without --games: in the current folder, above it, or beside
    a record. Read it first: it runs with all your rights. Changed code asks again.
    """
    if list_ + revoke + own > 1:
        raise typer.BadParameter("one of --list, --revoke and --own")
    if list_:
        for known in read_trusted():
            print(f"{known.path}: {_state(known)}")
    elif revoke:
        _revoke(folder)
    else:
        _trust(folder, own)


def _games(folder: Path) -> list[str]:
    """The games that a folder is, has, or lies in."""
    path = os.path.abspath(folder)
    return games_in(path) or list(filter(None, [game_around(path)]))


def _trust(folder: Path, own: bool) -> None:
    games = _games(folder)
    if not games:
        hint = "a game is a folder that contains cards/game.yaml"
        raise InputError.single(Span(shown_path(str(folder))), "found no games here", hint, "no-games")
    for game in games:
        if not code_files(game):
            print(f"{shown_path(game)}: it has no code, so there is nothing to trust")
            continue
        known = trust_folder(game, own)
        print(f"{known.path}: {_state(known)} ({', '.join(known.files)})")


def _revoke(folder: Path) -> None:
    path = os.path.abspath(folder)
    forgotten = [each for each in dict.fromkeys((path, *_games(folder))) if revoke_trust(each)]
    if not forgotten:
        raise UsageError.single(Span(str(folder)), "it was not trusted", "pnp trust --list", "not-trusted")
    for each in forgotten:
        print(f"{each}: trusted no longer")


def _state(known: TrustedFolder) -> str:
    if not os.path.isdir(known.path):
        return "trusted, but gone"
    if known.own:
        return "trusted as your own, whatever changes"
    try:
        return "trusted as it is" if code_files(known.path) == known.files else "changed since, so it asks again"
    except InputError as fault:
        return str(fault.report.items[0])
