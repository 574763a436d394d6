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

Folder = Annotated[Path, typer.Argument(metavar="[FOLDER]", help="a game or a folder of games")]
List = Annotated[bool, typer.Option("--list", help="list the trusted folders and whether their code changed")]
Revoke = Annotated[bool, typer.Option("--revoke", help="stop trusting a folder, which may already be deleted")]
Own = Annotated[
    bool, typer.Option("--own", help="trust your own game: you may change its code without trusting it again")
]


def trust(folder: Folder = Path("."), list_: List = False, revoke: Revoke = False, own: Own = False) -> None:
    """Allow the code (rules.py) of a game to run, if the game is in the current folder, above it, or beside a record.

    Read the code first: it runs with your user's permissions. Changed code must be trusted again. A folder named
    with --games is trusted for that command.
    """
    if list_ + revoke + own > 1:
        raise typer.BadParameter("--list, --revoke and --own are mutually exclusive")
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
            print(f"{shown_path(game)}: the game contains no code, so there is nothing to trust")
            continue
        known = trust_folder(game, own)
        print(f"{known.path}: {_state(known)} ({', '.join(known.files)})")


def _revoke(folder: Path) -> None:
    path = os.path.abspath(folder)
    forgotten = [each for each in dict.fromkeys((path, *_games(folder))) if revoke_trust(each)]
    if not forgotten:
        raise UsageError.single(
            Span(str(folder)), "this folder is not trusted", "see the trusted folders: pnp trust --list", "not-trusted"
        )
    for each in forgotten:
        print(f"{each}: no longer trusted")


def _state(known: TrustedFolder) -> str:
    if not os.path.isdir(known.path):
        return "trusted, but the folder is missing"
    if known.own:
        return "trusted as your own, including later changes"
    try:
        return "trusted, unchanged" if code_files(known.path) == known.files else "changed, so it must be trusted again"
    except InputError as fault:
        return str(fault.report.items[0])
