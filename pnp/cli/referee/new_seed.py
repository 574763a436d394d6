"""`pnp referee new-seed`: deal on where the sealed seed is missing. In: a record. Out: the same with another seal."""

from __future__ import annotations

from pnp.cli.arguments import Games, RecordFile, RecordLang, pick_language
from pnp.cli.referee.commands import print_entries
from pnp.cli.referee.open_record import finder, print_notes
from pnp.referee.view import ReplayView
from pnp.table.session import Session
from pnp.table.store import Store


def new_seed(file: RecordFile, lang: RecordLang = "", games: Games = None) -> None:
    """Seal a new seed in the record of a digital table whose seed file is missing.

    The record shows where the new seed begins. Earlier deals can then never be proven, so look for the old
    file first: its name is that of the record plus .seed.
    """
    session = Session(Store(file), finder(games, record=file))
    entries = session.seal_new_seed()
    lang = pick_language(session.book, lang)
    print_notes(session, lang)
    seen = ReplayView(session.replay, None)
    print_entries(seen, [seen.redacted(entry) for entry in entries], lang)
