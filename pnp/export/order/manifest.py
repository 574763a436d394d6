"""The manifest of a build, and update packs. In: what was made; the manifest of the set already printed. Out:
`manifest.json`, for people and for later builds; what to print, and what to remove from the printed set.

Invariant: the same build gives the same bytes: no time, no path of this machine. A face's digest changes exactly when
what is printed changes, so a later build knows what to reprint. Printed set − removed + reprinted = the set as it is
now, copy by copy; a card that only got another id stays, and one whose back changed is reprinted.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from msgspec import UNSET, Struct, UnsetType, json, msgpack
from msgspec.structs import replace

from pnp import __version__
from pnp.base.diagnostics import InputError, Span
from pnp.base.digest import digest_bytes
from pnp.base.files import reason_of
from pnp.base.places import shown_path
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


MAX_BYTES = 64_000_000
REMOVE = "remove.txt"

_FaceKey = tuple[str, str | None]


class Removal(Struct, frozen=True):
    """Copies to take out of the printed set; why: `changed`, `fewer` or `gone`."""

    component: str
    title: str
    card: str
    name: str
    copies: int
    of: int
    why: str

    def describe(self) -> str:
        """The removal in one line."""
        why = {"changed": "changed, printed again", "fewer": "fewer copies now", "gone": "no longer in the game"}[
            self.why
        ]
        many = f"{self.copies} ×" if self.copies == self.of else f"{self.copies} of {self.of} ×"
        return f"{many} {self.name or self.card} ({self.title}): {why}"


class PrintedSet(Struct, frozen=True):
    """The printed set: its manifest, and the digest that names it."""

    manifest: Manifest
    digest: str


class Update(Struct, frozen=True):
    """What to print of each component, what to remove, and components that were not asked for and stay as they are."""

    base: PrintedSet
    parts: dict[str, list[ComponentPart]]
    removed: list[Removal]
    kept: list[MadeComponent]

    def wanted(
        self, whole: Sequence[tuple[Component, list[ComponentPart]]]
    ) -> list[tuple[Component, list[ComponentPart]]]:
        """What is printed of the set; panels of a box and pages of a booklet are of use only all together."""
        return [
            (one, parts if one.is_one_piece else self.parts[one.id]) for one, parts in whole if self.parts.get(one.id)
        ]

    def words(self, title: str) -> str:
        """`remove.txt`."""
        head = f"{title}: remove these cards from the printed set, then add the cards of this pack."
        lines = [f"  {removal.describe()}" for removal in self.removed]
        return "\n".join([head, "", *lines, ""]) if lines else f"{title}: nothing to remove.\n"


def read_base(path: str, slug: str) -> PrintedSet:
    """A manifest, or the one in a folder; InputError when it is none, torn, or of another game."""
    if os.path.isdir(path):
        path = os.path.join(path, NAME)
    place = Span(shown_path(path))
    try:
        with open(path, "rb") as stream:
            data = stream.read(MAX_BYTES)
    except (OSError, ValueError) as fault:
        reason = reason_of(fault)
        hint = "give the manifest.json of the build you printed"
        raise InputError.single(place, f"cannot be read: {reason}", hint, "unreadable") from None
    try:
        manifest = load_manifest(data)
        if manifest.manifest != FORMAT:
            raise ValueError(f"expected format {FORMAT}, got {manifest.manifest}")
        if any(face.copies < 0 for component in manifest.components for face in component.faces):
            raise ValueError("a number of copies is negative")
    except (ValueError, RecursionError) as fault:
        raise InputError.single(place, f"this is not a complete build manifest: {fault}", "", "manifest") from None
    if manifest.game != slug:
        raise InputError.single(place, f"expected a manifest of {slug}, got one of {manifest.game}", "", "manifest")
    return PrintedSet(manifest, digest_bytes(data, 4))


def plan_update(
    base: PrintedSet,
    components: Sequence[tuple[Component, list[ComponentPart]]],
    digests: Sequence[str],
    asked: Sequence[str],
) -> Update:
    """Compare; `asked` names the only components that matter, all when it is empty."""
    kept = [one for one in base.manifest.components if asked and one.id not in asked]
    old = [one for one in base.manifest.components if one not in kept]
    have: Counter[_FaceKey] = Counter()
    for one in old:
        for face in one.faces:
            have[face.face, face.back] += face.copies
    now: dict[tuple[str, str], _FaceKey] = {}
    parts: dict[str, list[ComponentPart]] = {}
    for component, every in components:
        for part in every:
            key = piece_digests(component, part, digests)
            now[component.id, part.card] = key
            there = min(have[key], part.copies)
            have[key] -= there
            if part.copies > there:
                parts.setdefault(component.id, []).append(replace(part, copies=part.copies - there))
    return Update(base, parts, _removals(old, have, now), kept)


def made_update(update: Update | None) -> MadeUpdate | None:
    """The entry of an update pack in the manifest."""
    if update is None:
        return None
    printed = sum(part.copies for parts in update.parts.values() for part in parts)
    return MadeUpdate(update.base.digest, printed, sum(removal.copies for removal in update.removed))


def _removals(
    old: Sequence[MadeComponent], left: Counter[_FaceKey], now: Mapping[tuple[str, str], _FaceKey]
) -> list[Removal]:
    """The printed faces that nothing needs any more, by the names they had."""
    removals = []
    for one in old:
        for face in one.faces:
            key = (face.face, face.back)
            copies = min(left[key], face.copies)
            left[key] -= copies
            if copies:
                new = now.get((one.id, face.card))
                why = "gone" if new is None else "fewer" if new == key else "changed"
                removals.append(Removal(one.id, one.title, face.card, face.name, copies, face.copies, why))
    return removals
