"""`pnp look`. In: a game and a card. Out: its face as a picture, in the terminal or in a file, and its faults."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from pnp.base.diagnostics import InputError, Span, fold_faces
from pnp.base.files import write_file
from pnp.base.places import shown_path
from pnp.catalog import book_of, find_game
from pnp.checking.fault_values import fault_values
from pnp.cli import completing
from pnp.cli.arguments import GameName, Games, Json, Lang, print_json
from pnp.cli.streams import STDOUT, write_bytes
from pnp.cli.terminal.ink import print_faults

SIGNED = ("Software", "pnp look")  # stands in the pictures, so that they may be made again
_HEAD = 4096  # bytes in which it is looked for

What = Annotated[
    str,
    typer.Argument(
        metavar="[CARD]",
        help="a card, a choice of cards as in build --cards, or a component such as rules",
        autocompletion=completing.looked_at,
    ),
]
Back = Annotated[bool, typer.Option("--back", help="show the back")]
OnOneSheet = Annotated[bool, typer.Option("--sheet", help="put all chosen faces side by side on one picture")]
Theme = Annotated[
    str, typer.Option("--theme", help="theme of the game (default: its first)", autocompletion=completing.themes)
]
Dpi = Annotated[int, typer.Option("--dpi", min=36, max=1200, help="maximum resolution, in dots per inch")]
Force = Annotated[bool, typer.Option("--force", help="overwrite a file that pnp look did not write")]
Output = Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="output file (png), or -")]


def look(
    game: GameName,
    what: What = "",
    back: Back = False,
    sheet: OnOneSheet = False,
    lang: Lang = "",
    theme: Theme = "",
    dpi: Dpi = 300,
    output: Output = None,
    force: Force = False,
    json: Json = False,
    games: Games = None,
) -> None:
    """Show one face as it will be printed, without a build: in a terminal that shows pictures, or as a file."""
    from PIL.PngImagePlugin import PngInfo

    from pnp.cli.terminal.picture import picture_codes, way_of
    from pnp.conformance.unread_columns import lost_columns
    from pnp.export.order.look import LookOrder, look_at
    from pnp.export.pictures.face_pictures import encode

    if json and output == STDOUT:
        raise typer.BadParameter("the picture itself goes to the output; name a file with -o", param_hint="--json")
    entry = find_game(game, games or ())
    found = look_at(entry, book_of(entry), LookOrder(what, back, sheet, lang, theme, dpi))
    about = PngInfo()
    about.add_text(*SIGNED)
    png = encode(found.picture, dpi=(dpi, dpi), pnginfo=about)
    way = way_of(os.environ) if output is None and not json and sys.stdout.isatty() else ""
    place = str(output or _usual_place(entry.slug, what, back, found.lang))
    if way:
        print(picture_codes(png, way))
    elif output == STDOUT:
        write_bytes(png)
    else:
        if not force:
            _check_ours(place)
        write_file(place, png)
    faults = fold_faces([*lost_columns(entry), *found.report])
    if json:
        size = {"width": found.picture.width, "height": found.picture.height}
        known = {"game": entry.slug, "file": place, "faces": found.labels, "lang": found.lang, **size}
        print_json({**known, "faults": [fault_values(item) for item in faults]})
        return
    print_faults(faults)
    if not way and output != STDOUT:
        print(shown_path(place))


def _check_ours(place: str) -> None:
    """InputError when a file is there that this command did not make: people name files by mistake."""
    try:
        with open(place, "rb") as stream:
            head = stream.read(_HEAD)
    except OSError:  # none, or writing says what is wrong with it
        return
    if b"\0".join(word.encode() for word in SIGNED) not in head:
        hint = "name another file, or use --force to overwrite it"
        raise InputError.single(Span(place), "already exists and was not created by pnp look", hint, "file-exists")


def _usual_place(slug: str, what: str, is_back: bool, lang: str) -> str:
    from pnp.export.order.delivery import safe_name

    name = f"{safe_name(what or 'all')}{'-back' if is_back else ''}-{safe_name(lang)}.png"
    return os.path.join("output", safe_name(slug), "look", name)
