"""Update packs. In: the manifest of the set already printed, and the set as it is now. Out: what to print, and what to
take out of the printed set.

Faces are distinguished by the digests of their two sides, so a card that only got another id or moved to another deck
stays, and one whose back changed is reprinted. Invariant: printed set − removed + reprinted = the set as it is
now, copy by copy; paper, duplex and the like make no difference.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Span
from pnp.base.digest import digest_bytes
from pnp.base.files import reason_of
from pnp.base.places import shown_path
from pnp.export.order.manifest import FORMAT, NAME, MadeComponent, MadeUpdate, Manifest, load_manifest, piece_digests
from pnp.layout.sheets.components import ComponentPart
from pnp.library.card import Component

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
