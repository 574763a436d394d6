"""Games played for a proof, digital and physical. In: a game, seats, a seed. Out: the table, and why the game could not
go on where it could not: somebody is asked and offered nothing, what is offered is refused, it never ends, it fails.

Invariant: a game follows from its number alone; whoever types here types only what the referee offers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from pnp.conformance.wording import describe_fault, describe_ruling
from pnp.library.card import CardBook
from pnp.playtest.bots import RANDOM
from pnp.playtest.simulate import RefusedMove, Simulator, seeded_pick
from pnp.referee.game import DIGITAL, PHYSICAL, Game
from pnp.referee.move import Move
from pnp.referee.replay import STOPPED, Replay, digest_of
from pnp.referee.ruling import ACCEPTED, Ruling
from pnp.referee.seat import TABLE, Seat
from pnp.table.dealer import SeededChance

MAX_IRREGULARITIES = 40  # after so many a physical game is abandoned: random claims slow the reasoning down
MAX_LINES = 150  # of a game at a physical table, or of one that cannot go on
TIMES_LONGER = 5  # than a digital game: a physical one that is not over by then does not end

Played = tuple[Replay[Any], str]
"""A table, and why the game could not go on there; "" where it could."""


def play_digital(
    game: Game[Any], book: CardBook, seats: Sequence[str], seed: int, options: dict[str, Any] | None = None
) -> Played:
    """A game that the referee dealt, played to its end by bots that know what their seats know."""
    simulator = Simulator(game, book, seats, options=options)
    moves: list[Move] = []
    fault: Exception | None = None
    try:
        played = simulator.play(seed, [RANDOM] * len(seats), made=moves, row=seeded_pick(seed))
        if not (game.max_plies and played.outcome is STOPPED):
            return _replayed(Replay(game, simulator.setup), played.moves), ""
    except Exception as raised:  # a fault of the game: the table shows where
        fault = raised
    table = _replayed(Replay(game, simulator.setup), moves[: MAX_LINES if fault is None else None])
    return table, _no_end(table, f"{game.max_plies:,}") if fault is None else _why(table, fault)


def _replayed(table: Replay[Any], moves: Sequence[Move]) -> Replay[Any]:
    for move in moves:
        table.apply_move(move)
    return table


def play_physical(dealt: Replay[Any], seed: int) -> Played:
    """A game with the set-up of a digital one, but with real cards: everybody types only what the referee offers."""
    game = dealt.game
    table = Replay(game, replace(dealt.setup, deal=PHYSICAL))
    pick, chance = seeded_pick(seed), SeededChance(seed)
    try:
        while len(table.entries) < MAX_LINES and len(table.irregularities) < MAX_IRREGULARITIES:
            if not (acting := table.to_act):
                return table, "" if table.outcome else _nobody()
            seat = acting[pick(len(acting))]
            offered = _offered(table, seat)
            if not offered and seat == TABLE:
                move = game.chance(table.state, chance)
                if not isinstance(game.judge(table.state, move), ACCEPTED):
                    return table, ""  # only people with real cards could know which cards lay there
                offered = [move]
            if not offered:
                return table, _nothing(table, seat)
            why = _type_one(table, seat, offered, pick)
            if why is not None:
                return table, why
    except Exception as fault:
        return table, _why(table, fault)
    is_endless = len(table.entries) == MAX_LINES > TIMES_LONGER * len(dealt.entries) and dealt.outcome
    return table, _no_end(table, f"{MAX_LINES}") if is_endless else ""


def type_offered(table: Replay[Any], pick: Any, seed: int) -> str | None:
    """Type one of the lines that are offered to whoever is to act, or what chance decides; None where there is none,
    else why what is offered cannot be: "" for nothing wrong.
    """
    game, acting = table.game, table.to_act
    if not acting:
        return None
    seat = acting[pick(len(acting))]
    offered = _offered(table, seat)
    if seat == TABLE and (not offered or table.setup.deal == DIGITAL):
        move = game.forced(table.state) or game.chance(table.state, SeededChance(seed))
        offered = [move] if isinstance(game.judge(table.state, move), ACCEPTED) else []
    return (_type_one(table, seat, offered, pick) or "") if offered else None


def _type_one(table: Replay[Any], seat: Seat, offered: Sequence[Move], pick: Any) -> str | None:
    """Type one of the offers; why the game ends here, None when it goes on."""
    savepoint = table.savepoint()
    move = offered[pick(len(offered))]
    entry = table.apply_move(move)
    if not entry.accepted and move not in (possible := table.game.legal_moves(table.state, seat)):
        # Offered to who cannot see why not: with real cards it could not be said.
        table.rollback(savepoint)
        offered = [other for other in offered if other in possible]
        if not offered:
            return ""
        entry = table.apply_move(offered[pick(len(offered))])
    if not entry.accepted:
        table.rollback(savepoint)
        return _refused(table.format(entry), entry.ruling)
    return None


def _offered(table: Replay[Any], seat: Seat) -> Sequence[Move]:
    forced = table.game.forced(table.state)
    if forced is not None:
        return [forced]
    view = table.state if seat == TABLE else table.game.project(table.state, seat)
    return table.game.legal_moves(view, seat)


# why a game cannot go on


def _why(table: Replay[Any], fault: Exception) -> str:
    """The words for a fault that was raised where this table ends."""
    if isinstance(fault, RefusedMove):
        return _refused(table.notation.format(fault.move), fault.ruling)
    try:
        if not table.to_act and table.outcome is None:
            return _nobody()
        for seat in table.to_act:
            if seat != TABLE and not _offered(table, seat):
                return _nothing(table, seat)
    except Exception as inner:
        fault = inner
    return describe_fault(fault)


def _nobody() -> str:
    return "no seat must act, but the game is not over"


def _nothing(table: Replay[Any], seat: Seat) -> str:
    asked = " / ".join(str(each.why) for each in table.decisions if each.seat == seat)
    return f"{table.setup.name(seat)} is asked but has no legal move{f': “{asked}”' if asked else ''}"


def _refused(line: str, ruling: Ruling) -> str:
    return f"“{line}” is offered but rejected: {describe_ruling(ruling)}"


def _no_end(table: Replay[Any], lines: str) -> str:
    """That a game does not end; and where it goes round in circles."""
    seen: dict[tuple[str, tuple[Seat, ...]], int] = {}
    again = ""
    for position in table.positions:
        key = digest_of(table.game, position.state), table.game.to_act(position.state)
        if key in seen and not again:
            again = f"; the state after line {position.ply} repeats the state after line {seen[key]}"
        seen.setdefault(key, position.ply)
    return f"the game does not end: it is not over after {lines} lines{again}"
