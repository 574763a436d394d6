"""The course of the games, the worth of cards and the games worth a look, for a terminal. In: results. Out: parts
of a report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.playtest.course import CHANCES, POINTS, TENTHS
from pnp.playtest.odd_games import LONGEST, ONE_SIDED, STOPPED
from pnp.playtest.reports.card_results import DeadCard, DealtWorth
from pnp.playtest.reports.columns import Command, Grid, Part, Prose, Row
from pnp.playtest.reports.course_results import LOST, WON, Choices, CourseResults, FanPoint
from pnp.playtest.reports.figures import interval, margin, number, percent, plain, points, whole
from pnp.playtest.reports.marks import MARKS
from pnp.playtest.reports.results import OddGameResult, PlaytestResults
from pnp.playtest.statistics import Share

ODD_NAMES = {LONGEST: "longest", ONE_SIDED: "most one-sided", STOPPED: "stopped at the limit"}
LEAD_NAMES = {POINTS: "the score", CHANCES: "the game's estimate of the chances"}


def course_sections(course: CourseResults | None) -> list[list[Part]]:
    """Who led when, how the scores grew, what could be chosen."""
    if course is None:
        return []
    return [_lead(course), _fans(course), _choices("Legal moves by phase", course.phases), _over_time(course)]


def _lead(course: CourseResults) -> list[Part]:
    if not course.by:
        return []
    changes, decided = course.changes, course.decided
    lines = []
    if changes.n:
        lines.append(
            f"lead changes: {margin(changes)} (5–95 %: {whole(changes.q05)}–{whole(changes.q95)}); "
            f"the last one after {margin(decided, 0)} % of the moves "
            f"(median {whole(decided.median)} %, 5–95 %: {whole(decided.q05)}–{whole(decided.q95)} %)"
        )
    stood = ", ".join(f"{stood.how} {_share(stood.share)}" for stood in course.half_time)
    if stood:
        lines.append(f"the winner at half-time: {stood}")
    if course.kept.of:
        lines.append(f"the leader at the end won: {_share(course.kept)}")
    title = Prose(f"Lead, by {LEAD_NAMES[course.by]} ({number(changes.n)} games)")
    return [title, *(Prose(line, first="  ", rest="    ") for line in lines)]


def _share(share: Share) -> str:
    return f"{percent(share.share)} ({interval(share)})"


def _fans(course: CourseResults) -> list[Part]:
    if not course.fans:
        return []
    what = "Chance to win, %" if course.by == CHANCES else "Score"
    rows = (
        Row(f"after {tenth * 10} %", tuple(_fan_cell(course.fans, who, tenth) for who in (WON, LOST)))
        for tenth in range(TENTHS + 1)
    )
    return [Grid(f"{what} over the game: median, 5–95 %", ("winners", "others"), tuple(rows))]


def _fan_cell(fans: Iterable[FanPoint], who: str, tenth: int) -> str:
    for point in fans:
        if (point.who, point.tenth) == (who, tenth):
            return f"{whole(point.standing.median)}  {whole(point.standing.q05)}–{whole(point.standing.q95)}"
    return "–"


def _choices(title: str, choices: Sequence[Choices]) -> list[Part]:
    if not choices:
        return []

    def row(one: Choices) -> Row:
        moves, forced = one.moves, one.forced
        between = f"{whole(moves.q05)}–{whole(moves.q95)}"
        return Row(one.where, (number(moves.n), margin(moves), between, percent(forced.share), interval(forced)))

    head = ("sampled", "legal moves", "5–95 %", "forced", "95 %")
    return [Grid(title, head, tuple(map(row, choices)))]


def _over_time(course: CourseResults) -> list[Part]:
    if not course.tenths:
        return []

    def row(one: Choices) -> Row:
        first = int(one.where) * 10
        cells = (number(one.moves.n), margin(one.moves), percent(one.forced.share))
        return Row(f"{first}–{first + 10} %", cells)

    head = ("sampled", "legal moves", "forced")
    return [Grid("Legal moves over the game", head, tuple(map(row, course.tenths)))]


def worth_sections(found: PlaytestResults) -> list[list[Part]]:
    """What cards are worth to whom they are dealt, or, where none are, to who uses them."""
    if any(card.worth.points is not None for card in found.dealt):
        return [_worth("Card strength: dealt", found.dealt, "dealt")]
    verb = found.uses[0] if found.uses else None
    if verb is None:
        return []
    cards = [DealtWorth(use.id, use.name, use.worth, use.worth_against) for use in verb.cards if use.worth is not None]
    known = any(card.worth.points is not None for card in cards)
    return [_worth(f"Card strength: {verb.verb}", cards, "used")] if known else []


def by_worth(cards: Iterable[DealtWorth]) -> list[DealtWorth]:
    """Cards, the one that is worth most first."""
    return sorted(cards, key=lambda card: (-(card.worth.points or 0), -card.worth.n, card.id))


def _worth(title: str, cards: Iterable[DealtWorth], counted: str) -> list[Part]:
    rows = (
        Row(card.name, (number(card.worth.n), f"{points(card.worth)} {MARKS[card.against]}"))
        for card in by_worth(cards)
    )
    note = "difference in win rate with this card instead of an average one, adjusted for other cards, seat and bot"
    return [Grid(title, (counted, "points of win rate ± 95 %"), tuple(rows)), Prose(note, first="  ")]


def dead_section(found: PlaytestResults) -> list[Part]:
    """Cards nobody uses as cards of their deck are used."""
    if not found.dead:
        return []
    high = found.dead[0].used.high
    title = f"Dead cards ({number(found.games)} games: used otherwise in at most {percent(high)} of all games)"
    return [Prose(title), *(Prose(f"{card.name}: {dead_how(card)}", "  ", "    ") for card in found.dead)]


def dead_how(card: DeadCard) -> str:
    """`never used`, `only discard`."""
    return f"only {', '.join(card.verbs)}" if card.verbs else "never used"


def odd_section(found: PlaytestResults) -> list[Part]:
    """Games worth a look, and how to look at them."""
    if not found.odd:
        return []

    def row(game: OddGameResult) -> Row:
        seed = () if found.records else (f"seed {game.seed}",)
        return Row(ODD_NAMES[game.kind], (odd_number(game), *seed), below=game.record)

    rows = tuple(map(row, found.odd))
    return [Grid("Notable games", ("",) * len(rows[0].cells), rows), *look_commands(found)]


def odd_number(game: OddGameResult) -> str:
    """`69 moves`, `166 points`."""
    return f"{number(int(game.number))} {'points' if game.kind == ONE_SIDED else 'moves'}"


def look_commands(found: PlaytestResults) -> list[Command]:
    """What to type to see the first of the games."""
    first = found.odd[0]
    record = first.record or f"looks/{found.game}-{first.seed}.record"
    look = Command("view one", ("pnp", "referee", "replay", record))
    if first.record:
        return [look]
    words = ["pnp", "playtest", found.game, "-n", "1", "--seed", str(first.seed), "--players", str(found.players)]
    words += ["--bots", ",".join(found.bots)]
    words += [word for key, value in found.options.items() for word in ("--option", f"{key}={plain(value)}")]
    return [Command("play it again", (*words, "--records", "looks")), look]
