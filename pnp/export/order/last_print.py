"""The last print. In: builds of a game into one folder, one after another. Out: `printed-en-colour.json`, the manifest
of the set as it lies on the table after all of them, from which `--since last` starts; its faces stand beside it.

A whole set takes the place of what was there, and so does an update pack, which names the whole set; a part of it (some
cards, one of each) replaces copies of the same cards, as many as it prints. Invariant: no copy is counted that no build
made. Drafts, blank cards and builds that are watched are no prints.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Span, UsageError
from pnp.base.files import write_file
from pnp.export.order.delivery import safe_name
from pnp.export.order.faces import Faces
from pnp.export.order.manifest import MadeComponent, MadeFace, Manifest, dump_manifest
from pnp.export.order.order import PrintOrder
from pnp.export.order.printed_faces import keep_faces
from pnp.export.order.update import read_base
from pnp.layout.painting.resources import LayoutResources

LAST = "last"


def last_print(resources: LayoutResources, order: PrintOrder) -> str:
    """The file that says what was printed last in this language and theme; UsageError when there is none."""
    slug, codes = resources.book.slug, bool(resources.codes)
    backs = order.backs if order.backs != resources.theme.name else ""
    path = _file(order, slug, resources.lang_label, resources.theme.name, backs, codes)
    if not os.path.isfile(path):
        what = (
            f"no earlier build of {slug} ({resources.lang_label}, {resources.theme.name}) was found in {order.folder}"
        )
        hint = f"run pnp build {slug} once, or give the manifest.json of the set you printed"
        raise UsageError.single(Span("--since"), what, hint, "never-printed")
    return path


def note_print(order: PrintOrder, manifest: Manifest, faces: Faces | None = None) -> None:
    """Remember a build as printed, and how its faces looked; InputError when that cannot be written."""
    if order.draft or order.blank or order.service:
        return
    path = _file(order, manifest.game, manifest.lang, manifest.theme, manifest.backs or "", manifest.codes is True)
    before = None
    if manifest.part and os.path.isfile(path):
        try:
            before = read_base(path, manifest.game).manifest
        except InputError:  # torn: what this build makes is all that is known
            before = None
    after = set_after(before, manifest, order.once)
    write_file(path, dump_manifest(after))
    if faces is not None:
        keep_faces(path, after, faces)


def set_after(before: Manifest | None, made: Manifest, once: bool = False) -> Manifest:
    """The set on the table after a build; `once`: it printed one of each."""
    known = {one.id: one for one in before.components} if before is not None and made.part else {}
    components = [
        MadeComponent(one.id, one.title, _faces_after(known[one.id].faces if one.id in known else [], one.faces, once))
        for one in made.components
    ]
    if made.part:
        printed = {one.id: one for one in components}
        components = [printed.pop(id_, one) for id_, one in known.items()] + list(printed.values())
    return replace(made, sheets={}, files=[], update=None, part="", components=components)


def _faces_after(before: Sequence[MadeFace], printed: Sequence[MadeFace], once: bool) -> list[MadeFace]:
    by_card: dict[str, list[MadeFace]] = {}  # a print touches no face but those of its own card
    for face in before:
        by_card.setdefault(face.card, []).append(face)
    for new in printed:
        faces = by_card.get(new.card, [])
        same = [face for face in faces if (face.face, face.back) == (new.face, new.back)]
        made = min(1, new.copies) if once else new.copies
        added = min(made, max(0, new.copies - sum(face.copies for face in same)))  # more are spare ones
        if not added:
            continue
        left = _without(faces, new, added)
        if not left:  # in the place of none it comes last
            by_card.pop(new.card, None)
        copies = added + sum(face.copies for face in same)
        by_card[new.card] = [replace(new, copies=copies), *(face for face in left if face not in same)]
    return [face for faces in by_card.values() for face in faces]


def _without(faces: Sequence[MadeFace], new: MadeFace, count: int) -> list[MadeFace]:
    """Of the faces of a card older copies go, as many as were printed anew."""
    left = []
    for face in faces:
        if (face.face, face.back) != (new.face, new.back):
            gone = min(count, face.copies)
            count -= gone
            face = replace(face, copies=face.copies - gone)
        if face.copies:
            left.append(face)
    return left


def _file(order: PrintOrder, slug: str, lang: str, theme: str, backs: str, codes: bool) -> str:
    parts = ["printed", lang, safe_name(theme) if theme else "", f"{safe_name(backs)}-backs" if backs else ""]
    parts += ["codes" if codes else ""]
    parts += [safe_name(order.mark)] if order.mark else []
    return os.path.join(order.folder, safe_name(slug), f"{'-'.join(filter(None, parts))}.json")
