"""The build that was there before. In: a folder, and the manifest of what is put into it now. Out: the names of files
that go.

A file goes when the old manifest names it, nobody changed it since, and the new build does not make it. What makes less
than the whole set has a folder of its own (`own_folder`), so a few cards never take the place of everything. Invariant:
the manifest names every file of a build in its folder, and nothing that pnp did not write is touched.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256

from pnp.base.diagnostics import Report, Span
from pnp.base.digest import digest_bytes
from pnp.base.places import shown_path
from pnp.export.order.delivery import safe_name
from pnp.export.order.manifest import NAME, MadeFile, Manifest, load_manifest
from pnp.export.order.order import PrintOrder
from pnp.layout.painting.resources import LayoutResources
from pnp.library.card import CardBook

_LONG = 40  # a folder's name lists what was asked for, unless that is longer or has characters that no file name has


def folder_name(
    target: str, resources: LayoutResources, order: PrintOrder, book: CardBook | None = None, press_norm: str = "x4"
) -> str:
    """The folder of a build for a paper or a card printer; `book`: when only a part of it can be made; `press_norm`:
    of files for a press where the order says none.
    """
    theme = "" if resources.is_usual_theme else f"-{safe_name(resources.theme.name)}"
    theme += f"-{safe_name(order.backs)}-backs" if order.backs not in ("", resources.theme.name) else ""
    codes = "-codes" if resources.codes else ""
    press = f"-{order.pdfx or press_norm}" if order.press else ""
    return f"{target}-{resources.lang_label}{theme}{codes}{press}{own_folder(book or resources.book, order)}"


def part_name(book: CardBook, order: PrintOrder) -> str:
    """Which part of the set, or of a deck of one's own, an order prints; "" for all of it."""
    mark = f"-{safe_name(order.mark)}" if order.mark else ""
    return own_folder(book, order).removeprefix(mark).removeprefix("-")


def own_folder(book: CardBook, order: PrintOrder) -> str:
    """What is put behind the name of the usual folder: "" for the whole set."""
    only = order.only
    if order.mark and book.own_deck is not None:  # a deck of one's own is printed alone without being asked
        only = () if only == book.own_deck_components else only
    parts = [
        safe_name(order.mark) if order.mark else "",
        f"only-{_short('-'.join(only))}" if only else "",
        f"cards-{_short(order.cards)}" if order.cards else "",
        "once" if order.once else "",
        _for_fewer(book, order.only),
        f"{order.side}s" if order.side != "both" else "",
        f"blank-{order.blank}" if order.blank else "",
        "draft" if order.draft else "",
    ]
    return "".join(f"-{part}" for part in parts if part)


def _for_fewer(book: CardBook, only: Sequence[str]) -> str:
    """For fewer players than may play there are fewer aids and mats than the whole set has."""
    counts = [
        component.copies
        for component in book.components
        if component.is_for_each_player and (not only or component.id in only)
    ]
    return f"{min(counts)}-players" if counts and min(counts) < book.players[1] else ""


def _short(words: str) -> str:
    safe = safe_name(words)
    return safe if safe == words and len(safe) <= _LONG else f"{safe[:24]}-{digest_bytes(words.encode(), 3)}"


def read_previous(folder: str) -> Manifest | None:
    """The manifest in the folder; None when there is none that can be read."""
    try:
        with open(os.path.join(folder, NAME), "rb") as stream:
            return load_manifest(stream.read())
    except (OSError, ValueError, RecursionError):
        return None


def files_that_go(new: Manifest, folder: str) -> list[str]:
    """What an older build of the game left in the folder and the new one does not make."""
    old = read_previous(folder)
    if old is None or old.game != new.game:
        return []
    made = {file.file for file in new.files}
    return [file.file for file in old.files if file.file not in made and _is_unchanged(folder, file)]


def files_in_the_way(new: Manifest, folder: str) -> Report:
    """A fault for each file that the build would write over, and that is not as a build of the game left it."""
    old = read_previous(folder)
    known = {file.file: file for file in old.files} if old is not None and old.game == new.game else {}
    report = Report()
    for file in new.files:
        path = os.path.join(folder, *file.file.split("/"))
        is_ours = file.file in known and _is_unchanged(folder, known[file.file])
        if not os.path.isfile(path) or is_ours or _is_unchanged(folder, file):
            continue
        what = (
            "was changed after pnp build wrote it"
            if file.file in known
            else "already exists and was not created by pnp build"
        )
        report.error(Span(shown_path(path)), what, "move it, or use --force to overwrite it", "file-exists")
    return report


def _is_unchanged(folder: str, file: MadeFile) -> bool:
    path = os.path.join(folder, *file.file.split("/"))
    if file.file.startswith(("/", "\\")) or ".." in file.file.split("/") or os.path.islink(path):
        return False
    try:
        with open(path, "rb") as stream:
            return sha256(stream.read()).hexdigest() == file.sha256
    except (OSError, ValueError):
        return False
