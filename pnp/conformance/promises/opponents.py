"""Opponents: bots see what their seat sees, and the worlds that they think of are worlds of the game.

In: a case. Out: nothing, or BrokenPromise.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any

from pnp.conformance.case import Case, is_accepted, of_cards
from pnp.conformance.twins import Pick
from pnp.playtest.bots import bots_of
from pnp.playtest.luck import Luck
from pnp.playtest.simulate import seeded_pick
from pnp.referee.opponents.rating import rate_moves
from pnp.referee.opponents.valuing import value_of
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

MOST = 40  # decisions of a table that are looked at
PLAYED_ON = 12  # plies that are played in a world
WORLDS = 2  # of each view
NO_FILL = "the game has no hook `fill`, so bots cannot sample hidden cards"


def _decisions(case: Case) -> Iterator[tuple[Any, Seat, Any, Pick]]:
    """Places where somebody decided: the state, who, the view of that seat, and numbers."""
    for number, table in enumerate(case.digital):
        pick = seeded_pick(number)
        every = max(1, len(table.entries) // MOST)
        for line in case.lines([table]):
            if line.entry.seat != TABLE and (line.entry.ply // len(case.seats)) % every == 0:
                seat = line.entry.seat
                yield line.before, seat, case.game.project(line.before, seat), pick


def _worlds(case: Case) -> Iterator[tuple[Any, Seat, Any, Pick]]:
    """Worlds behind what somebody saw who decided: the view, who, a world, and numbers."""
    fill = case.game.fill
    if fill is None:
        case.nothing(NO_FILL)
        return
    for _, seat, view, pick in _decisions(case):
        for _ in range(WORLDS):
            yield view, seat, fill(view, {}, pick), pick


def a_sampled_state_gives_the_same_view(case: Case) -> None:
    """What a seat sees of a world it thought of is what it saw."""
    for view, seat, world, _ in _worlds(case):
        again = case.game.project(world, seat)
        words = f"the view of {case.seats[seat]} has {{}}, but its view of a sampled state has {{}}"
        case.same_facts(view, again, words)
        case.holds(again == view, "{} knows other things in a sampled state than in its view", case.seats[seat])


def a_sampled_state_offers_the_same_moves(case: Case) -> None:
    """Whoever decides by worlds decides about the moves there are."""
    for view, seat, world, _ in _worlds(case):
        mine, there = set(case.game.legal_moves(view, seat)), set(case.game.legal_moves(world, seat))
        odd = next(iter(mine ^ there), None)
        where = "its view" if odd in mine else "a sampled state"
        case.holds(mine == there, "{} may play {} only in {}", case.seats[seat], odd, where)


@of_cards
def a_sampled_state_neither_loses_nor_doubles_cards(case: Case) -> None:
    """What was known lies where it lay; of the rest as much is known as there is in truth, no card in two places."""
    census = case.game.census
    for state, seat, view, pick in _decisions(case):
        copies = _copies(state)
        if case.game.fill is None:
            case.nothing(NO_FILL)
            return
        truth, before, after = (dict(census(each)) for each in (state, view, case.game.fill(view, {}, pick)))
        words, who = "{} cards are {}in a sampled state of {}, but {} in the real one", case.seats[seat]
        here, there = sum(after.values()), sum(truth.values())
        case.holds(here == there, words, here, "", who, there)
        here, there = after.pop(UNKNOWN, 0), truth.get(UNKNOWN, 0)
        case.holds(here == there, words, here, "hidden ", who, there)
        for card, count in after.items():
            is_possible = before.get(card, 0) <= count <= copies.get(card, count)
            case.holds(is_possible, "a sampled state has {} copies of {}", count, card)


def _copies(state: Any) -> dict[str, int]:
    return {card.id: card.copies for card in state.setup.book.playing_cards.values()}


def a_sampled_state_can_be_played_on(case: Case) -> None:
    """Deals and legal moves go on in a world as they do at a table, and no card turns up twice."""
    game = case.game
    for _, seat, world, pick in _worlds(case):
        state, luck, of = world, Luck(game, pick), f"a sampled state of {case.seats[seat]}"
        for _ in range(PLAYED_ON):
            acting = game.to_act(state)
            if not acting:
                words = "in a sampled state no seat must act, but the game is not over"
                case.holds(game.outcome(state) is not None, words)
                break
            luck.state = state
            move: Any = game.forced(state)
            if move is None and acting == (TABLE,):
                move = game.chance(state, luck)
            elif move is None:
                who = next(other for other in acting if other != TABLE)
                moves = game.legal_moves(state, who)
                case.holds(bool(moves), "in {} seat {} must act but has no legal move", of, who)
                move = moves[pick(len(moves))]
            ruling = game.judge(state, move)
            case.holds(is_accepted(ruling), "in {} the move {} is rejected: {}", of, move, ruling)
            state = getattr(ruling, "after", state)
        copies = _copies(state)
        for card, count in game.census(state).items():
            case.holds(count <= copies.get(card, count), "{} reaches {} copies of {}", of, count, card)


def a_bot_uses_only_what_its_seat_sees(case: Case) -> None:
    """Its move is the same when what it cannot see lies otherwise."""
    for view, seat, world, pick in _worlds(case):
        number = pick(1 << 20)
        twin = case.game.project(world, seat)
        for name, bot in bots_of(case.game).items():
            mine, other = (bot(seen, seat, seeded_pick(number)) for seen in (view, twin))
            case.holds(mine == other, "{} plays {}, but {} when other cards are hidden", name, mine, other)


def every_move_has_a_rating(case: Case) -> None:
    """A number for each legal move, by what the seat sees."""
    for _, seat, view, _ in _decisions(case):
        moves = case.game.legal_moves(view, seat)
        ratings = list(rate_moves(case.game, view, seat, moves))
        words = "{} moves have {} numeric ratings"
        case.holds(len(moves) == sum(map(isfinite, ratings)) == len(ratings), words, len(moves), len(ratings))


def state_values_are_win_probabilities(case: Case) -> None:
    """Each seat's chance to win is 0 to 1, all together at most 1; when the game is over the winners have it."""
    for table in case.digital:
        for position in table.positions[:: max(1, len(table.positions) // MOST)]:
            values, seats = list(value_of(case.game, position.state)), len(case.seats)
            words = "expected one win probability per seat, got {} for {} seats"
            case.holds(len(values) == seats, words, len(values), seats)
            sound = all(0 <= value <= 1 for value in values) and sum(values) <= 1 + 1e-9
            case.holds(sound, "expected win probabilities from 0 to 1 that add up to at most 1, got {}", values)
        outcome = case.game.outcome(table.state)
        if outcome is not None and outcome.winners:
            last = list(value_of(case.game, table.state))
            won = sum(last[seat] for seat in outcome.winners)
            words = "expected the winners' probabilities to add up to 1 at the end, got {}"
            case.holds(abs(won - 1) < 1e-9, words, last)


PROMISES = (
    a_sampled_state_gives_the_same_view,
    a_sampled_state_offers_the_same_moves,
    a_sampled_state_neither_loses_nor_doubles_cards,
    a_sampled_state_can_be_played_on,
    a_bot_uses_only_what_its_seat_sees,
    every_move_has_a_rating,
    state_values_are_win_probabilities,
)
