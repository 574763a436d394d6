"""Loading: replays a record. In: a parsed record, its game, its cards. Out: the table, and the warnings about the file.

Invariant: a record that names another version, other cards or another table gets a warning; its lines are judged by the
rules and cards there are now.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import Report, Span, shorten_line
from pnp.library.card import format_value, format_values
from pnp.referee.game import BY_COPY, DIGITAL, PHYSICAL, Game, Setup
from pnp.referee.record import DigestLine, Header, Record, RecordLine
from pnp.referee.replay import Entry, Replay, digest_of
from pnp.referee.ruling import Ambiguous, Illegal, Invalid
from pnp.referee.seat import Seat

NO_VALUE = "none"  # a limit that is not set; `null` in a header means the same
MOST_REFUSED = 1000  # so many refused lines are no game: reading ends, or a wrong file would be judged for minutes


class Loaded(Struct):
    """A replayed record: the table, and the report about the file.

    `stands` counts the lines of the file that count; what lies behind them was torn, and the next writer cuts it off.
    """

    replay: Replay[Any]
    report: Report
    fault: Entry | None = None  # the first line that was refused, when reading stopped there
    stands: int = 0


def setup_of(header: Header, game: Game[Any], book: Any, span: Span | None = None) -> Setup:
    """The Setup a header describes, which stands at `span`. Raises InputError for switches the game does not have."""
    from pnp.base.suggest import hint_nearest

    report, span = Report(), span or Span("record", 1)
    options = {name: option.default for name, option in book.options.items()}
    deal = header.options.get("deal", PHYSICAL)
    if deal not in (PHYSICAL, DIGITAL):
        report.error(span, f"deal cannot be “{deal}”", f"use {PHYSICAL} or {DIGITAL}", "option-value")
    if "dealer" in header.options and (dealer := header.options["dealer"]) != BY_COPY:
        hint = f"use {BY_COPY}, or leave dealer out for one order per deck"
        report.error(span, f"dealer cannot be “{dealer}”", hint, "option-value")
    for name, value in header.options.items():
        if name in ("deal", "dealer", "seed"):
            continue
        option = book.options.get(name)
        if option is None:
            report.error(span, f"{game.slug} has no option “{name}”", hint_nearest(name, options), "unknown-option")
        elif value is None and NO_VALUE in option.values:
            options[name] = NO_VALUE
        elif option.values and value not in option.values:
            hint = f"one of: {format_values(option.values)}"
            report.error(span, f"{name} cannot be {format_value(value)}", hint, "option-value")
        else:
            options[name] = value
    teams = _teams_of(header, report, span)
    if teams and not game.has_teams:
        report.error(span, f"{game.slug} is played without teams", "leave `teams:` out", "record-teams")
    report.raise_errors()
    return Setup(header.seats, book, options, deal, teams)


def _teams_of(header: Header, report: Report, span: Span) -> tuple[tuple[Seat, ...], ...]:
    """Who plays with whom: every seat in one of at least two teams."""
    named = [name for team in header.teams for name in team]
    if not named:
        return ()
    if sorted(named) != sorted(header.seats) or len(header.teams) < 2 or not all(header.teams):
        report.error(span, "expected at least two teams, with every seat in one of them", "", "record-teams")
        return ()
    return tuple(tuple(header.seats.index(name) for name in team) for team in header.teams)


def replay_record(record: Record, game: Game[Any], book: Any, stop_at_fault: bool = False) -> Loaded:
    """Fold a whole record. With `stop_at_fault` reading ends at the first refused line (it
    is `fault`).
    """
    header, file = record.header, record.file
    report = Report(record.warnings)
    if header.rules != game.version:
        what = f"written with rules version {header.rules} of {game.slug}, but this program has version {game.version}"
        report.warning(Span(file, 3), what, "the digests below show where they differ", "rules-version")
    if header.cards and book.digest and header.cards != book.digest:
        what = f"written with card database {header.cards}, but now it is {book.digest}"
        report.warning(Span(file, 4), what, "numbers on the cards may have changed since", "cards-digest")
    if header.extends and header.extends != book.extends:
        what = f"written with cards that extend {header.extends}, but these extend {book.extends or 'no game'}"
        report.warning(Span(file, 5), what, "check the folder of --games", "extends")
    replay = Replay(game, setup_of(header, game, book, Span(file, 1)))
    stands = record.stands
    refused = 0
    agreed = 0  # the last ply at which a digest agreed
    differs = False
    for item in record.body:
        if type(item) is DigestLine:
            if differs or item.ply != replay.plies:
                continue
            now = digest_of(game, replay.state)
            if now == item.digest:
                agreed = item.ply
            else:
                differs = True
                what = f"lines {agreed + 1} to {item.ply} give another state than when the record was written"
                report.warning(Span(file, item.number), what, f"expected digest {item.digest}, got {now}", "digest")
            continue
        if type(item) is not RecordLine:
            continue
        entry = _read_line(replay, item, report, file, stop_at_fault)
        if entry is not None and item.torn:
            stands = item.number
        if entry is None or entry.accepted:
            continue
        if stop_at_fault:
            return Loaded(replay, report, entry, stands)
        refused += 1
        if refused == MOST_REFUSED:
            what = f"stopped reading after {refused:,} refused lines"
            report.warning(Span(file, item.number), what, f"is this a record of {game.slug}?", "too-many")
            break
    return Loaded(replay, report, None, stands)


def _read_line(replay: Replay[Any], line: RecordLine, report: Report, file: str, for_play: bool) -> Entry | None:
    entry = replay.judge_line(line.text, line.overruled, line.number, line.comment)
    if line.torn:
        ruling = entry.ruling
        span = Span(file, line.number)
        # To go on playing, the end must be sound; to verify, a refused line must be reported.
        if isinstance(ruling, Invalid | Ambiguous) or (for_play and isinstance(ruling, Illegal)):
            what = f"the last line is incomplete and was skipped: “{shorten_line(line.text)}”"
            report.warning(span, what, "type it again", "torn-line")
            return None
        what = "the last line has no line end; it was read as a whole line"
        report.warning(span, what, "undo it if it is wrong", "torn-line")
    return replay.enter(entry)
