"""A review in words, and as plain values. In: a review, its table, a language. Out: lines of text, JSON.

Invariant: the lines of the game are told as the viewer of the table may know them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pnp.library.words import in_language
from pnp.playtest.advice.review import Judged, LuckyLine, Point, Review, SeatReview
from pnp.playtest.advice.weighing import Estimate
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE, Seat
from pnp.table.messages import format_outcome
from pnp.table.plain_values import rule_words
from pnp.web.advice.hint_text import estimate_values
from pnp.web.advice.labels import hundredths, label

LEVELS = "▁▂▃▄▅▆▇█"
WIDE, INDENT = 60, 4  # signs of a curve at most, and before it where it stands in a line of its own


def intro(found: Review, table: Replay[Any], lang: str) -> Iterator[str]:
    """How the game ended, and whose knowledge counts."""
    if table.outcome is not None:
        yield format_outcome(table.outcome, table.setup.seats, lang)
    if all(entry.seat == TABLE for entry in table.entries if entry.accepted):
        yield label("nobody_moved", lang)
        return
    if found.viewer is not None:
        name = table.setup.name(found.viewer)
        yield label("seen_by" if found.is_over else "running", lang, name=name)
    elif not found.is_over:
        yield label("running_open", lang)
    if found.judged:
        yield label("fair", lang)
        if found.not_judged:
            yield label("some_not_judged", lang, count=found.not_judged)
    elif found.viewer is not None and all(entry.seat != found.viewer for entry in table.entries if entry.accepted):
        yield label("not_moved", lang, name=table.setup.name(found.viewer))
    elif found.is_over or found.viewer is not None:
        yield label("not_judged", lang)


def review_lines(found: Review, table: Replay[Any], lang: str, width: int) -> Iterator[str]:
    """The whole review; width: how many columns a curve may take, whatever else is in its line."""
    yield from intro(found, table, lang)
    for seat in found.seats:
        yield f"\n{table.setup.name(seat.seat)}"
        yield from (f"  {line}" for line in seat_lines(seat, lang))
    if found.judged:
        yield f"\n{label('costliest', lang)}"
        yield f"  {label('looked_twice' if found.dearest else 'none_dear', lang, count=found.looked_twice)}"
        for one in found.dearest:
            yield f"{one.ply:>5}  {table.notation.format(one.move)}: {label('cost', lang, **numbers(one.worse, lang))}"
            yield f"       {label('better', lang, line=better_words(one, table, lang))}"
    if found.deals:
        yield f"\n{label('lucky', lang)}"
        yield f"  {label('lucky_note' if found.luck else 'none_lucky', lang, count=found.deals)}"
        for lucky in found.luck:
            change = label("interval", lang, **numbers(lucky.change, lang, has_plus=True))
            yield f"{lucky.ply:>5}  {table.setup.name(lucky.seat)} {change}: {lucky_words(lucky, table)}"
    if has_curve(found):
        yield f"\n{label('curve', lang)}"
    for seat in found.seats if has_curve(found) else ():
        own = points_of(found, seat.seat)
        args = {"name": table.setup.name(seat.seat), "first": own[0].ply, "last": own[-1].ply}
        args["curve"] = sparkline([point.chance.mean for point in own], min(WIDE, width - INDENT))
        yield f"  {label('curve_of', lang, **args)}"
    yield f"\n{label('numbers', lang, simulations=found.simulations)}"


def seat_lines(seat: SeatReview, lang: str) -> Iterator[str]:
    """Chances, own moves and luck of a seat."""
    start = hundredths(seat.start.mean, lang)
    if seat.end is None:
        yield label("from", lang, start=start)
    else:
        yield label("from_to", lang, start=start, end=hundredths(seat.end, lang))
    if seat.given_away is not None:
        counts = {"count": seat.decisions, "alike": seat.alike}
        yield label("given_away", lang, **numbers(seat.given_away, lang), **counts)
    if seat.luck is not None:
        yield label("luck", lang, **numbers(seat.luck, lang, has_plus=True))


def better_words(one: Judged, table: Replay[Any], lang: str) -> str:
    """The better move and what the game says of it."""
    assert one.better is not None, "a costly move has a better one"
    line = table.notation.format_move(one.better)
    return line if one.reason is None else f"{line}: {in_language(one.reason.because, lang)} [{one.reason.rule}]"


def lucky_words(lucky: LuckyLine, table: Replay[Any]) -> str:
    """The lines that brought it."""
    return " · ".join(map(table.notation.format, lucky.moves))


def points_of(found: Review, seat: Seat) -> list[Point]:
    """The chances of a seat, line by line."""
    return [point for point in found.points if point.seat == seat]


def has_curve(found: Review) -> bool:
    """Whether there is more than one line to be told of: one chance alone is no curve."""
    return found.is_over or len({point.ply for point in found.points}) > 1


def sparkline(shares: Sequence[float], most: int) -> str:
    """Shares of 1 as a row of so many bars at most."""
    count = min(most, len(shares))
    picked = [shares[at * (len(shares) - 1) // max(count - 1, 1)] for at in range(count)]
    return "".join(LEVELS[min(int(share * len(LEVELS)), len(LEVELS) - 1)] for share in picked)


def numbers(of: Estimate, lang: str, digits: int = 1, has_plus: bool = False) -> dict[str, str]:
    """A mean and its interval, of 100."""
    parts = {"mean": of.mean, "low": of.low, "high": of.high}
    texts = {name: hundredths(part, lang, digits) for name, part in parts.items()}
    return {name: f"+{text}" if has_plus and parts[name] > 0 else text for name, text in texts.items()}


def review_values(found: Review, table: Replay[Any], lang: str) -> dict[str, Any]:
    """The review for programs."""
    setup, notation = table.setup, table.notation

    def judged_values(one: Judged) -> dict[str, Any]:
        reason = one.reason
        return {
            "ply": one.ply,
            "seat": setup.name(one.seat),
            "line": notation.format(one.move),
            "better": None if one.better is None else notation.format(one.better),
            "gave_away": estimate_values(one.worse),
            "why": None
            if reason is None
            else {
                "rule": reason.rule,
                "words": rule_words(table, reason.rule, lang),
                "because": in_language(reason.because, lang),
            },
        }

    return {
        "game": setup.book.slug,
        "seat": None if found.viewer is None else setup.name(found.viewer),
        "over": found.is_over,
        "simulations": found.simulations,
        "seats": [
            {
                "seat": setup.name(one.seat),
                "start": estimate_values(one.start),
                "end": one.end,
                "luck": None if one.luck is None else estimate_values(one.luck),
                "gave_away": None if one.given_away is None else estimate_values(one.given_away),
                "decisions": one.decisions,
                "alike": one.alike,
            }
            for one in found.seats
        ],
        "dearest": [judged_values(one) for one in found.dearest],
        "looked_twice": found.looked_twice,
        "not_judged": found.not_judged,
        "moves": [judged_values(one) for one in found.judged],
        "deals": found.deals,
        "luck": [
            {
                "ply": one.ply,
                "seat": setup.name(one.seat),
                "lines": [notation.format(move) for move in one.moves],
                "change": estimate_values(one.change),
            }
            for one in found.luck
        ],
        "chances": [
            {"ply": one.ply, "seat": setup.name(one.seat), **estimate_values(one.chance)} for one in found.points
        ],
    }
