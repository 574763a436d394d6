"""What Tab completes behind a command in a shell. In: what was typed so far. Out: names there are: of games, cards,
components, languages, themes, papers.

Invariant: a word that is half typed is no fault: where nothing is known, nothing is offered; no code of a game runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import typer

from pnp.base.diagnostics import InputError
from pnp.catalog import CatalogEntry, all_games, book_of, find_game
from pnp.library.card import CardBook
from pnp.library.words import Words, localise

Offer = tuple[str, str]  # a word, and what it is


def games(ctx: typer.Context, incomplete: str) -> list[Offer]:
    """Games there are."""
    found: list[Offer] = []
    with _quietly():
        known = all_games(ctx.params.get("games") or (), with_gallery=True)
        found = [(entry.slug, entry.origin) for entry in known]
    return _beginning(found, incomplete)


def cards(ctx: typer.Context, incomplete: str) -> list[Offer]:
    """Cards of the game that was named."""
    return _beginning(_cards(_book(ctx)), incomplete)


def chosen_cards(ctx: typer.Context, incomplete: str) -> list[Offer]:
    """Cards behind others: `ukko,louhi`."""
    return _listed(_cards(_book(ctx)), incomplete)


def looked_at(ctx: typer.Context, incomplete: str) -> list[Offer]:
    """Cards and components."""
    book = _book(ctx)
    return _listed([*_cards(book), *_components(book)], incomplete)


def components(ctx: typer.Context, incomplete: str) -> list[Offer]:
    """Components behind others: `tiles,rules`."""
    return _listed(_components(_book(ctx)), incomplete)


def fields(ctx: typer.Context, incomplete: str) -> list[Offer]:
    """What can be changed of the card that was named."""
    book = _book(ctx)
    card = book.cards.get(str(ctx.params.get("card"))) if book is not None else None
    if book is None or card is None:
        return []
    names = [(name, "") for name in ("name", *(f"name.{lang}" for lang in book.languages), "copies", *card.fields)]
    texts = [(f"text.{slot}.{lang}", "") for slot in card.texts for lang in book.languages]
    return _beginning([*names, *texts], incomplete)


def languages(ctx: typer.Context, incomplete: str) -> list[Offer]:
    """Languages of the game."""
    book = _book(ctx)
    return _beginning([(lang, "") for lang in (*book.languages, *book.drafts)] if book is not None else [], incomplete)


def themes(ctx: typer.Context, incomplete: str) -> list[Offer]:
    """Themes of the game."""
    found: list[Offer] = []
    with _quietly():
        from pnp.export.disk_shelf import DiskShelf
        from pnp.layout.painting.resources import LayoutResources

        book, entry = _book(ctx), _entry(ctx)
        if book is not None and entry is not None:
            resources = LayoutResources(DiskShelf(games=entry.shelves), book)
            found = [(name, "") for name in resources.theme_names]
    return _beginning(found, incomplete)


def papers(incomplete: str) -> list[Offer]:
    """Papers of the stock."""
    found: list[Offer] = []
    with _quietly():
        from pnp.export.disk_shelf import DiskShelf
        from pnp.export.sheets.papers import read_paper_stock

        found = [(name, paper.title) for name, paper in read_paper_stock(DiskShelf()).papers.items()]
    return _beginning(found, incomplete)


def words(*choices: str) -> Callable[[str], list[str]]:
    """One of these, behind others where the option takes several."""

    def offered(incomplete: str) -> list[str]:
        return [word for word, _ in _listed([(choice, "") for choice in choices], incomplete)]

    return offered


@contextmanager
def _quietly() -> Iterator[None]:

    try:
        yield
    except (InputError, OSError):
        return


def _entry(ctx: typer.Context) -> CatalogEntry | None:
    """The game that was named, by whatever name the command gives it."""
    given: Any = ctx.params.get("game") or ctx.params.get("names")
    # Where the last word is an option whose value is asked for, nothing was read: then some word before it is a game.
    names = [given] if isinstance(given, str) else given or [word for word in ctx.obj or () if word[:1] != "-"]
    for name in names:
        with _quietly():
            return find_game(name, ctx.params.get("games") or ())
    return None


def _book(ctx: typer.Context) -> CardBook | None:

    entry = _entry(ctx)
    with _quietly():
        return book_of(entry) if entry is not None else None
    return None


def _cards(book: CardBook | None) -> list[Offer]:
    return [(id_, _title(card.name)) for id_, card in book.cards.items()] if book is not None else []


def _components(book: CardBook | None) -> list[Offer]:
    return [(one.id, _title(one.title)) for one in book.components] if book is not None else []


def _title(names: Words) -> str:

    return localise(names, "en")


def _beginning(offers: Iterable[Offer], incomplete: str) -> list[Offer]:
    return [offer for offer in offers if offer[0].startswith(incomplete)]


def _listed(offers: Iterable[Offer], incomplete: str) -> list[Offer]:
    """Offers behind the last comma."""
    before, comma, last = incomplete.rpartition(",")
    return [(f"{before}{comma}{word}", what) for word, what in offers if word.startswith(last)]
