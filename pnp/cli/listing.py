"""`pnp list`. In: the catalog. Out: a line for each game, or JSON. Invariant: a faulty game is named, not fatal."""

from __future__ import annotations

from typing import Any

from pnp.base.diagnostics import InputError
from pnp.catalog import CatalogEntry, all_games, book_of, find_game
from pnp.cli.arguments import GameNames, Games, Json, columns, print_json


def list_games(game: GameNames = None, json: Json = False, games: Games = None) -> None:
    """The games there are: players, components, languages."""
    entries = [find_game(slug, games or ()) for slug in dict.fromkeys(game)] if game else all_games(games or ())
    found = [_values(entry) for entry in entries]
    if json:
        print_json(found)
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
