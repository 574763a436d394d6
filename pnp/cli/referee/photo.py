"""`pnp referee photo`: a photo of the table, laid beside the record. In: a record, a picture. Out: what lies where it
should, what is new or not seen, and lines to confirm; nothing is written.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pnp.base.diagnostics import InputError, Span
from pnp.base.files import reason_of
from pnp.cli.arguments import Games, Json, RecordFile, RecordLang, pick_language
from pnp.cli.referee.open_record import entry_of, open_session, print_json
from pnp.cli.referee.viewer import viewer_of
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.painting.resources import LayoutResources
from pnp.library.words import in_language
from pnp.photo.photo import compare_photo, photo_values, read_photo
from pnp.photo.picture import LARGEST_BYTES, PhotoError
from pnp.table.wording import phrase

Image = Annotated[Path, typer.Argument(metavar="IMAGE", help="a JPEG, PNG or WebP photo of cards printed with --codes")]
SeatName = Annotated[str, typer.Option("--seat", help="compare with what this seat sees (default: what is public)")]
ZoneName = Annotated[
    str,
    typer.Option("--zone", metavar="ZONE", help="zone that the photo shows: hands, board … (default: all open zones)"),
]


def photo(
    file: RecordFile,
    image: Image,
    seat: SeatName = "",
    zone: ZoneName = "",
    lang: RecordLang = "",
    json: Json = False,
    games: Games = None,
) -> None:
    """Compare a photo of the table with the record: list differences and lines to confirm. Nothing is written."""

    session = open_session(file, games, lang=lang)
    lang = pick_language(session.book, lang)
    viewer = viewer_of(session.replay, seat)
    try:
        with image.open("rb") as stream:
            data = stream.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise InputError.single(Span(str(image)), reason_of(error), code="unreadable") from None
    entry = entry_of(session, games)
    resources = LayoutResources(DiskShelf(games=entry.shelves), session.book, codes=True)
    try:
        report = compare_photo(read_photo(data, resources), session, viewer, zone)
    except PhotoError as error:
        raise InputError.single(Span(str(image)), in_language(error.message, lang), code="photo") from None
    values = photo_values(report, session, viewer, lang)
    if json:
        print_json(values)
    else:
        print("\n".join(_lines(values, lang)))


def _lines(values: dict[str, Any], lang: str) -> list[str]:
    lines = [values["words"]]
    for kind in ("new", "missing"):
        lines += [f"  {phrase(f'photo_{kind}', lang, card=_placed(found))}" for found in values[kind]]
    if values["foreign"]:
        lines.append(f"  {phrase('photo_foreign', lang, texts=', '.join(values['foreign']))}")
    if not values["is_sure"]:
        lines.append(f"  {phrase('photo_unsure', lang)}")
    lines += [f"  {line['line']}" for line in values["lines"]]
    return lines


def _placed(found: dict[str, Any]) -> str:
    """A card and where it lies."""
    return " ".join(filter(None, (found["name"], found["zone"], found["key"])))
