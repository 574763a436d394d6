"""`pnp check`. In: games. Out: every fault of their cards, layouts and rules, file:line:col; exit code 0 or 1."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pnp.base.diagnostics import Diagnostic
from pnp.catalog import CatalogEntry, all_games, book_of, find_game
from pnp.checking.fault_values import NOTE, fault_values
from pnp.cli.arguments import GameNames, Games, Json, print_json
from pnp.cli.progress import progress
from pnp.cli.streams import even_without_reader
from pnp.cli.terminal.ink import Tone, print_faults, print_toned
from pnp.library.words import ANY, BOTH

Strict = Annotated[bool, typer.Option("--strict", help="treat warnings as errors")]
Language = Annotated[
    str, typer.Option("--lang", help="report what is missing or does not fit in this language, or in two: en+fi")
]
WithCodes = Annotated[bool, typer.Option("--codes", help="check faces as pnp build --codes prints them")]
CardsOnly = Annotated[bool, typer.Option("--cards", help="check only card databases, not layouts and rules")]


def check(
    game: GameNames = None,
    strict: Strict = False,
    cards: CardsOnly = False,
    lang: Language = "",
    codes: WithCodes = False,
    json: Json = False,
    games: Games = None,
) -> None:
    """Report every fault of card databases, layouts and rules; exit code 1 when there are errors."""
    from pnp.checking.game import inspect

    _check_language(lang)
    named: list[Path] = games or []
    entries = [find_game(slug, named) for slug in dict.fromkeys(game)] if game else all_games(named)
    found = {}
    for number, entry in enumerate(entries, 1):
        bar = f"{entry.slug}, {number} of {len(entries)}: " if len(entries) > 1 else ""
        with progress(bar) as on_progress:
            found[entry.slug] = inspect(entry, not cards, lang, on_progress, codes)
    bad = {slug: _is_bad(items, strict) for slug, items in found.items()}
    with even_without_reader():
        if lang and not json:
            for entry in entries:
                _report_shared_names(entry)
                _report_english_texts(entry, lang)
        _print_results(found, bad, json)
    if any(bad.values()):
        raise typer.Exit(1)


def _report_shared_names(entry: CatalogEntry) -> None:
    """Names that no language translates: proper names, or forgotten ones; only people know which."""
    names = [card.name[ANY] for card in book_of(entry).playing_cards.values() if ANY in card.name]
    if names:
        few = ", ".join(names[:5]) + (" …" if len(names) > 5 else "")
        print(f"{entry.slug}: {len(names)} card names are the same in every language: {few}")


def _report_english_texts(entry: CatalogEntry, lang: str) -> None:
    """Reasons and prompts that are no messages, so that no file of words can translate them."""
    from pnp.conformance.english_texts import count_english_texts

    count = count_english_texts(entry) if set(lang.split("+")) - {"en"} else 0
    if count:
        texts = "1 text in its Python code exists" if count == 1 else f"{count} texts in its Python code exist"
        print(f"{entry.slug}: {texts} only in English")


def _print_results(found: dict[str, list[Diagnostic]], bad: dict[str, bool], json: bool) -> None:

    if json:
        print_json(
            [
                {"game": slug, "ok": not bad[slug], "faults": [fault_values(item) for item in items]}
                for slug, items in found.items()
            ]
        )
    else:
        for slug, items in found.items():
            print_faults(items, sys.stdout)
            tone: Tone = "illegal" if bad[slug] else "warning" if _is_bad(items, strict=True) else "legal"
            print_toned(f"{slug}: {_summary(items)}", tone)


def _check_language(lang: str) -> None:
    """One language or two; any, for a game may be translated into what it does not name yet."""
    from pnp.library.reading.game import is_language

    for code in lang.split(BOTH, 1) if lang else ():
        if not is_language(code):
            raise typer.BadParameter(
                f"expected a language code such as en, fi or pt-BR, got “{code}”", param_hint="--lang"
            )


def _is_bad(items: list[Diagnostic], strict: bool) -> bool:
    return any(item.severity == "error" or (strict and item.severity != NOTE) for item in items)


def _summary(items: list[Diagnostic]) -> str:
    errors = sum(item.severity == "error" for item in items)
    notes = sum(item.severity == NOTE for item in items)
    warnings = len(items) - errors - notes
    cards = "1 card has a rule text" if notes == 1 else f"{notes} cards have a rule text"
    own = (
        f"; {cards} written by hand instead of made from {'its' if notes == 1 else 'their'} abilities" if notes else ""
    )
    if not errors and not warnings:
        return f"no faults{own}"
    parts = [f"{n} {word}{'s' if n > 1 else ''}" for n, word in ((errors, "error"), (warnings, "warning")) if n]
    missing = sum(item.code == "missing-translation" for item in items)
    return ", ".join(parts) + (f"; {missing} of them missing translations" if missing else "") + own
