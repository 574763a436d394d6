"""The sections of a report, in their order. In: PlaytestResults. Out: tables, plots and sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.playtest.reports.card_results import CardUse, VerbUses
from pnp.playtest.reports.columns import Grid, Part, Prose, Row
from pnp.playtest.reports.course_sections import course_sections, dead_section, odd_section, strength_sections
from pnp.playtest.reports.figures import bin_name, decimal, interval, margin, number, percent, whole
from pnp.playtest.reports.html_parts import section, table
from pnp.playtest.reports.marks import MARKS
from pnp.playtest.reports.plot import Bar, plot_bars, plot_histogram
from pnp.playtest.reports.results import Length, NamedShare, NamedSpread, PlaytestResults, Wins
from pnp.playtest.reports.section import PAGE, TEXT, AnySection, Column, Section, Written
from pnp.playtest.statistics import Bin, Share, Spread

ROWS = 16  # of a histogram of a text
FEW = 12  # cards of a further verb that are listed in a text


def report_sections(found: PlaytestResults) -> Iterator[AnySection]:
    """What happened, who won, which cards mattered."""
    base = found.wins.base.share
    yield from _shares("Endings", found.endings, "games")
    if found.length.moves.n:
        yield Written(lambda: _length_text(found.length), lambda: _length_page(found.length))
    yield from _wins(found.wins, len(found.bots), found.player)
    yield from _scores("Scores by seat", found.scores.by_seat)
    if len(found.scores.by_bot) > 1:
        yield from _scores(f"Scores by {found.player}", found.scores.by_bot)
    for category in found.categories:
        if category.of == "games":
            yield from _shares(_title(category.what), category.shares, "games")
        else:
            yield from _shares(f"Wins by {category.what}", category.shares, "wins", "of", base)
    for measured in found.measures:
        yield from _scores(_title(measured.what), measured.scored)
    yield from course_sections(found.course)
    for verb in found.uses:
        yield from _uses(verb, base, is_first=verb is found.uses[0])
    yield from strength_sections(found)
    yield from dead_section(found)
    yield from odd_section(found)


def _title(what: str) -> str:
    return what[:1].upper() + what[1:]


def _shares(
    title: str,
    shares: Sequence[NamedShare],
    counted: str,
    of: str = "",
    base: float | None = None,
    note: str = "",
    below: str = "",
) -> Iterator[Section]:
    if not shares:
        return
    columns = [Column(counted, [number(it.share.count) for it in shares])]
    if of:
        columns.append(Column(of, [number(it.share.of) for it in shares]))
    columns.append(Column("share", [percent(it.share.share) for it in shares]))
    columns.append(Column("95 %", [marked(it.share, it.against) for it in shares], TEXT))
    columns.append(Column("95 %", [interval(it.share) for it in shares], PAGE))
    if of:
        columns.append(Column("relative to base", [named_mark(it.against) for it in shares], PAGE))
    bars = [_bar(it.name, it.share, it.against) for it in shares]
    yield Section(
        title,
        [it.name for it in shares],
        columns,
        f"{title}, per cent with 95 % interval",
        [lambda: plot_bars(f"{title}: shares with 95 % intervals", bars, base=base)],
        note=note,
        below=below,
        bars=[it.share.share or 0.0 for it in shares],
    )


def marked(share: Share, against: str) -> str:
    """`38.7–78.1 ▲`"""
    return f"{interval(share)} {MARKS[against]}"


def named_mark(against: str) -> str:
    """`▲ above`"""
    return f"{MARKS[against]} {against}".strip()


def _bar(name: str, share: Share, against: str = "") -> Bar:
    return Bar(name, share.share, share.low, share.high, against)


def _length_text(length: Length) -> list[Part]:
    moves, plies = length.moves, length.plies
    middle = f"median {whole(moves.median)}, 25–75 % {whole(moves.q25)}–{whole(moves.q75)}"
    outer = f"5–95 % {whole(moves.q05)}–{whole(moves.q95)}, range {whole(moves.least)}–{whole(moves.most)}"
    words = f"{margin(moves)} moves, {margin(plies)} lines of the record; {middle}, {outer}"
    bins = _coarser(length.histogram)
    most = max(part.count for part in bins)
    rows = (
        Row(bin_name(part), (number(part.count), percent(part.count / moves.n)), part.count / most) for part in bins
    )
    return [Grid("Length", ("games", "share"), tuple(rows)), Prose(words, first="  ")]


def _coarser(bins: Sequence[Bin]) -> list[Bin]:
    """Neighbouring bars merged, so that a terminal shows all of them."""
    size = -(-len(bins) // ROWS)
    groups = [bins[at : at + size] for at in range(0, len(bins), size)]
    return [Bin(group[0].least, group[-1].most, sum(part.count for part in group)) for group in groups]


def _length_page(length: Length) -> str:
    bins = [(bin_name(part), part.count) for part in length.histogram]
    median = length.moves.median
    at = [
        place for place, part in enumerate(length.histogram) if median is not None and part.least <= median <= part.most
    ]
    plot = plot_histogram("Length of the games in moves of the players", bins, [(place, "median") for place in at])
    head = ["", "mean", "min", "5 %", "25 %", "median", "75 %", "95 %", "max"]
    rows = [["moves of the players", *_spread(length.moves)], ["lines of the record", *_spread(length.plies)]]
    games = length.moves.n
    bars = [[name, number(count), percent(count / games)] for name, count in bins]
    tables = table("Length of a game", head, rows) + table(
        "Games by number of moves", ["moves", "games", "share"], bars
    )
    return section("Length", [plot], tables)


def _spread(spread: Spread) -> list[str]:
    marks = (spread.least, spread.q05, spread.q25, spread.median, spread.q75, spread.q95, spread.most)
    return [margin(spread), *("–" if mark is None else f"{mark:g}" for mark in marks)]


def _wins(wins: Wins, bots: int, player: str) -> Iterator[Section]:
    base = wins.base.share
    note = f"Base (dashed line): an average seat wins {percent(base)}."
    below = f"base: an average seat wins {percent(base)}"
    if wins.shared.count:
        note += f" The win is shared in {percent(wins.shared.share)} of the games."
        below += f"; shared wins: {percent(wins.shared.share)} of the games"
    if wins.nobody.count:
        note += f" {percent(wins.nobody.share)} of the games have no winner."
        below += f"; no winner: {percent(wins.nobody.share)}"
    is_last = bots <= 1
    yield from _shares("Wins by seat", wins.by_seat, "wins", "games", base, note, below if is_last else "")
    if not is_last:
        yield from _shares(f"Wins by {player}", wins.by_bot, "wins", "seats", base)
        both = [NamedShare("", f"{it.bot} as {it.seat}", it.share, it.against) for it in wins.by_bot_and_seat]
        yield from _shares(f"Wins by {player} and seat", both, "wins", "games", base, below=below)


def _scores(title: str, scored: Sequence[NamedSpread]) -> Iterator[Section]:
    if not scored:
        return
    scores = [it.score for it in scored]
    columns = [
        Column("mean", [margin(one) for one in scores]),
        Column("min", [whole(one.least) for one in scores], PAGE),
        Column("5 %", [whole(one.q05) for one in scores]),
        Column("25 %", [whole(one.q25) for one in scores], PAGE),
        Column("median", [whole(one.median) for one in scores]),
        Column("75 %", [whole(one.q75) for one in scores], PAGE),
        Column("95 %", [whole(one.q95) for one in scores]),
        Column("max", [whole(one.most) for one in scores]),
    ]
    bars = [Bar(it.name, it.score.mean, *_ends(it.score.mean, it.score.margin)) for it in scored]
    yield Section(
        title,
        [it.name for it in scored],
        columns,
        f"{title}, mean ± 95 % margin",
        [lambda: plot_bars(f"{title}: means with 95 % intervals", bars, percent=False)],
    )


def _ends(mean: float | None, half: float | None) -> tuple[float | None, float | None]:
    return (None, None) if mean is None or half is None else (mean - half, mean + half)


def _uses(verb: VerbUses, base: float | None, is_first: bool) -> Iterator[AnySection]:
    cards = sorted(verb.cards, key=lambda use: (-(use.wins.share or 0), -use.wins.of, use.id))
    whole_table = _win_rates(verb, cards, base)
    few = sorted(cards, key=lambda use: -use.times)[:FEW]
    left = len(cards) - len(few)
    below = f"… and {left} more, used less often; --json and --html list all" if left else ""
    yield whole_table if is_first else Written(_win_rates(verb, few, base, below).text, whole_table.page)
    often = sorted(verb.cards, key=lambda use: (-use.times, use.id))
    title = f"Cards: {verb.verb}"
    bars = [Bar(use.name, use.per_game.mean, *_ends(use.per_game.mean, use.per_game.margin)) for use in often]
    frequency = Section(
        f"{title}, frequency",
        [use.name for use in often],
        [
            Column("per game", [margin(use.per_game, 2) for use in often]),
            Column("in games", [percent(use.games.share) for use in often]),
            Column("95 %", [interval(use.games) for use in often]),
        ],
        f"{title}, most used first",
        [lambda: plot_bars(f"{title}: uses per game with 95 % intervals", bars, percent=False)],
        first="card",
    )
    yield Written(page=frequency.page)


def _win_rates(verb: VerbUses, cards: Sequence[CardUse], base: float | None, below: str = "") -> Section:
    title = f"Cards: {verb.verb}"
    plotted = f"{title}: win rate of the seats that used the card, with 95 % intervals"
    return Section(
        title,
        [use.name for use in cards],
        [
            Column("uses", [number(use.times) for use in cards], PAGE),
            Column("per game", [margin(use.per_game, 2) for use in cards], TEXT),
            Column("per game", [decimal(use.per_game.mean, 2) for use in cards], PAGE),
            Column("in games", [percent(use.games.share) for use in cards]),
            Column("seats", [number(use.wins.of) for use in cards], PAGE),
            Column("win rate", [percent(use.wins.share) for use in cards]),
            Column("95 %", [marked(use.wins, use.against) for use in cards], TEXT),
            Column("95 %", [interval(use.wins) for use in cards], PAGE),
            Column("base", [named_mark(use.against) for use in cards], PAGE),
        ],
        f"{title}, highest win rate first",
        [lambda: plot_bars(plotted, [_bar(use.name, use.wins, use.against) for use in cards], base=base)],
        first="card",
        note="Win rate: the share of the seats that used the card and won. The base is the win rate of an average "
        "seat.",
        below=below,
    )
