"""Legal moves. In: a state and a seat. Out: candidates; and exactly the legal ones.

A seat that need not act may still play cards (DR-160). For a hand that the referee does not see these are the moves
that are possible if the card is held. Cards are turned up one by one here; a line may hold several.
Invariant: `legal_moves` are the candidates that the judge does not refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

from pnp.games.drumroll.game_data import INVESTMENTS, PERFORMERS, PERSONNEL, Colours
from pnp.games.drumroll.judge import HANDLERS, check_place
from pnp.games.drumroll.moves import (
    Bank,
    Convert,
    Deal,
    Decline,
    Discard,
    Distribute,
    Fire,
    Flip,
    Hire,
    Invest,
    Next,
    Pay,
    Perform,
    Pick,
    Place,
    Return,
    Reveal,
    Shuffle,
    Start,
    Take,
)
from pnp.games.drumroll.params import AREA, NONE, VIRTUAL
from pnp.games.drumroll.phases.benefits import choices
from pnp.games.drumroll.phases.distribution import accepts, conversions, distribution_limit
from pnp.games.drumroll.phases.flow import SECRET_CHOICES
from pnp.games.drumroll.phases.investment_cards import plays_of
from pnp.games.drumroll.phases.performances import salaries
from pnp.games.drumroll.phases.placing import check_marker
from pnp.games.drumroll.phases.setup_moves import needs_virtual
from pnp.games.drumroll.state import (
    DrumRollState,
    Phase,
    appears,
    level_of,
    missing,
    next_marker_owner,
    next_to_place,
    possible_cards,
    price,
    top_level,
)
from pnp.games.drumroll.trial import Trial
from pnp.referee.kernel.line_trial import Agreed, Refused
from pnp.referee.move import Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

MOST_HANDS = 2000  # whole hands that are listed for a hidden one; a bigger hand is simply named


def legal_moves(state: DrumRollState, seat: Seat) -> list[Move]:
    """The candidates that the judge does not refuse.

    While nothing interrupts, a seat's candidates are checked by their own rules alone, and some are listed by these.
    """
    listed = candidates(state, seat)
    if seat == TABLE or state.over_limit is not None or state.cards_due is not None or state.deck_to_shuffle:
        return [move for move in listed if Trial(state).allows(_check_whole, move)]
    t, legal = Trial(state, listing=True), list[Move]()
    for move in listed:
        check = _CHECKS[type(move)]
        if check is not None:
            try:
                check(t, move)
            except Refused:
                continue
            except Agreed:
                pass
        legal.append(move)
    return legal


def _check_whole(t: Trial, move: Move) -> None:
    check_place(t, move)
    HANDLERS[type(move)](t, move)


# What is listed only where it is legal needs no check, what is listed in turn none of whose turn it is.
_CHECKS: dict[type[Move], Callable[[Trial, Any], None] | None] = {
    **HANDLERS,
    Place: check_marker,
    Pass: None,
    Convert: None,
    Distribute: None,
    Fire: None,
    Flip: None,
}


def candidates(state: DrumRollState, seat: Seat) -> list[Move]:
    """Everything a seat might do now, each once."""
    if state.phase == Phase.OVER:
        return []
    if seat == TABLE:
        return list(_of_the_table(state))
    if state.over_limit == seat:
        return [*(Discard(seat, card) for card in possible_cards(state, seat)), *_plays(state, seat)]
    if state.looked_at:
        picks = [Pick(seat, card) for card in dict.fromkeys(state.looked_at) if card != UNKNOWN]
        return [*picks, *_plays(state, seat)]
    own = _OWN.get(state.phase)
    moves = list(own(state, seat)) if own else []
    if state.declinable:
        moves += [
            Decline(seat, state.data.actions[at].id) for who, at in dict.fromkeys(state.declinable) if who == seat
        ]
    if state.players[seat].hand:
        moves += _plays(state, seat)
    return moves


def _plays(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    if state.phase not in Phase.BEFORE_TURN_ONE:
        for card in possible_cards(state, seat):
            yield from plays_of(state, seat, state.data.investments[card])


# the table


def _of_the_table(state: DrumRollState) -> Iterator[Move]:
    data = state.data
    decks = [PERFORMERS, PERSONNEL, INVESTMENTS]
    # What holds everything up stands first.
    yield from (Shuffle(TABLE, deck) for deck in sorted(decks, key=lambda deck: deck != state.deck_to_shuffle))
    if state.phase in (Phase.SETUP, Phase.REFILL):
        performers, personnel = missing(state)
        for pile, count in ((state.staff_pile, personnel), (state.performer_pile, performers)):
            if count and pile:
                yield from (Deal(TABLE, AREA, (card,)) for card in data.decks if card in pile[0])
    if state.phase == Phase.SETUP:
        dealt = {state.virtual, *(player.region for player in state.players)}
        places: list[Seat | str] = [seat for seat, player in enumerate(state.players) if not player.region]
        if needs_virtual(state) and not state.virtual:
            places.append(VIRTUAL)
        yield from (Deal(TABLE, place, (tile,)) for place in places for tile in data.regions if tile not in dealt)
    if state.phase in Phase.BEFORE_TURN_ONE and state.starter is None:
        yield from (Start(TABLE, seat) for seat in range(len(state.players)))
    if state.phase == Phase.DOUBLE_VOTE:
        yield Next(TABLE)
    if state.cards_due is not None and not state.cards_due.looks:
        yield from (Deal(TABLE, state.cards_due.seat, (card,)) for card in data.investments)


# seats, by phase


def _take(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    data = state.data
    yield from (Take(seat, way) for way in combinations_with_replacement(data.colours, data.numbers.start_cubes))


def _turn_start(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    yield from (Bank(seat, coins) for coins in range(1, state.players[seat].coins + 1))
    yield Decline(seat, "")


@cache
def _markers(seat: Seat, actions: tuple[str, ...], with_: str) -> tuple[Move, ...]:
    return tuple(Place(seat, action, with_=with_) for action in actions)


def _placement(state: DrumRollState, seat: Seat) -> list[Move]:
    data = state.data
    if next_to_place(state) != seat:
        return []
    limit_reached = state.cube_actions >= data.numbers.cube_actions
    free = [
        action.id
        for action, there in zip(data.actions, state.markers, strict=True)
        if action.colour < 0 or not (there or limit_reached)
    ]
    moves = [*_markers(seat, tuple(free), ""), Pass(seat)]
    if state.players[seat].hand and data.unblock in possible_cards(state, seat):
        cube_actions = tuple(action.id for action in data.actions if action.colour >= 0)
        moves[-1:-1] = _markers(seat, cube_actions, data.unblock)
    return moves


def _invest(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    if next_marker_owner(state) == seat:
        yield Invest(seat)
        yield Decline(seat, "")


def _hire(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    if next_marker_owner(state) != seat:
        return
    coins = state.players[seat].coins
    area = state.performer_area if state.phase == Phase.RESOLVE_PERFORMER else state.staff_area
    yield from (Hire(seat, offer.card) for offer in area if price(state, offer) <= coins)
    yield Decline(seat, "")


def _distribution(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    if state.players[seat].has_distributed:
        return
    yield from conversions(state, seat)
    yield from (Distribute(seat, feeds) for feeds in distributions(state, seat))


Distributions = tuple[tuple[str, tuple[str, ...]], ...]


def distributions(state: DrumRollState, seat: Seat) -> Iterator[Distributions]:
    """Every way to distribute cubes, performers by id and colours in the order of their levels."""
    data, player = state.data, state.players[seat]
    repeats = data.switches.useless_cubes == "allowed"
    slots: list[tuple[str, int]] = []
    for performer in sorted(player.troupe, key=lambda each: each.card):
        colours = data.performers[performer.card].colours
        if repeats:
            colours = (*colours, *(colour for colour in range(len(data.colours)) if colour not in colours))
        slots += [(performer.card, at) for at in colours if player.storage[at] and accepts(data, performer, at)]
    choose = combinations_with_replacement if repeats else combinations
    for count in range(distribution_limit(data, player) + 1):
        for chosen in choose(slots, count):
            if count < 2 or _are_stored(player.storage, [colour for _, colour in chosen]):
                feeds: dict[str, list[str]] = {}
                for card, colour in chosen:
                    feeds.setdefault(card, []).append(data.colours[colour])
                yield tuple((card, tuple(colours)) for card, colours in feeds.items())


def _are_stored(storage: Colours, wanted: list[int]) -> bool:
    return all(wanted.count(colour) <= storage[colour] for colour in wanted)


def _double_vote(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    yield Decline(seat, "")


def _turn_end(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    if state.data.organizer in state.players[seat].staff:
        yield Return(seat, state.data.organizer)
        yield Decline(seat, "")


def _show(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    if state.performing != seat:
        return
    data = state.data
    for performer in filter(appears, state.players[seat].troupe):
        level = level_of(data, performer)
        if not level:
            yield Fire(seat, performer.card)
            continue
        for choice in choices(state, seat, data.performers[performer.card].levels[level - 1].parts):
            yield Perform(seat, performer.card, choice.gain, choice.spend, choice.to, choice.look, choice.benefit)
        if level == top_level(data, performer):
            yield Flip(seat, performer.card)


def _after_show(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    if state.performing != seat:
        return
    skips, due = state.players[seat].skips, salaries(state, seat)
    if not skips or not due:
        yield Pay(seat)
        return
    for count in range(1, min(skips, len(due)) + 1):
        yield from (Pay(seat, skip=cards) for cards in combinations(due, count))
    yield Pay(seat, skip=(NONE,))


def _game_end(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    player = state.players[seat]
    if player.hand_revealed:
        return
    known = tuple(card for card in player.hand if card != UNKNOWN)
    hidden = len(player.hand) - len(known)
    kinds = possible_cards(state, seat) if hidden else []
    if hidden and comb(len(kinds) + hidden - 1, hidden) > MOST_HANDS:
        return
    for more in combinations_with_replacement(kinds, hidden):
        yield Reveal(seat, tuple(sorted((*known, *more), key=list(state.data.investments).index)))


_OWN: dict[str, Callable[[DrumRollState, Seat], Iterable[Move]]] = {
    **{phase: choice.candidates for phase, choice in SECRET_CHOICES.items()},
    Phase.SETUP_CUBES: _take,
    Phase.TURN_START: _turn_start,
    Phase.PLACEMENT: _placement,
    Phase.RESOLVE_INVEST: _invest,
    Phase.RESOLVE_PERFORMER: _hire,
    Phase.RESOLVE_PERSONNEL: _hire,
    Phase.DISTRIBUTION: _distribution,
    Phase.DOUBLE_VOTE: _double_vote,
    Phase.TURN_END: _turn_end,
    Phase.SHOW: _show,
    Phase.AFTER_SHOW: _after_show,
    Phase.GAME_END: _game_end,
}
