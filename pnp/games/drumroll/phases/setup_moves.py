"""The set-up: regions, the two performers of everybody, the first cubes and coins, the first starting player.

In: a trial and a move. Out: what is refused, and what it does (DR-010 to DR-017).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations

from msgspec.structs import replace

from pnp.games.drumroll.game_data import PERFORMERS, REGIONS
from pnp.games.drumroll.moves import Deal, Keep, Start, Take
from pnp.games.drumroll.params import VIRTUAL
from pnp.games.drumroll.phases.deals import SETUP, STARTER, needs_virtual
from pnp.games.drumroll.phases.decks import place_of
from pnp.games.drumroll.phases.secret_choice import SecretChoice
from pnp.games.drumroll.question import Question
from pnp.games.drumroll.state import DrumRollState, Performer, missing
from pnp.games.drumroll.trial import Trial
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def deal_region(t: Trial, move: Deal) -> None:
    """One region tile for each seat, and for the third player of two (DR-011, DR-012)."""
    state, to, card = t.state, move.to, move.cards[0]
    is_virtual = to == VIRTUAL
    rule = "DR-012" if is_virtual else "DR-011"
    if is_virtual and not needs_virtual(state):
        t.bar(rule, "no_third_region", count=len(state.players))
    if to == TABLE:
        t.bar(REF_SEAT, "table_has_no_region")
    if state.phase != SETUP.id:
        t.bar(rule, "regions_at_setup")
    if len(move.cards) != 1 or (card != UNKNOWN and state.data.decks.get(card) != REGIONS):
        t.bar(rule, "one_region_each", cards=move.cards)
    if (state.virtual if isinstance(to, str) else state.players[to].region) != "":
        t.bar(rule, "has_region", seat=to if isinstance(to, str) else state.name(to))
    if card != UNKNOWN and (card == state.virtual or any(card == player.region for player in state.players)):
        t.bar(rule, "is_where", card=card, place=place_of(state, card))
    if card == UNKNOWN:
        t.refuse_incomplete("region_is_open")
    t.agreed()
    if isinstance(to, str):
        t.set(virtual=card)
        t.note(rule, "third_region", card=card)
    else:
        t.change_player(to, region=card)
        t.note(rule, "first_region", card=card, seat=to)


def deal_secret(t: Trial, move: Deal) -> None:
    """`table: deal anna PF-ACR-1 PF-MAG-1` by the app that holds the deck: two performers that only their owner sees
    (DR-013, DR-190).
    """
    state, to, cards = t.state, move.to, move.cards
    assert isinstance(to, int)
    if not state.data.is_digital:
        t.bar("DR-190", "dealt_by_hand")
    if to == TABLE:
        t.bar(REF_SEAT, "table_has_no_circus")
    if state.phase != SETUP.id or state.dealt_performers[to] or any(missing(state)):
        t.bar("DR-013", "no_performers_due", seat=to)
    if len(cards) != state.data.numbers.secret:
        t.bar("DR-013", "wrong_performer_count", seat=to, due=state.data.numbers.secret, count=len(cards))
    for card in cards:
        if card != UNKNOWN and state.data.decks.get(card) != PERFORMERS:
            t.bar("DR-013", "no_performer", card=card)
        if card != UNKNOWN and not _in_deck(state, card):
            t.bar("DR-191", "is_where", card=card, place=place_of(state, card))
        if card != UNKNOWN and cards.count(card) > 1:
            t.bar("DR-191", "dealt_twice", card=card)
    t.agreed()
    t.set(
        dealt_performers=(*state.dealt_performers[:to], cards, *state.dealt_performers[to + 1 :]),
        performer_pile=tuple(part.difference(cards) for part in state.performer_pile),
    )
    t.note("DR-013", "two_secret_performers", seat=to)


def _in_deck(state: DrumRollState, card: str) -> bool:
    return any(card in part for part in state.performer_pile)


def _two_of_the_deck(state: DrumRollState, seat: Seat) -> Iterator[Keep]:
    if state.data.is_digital:
        yield from (Keep(seat, card) for card in state.dealt_performers[seat] if card != UNKNOWN)
        return
    deck = [card for card in state.data.performers if _in_deck(state, card)]
    yield from (Keep(seat, own, give=other) for own, other in permutations(deck, 2))


KEEP: SecretChoice = SecretChoice(
    "SETUP_KEEP",
    "DR-013",
    "keep_one",
    offers=_two_of_the_deck,
    field="kept_performers",
    is_closed=lambda state: state.data.is_digital,  # with real cards it is typed after all have turned theirs up
    redact=lambda move: replace(move, card=UNKNOWN, give=""),
    is_open=lambda state, ply: state.phase not in (SETUP.id, KEEP.id) or not state.data.is_digital,
    of_table=STARTER,
    in_setup=True,
)


@KEEP.answer(Keep)
def keep(t: Trial, move: Keep) -> None:
    """One of the two is kept, the other goes to the left; with real cards it is typed after the reveal and counts at
    once (DR-013, DR-191).
    """
    state, seat = t.state, move.seat
    _check_kept(t, move)
    t.agreed()
    t.set(kept_performers=(*state.kept_performers[:seat], move.card, *state.kept_performers[seat + 1 :]))
    if not state.data.is_digital:
        gone = {move.card, move.give}
        t.set(performer_pile=tuple(part - gone for part in state.performer_pile))
        _join(t, seat, move.card)
        _join(t, left_of(state, seat), move.give)
        t.note("DR-017", "any_order")
    t.note("DR-013", "keeps_and_passes", seat=seat, left_seat=left_of(state, seat))


def _check_kept(t: Trial, move: Keep) -> None:
    state, data, seat = t.state, t.state.data, move.seat
    if state.phase != KEEP.id:
        t.bar("DR-013", "kept_once")
    if state.kept_performers[seat]:
        t.bar("DR-013", "has_chosen", seat=seat)
    cards = [card for card in (move.card, move.give) if card not in ("", UNKNOWN)]
    if any(data.decks.get(card) != PERFORMERS for card in cards):
        t.bar("DR-013", "performers_are_kept", cards=cards)
    if move.card == move.give:
        t.bar("DR-191", "one_of_it", card=move.card)
    if data.is_digital:
        own = state.dealt_performers[seat]
        if UNKNOWN not in own:
            if any(card not in own for card in cards):
                t.bar("DR-013", "was_dealt", seat=seat, cards=own)
            if move.card == UNKNOWN:
                t.refuse_incomplete("keep_needs_card")
        return
    if not move.give:
        t.refuse_incomplete("keep_needs_give")
    for card in cards:
        if not _in_deck(state, card):
            t.bar("DR-191", "is_where", card=card, place=place_of(state, card))
    if UNKNOWN in (move.card, move.give):
        t.refuse_incomplete("keep_needs_card")


def left_of(state: DrumRollState, seat: Seat) -> Seat:
    """The next seat clockwise."""
    return (seat + 1) % len(state.players)


def _join(t: Trial, seat: Seat, card: str) -> None:
    t.set_troupe(seat, (*t.player(seat).troupe, Performer(card)))
    card_data = t.state.data.performers[card]
    t.add_type_totals(seat, card_data.type, hired=1, coins=-card_data.cost)


@KEEP.followed_by
def turn_up_kept(t: Trial) -> None:
    """All have chosen: performers are turned up and paid for from the first coins (DR-013, DR-015)."""
    state = t.state
    data = state.data
    if data.is_digital:
        if any(UNKNOWN in cards for cards in state.dealt_performers):
            return  # who looks back sees all choices, but what was dealt as little as then
        seats = len(state.players)
        for seat, (own, kept) in enumerate(zip(state.dealt_performers, state.kept_performers, strict=True)):
            _join(t, seat, kept)
            giver = (seat - 1) % seats
            given = next(card for card in state.dealt_performers[giver] if card != state.kept_performers[giver])
            _join(t, seat, given)
            assert kept in own
        t.set(dealt_performers=((),) * seats)
    for seat, player in enumerate(t.state.players):
        costs = sum(data.performers[each.card].cost for each in player.troupe)
        t.add_coins(seat, max(0, data.numbers.start_coins - costs), "DR-015", "for_start", in_line=True)


def _asked_for_cubes(state: DrumRollState) -> tuple[Seat, ...]:
    waiting = tuple(seat for seat, player in enumerate(state.players) if not player.has_first_cubes)
    return waiting or (() if state.starter is not None else (TABLE,))


def _any_cubes(state: DrumRollState, seat: Seat) -> Iterator[Take]:
    data = state.data
    yield from (Take(seat, way) for way in combinations_with_replacement(data.colours, data.numbers.start_cubes))


FIRST_CUBES = Question(
    "SETUP_CUBES",
    "DR-014",
    lambda state, seat: state.message("take_cubes", count=state.data.numbers.start_cubes),
    whom=_asked_for_cubes,
    offers=_any_cubes,
    of_table=STARTER,
    in_setup=True,
)


@FIRST_CUBES.answer(Take)
def take(t: Trial, move: Take) -> None:
    """So many first cubes of any colours, once (DR-014)."""
    state, seat, wanted = t.state, move.seat, t.state.data.numbers.start_cubes
    if state.phase in (SETUP.id, KEEP.id):
        t.bar("DR-014", "cubes_after_keeping")
    if state.phase != FIRST_CUBES.id:
        t.bar("DR-014", "first_cubes_once")
    if state.players[seat].has_first_cubes:
        t.refuse("DR-014", "has_first_cubes", seat=seat)
    if len(move.colours) != wanted:
        t.refuse("DR-014", "wrong_cube_count", due=wanted, count=len(move.colours))
    if not move.colours:
        t.bar("DR-014", "no_cube_named")
    t.agreed()
    for colour in move.colours:
        t.gain_cube(seat, state.data.colour_at[colour], "DR-014", "for_setup", in_line=True)
    t.change_player(seat, has_first_cubes=True)


@STARTER.answer(Start)
def start(t: Trial, move: Start) -> None:
    """The first starting player: one of the seats, once, before the first turn (DR-016)."""
    state = t.state
    if move.of == TABLE:
        t.bar("DR-016", "starter_is_a_seat")
    if not state.asks.in_setup:
        t.bar("DR-016", "game_has_begun")
    if state.starter is not None:
        t.bar("DR-016", "starts", seat=state.starter)
    t.agreed()
    t.set(starter=move.of)
    t.note("DR-016", "was_last_at_circus", seat=move.of)
