"""`pnp referee review`: a game looked at again. In: a record. Out: chances line by line, the dearest moves, luck and
skill, as text, as JSON and as a page that needs nothing else.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.base.diagnostics import InputError, Span
from pnp.base.files import check_ours, write_file
from pnp.cli.arguments import Games, Json, RecordFile, RecordLang, pick_language
from pnp.cli.progress import progress
from pnp.cli.referee.hint import MOST
from pnp.cli.referee.open_record import open_session, print_json
from pnp.cli.referee.viewer import viewer_of
from pnp.cli.streams import even_without_reader, text_width
from pnp.cli.terminal.folded import print_folded
from pnp.playtest.advice.review import review as review_of
from pnp.referee.view import ReplayView
from pnp.web.advice.review_text import review_lines, review_values

PAGE_MARKS = (b'content="pnp referee review"',)  # what such a page bears


def review(
    file: RecordFile,
    seat: Annotated[str, typer.Option("--seat", help="use what this seat knew, and judge only its moves")] = "",
    html: Annotated[
        Path | None, typer.Option("--html", metavar="PAGE", help="write the review as an HTML page")
    ] = None,
    simulations: Annotated[
        int, typer.Option("--simulations", min=1, max=MOST, help="number of simulations for each move")
    ] = 80,
    lang: RecordLang = "",
    force: Annotated[bool, typer.Option("--force", help="overwrite a file that is not such a page")] = False,
    json: Json = False,
    games: Games = None,
) -> None:
    """Review a game: each seat's chances, the most costly moves and better ones, luck and skill.

    An unfinished game is reviewed with the knowledge of one seat, or with public knowledge.
    """
    session = open_session(file, games, lang=lang)
    lang = pick_language(session.book, lang)
    viewer = viewer_of(session.replay, seat)
    if html is not None and html.resolve() == file.resolve():
        raise InputError.single(Span(str(html)), "--html would overwrite the record", "choose another file", "output")
    if html is not None and html.is_dir():
        raise InputError.single(Span(str(html)), "expected a file, got a folder", "name a file in it", "unwritable")
    if html is not None and not force:
        check_ours(html, PAGE_MARKS, "pnp referee review")
    if session.game.fill is None:
        what = f"{session.game.slug} does not support search: it does not define `fill`"
        raise InputError.single(Span(str(file)), what, code="review")

    with progress() as show:
        found = review_of(session.replay, viewer, simulations, lambda done, total: show(session.book.slug, done, total))
    if not found.points:
        raise InputError.single(Span(str(file)), "no seat has had a decision yet", code="review")
    table = session.replay if found.is_over and viewer is None else ReplayView(session.replay, viewer)
    with even_without_reader():  # first of all, so that a page that cannot be written costs no review
        if json:
            print_json(review_values(found, table, lang))
        else:
            print_folded(review_lines(found, table, lang, text_width()))
    if html is not None:
        from pnp.web.advice.review_page import review_page

        write_file(html, review_page(found, table, lang))
        if not json:
            print(f"\n{html}")
