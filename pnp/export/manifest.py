"""The manifest of a build. In: what was made. Out: `manifest.json`, which tells it to people and to later builds.

Invariant: the same build gives the same bytes: no time, no path of this machine. A face's digest changes exactly when
what is printed changes, so a later build can tell what to print anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from msgspec import Struct, json

from pnp.layout.components import Part

FORMAT = 1
NAME = "manifest.json"


class MadeFace(Struct, frozen=True):
    """A face: its card's id (or page-1), how many are printed, digests of its two sides."""

    card: str
    copies: int
    face: str
    back: str | None = None


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


class Manifest(Struct, frozen=True):
    """Everything about one build. `book` is the digest of what the referee reads, as records have it."""

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


def made_file(
    name: str, kind: str, components: list[str], pages: int, faces: int, data: bytes
) -> tuple[MadeFile, bytes]:
    """A file as the manifest tells of it, with its bytes."""
    return MadeFile(name, kind, components, pages, faces, len(data), sha256(data).hexdigest()), data


def made_component(id: str, title: str, parts: Sequence[Part], digests: Sequence[str]) -> MadeComponent:
    """A component as the manifest tells of it; `digests` are those of the faces' numbers."""
    faces = [
        MadeFace(part.card, part.copies, digests[part.face], digests[part.back] if part.back >= 0 else None)
        for part in parts
    ]
    return MadeComponent(id, title, faces)


def dump_manifest(manifest: Manifest) -> bytes:
    """As JSON that people can read."""
    return json.format(json.encode(manifest), indent=2) + b"\n"


def load_manifest(data: bytes) -> Manifest:
    """The manifest of an earlier build; ValueError when the bytes are none."""
    return json.decode(data, type=Manifest)
