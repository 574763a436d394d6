"""`pnp referee replay`: a whole game on one page. In: a record. Out: an HTML file that needs no server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.base.diagnostics import InputError, Span
from pnp.base.files import check_ours, reason_of, write_file
from pnp.cli.arguments import Games, RecordFile, RecordLang, pick_language
from pnp.cli.referee.open_record import entry_of, open_session
from pnp.cli.referee.viewer import viewer_of
from pnp.table.wording import phrase

PAGE_MARKS = (b'content="pnp referee replay"',)  # what such a page bears

SeatOption = Annotated[
    str,
    typer.Option(
        "--seat", help="show what this seat knew (default: everything in a finished game, else what is public)"
    ),
]


def replay(
    file: RecordFile,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="file of the page (default: FILE.html)")] = None,
    seat: SeatOption = "",
    lang: RecordLang = "",
    force: Annotated[bool, typer.Option("--force", help="overwrite a file that is not a replay page")] = False,
    games: Games = None,
) -> None:
    """Write a whole game as one HTML page to share: every line, the table after it, and the reasons."""
    session = open_session(file, games, lang=lang)
    lang = pick_language(session.book, lang)
    viewer = viewer_of(session.replay, seat) if seat else None
    target = output or file.with_suffix(".html")
    if target.resolve() == file.resolve():
        raise InputError.single(
            Span(str(target)), "the page would overwrite the record", "name another file with -o", "output"
        )
    if not force:
        check_ours(target, PAGE_MARKS, "pnp referee replay")

    from pnp.web.drawing.look import Look
    from pnp.web.replay_page.page import replay_page

    page = replay_page(session.replay, Look(entry_of(session, games), session.book), viewer, lang)
    try:
        write_file(target, page)
    except OSError as error:
        raise InputError.single(Span(str(target)), f"cannot be written: {reason_of(error)}", code="output") from None
    lines = sum(entry.accepted for entry in session.replay.entries)
    print(f"{target}: {phrase('replay_written', lang, count=lines, size=f'{len(page.encode()) / 1000:,.0f} kB')}")
