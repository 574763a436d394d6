"""What may be done. In: a state and a seat. Out: candidates; and exactly the legal moves.

For a hand that the referee does not see these are the moves that are possible if the card is held. Orders of dates are
so many that only good ones are named. Invariant: `legal_moves` are the candidates that the judge does not refuse.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement

from pnp.games.keikalla import moves
from pnp.games.keikalla.atlas import Atlas
from pnp.games.keikalla.game_data import ACTION, EVENT, MOVE, face_town, kind_of
from pnp.games.keikalla.menu import Menu
from pnp.games.keikalla.moves import ROADS
from pnp.games.keikalla.params import LEAVE, RANDOM, STORE, TAKE, TURN
from pnp.games.keikalla.phases.flow import DRAWS, missing
from pnp.games.keikalla.phases.hampering import may_hamper
from pnp.games.keikalla.phases.played_cards import USES
from pnp.games.keikalla.phases.setup_moves import surplus_of
from pnp.games.keikalla.phases.stored_cards import STORE_ZONES
from pnp.games.keikalla.phases.travel import effective_steps
from pnp.games.keikalla.queries import held_kinds, may_return
from pnp.games.keikalla.routes import propose_orders
from pnp.games.keikalla.rule_ids import Ability, Card
from pnp.games.keikalla.state import (
    AFTER,
    ARRIVE,
    BANDS,
    JUST_DRAWN,
    MOVING,
    KeikallaState,
    Player,
    Question,
    open_cards,
)
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

Item = Move | tuple[Move, ...]  # a line, or every way that one On the Road card can go


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


def _candidates(state: KeikallaState, seat: Seat) -> Iterator[Item]:
    question, data = state.question, state.data
    if seat == TABLE:
        yield from _table(state)
        return
    if state.is_set_up and may_hamper(state, seat):
        for card in held_kinds(state, seat, STORE_ZONES[state.turn.hamper], data.harmful):
            yield moves.Hamper(seat, card)
    if question is not None:
        if question.seat == seat and not (data.is_digital and question.id in DRAWS):
            yield from _answers(state, seat, question)
        return
    if not state.is_set_up:
        yield from _setup(state, seat)
    elif seat == state.seat:
        yield from _turn(state, seat)


def _table(state: KeikallaState) -> Iterator[Move]:
    question, data = state.question, state.data
    towns = sorted(data.atlas.towns)
    if question is None:
        if not state.is_set_up:
            yield from (moves.Start(TABLE, seat) for seat in range(len(state.players)))
        else:
            yield from _first_picks(state)
            yield from (moves.Shuffle(TABLE, pile) for pile in state.piles)
    elif question.id == "KEI-Q02":
        yield from (moves.Roll(TABLE, die) for die in range(1, data.die + 1))
    elif question.id == "KEI-Q03":
        yield moves.Deal(TABLE, TABLE, ())
    elif question.id == "KEI-Q04":
        yield from (moves.RehabTown(TABLE, town) for town in towns)
    elif question.id == "KEI-Q12":
        yield moves.Shuffle(TABLE, question.pile)
    elif question.id == "KEI-Q22":
        yield from (moves.Flip(TABLE, side) for side in ("good", "bad"))
    elif question.id == "KEI-Q32":
        names = sorted(town.festival for town in data.atlas.towns.values() if town.festival)
        words = [name.casefold().replace(" ", "_").replace("-", "_") for name in names]
        yield from (moves.Festival(TABLE, word) for word in words)
    elif question.id == "KEI-Q09":
        yield from _first_picks(state)
    elif question.id in ("KEI-Q19", "KEI-Q15d"):
        if data.is_digital:
            whose = state.seat if question.id == "KEI-Q19" else int(question.card)
            yield from (moves.Pick(TABLE, card, whose) for card in held_kinds(state, whose, ACTION))
        else:
            yield moves.Pick(TABLE, UNKNOWN)


def _first_picks(state: KeikallaState) -> Iterator[Move]:
    """What may be picked as the first Movement card: from the hand, or from the deck (KEI-46)."""
    data = state.data
    if data.switches["trashed_hotel_first_card"] == "from_deck" and not data.is_digital:
        pile = data.pile_of(Card.ROAD_1)
        yield from (moves.Pick(TABLE, card) for card in data.copies_in(pile) if state.unseen.get(card))
        return
    for zone in (MOVE, EVENT):
        yield from (moves.Pick(TABLE, card) for card in held_kinds(state, state.seat, zone))


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
    if not state.turn.played:
        yield from (moves.Announce(seat, what) for what in (moves.ABOARD, Card.REHAB))
    yield from (moves.Lay(seat, card) for card in held_kinds(state, seat, MOVE, data.warns) if player.turns == 1)
    if data.is_digital:
        yield moves.Pick(seat, "")
    if Card.BUS in kinds:
        yield moves.Bus(seat)
    if Card.ROADIE in kinds:
        yield moves.Roadie(seat)
    if UNKNOWN not in player.move.cards and player.move.size and not any(kind in ROADS for kind in kinds):
        yield moves.Exchange(seat, data.sort(player.move.cards))
    if Card.HELICOPTER in kinds:
        yield moves.Play(seat, Card.HELICOPTER, (Card.REHAB, ""))
        if player.at in atlas.towns:
            reach = data.numbers["helicopter_reach"]
            near = [town for town in atlas.towns if town != player.at and atlas.distance(player.at, town) <= reach]
            yield from (moves.Fly(seat, town) for town in sorted(near))
    for kind in kinds:
        if kind in ROADS:
            yield ways(ROADS[kind], seat, atlas, player.at, effective_steps(state, player, kind))


def _arrival(state: KeikallaState, seat: Seat, player: Player) -> Iterator[Move]:
    if player.at in state.data.headliner_towns or player.at == player.festival:
        yield moves.Headline(seat)
    yield moves.Gig(seat, "")
    if player.latest_town == player.at and Card.BACK_TO_BACK in held_kinds(state, seat, ACTION, (Card.BACK_TO_BACK,)):
        yield moves.Gig(seat, Card.BACK_TO_BACK)
    if player.reputation_cards:
        yield moves.Wait(seat)
    if player.at == state.rehab:
        yield moves.RehabTown(seat, "")
    for stash in state.stashes_in(player.at):
        if state.data.is_digital:
            yield moves.Check(seat, (stash.id, ""))
        else:
            yield from (moves.Check(seat, (stash.id, what)) for what in (TAKE, LEAVE, Card.GROUPIE))
    if state.data.has_claims:
        yield from (moves.Claim(seat, kind) for kind in state.data.achievements)


def _draws(state: KeikallaState, seat: Seat, player: Player) -> Iterator[Move]:
    data = state.data
    decks = (1, 2) if data.has_jokers else (0,)
    named: tuple[tuple[str, ...], ...] = ((),)
    if not data.is_digital:
        named += tuple(_shown(state))
        if data.switches["hampering"]:
            named += ((STORE,),)
    for deck in decks:
        if not deck or state.piles[f"{ACTION}{deck}"]:
            yield from (moves.Draw(seat, cards, deck) for cards in named)
    if state.turn.just_drawn:
        yield from _uses_of_just_drawn(state, seat)


def _shown(state: KeikallaState) -> Iterator[tuple[str]]:
    """The cards that may come out of an Action deck and lie open at once, each as a line names it."""
    data, open_ones = state.data, Counter(open_cards(state))
    kinds = (*data.at_once, *(data.achievements if data.shows_achievements or data.has_jokers else ()))
    for card in data.faced(data.sort(kinds)):
        if state.unseen.get(kind_of(card)) and not (face_town(card) and open_ones[card] >= data.copies_of(card)):
            yield (card,)


def _uses_of_just_drawn(state: KeikallaState, seat: Seat) -> Iterator[Move]:
    """What may be done with the card just drawn."""
    data, just_drawn = state.data, state.turn.just_drawn
    yield moves.Stash(seat)
    kinds = _faced(state, data.achievements) if just_drawn == UNKNOWN else (just_drawn,)
    for card in (Card.TV, Card.MUSE):
        if card in held_kinds(state, seat, ACTION):
            yield from (moves.Play(seat, card, (moves.WAIVER, kind)) for kind in kinds)
    if just_drawn != UNKNOWN:
        yield moves.Lay(seat, kind_of(just_drawn))


def _plays(state: KeikallaState, seat: Seat) -> Iterator[Move]:
    data, player = state.data, state.players[seat]
    kinds = held_kinds(state, seat, ACTION)
    hian = bool(player.band) and data.cards[player.band].ability == Ability.MANAGER_BACK
    for card, use in USES:
        if card not in kinds or use == moves.WAIVER or not _may_help(player, use):
            continue
        if use == moves.RUMOURS:
            names = dict.fromkeys(card.kind for card in player.reputation_cards)
            yield from (moves.Play(seat, card, (use, name)) for name in names)
        else:
            yield moves.Play(seat, card, (use, ""))
            if hian and card == Card.MANAGER:
                yield moves.Play(seat, card, (use, ""), "yes")
    if Card.MUSE in kinds and not data.is_digital:
        yield moves.Claim(seat, Card.HIT_SONG)
    own = [card for card in player.action.cards if kind_of(card) in data.achievements]
    hidden = [kind for kind in data.achievements if kind in kinds] if UNKNOWN in player.action.cards else []
    yield from (moves.Lay(seat, card) for card in dict.fromkeys((*own, *_faced(state, hidden))))


def _faced(state: KeikallaState, kinds: Iterable[str]) -> tuple[str, ...]:
    """Kinds as a line names them that lays them open: with towns at a table with real cards (KEI-H05)."""
    return tuple(kinds) if state.data.is_digital else state.data.faced(kinds)


def _may_help(player: Player, use: str) -> bool:
    """Uses that need something in front of the player are not tried without it."""
    if use in (moves.CLEAR, moves.RUMOURS, Card.REHAB):
        return bool(player.reputation_cards)
    return use != Card.LOVER or player.lover_since >= 0


def _answers(state: KeikallaState, seat: Seat, question: Question) -> Iterator[Move]:
    data, player = state.data, state.players[seat]
    movement = (*held_kinds(state, seat, MOVE), *(held_kinds(state, seat, EVENT) if data.has_two_moves else ()))
    if question.id in ("KEI-Q11", "KEI-Q18"):
        yield moves.Draw(seat, ())
        yield from (moves.Draw(seat, (card,)) for card in data.sort(data.warns) if state.unseen.get(card))
        if data.switches["hampering"]:
            yield moves.Draw(seat, (STORE,))
    elif question.id in ("KEI-Q13", "KEI-Q14"):
        hows = (moves.ARRIVED, moves.BAND, Card.ROAD_SERVICE, moves.BUS, Card.ROADIE, moves.NONE)
        yield from (moves.Answer(seat, how) for how in hows)
    elif question.id == "KEI-Q15":
        owned = dict.fromkeys(
            kind_of(card) for card in (*player.laid, *held_kinds(state, seat, ACTION, data.achievements))
        )
        yield from (moves.Raid(seat, what) for what in (*owned, RANDOM, TURN))
    elif question.id == "KEI-Q16":
        yield from (moves.Discard(seat, (card,)) for card in movement if data.cards[card].steps)
        yield moves.Discard(seat, ())
    elif question.id == "KEI-Q17":
        yield from (moves.Discard(seat, cards) for cards in _some_of(state, seat, question.count))
    elif question.id == "KEI-Q27":
        yield from (moves.Discard(seat, cards) for cards in _for_strike(state, seat, movement))
    elif question.id == "KEI-Q21":
        yield from (moves.Check(seat, (question.card, what)) for what in (TAKE, LEAVE))
    elif question.id == "KEI-Q25":
        yield moves.Avoid(seat, "")
        yield from (moves.Avoid(seat, card) for card in dict.fromkeys(card.kind for card in player.reputation_cards))
        yield moves.Accept(seat)
    elif question.id == "KEI-Q26":
        yield from (moves.Insert(seat, where) for where in ("next", "second"))
    elif question.id == "KEI-Q28":
        own = [card for card in player.action.cards if kind_of(card) in data.achievements]
        yield from (moves.Lay(seat, card) for card in dict.fromkeys(own or _faced(state, data.achievements)))
    elif question.id == JUST_DRAWN:
        yield moves.Keep(seat, UNKNOWN)
        yield from _uses_of_just_drawn(state, seat)
    elif question.id == "KEI-Q29":
        yield from _keeps(state, seat)
    elif question.id == "KEI-Q30":
        yield from _swaps(state, seat)
    elif question.id == "KEI-Q31":
        if question.card:
            free = (town for town, card in sorted(data.venues.items()) if state.unseen.get(card))
            yield from (moves.Date(seat, town) for town in free)
        else:
            yield moves.Tour(seat, player.dates)
            yield from (
                moves.Tour(seat, order) for order in propose_orders(state, seat, player.order, len(player.order))
            )
    elif question.id == "KEI-Q33":
        yield moves.Draw(seat, (STORE,))
        dealt = state.offer.cards[0]
        yield from (moves.Lay(seat, card) for card in (data.sort(data.harmful) if dealt == UNKNOWN else (dealt,)))
    elif question.id == "KEI-Q35":
        yield from (moves.Date(seat, town) for town in sorted(data.atlas.towns))


def _some_of(state: KeikallaState, seat: Seat, count: int) -> Iterator[tuple[str, ...]]:
    cards = state.players[seat].move.cards
    if UNKNOWN in cards:
        yield from combinations_with_replacement(held_kinds(state, seat, MOVE), min(count, 2)) if count < 3 else ()
    else:
        yield from dict.fromkeys(combinations(state.data.sort(cards), count))


def _for_strike(state: KeikallaState, seat: Seat, kinds: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    data, player = state.data, state.players[seat]
    cards = (*player.move.cards, *player.event.cards)
    known = [card for card in cards if card != UNKNOWN]
    roadies = tuple(card for card in known if card == Card.ROADIE)
    if UNKNOWN not in cards:
        rank = {card: number for number, card in enumerate(data.best)}
        best = sorted((card for card in known if card in rank), key=rank.__getitem__)
        yield (*roadies, *best[: data.strike_takes])
        return
    yield ()
    ranked = [card for card in data.best if card in kinds]
    for size in range(1, data.strike_takes + 1):
        yield from combinations_with_replacement(ranked, size)


def _keeps(state: KeikallaState, seat: Seat) -> Iterator[Move]:
    data, offer = state.data, state.offer.cards
    if not data.is_digital:
        yield moves.Keep(seat, UNKNOWN)
        yield from (moves.Keep(seat, *card) for card in _shown(state))
        return
    for card in dict.fromkeys(offer):
        if card != UNKNOWN:
            yield moves.Keep(seat, UNKNOWN, card)
            yield moves.Keep(seat, card)


def _swaps(state: KeikallaState, seat: Seat) -> Iterator[Move]:
    data, player = state.data, state.players[seat]
    most, adds = data.numbers["calendar_cards"], data.switches["calendar_draw_swap"] == "add"
    if not player.order:
        yield from (moves.Swap(seat, count) for count in range(most + 1))
    else:
        yield moves.Swap(seat, 0)
    drawn = dict.fromkeys(town for town in player.venues if town != UNKNOWN)
    for town in drawn:
        if adds:
            yield moves.Swap(seat, -1, (town,))
        elif town not in player.order:
            yield from (moves.Swap(seat, -1, (town,), (out,)) for out in dict.fromkeys(player.order))
