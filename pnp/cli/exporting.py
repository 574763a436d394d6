"""What `pnp export` does. In: its options. Out: a list or files, printed or delivered, and what was written."""

from __future__ import annotations

import sys
from pathlib import Path

import typer
from msgspec.structs import replace

from pnp.base.diagnostics import Report, Span
from pnp.base.files import write_file
from pnp.base.places import shown_path
from pnp.catalog import book_of, find_game
from pnp.cli.arguments import pick_language, print_json
from pnp.cli.orders import ExportOrder
from pnp.cli.parameters import listed
from pnp.cli.progress import progress
from pnp.cli.streams import STDOUT, write_bytes
from pnp.export.lists.request import FORMATS, LINKED, MAKERS, ExportRequest, find_maker, makes_folder
from pnp.export.lists.rows import LISTS
from pnp.export.order.delivery import deliver
from pnp.library.card import CardBook
from pnp.library.words import BOTH


def export_as_asked(order: ExportOrder) -> None:
    """Export, and print what was written. Raises BadParameter for options that make no sense together."""
    to, output = order.to, order.output
    for option, value, known in (("--to", to, FORMATS), ("--list", order.rows, LISTS)):
        if value not in known:
            raise typer.BadParameter(f"expected one of {', '.join(known)}, got “{value}”", param_hint=option)
    if order.base_url and to not in LINKED:
        raise typer.BadParameter(f"--base-url works only with {', '.join(LINKED)}", param_hint="--base-url")
    entry = find_game(order.game, order.games or ())
    book = book_of(entry)
    if order.lang and not (to in LINKED and BOTH in order.lang):  # resolve looks at two languages on pictures
        order = replace(order, lang=pick_language(book, order.lang))
    is_list, is_folder = to not in MAKERS, to in MAKERS and makes_folder(to)
    is_printed = output == STDOUT or (output is None and is_list)
    if order.json and is_printed:
        raise typer.BadParameter(
            "the exported file itself goes to the output; name a file with -o", param_hint="--json"
        )
    if output == STDOUT and is_folder:
        raise typer.BadParameter(f"expected the path of a folder for {to}, got -", param_hint="-o")
    place = output or Path("output", book.slug, _usual_name(book, to, order.lang))
    if is_list:
        from pnp.export.lists.card_list import list_text

        files = [("", list_text(book, to, order.lang, order.rows).encode())]
    else:
        with progress() as on_progress:
            request = ExportRequest(
                order.lang, order.theme, listed(order.only), str(place), order.base_url, on_progress
            )
            files = find_maker(to)(entry, book, request)
    if output is None and is_list:  # line ends as they are in the file
        sys.stdout.reconfigure(encoding="utf-8", newline="")  # type: ignore[union-attr]
        sys.stdout.write(files[0][1].decode())
    elif is_printed:
        write_bytes(files[0][1])
    else:
        _deliver(order, book, place, is_folder, files)


def _deliver(order: ExportOrder, book: CardBook, place: Path, is_folder: bool, files: list[tuple[str, bytes]]) -> None:
    folder = place if is_folder else place.parent
    files = files if is_folder else [(place.name, files[0][1])]
    if order.output is not None and not order.force:
        _check_overwrite(folder, files)
    if order.to in MAKERS:
        deliver(str(folder), files)
    else:
        write_file(place, files[0][1])  # also into a pipe
    if order.json:
        made = [{"file": str(folder / name), "bytes": len(data)} for name, data in files]
        print_json({"game": book.slug, "to": order.to, "place": str(place), "files": made})
        return
    if is_folder:
        print("\n".join(f"{name}  {len(data) / 1000:.0f} kB" for name, data in files))
    print(shown_path(str(place)) if order.to in MAKERS else place)


def _check_overwrite(folder: Path, files: list[tuple[str, bytes]]) -> None:
    """InputError when a file that is there holds something else: people name files by mistake."""
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
    if to in ("xlsx", "html"):  # all languages unless one is asked for
        return f"{book.slug}-{lang}.{to}" if lang else f"{book.slug}.{to}"
    code = lang or (*book.languages, *book.drafts)[0]
    if to == "rules":
        return f"{book.slug}-rules-{code}.html"
    return f"{to}-{code}" if to in MAKERS and makes_folder(to) else f"{book.slug}-{code}.{to}"
