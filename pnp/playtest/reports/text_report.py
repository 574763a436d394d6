"""Results for a terminal and for programs. In: PlaytestResults. Out: text that fits a terminal, or JSON.

Invariant: nothing is shown by colour or picture alone; equal results give equal bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct, json, to_builtins

from pnp.playtest.reports.card_results import CardUse, VerbUses
from pnp.playtest.reports.columns import WIDTH, Grid, Part, Prose, Row, lay_out
from pnp.playtest.reports.figures import bin_name, interval, margin, number, percent, plain, whole
from pnp.playtest.reports.marks import MARKS
from pnp.playtest.reports.results import Length, NamedShare, NamedSpread, PlaytestResults, Wins
from pnp.playtest.reports.text_course import course_sections, dead_section, odd_section, worth_sections
from pnp.playtest.statistics import Bin, Share

ROWS = 16  # of a histogram
FEW = 12  # cards of a further verb that are listed in the text


def dump_json(found: Struct, more: dict[str, Any] | None = None) -> str:
    """Return the results as JSON: keys as in docs/playtest-json.md, six digits after the point. more: further keys."""
    values = {**to_builtins(found, enc_hook=str), **to_builtins(more or {}, enc_hook=str)}
    return json.format(json.encode(_rounded(values)), indent=2).decode() + "\n"


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list) else value


def format_text(found: PlaytestResults, width: int = WIDTH) -> str:
    """The report for a terminal of so many columns."""
    sections = [
        _heading(found),
        _shares("Endings", "games", found.endings),
        _length(found.length),
        *_wins(found.wins, len(found.bots), found.player),
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
    sections += [*worth_sections(found), dead_section(found), odd_section(found), [Prose(legend(found), rest="")]]
    return lay_out(sections, width)


def _heading(found: PlaytestResults) -> list[Part]:
    return [Prose(line) for line in heading(found)]


def heading(found: PlaytestResults) -> list[str]:
    """What was played: game, seats, bots, seeds, switches."""
    if found.records:
        return _heading_of_records(found)
    games = number(found.games)
    played = f"{games} simulated games" if found.games == found.asked else f"{games} of {number(found.asked)} games"
    switches = ", ".join(f"{key}={plain(value)}" for key, value in found.options.items())
    last = found.first_seed + max(found.games, 1) - 1
    return [
        f"{found.title} · {played} · {found.players} players · seeds {found.first_seed} to {last}",
        f"bots: {', '.join(found.bots)} · rules {found.rules}, cards {found.cards or '–'}"
        + (f" · {switches}" if switches else ""),
    ]


def _heading_of_records(found: PlaytestResults) -> list[str]:
    switches = "".join(f" · {key}={plain(value)}" for key, value in found.options.items())
    games = "1 game" if found.games == 1 else f"{number(found.games)} games"
    return [
        f"{found.title} · {games} from records · {found.players} players",
        f"players: {', '.join(found.bots)} · rules {found.rules}, cards {found.cards or '–'}{switches}",
        *(f"note: {what}" for what in found.left_out),
    ]


def _title(what: str) -> str:
    return what[:1].upper() + what[1:]


def _shares(title: str, counted: str, shares: Iterable[NamedShare], of: str = "") -> list[Part]:
    def row(named: NamedShare) -> Row:
        share = named.share
        counts = [number(share.count), *([number(share.of)] if of else [])]
        return Row(named.name, (*counts, percent(share.share), marked(share, named.against)), share.share or 0.0)

    rows = tuple(map(row, shares))
    return [Grid(title, (counted, *([of] if of else []), "share", "95 %"), rows)] if rows else []


def marked(share: Share, against: str) -> str:
    """`38.7–78.1 ▲`"""
    return f"{interval(share)} {MARKS[against]}"


def _length(length: Length) -> list[Part]:
    moves, plies = length.moves, length.plies
    if not moves.n:
        return []
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


def _wins(wins: Wins, bots: int, player: str) -> list[list[Part]]:
    sections = [_shares("Wins by seat", "wins", wins.by_seat, of="games")]
    if bots > 1:
        both = [
            NamedShare("", f"{seated.bot} as {seated.seat}", seated.share, seated.against)
            for seated in wins.by_bot_and_seat
        ]
        sections.append(_shares(f"Wins by {player}", "wins", wins.by_bot, of="seats"))
        sections.append(_shares(f"Wins by {player} and seat", "wins", both, of="games"))
    summary = f"base: an average seat wins {percent(wins.base.share)}"
    if wins.shared.count:
        summary += f"; shared wins: {percent(wins.shared.share)} of the games"
    if wins.nobody.count:
        summary += f"; no winner: {percent(wins.nobody.share)}"
    sections[-1].append(Prose(summary, first="  "))
    return sections


def _scores(title: str, scored: Sequence[NamedSpread]) -> list[Part]:
    if not scored:
        return []

    def row(item: NamedSpread) -> Row:
        score = item.score
        marks = (score.q05, score.median, score.q95, score.most)
        return Row(item.name, (margin(score), *map(whole, marks)))

    return [Grid(title, ("mean", "5 %", "median", "95 %", "max"), tuple(map(row, scored)))]


def _uses(verb: VerbUses, first: bool) -> list[Part]:
    cards = by_win_share(verb.cards)
    shown = cards if first else sorted(cards, key=lambda use: -use.times)[:FEW]

    def row(use: CardUse) -> Row:
        numbers = (margin(use.per_game, 2), percent(use.games.share), percent(use.wins.share))
        return Row(use.name, (*numbers, marked(use.wins, use.against)))

    parts: list[Part] = [
        Grid(f"Cards: {verb.verb}", ("per game", "in games", "win rate", "95 %"), tuple(map(row, shown)))
    ]
    left = len(cards) - len(shown)
    if left:
        parts.append(Prose(f"… and {left} more, used less often; --json and --html list all", first="  "))
    return parts


def by_win_share(cards: Iterable[CardUse]) -> list[CardUse]:
    """Cards, the one whose users win most first."""
    return sorted(cards, key=lambda use: (-(use.wins.share or 0), -use.wins.of, use.id))


def legend(found: PlaytestResults) -> str:
    """What the numbers mean."""
    level = f"{found.confidence * 100:.0f} %"
    made = found.comparisons
    return (
        f"Intervals are {level} confidence intervals: Wilson's for shares, ± 1.96 standard errors for means. "
        "▲ ▼: the whole interval is above or below the base (for card strength, 0). One comparison in 20 is marked by "
        f"chance alone: of the {number(made.made)} comparisons here about {made.by_chance:g} would be, and "
        f"{number(made.marked)} are. Win rate of a card: the share of the seats that used it and won. Cards that are "
        "played late, or by the leader, look stronger than they are."
    )
