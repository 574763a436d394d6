"""`pnp export`. In: a game and a format. Out: card lists on the screen or in a file; files for table-top programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli import completing
from pnp.cli.arguments import GameName, Games, Json, Lang, pick_language, print_json
from pnp.cli.parameters import listed
from pnp.cli.streams import STDOUT, write_bytes

if TYPE_CHECKING:
    from pnp.library.card import CardBook

To = Annotated[
    str,
    typer.Option(
        "--to",
        help="lists: csv, json, md, xlsx; rules (accessible HTML); pictures: html (a gallery), tts, pcio, cockatrice",
        autocompletion=completing.words("csv", "json", "md", "xlsx", "rules", "html", "tts", "pcio", "cockatrice"),
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "-o", "--output", metavar="PATH", help="output file, or - (for tts, pcio and cockatrice: output folder)"
    ),
]
Rows = Annotated[str, typer.Option("--list", help="what to list in a csv: cards, constants, options or rules")]
Theme = Annotated[
    str,
    typer.Option("--theme", help="theme of the pictures (default: the game's first)", autocompletion=completing.themes),
]
Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only", help="pictures of only these components, such as tiles,rules", autocompletion=completing.components
    ),
]
Base = Annotated[
    str, typer.Option("--base-url", metavar="URL", help="address where tts, pcio and cockatrice find the pictures")
]

Force = Annotated[bool, typer.Option("--force", help="overwrite existing files that differ")]


def export(
    game: GameName,
    to: To,
    output: Output = None,
    lang: Lang = "",
    rows: Rows = "cards",
    theme: Theme = "",
    only: Only = None,
    base_url: Base = "",
    force: Force = False,
    json: Json = False,
    games: Games = None,
) -> None:
    """Export card lists with the source of every value, a gallery of all cards, or files for tabletop programs."""
    from pnp.catalog import book_of, find_game
    from pnp.export.lists.request import LINKED, MAKERS, ExportRequest, find_maker, makes_folder
    from pnp.library.words import BOTH

    _check_format(to, rows, base_url)
    entry = find_game(game, games or ())
    book = book_of(entry)
    if lang and not (to in LINKED and BOTH in lang):  # two languages stand on pictures; resolve looks at them
        lang = pick_language(book, lang)
    is_printed = output == STDOUT or (output is None and to not in MAKERS)
    if json and is_printed:
        raise typer.BadParameter(
            "the exported file itself goes to the output; name a file with -o", param_hint="--json"
        )
    if output == STDOUT and to in MAKERS and makes_folder(to):
        raise typer.BadParameter(f"expected the path of a folder for {to}, got -", param_hint="-o")
    if to not in MAKERS:
        _write_list(book, to, output, lang, rows, force, json)
        return
    from pnp.base.places import shown_path
    from pnp.cli.progress import progress
    from pnp.export.order.delivery import deliver

    place = output or Path("output", book.slug, _usual_name(book, to, lang))
    with progress() as on_progress:
        request = ExportRequest(lang, theme, listed(only), str(place), base_url, on_progress)
        files = find_maker(to)(entry, book, request)
    if is_printed:
        write_bytes(files[0][1])
        return
    folder = place if makes_folder(to) else place.parent
    files = files if makes_folder(to) else [(place.name, files[0][1])]
    if output is not None and not force:
        _check_overwrite(folder, files)
    deliver(str(folder), files)
    if json:
        made = [{"file": str(folder / name), "bytes": len(data)} for name, data in files]
        print_json({"game": book.slug, "to": to, "place": str(place), "files": made})
        return
    if makes_folder(to):
        print("\n".join(f"{name}  {_size(len(data))}" for name, data in files))
    print(shown_path(str(place)))


def _check_format(to: str, rows: str, base_url: str) -> None:
    """BadParameter for formats and lists there are not."""
    from pnp.export.lists.request import FORMATS, LINKED
    from pnp.export.lists.rows import LISTS

    for option, value, known in (("--to", to, FORMATS), ("--list", rows, LISTS)):
        if value not in known:
            raise typer.BadParameter(f"expected one of {', '.join(known)}, got “{value}”", param_hint=option)
    if base_url and to not in LINKED:
        raise typer.BadParameter(f"--base-url works only with {', '.join(LINKED)}", param_hint="--base-url")


def _check_overwrite(folder: Path, files: Sequence[tuple[str, bytes]]) -> None:
    """InputError when a file that is there holds something else: people name files by mistake."""
    from pnp.base.diagnostics import Report, Span

    report = Report()
    for name, data in files:
        place = folder / name
        try:
            is_other = place.exists() and place.read_bytes() != data
        except OSError:  # a folder, or what must not be read: writing says so
            continue
        if is_other:
            report.error(Span(str(place)), "already exists", "use --force to overwrite it", "file-exists")
    report.raise_errors()


def _usual_name(book: CardBook, to: str, lang: str) -> str:
    from pnp.export.lists.request import makes_folder

    if to in ("xlsx", "html"):  # all languages unless one is asked for
        return f"{book.slug}-{lang}.{to}" if lang else f"{book.slug}.{to}"
    code = lang or (*book.languages, *book.drafts)[0]
    if to == "rules":
        return f"{book.slug}-rules-{code}.html"
    return f"{to}-{code}" if makes_folder(to) else f"{book.slug}-{code}.{to}"


def _size(count: int) -> str:
    return f"{count / 1000:.0f} kB"


def _write_list(book: CardBook, to: str, output: Path | None, lang: str, rows: str, force: bool, json: bool) -> None:
    from pnp.base.files import write_file
    from pnp.export.lists.card_list import list_text

    text = list_text(book, to, lang, rows)
    if output == STDOUT:
        write_bytes(text.encode())
        return
    if output is None:
        sys.stdout.reconfigure(encoding="utf-8", newline="")  # type: ignore[union-attr]
        sys.stdout.write(text)
        return
    if not force:
        _check_overwrite(output.parent, [(output.name, text.encode())])
    write_file(output, text)
    if json:
        print_json({"game": book.slug, "to": to, "place": str(output), "files": [_listed(output, text)]})
    else:
        print(output)


def _listed(output: Path, text: str) -> dict[str, object]:
    return {"file": str(output), "bytes": len(text.encode())}
