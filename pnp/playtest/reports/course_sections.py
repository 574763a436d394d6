"""The course of the games, the strength of cards and the games worth a look. In: results. Out: sections of a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from pnp.base.system import join_words
from pnp.playtest.course import CHANCES, POINTS, TENTHS
from pnp.playtest.odd_games import LONGEST, ONE_SIDED, STOPPED
from pnp.playtest.reports.card_results import DeadCard, DealtWorth, VerbUses
from pnp.playtest.reports.columns import Command, Grid, Part, Prose, Row
from pnp.playtest.reports.course_results import LOST, WON, Choices, CourseResults, FanPoint
from pnp.playtest.reports.figures import interval, margin, number, percent, plain, points, whole
from pnp.playtest.reports.html_parts import paragraph, part, scrolling, section, table
from pnp.playtest.reports.marks import MARKS
from pnp.playtest.reports.plot import Bar, plot_bars
from pnp.playtest.reports.plot_lines import Dot, Point, Series, plot_bands, plot_dots
from pnp.playtest.reports.results import OddGameResult, PlaytestResults
from pnp.playtest.reports.section import PAGE, TEXT, AnySection, Column, Section, Written
from pnp.playtest.statistics import Share
from pnp.playtest.worth import Worth

ODD_NAMES = {LONGEST: "longest", ONE_SIDED: "most one-sided", STOPPED: "stopped at the limit"}
LEAD_NAMES = {POINTS: "the score", CHANCES: "the game's estimate of the chances"}
CHANCE = "Cards are dealt at random, so this is the effect of the card as these bots play it."
CHOICE = "Players choose which cards to use, so this is a correlation, not an effect."
WHO = {WON: "winners", LOST: "others"}


def course_sections(course: CourseResults | None) -> Iterator[AnySection]:
    """Who led when, how the scores grew, what could be chosen."""
    if course is None:
        return
    if course.by:
        yield Written(lambda: _lead_text(course), lambda: _lead_page(course) if course.changes.n else "")
    if course.fans:
        yield Written(lambda: _fan_text(course), lambda: _fan_page(course))
    if course.phases:
        yield _phases(course)
    if course.tenths:
        yield _over_time(course)


def _lead_text(course: CourseResults) -> list[Part]:
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


def _fan_text(course: CourseResults) -> list[Part]:
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


def _lead_page(course: CourseResults) -> str:
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


def _fan_page(course: CourseResults) -> str:
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


def _phases(course: CourseResults) -> Section:
    bars = [Bar(one.where, one.forced.share, one.forced.low, one.forced.high) for one in course.phases]
    return Section(
        "Legal moves by phase",
        [one.where for one in course.phases],
        _choices(course.phases),
        "Legal moves by phase of the game",
        [lambda: plot_bars("Forced decisions (one legal move) by phase, with 95 % intervals", bars)],
        first="phase",
        note="Sampled: one decision in fifty. A decision with one legal move is forced.",
    )


def _over_time(course: CourseResults) -> Section:
    line = [
        Point(int(one.where) * 10 + 5, one.moves.median or 0.0, one.moves.q05, one.moves.q95) for one in course.tenths
    ]
    title = "Legal moves over the game: median and 5–95 % band of the decisions"
    return Section(
        "Legal moves over the game",
        [f"{int(one.where) * 10}–{int(one.where) * 10 + 10} %" for one in course.tenths],
        _choices(course.tenths),
        "Legal moves by share of moves made",
        [lambda: plot_bands(title, [Series("legal moves", line)], "share of moves made", " %")],
        first="moves made",
    )


def _choices(choices: Sequence[Choices]) -> list[Column]:
    moves = [one.moves for one in choices]
    return [
        Column("sampled", [number(one.n) for one in moves]),
        Column("legal moves", [margin(one) for one in moves]),
        Column("5–95 %", [f"{whole(one.q05)}–{whole(one.q95)}" for one in moves], TEXT),
        Column("5 %", [whole(one.q05) for one in moves], PAGE),
        Column("median", [whole(one.median) for one in moves], PAGE),
        Column("95 %", [whole(one.q95) for one in moves], PAGE),
        Column("forced", [percent(one.forced.share) for one in choices]),
        Column("95 %", [interval(one.forced) for one in choices]),
    ]


def strength_sections(found: PlaytestResults) -> Iterator[AnySection]:
    """How strong cards are: for whom they are dealt to, and for whom uses them. A text has the first of these."""
    sections = []
    if any(card.worth.points is not None for card in found.dealt):
        sections.append(_strength("Card strength: dealt", found.dealt, "dealt", CHANCE))
    is_dealt = bool(sections)
    answered = [verb for verb in found.uses if any(card.worth.points is not None for card in _used(verb))]
    sections += [_strength(f"Card strength: {verb.verb}", _used(verb), "used", CHOICE) for verb in answered]
    for at, each in enumerate(sections):
        is_told = at == 0 and (is_dealt or answered[0] is found.uses[0])
        yield each if is_told else Written(page=each.page)
    if answered:
        yield Written(page=lambda: _scatter(answered[0]))


def _used(verb: VerbUses) -> list[DealtWorth]:
    return [DealtWorth(use.id, use.name, use.worth, use.worth_against) for use in verb.cards if use.worth is not None]


def _strength(title: str, cards: Iterable[DealtWorth], counted: str, why: str) -> Section:
    ordered = sorted(cards, key=lambda card: (-(card.worth.points or 0), -card.worth.n, card.id))
    bars = [Bar(card.name, *_worth_ends(card.worth), card.against) for card in ordered if card.worth.points is not None]
    marks = [MARKS[card.against] for card in ordered]
    told = [points(card.worth) for card in ordered]
    return Section(
        title,
        [card.name for card in ordered],
        [
            Column(counted, [number(card.worth.n) for card in ordered]),
            Column("points of win rate ± 95 %", [f"{it} {mark}" for it, mark in zip(told, marks, strict=True)], TEXT),
            Column("strength, points ± 95 %", told, PAGE),
            Column("relative to 0", [f"{MARKS[card.against]} {card.against}".strip() for card in ordered], PAGE),
        ],
        f"{title}, strongest first",
        [lambda: plot_bars(f"{title}: percentage points of win rate, with 95 % intervals", bars)],
        first="card",
        note="Difference in win rate with this card instead of an average one, in percentage points. Estimated by "
        f"least squares for all cards at once, adjusted for seat and bot. {why}",
        below="difference in win rate with this card instead of an average one, adjusted for other cards, seat and bot",
    )


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


def dead_section(found: PlaytestResults) -> Iterator[Written]:
    """Cards nobody uses as cards of their deck are used."""
    if found.dead:
        yield Written(lambda: _dead_text(found), lambda: _dead_page(found))


def _dead_text(found: PlaytestResults) -> list[Part]:
    high = found.dead[0].used.high
    title = f"Dead cards ({number(found.games)} games: used otherwise in at most {percent(high)} of all games)"
    return [Prose(title), *(Prose(f"{card.name}: {_dead_how(card)}", "  ", "    ") for card in found.dead)]


def _dead_page(found: PlaytestResults) -> str:
    high = percent(found.dead[0].used.high)
    note = f"Never used otherwise in {number(found.games)} games, so at most {high} of all such games would do so."
    rows = [[card.name, _dead_how(card)] for card in found.dead]
    numbers = table("Dead cards by use", ["card", "used"], rows)
    return part("Dead cards", paragraph(note) + scrolling(numbers, "Dead cards"))


def _dead_how(card: DeadCard) -> str:
    """`never used`, `only discard`."""
    return f"only {', '.join(card.verbs)}" if card.verbs else "never used"


def odd_section(found: PlaytestResults) -> Iterator[Written]:
    """Games worth a look, and how to look at them."""
    if found.odd:
        yield Written(lambda: _odd_text(found), lambda: _odd_page(found))


def _odd_text(found: PlaytestResults) -> list[Part]:
    def row(game: OddGameResult) -> Row:
        seed = () if found.records else (f"seed {game.seed}",)
        return Row(ODD_NAMES[game.kind], (_odd_number(game), *seed), below=game.record)

    rows = tuple(map(row, found.odd))
    return [Grid("Notable games", ("",) * len(rows[0].cells), rows), *_look_commands(found)]


def _odd_page(found: PlaytestResults) -> str:
    head = ["game", "size", *([] if found.records else ["seed"]), *(["record"] if found.odd[0].record else [])]
    rows = []
    for game in found.odd:
        seed = [] if found.records else [str(game.seed)]
        rows.append([ODD_NAMES[game.kind], _odd_number(game), *seed, *([game.record] if game.record else [])])
    commands = "".join(
        f"<p><code>{escape(f'{command.what}: {join_words(command.words)}')}</code></p>"
        for command in _look_commands(found)
    )
    numbers = table("Longest, most one-sided and stopped games", head, rows)
    return part("Notable games", scrolling(numbers, "Notable games") + commands)


def _odd_number(game: OddGameResult) -> str:
    """`69 moves`, `166 points`."""
    return f"{number(int(game.number))} {'points' if game.kind == ONE_SIDED else 'moves'}"


def _look_commands(found: PlaytestResults) -> list[Command]:
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
