"""The catalog of games. In: a slug. Out: where its cards, layouts and rules are, its CardBook and its Game.

Games are built in (`cards/<slug>`, `layouts/<slug>`, `pnp/games/<slug>`), or in a folder that somebody named
(`--games PATH`, one folder `<slug>/{cards,layouts,rules.py}`), or are installed under the entry-point group `pnp.games`
(the entry point names a package that is such a folder). Invariant: nothing is ever loaded from the current
folder unless asked for, and installed packages are scanned only when a slug is not found elsewhere. A folder named like
a built-in game is that game with other cards: rules or layouts that it lacks are those of the built-in game.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pnp.base.cache import code_stamp
from pnp.base.diagnostics import InputError, Span, UsageError
from pnp.base.places import data_root, shown_path
from pnp.base.suggest import hint_nearest
from pnp.library.book_cache import load_cached_book
from pnp.library.card import CardBook
from pnp.library.card_folder import CardFolder, open_card_folder

if TYPE_CHECKING:
    from pnp.library.effect.vocabulary import Vocabulary
    from pnp.referee.game import Game

GROUP = "pnp.games"
_BUILT_IN = "pnp.games."
_PACKAGE = os.path.dirname(os.path.abspath(__file__))


class CatalogEntry(Struct, frozen=True):
    """A game in the catalog.

    rules: a module's name, a path to `rules.py`, or "" for the sandbox · origin: `built in`, `folder` or `installed`.
    """

    slug: str
    cards: str
    layouts: str
    rules: str = ""
    origin: str = "built in"

    def card_folder(self) -> CardFolder:
        """The card files, and how to find the vocabulary of the game's rules."""
        return open_card_folder(self.cards, self.slug, partial(vocabulary_of, self), _code_of(self))


def find_game(slug: str, extra: Sequence[str | os.PathLike[str]] = ()) -> CatalogEntry:
    """The game of that name, in any case; InputError with the nearest name when there is none."""
    folded = slug.casefold()
    for found in (_in_folders(extra), _built_in(), _installed()):
        for entry in found:
            if entry.slug.casefold() == folded:
                return entry
    names = [entry.slug for entry in all_games(extra)]
    hint = hint_nearest(slug, names)
    if not extra:
        hint += f"{'; ' if hint else ''}a game of your own needs --games FOLDER"
    raise UsageError.single(Span(slug), "there is no such game", hint, "unknown-game")


def all_games(extra: Sequence[str | os.PathLike[str]] = ()) -> list[CatalogEntry]:
    """Every game by slug: named folders first, then built in, then installed."""
    found: dict[str, CatalogEntry] = {}
    for source in (_in_folders(extra), _built_in(), _installed()):
        for entry in source:
            found.setdefault(entry.slug, entry)
    return [found[slug] for slug in sorted(found)]


def built_in_slugs() -> list[str]:
    """The names of the built-in games."""
    return [entry.slug for entry in _built_in()]


def _built_in() -> Iterator[CatalogEntry]:
    cards, layouts = data_root("cards"), data_root("layouts")
    for slug in _folders(cards):
        if os.path.isfile(os.path.join(cards, slug, "game.yaml")):
            module = os.path.join(_PACKAGE, "games", slug, "__init__.py")
            rules = f"pnp.games.{slug}" if os.path.isfile(module) else ""
            yield CatalogEntry(slug, os.path.join(cards, slug), os.path.join(layouts, slug), rules)


def _in_folders(extra: Sequence[str | os.PathLike[str]]) -> Iterator[CatalogEntry]:
    for path in extra:
        folder = os.path.abspath(os.fspath(path))
        if _is_game(folder):
            yield _folder_entry(folder)
            continue
        games = [os.path.join(folder, slug) for slug in _folders(folder)]
        games = [game for game in games if _is_game(game)]
        if not games:
            hint = "a game is a folder with cards/game.yaml in it"
            raise InputError.single(Span(shown_path(folder)), "there are no games here", hint, "no-games")
        yield from map(_folder_entry, games)


def _folder_entry(folder: str) -> CatalogEntry:
    rules = [os.path.join(folder, "rules.py"), os.path.join(folder, "rules", "__init__.py")]
    found = next((path for path in rules if os.path.isfile(path)), "")
    slug, layouts = os.path.basename(folder), os.path.join(folder, "layouts")
    own = next((entry for entry in _built_in() if entry.slug == slug), None)
    if own is not None:  # other cards for a built-in game: its rules and layouts where the folder has none
        found = found or own.rules
        layouts = layouts if os.path.isdir(layouts) else own.layouts
    return CatalogEntry(slug, os.path.join(folder, "cards"), layouts, found, "folder")


def _installed() -> Iterator[CatalogEntry]:
    from importlib.metadata import entry_points  # 34 ms

    for point in entry_points(group=GROUP):
        folder = _package_folder(point.value.partition(":")[0])
        if folder and _is_game(folder):
            entry = _folder_entry(folder)
            rules = f"{point.value.partition(':')[0]}.rules" if entry.rules else ""
            yield CatalogEntry(point.name, entry.cards, entry.layouts, rules, "installed")


def _package_folder(module: str) -> str:
    from importlib.util import find_spec

    try:
        spec = find_spec(module)
    except (ImportError, ValueError, AttributeError):
        return ""  # a broken installation of another game must not stop this one
    places = list(spec.submodule_search_locations or ()) if spec else []
    return places[0] if places else ""


def _folders(root: str) -> list[str]:
    try:
        with os.scandir(root) as entries:
            return sorted(entry.name for entry in entries if entry.name[0] not in "._" and entry.is_dir())
    except OSError:
        return []


def _is_game(folder: str) -> bool:
    return os.path.isfile(os.path.join(folder, "cards", "game.yaml"))


def book_of(entry: CatalogEntry) -> CardBook:
    """The game's CardBook, from the user's cache when the YAML has not changed; InputError with every fault."""
    return load_cached_book(entry.card_folder())


def rules_of(entry: CatalogEntry) -> Game[Any]:
    """The game's rules, or the sandbox referee when it has none; InputError when its module cannot be used."""
    if not entry.rules:
        from pnp.games.sandbox import sandbox_game

        return sandbox_game(book_of(entry))
    from pnp.referee.game import Game

    if entry.rules.startswith(_BUILT_IN):
        from importlib import import_module

        module = import_module(entry.rules)
    else:
        module = _foreign_module(entry)
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        place = Span(shown_path(getattr(module, "__file__", None) or entry.rules))
        raise InputError.single(place, "the module has no GAME", "GAME = Game(slug=…, judge=…, …)", "rules")
    if game.slug != entry.slug:
        place = Span(shown_path(getattr(module, "__file__", None) or entry.rules))
        raise InputError.single(place, f"GAME is “{game.slug}”, its folder “{entry.slug}”", "name them alike", "rules")
    return game


def vocabulary_of(entry: CatalogEntry) -> Vocabulary | None:
    """The vocabulary of the game's effects, from its rules; None when it has none."""
    return rules_of(entry).vocabulary if entry.rules else None


def _code_of(entry: CatalogEntry) -> str:
    """A text that changes with the code of a game's rules: names, sizes and times of its files."""
    if entry.rules.startswith(_BUILT_IN):
        return code_stamp(f"games/{entry.slug}")
    rules = os.path.join(os.path.dirname(entry.cards), "rules")
    usual = code_stamp("referee/effects")  # words of effects that they may have taken
    if entry.rules and os.path.isdir(rules):
        return f"{usual}|{code_stamp(rules)}"
    try:
        found = os.stat(f"{rules}.py")
    except OSError:
        return ""
    return f"{usual}|{found.st_size}:{found.st_mtime_ns}"


def _foreign_module(entry: CatalogEntry) -> Any:
    """Import the rules of a third-party game; InputError with file and line when that fails."""
    from importlib import import_module
    from importlib.util import module_from_spec, spec_from_file_location

    name = entry.rules
    try:
        if entry.origin == "installed":
            return import_module(name)
        name = f"pnp_game_{entry.slug}"
        module = sys.modules.get(name)
        if module is not None and module.__file__ == entry.rules:
            return module
        inner = [os.path.dirname(entry.rules)] if entry.rules.endswith("__init__.py") else None
        spec = spec_from_file_location(name, entry.rules, submodule_search_locations=inner)
        if spec is None or spec.loader is None:
            raise ImportError("it is no Python module")
        module = module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as fault:
        sys.modules.pop(name, None)
        message = f"the rules cannot be imported: {type(fault).__name__}: {fault}"
        raise InputError.single(_place_of(fault, entry), message, "", "rules") from fault
    return module


def _place_of(fault: BaseException, entry: CatalogEntry) -> Span:
    """The line of the game's own folder where an import went wrong."""
    root = os.path.dirname(os.path.abspath(entry.cards))
    if isinstance(fault, SyntaxError) and fault.filename:
        return Span(shown_path(fault.filename), fault.lineno or 0, fault.offset or 0)
    place = Span(shown_path(entry.rules))
    trace = fault.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.startswith(root):
            place = Span(shown_path(file), trace.tb_lineno)
        trace = trace.tb_next
    return place


def load_game(slug: str, extra: Sequence[str | os.PathLike[str]] = ()) -> tuple[Game[Any], CardBook]:
    """The rules and the cards of the game of that name; a module-level function, so that worker processes find it."""
    entry = find_game(slug, extra)
    return rules_of(entry), book_of(entry)
