"""The build that was there before. In: a folder, and the manifest of what is put into it now. Out: the manifest with
what is kept of the old build, and the names of files that go.

A file goes when the old manifest names it, nobody changed it since, and the new build does not make it. With `only`,
the other components stay, if they were printed in the same way. Invariant: the manifest names every file of a build in
its folder, and nothing that pnp did not write is touched.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256

from msgspec.structs import replace

from pnp.export.manifest import NAME, MadeFile, Manifest, load_manifest


def read_previous(folder: str) -> Manifest | None:
    """The manifest in the folder; None when there is none that can be read."""
    try:
        with open(os.path.join(folder, NAME), "rb") as stream:
            return load_manifest(stream.read())
    except (OSError, ValueError, RecursionError):
        return None


def join_previous(new: Manifest, folder: str, is_partial: bool, order: Sequence[str]) -> tuple[Manifest, list[str]]:
    """The manifest with the components of the old build that stay, and the files that go. `order`: of components."""
    old = read_previous(folder)
    if old is None or old.game != new.game:
        return new, []
    made = {file.file for file in new.files}
    there = [file for file in old.files if file.file not in made and _is_unchanged(folder, file)]
    kept: list[MadeFile] = []
    if is_partial and _ways(old) == _ways(new):
        again = {component.id for component in new.components}
        others = [one for one in old.components if one.id not in again]
        stay = {one.id for one in others}
        # A file of several components, the one with everything, would tell of the old ones.
        kept = [file for file in there if file.components and stay.issuperset(file.components)]
        places = {id_: number for number, id_ in enumerate(order)}
        components = sorted([*new.components, *others], key=lambda one: places.get(one.id, len(places)))
        new = replace(new, components=components, files=[*new.files, *kept])
    return new, [file.file for file in there if file not in kept]


def _ways(manifest: Manifest) -> tuple[object, ...]:
    """How a build was made: only what was made alike belongs together."""
    return manifest.manifest, manifest.lang, manifest.theme, manifest.paper, manifest.sheets, manifest.update


def _is_unchanged(folder: str, file: MadeFile) -> bool:
    path = os.path.join(folder, *file.file.split("/"))
    if file.file.startswith(("/", "\\")) or ".." in file.file.split("/") or os.path.islink(path):
        return False
    try:
        with open(path, "rb") as stream:
            return sha256(stream.read()).hexdigest() == file.sha256
    except (OSError, ValueError):
        return False
