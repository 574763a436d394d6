"""How good lines look. In: the view of a seat, its lines. Out: a number for each; what they say is preference, no rule.

Whoever takes the best travels the shortest way, plays and draws whenever it may, fetches the stashes that may hold what
it lacks, keeps its Reputation below what closes towns, and headlines as soon as it can.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.keikalla import moves
from pnp.games.keikalla.card_ids import Card
from pnp.games.keikalla.game_data import face_town, kind_of
from pnp.games.keikalla.params import RANDOM, TAKE, TURN
from pnp.games.keikalla.state import AFTER, MOVING, KeikallaState, Stash
from pnp.games.keikalla.vocabulary.verbs import GoHome
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat

# How much a line is worth . These are no rules, only preferences; the other lines are worth 0.
VALUES: dict[type[Move], float] = {
    moves.Headline: 100, moves.Gig: 90, moves.Check: 70, moves.Wait: 65, moves.Draw: 60, moves.RehabTown: 58,
    moves.Bus: 57, moves.Stash: 55, moves.Hamper: 50, moves.Claim: 88, moves.Avoid: 20, moves.Accept: 5,
    moves.Exchange: 30, moves.EndTurn: 2, moves.Lay: 4, moves.Duplicate: 9, moves.Return: 9, moves.Swap: 1,
    moves.Stop: 3, moves.Pick: 2,
}  # fmt: skip
ANSWERS = (moves.ARRIVED, moves.BAND, moves.ROAD_SERVICE, moves.BUS, moves.ROADIE, moves.NONE)
ON_THE_WAY = 40.0
BEFORE_THE_GIG = 97.0  # nothing is looked at after it
FAR = 5  # steps from which a Roadie is worth a card
NEAR = 4  # steps that a stash of unknown cards is always worth; more when the next date is farther


def rate(view: KeikallaState, seat: Seat, moves: Sequence[Move]) -> list[float]:
    """What each line is worth."""
    return [_worth(view, seat, move) for move in moves]


def goal_of(view: KeikallaState, seat: Seat) -> str:
    """Where the band wants to go: the town to headline in, a stash worth fetching, the next date, else where it is."""
    player = view.players[seat]
    if all(player.owns(kind) for kind in view.data.achievements) and len(player.played) >= view.data.toured_to_win[0]:
        own = [card for card in (*player.laid, *player.action.cards) if kind_of(card) == Card.HEADLINER]
        town = player.festival or (face_town(own[0]) if own else "")
        if town:
            return town
    stash = _stash_to_fetch(view, seat)
    if stash is not None:
        return stash.town
    return player.order[0] if player.order else player.at


def _stash_to_fetch(view: KeikallaState, seat: Seat) -> Stash | None:
    """The nearest stash that holds, or may hold, an achievement the band lacks and may own by now."""
    data, player = view.data, view.players[seat]
    thresholds = {kind: data.threshold(kind) for kind in data.achievements}
    lacks = {kind for kind, threshold in thresholds.items() if not player.owns(kind) and player.gigs >= threshold}
    if not lacks or player.hiatus:
        return None
    steps = data.atlas.steps_from(player.at)
    toured = len(player.played) >= data.tour_length or player.gigs >= max(thresholds.values(), default=0) > 0

    near = max(NEAR, steps[player.order[0]] if player.order else 0)

    def is_worth_it(stash: Stash) -> bool:
        # A world that a bot thinks of shows every card; the seat knows those alone that it has looked at.
        if seat in stash.known_to and stash.card != UNKNOWN:
            return kind_of(stash.card) in lacks and (stash.by != seat or stash.below or stash.rider)
        return seat not in stash.known_to and (toured or steps[stash.town] <= near)

    return min(filter(is_worth_it, view.stashes), key=lambda stash: (steps[stash.town], stash.id), default=None)


def _worth(view: KeikallaState, seat: Seat, move: Move) -> float:
    data, player = view.data, view.players[seat]
    if isinstance(move, moves.Road | moves.Fly):
        return _travelling(view, seat, move)
    if isinstance(move, moves.Roadie):
        far = data.atlas.steps_from(goal_of(view, seat))[player.at] >= FAR
        return ON_THE_WAY + 20 if far else -5
    if isinstance(move, moves.Stop):
        return 70 if player.at == goal_of(view, seat) else VALUES[moves.Stop]
    if isinstance(move, moves.Play):
        return _playing(view, seat, move)
    if isinstance(move, moves.Answer):
        at_goal = player.at == goal_of(view, seat)
        return 10 - ANSWERS.index(move.how) if move.how != moves.ARRIVED or at_goal else 1
    if isinstance(move, moves.Tour) and not isinstance(move.dates, int):
        ways = zip((player.at, *move.dates), move.dates, strict=False)
        return -sum(data.atlas.steps_from(here)[there] for here, there in ways)
    if isinstance(move, moves.Keep):
        return _keeping(view, seat, kind_of(move.which or move.card)) - (move.card != UNKNOWN)
    if isinstance(move, moves.Check):
        if move.what[1]:
            return 80 if move.what[1] == TAKE else 10
        wanted = _stash_to_fetch(view, seat)
        if wanted is not None and wanted.id == move.what[0]:
            return BEFORE_THE_GIG
        seen = any(one.id == move.what[0] and seat in one.known_to for one in view.stashes)
        return -1 if seen else VALUES[moves.Check]
    if isinstance(move, moves.Raid):
        return {RANDOM: 2, TURN: 1, Card.HEADLINER: 3}.get(move.what, 4)
    if isinstance(move, moves.Discard):
        return -sum(data.cards[card].steps + 2 * (data.cards[card].category == "help") for card in move.cards)
    if isinstance(move, moves.Announce):
        return 5 if move.what == moves.REHAB else -5
    if isinstance(move, moves.Lay) and kind_of(move.card) in data.achievements:
        return -1
    return VALUES.get(type(move), 0.0)


def _travelling(view: KeikallaState, seat: Seat, move: moves.Road | moves.Fly) -> float:
    data, player = view.data, view.players[seat]
    steps = data.atlas.steps_from(goal_of(view, seat))
    nearer = steps[player.at] - steps[move.to]
    if nearer <= 0:
        return -10.0
    card = data.cards[move.card].steps if isinstance(move, moves.Road) else FAR
    # The nearest space; of the cards that lead there the smallest.
    return ON_THE_WAY + nearer - card / 10


def _playing(view: KeikallaState, seat: Seat, move: moves.Play) -> float:
    data, player, use = view.data, view.players[seat], move.use[0]
    famous = player.reputation >= data.numbers["closed_reputation"]
    if use == moves.CLEAR:
        return 95 if famous else -10
    if use == moves.RUMOURS:
        return 94 if famous and not player.hiatus else -10
    if use == moves.PICK:
        return 75 if player.reputation < 2 else 20
    if use in (moves.WAIVER, moves.HIT):
        return 85
    if use == moves.LOVER:
        return 60
    if not use:
        return 50
    if use == moves.REHAB:
        return 40 if view.phase in (MOVING, AFTER) and player.reputation >= 2 and move.card != Card.MANAGER else -5
    return -10


def _keeping(view: KeikallaState, seat: Seat, kind: str) -> float:
    data, player = view.data, view.players[seat]
    if kind in data.achievements:
        return 0 if player.owns(kind) else 50
    if data.does(kind, GoHome) or kind in data.troubles:
        return -20
    if kind in data.reputation_kinds:
        return 5 if player.reputation < 2 else -10
    return 30 if kind == Card.MANAGER else 20
