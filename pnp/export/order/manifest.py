"""The manifest of a build. In: what was made. Out: `manifest.json`, for people and for later builds.

Invariant: the same build gives the same bytes: no time, no path of this machine. A face's digest changes exactly when
what is printed changes, so a later build knows what to reprint.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from msgspec import UNSET, Struct, UnsetType, json, msgpack

from pnp import __version__
from pnp.base.digest import digest_bytes
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import ComponentPart, list_cards
from pnp.library.card import Component
from pnp.library.words import localise

FORMAT = 1
NAME = "manifest.json"


class MadeFace(Struct, frozen=True):
    """A face: its card's id (or page-1), how many are in the set, digests of its two sides, the card's name."""

    card: str
    copies: int
    face: str
    back: str | None = None
    name: str = ""


class MadeComponent(Struct, frozen=True):
    """A component with its faces, in printing order."""

    id: str
    title: str
    faces: list[MadeFace]


class MadeFile(Struct, frozen=True):
    """A file: name below the manifest's folder; its kind (pdf, png); what is in it; its size and SHA-256."""

    file: str
    kind: str
    components: list[str]
    pages: int
    faces: int
    bytes: int
    sha256: str


class MadeUpdate(Struct, frozen=True):
    """Of an update pack: the digest of the manifest it follows, and how many pieces are printed and removed."""

    since: str
    printed: int
    removed: int


class Manifest(Struct, frozen=True):
    """Everything about one build; `components` is the whole set, also after an update pack.

    backs: their theme, where it is another than that of the faces
    book: the digest of what the referee reads, as records have it · codes: true when the faces show codes for cameras
    part: which part of the set was printed, as its folder says; not there for the whole one.
    """

    manifest: int
    made_by: str
    game: str
    title: str
    version: str
    book: str
    lang: str
    theme: str
    paper: str
    sheets: dict[str, Any]
    components: list[MadeComponent]
    files: list[MadeFile]
    update: MadeUpdate | None = None
    codes: bool | UnsetType = UNSET
    part: str | UnsetType = UNSET
    backs: str | UnsetType = UNSET


def made_file(
    name: str, kind: str, components: list[str], pages: int, faces: int, data: bytes
) -> tuple[MadeFile, bytes]:
    """A file's entry in the manifest, and its bytes."""
    return MadeFile(name, kind, components, pages, faces, len(data), sha256(data).hexdigest()), data


def make_manifest(
    resources: LayoutResources,
    paper: str,
    sheets: dict[str, Any],
    components: list[MadeComponent],
    files: list[MadeFile],
    update: MadeUpdate | None = None,
    part: str = "",
    backs: str = "",
) -> Manifest:
    """The manifest of a build that was composed with these resources."""
    book = resources.book
    return Manifest(
        manifest=FORMAT,
        made_by=f"pnp {__version__}",
        game=book.slug,
        title=localise(book.title, resources.lang),
        version=book.version,
        book=book.digest,
        lang=resources.lang_label,
        theme=resources.theme.name,
        paper=paper,
        sheets=sheets,
        components=components,
        files=files,
        update=update,
        codes=resources.codes or UNSET,
        part=part or UNSET,
        backs=backs or UNSET,
    )


def made_component(
    component: Component, parts: Sequence[ComponentPart], resources: LayoutResources, digests: Sequence[str]
) -> MadeComponent:
    """A component's entry in the manifest; `digests` are those of the faces' numbers."""
    lang, names = resources.lang, dict[str, str]()
    if component.has_cards:
        names = {label: localise(card.name, lang) for card, label, _ in list_cards(resources.book, component)}
    faces = [
        MadeFace(part.card, part.copies, *piece_digests(component, part, digests), names.get(part.card, ""))
        for part in parts
    ]
    return MadeComponent(component.id, localise(component.title, lang) or component.id, faces)


def piece_digests(component: Component, part: ComponentPart, digests: Sequence[str]) -> tuple[str, str | None]:
    """Of a piece's two sides."""
    return front_digest(component, digests[part.face]), digests[part.back] if part.back >= 0 else None


def front_digest(component: Component, face: str) -> str:
    """Of a piece's front. A standee is more than its faces: with another foot it must be reprinted."""
    if component.kind != "standees":
        return face
    return digest_bytes(msgpack.encode((face, sorted(component.options.items()))), 16)


def dump_manifest(manifest: Manifest) -> bytes:
    """As JSON that people can read."""
    return json.format(json.encode(manifest), indent=2) + b"\n"


def load_manifest(data: bytes) -> Manifest:
    """The manifest of an earlier build; ValueError when the bytes are none."""
    return json.decode(data, type=Manifest)
