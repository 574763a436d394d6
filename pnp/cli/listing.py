"""`pnp list`. In: the catalog. Out: a line for each game, or JSON. Invariant: a faulty game is named, not fatal."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

from pnp.base.diagnostics import InputError
from pnp.base.places import shown_path
from pnp.catalog import CatalogEntry, all_games, book_of, find_game, gallery
from pnp.cli.arguments import GameNames, Games, Json, columns, print_json
from pnp.library.words import localise

Gallery = Annotated[bool, typer.Option("--gallery", help="the small games that come as examples")]


def list_games(game: GameNames = None, json: Json = False, games: Games = None, with_gallery: Gallery = False) -> None:
    """The games there are: players, components, languages."""
    if with_gallery:
        entries = [entry for entry in gallery() if not game or entry.slug in game]
    else:
        entries = [find_game(slug, games or ()) for slug in dict.fromkeys(game)] if game else all_games(games or ())
    found = [_values(entry) for entry in entries]
    if json:
        print_json(found)
    elif found and with_gallery:
        own = {entry.slug: entry for entry in all_games(games or ())}
        print("\n".join(columns([_example_line(values, own.get(values["slug"])) for values in found])))
        print("\nPlay one: pnp referee new GAME …, print it: pnp build GAME, copy it: pnp new NAME --from-gallery GAME")
    elif found:
        print("\n".join(columns([_line(values) for values in found])))
    else:
        print("No games found. Start one with `pnp new`.")


def _values(entry: CatalogEntry) -> dict[str, Any]:

    values: dict[str, Any] = {
        "slug": entry.slug,
        "origin": entry.origin,
        "extends": entry.extends,
        "referee": "own rules" if entry.rules else "sandbox",
        "cards_folder": entry.cards,
    }
    try:
        book = book_of(entry)
    except InputError as fault:
        return {**values, "faults": [str(item) for item in fault.report]}
    return {
        **values,
        "title": book.title,
        "about": book.about,
        "players": list(book.players),
        "languages": list(book.languages),
        "drafts": list(book.drafts),
        "version": book.version,
        "digest": book.digest,
        "decks": [
            {"id": deck.id, "kind": deck.kind, "cards": len(deck.cards), "copies": deck.size}
            for deck in book.decks.values()
        ],
        "components": [
            {"id": part.id, "kind": part.kind, "title": part.title, "copies": part.copies} for part in book.components
        ],
        "options": list(book.options),
        "rules": len(book.rulebook.rules),
    }


def _example_line(values: dict[str, Any], own: CatalogEntry | None) -> list[str]:
    """A game of the gallery: its name, title, players, and what it shows."""
    hidden = f"[{values['slug']} is your game in {shown_path(os.path.dirname(own.cards))}]" if own else ""
    slug, seats, *_ = _line(values)
    return [slug, localise(values["title"]), seats, localise(values["about"]), hidden]


def _line(values: dict[str, Any]) -> list[str]:
    if "faults" in values:
        return [values["slug"], f"has {len(values['faults'])} faults: pnp check {values['slug']}"]
    fewest, most = values["players"]
    seats = f"{fewest} players" if fewest == most else f"{fewest}-{most} players"
    cards = sum(deck["copies"] for deck in values["decks"] if deck["kind"] == "cards")
    parts = ", ".join(part["id"] for part in values["components"])
    languages = " ".join([*values["languages"], *(f"({code})" for code in values["drafts"])])
    referee = f"{values['rules']} rules" if values["referee"] == "own rules" else "sandbox referee"
    origin = "" if values["origin"] == "built in" else f"[{values['origin']}]"
    origin = f"[extends {values['extends']}]" if values["extends"] else origin
    return [values["slug"], seats, f"{cards} cards", languages, referee, parts, origin]
