"""The course of the games, the worth of cards and the games worth a look, for a terminal. In: results. Out: lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.base.system import join_words
from pnp.playtest.course import CHANCES, POINTS, TENTHS
from pnp.playtest.odd_games import LONGEST, ONE_SIDED, STOPPED
from pnp.playtest.reports.card_results import DeadCard, DealtWorth
from pnp.playtest.reports.columns import NAME, WIDTH, head, row, wrapped
from pnp.playtest.reports.course_results import LOST, WON, Choices, CourseResults, FanPoint
from pnp.playtest.reports.figures import interval, margin, number, percent, plain, points, whole
from pnp.playtest.reports.marks import MARKS
from pnp.playtest.reports.results import OddGameResult, PlaytestResults
from pnp.playtest.statistics import Share

ODD_NAMES = {LONGEST: "longest", ONE_SIDED: "most one-sided", STOPPED: "stopped, not over"}
LEAD_NAMES = {POINTS: "the score", CHANCES: "the game's own judgement of the chances"}


def course_sections(course: CourseResults | None) -> list[list[str]]:
    """Who led when, how the scores grew, what could be chosen."""
    if course is None:
        return []
    return [_lead(course), _fans(course), _choices("Choices by phase", course.phases), _over_time(course)]


def _lead(course: CourseResults) -> list[str]:
    if not course.by:
        return []
    changes, decided = course.changes, course.decided
    lines = [f"Course of a game, by {LEAD_NAMES[course.by]} ({number(changes.n)} games)"]
    if changes.n:
        lines += wrapped(
            f"  the lead changed {margin(changes)} times (5–95 % {whole(changes.q05)}–{whole(changes.q95)}); "
            f"the last time after {margin(decided, 0)} % of the moves "
            f"(median {whole(decided.median)} %, 5–95 % {whole(decided.q05)}–{whole(decided.q95)} %)"
        )
    stood = ", ".join(f"{stood.how} {_share(stood.share)}" for stood in course.half_time)
    if stood:
        lines += wrapped(f"  the winner at half-time: {stood}")
    if course.kept.of:
        lines += wrapped(f"  who led at the end won: {_share(course.kept)}")
    return lines


def _share(share: Share) -> str:
    return f"{percent(share.share)} ({interval(share)})"


def _fans(course: CourseResults) -> list[str]:
    if not course.fans:
        return []
    what = "Chance to win, %" if course.by == CHANCES else "Score"
    lines = [head(f"{what}: median, 5–95 %", [("seats that won", 22), ("the others", 22)])]
    for tenth in range(TENTHS + 1):
        cells = [(_fan_cell(course.fans, who, tenth), 22) for who in (WON, LOST)]
        lines.append(row(f"after {tenth * 10} % of the moves", *cells))
    return lines


def _fan_cell(fans: Iterable[FanPoint], who: str, tenth: int) -> str:
    for point in fans:
        if (point.who, point.tenth) == (who, tenth):
            return f"{whole(point.standing.median)}  {whole(point.standing.q05)}–{whole(point.standing.q95)}"
    return "–"


def _choices(title: str, choices: Sequence[Choices]) -> list[str]:
    if not choices:
        return []
    columns = [("looked at", 10), ("legal moves", 14), ("5–95 %", 8), ("only one", 9), ("95 %", 11)]
    lines = [head(title, columns)]
    for one in choices:
        moves, forced = one.moves, one.forced
        cells = [(number(moves.n), 10), (margin(moves), 14), (f"{whole(moves.q05)}–{whole(moves.q95)}", 8)]
        lines.append(row(one.where, *cells, (percent(forced.share), 9), (interval(forced), 11)))
    return lines


def _over_time(course: CourseResults) -> list[str]:
    if not course.tenths:
        return []
    lines = [head("Choices over the game", [("looked at", 10), ("legal moves", 16), ("only one", 10)])]
    for one in course.tenths:
        first = int(one.where) * 10
        cells = [(number(one.moves.n), 10), (margin(one.moves), 16), (percent(one.forced.share), 10)]
        lines.append(row(f"{first}–{first + 10} % of the moves", *cells))
    return lines


def worth_sections(found: PlaytestResults) -> list[list[str]]:
    """What cards are worth to whom they are dealt, or, where none are, to who uses them."""
    if any(card.worth.points is not None for card in found.dealt):
        return [_worth("Worth of a card dealt", found.dealt, "dealt")]
    verb = found.uses[0] if found.uses else None
    if verb is None:
        return []
    cards = [DealtWorth(use.id, use.name, use.worth, use.worth_against) for use in verb.cards if use.worth is not None]
    known = any(card.worth.points is not None for card in cards)
    return [_worth(f"Worth of a card: {verb.verb}", cards, "used")] if known else []


def by_worth(cards: Iterable[DealtWorth]) -> list[DealtWorth]:
    """Cards, the one that is worth most first."""
    return sorted(cards, key=lambda card: (-(card.worth.points or 0), -card.worth.n, card.id))


def _worth(title: str, cards: Iterable[DealtWorth], counted: str) -> list[str]:
    lines = [head(title, [(counted, 12), ("points of the win share ± 95 %", 36)])]
    for card in by_worth(cards):
        cells = [(number(card.worth.n), 12), (points(card.worth), 36)]
        lines.append(f"{row(card.name, *cells)} {MARKS[card.against]}".rstrip())
    lines += wrapped("  one more of it instead of an average card; other cards, seat and bot held equal")
    return lines


def dead_section(found: PlaytestResults) -> list[str]:
    """Cards nobody uses as cards of their deck are used."""
    if not found.dead:
        return []
    high = found.dead[0].used.high
    lines = [f"Dead cards ({number(found.games)} games: used otherwise in less than {percent(high)} of all games)"]
    for card in found.dead:
        lines.append(
            row(card.name, (f"only {', '.join(card.verbs)}" if card.verbs else "never used", WIDTH - NAME - 2))
        )
    return lines


def dead_how(card: DeadCard) -> str:
    """`never used`, `only discard`."""
    return f"only {', '.join(card.verbs)}" if card.verbs else "never used"


def odd_section(found: PlaytestResults) -> list[str]:
    """Games worth a look, and how to look at them."""
    if not found.odd:
        return []
    lines = ["Games worth a look"]
    for game in found.odd:
        cells = [] if found.records else [(f"seed {game.seed}", 16)]
        lines.append(row(ODD_NAMES[game.kind], (odd_number(game), 14), *cells))
        if game.record:
            lines.append(f"    {game.record}")
    return lines + [f"  {line}" for text in look_commands(found) for line in wrapped(text)]


def odd_number(game: OddGameResult) -> str:
    """`69 moves`, `166 points`."""
    return f"{number(int(game.number))} {'points' if game.kind == ONE_SIDED else 'moves'}"


def look_commands(found: PlaytestResults) -> list[str]:
    """What to type to see the first of the games."""
    first = found.odd[0]
    record = first.record or f"looks/{found.game}-{first.seed}.record"
    look = f"look at one: pnp referee replay {record}"
    if first.record:
        return [look]
    words = ["pnp", "playtest", found.game, "-n", "1", "--seed", str(first.seed), "--players", str(found.players)]
    words += ["--bots", ",".join(found.bots)]
    words += [word for key, value in found.options.items() for word in ("--option", f"{key}={plain(value)}")]
    return [f"play one again: {join_words([*words, '--records', 'looks'])}", look]
