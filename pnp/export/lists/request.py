"""What an export is asked for, and the exporters there are. In: a format's name. Out: the function that makes it.

Invariant: an exporter writes nothing; it gives files by name, so that they can be delivered all or not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from msgspec import Struct

from pnp.export.lists.card_list import FORMATS as TEXTS
from pnp.export.order.order import GameFolders
from pnp.export.pdf.pdf_resources import OnProgress, no_progress
from pnp.library.card import CardBook


class ExportRequest(Struct, frozen=True):
    """Empty texts stand for the game's own. folder: where the files will lie · base_url: where they will be found ·
    on_progress: called as long work advances.
    """

    lang: str = ""
    theme: str = ""
    only: tuple[str, ...] = ()
    folder: str = ""
    base_url: str = ""
    on_progress: OnProgress = no_progress


Files = list[tuple[str, bytes]]
Maker = Callable[[GameFolders, CardBook, ExportRequest], Files]

# format -> module, function, and whether it makes one file or a folder of them
MAKERS: dict[str, tuple[str, str, str]] = {
    "xlsx": ("pnp.export.lists.xlsx", "make_xlsx", "file"),
    "html": ("pnp.export.tabletop.gallery", "make_gallery", "file"),
    "rules": ("pnp.export.lists.reading", "make_reading", "file"),
    "tts": ("pnp.export.tabletop.tts", "make_tts", "folder"),
    "pcio": ("pnp.export.tabletop.pcio", "make_pcio", "folder"),
    "cockatrice": ("pnp.export.tabletop.cockatrice", "make_cockatrice", "folder"),
}
FORMATS = (*TEXTS, *MAKERS)
LINKED = ("tts", "pcio", "cockatrice")  # those that name their pictures by address


def find_maker(to: str) -> Maker:
    """The exporter of a format of MAKERS, imported only now."""
    module, name, _ = MAKERS[to]
    maker: Maker = getattr(import_module(module), name)
    return maker


def makes_folder(to: str) -> bool:
    """True for formats of several files."""
    return MAKERS[to][2] == "folder"
