"""What was printed and what was played. In: a desk, the folder where builds go. Out: which faces are not as they were
printed last, how to print just those, and the numbers of the last playtest for each card.

Invariant: nothing is written; a report of other cards than those of now is told to be old.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from msgspec import DecodeError, json

from pnp.base.diagnostics import InputError
from pnp.base.places import shown_path
from pnp.export.order.last_print import last_print
from pnp.export.order.order import PrintOrder
from pnp.export.order.update import PrintedSet, read_base
from pnp.ui.studio.desk import Desk
from pnp.ui.studio.faces import Edition

REPORTS = "playtest"  # begins the names of reports in the game's folder of builds
LARGEST = 20_000_000  # bytes of a report


def compare_print(desk: Desk, edition: Edition) -> dict[str, Any] | None:
    """The faces of an edition beside its last print; None when it was never printed."""
    printed = _printed(desk, edition)
    if printed is None:
        return None
    then: dict[str, str] = {}
    for component in printed.manifest.components:
        for one in component.faces:
            for name, digest in _sides(component.id, one.card, one.face, one.back):
                then[name] = digest
    now = {face.name: face for face in desk.faces(edition)}
    kept = {component.id for component in printed.manifest.components}
    changed = [name for name, face in now.items() if name in then and then[name] != face.digest]
    added = [name for name, face in now.items() if name not in then and face.slot.component.id in kept]
    gone = [name for name in then if name not in now]
    return {"changed": changed, "added": added, "gone": gone, "command": " ".join(_command(desk, edition))}


def _sides(component: str, card: str, face: str, back: str | None) -> Iterator[tuple[str, str]]:
    yield f"{component}/{card}", face
    if back is not None:
        yield f"{component}/{card}/back", back


def _printed(desk: Desk, edition: Edition) -> PrintedSet | None:
    shown = desk.shown.get(edition)
    if shown is None or desk.book is None:
        return None
    try:
        return read_base(last_print(shown.resources, PrintOrder()), desk.book.slug)
    except InputError:  # there is none, or it is torn
        return None


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
