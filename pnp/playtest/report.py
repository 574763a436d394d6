"""Results for a terminal and for programs. In: PlaytestResults. Out: text of at most 80 columns, or JSON.

Invariant: nothing is shown by colour or picture alone; equal results give equal bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct, json, to_builtins

from pnp.playtest.results import ABOVE, BELOW, CardUse, Length, NamedShare, NamedSpread, PlaytestResults, VerbUses, Wins
from pnp.playtest.statistics import Bin, Mean, Share, Spread

WIDTH = 80
NAME = 26  # columns of the first column
BAR = 16
ROWS = 16  # of a histogram
FEW = 12  # cards of a further verb that are listed in the text
MARKS = {ABOVE: "▲", BELOW: "▼", "": " "}


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
        _wins(found.wins, len(found.bots)),
        _scores("Scores by seat", found.scores.by_seat),
        _scores("Scores by bot", found.scores.by_bot) if len(found.scores.by_bot) > 1 else [],
    ]
    for category in found.categories:
        if category.of == "games":
            sections.append(_shares(_title(category.what), "games", category.shares))
        else:
            sections.append(_shares(f"Wins by {category.what}", "wins", category.shares, of="of"))
    sections += [_scores(_title(measured.what), measured.scored) for measured in found.measures]
    sections += [_uses(verb, first=verb is found.uses[0]) for verb in found.uses]
    sections.append(_legend(found))
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def heading(found: PlaytestResults) -> list[str]:
    """What was played: game, seats, bots, seeds, switches."""
    games = number(found.games)
    played = f"{games} simulated games" if found.games == found.asked else f"{games} of {number(found.asked)} games"
    switches = ", ".join(f"{key}={_plain(value)}" for key, value in found.options.items())
    last = found.first_seed + max(found.games, 1) - 1
    lines = [
        f"{found.title} · {played} · {found.players} players · seeds {found.first_seed} to {last}",
        f"bots: {', '.join(found.bots)} · rules {found.rules}, cards {found.cards or '–'}"
        + (f" · {switches}" if switches else ""),
    ]
    return [line for whole in lines for line in _wrapped(whole)]


def _wrapped(text: str) -> list[str]:
    from textwrap import wrap

    return wrap(text, WIDTH, subsequent_indent="  ") or [""]


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _title(what: str) -> str:
    return what[:1].upper() + what[1:]


def number(value: int) -> str:
    """`12,345`."""
    return f"{value:,}"


def percent(share: float | None) -> str:
    """`12.3 %`, or a dash."""
    return "–" if share is None else f"{share * 100:.1f} %"


def interval(share: Share) -> str:
    """`10.2–14.9`, per cent."""
    return "–" if share.low is None or share.high is None else f"{share.low * 100:.1f}–{share.high * 100:.1f}"


def decimal(value: float | None, digits: int = 1) -> str:
    """A number with `digits` digits after the point, or a dash."""
    return "–" if value is None else f"{value:,.{digits}f}"


def margin(mean: Mean | Spread, digits: int = 1) -> str:
    """`83.2 ± 0.4`, with more digits where the margin would round to nothing."""
    while mean.margin and digits < 4 and mean.margin < 0.95 * 10**-digits:
        digits += 1
    middle = decimal(mean.mean, digits)
    return middle if mean.margin is None else f"{middle} ± {decimal(mean.margin, digits)}"


def _bar(part: float | None, width: int = BAR) -> str:
    eighths = round((part or 0) * width * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def _fit(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _row(name: str, *columns: tuple[str, int]) -> str:
    line = f"  {_fit(name, NAME):{NAME}}" + "".join(f"{text:>{width}}" for text, width in columns)
    return line.rstrip()


def _shares(title: str, counted: str, shares: Iterable[NamedShare], of: str = "") -> list[str]:
    rows = list(shares)
    if not rows:
        return []
    columns = [(counted, 9), *([(of, 9)] if of else []), ("share", 9), ("95 %", 13)]
    lines = [_head(title, columns)]
    for row in rows:
        share = row.share
        numbers = [(number(share.count), 9), *([(number(share.of), 9)] if of else [])]
        cells = [*numbers, (percent(share.share), 9), (interval(share), 13)]
        bar = _bar(share.share, BAR if not of else BAR - 9)
        lines.append(f"{_row(row.name, *cells)} {MARKS[row.against]} {bar}".rstrip())
    return lines


def _head(title: str, columns: Sequence[tuple[str, int]]) -> str:
    return f"{_fit(title, NAME + 2):{NAME + 2}}" + "".join(f"{text:>{width}}" for text, width in columns)


def _length(length: Length) -> list[str]:
    moves, plies = length.moves, length.plies
    if not moves.n:
        return []
    first = f"{'Length':{NAME + 2}}{margin(moves)} moves, {margin(plies)} lines of a record"
    middle = f"middle half {_whole(moves.q25)}–{_whole(moves.q75)}, median {_whole(moves.median)}"
    outer = f"5–95 % {_whole(moves.q05)}–{_whole(moves.q95)}, all {_whole(moves.least)}–{_whole(moves.most)}"
    lines = [first, f"  {middle}, {outer}"]
    bins = _coarser(length.histogram)
    most = max(part.count for part in bins)
    lines += [
        _row(bin_name(part), (number(part.count), 9), (percent(part.count / moves.n), 9))
        + f"  {_bar(part.count / most, 30)}"
        for part in bins
    ]
    return [line.rstrip() for line in lines]


def _coarser(bins: Sequence[Bin]) -> list[Bin]:
    """Neighbouring bars merged, so that a terminal shows all of them."""
    size = -(-len(bins) // ROWS)
    groups = [bins[at : at + size] for at in range(0, len(bins), size)]
    return [Bin(group[0].least, group[-1].most, sum(part.count for part in group)) for group in groups]


def bin_name(part: Bin) -> str:
    """`60–69`, or `60` for a bar of one value."""
    return str(part.least) if part.least == part.most else f"{part.least}–{part.most}"


def _whole(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"


def _wins(wins: Wins, bots: int) -> list[str]:
    lines = _shares("Wins by seat", "wins", wins.by_seat, of="games")
    if bots > 1:
        lines += ["", *_shares("Wins by bot", "wins", wins.by_bot, of="seats")]
        both = [
            NamedShare("", f"{seated.bot} as {seated.seat}", seated.share, seated.against)
            for seated in wins.by_bot_and_seat
        ]
        lines += ["", *_shares("Wins by bot and seat", "wins", both, of="games")]
    summary = f"  any seat wins {percent(wins.base.share)} (the base)"
    if wins.shared.count:
        summary += f"; shared by several: {percent(wins.shared.share)} of the games"
    if wins.nobody.count:
        summary += f"; nobody wins: {percent(wins.nobody.share)}"
    return [*lines, *_wrapped(summary)]


def _scores(title: str, scored: Sequence[NamedSpread]) -> list[str]:
    if not scored:
        return []
    lines = [_head(title, [("mean", 16), ("5 %", 8), ("median", 8), ("95 %", 8), ("most", 8)])]
    for item in scored:
        score = item.score
        marks = (score.q05, score.median, score.q95, score.most)
        lines.append(_row(item.name, (margin(score), 16), *((_whole(mark), 8) for mark in marks)))
    return lines


def _uses(verb: VerbUses, first: bool) -> list[str]:
    cards = by_win_share(verb.cards)
    shown = cards if first else sorted(cards, key=lambda use: -use.times)[:FEW]
    columns = [("a game", 14), ("in games", 10), ("win share", 11), ("95 %", 13)]
    lines = [_head(f"Cards: {verb.verb}", columns)]
    for use in shown:
        cells = [
            (margin(use.per_game, 2), 14),
            (percent(use.games.share), 10),
            (percent(use.wins.share), 11),
            (interval(use.wins), 13),
        ]
        lines.append(f"{_row(use.name, *cells)} {MARKS[use.against]}".rstrip())
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
    return (
        f"Intervals hold the true value in {level} of all such playtests: shares by Wilson's method, "
        "means ± 1.96 standard errors. ▲ ▼: the whole interval lies above or below the base; of 20 such comparisons "
        "one shows a mark by chance alone. Win share of a card: of the seats that used it, those that won; cards "
        "played late or by the leader look better than they are."
    )


def _legend(found: PlaytestResults) -> list[str]:
    from textwrap import wrap

    return wrap(legend(found), WIDTH)
