"""Results as one HTML page. In: PlaytestResults. Out: a self-contained page: no scripts, no fonts, no network.

Invariant: well-formed XML as well as HTML; a table with the same numbers stands beside every plot; light and dark.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from pnp.playtest.reports.card_results import CardUse, VerbUses
from pnp.playtest.reports.figures import bin_name, decimal, interval, margin, number, percent
from pnp.playtest.reports.html_course import course_parts, dead_part, glance, odd_part, worth_parts
from pnp.playtest.reports.html_parts import STYLE, paragraph, part, section, table
from pnp.playtest.reports.marks import MARKS
from pnp.playtest.reports.plot import Bar, plot_bars, plot_histogram
from pnp.playtest.reports.results import Length, NamedShare, NamedSpread, PlaytestResults, Wins
from pnp.playtest.reports.text_report import by_win_share, heading, legend
from pnp.playtest.statistics import Share, Spread


def format_page(found: PlaytestResults, more: str = "") -> str:
    """The whole page; more: further sections, which come first."""
    of = "recorded games" if found.records else f"playtest of {number(found.games)} games"
    title = f"{found.title}: {of}"
    base = found.wins.base.share
    body = [
        _shares("Endings", found.endings, "games"),
        _length(found.length),
        *_wins(found.wins, len(found.bots), found.player),
        _scores("Scores by seat", found.scores.by_seat),
        _scores(f"Scores by {found.player}", found.scores.by_bot) if len(found.scores.by_bot) > 1 else "",
    ]
    for category in found.categories:
        if category.of == "games":
            body.append(_shares(category.what[:1].upper() + category.what[1:], category.shares, "games"))
        else:
            body.append(_shares(f"Wins by {category.what}", category.shares, "wins", "of", base))
    for measured in found.measures:
        body.append(_scores(measured.what[:1].upper() + measured.what[1:], measured.scored))
    body += course_parts(found.course)
    body += [piece for verb in found.uses for piece in _uses(verb, base)]
    body += [*worth_parts(found), dead_part(found), odd_part(found)]
    body.append(part("How to read this", paragraph(legend(found))))
    top = paragraph(" ".join(line.strip() for line in heading(found)), "soft") + glance(found)
    return (
        '<!DOCTYPE html>\n<html lang="en" xmlns="http://www.w3.org/1999/xhtml"><head><meta charset="utf-8"/>'
        '<meta name="generator" content="pnp playtest"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>"
        f"<h1>{escape(title)}</h1>{top}{more}{''.join(body)}</main></body></html>\n"
    )


def _bar(name: str, share: Share, against: str = "") -> Bar:
    return Bar(name, share.share, share.low, share.high, against)


def _shares(
    title: str, shares: Sequence[NamedShare], counted: str, of: str = "", base: float | None = None, note: str = ""
) -> str:
    if not shares:
        return ""
    plot = plot_bars(
        f"{title}: shares with 95 % intervals", [_bar(it.name, it.share, it.against) for it in shares], base=base
    )
    head = ["", counted, *([of] if of else []), "share", "95 %", *(["relative to base"] if of else [])]
    rows = [
        [
            it.name,
            number(it.share.count),
            *([number(it.share.of)] if of else []),
            percent(it.share.share),
            interval(it.share),
            *([f"{MARKS[it.against]} {it.against}".strip()] if of else []),
        ]
        for it in shares
    ]
    return section(title, [plot], table(f"{title}, per cent with 95 % interval", head, rows), note)


def _length(length: Length) -> str:
    if not length.histogram:
        return ""
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


def _wins(wins: Wins, bots: int, player: str) -> Iterable[str]:
    base = wins.base.share
    note = f"Base (dashed line): an average seat wins {percent(base)}."
    if wins.shared.count:
        note += f" The win is shared in {percent(wins.shared.share)} of the games."
    if wins.nobody.count:
        note += f" {percent(wins.nobody.share)} of the games have no winner."
    yield _shares("Wins by seat", wins.by_seat, "wins", "games", base, note)
    if bots > 1:
        yield _shares(f"Wins by {player}", wins.by_bot, "wins", "seats", base)
        both = [NamedShare("", f"{it.bot} as {it.seat}", it.share, it.against) for it in wins.by_bot_and_seat]
        yield _shares(f"Wins by {player} and seat", both, "wins", "games", base)


def _scores(title: str, scored: Sequence[NamedSpread]) -> str:
    if not scored:
        return ""
    bars = [Bar(it.name, it.score.mean, *_ends(it.score.mean, it.score.margin)) for it in scored]
    head = ["", "mean", "min", "5 %", "25 %", "median", "75 %", "95 %", "max"]
    rows = [[it.name, *_spread(it.score)] for it in scored]
    plot = plot_bars(f"{title}: means with 95 % intervals", bars, percent=False)
    return section(title, [plot], table(f"{title}, mean ± 95 % margin", head, rows))


def _ends(mean: float | None, half: float | None) -> tuple[float | None, float | None]:
    return (None, None) if mean is None or half is None else (mean - half, mean + half)


def _uses(verb: VerbUses, base: float | None) -> Iterable[str]:
    cards = by_win_share(verb.cards)
    shares = [_bar(use.name, use.wins, use.against) for use in cards]
    title = f"Cards: {verb.verb}"
    plot = plot_bars(f"{title}: win rate of the seats that used the card, with 95 % intervals", shares, base=base)
    head = ["card", "uses", "per game", "in games", "seats", "win rate", "95 %", "base"]
    numbers = table(f"{title}, highest win rate first", head, [_use_row(use) for use in cards])
    note = "Win rate: the share of the seats that used the card and won. The base is the win rate of an average seat."
    yield section(title, [plot], numbers, note)
    often = sorted(verb.cards, key=lambda use: (-use.times, use.id))
    bars = [Bar(use.name, use.per_game.mean, *_ends(use.per_game.mean, use.per_game.margin)) for use in often]
    counted = [[use.name, margin(use.per_game, 2), percent(use.games.share), interval(use.games)] for use in often]
    plot = plot_bars(f"{title}: uses per game with 95 % intervals", bars, percent=False)
    numbers = table(f"{title}, most used first", ["card", "per game", "in games", "95 %"], counted)
    yield section(f"{title}, frequency", [plot], numbers)


def _use_row(use: CardUse) -> list[str]:
    return [
        use.name,
        number(use.times),
        decimal(use.per_game.mean, 2),
        percent(use.games.share),
        number(use.wins.of),
        percent(use.wins.share),
        interval(use.wins),
        f"{MARKS[use.against]} {use.against}".strip(),
    ]
