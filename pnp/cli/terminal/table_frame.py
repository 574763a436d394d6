"""A table drawn on a whole terminal: the board, the last events as sentences, what is asked, what may be done.

In: a table as somebody knows it, the size of the terminal. Out: toned lines. Invariant: the words are those of the
phones (labels, questions); where the terminal is small, old events and options give way, never what is asked.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from pnp.cli.terminal.ink import Line, Tone, plain, toned
from pnp.library.words import in_language, localise
from pnp.referee.game import Decision
from pnp.referee.message import at_table
from pnp.referee.replay import Entry
from pnp.referee.ruling import Unverified
from pnp.referee.seat import Seat, seat_name
from pnp.referee.view import ReplayView
from pnp.table.messages import format_entry, format_examples, format_outcome, join_names
from pnp.table.offers import OfferedLine
from pnp.table.option_tree import word_label
from pnp.table.wording import phrase

FEWEST_EVENTS = 3  # lines, whatever else there is
MOST_LISTED = 12  # options that are listed without being asked for
INDENT = "     "


def table_frame(
    seen: ReplayView[Any],
    offers: Sequence[OfferedLine],
    since: int,
    size: tuple[int, int],
    lang: str,
    implied_by: Mapping[int, Seat],
    remarks: Sequence[Line] = (),
) -> tuple[list[Line], bool]:
    """The frame, and whether it lists the options.

    since: lines after this ply are new · size: columns and rows · remarks: what else stands above the question
    """
    columns, rows = size
    title = localise(seen.setup.book.title, lang)
    text = seen.game.show(seen.state, seen.viewer, lang).rstrip("\n")
    board = toned(text if text.startswith(title) else f"{title}\n{text}", "asked")
    asked = [*remarks, *_asked(seen, columns, lang)]
    left = rows - 2 - _height(board, columns) - _height(asked, columns)  # an empty line, and the prompt
    listed = option_lines(seen, offers, lang, columns) if len(offers) <= MOST_LISTED else []
    is_listed = 0 < len(listed) <= left - FEWEST_EVENTS
    below = listed if is_listed else _examples(seen, lang)
    events = event_lines(seen, since, max(left - len(below), FEWEST_EVENTS), columns, lang, implied_by)
    return [*board, [], *events, *asked, *below], is_listed


def event_lines(
    seen: ReplayView[Any], since: int, most: int, columns: int, lang: str, implied_by: Mapping[int, Seat]
) -> list[Line]:
    """The last accepted lines as sentences, in at most so many lines of text; a cut one only where it is the newest."""
    found: list[Line] = []
    for entry in reversed(seen.truth.entries):
        if not entry.accepted:
            continue
        lines = _event(seen, seen.redacted(entry), entry.ply > since, columns, lang)
        if entry.ply in implied_by:
            implied = phrase("implied", lang, name=seen.setup.name(implied_by[entry.ply]))
            lines += [[("warning", f"{INDENT}{implied}")]]
        if found and len(found) + len(lines) > most:
            break
        found = [*lines, *found]
    return found[-most:] if found and len(found) > most and since else found[:most]


def _event(seen: ReplayView[Any], entry: Entry, is_new: bool, columns: int, lang: str) -> list[Line]:
    """`12  aino: place Ukko -1,0`, and below it what came of it."""
    seat, _, move = seen.format(entry).partition(": ")
    tone: Tone = "warning" if entry.overruled or isinstance(entry.ruling, Unverified) else "legal"
    head = f"{entry.ply:>3}  {seat}: {word_label(seen.setup.book, lang)(move)}"
    follow_ups = format_entry(entry, seen, lang).split("\n")[1:]
    wrapped = [part for line in follow_ups for part in _wrap(line, columns)]
    text = "\n".join((*_wrap(head, columns), *wrapped))
    return toned(text, tone if is_new else "faint", "" if is_new else "faint")


def _wrap(line: str, columns: int) -> list[str]:
    return textwrap.wrap(line, max(columns - 1, 20), subsequent_indent=INDENT) or [""]


def _asked(seen: ReplayView[Any], columns: int, lang: str) -> list[Line]:
    """Who is to act, and every question with its rule; or how the game ended."""
    seats = seen.setup.seats
    if seen.outcome is not None:
        return [[("asked", line)] for line in _wrap(format_outcome(seen.outcome, seats, lang), columns)]
    names = join_names((seat_name(seats, seat) for seat in seen.to_act), lang)
    head = phrase("to_act", lang, names=names) if names else phrase("none_to_act", lang)
    questions = (line for decision in seen.decisions for line in _wrap(_question(seen, decision, lang), columns))
    return [[("asked", head)], *plain(questions)]


def _question(seen: ReplayView[Any], decision: Decision, lang: str) -> str:
    words = in_language(at_table(decision.why, seen.setup), lang)
    rule = f" [{decision.rule}]" if decision.rule else ""
    return f"  {seat_name(seen.setup.seats, decision.seat)}: {words}{rule}"


def _examples(seen: ReplayView[Any], lang: str) -> list[Line]:
    """A line for each verb, where a single seat is asked."""
    if seen.outcome is not None or len(seen.to_act) != 1:
        return []
    verbs = tuple(verb for decision in seen.decisions for verb in decision.verbs)
    found = format_examples(seen, seen.known, seen.to_act[0], verbs, lang)
    return toned(f"    {found[0]}", "faint") if len(found) == 1 else []


def option_lines(seen: ReplayView[Any], offers: Sequence[OfferedLine], lang: str, columns: int) -> list[Line]:
    """The options with their numbers: as people say them, and behind that, where there is room, as they are typed."""
    label, width = word_label(seen.setup.book, lang), len(str(len(offers))) + 2
    is_one = len({offer.seat for offer in offers}) == 1
    rows = []
    for number, offer in enumerate(offers, 1):
        seat, _, move = offer.line.partition(": ")
        words = label(move)
        rows.append((number, words if is_one else f"{seat}: {words}", move if is_one else offer.line))
    longest = max((len(words) for _, words, _ in rows), default=0)
    lines: list[Line] = []
    for number, words, typed in rows:
        head = f"{number:>{width}}  {words}"
        has_room = typed != words and width + longest + 4 + len(typed) < columns
        lines.append([("", head), ("faint", f"{'':{longest - len(words) + 2}}{typed}" if has_room else "")])
    return lines


def _height(lines: Sequence[Line], columns: int) -> int:
    """Rows of the terminal that lines take."""
    return sum(max(1, -(-sum(len(text) for _, text in line) // max(columns, 1))) for line in lines)
