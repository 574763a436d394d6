"""`pnp new`. In: a slug. Out: a folder with a small game that checks, builds, plays and is tested.

The folder is a copy of `pnp/scaffold/mygame`, with `--hands` of `pnp/scaffold/hands/mygame`, with `--effects` of
`pnp/scaffold/effects/mygame` (real games, tested as they stand), with `--template` of one of `pnp/scaffold/templates`
(printed things without rules), with `--from-gallery` of a game of `pnp/gallery`, under the new name; with `--from` it
is made of a sheet, in which the cards stay.
Invariant: nothing is overwritten, and the folder appears whole or not at all.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from enum import StrEnum
from keyword import iskeyword
from pathlib import Path
from typing import Annotated

import typer

from pnp.base.diagnostics import InputError, Span, UsageError
from pnp.base.files import write_folder
from pnp.base.suggest import hint_nearest
from pnp.base.trust import trust_folder
from pnp.catalog import built_in_slugs, gallery
from pnp.cli.arguments import check_table_language, inside_of
from pnp.cli.terminal.ink import print_faults

Slug = Annotated[str, typer.Argument(metavar="NAME", help="short name: lower-case letters, digits and _")]
Where = Annotated[Path, typer.Option("--dir", metavar="DIR", help="where to create the game's folder")]
Title = Annotated[str, typer.Option("--title", help="title of the game (default: made from the name)")]
Hands = Annotated[bool, typer.Option("--hands", help="with hidden hands and secret bids instead of open cards")]
Effects = Annotated[
    bool, typer.Option("--effects", help="with card effects written as data: a deck that shows each kind")
]


class TemplateName(StrEnum):
    """What a new game may begin with: printed things without rules, in `pnp/scaffold/templates`."""

    POKER = "poker"
    TAROT = "tarot"
    TILE = "tile"
    STANDEE = "standee"
    BOARD = "board"


Template = Annotated[
    TemplateName | None,
    typer.Option("--template", help="only things to print, no rules: cards, tiles, standees, a board"),
]
MODEL = "mygame"
# Words of YAML, folders of a game or of this program, and names no file may have on Windows.
TAKEN = (
    *("true", "false", "null"), *("cards", "layouts", "sandbox", "test", "tests", "pnp"),
    *("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))),
)  # fmt: skip
_SCAFFOLD = os.path.join(os.path.dirname(os.path.dirname(__file__)), "scaffold")
From = Annotated[
    Path | None,
    typer.Option("--from", metavar="FILE", help="a csv, xlsx or ods with your cards, which you keep editing"),
]
FromGallery = Annotated[
    str, typer.Option("--from-gallery", metavar="GAME", help="a copy of an example (see pnp list --gallery)")
]
Sheet = Annotated[str, typer.Option("--sheet", help="with --from: sheet of a workbook (default: the first)")]
Lang = Annotated[str, typer.Option("--lang", help="with --from: language of columns that name none (default: en)")]


def new(
    name: Slug,
    where: Where = Path("."),
    title: Title = "",
    hands: Hands = False,
    effects: Effects = False,
    from_: From = None,
    sheet: Sheet = "",
    lang: Lang = "",
    template: Template = None,
    from_gallery: FromGallery = "",
) -> None:
    """Start your own game: a folder with cards, layouts, rules and tests of a small game, each file explained."""
    if hands and effects:
        raise typer.BadParameter("--hands and --effects are mutually exclusive; the game with effects also has hands")
    if from_ is not None and (hands or effects):
        raise typer.BadParameter("--from, --hands and --effects are mutually exclusive")
    if template is not None and (hands or effects or from_ is not None):
        raise typer.BadParameter("--template cannot be combined with --hands, --effects or --from")
    if from_gallery and (title or hands or effects or from_ is not None or template is not None):
        raise typer.BadParameter(
            "--from-gallery cannot be combined with --title, --hands, --effects, --from or --template"
        )
    if from_ is None and (sheet or lang):
        raise typer.BadParameter("--sheet and --lang need --from")
    check_table_language(lang)
    check_name(name, where)
    if from_ is not None:
        from pnp.cli.desk.imported import make_from_sheet

        make_from_sheet(name, where, check_title(title or name.replace("_", " ").title()), from_, sheet, lang)
        return
    target = os.path.normpath(os.path.join(where, name))
    if from_gallery:
        files = copy_example(from_gallery, name)
        write_folder(target, files)
        _trust(target)
        print(f"Created {target}{os.sep} with {len(files)} files, a copy of {from_gallery}.")
        print(f"\n  pnp check {name}{inside_of(where)}\n  pnp prove {name}{inside_of(where)}")
        return
    if any(entry.slug == name for entry in gallery()):
        print(f"An example of the gallery also has this name: here {name} is now your game.")
    kind = "hands" if hands else "effects" if effects else f"templates/{template}" if template else ""
    files = make_files(name, check_title(title or name.replace("_", " ").title()), kind)
    write_folder(target, files)
    _trust(target)
    print(f"Created {target}{os.sep} with {len(files)} files; its README.md explains each file.")
    inside = inside_of(where)
    print(f"\n  pnp check {name}{inside}\n  pnp build {name}{inside} -o print")
    if template is None:
        print(f"  pnp referee new {name} anna ben{inside} -o evening.record\n  pnp prove {name}{inside}")
    else:
        print(f"  pnp referee new {name} anna ben{inside} -o evening.record")


def _trust(folder: str) -> None:
    """We wrote its code, so it may run; where that cannot be kept the game is there all the same."""
    try:
        trust_folder(folder)
    except InputError as fault:
        print_faults(fault.report)


def check_name(name: str, where: Path) -> None:
    """InputError when a game cannot have this name, or something of that name is there."""

    from pnp.library.reading.game import is_slug

    if not is_slug(name) or iskeyword(name):
        hint = "use lower-case letters a-z, digits and _, beginning with a letter, such as my_game"
        raise InputError.single(Span(name or "NAME"), "invalid short name of a game", hint, "bad-name")
    if name in (*built_in_slugs(), *TAKEN):
        raise InputError.single(Span(name), "this name is taken", "choose another", "bad-name")
    target = os.path.normpath(os.path.join(where, name))
    if os.path.lexists(target):
        raise InputError.single(Span(target), "already exists; nothing was changed", "choose another name", "exists")


def check_title(text: str) -> str:
    """A title of one line; InputError when it is none."""
    title = " ".join(text.split())
    if not title.isprintable() or not 0 < len(title) <= 60:
        raise InputError.single(Span(text[:60]), "invalid title", "use 1 to 60 printable characters", "bad-name")
    return title


def make_files(slug: str, title: str, kind: str = "") -> dict[str, str]:
    """The files of the new game by their path in its folder; kind: the folder of `pnp/scaffold` that it is in."""
    letters = "".join(c for c in slug.upper() if c.isalpha())
    letters = (letters + "XX")[:3] if len(letters) < 3 else letters[:3]
    words = {"my-game": slug.replace("_", "-").strip("-"), MODEL: slug, "MYG": letters, "MG": letters[:2]}
    files: dict[str, str] = {}
    for path, text in _read_model(os.path.join(_SCAFFOLD, kind, MODEL)):
        words["My Game"] = _title_in(path, title)
        text = re.sub("My Game|my-game|mygame|MYG|MG", lambda found: words[found[0]], text)
        files[path.replace(MODEL, slug)] = text
    return files


def copy_example(example: str, slug: str) -> dict[str, str]:
    """The files of a game of the gallery by their path in its folder, with another name in each; UsageError when there
    is no such example.
    """
    names = {entry.slug: entry for entry in gallery()}
    if example not in names:
        hint = hint_nearest(example, names) or "pnp list --gallery shows them"
        raise UsageError.single(Span(example), "expected a game of the gallery", hint, "unknown-game")
    named = re.compile(rf'^((?:game|rulebook|messages|howto|teach): |    slug="){example}\b', re.MULTILINE)
    model = os.path.dirname(names[example].cards)
    return {path: named.sub(rf"\g<1>{slug}", text) for path, text in _read_model(model)}


def _read_model(model: str) -> Iterator[tuple[str, str]]:
    """The files of a game that is copied: their path in its folder, and their text."""
    for folder, names, found in os.walk(model):
        names[:] = [name for name in names if name != "__pycache__"]
        for name in found:
            if name.endswith((".yaml", ".csv", ".py", ".md", ".svg")):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as stream:
                    yield os.path.relpath(path, model), stream.read()


def _title_in(file: str, title: str) -> str:
    """The title as it may stand in a file of that kind."""
    if file.endswith(".yaml") and not title.replace(" ", "").isalnum():
        return "'" + title.replace("'", "''") + "'"
    return title.replace("\\", "").replace('"', "") if file.endswith(".py") else title
