"""The course of the games, the worth of cards and the games worth a look, as parts of the page.

In: results. Out: HTML. Invariant: every number of a plot is in the table beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from pnp.base.system import join_words
from pnp.playtest.course import CHANCES, TENTHS
from pnp.playtest.reports.card_results import DealtWorth, VerbUses
from pnp.playtest.reports.course_results import LOST, WON, Choices, CourseResults, FanPoint
from pnp.playtest.reports.figures import decimal, interval, margin, number, percent, points, whole
from pnp.playtest.reports.html_parts import key_figures, paragraph, part, scrolling, section, table
from pnp.playtest.reports.marks import MARKS
from pnp.playtest.reports.plot import Bar, plot_bars
from pnp.playtest.reports.plot_lines import Dot, Point, Series, plot_bands, plot_dots
from pnp.playtest.reports.results import PlaytestResults
from pnp.playtest.reports.text_course import (
    LEAD_NAMES,
    ODD_NAMES,
    by_worth,
    dead_how,
    look_commands,
    odd_number,
)
from pnp.playtest.worth import Worth

CHANCE = "Cards are dealt at random, so this is the effect of the card as these bots play it."
CHOICE = "Players choose which cards to use, so this is a correlation, not an effect."
WHO = {WON: "winners", LOST: "others"}


def glance(found: PlaytestResults) -> str:
    """The numbers that are asked for first."""
    figures = [(number(found.games), "games")]
    moves = found.length.moves
    if moves.n:
        figures.append(
            (whole(moves.median), f"moves in the median game (5–95 %: {whole(moves.q05)}–{whole(moves.q95)})")
        )
    if found.wins.by_seat and found.wins.by_seat[0].share.of:
        first = found.wins.by_seat[0]
        share, base = percent(first.share.share), percent(found.wins.base.share)
        figures.append((share, f"won by {first.name}, the first seat ({interval(first.share)}; base {base})"))
    course = found.course
    if course is not None and course.by and course.changes.n:
        changes, decided = course.changes, course.decided
        figures.append((decimal(changes.mean), f"lead changes per game (± {decimal(changes.margin)})"))
        figures.append((f"{whole(decided.median)} %", "of the game played when the lead last changed"))
        behind = course.half_time[0].share if course.half_time else None
        if behind is not None:
            figures.append((percent(behind.share), f"won from behind at half-time ({interval(behind)})"))
    return key_figures(figures)


def course_parts(course: CourseResults | None) -> Iterable[str]:
    """Who led when, how the scores grew, what could be chosen."""
    if course is None:
        return
    if course.fans:
        yield _fan(course)
    if course.by and course.changes.n:
        yield _lead(course)
    if course.phases:
        yield _phases(course)
    if course.tenths:
        yield _over_time(course)


def _fan(course: CourseResults) -> str:
    what = "Chance to win" if course.by == CHANCES else "Score"
    unit = " %" if course.by == CHANCES else ""
    series = [
        Series(WHO[who], [_fan_point(point) for point in course.fans if point.who == who])
        for who in (WON, LOST)
        if any(point.who == who for point in course.fans)
    ]
    title = f"{what} over the game: median and 5–95 % band of the seats"
    plot = plot_bands(title, series, "share of moves made", " %", unit)
    head = ["after", "winners", "95 %", "5–95 %", "others", "95 %", "5–95 %"]
    at = {(point.who, point.tenth): point for point in course.fans}
    rows = [
        [f"{tenth * 10} %", *(cell for who in (WON, LOST) for cell in _fan_cells(at.get((who, tenth))))]
        for tenth in range(TENTHS + 1)
    ]
    note = f"Measured by {LEAD_NAMES[course.by]}."
    caption = f"{what} by share of moves made: median, its interval, 5–95 % of the seats"
    return section(f"{what} over the game", [plot], table(caption, head, rows), note)


def _fan_point(point: FanPoint) -> Point:
    spread = point.standing
    return Point(point.tenth * 10, spread.median or 0.0, spread.q05, spread.q95)


def _fan_cells(point: FanPoint | None) -> list[str]:
    if point is None:
        return ["–"] * 3
    spread = point.standing
    return [whole(spread.median), f"{whole(point.low)}–{whole(point.high)}", f"{whole(spread.q05)}–{whole(spread.q95)}"]


def _lead(course: CourseResults) -> str:
    shares = [(f"{stood.how} at half-time", stood.share) for stood in course.half_time]
    if course.kept.of:
        shares.append(("led at the end", course.kept))
    bars = [Bar(name, share.share, share.low, share.high) for name, share in shares]
    rows = [
        [name, number(share.count), number(share.of), percent(share.share), interval(share)] for name, share in shares
    ]
    head = ["", "mean", "5 %", "median", "95 %", "most"]
    spreads = [("lead changes per game", course.changes), ("last lead change, % of the moves", course.decided)]
    more = [
        [name, margin(one), whole(one.q05), whole(one.median), whole(one.q95), whole(one.most)] for name, one in spreads
    ]
    tables = table("Lead changes, mean ± 95 % margin", head, more)
    if rows:
        tables += table("Position of the winner", ["winner", "games", "of", "share", "95 %"], rows)
    plot = plot_bars("Position of the winner: shares of the games with 95 % intervals", bars)
    note = (
        f"Measured by {LEAD_NAMES[course.by]}. The lead changes when a seat other than the last leader leads alone. A "
        "tie is not a change."
    )
    return section("Lead", [plot], tables, note)


def _phases(course: CourseResults) -> str:
    bars = [Bar(one.where, one.forced.share, one.forced.low, one.forced.high) for one in course.phases]
    plot = plot_bars("Forced decisions (one legal move) by phase, with 95 % intervals", bars)
    note = "Sampled: one decision in fifty. A decision with one legal move is forced."
    return section(
        "Legal moves by phase", [plot], _choices("Legal moves by phase of the game", "phase", course.phases), note
    )


def _choices(caption: str, first: str, choices: Iterable[Choices]) -> str:
    head = [first, "sampled", "legal moves", "5 %", "median", "95 %", "forced", "95 %"]
    rows = [
        [
            one.where,
            number(one.moves.n),
            margin(one.moves),
            whole(one.moves.q05),
            whole(one.moves.median),
            whole(one.moves.q95),
            percent(one.forced.share),
            interval(one.forced),
        ]
        for one in choices
    ]
    return table(caption, head, rows)


def _over_time(course: CourseResults) -> str:
    line = [
        Point(int(one.where) * 10 + 5, one.moves.median or 0.0, one.moves.q05, one.moves.q95) for one in course.tenths
    ]
    title = "Legal moves over the game: median and 5–95 % band of the decisions"
    plot = plot_bands(title, [Series("legal moves", line)], "share of moves made", " %")
    named = [
        Choices(f"{int(one.where) * 10}–{int(one.where) * 10 + 10} %", one.moves, one.forced) for one in course.tenths
    ]
    return section(
        "Legal moves over the game", [plot], _choices("Legal moves by share of moves made", "moves made", named)
    )


def worth_parts(found: PlaytestResults) -> Iterable[str]:
    """What cards are worth: to whom they are dealt, and to who uses them."""
    if any(card.worth.points is not None for card in found.dealt):
        yield _worth("Card strength: dealt", found.dealt, "dealt", CHANCE)
    answered = [verb for verb in found.uses if any(card.worth.points is not None for card in _used(verb))]
    for verb in answered:
        yield _worth(f"Card strength: {verb.verb}", _used(verb), "used", CHOICE)
    if answered:
        yield _scatter(answered[0])


def _used(verb: VerbUses) -> list[DealtWorth]:
    return [DealtWorth(use.id, use.name, use.worth, use.worth_against) for use in verb.cards if use.worth is not None]


def _worth(title: str, cards: Iterable[DealtWorth], counted: str, why: str) -> str:
    ordered = by_worth(cards)
    bars = [Bar(card.name, *_worth_ends(card.worth), card.against) for card in ordered if card.worth.points is not None]
    plot = plot_bars(f"{title}: percentage points of win rate, with 95 % intervals", bars)
    rows = [
        [card.name, number(card.worth.n), points(card.worth), f"{MARKS[card.against]} {card.against}".strip()]
        for card in ordered
    ]
    note = (
        "Difference in win rate with this card instead of an average one, in percentage points. Estimated by least "
        f"squares for all cards at once, adjusted for seat and bot. {why}"
    )
    head = ["card", counted, "strength, points ± 95 %", "relative to 0"]
    return section(title, [plot], table(f"{title}, strongest first", head, rows), note)


def _worth_ends(worth: Worth) -> tuple[float | None, float | None, float | None]:
    if worth.points is None or worth.margin is None:
        return None, None, None
    return worth.points, worth.points - worth.margin, worth.points + worth.margin


def _scatter(verb: VerbUses) -> str:
    uses = [use for use in verb.cards if use.worth is not None and use.worth.points is not None]
    dots = []
    for use in uses:
        assert use.worth is not None
        middle, low, high = (None if value is None else value * 100 for value in _worth_ends(use.worth))
        dots.append(Dot(use.name, use.per_game.mean or 0.0, middle or 0.0, low, high, use.worth_against))
    title = f"Strength and use: {verb.verb}"
    plot = plot_dots(f"{title}: percentage points of win rate by uses per game", dots, "uses per game")
    head = ["card", "per game", "strength, points ± 95 %", "raw win rate", "95 %"]
    rows = [
        [use.name, margin(use.per_game, 2), points(use.worth), percent(use.wins.share), interval(use.wins)]
        for use in sorted(uses, key=lambda use: (-use.times, use.id))
        if use.worth is not None
    ]
    note = "Right: used often. High: associated with winning, other cards being equal. Only outliers are labelled."
    return section(title, [plot], table(f"{title}, most used first", head, rows), note)


def dead_part(found: PlaytestResults) -> str:
    """Cards nobody uses as cards of their deck are used."""
    if not found.dead:
        return ""
    high = percent(found.dead[0].used.high)
    note = f"Never used otherwise in {number(found.games)} games, so at most {high} of all such games would do so."
    rows = [[card.name, dead_how(card)] for card in found.dead]
    numbers = table("Dead cards by use", ["card", "used"], rows)
    return part("Dead cards", paragraph(note) + scrolling(numbers, "Dead cards"))


def odd_part(found: PlaytestResults) -> str:
    """Games worth a look, and how to look at them."""
    if not found.odd:
        return ""
    head = ["game", "size", *([] if found.records else ["seed"]), *(["record"] if found.odd[0].record else [])]
    rows = []
    for game in found.odd:
        seed = [] if found.records else [str(game.seed)]
        rows.append([ODD_NAMES[game.kind], odd_number(game), *seed, *([game.record] if game.record else [])])
    commands = "".join(
        f"<p><code>{escape(f'{command.what}: {join_words(command.words)}')}</code></p>"
        for command in look_commands(found)
    )
    numbers = table("Longest, most one-sided and stopped games", head, rows)
    return part("Notable games", scrolling(numbers, "Notable games") + commands)
