"""What may be done. In: a state and a seat. Out: candidates; and exactly the legal moves.

For a hand that the referee does not see these are the moves that are possible if the card is held. Orders of dates are
so many that only good ones are named. Invariant: `legal_moves` are the candidates that the judge does not refuse.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pnp.games.keikalla import moves
from pnp.games.keikalla.asking import asked_by
from pnp.games.keikalla.atlas import Atlas
from pnp.games.keikalla.card_ids import Ability, Card
from pnp.games.keikalla.game_data import ACTION, EVENT, MOVE, kind_of
from pnp.games.keikalla.held import faced, held_kinds, shown_at_once
from pnp.games.keikalla.menu import Menu
from pnp.games.keikalla.moves import ROADS
from pnp.games.keikalla.params import GROUPIE, LEAVE, STORE, TAKE
from pnp.games.keikalla.phases.flow import missing
from pnp.games.keikalla.phases.hampering import may_hamper
from pnp.games.keikalla.phases.setup_moves import surplus_of
from pnp.games.keikalla.phases.stashes import uses_of_just_drawn
from pnp.games.keikalla.phases.stored_cards import STORE_ZONES
from pnp.games.keikalla.phases.travel import effective_steps, first_picks, needs_pick
from pnp.games.keikalla.queries import may_return
from pnp.games.keikalla.routes import propose_orders
from pnp.games.keikalla.state import AFTER, ARRIVE, BANDS, MOVING, KeikallaState, OpenQuestion, Player
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.vocabulary.verbs import (
    AllAboard,
    Clear,
    Deny,
    Drive,
    FetchRehab,
    Flight,
    NewBus,
    Played,
    SecondGig,
    SendLoverAway,
    Waive,
)
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

Item = Move | tuple[Move, ...]  # a line, or every way that one card can go


def candidates(state: KeikallaState, seat: Seat) -> list[Move]:
    """Every line that may be possible, ways and dates within reason."""
    found: list[Move] = []
    for item in _items(state, seat):
        found += item if isinstance(item, tuple) else (item,)
    return found


def legal_moves(state: KeikallaState, seat: Seat) -> list[Move]:
    """The candidates that the judge does not refuse; where a card may be played, so may it to every space in reach."""
    legal: list[Move] = []
    menu = Menu(state)
    for item in _items(state, seat):
        alike = item if isinstance(item, tuple) else (item,)
        if menu.allows(alike[0]):
            legal += alike
    return legal


def _items(state: KeikallaState, seat: Seat) -> list[Item]:
    found: list[Item] = []
    lone: set[Move] = set()  # only single lines can be named twice, and to look up a whole group is slow
    for item in _candidates(state, seat):
        if isinstance(item, tuple):
            found += (item,) if item else ()
        elif item not in lone:
            lone.add(item)
            found.append(item)
    return found


@cache
def ways(kind: type[Move], seat: Seat, atlas: Atlas, start: str, steps: int) -> tuple[Move, ...]:
    """Every way that a card of so many steps can go, towns first; listed at every line, so it is kept."""
    ends = sorted(atlas.reach(start, steps), key=lambda way: way[0] not in atlas.towns)
    return tuple(kind(seat, end, via) for end, via in ends)  # type: ignore[call-arg]


@cache
def flights(seat: Seat, atlas: Atlas, start: str, reach: float) -> tuple[Move, ...]:
    """Every town that a Helicopter can fly to."""
    near = [town for town in atlas.towns if town != start and atlas.distance(start, town) <= reach]
    return tuple(moves.Fly(seat, town) for town in sorted(near))


def _candidates(state: KeikallaState, seat: Seat) -> Iterator[Item]:
    question = state.question
    if seat == TABLE and question is None:
        yield from _table(state)
        return
    if state.is_set_up and may_hamper(state, seat):
        for card in held_kinds(state, seat, STORE_ZONES[state.turn.hamper], state.data.harmful):
            yield moves.Hamper(seat, card)
    if question is not None:
        if question.seat == seat == asked_by(state, question):
            yield from _answers(state, seat, question)
        return
    if not state.is_set_up:
        yield from _setup(state, seat)
    elif seat == state.seat:
        yield from _turn(state, seat)


def _table(state: KeikallaState) -> Iterator[Move]:
    """What the table does unasked."""
    if not state.is_set_up:
        yield from (moves.Start(TABLE, seat) for seat in range(len(state.players)))
    else:
        yield from first_picks(state)
        yield from (moves.Shuffle(TABLE, pile) for pile in state.piles)


def _answers(state: KeikallaState, seat: Seat, question: OpenQuestion) -> Iterator[Move]:
    t = Trial(state)
    for answer in question.asks.answers.values():
        if answer.choices is not None:
            yield from answer.choices(t, seat)


def _setup(state: KeikallaState, seat: Seat) -> Iterator[Move]:
    player, data = state.players[seat], state.data
    if state.phase == BANDS:
        yield from (moves.Band(seat, id_) for id_, card_data in data.cards.items() if card_data.pile == "band")
    elif not player.planned:
        ability = bool(player.band) and data.cards[player.band].ability == Ability.EXTRA_VENUES
        if ability and player.extra < 0:
            yield from (moves.Extra(seat, count) for count in range(data.numbers["extra_venues"] + 1))
        if data.is_digital:
            surplus = surplus_of(player.venues)
            if surplus:
                yield moves.Duplicate(seat, len(surplus))
            elif UNKNOWN not in player.venues:
                for order in propose_orders(state, seat, player.venues, data.tour_length):
                    yield _tour(state, seat, order)
            return
        yield moves.Duplicate(seat, 1)
        if not data.is_ordered:
            yield _tour(state, seat, ())
    elif may_return(state, seat):
        known = [card for card in player.move.cards if card in data.warns]
        if known:
            yield moves.Return(seat, data.sort(known))
        if UNKNOWN in player.move.cards:
            yield from (moves.Return(seat, (card,)) for card in data.sort(data.warns))


def _tour(state: KeikallaState, seat: Seat, order: tuple[str, ...]) -> Move:
    first = order[0] if order and state.data.switches["common_start_town"] == "first_date" else ""
    return moves.Tour(seat, order or state.data.tour_length, first)


def _turn(state: KeikallaState, seat: Seat) -> Iterator[Item]:
    """What matters first comes first; the many walks come last."""
    player = state.players[seat]
    if state.phase == MOVING:
        yield moves.Stop(seat)
    if state.phase == ARRIVE or (state.phase == MOVING and not missing(state, player)):
        yield from _arrival(state, seat, player)
    if state.phase == AFTER:
        yield from _draws(state, seat, player)
    if state.phase in (MOVING, ARRIVE, AFTER):
        yield moves.EndTurn(seat)
    yield from _plays(state, seat)
    if state.phase == MOVING:
        yield from _travel(state, seat, player)


def _travel(state: KeikallaState, seat: Seat, player: Player) -> Iterator[Item]:
    data, atlas = state.data, state.data.atlas
    kinds = (*held_kinds(state, seat, MOVE), *(held_kinds(state, seat, EVENT) if data.has_two_moves else ()))
    needs_rehab = bool(state.rehab) and player.is_messed_up(data)
    if not state.turn.played:
        if player.action.size and not any(data.does(card, AllAboard) for card in player.front):
            yield moves.Announce(seat, moves.ABOARD)
        if needs_rehab and not player.rehab_trip:
            yield moves.Announce(seat, moves.REHAB)
    if player.turns == 1:
        yield from (moves.Lay(seat, card) for card in held_kinds(state, seat, MOVE, data.warns))
    if data.is_digital and needs_pick(state, seat):
        yield moves.Pick(seat, "")
    if any(data.does(kind, NewBus) for kind in kinds):
        yield moves.Bus(seat)
    if any(data.does(kind, Drive) for kind in kinds):
        yield moves.Roadie(seat)
    if UNKNOWN not in player.move.cards and player.move.size and not any(kind in ROADS for kind in kinds):
        yield moves.Exchange(seat, data.sort(player.move.cards))
    if needs_rehab:
        fetched = (card for card, play in data.plays if card in kinds and isinstance(play.effect, FetchRehab))
        yield from (moves.Play(seat, card, (moves.REHAB, "")) for card in fetched)
    if player.at in atlas.towns and any(data.does(kind, Flight) for kind in kinds):
        yield flights(seat, atlas, player.at, data.numbers["helicopter_reach"])
    for kind in kinds:
        if kind in ROADS:
            yield ways(ROADS[kind], seat, atlas, player.at, effective_steps(state, player, kind))


def _arrival(state: KeikallaState, seat: Seat, player: Player) -> Iterator[Move]:
    if player.at in state.data.headliner_towns or player.at == player.festival:
        yield moves.Headline(seat)
    if player.at in state.data.atlas.towns:
        yield moves.Gig(seat, "")
    if player.latest_town == player.at:
        doers = state.data.doing(SecondGig)
        yield from (moves.Gig(seat, card) for card in held_kinds(state, seat, ACTION, doers))
    if player.reputation_cards:
        yield moves.Wait(seat)
    if player.at == state.rehab:
        yield moves.RehabTown(seat, "")
    for stash in state.stashes_in(player.at):
        if state.data.is_digital:
            yield moves.Check(seat, (stash.id, ""))
        else:
            yield from (moves.Check(seat, (stash.id, what)) for what in (TAKE, LEAVE, GROUPIE))
    if state.data.has_claims:
        yield from (moves.Claim(seat, kind) for kind in state.data.achievements)


def _draws(state: KeikallaState, seat: Seat, player: Player) -> Iterator[Move]:
    data = state.data
    decks = (1, 2) if data.has_jokers else (0,)
    named: tuple[tuple[str, ...], ...] = ((),)
    if not data.is_digital:
        named += tuple(shown_at_once(state))
        if data.switches["hampering"]:
            named += ((STORE,),)
    for deck in decks:
        if not deck or state.piles[f"{ACTION}{deck}"]:
            yield from (moves.Draw(seat, cards, deck) for cards in named)
    if state.turn.just_drawn:
        yield from uses_of_just_drawn(state, seat)


def _plays(state: KeikallaState, seat: Seat) -> Iterator[Move]:
    data, player = state.data, state.players[seat]
    kinds = held_kinds(state, seat, ACTION)
    hian = bool(player.band) and data.cards[player.band].ability == Ability.MANAGER_BACK
    for card, play in data.plays:
        effect = play.effect
        if card not in kinds or isinstance(effect, Waive) or not _may_help(state, player, effect):
            continue
        if isinstance(effect, Deny):
            names = dict.fromkeys(card.kind for card in player.reputation_cards)
            yield from (moves.Play(seat, card, (effect.typed, name)) for name in names)
        else:
            yield moves.Play(seat, card, (effect.typed, ""))
            if hian and card == Card.MANAGER:
                yield moves.Play(seat, card, (effect.typed, ""), "yes")
    if Card.MUSE in kinds and not data.is_digital:
        yield moves.Claim(seat, Card.HIT_SONG)
    own = [card for card in player.action.cards if kind_of(card) in data.achievements]
    hidden = [kind for kind in data.achievements if kind in kinds] if UNKNOWN in player.action.cards else []
    yield from (moves.Lay(seat, card) for card in dict.fromkeys((*own, *faced(state, hidden))))


def _may_help(state: KeikallaState, player: Player, effect: Played) -> bool:
    """Uses that need something in front of the player are not tried without it."""
    if isinstance(effect, Clear | Deny):
        return bool(player.reputation_cards)
    if isinstance(effect, FetchRehab):
        return bool(state.rehab) and player.is_messed_up(state.data)
    return not isinstance(effect, SendLoverAway) or player.lover_since >= 0
