"""A table as it was. In: a seat's view of it, the number of a line, a language. Out: plain values: the table after that
line, the line, why it was allowed and did what it did.

Invariant: everything is made from the seat's `ReplayView`: the table as it was known then, and of the lines what may be
known of them by now.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import Any

from pnp.library.words import in_language
from pnp.referee.game import counters_of
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import ACCEPTED, Reason
from pnp.referee.seat import seat_name
from pnp.referee.view import ReplayView
from pnp.table.plain_values import counter_name, rule_words

AROUND = 12  # lines before the one that is looked at, and after it
START = 0  # the number of the table before the first line

LineValues = Callable[[Entry], dict[str, Any]]


def past_values(
    seen: ReplayView[Any], ply: int, lang: str, line_values: LineValues, scene_of: Callable[[Any], list[dict[str, Any]]]
) -> dict[str, Any]:
    """The table after the last line up to `ply` that counted; `START` is the table before the first one."""
    lines = [entry.ply for entry in seen.truth.entries if entry.accepted]
    at = bisect_right(lines, ply) - 1
    shown = [seen.truth.entries[number - 1] for number in lines[max(0, at - AROUND) : at + AROUND + 1]]
    entry = seen.redacted(seen.truth.entries[lines[at] - 1]) if at >= 0 else None
    state = seen.positions[0].state if entry is None else entry.state
    game, seats = seen.game, seen.setup.seats
    is_over = entry is not None and entry.outcome is not None
    return {
        "ply": START if entry is None else entry.ply,
        "before": None if at < 0 else lines[at - 1] if at else START,
        "after": lines[at + 1] if at + 1 < len(lines) else None,
        "last": lines[-1] if lines else START,
        "you": None if seen.viewer is None else seats[seen.viewer],
        "game": seen.setup.book.slug,
        "lang": lang,
        "seats": list(seats),
        "to_act": [] if is_over else [seat_name(seats, seat) for seat in game.to_act(state)],
        "scores": dict(zip(seats, game.scores(state), strict=False)),
        "counters": {
            counter_name(seen.setup.book, what, lang): dict(zip(seats, numbers, strict=False))
            for what, numbers in counters_of(game, state).items()
        },
        "scene": scene_of(state),
        "line": None if entry is None else line_values(seen.truth.entries[entry.ply - 1]),
        "why": [] if entry is None else [reason_values(seen, it, lang) for it in reasons_of(seen, entry)],
        "lines": [line_values(one) for one in shown],
    }


def reasons_of(table: Replay[Any], entry: Entry) -> tuple[Reason, ...]:
    """Why a line was allowed and does what it does; of one that was overruled, what it breaks.

    A view is asked as its viewer would judge the line: the truth may have other reasons.
    """
    if entry.breach is not None:
        return (Reason(entry.breach.rule, entry.breach.because),)
    if entry.move is None or type(entry.move) not in table.game.moves:
        return ()
    ruling = entry.ruling
    if isinstance(table, ReplayView):
        ruling = table.judge_at(entry.move, entry.overruled, entry.before, entry.ply)[0]
    return table.game.explain(entry.state_before, entry.move, ruling) if isinstance(ruling, ACCEPTED) else ()


def reason_values(table: Replay[Any], reason: Reason, lang: str) -> dict[str, str]:
    """A reason as plain values."""
    words = rule_words(table, reason.rule, lang)
    return {"rule": reason.rule, "words": words, "because": in_language(reason.because, lang)}
