"""The results of a playtest. In: counts. Out: PlaytestResults, plain values with intervals, the source of every report.

Invariant: the same plan and seeds give equal results on any executor; they contain nothing of the machine or the time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from pnp.library.card import CardBook
from pnp.library.words import localise
from pnp.playtest.batch import SimulationBatch
from pnp.playtest.counts import Counts, UseCount, WinCount
from pnp.playtest.statistics import (
    CONFIDENCE,
    Bin,
    Mean,
    Number,
    Share,
    Spread,
    histogram,
    mean_of,
    share_of,
    spread_of,
)

FORMAT = 1
ABOVE, BELOW, EVEN = "above", "below", ""


class NamedShare(Struct, frozen=True):
    """A share of something with a name. `against`: the interval lies wholly above or below the report's base."""

    id: str
    name: str
    share: Share
    against: str = EVEN


class SeatedShare(Struct, frozen=True):
    """The wins of one bot on one seat."""

    bot: str
    seat: str
    share: Share
    against: str = EVEN


class NamedSpread(Struct, frozen=True):
    """The scores of a seat or a bot."""

    name: str
    score: Spread


class Length(Struct, frozen=True):
    """Game length: moves of the players (with a histogram), and lines of the record."""

    moves: Spread
    plies: Spread
    histogram: tuple[Bin, ...]


class Wins(Struct, frozen=True):
    """Who won. base: what any seat of any game wins; shared, nobody: games with several winners, and with none."""

    base: Share
    shared: Share
    nobody: Share
    by_seat: tuple[NamedShare, ...]
    by_bot: tuple[NamedShare, ...]
    by_bot_and_seat: tuple[SeatedShare, ...]


class Scores(Struct, frozen=True):
    """Scores by seat and by bot; empty when the game has none."""

    by_seat: tuple[NamedSpread, ...]
    by_bot: tuple[NamedSpread, ...]


class Category(Struct, frozen=True):
    """Something the game itself counts. of: `games` (how many had it) or `seats` (how many that had it won)."""

    what: str
    of: str
    shares: tuple[NamedShare, ...]


class Measurement(Struct, frozen=True):
    """Numbers that the game itself counts of each seat: what, and their spread by name."""

    what: str
    scored: tuple[NamedSpread, ...]


class CardUse(Struct, frozen=True):
    """One card used with one verb.

    times: uses in all games · per_game: uses a game · games: of all games, those with a use · wins: of the seats that
    used it, those that won · games_won: of the games with a use, those won by a seat that used it
    """

    id: str
    name: str
    times: int
    per_game: Mean
    games: Share
    wins: Share
    games_won: Share
    against: str = EVEN


class VerbUses(Struct, frozen=True):
    """The cards used with one verb, in the order of the card database."""

    verb: str
    cards: tuple[CardUse, ...]


class PlaytestResults(Struct, frozen=True):
    """The content of a report. asked: games asked for, more than `games` when the run was stopped."""

    playtest: int
    game: str
    title: str
    rules: int
    cards: str
    players: int
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    options: dict[str, Any]
    first_seed: int
    asked: int
    games: int
    confidence: float
    endings: tuple[NamedShare, ...]
    length: Length
    wins: Wins
    scores: Scores
    categories: tuple[Category, ...]
    uses: tuple[VerbUses, ...]
    measures: tuple[Measurement, ...] = ()


def results_of(batch: SimulationBatch, counts: Counts, seeds: range) -> PlaytestResults:
    """The results of the games counted so far."""
    plan, book, setup = batch.plan, batch.book, batch.simulator.setup
    everyone = _sum(counts.seated.values())
    base = share_of(everyone.wins, everyone.times)
    return PlaytestResults(
        playtest=FORMAT,
        game=batch.game.slug,
        title=localise(book.title, "en"),
        rules=batch.game.version,
        cards=book.digest,
        players=plan.players,
        seats=setup.seats,
        bots=plan.bots,
        options=plan.options,
        first_seed=seeds.start,
        asked=len(seeds),
        games=counts.games,
        confidence=CONFIDENCE,
        endings=_named(counts.endings, counts.games),
        length=Length(spread_of(counts.lengths), spread_of(counts.plies), histogram(counts.lengths)),
        wins=_wins(counts, base, setup.seats, plan.bots),
        scores=_scores(counts, setup.seats, plan.bots),
        categories=_categories(counts, book, base),
        uses=_uses(batch, counts, base),
        measures=_measures(counts, book),
    )


def _against(share: Share, base: Share) -> str:
    if share.low is None or share.high is None or base.share is None:
        return EVEN
    return ABOVE if share.low > base.share else BELOW if share.high < base.share else EVEN


def _named(numbers: dict[str, int], of: int) -> tuple[NamedShare, ...]:
    ordered = sorted(numbers.items(), key=lambda item: (-item[1], item[0]))
    return tuple(NamedShare(name, name, share_of(number, of)) for name, number in ordered)


def _sum(parts: Iterable[WinCount]) -> WinCount:
    whole = WinCount()
    for part in parts:
        whole.add(part)
    return whole


def _won(won: WinCount) -> Share:
    return share_of(won.wins, won.times)


def _wins(counts: Counts, base: Share, seats: tuple[str, ...], bots: tuple[str, ...]) -> Wins:
    names = tuple(dict.fromkeys(bots))
    seated = counts.seated
    by_seat = [
        (name, _won(_sum(won for (_, at), won in seated.items() if at == seat))) for seat, name in enumerate(seats)
    ]
    by_bot = [(name, _won(_sum(won for (bot, _), won in seated.items() if bot == name))) for name in names]
    both = [
        (bot, name, _won(seated[bot, seat]))
        for bot in names
        for seat, name in enumerate(seats)
        if (bot, seat) in seated
    ]
    return Wins(
        base,
        share_of(counts.shared, counts.games),
        share_of(counts.nobody, counts.games),
        tuple(NamedShare(name, name, share, _against(share, base)) for name, share in by_seat),
        tuple(NamedShare(name, name, share, _against(share, base)) for name, share in by_bot),
        tuple(SeatedShare(bot, seat, share, _against(share, base)) for bot, seat, share in both),
    )


def _scores(counts: Counts, seats: tuple[str, ...], bots: tuple[str, ...]) -> Scores:
    by_seat: dict[str, dict[Number, int]] = {}
    by_bot: dict[str, dict[Number, int]] = {}
    for (bot, seat), scores in counts.scores.items():
        for whole in (by_seat.setdefault(seats[seat], {}), by_bot.setdefault(bot, {})):
            for score, times in scores.items():
                whole[score] = whole.get(score, 0) + times
    return Scores(
        tuple(NamedSpread(name, spread_of(by_seat[name])) for name in seats if name in by_seat),
        tuple(NamedSpread(name, spread_of(by_bot[name])) for name in dict.fromkeys(bots) if name in by_bot),
    )


def _name_of(book: CardBook, id_: str) -> str:
    return localise(book.cards[id_].name, "en") if id_ in book.cards else id_


def _categories(counts: Counts, book: CardBook, base: Share) -> tuple[Category, ...]:
    found: list[Category] = []
    for what in sorted({what for what, _ in counts.kinds}):
        numbers = {which: number for (name, which), number in counts.kinds.items() if name == what}
        shares = (
            NamedShare(named.id, _name_of(book, named.id), named.share) for named in _named(numbers, counts.games)
        )
        found.append(Category(what, "games", tuple(shares)))
    for what in sorted({what for what, _ in counts.held}):
        wins = sorted((which, _won(won)) for (name, which), won in counts.held.items() if name == what)
        held = tuple(NamedShare(which, _name_of(book, which), share, _against(share, base)) for which, share in wins)
        found.append(Category(what, "seats", held))
    return tuple(found)


def _measures(counts: Counts, book: CardBook) -> tuple[Measurement, ...]:
    whats = dict.fromkeys(what for what, _ in sorted(counts.measures))
    return tuple(
        Measurement(
            what,
            tuple(
                NamedSpread(_name_of(book, which), spread_of(counts.measures[name, which]))
                for name, which in sorted(counts.measures)
                if name == what
            ),
        )
        for what in whats
    )


def _uses(batch: SimulationBatch, counts: Counts, base: Share) -> tuple[VerbUses, ...]:
    order = {card: number for number, card in enumerate(batch.book.playing_cards)}
    verbs = [field.verb for field in batch.counter.fields.values()]
    found: list[VerbUses] = []
    for verb in dict.fromkeys(verbs):
        used = {card: use for (word, card), use in counts.uses.items() if word == verb}
        cards = sorted(used, key=lambda card: (order.get(card, len(order)), card))
        if cards:
            found.append(
                VerbUses(verb, tuple(_use(batch.book, card, used[card], counts.games, base) for card in cards))
            )
    return tuple(found)


def _use(book: CardBook, card: str, use: UseCount, games: int, base: Share) -> CardUse:
    wins = share_of(use.wins, use.seats)
    return CardUse(
        card,
        _name_of(book, card),
        use.times,
        mean_of(games, use.times, use.squares),
        share_of(use.games, games),
        wins,
        share_of(use.won, use.games),
        _against(wins, base),
    )
