"""A branch: another story from a line on. In: a table and one of its lines. Out: a new record that begins as it did.

Invariant: of what comes behind that line nothing is in the new record but a seed that its game has opened; where the
referee deals, another seed deals on, so nobody learns what the old one would have dealt; and while a game with secrets
goes on, nobody can look at them by playing on elsewhere.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pnp.referee.game import DIGITAL
from pnp.referee.message import Message, referee_message
from pnp.referee.record import (
    Opened,
    Record,
    Sealed,
    format_opened,
    format_seal,
    parse_line,
    parse_record,
)
from pnp.referee.replay import Replay
from pnp.referee.view import as_seen
from pnp.table.seal import Secret, drop_secret, fresh_secret, write_secret
from pnp.table.session import Finder, Session
from pnp.table.store import Store

_BATCH = re.compile(r"#\+\s*\d+\s+\d+\s*")  # as whoever reads it takes it, also where somebody spaced it otherwise


def why_no_branch(replay: Replay[Any], ply: int) -> Message | None:
    """Why nobody may play on from behind this line now; None when everybody may. It is the same for all who ask.

    With real cards a record holds only what was told, and a game that is over has nothing to hide any more.
    """
    if ply > replay.plies:
        return referee_message("referee.branch_beyond", count=replay.plies, ply=ply)
    if replay.setup.deal != DIGITAL or replay.outcome is not None:
        return None
    hides = (
        entry.ply
        for entry in replay.entries[:ply]
        if entry.move is not None and as_seen(replay.game, replay.state, entry, None) != entry.move
    )
    first = next(hides, None)
    return None if first is None else referee_message("referee.branch_hides", ply=first)


def branch(session: Session, ply: int, path: Path, finder: Finder) -> Session:
    """Play on from behind a line in a record of its own. Raises InputError when the file exists or cannot be written.

    Whether that may be done is asked before: `why_no_branch`.
    """
    text = _with_plain_ends(session.store.read())
    record = parse_record(text, str(session.store.path))
    begins = _beginning(text, record, ply)
    begins += f"# the lines above: {' '.join(session.store.path.name.split())}, up to line {ply}\n"
    secret = fresh_secret() if session.setup.deal == DIGITAL else None
    if secret is not None:
        begins += _opened_later(record, begins) + format_seal(secret.seal, is_branch=True)
    store = Store.create(path, begins)
    try:
        if secret is not None:
            write_secret(path, secret)
        made = Session(store, finder)
        made.settle()
    except BaseException:
        path.unlink(missing_ok=True)  # no half a branch
        if secret is not None:
            drop_secret(path)
        raise
    return made


def _with_plain_ends(text: str) -> str:
    """As a record is written; other programs write other line ends."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _beginning(text: str, record: Record, ply: int) -> str:
    """The header and the first lines as they stand in the file, comments too, and the digest behind the last of them.

    What says that lines were written or typed together is left out where it says so of lines that are not there.
    """
    raws = text.split("\n")
    head = next(number for number, raw in enumerate(raws) if raw.rstrip() == "---")
    last = [head + 1, *(line.number for line in record.lines)][ply]
    last += raws[last : last + 1] != [] and raws[last].startswith("#=")
    kept, plies = raws[: head + 1], 0
    for raw in raws[head + 1 : last]:
        if _BATCH.fullmatch(raw) or (raw.startswith("#;") and _typed_plies(raw) + plies > ply):
            continue
        plies += parse_line(raw) is not None
        kept.append(raw)
    return "\n".join(kept) + "\n"


def _typed_plies(mark: str) -> int:
    count = mark[2:].strip()
    return int(count) if count.isdecimal() and len(count) < 10 else 0


def _opened_later(record: Record, begins: str) -> str:
    """The mark of the seed that deals at the end of the lines taken, where the game has opened it since."""
    seal, is_open = record.header.seal, False
    for item in parse_record(begins).body:
        if isinstance(item, Sealed):
            seal, is_open = item.seal, False
        elif isinstance(item, Opened):
            is_open = True
    if is_open:
        return ""
    opened = (Secret(item.seed, item.salt) for item in record.body if isinstance(item, Opened))
    return next((format_opened(secret.seed, secret.salt) for secret in opened if secret.seal == seal), "")
