"""Check the rules of a game. In: the game and its rules module. Out: what is wrong with them and what they explain.

Invariant: rules that nobody trusts are not run; that is reported once.
"""

from __future__ import annotations

from typing import Any

from pnp.base.diagnostics import InputError, Report
from pnp.base.suggest import hint_nearest
from pnp.catalog import CatalogEntry, rules_of
from pnp.conformance.citations import citations_of
from pnp.conformance.data_readers import unread_data, unused_fields
from pnp.conformance.message_ids import message_faults
from pnp.conformance.unasked import unasked_questions
from pnp.conformance.uncounted import uncounted_copies
from pnp.conformance.unread_columns import unread_columns
from pnp.export.disk_shelf import DiskShelf
from pnp.library.card import CardBook
from pnp.library.loader import LoadedBook
from pnp.referee.game import Game
from pnp.referee.kernel.board import Board
from pnp.referee.kernel.counter import Sheet
from pnp.table.teaching.example_run import howto_faults
from pnp.table.teaching.lesson_run import lesson_faults, lesson_of
from pnp.web.drawing.screen_faults import inspect_zones


def inspect_rules(entry: CatalogEntry, loaded: LoadedBook, report: Report) -> None:
    """Put into `report` what is wrong with the rules and all that is told by them: players, ids, messages, the lesson,
    How to play, data that nothing reads.
    """
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
        _inspect_tables(game, book, loaded, report)
        if game.declared is not None and entry.rules:
            zones = (zone.id for zone in game.declared.held.zones)
            report.extend(inspect_zones(DiskShelf(games=entry.shelves), book.slug, zones))
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
    lesson = lesson_of(loaded, book)
    if lesson is not None:
        report.extend(lesson_faults(lesson, game, book))


def _inspect_howto(game: Game[Any], book: CardBook, loaded: LoadedBook, report: Report) -> None:
    """The example of how to play goes as it is told."""
    if book.howto:
        report.extend(howto_faults(book.howto, game, book, lambda *path: loaded.place("howto", *path)))


def _inspect_questions(entry: CatalogEntry, report: Report) -> None:
    """Every question that the rules declare is asked."""
    for name, place in unasked_questions(entry):
        hint = "ask it (t.ask, or a Phase), or remove it with its moves and words"
        report.warning(place, f"the rules never ask the question {name}", hint, "question-unasked")


def _inspect_tables(game: Game[Any], book: CardBook, loaded: LoadedBook, report: Report) -> None:
    """The tables that boards and sheets of the rules are made from can be read as such."""
    for field in game.declared.held.fields if game.declared is not None else ():
        keys = book.constants.get(field.constant)
        if field.constant and not (keys is not None and isinstance(keys.value, list | tuple)):
            what = f"{field.id}: expected the constant “{field.constant}” to be a list of its keys"
            report.error(loaded.place("game", "constants"), what, "add it to constants: in game.yaml", "constant")
        if isinstance(field, Board):
            try:
                field.spaces_of(book)
            except ValueError as fault:
                report.error(loaded.place(f"table {field.table}"), str(fault), "see docs/rules.md, “Boards”", "board")
        elif isinstance(field, Sheet):
            try:
                field.boxes_of(book)
            except ValueError as fault:
                place = loaded.place(f"table {field.boxes}")
                report.error(place, str(fault), "see docs/rules.md, “Dice and sheets”", "sheet")


def _inspect_data(entry: CatalogEntry, loaded: LoadedBook, report: Report) -> None:
    """Every field is of some card, and every datum has a reader: a layout, a text, or the rules."""
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
    for card in uncounted_copies(entry, book):
        what = f"{card.copies} copies of {card.id} are printed, but the rules ignore the number of copies"
        hint = "give each copy its own id, or let the rules read `copies`"
        report.warning(loaded.place(f"card {card.id}", "copies"), what, hint, "uncounted")


def _inspect_messages(entry: CatalogEntry, book: CardBook, loaded: LoadedBook, report: Report) -> None:
    """The code uses no message that is missing, gives every argument, and every message is used."""
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
