"""A hint: what a seat could do now, and why. In: a table, a seat, how far to think. Out: the best move, the chance to
win after it, the next best ones, and what the game itself says of the move.

Invariant: everything follows from the view of whoever asks (and from a hand that was told besides), so what they may
not know is in no byte of it; equal views at equal plies give equal hints when simulations are counted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Span
from pnp.playtest.advice.weighing import Estimate, MovesUnknown, weigh
from pnp.playtest.search import Search
from pnp.playtest.simulate import keyed_pick
from pnp.referee.game import DIGITAL, Adjustment, Game, Pick, counters_of
from pnp.referee.move import Move
from pnp.referee.opponents.sampling import Worlds
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Replay
from pnp.referee.ruling import ACCEPTED, Illegal, Reason
from pnp.referee.seat import TABLE, Seat, seat_name
from pnp.referee.view import ReplayView

TRIED = 24  # worlds in which the moves must be those of the view: with 3, one unknown hand in three passed


class NextBest(Struct, frozen=True):
    """Another move, and how much of the chance to win it gives away beside the best one."""

    move: Move
    worse: Estimate


class Hint(Struct, frozen=True):
    """What to do. chance, others: None and nothing where there is no choice."""

    ply: int
    seat: Seat
    move: Move
    chance: Estimate | None
    others: tuple[NextBest, ...]
    worlds: int
    reason: Reason | None  # of the game, in its own words
    changes: tuple[tuple[str, int, int], ...]  # numbers of the seat after the move: what, old, new
    knower: Seat | None  # whose knowledge was used; None: everybody's
    guessed: tuple[str, ...] = ()  # zones of the seat that hold cards it knows and the referee does not


def hint(seen: ReplayView[Any], seat: Seat, search: Search, hand: Sequence[str] = ()) -> Hint:
    """What `seat` could do, by what the viewer of the table knows: itself, or everybody.

    hand: what the seat holds, as `table: adjust` would correct it (`hand louhi ukko`). Raises InputError where there is
    nothing to be said.
    """
    _must_act(seen, seat)
    view = with_hand(seen, seat, hand)
    if seen.game.fill is None and len(seen.game.legal_moves(view, seat)) > 1:
        raise _refused(f"{seen.game.slug} does not support search: it does not define `fill`")
    found = hint_in_view(seen.game, view, seat, seen.plies, search)
    if found is None:
        raise hand_unknown(seen, seat)
    return found if hand or seen.viewer is not None else replace(found, knower=None)


def hint_in_view(game: Game[Any], view: Any, seat: Seat, ply: int, search: Search) -> Hint | None:
    """The same for a seat that is to act and sees this; None where that does not say what it may do.

    Where there is a choice the game must say what a seat cannot see (`fill`).
    """
    moves = game.legal_moves(view, seat)
    if not moves:
        return None
    if len(moves) == 1:
        return Hint(ply, seat, moves[0], None, (), 0, *_words_of(game, view, seat, moves[:1]), seat)
    pick = keyed_pick(0, seat, ply)
    if not knows_its_moves(game, view, seat, pick):
        return None
    try:
        found = weigh(search, view, seat, pick)
    except MovesUnknown:
        return None
    best = found[0]
    others = tuple(NextBest(one.move, one.worse_than(best)) for one in found[1:])
    words = _words_of(game, view, seat, [one.move for one in found])
    guessed = (piece.zone for piece in game.scene(view) if piece.owner == seat and piece.card == UNKNOWN)
    zones = tuple(dict.fromkeys(guessed))
    return Hint(ply, seat, best.move, best.chance, others, len(best.chances), *words, seat, zones)


def _must_act(seen: ReplayView[Any], seat: Seat) -> None:
    if seen.outcome is not None:
        raise _refused("the game is over")
    if seat not in seen.to_act:
        names = ", ".join(seat_name(seen.setup.seats, who) for who in seen.to_act)
        raise _refused(f"it is not {seen.setup.name(seat)}'s turn", f"to act: {names}" if names else "")


def with_hand(seen: ReplayView[Any], seat: Seat, hand: Sequence[str]) -> Any:
    """Return the view of a seat that says what it holds; no line of the record says so.

    A card that cannot be in a hand (a victory card) goes where another correction puts it. Raises InputError, also
    where the referee dealt the cards.
    """
    if hand and seen.setup.deal == DIGITAL:
        name = seen.setup.name(seat)
        what = f"the referee dealt the cards, so it knows {name}'s hand"
        ask = f"use --seat {name}" if seen.viewer != seat else "remove --hand"
        raise InputError.single(Span("--hand"), what, ask, "hand")
    view, notation, game = seen.state, seen.notation, seen.game
    verbs = [adjustment.move.verb for adjustment in game.adjustments]
    for text in hand:
        first, _, rest = text.partition(" ")
        verb, cards = (first, rest) if first in verbs else ("hand", text)
        line = f"table: adjust {verb} {seen.setup.name(seat)} {cards}"
        read = notation.parse(line)
        adjustment = notation.adjustments.get(type(read))  # type: ignore[arg-type]
        if adjustment is None:
            because = getattr(read, "because", "not a valid correction")
            raise InputError.single(Span("--hand"), f"“{text}”: {because}", "--hand “louhi ukko”", "hand")
        after = _with_cards(seen, view, seat, adjustment, read)
        if isinstance(after, Illegal):
            raise InputError.single(Span("--hand"), f"“{text}”: {after.because} [{after.rule}]", "", "hand")
        view = after
    return view


def _with_cards(seen: ReplayView[Any], view: Any, seat: Seat, adjustment: Adjustment, move: Any) -> Any:
    """Return the view after a correction; the cards that it refuses one by one go where other corrections put them."""
    holds = getattr(move, "holds", None)
    if not isinstance(holds, tuple):
        return adjustment.apply(view, move)
    rest = []
    for card in holds:
        alone = adjustment.apply(view, replace(move, holds=(card,)))
        after = _elsewhere(seen, view, seat, card) if isinstance(alone, Illegal) else None
        if after is None:
            rest.append(card)
        else:
            view = after
    return adjustment.apply(view, replace(move, holds=tuple(rest))) if rest or not holds else view


def _elsewhere(seen: ReplayView[Any], view: Any, seat: Seat, card: str) -> Any:
    """Return the view with a card in another place of a seat; None where no correction puts it there."""
    notation = seen.notation
    for adjustment in seen.game.adjustments:
        read = notation.parse(f"table: adjust {adjustment.move.verb} {seen.setup.name(seat)} {card}")
        after = adjustment.apply(view, read) if type(read) is adjustment.move else None
        if after is not None and not isinstance(after, Illegal):
            return after
    return None


def knows_its_moves(game: Game[Any], view: Any, seat: Seat, pick: Pick) -> bool:
    """Whether a seat may do the same in a few worlds: with real cards mostly when the referee knows its hand.

    A quick test before a long search, which can be wrong by chance; `draw_world` tests each world of the search.
    """
    worlds, moves = Worlds(game, view, pick), set(game.legal_moves(view, seat))
    return all(set(game.legal_moves(worlds.draw(), seat)) == moves for _ in range(TRIED))


def hand_unknown(seen: ReplayView[Any], seat: Seat) -> InputError:
    """Whoever asks does not know what a seat holds."""
    name = seen.setup.name(seat)
    if seen.setup.deal == DIGITAL and seen.viewer == seat:  # a correction made it unknown
        return _refused(f"the referee does not know {name}'s hand", f"enter it: table: adjust hand {name} louhi ukko")
    if seen.setup.deal == DIGITAL:
        return InputError.single(Span("--seat"), f"{name}'s hand is not public", f"--seat {name}", "hint-seat")
    hint = f"for this hint: --hand “louhi ukko”; for the whole game: table: adjust hand {name} louhi ukko"
    return _refused(f"the referee does not know {name}'s hand", hint)


def main_reason(game: Game[Any], view: Any, seat: Seat, moves: Sequence[Move]) -> Reason | None:
    """What the game says of the first of these moves that tells most: what it gains, or what the others have not."""
    return _words_of(game, view, seat, moves)[0]


def _words_of(
    game: Game[Any], view: Any, seat: Seat, moves: Sequence[Move]
) -> tuple[Reason | None, tuple[tuple[str, int, int], ...]]:
    """What the game says of the first of these moves and not of the others, and which numbers it changes."""
    ruling: Any = game.judge(view, moves[0])
    if not isinstance(ruling, ACCEPTED):
        return None, ()
    before, after = counters_of(game, view), counters_of(game, ruling.after)
    changes = tuple(
        (what, before[what][seat], after[what][seat])
        for what in before
        if what in after and len(after[what]) > seat and before[what][seat] != after[what][seat]
    )
    reasons = game.explain(view, moves[0], ruling)
    return _main_of(reasons, [new - old for _, old, new in changes], _of_others(game, view, moves[1:])), changes


def _of_others(game: Game[Any], view: Any, moves: Sequence[Move]) -> set[tuple[str, str]]:
    """What the game says of other moves."""
    found: set[tuple[str, str]] = set()
    for move in moves:
        ruling: Any = game.judge(view, move)
        if isinstance(ruling, ACCEPTED):
            found.update((reason.rule, str(reason.because)) for reason in game.explain(view, move, ruling))
    return found


def _main_of(reasons: Sequence[Reason], gained: Sequence[int], common: set[tuple[str, str]]) -> Reason | None:
    """The reason that tells most: the last that names what is gained, else the first that other moves have not."""
    own = [reason for reason in reasons if (reason.rule, str(reason.because)) not in common] or list(reasons)
    for reason in (*reversed(own), *reversed(reasons)):
        if {abs(number) for number in gained} & set(map(int, re.findall(r"\d+", str(reason.because)))):
            return reason
    fresh = [reason for reason in own if reason.rule not in {rule for rule, _ in common}]
    return next(iter(fresh or own), None)


def seat_to_hint(table: Replay[Any]) -> Seat:
    """Who is to act, when it is one of the players. Raises InputError."""
    acting = [seat for seat in table.to_act if seat != TABLE]
    if len(acting) == 1:
        return acting[0]
    names = ", ".join(table.setup.name(seat) for seat in acting)
    if table.outcome is not None:
        raise _refused("the game is over")
    if not acting:
        raise _refused("no player is to act: a deal or a dice roll comes first")
    raise InputError.single(Span("--seat"), "several seats are to act", f"choose one with --seat: {names}", "hint-seat")


def _refused(what: str, hint: str = "") -> InputError:
    return InputError.single(Span("hint"), what, hint, "hint")
