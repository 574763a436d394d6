"""What was printed and what was played. In: a desk, the folder where builds go. Out: which faces are not as they were
printed last and how those looked, how to print just those, and the numbers of the last playtest for each card.

Invariant: nothing is written; a report of other cards than those of now is told to be old.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import DecodeError, Struct, json

from pnp.base.diagnostics import InputError
from pnp.base.places import shown_path
from pnp.export.order.last_print import PrintedFaces, faces_beside, last_print, read_faces
from pnp.export.order.manifest import MadeFace, PrintedSet, front_digest, read_base
from pnp.export.order.order import PrintOrder
from pnp.export.pdf.pdf_resources import PaintedFace, PdfResources
from pnp.studio.desk import Desk
from pnp.studio.faces import Edition, Face

REPORTS = "playtest"  # begins the names of reports in the game's folder of builds
LARGEST = 20_000_000  # bytes of a report


class Compared(Struct, frozen=True):
    """The faces of an edition beside its last print: names, and those printed with the digests they had.

    path: of the manifest of the print · titles: of the cards that were printed
    """

    path: str
    changed: dict[str, str]
    added: list[str]
    gone: dict[str, str]
    titles: dict[str, str]
    command: str

    @property
    def wanted(self) -> set[str]:
        """The printed faces that are shown beside those of now."""
        return {*self.changed.values(), *self.gone.values()}


class LastPrints:
    """The faces as they were printed last, of the editions that are shown; kept as long as their files are the same."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._kept: dict[Edition, tuple[object, PrintedFaces]] = {}

    def compare(self, edition: Edition) -> Compared | None:
        """What is not as it was printed; None when nothing was."""
        desk = self._desk
        path, printed = self._printed(edition)
        if printed is None:
            return None
        then, titles = dict[str, str](), dict[str, str]()
        for component in printed.manifest.components:
            for one in component.faces:
                for name, digest in _sides(component.id, one):
                    then[name], titles[name] = digest, one.name or component.title
        now = {face.name: _digest(face) for face in desk.faces(edition)}
        kept = {component.id for component in printed.manifest.components}
        return Compared(
            path,
            {name: then[name] for name, digest in now.items() if name in then and then[name] != digest},
            [name for name in now if name not in then and name.partition("/")[0] in kept],
            {name: digest for name, digest in then.items() if name not in now},
            titles,
            " ".join(_command(desk, edition)),
        )

    def read(self, compared: Mapping[Edition, Compared | None]) -> None:
        """Read the faces that differ; any thread may."""
        for edition, one in compared.items():
            key = (one.path, _stamp(faces_beside(one.path)), one.wanted) if one is not None else None
            if one is not None and self._kept.get(edition, (None,))[0] != key:
                self._kept[edition] = (key, read_faces(one.path, one.wanted))
        for edition in self._kept.keys() - self._desk.shown.keys():
            del self._kept[edition]

    def find(self, digest: str) -> tuple[PdfResources, PaintedFace] | None:
        """A printed face, with what it takes to paint it; None when it is not kept, or its font is another by now."""
        for edition, (_, faces) in self._kept.items():
            shown = self._desk.shown.get(edition)
            if shown is not None and (found := faces.face(digest, shown.resources.font_bytes)):
                return found
        return None

    def values(self, one: Compared | None) -> dict[str, Any] | None:
        """For pages; then: how the faces were printed, where that is kept."""
        if one is None:
            return None
        then = {}
        for name, digest in {**one.changed, **one.gone}.items():
            found = self.find(digest)
            if found is not None:
                face = found[1]
                about = {"face": name, "title": one.titles[name], "digest": digest, "size": [face.width, face.height]}
                then[name] = {**about, "corner": face.corner, "cut": bool(face.cut)}
        words = {name: one.titles[name] for name in one.gone}
        return {"changed": list(one.changed), "added": one.added, "gone": words, "then": then, "command": one.command}

    def _printed(self, edition: Edition) -> tuple[str, PrintedSet | None]:
        shown, book = self._desk.shown.get(edition), self._desk.book
        if shown is None or book is None:
            return "", None
        try:
            path = last_print(shown.resources, PrintOrder())
            return path, read_base(path, book.slug)
        except InputError:  # there is none, or it is torn
            return "", None


def _sides(component: str, one: MadeFace) -> Iterator[tuple[str, str]]:
    yield f"{component}/{one.card}", one.face
    if one.back is not None:
        yield f"{component}/{one.card}/back", one.back


def _digest(face: Face) -> str:
    """What a manifest says of the face."""
    return face.digest if face.slot.is_back else front_digest(face.slot.component, face.digest)


def _stamp(file: str) -> tuple[int, int] | None:
    try:
        stat = os.stat(file)
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size


def _command(desk: Desk, edition: Edition) -> list[str]:
    words = ["pnp", "build", desk.game.slug, "--since", "last"]
    if edition.lang != desk.languages[0]:
        words += ["--lang", edition.lang]
    if edition.theme and edition.theme not in desk.themes[:1]:
        words += ["--theme", edition.theme]
    return words


def read_numbers(desk: Desk) -> dict[str, Any] | None:
    """The uses of each card in the newest report; None when there is none."""
    if desk.book is None:
        return None
    for path in _reports(os.path.join(PrintOrder().folder, desk.book.slug)):
        try:
            with open(path, "rb") as stream:
                found = json.decode(stream.read(LARGEST))
            if found["game"] == desk.book.slug:
                return _numbers(found, path, desk.book.digest)
        except (OSError, DecodeError, KeyError, TypeError, AttributeError):
            continue  # it is no report
    return None


def _reports(folder: str) -> list[str]:
    """Files that may be reports, the newest first."""
    try:
        with os.scandir(folder) as entries:
            found = [entry for entry in entries if entry.name.startswith(REPORTS) and entry.name.endswith(".json")]
        return [entry.path for entry in sorted(found, key=lambda entry: -entry.stat().st_mtime_ns)]
    except OSError:
        return []


def _numbers(found: dict[str, Any], path: str, digest: str) -> dict[str, Any]:
    cards: dict[str, list[dict[str, Any]]] = {}
    for uses in found["uses"]:
        for use in uses["cards"]:
            values = {name: use[name] for name in ("times", "per_game", "wins", "against")}
            cards.setdefault(use["id"], []).append({"verb": uses["verb"], **values})
    about = {"file": shown_path(path), "games": found["games"], "confidence": found["confidence"]}
    return {**about, "players": found["players"], "stale": found["cards"] != digest, "cards": cards}
