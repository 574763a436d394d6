"""What all referee commands share: how a record is opened. In: a file's name. Out: a Session."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pnp.base.diagnostics import InputError, Report, Span, UsageError, as_usage
from pnp.base.files import write_file
from pnp.base.places import shown_path
from pnp.catalog import CatalogEntry, book_of, find_game, rules_of
from pnp.cli.arguments import pick_language
from pnp.cli.terminal.ink import print_faults
from pnp.library.book_cache import find_cached_book
from pnp.library.card import CardBook
from pnp.library.changes import book_changes
from pnp.library.words import in_language
from pnp.referee.game import Game
from pnp.referee.record import Header
from pnp.table.private_file import read_private, side_file
from pnp.table.session import Session
from pnp.table.store import Store
from pnp.table.wording import phrase

if TYPE_CHECKING:
    from pnp.playtest.seat_bots import SeatBots
    from pnp.table.clock import ClockSetting


MOST_SHOWN = 24  # messages of one kind; after so many a person reads no more


def finder(games: list[Path] | None, is_typed: bool = False, record: Path | None = None) -> Any:
    """A function from the name of a game to its game and cards; the name stands in a record, or was typed just now.
    The game of a record may lie near it.
    """

    def find(slug: str) -> tuple[Game[Any], CardBook]:
        try:
            entry = find_game(slug, games or (), "" if record is None else folder_of_game(record))
        except UsageError as fault:
            raise fault if is_typed else InputError(fault.report) from None
        return rules_of(entry), book_of(entry)

    return find


def folder_of_game(record: Path) -> Path:
    """Where the game of a record is looked for first: in the folder that `FILE.game` names, else in the record's own.

    Whoever hands on a record may hand on such a file: it is one more folder to look in, no word for the code there. A
    folder on another machine is not even looked at.
    """
    try:
        folder = Path(read_private(_game_file(record)).strip())
        if folder.is_absolute() and not folder.as_posix().startswith("//") and folder.is_dir():
            return folder
    except (OSError, ValueError):
        pass  # there is none, mostly
    return _game_file(record).parent


def keep_game_folder(record: Path, entry: CatalogEntry, lang: str) -> None:
    """Write beside a new record where its game is, unless the record's own folder leads there.

    The record's folder may lead to another game of that name: say which of the two the record uses.
    """
    if entry.origin != "folder":
        return
    folder = Path(entry.cards).parent
    try:
        other = Path(find_game(entry.slug, (), _game_file(record).parent).cards).parent
        if other == folder:
            return
        print(phrase("two_games", lang, folder=shown_path(str(folder)), other=shown_path(str(other))), file=sys.stderr)
    except UsageError:
        pass
    write_file(_game_file(record), f"{folder}\n")


def _game_file(record: Path) -> Path:
    return side_file(record, "game")


def entry_of(session: Session, games: list[Path] | None) -> CatalogEntry:
    """Where the game of an open record was found."""
    return find_game(session.book.slug, games or (), folder_of_game(session.store.path))


def open_session(path: Path, games: list[Path] | None, to_write: bool = False, lang: str = "") -> Session:
    """Open a record and print its warnings. Raises InputError when it cannot be used; `to_write` needs a sound one."""
    session = Session(Store(path), finder(games, record=path))
    print_report(session.report, session.record.header, session.book)
    fault = session.fault_diagnostic
    if fault is not None and to_write:
        raise InputError(Report([fault]))
    if fault is not None:
        print_faults([fault])
    if session.is_owed and not to_write:
        with suppress(InputError):  # a record that can only be read is shown as it is
            session.settle()
    print_notes(session, pick_language(session.book, lang))
    return session


def seat_bots(session: Session, texts: Sequence[str] | None) -> SeatBots | None:
    """The bots of a table: of its header, and those that play along this time; None without. Raises InputError."""
    if not texts and not session.record.header.bots:
        return None
    from pnp.playtest.seat_bots import bots_of_table, read_bots

    with as_usage() if texts else nullcontext():
        return bots_of_table(session, read_bots(texts or ()))


def read_clock(text: str) -> ClockSetting | None:
    """How much time each seat has; None without a clock. Raises UsageError."""
    if not text:
        return None
    from pnp.table.clock import parse_clock

    return parse_clock(text)


def print_notes(session: Session, lang: str) -> None:
    """What became of the dealer's seed, on standard error, once."""
    for note in session.dealer.notes:
        print(in_language(note, lang), file=sys.stderr)
    session.dealer.notes.clear()


def read_options(texts: Sequence[str]) -> dict[str, Any]:
    """Switches `name=value` as plain values. Raises UsageError with every one that cannot be read."""
    values: dict[str, Any] = {}
    report = Report()
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            report.error(Span("--option"), f"expected name=value, got “{text}”", code="option")
        plain: Any = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}.get(
            value.lower()
        )
        if plain is None:
            plain = int(value) if value.lstrip("-").isdigit() and len(value) < 10 else value
        values[name.strip()] = plain
    with as_usage():
        report.raise_errors()
    return values


def print_report(report: Report, header: Header, book: CardBook) -> None:
    """What must be said about a record, on standard error; for other cards also what changed on them."""
    for item in report.items[:MOST_SHOWN]:
        print_faults([item])
        if item.code == "cards-digest":
            old = find_cached_book(book.slug, header.cards)
            for line in book_changes(old, book) if old is not None else ():
                print(f"  {line}", file=sys.stderr)
    if len(report) > MOST_SHOWN:
        print(f"{report.items[0].span.file}: and {len(report) - MOST_SHOWN:,} more such messages", file=sys.stderr)


def print_json(value: Any) -> None:
    """One JSON value on one line."""
    print(msgspec.json.encode(value, enc_hook=str).decode())  # a message is a text
