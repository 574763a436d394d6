"""`pnp check`. In: games. Out: every fault of their cards, layouts and rules module, file:line:col; exit code 0 or 1.

Invariant: nothing is written and nothing stops at the first fault; layouts are composed in every language and theme,
because a text that fits in one may not fit in another.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.ui.cli.arguments import GameNames, Games, Json, fault_values, print_json

if TYPE_CHECKING:
    from pnp.base.diagnostics import Diagnostic, Report
    from pnp.catalog import CatalogEntry
    from pnp.library.card import CardBook
    from pnp.library.loader import LoadedBook
    from pnp.referee.game import Game

NOTE = "note"  # no fault, not even a strict one

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
    from pnp.catalog import all_games, find_game
    from pnp.ui.cli.streams import even_without_reader

    _check_language(lang)
    named: list[Path] = games or []
    entries = [find_game(slug, named) for slug in dict.fromkeys(game)] if game else all_games(named)
    found = {}
    for number, entry in enumerate(entries, 1):
        bar = f"{entry.slug}, {number} of {len(entries)}: " if len(entries) > 1 else ""
        found[entry.slug] = inspect(entry, not cards, lang, bar, codes)
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
    from pnp.catalog import book_of
    from pnp.library.words import ANY

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
    from pnp.ui.cli.terminal.ink import Tone, print_faults, print_toned

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
    from pnp.library.words import BOTH

    for code in lang.split(BOTH, 1) if lang else ():
        if not is_language(code):
            raise typer.BadParameter(
                f"expected a language code such as en, fi or pt-BR, got “{code}”", param_hint="--lang"
            )


def inspect(
    entry: CatalogEntry, layouts: bool = True, lang: str = "", bar: str = "", codes: bool = False
) -> list[Diagnostic]:
    """All faults of one game, by place, each once; only those of one language, or of two together, when it is given.
    `bar` is put before the text of the progress bar. `codes`: of faces that show their card's code.
    """
    from pnp.base.diagnostics import InputError, fold_faces
    from pnp.library.loader import read_book
    from pnp.library.words import split_languages

    asked = tuple(code for code in split_languages(lang) if code)
    try:
        loaded = read_book(entry.card_folder(), asked)
    except InputError as fault:
        return fault.report.by_place()
    report = loaded.report
    if layouts and loaded.book is not None:
        _inspect_layouts(entry, loaded, report, lang, bar, codes)
        inspect_rules(entry, loaded, report)
    report.extend(_own_words(loaded))
    return fold_faces(dict.fromkeys(report.by_place()))


def _inspect_layouts(entry: CatalogEntry, loaded: LoadedBook, report: Report, lang: str, bar: str, codes: bool) -> None:
    """Compose every face in every language and theme and look it over; read the layouts that nothing uses, too.

    Where a layout shows two languages, each language is also composed beside the first.
    """
    from pnp.export.cache.check_cache import prover
    from pnp.export.disk_shelf import DiskShelf
    from pnp.layout.checks.inspection import inspect_game
    from pnp.layout.painting.resources import LayoutResources
    from pnp.library.words import BOTH
    from pnp.ui.progress import progress
    from pnp.ui.web.drawing.screen_faults import inspect_screen

    book = loaded.book
    assert book is not None
    shelf = DiskShelf(games=entry.shelves)
    singles = (*book.languages, *book.drafts)
    resources = LayoutResources(shelf, book, lang=lang or singles[0], origins=loaded.origin, codes=codes)
    if not resources.is_themed:
        report.extend(resources.report)
        return
    layouts = [resources.template(name) for name in resources.layout_names()]
    pairs = [BOTH.join((singles[0], code)) for code in singles[1:]]
    if not any(layout is not None and layout.is_bilingual for layout in layouts):
        pairs = []
    with progress() as on_progress:
        folders = (*entry.layout_folders, shelf.stock)
        prove = prover(shelf, folders, lambda what, done, total: on_progress(f"{bar}{what}", done, total))
        languages = [lang] if lang else [*singles, *pairs]
        found = inspect_game(resources, languages=languages, prove=prove)
    # That a layout shows one language at a time matters only to those who ask for two.
    report.extend(item for item in found if lang or item.code != "bilingual")
    report.extend(resources.report)
    report.extend(inspect_screen(resources))


def inspect_rules(entry: CatalogEntry, loaded: LoadedBook, report: Report) -> None:
    """Put into `report` what is wrong with the rules and all that is told by them: players, ids, messages, the lesson,
    How to play, data that nothing reads.
    """
    from pnp.base.diagnostics import InputError
    from pnp.catalog import rules_of

    try:
        game = rules_of(entry)
    except InputError as fault:
        _report_no_rules(fault.report, report)
        return
    book = loaded.book
    if book is not None and game.players != book.players:
        place = loaded.place("game", "players")
        declared, allowed = (f"{fewest} to {most}" for fewest, most in (book.players, game.players))
        report.error(
            place, f"expected {allowed} players, as in the rules, got {declared}", "change one of the two", "players"
        )
    if book is not None:
        _inspect_rule_ids(entry, book, loaded, report)
        _inspect_messages(entry, book, loaded, report)
        _inspect_questions(entry, report)
        if not report.errors:
            _inspect_lesson(game, book, loaded, report)
            _inspect_howto(game, book, loaded, report)
            _inspect_data(entry, loaded, report)
            _inspect_copies(entry, book, loaded, report)


def _report_no_rules(why: Report, report: Report) -> None:
    """Rules that cannot be imported are a fault; that nobody trusts them yet is none of theirs, and told once."""
    for item in why:
        if item.code != "untrusted":
            report.extend([item])
        elif all(other.code != item.code for other in report):
            report.warning(item.span, f"its rules were not checked: {item.message}", item.hint, item.code)


def _inspect_lesson(game: Game[Any], book: CardBook, loaded: LoadedBook, report: Report) -> None:
    """The lesson of the game can be played as it is told."""
    from pnp.ui.teaching.lesson_run import lesson_faults
    from pnp.ui.teaching.lessons import lesson_of

    lesson = lesson_of(loaded, book)
    if lesson is not None:
        report.extend(lesson_faults(lesson, game, book))


def _inspect_howto(game: Game[Any], book: CardBook, loaded: LoadedBook, report: Report) -> None:
    """The example of how to play goes as it is told."""
    from pnp.ui.teaching.example_run import howto_faults

    if book.howto:
        report.extend(howto_faults(book.howto, game, book, lambda *path: loaded.place("howto", *path)))


def _inspect_questions(entry: CatalogEntry, report: Report) -> None:
    """Every question that the rules declare is asked."""
    from pnp.conformance.unasked import unasked_questions

    for name, place in unasked_questions(entry):
        hint = "ask it (t.ask, or a Phase), or remove it with its moves and words"
        report.warning(place, f"the rules never ask the question {name}", hint, "question-unasked")


def _inspect_data(entry: CatalogEntry, loaded: LoadedBook, report: Report) -> None:
    """Every field is of some card, and every datum has a reader: a layout, a text, or the rules."""
    from pnp.conformance.data_readers import unread_data, unused_fields
    from pnp.conformance.unread_columns import unread_columns

    report.extend(unread_columns(entry, loaded))
    for name, place in unused_fields(entry, loaded):
        report.warning(place, f"no card has the field “{name}”", "give it to a card, or remove it", "field-unused")
    for unread in unread_data(entry, loaded):
        more = f" and {len(unread.on) - 1} more" if len(unread.on) > 1 else ""
        whose = f"“{unread.name}” of {unread.on[0]}{more}" if unread.on else f"the {unread.what} “{unread.name}”"
        hint = "use it in a layout, a text or the rules, or remove it"
        report.warning(unread.span, f"{whose} is never used", hint, "unread")


def _inspect_copies(entry: CatalogEntry, book: CardBook, loaded: LoadedBook, report: Report) -> None:
    """The rules play with as many copies of a card as are printed."""
    from pnp.conformance.uncounted import uncounted_copies

    for card in uncounted_copies(entry, book):
        what = f"{card.copies} copies of {card.id} are printed, but the rules ignore the number of copies"
        hint = "give each copy its own id, or let the rules read `copies`"
        report.warning(loaded.place(f"card {card.id}", "copies"), what, hint, "uncounted")


def _inspect_messages(entry: CatalogEntry, book: CardBook, loaded: LoadedBook, report: Report) -> None:
    """The code uses no message that is missing, gives every argument, and every message is used."""
    from pnp.base.suggest import hint_nearest
    from pnp.conformance.message_ids import message_faults

    found = message_faults(entry, book)
    if found is None:
        return
    for id_, place in found.unknown:
        hint = hint_nearest(id_, book.messages) or "add its words to messages.yaml"
        report.error(place, f"message “{id_}” does not exist", hint, "message-unknown")
    for id_, lacking, place in found.lacking:
        report.error(place, f"message “{id_}” needs {lacking}", "pass it as an argument", "message-arguments")
    for id_, place in found.unnamed:
        report.warning(
            place, f"the table page has no word for “{id_}”", "add it to names: in game.yaml", "missing-translation"
        )
    for id_ in found.unused:
        place = loaded.place(f"message {id_}")
        report.warning(place, f"message “{id_}” is never used", "use it, or remove it", "message-unsaid")


def _inspect_rule_ids(entry: CatalogEntry, book: CardBook, loaded: LoadedBook, report: Report) -> None:
    """The code names no rule that there is not, and every one that the judge sees to. `pnp prove` knows the rest."""
    from pnp.base.suggest import hint_nearest
    from pnp.conformance.citations import citations_of

    found = citations_of(entry, book)
    if found is None:
        return
    for rule, place in found.unknown:
        hint = hint_nearest(rule, book.rulebook.rules) or "add its words to rulebook.yaml"
        report.warning(place, f"rule {rule} is not in the rulebook", hint, "rule-unknown")
    for rule in found.unnamed:
        what = f"the rulebook says that the referee enforces {rule}, but the rules never name it"
        report.warning(
            loaded.place(f"rule {rule}"), what, "return it from the rules, or write enforced: people", "rule-unnamed"
        )


def _own_words(loaded: LoadedBook) -> list[Diagnostic]:
    """Cards whose text is not made from their abilities: no fault, but reported and counted."""
    from pnp.base.diagnostics import Diagnostic

    found = []
    for node in loaded.nodes.values():
        reason = node.get("instead_of_generated")
        if reason is not None:
            what = f"a text written by hand instead of the generated one: {reason.value}"
            found.append(Diagnostic(reason.span, what, severity=NOTE, code="own-words"))
    return found


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
