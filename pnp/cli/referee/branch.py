"""`pnp referee branch`: play on from a line of a record. In: a record, a line. Out: a new record that begins so."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.base.diagnostics import InputError, Span
from pnp.base.system import quote_word
from pnp.cli.arguments import Games, Json, RecordFile, RecordLang, pick_language
from pnp.cli.referee.commands import print_seed
from pnp.cli.referee.open_record import entry_of, finder, keep_game_folder, open_session, print_json
from pnp.library.words import in_language
from pnp.referee.view import ReplayView
from pnp.table.messages import format_next
from pnp.table.story.branch import branch as branch_record
from pnp.table.story.branch import why_no_branch
from pnp.table.wording import phrase


def branch(
    file: RecordFile,
    ply: Annotated[int, typer.Argument(metavar="N", min=0, help="last line to copy; 0: none")],
    output: Annotated[Path | None, typer.Option("-o", "--output", help="file of the new record")] = None,
    lang: RecordLang = "",
    json: Json = False,
    games: Games = None,
) -> None:
    """Play on from line N of FILE in a new record. FILE does not change; the referee's deals after line N are new."""
    session = open_session(file, games, lang=lang)
    lang = pick_language(session.book, lang)
    why = why_no_branch(session.replay, ply)
    if why is not None:
        hint = phrase("branch_within" if ply > session.replay.plies else "branch_when_over", lang)
        raise InputError.single(Span(str(file)), in_language(why, lang), hint, "branch")
    made = branch_record(session, ply, output or branch_name(file, ply), finder(games, record=file))
    keep_game_folder(made.store.path, entry_of(session, games), lang)
    path, seen = made.store.path, ReplayView(made.replay, None)
    if json:
        lines = [seen.format(entry) for entry in seen.entries]
        print_json({"record": str(path), "branch": {"of": str(file), "ply": ply}, "lines": lines})
        return
    print(f"{path}: {phrase('branched', lang, count=ply, file=file)}")
    print_seed(made, lang)
    print(format_next(seen, lang))

    own = "".join(f" --games {quote_word(str(folder))}" for folder in games or ())
    print(phrase("go_on", lang, command=f"pnp referee play {quote_word(str(path))}{own}"))


def branch_name(file: Path, ply: int) -> Path:
    """A name beside the record that no file has: `evening-37.record`."""
    path, number = file.with_name(f"{file.stem}-{ply}{file.suffix}"), 2
    while path.exists():
        path, number = file.with_name(f"{file.stem}-{ply}-{number}{file.suffix}"), number + 1
    return path
