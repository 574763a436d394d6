"""Results for a terminal and for programs. In: PlaytestResults. Out: text of at most 80 columns, or JSON.

Invariant: nothing is shown by colour or picture alone; equal results give equal bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct, json, to_builtins

from pnp.playtest.reports.card_results import CardUse, VerbUses
from pnp.playtest.reports.columns import BAR, NAME, bar, head, row, wrapped
from pnp.playtest.reports.figures import bin_name, interval, margin, number, percent, plain, whole
from pnp.playtest.reports.marks import MARKS
from pnp.playtest.reports.results import Length, NamedShare, NamedSpread, PlaytestResults, Wins
from pnp.playtest.reports.text_course import course_sections, dead_section, odd_section, worth_sections
from pnp.playtest.statistics import Bin

ROWS = 16  # of a histogram
FEW = 12  # cards of a further verb that are listed in the text


def dump_json(found: Struct, more: dict[str, Any] | None = None) -> str:
    """The results as JSON, keys as in docs/playtest.md, numbers with six digits after the point; more: further keys."""
    values = {**to_builtins(found, enc_hook=str), **to_builtins(more or {}, enc_hook=str)}
    return json.format(json.encode(_rounded(values)), indent=2).decode() + "\n"


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list) else value


def format_text(found: PlaytestResults) -> str:
    """The report for a terminal."""
    sections = [
        heading(found),
        _shares("Endings", "games", found.endings),
        _length(found.length),
        _wins(found.wins, len(found.bots), found.player),
        _scores("Scores by seat", found.scores.by_seat),
        _scores(f"Scores by {found.player}", found.scores.by_bot) if len(found.scores.by_bot) > 1 else [],
    ]
    for category in found.categories:
        if category.of == "games":
            sections.append(_shares(_title(category.what), "games", category.shares))
        else:
            sections.append(_shares(f"Wins by {category.what}", "wins", category.shares, of="of"))
    sections += [_scores(_title(measured.what), measured.scored) for measured in found.measures]
    sections += course_sections(found.course)
    sections += [_uses(verb, first=verb is found.uses[0]) for verb in found.uses]
    sections += [*worth_sections(found), dead_section(found), odd_section(found)]
    sections.append(_legend(found))
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def heading(found: PlaytestResults) -> list[str]:
    """What was played: game, seats, bots, seeds, switches."""
    if found.records:
        return _heading_of_records(found)
    games = number(found.games)
    played = f"{games} simulated games" if found.games == found.asked else f"{games} of {number(found.asked)} games"
    switches = ", ".join(f"{key}={plain(value)}" for key, value in found.options.items())
    last = found.first_seed + max(found.games, 1) - 1
    lines = [
        f"{found.title} · {played} · {found.players} players · seeds {found.first_seed} to {last}",
        f"bots: {', '.join(found.bots)} · rules {found.rules}, cards {found.cards or '–'}"
        + (f" · {switches}" if switches else ""),
    ]
    return [line for whole in lines for line in wrapped(whole)]


def _heading_of_records(found: PlaytestResults) -> list[str]:
    switches = "".join(f" · {key}={plain(value)}" for key, value in found.options.items())
    games = "1 game" if found.games == 1 else f"{number(found.games)} games"
    lines = [
        f"{found.title} · {games} of people, from records · {found.players} players",
        f"who: {', '.join(found.bots)} · rules {found.rules}, cards {found.cards or '–'}{switches}",
        *(f"not counted: {what}" for what in found.left_out),
    ]
    return [line for whole_line in lines for line in wrapped(whole_line)]


def _title(what: str) -> str:
    return what[:1].upper() + what[1:]


def _shares(title: str, counted: str, shares: Iterable[NamedShare], of: str = "") -> list[str]:
    rows = list(shares)
    if not rows:
        return []
    columns = [(counted, 9), *([(of, 9)] if of else []), ("share", 9), ("95 %", 13)]
    lines = [head(title, columns)]
    for named in rows:
        share = named.share
        numbers = [(number(share.count), 9), *([(number(share.of), 9)] if of else [])]
        cells = [*numbers, (percent(share.share), 9), (interval(share), 13)]
        drawn = bar(share.share, BAR if not of else BAR - 9)
        lines.append(f"{row(named.name, *cells)} {MARKS[named.against]} {drawn}".rstrip())
    return lines


def _length(length: Length) -> list[str]:
    moves, plies = length.moves, length.plies
    if not moves.n:
        return []
    first = f"{'Length':{NAME + 2}}{margin(moves)} moves, {margin(plies)} lines of a record"
    middle = f"middle half {whole(moves.q25)}–{whole(moves.q75)}, median {whole(moves.median)}"
    outer = f"5–95 % {whole(moves.q05)}–{whole(moves.q95)}, all {whole(moves.least)}–{whole(moves.most)}"
    lines = [first, f"  {middle}, {outer}"]
    bins = _coarser(length.histogram)
    most = max(part.count for part in bins)
    lines += [
        row(bin_name(part), (number(part.count), 9), (percent(part.count / moves.n), 9))
        + f"  {bar(part.count / most, 30)}"
        for part in bins
    ]
    return [line.rstrip() for line in lines]


def _coarser(bins: Sequence[Bin]) -> list[Bin]:
    """Neighbouring bars merged, so that a terminal shows all of them."""
    size = -(-len(bins) // ROWS)
    groups = [bins[at : at + size] for at in range(0, len(bins), size)]
    return [Bin(group[0].least, group[-1].most, sum(part.count for part in group)) for group in groups]


def _wins(wins: Wins, bots: int, player: str) -> list[str]:
    lines = _shares("Wins by seat", "wins", wins.by_seat, of="games")
    if bots > 1:
        lines += ["", *_shares(f"Wins by {player}", "wins", wins.by_bot, of="seats")]
        both = [
            NamedShare("", f"{seated.bot} as {seated.seat}", seated.share, seated.against)
            for seated in wins.by_bot_and_seat
        ]
        lines += ["", *_shares(f"Wins by {player} and seat", "wins", both, of="games")]
    summary = f"  any seat wins {percent(wins.base.share)} (the base)"
    if wins.shared.count:
        summary += f"; shared by several: {percent(wins.shared.share)} of the games"
    if wins.nobody.count:
        summary += f"; nobody wins: {percent(wins.nobody.share)}"
    return [*lines, *wrapped(summary)]


def _scores(title: str, scored: Sequence[NamedSpread]) -> list[str]:
    if not scored:
        return []
    lines = [head(title, [("mean", 16), ("5 %", 8), ("median", 8), ("95 %", 8), ("most", 8)])]
    for item in scored:
        score = item.score
        marks = (score.q05, score.median, score.q95, score.most)
        lines.append(row(item.name, (margin(score), 16), *((whole(mark), 8) for mark in marks)))
    return lines


def _uses(verb: VerbUses, first: bool) -> list[str]:
    cards = by_win_share(verb.cards)
    shown = cards if first else sorted(cards, key=lambda use: -use.times)[:FEW]
    columns = [("a game", 14), ("in games", 10), ("win share", 11), ("95 %", 13)]
    lines = [head(f"Cards: {verb.verb}", columns)]
    for use in shown:
        cells = [
            (margin(use.per_game, 2), 14),
            (percent(use.games.share), 10),
            (percent(use.wins.share), 11),
            (interval(use.wins), 13),
        ]
        lines.append(f"{row(use.name, *cells)} {MARKS[use.against]}".rstrip())
    left = len(cards) - len(shown)
    if left:
        lines.append(f"  … and {left} used less often; --json and --html have them all")
    return lines


def by_win_share(cards: Iterable[CardUse]) -> list[CardUse]:
    """Cards, the one whose users win most first."""
    return sorted(cards, key=lambda use: (-(use.wins.share or 0), -use.wins.of, use.id))


def legend(found: PlaytestResults) -> str:
    """What the numbers mean."""
    level = f"{found.confidence * 100:.0f} %"
    made = found.comparisons
    return (
        f"Intervals hold the true value in {level} of all such playtests: shares by Wilson's method, "
        "means ± 1.96 standard errors. ▲ ▼: the whole interval lies above or below the base, for a worth above or "
        f"below 0; of 20 such comparisons one shows a mark by chance alone. Here {number(made.made)} were made: about "
        f"{made.by_chance:g} marks are to be expected where nothing is to be found, and {number(made.marked)} stand "
        "here. Win share of a card: of the seats that used it, those that won; cards "
        "played late or by the leader look better than they are."
    )


def _legend(found: PlaytestResults) -> list[str]:
    return wrapped(legend(found), rest="")
