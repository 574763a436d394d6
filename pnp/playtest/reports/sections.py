"""The sections of a playtest's report, in their order. In: PlaytestResults. Out: a Report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from pnp.playtest.reports.card_results import CardUse, VerbUses
from pnp.playtest.reports.course_sections import course_figures, course_sections
from pnp.playtest.reports.head import heading_of
from pnp.playtest.reports.numbers import (
    decimal,
    interval,
    margin,
    marked,
    named_mark,
    number,
    percent,
    plain,
    span,
    whole,
)
from pnp.playtest.reports.odd_section import odd_sections
from pnp.playtest.reports.plot import Bar, plot_bars, plot_histogram
from pnp.playtest.reports.report import PAGE, TEXT, Column, Report, Section, Table
from pnp.playtest.reports.results import Length, NamedShare, PlaytestResults, Wins
from pnp.playtest.reports.strength_sections import strength_sections
from pnp.playtest.statistics import Bin, Spread

ROWS = 16  # of a histogram of a text
FEW = 12  # cards of a further verb that are listed in a text


def playtest_report(
    found: PlaytestResults, answers: Sequence[Section] = (), more: dict[str, Any] | None = None
) -> Report:
    """What happened, who won, which cards mattered. answers, more: see Report."""
    of = "recorded games" if found.records else f"playtest of {number(found.games)} games"
    return Report(
        f"{found.title}: {of}",
        _heading(found),
        list(_sections(found)),
        _legend(found),
        found,
        more or {},
        answers,
        list(_figures(found)),
        is_empty=not found.games,
    )


def _heading(found: PlaytestResults) -> list[str]:
    if not found.records:
        return heading_of(found, "simulated games" if found.games == found.asked else "games")
    options = "".join(f" · {key}={plain(value)}" for key, value in found.options.items())
    games = "1 game" if found.games == 1 else f"{number(found.games)} games"
    return [
        f"{found.title} · {games} from records · {found.players} players",
        f"players: {', '.join(found.bots)} · rules {found.rules}, cards {found.cards or '–'}{options}",
        *(f"note: {what}" for what in found.left_out),
    ]


def _legend(found: PlaytestResults) -> str:
    made = found.comparisons
    return (
        f"Intervals are {found.confidence * 100:.0f} % confidence intervals: Wilson's for shares, ± 1.96 standard "
        "errors for means. ▲ ▼: the whole interval is above or below the base (for card strength, 0). One comparison "
        f"in 20 is marked by chance alone: of the {number(made.made)} comparisons here about {made.by_chance:g} would "
        f"be, and {number(made.marked)} are. Win rate of a card: the share of the seats that used it and won. Cards "
        "that are played late, or by the leader, look stronger than they are."
    )


def _figures(found: PlaytestResults) -> Iterator[tuple[str, str]]:
    """The numbers that are asked for first."""
    yield number(found.games), "games"
    moves = found.length.moves
    if moves.n:
        yield whole(moves.median), f"moves in the median game (5–95 %: {span(moves.q05, moves.q95)})"
    if found.wins.by_seat and found.wins.by_seat[0].share.of:
        first, base = found.wins.by_seat[0], percent(found.wins.base.share)
        words = f"won by {first.name}, the first seat ({interval(first.share)}; base {base})"
        yield percent(first.share.share), words
    yield from course_figures(found.course)


def _sections(found: PlaytestResults) -> Iterator[Section]:
    base = found.wins.base.share
    yield from shares_section("Endings", found.endings, "games")
    if found.length.moves.n:
        yield _length(found.length)
    yield from _wins(found.wins, len(found.bots), found.player)
    yield from _scores("Scores by seat", found.scores.by_seat)
    if len(found.scores.by_bot) > 1:
        yield from _scores(f"Scores by {found.player}", found.scores.by_bot)
    for category in found.categories:
        if category.of == "games":
            yield from shares_section(_title(category.what), category.shares, "games")
        else:
            yield from shares_section(f"Wins by {category.what}", category.shares, "wins", "of", base)
    for measured in found.measures:
        yield from _scores(_title(measured.what), measured.scored)
    yield from course_sections(found.course)
    for verb in found.uses:
        yield from _uses(verb, base, is_first=verb is found.uses[0])
    yield from strength_sections(found)
    yield from odd_sections(found)


def _title(what: str) -> str:
    return what[:1].upper() + what[1:]


def shares_section(
    title: str, shares: Sequence[Any], counted: str, of: str = "", base: float | None = None, note: str = ""
) -> Iterator[Section]:
    """Shares with names, or none. of: what they are shares of, held against the base"""
    if not shares:
        return
    columns = [
        Column("", lambda it: it.name),
        Column(counted, lambda it: number(it.share.count)),
        *([Column(of, lambda it: number(it.share.of))] if of else []),
        Column("share", lambda it: percent(it.share.share)),
        Column("95 %", lambda it: marked(it.share, it.against), TEXT),
        Column("95 %", lambda it: interval(it.share), PAGE),
        *([Column("relative to base", lambda it: named_mark(it.against), PAGE)] if of else []),
    ]
    table = Table(shares, columns, f"{title}, per cent with 95 % interval", bar=lambda it: it.share.share or 0.0)
    bars = [Bar(it.name, it.share.share, it.share.low, it.share.high, it.against) for it in shares]
    plot = partial(plot_bars, f"{title}: shares with 95 % intervals", bars, base=base)
    yield Section(title, [table], [plot], note)


def spread_columns(get: Callable[[Any], Spread], is_short: bool = True) -> list[Column]:
    """A mean and quantiles. is_short: a text has fewer of them"""
    few = PAGE if is_short else ""
    return [
        Column("mean", lambda it: margin(get(it))),
        Column("min", lambda it: whole(get(it).least), few),
        Column("5 %", lambda it: whole(get(it).q05)),
        Column("25 %", lambda it: whole(get(it).q25), few),
        Column("median", lambda it: whole(get(it).median)),
        Column("75 %", lambda it: whole(get(it).q75), few),
        Column("95 %", lambda it: whole(get(it).q95)),
        Column("max", lambda it: whole(get(it).most)),
    ]


def _length(length: Length) -> Section:
    spreads = [("moves of the players", length.moves), ("lines of the record", length.plies)]
    name, spread = Column("", lambda it: it[0]), spread_columns(lambda it: it[1], is_short=False)
    games, bins, few = length.moves.n, length.histogram, _coarser(length.histogram)
    most = max(part.count for part in few)
    bars = [
        Column("moves", lambda part: span(part.least, part.most) if part.least < part.most else str(part.least)),
        Column("games", lambda part: number(part.count)),
        Column("share", lambda part: percent(part.count / games)),
    ]
    median, caption = length.moves.median, "Games by number of moves"
    marks = [(at, "median") for at, part in enumerate(bins) if median is not None and part.least <= median <= part.most]
    names = [(bars[0].cell(part), part.count) for part in bins]
    return Section(
        "Length",
        [
            Table(spreads, [name, *spread], "Length of a game"),
            Table(few, bars, caption, TEXT, bar=lambda part: part.count / most),
            Table(bins, bars, caption, PAGE),
        ],
        [partial(plot_histogram, "Length of the games in moves of the players", names, marks)],
    )


def _coarser(bins: Sequence[Bin]) -> list[Bin]:
    """Neighbouring bars merged, so that a terminal shows all of them."""
    size = -(-len(bins) // ROWS)
    groups = [bins[at : at + size] for at in range(0, len(bins), size)]
    return [Bin(group[0].least, group[-1].most, sum(part.count for part in group)) for group in groups]


def _wins(wins: Wins, bots: int, player: str) -> Iterator[Section]:
    base = wins.base.share
    note = f"Base: an average seat wins {percent(base)}."
    if wins.shared.count:
        note += f" The win is shared in {percent(wins.shared.share)} of the games."
    if wins.nobody.count:
        note += f" {percent(wins.nobody.share)} of the games have no winner."
    yield from shares_section("Wins by seat", wins.by_seat, "wins", "games", base, note)
    if bots > 1:
        yield from shares_section(f"Wins by {player}", wins.by_bot, "wins", "seats", base)
        both = [NamedShare("", f"{it.bot} as {it.seat}", it.share, it.against) for it in wins.by_bot_and_seat]
        yield from shares_section(f"Wins by {player} and seat", both, "wins", "games", base)


def _scores(title: str, scored: Sequence[Any]) -> Iterator[Section]:
    if scored:
        columns = [Column("", lambda it: it.name), *spread_columns(lambda it: it.score)]
        bars = [Bar.around(it.name, it.score.mean, it.score.margin) for it in scored]
        plot = partial(plot_bars, f"{title}: means with 95 % intervals", bars, percent=False)
        yield Section(title, [Table(scored, columns, f"{title}, mean ± 95 % margin")], [plot])


USES = [
    Column("card", lambda use: use.name),
    Column("uses", lambda use: number(use.times), PAGE),
    Column("per game", lambda use: margin(use.per_game, 2), TEXT),
    Column("per game", lambda use: decimal(use.per_game.mean, 2), PAGE),
    Column("in games", lambda use: percent(use.games.share)),
    Column("seats", lambda use: number(use.wins.of), PAGE),
    Column("win rate", lambda use: percent(use.wins.share)),
    Column("95 %", lambda use: marked(use.wins, use.against), TEXT),
    Column("95 %", lambda use: interval(use.wins), PAGE),
    Column("base", lambda use: named_mark(use.against), PAGE),
]
OFTEN = [
    USES[0],
    Column("per game", lambda use: margin(use.per_game, 2)),
    Column("in games", lambda use: percent(use.games.share)),
    Column("95 %", lambda use: interval(use.games)),
]


def _uses(verb: VerbUses, base: float | None, is_first: bool) -> Iterator[Section]:
    title, cards = f"Cards: {verb.verb}", _by_win_rate(verb.cards)
    plotted = f"{title}: win rate of the seats that used the card, with 95 % intervals"
    bars = [Bar(use.name, use.wins.share, use.wins.low, use.wins.high, use.against) for use in cards]
    table = Table(cards, USES, f"{title}, highest win rate first")
    if not is_first:
        few = sorted(cards, key=lambda use: -use.times)[:FEW]
        left = len(cards) - len(few)
        note = f"… and {left} more, used less often; --json and --html list all" if left else ""
        yield Section(title, [Table(few, USES)], note=note, where=TEXT)
    where = "" if is_first else PAGE
    yield Section(title, [table], [partial(plot_bars, plotted, bars, base=base)], where=where)
    often = sorted(verb.cards, key=lambda use: (-use.times, use.id))
    bars = [Bar.around(use.name, use.per_game.mean, use.per_game.margin) for use in often]
    plot = partial(plot_bars, f"{title}: uses per game with 95 % intervals", bars, percent=False)
    yield Section(f"{title}, frequency", [Table(often, OFTEN, f"{title}, most used first")], [plot], where=PAGE)


def _by_win_rate(cards: Iterable[CardUse]) -> list[CardUse]:
    return sorted(cards, key=lambda use: (-(use.wins.share or 0), -use.wins.of, use.id))
