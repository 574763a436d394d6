"""Bots on seats of a real table. In: which bot plays which seat, a session. Out: their next line.

Invariant: a bot sees the view of its seat and nothing else; its random numbers follow from the seed of the deal, the
seat and the position, so a line that was undone comes again and a seed repeats its game; it moves through the same
session as people, one line after the other, and never where somebody else wrote meanwhile. With real cards it waits
until the referee was told what it holds. A bot may be anybody's code: where there is no line of it people are told why
(`BotTrouble`), and it does not think about the same again before somebody asks it to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import InputError, Report, Span
from pnp.playtest.advice.hint import knows_its_moves
from pnp.playtest.bots import find_bots
from pnp.playtest.search import Search
from pnp.playtest.simulate import keyed_pick
from pnp.referee.game import DIGITAL, Bot, Game
from pnp.referee.move import Move
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import Ruling
from pnp.referee.seat import Seat
from pnp.referee.view import ReplayView
from pnp.table.dealer import SeededChance
from pnp.table.session import Session, SubmitResult
from pnp.table.undo import is_by_people


class BotTrouble(Struct, frozen=True):
    """Why there is no line of a bot, as everybody may know it; `pnp/web/thinking/bot_words.py` has the words.

    what: `failed` by its own fault, `strayed` (no move of its seat), `refused`, `stopped` by somebody; of one that
    thinks in a process: `died`, `endless`, `cards` (others than the table's); `slow`: it still thinks
    of: what its sentence names
    """

    ply: int
    seat: Seat
    what: str
    of: dict[str, Any] = {}
    ruling: Ruling | None = None

    @property
    def is_slow(self) -> bool:
        """Whether its line may still come."""
        return self.what == "slow"


class Turn(Struct, frozen=True):
    """A bot's turn: what it sees, and when. `line` may be worked out in another thread: it reads nothing else.

    chance, key: whence its numbers come
    """

    ply: int
    seat: Seat
    name: str
    bot: Bot
    view: Any
    chance: SeededChance
    key: str
    format: Callable[[Any], str]

    @property
    def seconds(self) -> float:
        """How long the bot was told to think; 0 where time does not matter to it."""
        return self.bot.seconds if isinstance(self.bot, Search) else 0.0

    def trouble(self, what: str, **of: Any) -> BotTrouble:
        """There is no line, or not yet."""
        return BotTrouble(self.ply, self.seat, what, of)

    def move(self) -> Move:
        """What the bot does."""
        numbers = iter(range(1 << 62))
        return self.bot(self.view, self.seat, lambda count: self.chance.pick(f"{self.key}/{next(numbers)}", count))

    def line(self) -> str | BotTrouble:
        """The same as a line, or why there is none."""
        try:
            move: Any = self.move()
            if not isinstance(move, Move) or move.seat != self.seat:
                return self.trouble("strayed")
            return self.format(move)
        except (Exception, SystemExit) as fault:
            return self.trouble("failed", reason=where_it_failed(fault))


def where_it_failed(fault: BaseException) -> str:
    """`KeyError (rules.py:137)`; not its words, in which a card may stand that others must not know."""
    last = next(reversed(extract_tb(fault.__traceback__)), None)
    place = "" if last is None else f" ({Path(last.filename).name}:{last.lineno})"
    return f"{type(fault).__name__}{place}"


class SeatBots:
    """The bots of one table."""

    def __init__(self, game: Game[Any], seats: Sequence[str], bots: Mapping[str, str], deal: str) -> None:
        """Raises InputError for a seat or a bot that is not there, and where people hold the cards."""
        self.names = dict(bots)
        report, span = Report(), Span("--bot")
        for name in bots:
            if name not in seats:
                report.error(span, f"there is no seat “{name}”", f"one of: {', '.join(seats)}", "unknown-seat")
        if bots and deal != DIGITAL and game.fill is None:
            what, hint = "bots cannot play with printed cards here", "let the referee deal: --deal digital"
            report.error(span, f"{what}: {game.slug} does not define `fill`", hint, "bot-deal")
        if set(bots) == set(seats):
            report.error(
                span, "expected at least one seat without a bot", "for bots alone, use pnp playtest", "bot-all"
            )
        report.raise_errors()
        found = _find(game, bots)
        self._bots = {seats.index(name): found[bot] for name, bot in bots.items()}
        self._stuck: dict[Seat, int] = {}  # the ply at which a bot does not think again
        self._troubles: dict[Seat, BotTrouble] = {}
        self._known: tuple[Any, bool] | None = None  # a view, and whether it says what its seat holds

    @property
    def seats(self) -> frozenset[Seat]:
        """The seats that bots play."""
        return frozenset(self._bots)

    def turn(self, session: Session) -> Turn | None:
        """The turn of the first bot that is to act; None when people are, or nobody is."""
        seat = self._seat_to_act(session)
        if seat is None or not self._knows_hand(session, seat):
            return None
        replay = session.replay
        chance = session.dealer.chance if replay.setup.deal == DIGITAL else SeededChance(0)
        key, name = f"bot/{seat}/{len(replay.positions)}", self.names[replay.setup.seats[seat]]
        view = ReplayView(replay, seat).state
        return Turn(replay.plies, seat, name, self._bots[seat], view, chance, key, replay.notation.format)

    def waiting(self, session: Session) -> Seat | None:
        """The bot that is to act and was not told what it holds; None mostly."""
        seat = self._seat_to_act(session)
        return None if seat is None or self._knows_hand(session, seat) else seat

    def _seat_to_act(self, session: Session) -> Seat | None:
        replay = session.replay
        if not self._bots or replay.outcome is not None or session.fault is not None:
            return None
        return next((seat for seat in replay.to_act if self._may_think(seat, replay.plies)), None)

    def _may_think(self, seat: Seat, ply: int) -> bool:
        return seat in self._bots and self._stuck.get(seat) != ply

    def _knows_hand(self, session: Session, seat: Seat) -> bool:
        """Whether a bot may do the same whatever lies where it sees nothing; where the referee deals it may."""
        replay = session.replay
        if replay.setup.deal == DIGITAL:
            return True
        view = ReplayView(replay, seat).state
        if self._known is None or self._known[0] is not view:
            self._known = view, knows_its_moves(replay.game, view, seat, keyed_pick(0, seat, replay.plies))
        return self._known[1]

    def submit(self, session: Session, turn: Turn, line: str) -> SubmitResult:
        """Make a bot's move, unless others wrote meanwhile, or it is anything else than one move of its seat.

        After one that is refused, or with real cards changed nothing, the bot does not think again: somebody moves for
        it.
        """
        move = session.replay.notation.parse(line)
        if not isinstance(move, Move) or move.seat != turn.seat:  # a card called “star; anna: resign”
            self.note(turn.trouble("strayed"))
            return SubmitResult([], False)
        facts, before = session.game.facts, session.replay.state
        result = session.submit([line], only_if_current=True)
        if result.entries and not result.written:
            self.note(_refusal(session, turn, result.entries[-1]))
        elif result.written and session.setup.deal != DIGITAL and facts(before) == facts(session.replay.state):
            self._stuck[turn.seat] = session.replay.plies
        return result

    def note(self, trouble: BotTrouble) -> None:
        """There is no line of a bot: it does not think about this again, unless it is only slow."""
        self._troubles[trouble.seat] = trouble
        if not trouble.is_slow:
            self._stuck[trouble.seat] = trouble.ply

    def troubles(self, session: Session) -> list[BotTrouble]:
        """The bots that are to act now and do not, and why."""
        replay = session.replay
        known = (self._troubles.get(seat) for seat in replay.to_act)
        return [trouble for trouble in known if trouble is not None and trouble.ply == replay.plies]

    def is_awaited(self, session: Session, turn: Turn) -> bool:
        """Whether a line of this turn would still count."""
        replay = session.replay
        return turn.ply == replay.plies and turn.seat in replay.to_act and self._may_think(turn.seat, turn.ply)

    def ask_again(self, seat: Seat) -> None:
        """A bot thinks once more about what it failed at."""
        self._stuck.pop(seat, None)
        self._troubles.pop(seat, None)

    def lines_to_undo(self, session: Session, count: int) -> int:
        """How many typed lines `undo` takes so that it reaches back `count` lines of people."""
        if not self._bots:
            return count
        tried = count
        while isinstance(undone := session.undone_by(tried), list):
            if sum(self._is_by_people(session.replay, ply) for ply in undone) >= count:
                return tried
            tried += 1
        return count

    def _is_by_people(self, replay: Replay[Any], ply: int) -> bool:
        entry = replay.entries[ply - 1]
        return entry.seat not in self._bots and is_by_people(replay, entry, entry.state_before)


def _refusal(session: Session, turn: Turn, refused: Entry) -> BotTrouble:
    """The line of a bot was refused. It may name what only its seat can see, so where there is anything that not
    everybody sees, it is not shown."""
    state = refused.before.state
    if session.game.project(state, None) != state:
        return turn.trouble("refused_unseen")
    return BotTrouble(turn.ply, turn.seat, "refused", {"line": refused.text}, refused.ruling)


def _find(game: Game[Any], bots: Mapping[str, str]) -> dict[str, Bot]:
    """The bots of these names, which stand behind --bot. Raises InputError."""
    try:
        return find_bots(game, list(dict.fromkeys(bots.values())), at_table=True)
    except InputError as fault:
        item = fault.report.items[0]
        raise InputError.single(Span("--bot"), item.message, item.hint, item.code) from None


def read_bots(texts: Sequence[str]) -> dict[str, str]:
    """Bots as they are typed, `ilmari=greedy`, by seat. Raises InputError with every one that cannot be read."""
    found: dict[str, str] = {}
    report = Report()
    for text in texts:
        seat, equals, bot = text.partition("=")
        if not seat or not equals or not bot:
            report.error(Span("--bot"), f"expected SEAT=BOT, got “{text}”", "--bot ilmari=greedy", "bot")
        elif seat in found:
            report.error(Span("--bot"), f"“{seat}” has two bots", "give each seat one bot", "bot")
        found[seat] = bot
    report.raise_errors()
    return found


def bots_of_table(session: Session, more: Mapping[str, str] | None = None) -> SeatBots:
    """The bots that a record's header names, and those that play along this time. Raises InputError."""
    header = session.record.header
    try:
        return SeatBots(session.game, header.seats, {**header.bots, **(more or {})}, session.setup.deal)
    except InputError as fault:
        if more:
            raise
        raise InputError.single(Span(str(session.store.path), 1), *_first(fault)) from None


def _first(fault: InputError) -> tuple[str, str, str]:
    item = fault.report.items[0]
    return f"bots: {item.message}", item.hint, item.code
