"""The catalog of games. In: a slug. Out: where its cards, layouts and rules are, its CardBook and its Game.

Games are built in (`cards/<slug>`, `layouts/<slug>`, `pnp/games/<slug>`), or in a folder that somebody named (`--games
PATH` or `PNP_GAMES`, one folder `<slug>/{cards,layouts,rules.py}`), or near (in the current folder or one above it; the
game of a record also in the record's folder or one above that), or installed under the entry-point group `pnp.games`
(the entry point names a package that is such a folder), or in the gallery: small games that come with the program as
examples (`pnp/gallery/<slug>`), where every other game of that name comes first. Invariant: the code of a game that is
only near never runs before its folder was trusted, and no such game takes the place of a built-in or named one;
installed packages are scanned only when a slug is not found elsewhere. A folder that is named, and named like a
built-in game, is that game with other cards: rules or layouts that it lacks are those of the built-in game. A folder
whose game.yaml says `extends: GAME` has only cards that are new, and is otherwise that game under a name of its own.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.cache import code_stamp
from pnp.base.diagnostics import InputError, Span, UsageError
from pnp.base.files import read_at_most
from pnp.base.places import data_root, shown_path
from pnp.base.suggest import hint_nearest
from pnp.library.book_cache import load_cached_book
from pnp.library.card import CardBook
from pnp.library.card_folder import CardFolder, open_card_folder

if TYPE_CHECKING:
    from pnp.library.effect.vocabulary import Vocabulary
    from pnp.referee.game import Game

GROUP = "pnp.games"
GAME_FILE = "game.yaml"
USUAL_FOLDERS = "PNP_GAMES"  # a variable of the environment: folders that every command looks in
NAME = re.compile(r"[A-Za-z0-9_-]+")  # of a game that is looked for near: never a way to another folder
EXTENDS = re.compile(rb"""extends:[ \t]*["']?([A-Za-z0-9_-]+)""")
MOST_READ = 1 << 16  # bytes of a game.yaml in which `extends:` is looked for
_BUILT_IN = "pnp.games."
_PACKAGE = os.path.dirname(os.path.abspath(__file__))


class CatalogEntry(Struct, frozen=True):
    """A game in the catalog.

    rules: a module's name, a path to `rules.py`, or "" for the sandbox
    origin: `built in`, `folder`, `installed` or `gallery`
    extends: the name of the game whose cards, layouts and rules it takes over · base: that game, where there is one
    is_near: nobody named it, so its code runs only when its folder is trusted
    """

    slug: str
    cards: str
    layouts: str
    rules: str = ""
    origin: str = "built in"
    extends: str = ""
    base: CatalogEntry | None = None
    is_near: bool = False

    def card_folder(self) -> CardFolder:
        """The card files, and how to find the vocabulary of the game's rules; InputError when there is no game that it
        extends.
        """
        if not self.extends:
            return open_card_folder(self.cards, self.slug, partial(vocabulary_of, self), _code_of(self))
        if self.base is None or self.base.extends or self.extends == self.slug:
            raise self._no_base()
        own, base = open_card_folder(self.cards, self.slug), self.base.card_folder()
        return replace(own, find_vocabulary=base.find_vocabulary, code=base.code, base=base)

    def _no_base(self) -> InputError:
        """Why the game that it extends cannot be extended, at the line that names it."""
        file = os.path.join(self.cards, GAME_FILE)
        head = read_at_most(file, MOST_READ)
        line = next(n for n, text in enumerate(head.splitlines(), 1) if EXTENDS.match(text))
        column = head.splitlines()[line - 1].rindex(self.extends.encode()) + 1
        place = Span(shown_path(file), line, column)
        if self.extends == self.slug:
            what = "an extension needs a name that differs from its base, so that records and prints are distinct"
            return InputError.single(place, what, f"call the folder my_{self.slug}", "slug")
        if self.base is not None:
            hint = f"extend {self.base.extends}, and copy the cards of {self.extends}"
            return InputError.single(
                place, f"expected a game to extend, got the extension “{self.extends}”", hint, "extends"
            )
        hint = hint_nearest(self.extends, [entry.slug for entry in all_games() if not entry.extends])
        return InputError.single(place, f"unknown game “{self.extends}” to extend", hint, "unknown-game")

    @property
    def original(self) -> CatalogEntry:
        """The game itself: what an extension extends, else this one. Its folder has the rules and their tests."""
        return self.base or self

    @property
    def has_built_in_rules(self) -> bool:
        """Whether its rules are those of a built-in game, also where its cards are others."""
        return self.original.rules.startswith(_BUILT_IN)

    @property
    def layout_folders(self) -> tuple[str, ...]:
        """Where layouts and pictures are looked for, one after the other."""
        if self.base is None:
            return (self.layouts,)
        return ((self.layouts,) if os.path.isdir(self.layouts) else ()) + self.base.layout_folders

    @property
    def shelves(self) -> dict[str, tuple[str, ...]]:
        """The same by the names that layouts may `extend` them by."""
        base = {} if self.base is None else self.base.shelves
        return {**base, self.slug: self.layout_folders}


def find_game(
    slug: str, extra: Sequence[str | os.PathLike[str]] = (), beside: str | os.PathLike[str] = ""
) -> CatalogEntry:
    """The game of that name, in any case; InputError with the nearest name when there is none.

    Where no folder is named it may also be near: in or above the folder `beside`, or the current one.
    """
    folded = slug.casefold()
    near = () if extra else _near(slug, beside)
    for found in (_in_folders(_with_usual(extra)), _built_in(), near, _installed(), gallery()):
        for entry in found:
            if entry.slug.casefold() == folded:
                return entry
    names = [entry.slug for entry in all_games(extra, with_gallery=True)]
    hint = hint_nearest(slug, names)
    if not extra:
        own = "your own games are found in this folder and its parents, or with --games FOLDER"
        hint += f"{'; ' if hint else ''}{own}"
    raise UsageError.single(Span(slug), "unknown game", hint, "unknown-game")


def _with_usual(extra: Sequence[str | os.PathLike[str]]) -> Sequence[str | os.PathLike[str]]:
    """The folders named, and behind them those that the user named once for all commands."""
    usual = os.environ.get(USUAL_FOLDERS, "")
    return [*extra, *filter(None, usual.split(os.pathsep))] if usual else extra


def all_games(extra: Sequence[str | os.PathLike[str]] = (), with_gallery: bool = False) -> list[CatalogEntry]:
    """Every game by slug: named folders first, then built in, then near (where no folder is named), then installed, and
    on request those of the gallery.
    """
    found: dict[str, CatalogEntry] = {}
    near, examples = () if extra else _near(), gallery() if with_gallery else ()
    for source in (_in_folders(_with_usual(extra)), _built_in(), near, _installed(), examples):
        for entry in source:
            found.setdefault(entry.slug, entry)
    return [found[slug] for slug in sorted(found)]


def gallery() -> list[CatalogEntry]:
    """The games that come with the program as examples."""
    return [replace(_folder_entry(game), origin="gallery") for game in games_in(os.path.join(_PACKAGE, "gallery"))]


def built_in_slugs() -> list[str]:
    """The names of the built-in games."""
    return [entry.slug for entry in _built_in()]


def _built_in() -> Iterator[CatalogEntry]:
    cards, layouts = data_root("cards"), data_root("layouts")
    for slug in _folders(cards):
        if os.path.isfile(os.path.join(cards, slug, GAME_FILE)):
            module = os.path.join(_PACKAGE, "games", slug, "__init__.py")
            rules = f"pnp.games.{slug}" if os.path.isfile(module) else ""
            yield CatalogEntry(slug, os.path.join(cards, slug), os.path.join(layouts, slug), rules)


def _in_folders(extra: Sequence[str | os.PathLike[str]]) -> Iterator[CatalogEntry]:
    for path in extra:
        folder = os.path.abspath(os.fspath(path))
        games = games_in(folder)
        if not games:
            hint = "a game is a folder that contains cards/game.yaml"
            raise InputError.single(Span(shown_path(folder)), "found no games here", hint, "no-games")
        for game in games:
            yield _folder_entry(game, extra)


def _near(slug: str = "", beside: str | os.PathLike[str] = "") -> Iterator[CatalogEntry]:
    """The games of that name in the folders from `beside` and from the current one upwards; without a name those in the
    current folder, and those that it lies in.
    """
    if slug and not NAME.fullmatch(slug):
        return
    for start in (beside, ".") if beside else (".",):
        for folder in _upwards(start):
            if slug:
                places = [folder, *(os.path.join(folder, name) for name in dict.fromkeys((slug, slug.lower())))]
                for place in places:
                    if os.path.basename(place).casefold() == slug.casefold() and _is_game(place):
                        yield _folder_entry(place, is_near=True)
            elif _is_game(folder):
                yield _folder_entry(folder, is_near=True)
        if not slug:
            for game in games_in(os.path.abspath(start)):
                yield _folder_entry(game, is_near=True)


def _upwards(start: str | os.PathLike[str]) -> Iterator[str]:
    """A folder and those above it; nothing where it was removed under our feet."""
    try:
        folder, inner = os.path.abspath(start), ""
    except OSError:
        return
    while folder != inner:
        yield folder
        folder, inner = os.path.dirname(folder), folder


def game_around(folder: str) -> str:
    """The game's folder in which a folder lies; "" when it lies in none."""
    return next(filter(_is_game, _upwards(folder)), "")


def game_here() -> CatalogEntry | None:
    """The game whose folder the current one is, or lies in, whatever others are called; its code needs trust."""
    folder = game_around(".")
    return _folder_entry(folder, is_near=True) if folder else None


def games_in(folder: str) -> list[str]:
    """The folder itself when it is a game, else those of its folders that are."""
    games = [folder] if _is_game(folder) else [os.path.join(folder, slug) for slug in _folders(folder)]
    return [game for game in games if _is_game(game)]


def _extended_by(folder: str) -> str:
    """The name of the game that a folder extends, as its game.yaml says; "" for a game of its own."""
    try:
        head = read_at_most(os.path.join(folder, "cards", GAME_FILE), MOST_READ)
    except OSError:
        return ""  # who reads its cards says why
    found = (EXTENDS.match(line) for line in head.splitlines())
    return next((match[1].decode() for match in found if match), "")


def _base_of(
    folder: str, slug: str, extra: Sequence[str | os.PathLike[str]], is_near: bool = False
) -> CatalogEntry | None:
    """The game of that name that a folder extends: of the named folders (but itself), built in, beside a folder that is
    near, or installed.
    """
    there = (game for path in extra for game in games_in(os.path.abspath(os.fspath(path))))
    named = next((game for game in there if os.path.basename(game) == slug and game != folder), "")
    if named:
        extends = _extended_by(named)
        return CatalogEntry(slug, "", "", extends=extends) if extends else _folder_entry(named, extra)
    beside = os.path.join(os.path.dirname(folder), slug)
    if is_near and NAME.fullmatch(slug) and beside != folder and _is_game(beside) and slug not in built_in_slugs():
        extends = _extended_by(beside)
        return CatalogEntry(slug, "", "", extends=extends) if extends else _folder_entry(beside, is_near=True)
    return next((entry for entry in (*_built_in(), *_installed(slug), *gallery()) if entry.slug == slug), None)


def _folder_entry(folder: str, extra: Sequence[str | os.PathLike[str]] = (), is_near: bool = False) -> CatalogEntry:
    rules = [os.path.join(folder, "rules.py"), os.path.join(folder, "rules", "__init__.py")]
    found = next((path for path in rules if os.path.isfile(path)), "")
    slug, layouts = os.path.basename(folder), os.path.join(folder, "layouts")
    if extends := _extended_by(folder):
        base = _base_of(folder, extends, extra, is_near)
        theirs = base.rules if base is not None else ""
        return CatalogEntry(slug, os.path.join(folder, "cards"), layouts, theirs, "folder", extends, base, is_near)
    own = next((entry for entry in _built_in() if entry.slug == slug), None)
    if own is not None:  # other cards for a built-in game: its rules and layouts where the folder has none
        found = found or own.rules
        layouts = layouts if os.path.isdir(layouts) else own.layouts
    return CatalogEntry(slug, os.path.join(folder, "cards"), layouts, found, "folder", is_near=is_near)


def _installed(slug: str = "") -> Iterator[CatalogEntry]:
    """The installed games, or that of one name."""
    from importlib.metadata import entry_points  # 34 ms

    for point in entry_points(group=GROUP):
        if slug and point.name != slug:
            continue
        folder = _package_folder(point.value.partition(":")[0])
        if folder and _is_game(folder):
            entry = _folder_entry(folder)
            rules = f"{point.value.partition(':')[0]}.rules" if entry.rules and not entry.extends else entry.rules
            yield replace(entry, slug=point.name, rules=rules, origin="installed")


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
    return os.path.isfile(os.path.join(folder, "cards", GAME_FILE))


def book_of(entry: CatalogEntry, is_kept: bool = True) -> CardBook:
    """The game's CardBook, from the user's cache when the YAML has not changed; InputError with every fault.

    is_kept: keep it there; a process that reads the game again after every change need not.
    """
    return load_cached_book(entry.card_folder(), is_kept)


def rules_of(entry: CatalogEntry, book: CardBook | None = None) -> Game[Any]:
    """The game's rules, or the sandbox referee when it has none (of this book, else the entry's); InputError when its
    module cannot be used.
    """
    if entry.base is not None and entry.rules:
        return replace(rules_of(entry.base), slug=entry.slug)
    if not entry.rules:
        from pnp.games.sandbox import sandbox_game

        return sandbox_game(book or book_of(entry))
    from pnp.referee.game import Game

    if entry.rules.startswith(_BUILT_IN):
        from importlib import import_module

        module = import_module(entry.rules)
    else:
        module = _foreign_module(entry)
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        place = Span(shown_path(getattr(module, "__file__", None) or entry.rules))
        fault = (
            f"expected GAME to be a Game, got {game!r:.40}"
            if hasattr(module, "GAME")
            else "expected a variable GAME in the module"
        )
        raise InputError.single(place, fault, "GAME = declare(slug=…, …) or Game(slug=…, judge=…, …)", "rules")
    if game.slug != entry.slug:
        place = Span(shown_path(getattr(module, "__file__", None) or entry.rules))
        raise InputError.single(
            place,
            f"GAME has the slug “{game.slug}”, its folder is “{entry.slug}”",
            "use the same name for both",
            "rules",
        )
    return game


def vocabulary_of(entry: CatalogEntry) -> Vocabulary | None:
    """The vocabulary of the game's effects, from its rules; None when it has none."""
    return rules_of(entry).vocabulary if entry.rules else None


def _code_of(entry: CatalogEntry) -> str:
    """A text that changes with the code of a game's rules: names, sizes and times of its files."""
    if entry.has_built_in_rules:
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


def allow_code(entry: CatalogEntry) -> None:
    """The one gate before code that lies in a game's folder; InputError when nobody named the folder or trusts it."""
    if entry.is_near:
        from pnp.base.trust import require_trust

        require_trust(os.path.dirname(entry.cards))


def _foreign_module(entry: CatalogEntry) -> Any:
    """Import the rules of a third-party game; InputError when its code may not run, or with file and line when that
    fails.
    """
    from importlib import import_module
    from importlib.util import module_from_spec, spec_from_file_location

    from pnp.base.trust import loader_of

    allow_code(entry)
    name = entry.rules
    try:
        if entry.origin == "installed":
            return import_module(name)
        name = f"pnp_game_{entry.slug}"
        module = sys.modules.get(name)
        if module is not None and module.__file__ == entry.rules:
            return module
        inner = [os.path.dirname(entry.rules)] if entry.rules.endswith("__init__.py") else None
        loader = loader_of(name, entry.rules)
        spec = spec_from_file_location(name, entry.rules, loader=loader, submodule_search_locations=inner)
        if spec is None or spec.loader is None:
            raise ImportError("expected a Python module")
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


def load_game(
    slug: str,
    extra: Sequence[str | os.PathLike[str]] = (),
    beside: str | os.PathLike[str] = "",
    vary: Sequence[str] = (),
) -> tuple[Game[Any], CardBook]:
    """The rules and the cards of the game of that name; a module-level function, so that worker processes find it.

    vary: what the cards are to hold instead of what their files say: `tiles.ukko.value=9`
    """
    entry = find_game(slug, extra, beside)
    if not vary:
        return rules_of(entry), book_of(entry)
    from pnp.library.editing.varied_book import vary_book  # reads the files themselves, which few need

    book = vary_book(entry.card_folder(), vary)
    return rules_of(entry, book), book
