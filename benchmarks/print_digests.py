"""Digests of everything the print wing makes, before and after a change that nobody should see.

    python benchmarks/print_digests.py take FILE [game …] [--all]
    python benchmarks/print_digests.py compare FILE

`take` builds the games in every language and theme (with --all on both papers, and in two languages) and writes a
digest for each PDF, and for each list that `pnp export` makes. `compare` does it again with the code of this tree and
names every file that came out another; exit code 1 when one did. Nothing of it is kept from earlier builds.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ["PNP_CACHE_DIR"] = tempfile.mkdtemp(prefix="pnp-digests-")

from pnp.catalog import built_in_slugs
from pnp.cli.main import main as pnp

LISTS = ("csv", "json", "md", "html")


def main(words: list[str] | None = None) -> int:
    """Take or compare; returns the exit code."""
    action, file, *games = words if words is not None else sys.argv[1:]
    if action == "take":
        ways = list(_ways("--all" in games))
        asked = [game for game in games if not game.startswith("-")] or list(built_in_slugs())
        found = {game: _digests(game, ways) for game in asked}
        Path(file).write_text(json.dumps({"ways": ways, "games": found}, indent=1), encoding="utf-8")
        print(f"{sum(map(len, found.values()))} files of {len(found)} games")
        return 0
    kept = json.loads(Path(file).read_text(encoding="utf-8"))
    count = differences = 0
    for game, old in kept["games"].items():
        new = _digests(game, kept["ways"])
        count += len(new)
        for name in sorted({*old, *new}):
            if old.get(name) != new.get(name):
                differences += 1
                print(f"{game} {name}: {'is new' if name not in old else 'is gone' if name not in new else 'differs'}")
    print(f"{count} files compared, {differences} differences")
    return 1 if differences else 0


def _ways(is_all: bool) -> Iterator[tuple[str, str, str]]:
    papers, langs = (("a4", "letter"), ("en", "fi", "en+fi")) if is_all else (("a4",), ("en", "fi"))
    yield from product(papers, langs, ("colour", "ink", "accessible"))


def _digests(game: str, ways: list[tuple[str, str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for paper, lang, theme in ways:
        with tempfile.TemporaryDirectory() as folder:
            _run("build", game, "--paper", paper, "--lang", lang, "--theme", theme, "-o", folder)
            for file in sorted(Path(folder).rglob("*.pdf")):
                found[f"{paper} {lang} {theme} {file.name}"] = sha256(file.read_bytes()).hexdigest()[:16]
    for form in LISTS:
        with tempfile.TemporaryDirectory() as folder:
            _run("export", game, "--to", form, "-o", f"{folder}/list.{form}")
            for file in sorted(path for path in Path(folder).rglob("*") if path.is_file()):
                found[f"export {form} {file.name}"] = sha256(file.read_bytes()).hexdigest()[:16]
    return found


def _run(*words: str) -> None:
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        code = pnp(list(words))
    if code:
        raise SystemExit(f"pnp {' '.join(words)} ended with {code}:\n{output.getvalue()}")


if __name__ == "__main__":
    sys.exit(main())
