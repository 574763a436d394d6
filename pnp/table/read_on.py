"""Reading on: what others wrote behind the lines that are known. In: a replay, the text it was read from, the text now.
Out: the record now, its new lines entered; nothing where the whole text has to be read anew.

Invariant: the replay is then what reading the whole text gives. So a table that is followed by many screens does not
judge a whole game again for each line of another program: with real cards that may take seconds.
"""

from __future__ import annotations

from typing import Any

from pnp.referee.record import DigestLine, Opened, Record, RecordLine, Sealed, parse_record
from pnp.referee.replay import Replay, digest_of


def read_on(replay: Replay[Any], known: str, text: str, file: str) -> Record | None:
    """The record, where `text` goes on from `known` and all that is new is sound; else None, and nothing changed."""
    if not known.endswith("\n") or not text.endswith("\n") or not text.startswith(known):
        return None
    before, now = parse_record(known, file), parse_record(text, file)
    behind = now.body[len(before.body) :]
    if now.body[: len(before.body)] != before.body or now.warnings != before.warnings:
        return None
    if sum(isinstance(item, RecordLine) for item in before.body) != replay.plies:
        return None  # some line was left out, or refused
    savepoint = replay.savepoint()
    if all(_is_sound(replay, item) for item in behind):
        return now
    replay.rollback(savepoint)
    return None


def _is_sound(replay: Replay[Any], item: RecordLine | DigestLine | Sealed | Opened) -> bool:
    """Enter a line, or compare a digest; False when reading the whole would have something to say about it."""
    if isinstance(item, DigestLine):
        return item.ply != replay.plies or digest_of(replay.game, replay.state) == item.digest
    if not isinstance(item, RecordLine):
        return True
    return replay.enter(replay.judge_line(item.text, item.overruled, item.number, item.comment)).accepted
