"""The desk: a game as its files are now. In: its folders, and which of their files changed. Out: slots to compose, and
Faces, each composed again only when something it is made of changed.

One thread uses it. Invariant: as long as the files cannot be read the last good book and faces stay; a face whose
digest did not change is the same picture; nothing here grows with the number of edits.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct, msgpack
from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic, InputError, Report, fold_faces
from pnp.catalog import CatalogEntry
from pnp.export.cache.face_cache import digest_surroundings
from pnp.export.disk_shelf import DiskShelf
from pnp.export.order.resolve import pick_cards
from pnp.layout.checks.preflight import preflight, preflight_theme
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import digest_frame
from pnp.library.book_reader import Read, ReadDigests
from pnp.library.card import CardBook
from pnp.library.loader import LoadedBook, read_book
from pnp.studio.faces import Composing, Edition, Face, Slot, compose_slot, list_slots, text_sizes, title_of
from pnp.studio.faults import Faults


class _Kept(Struct):
    """The faces of a slot; key: what they are made of besides `reads` · composed: not looked over yet."""

    key: tuple[object, ...]
    reads: dict[Read, str]
    faces: list[Face]
    composed: list[ComposedFace]


class _Shown(Struct):
    """One edition; lacking: the slots that are to be composed, by name, pages last · begun: their faces that are made
    and those to come.
    """

    resources: LayoutResources
    kept: dict[str, _Kept]
    lacking: dict[str, Slot]
    theme_faults: list[Diagnostic]
    begun: dict[str, tuple[Iterator[Composing], list[Composing]]] = {}


class Desk:
    """See the module. `is_broken`: the files cannot be read; `faults`: what is wrong with them as a whole."""

    def __init__(self, game: CatalogEntry) -> None:
        self.game = game
        self.book: CardBook | None = None
        self.loaded: LoadedBook | None = None
        self.faults: list[Diagnostic] = []
        self.is_broken = False
        self.shown: dict[Edition, _Shown] = {}
        self.themes: list[str] = []  # the usual one first
        self._shelf = DiskShelf(games=game.shelves)
        self._layouts = 0  # how often layouts changed
        self._slots: list[tuple[Slot, tuple[object, ...]]] = []
        self._digests: Mapping[Read, str] = {}
        self._saved: dict[str, None] = {}  # the slots whose own card is other than before, until all are composed

    @property
    def report(self) -> Report:
        """What is wrong with the files as a whole."""
        return Report(self.faults)

    @property
    def folders(self) -> list[str]:
        """Where its own files are."""
        base = [self.game.base.cards] if self.game.base is not None else []
        return [self.game.cards, *base, *self.game.layout_folders]

    @property
    def stock(self) -> str:
        """Where the layouts are that all games use."""
        return self._shelf.stock

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that it can be shown in."""
        return (*self.book.languages, *self.book.drafts) if self.book is not None else ()

    def file_of(self, shown: str) -> str | None:
        """The file that diagnostics show so, if it is one of the game's; links are followed before that is asked."""
        path = os.path.realpath(shown)
        homes = [os.path.realpath(folder) for folder in (*self.folders, self.stock)]
        if self.game.origin == "folder" and self.game.rules.endswith(".py"):
            homes.append(os.path.realpath(os.path.dirname(self.game.cards)))
        is_inside = any(path.startswith(home + os.sep) for home in homes)
        return path if is_inside and os.path.isfile(path) else None

    # Reading.

    def read(self, changed: Iterable[str] | None = None) -> None:
        """Read the files anew; `changed`: which of them may be other than before, all unless said."""
        try:
            loaded = read_book(self.game.card_folder())
        except InputError as fault:
            self.faults, self.is_broken = fold_faces(fault.report.by_place()), True
            return
        self.faults, self.is_broken = fold_faces(loaded.report.by_place()), loaded.book is None
        if loaded.book is None:
            return
        if changed is None or any(self._is_layout(path) for path in changed):
            self._layouts += 1
            self._shelf = DiskShelf(games=self.game.shelves)
            its = LayoutResources(self._shelf, loaded.book, "", loaded.book.languages[0])
            self.themes = its.theme_names if its.is_themed else self.themes
        self.loaded, self.book = loaded, loaded.book
        self._digests = ReadDigests(loaded.book)
        before = {slot.name: key[-1] for slot, key in self._slots}
        surroundings = digest_surroundings(self._shelf, loaded.book, "", "", [str(self._layouts)])
        self._slots = [
            (slot, (surroundings, slot.layout, msgpack.encode(slot.card))) for slot in list_slots(loaded.book)
        ]
        if before:
            self._saved.update((slot.name, None) for slot, key in self._slots if before.get(slot.name) != key[-1])
        for edition in list(self.shown):
            if self.has(edition):
                self._show(edition, self.shown[edition])
            else:  # a language or a theme that the game has no more
                del self.shown[edition]

    def _is_layout(self, path: str) -> bool:
        return any(path.startswith(folder) for folder in (*self.game.layout_folders, self.stock))

    def show(self, editions: Iterable[Edition]) -> None:
        """Show these editions from now on, and no others; those that the game has not are left out."""
        if self.book is None:
            return
        wanted = list(dict.fromkeys(one for one in editions if self.has(one)))
        self.shown = {one: self.shown[one] for one in wanted if one in self.shown}
        for edition in wanted:
            if edition not in self.shown:
                self._show(edition, None)

    def has(self, edition: Edition) -> bool:
        """Whether the game can be shown so."""
        langs = edition.lang.split("+")
        is_theme = not edition.theme or edition.theme in self.themes
        return is_theme and len(langs) <= 2 and all(lang in self.languages for lang in langs)

    def _show(self, edition: Edition, before: _Shown | None) -> None:
        assert self.book is not None and self.loaded is not None
        like = None
        if before is not None and before.resources.shelf is self._shelf:
            like = before.resources if before.resources.book.languages == self.book.languages else None
        resources = LayoutResources(
            self._shelf, self.book, edition.theme, edition.lang, origins=self.loaded.origin, like=like
        )
        if not resources.is_themed:
            self.is_broken = True
            self.faults = fold_faces([*self.faults, *resources.report])
            if before is not None:
                return
        kept = before.kept if before is not None else {}
        shown = _Shown(resources, {}, {}, list(preflight_theme(resources)) if resources.is_themed else [])
        pages_last = sorted(self._slots, key=lambda it: it[0].card is None)
        for slot, key in pages_last if resources.is_themed else ():
            known = kept.get(slot.name)
            if known is not None:
                shown.kept[slot.name] = known
            if known is None or not self._is_valid(known, key):
                shown.lacking[slot.name] = slot
        self.shown[edition] = shown

    def _is_valid(self, known: _Kept, key: tuple[object, ...]) -> bool:
        """Whether faces would be the same again; those with faults are made anew, as the places of faults may move."""
        is_sound = not any(face.faults or face.is_stale for face in known.faces)
        return known.key == key and is_sound and all(self._digests[read] == is_ for read, is_ in known.reads.items())

    # Composing.

    def next_slot(self, first: Iterable[str]) -> tuple[Edition, Slot] | None:
        """What is to be composed next: cards that were saved, of these too those named `first` before others; then
        what is named `first`; then all other cards; then pages.
        """
        waiting = [(edition, shown) for edition, shown in self.shown.items() if shown.lacking]
        if not waiting:
            self._saved.clear()
            return None
        seen = list(first)
        for name in (*(name for name in seen if name in self._saved), *self._saved, *seen):
            for edition, shown in waiting:
                slot = shown.lacking.get(name)
                if slot is not None:
                    return edition, slot
        return next(((edition, slot) for edition, shown in waiting for slot in shown.lacking.values()), None)

    def compose(self, edition: Edition, slot: Slot) -> tuple[list[Face], bool] | None:
        """Compose one face of a slot; once there is none left, those that are other than before, and whether there are
        others now, or others' names.
        """
        shown = self.shown[edition]
        if slot.name not in shown.begun:
            shown.begun[slot.name] = (compose_slot(shown.resources, slot), [])
        coming, found = shown.begun[slot.name]
        try:
            following = next(coming, None)
        except InputError as fault:  # a box that cannot be measured, for example
            return self._conclude(edition, slot, [], fault.report)
        if following is not None:
            found.append(following)
            if slot.card is None:  # another page may come
                return None
        return self._conclude(edition, slot, found, Report())

    def _conclude(
        self, edition: Edition, slot: Slot, found: list[Composing], refused: Report
    ) -> tuple[list[Face], bool]:
        shown = self.shown[edition]
        del shown.lacking[slot.name], shown.begun[slot.name]
        before = shown.kept.get(slot.name)
        old = {face.name: face for face in before.faces} if before is not None else {}
        faces, composed = [], []
        if refused.items:
            faces = [replace(face, is_stale=True, faults=refused.items) for face in old.values()]
        title = title_of(slot, shown.resources.lang)
        for name, which, made in found:
            if shown.resources.template(made.layout) is None and name in old:
                faces.append(replace(old[name], is_stale=True, faults=[], slot=slot))
                continue
            its = title + which if len(found) > 1 else title
            faces.append(Face(name, made.frame, digest_frame(made.frame), slot, its, list(made.report)))
            composed.append(made)
        key = next((key for one, key in self._slots if one is slot), ())
        reads = {read: self._digests[read] for made in composed for read in made.reads}
        shown.kept[slot.name] = _Kept(key, reads, faces, composed)
        changed = [face for face in faces if _is_other(old.get(face.name), face)]
        titles = {name: face.title for name, face in old.items()}
        return changed, titles != {face.name: face.title for face in faces}

    # Looking over.

    def next_unlooked(self, first: Iterable[str]) -> tuple[Edition, str] | None:
        """A slot whose faces were composed and not looked over."""
        for name in first:
            for edition, shown in self.shown.items():
                if name in shown.kept and shown.kept[name].composed:
                    return edition, name
        for edition, shown in self.shown.items():
            for name, kept in shown.kept.items():
                if kept.composed:
                    return edition, name
        return None

    def look_over(self, edition: Edition, name: str) -> None:
        """Find what would look bad on the faces of a slot, and how large their texts are."""
        shown = self.shown[edition]
        kept = shown.kept[name]
        composed, kept.composed = {made.frame.name: made for made in kept.composed}, []
        for number, face in enumerate(kept.faces):
            made = composed.get(face.frame.name)
            if made is not None and not face.is_stale:
                faults = list(dict.fromkeys([*face.faults, *preflight(shown.resources, made)]))
                kept.faces[number] = replace(face, faults=faults, sizes=text_sizes(made))

    # What there is.

    def listing(self) -> list[tuple[object, ...]]:
        """What tells one list of faces from another: names and numbers."""
        slots: list[tuple[object, ...]] = [(slot.name, slot.copies, slot.component.title) for slot, _ in self._slots]
        return [self.languages, tuple(self.themes), *slots]

    def faces(self, edition: Edition) -> Iterator[Face]:
        """The faces of an edition, in the order of the book."""
        shown = self.shown.get(edition)
        for slot, _ in self._slots if shown is not None else ():
            kept = shown.kept.get(slot.name) if shown is not None else None
            yield from kept.faces if kept is not None else ()

    def choose(self, cards: str) -> list[str]:
        """The slots of the cards that are chosen, as after `--cards`; UsageError where that means nothing."""
        if self.book is None:
            return []
        chosen = pick_cards(self.book, [part for part in self.book.components if part.has_cards], cards)
        fronts = [slot for slot, _ in self._slots if not slot.is_back]
        return [slot.name for slot in fronts if slot.label in chosen.get(slot.component.id, ())]

    def find(self, digest: str) -> tuple[Edition, LayoutResources, Face] | None:
        """A face that is shown, by its digest."""
        for edition, shown in self.shown.items():
            for face in self.faces(edition):
                if face.digest == digest:
                    return edition, shown.resources, face
        return None

    def compose_again(self, edition: Edition, name: str) -> tuple[LayoutResources, ComposedFace] | None:
        """A face that is shown, composed from the files as they are, with the traces of its elements."""
        face = next((face for face in self.faces(edition) if face.name == name), None)
        if face is None or face.is_stale:
            return None
        resources = self.shown[edition].resources
        return next(((resources, it.face) for it in compose_slot(resources, face.slot) if it.name == name), None)

    def all_faults(self) -> list[dict[str, Any]]:
        """Everything that is wrong, each fault once, with the faces that show it."""
        found = Faults()
        found.add(self.faults)
        for edition, shown in self.shown.items():
            if shown.resources.report.items or shown.theme_faults:
                found.add([*shown.resources.report, *shown.theme_faults])
            for face in self.faces(edition):
                found.add(face.faults, face)
        return found.values()

    def tightness(self, edition: Edition) -> Mapping[str, float]:
        """How much smaller than elsewhere the smallest text of each face is: 0.6 of its usual size."""
        usual: dict[str, float] = {}
        for face in self.faces(edition):
            for key, size in face.sizes.items():
                usual[key] = max(usual.get(key, 0.0), size)
        return {
            face.name: round(min((size / usual[key] for key, size in face.sizes.items()), default=1.0), 3)
            for face in self.faces(edition)
        }


def _is_other(before: Face | None, now: Face) -> bool:
    """Whether people see a difference."""
    return before is None or (before.digest, before.is_stale) != (now.digest, now.is_stale)
