"""The course of the game: which phase follows which.

In: a trial after a move. Out: the same, moved on to the next phase in which somebody has something to decide.

SETUP → SETUP_KEEP → SETUP_CUBES → [TURN_START → PLACEMENT → RESOLVE_… → DISTRIBUTION → VOTE → DOUBLE_VOTE → TURN_END →
REFILL] 5 to 7 times → for each player SHOW → AFTER_SHOW → REFILL → turn 1 of the next show; at last GAME_END → OVER.
Invariant: a phase in which nobody has anything to decide is passed over; nothing moves on while a hand is too full, a
card is due or a deck must be shuffled.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pnp.games.drumroll import rule_ids
from pnp.games.drumroll.moves import Decline, Next, Return
from pnp.games.drumroll.phases.decks import note_empty_spaces, settle_cards_due
from pnp.games.drumroll.phases.distribution import anybody_may_distribute
from pnp.games.drumroll.phases.final_scoring import score_all
from pnp.games.drumroll.phases.hiring import decline_offer, discount, take_back_marker, why_markers_lapse
from pnp.games.drumroll.phases.performances import all_have_appeared, begin_show, end_of_performers
from pnp.games.drumroll.phases.placing import bank_owner, resolve
from pnp.games.drumroll.phases.setup_moves import KEEP, everybody_has_kept, left_of, setup_is_complete
from pnp.games.drumroll.phases.voting import (
    VOTE,
    begin_vote,
    close_vote,
    needs_double_vote,
    votes_are_in,
    waive_double_vote,
)
from pnp.games.drumroll.state import DrumRollState, OfferedCard, Phase, missing, over_hand_limit, owner_of, shuffle_due
from pnp.games.drumroll.trial import Trial
from pnp.library.words import join_texts
from pnp.referee.seat import Seat

SECRET_CHOICES = {choice.phase: choice for choice in (KEEP, VOTE)}


def advance(t: Trial) -> None:
    """Go on to the next decision."""
    settle_cards_due(t)
    full = over_hand_limit(t.state)
    while t.state.cards_due is None and full is None:
        step = STEPS.get(t.state.phase)
        if step is None or not step(t):
            break
        full = over_hand_limit(t.state)
    deck = shuffle_due(t.state)
    if full != t.state.over_limit or deck != t.state.deck_to_shuffle:
        t.set(over_limit=full, deck_to_shuffle=deck)


# set-up


def _setup(t: Trial) -> bool:
    if not setup_is_complete(t.state):
        return False
    t.set(phase=Phase.SETUP_KEEP)
    return True


def _keep(t: Trial) -> bool:
    if not everybody_has_kept(t):
        return False
    t.set(phase=Phase.SETUP_CUBES)
    return True


def _cubes(t: Trial) -> bool:
    state = t.state
    if state.starter is None or not all(player.has_first_cubes for player in state.players):
        return False
    t.note(rule_ids.FIRST_TURN, "tracks_at_one")
    begin_turn(t, 1)
    return True


# turns


def begin_turn(t: Trial, turn: int) -> None:
    """A preparation turn of all players begins (DR-020, DR-021)."""
    state = t.state
    t.change_players(decisions_made=0, pass_coins_due=0, agent_used=False, assistant_used=False, has_distributed=False)
    t.set(
        phase=Phase.TURN_START,
        turn=turn,
        is_answered=False,
        markers=((),) * len(state.data.actions),
        cube_actions=0,
        refill_for="",
    )
    t.note(rule_ids.SHOWS, "show_prepared", show=state.show, shows=state.data.numbers.shows)
    t.announce(
        rule_ids.TURN,
        "turn_begins" if state.starter is not None else "turn_begins_unled",
        turn=turn,
        seat=state.starter,
    )


def _turn_start(t: Trial) -> bool:
    if not t.state.is_answered and bank_owner(t.state) is not None:
        return False
    t.set(phase=Phase.PLACEMENT, is_answered=False)
    return True


def _placement(t: Trial) -> bool:
    markers = t.state.data.numbers.markers
    if any(player.decisions_made < markers for player in t.state.players):
        return False
    resolve(t)
    t.set(phase=Phase.RESOLVE_INVEST)
    return True


def _resolve_markers(t: Trial) -> bool:
    """The markers of one action, from the lowest up (DR-054 to DR-058)."""
    state = t.state
    action = Phase.ONE_BY_ONE[state.phase]
    if seats := state.markers[state.data.action_at[action]]:
        nothing = why_markers_lapse(state)
        if not nothing:
            return False
        t.announce(rule_ids.NO_INVESTMENTS if state.phase == Phase.RESOLVE_INVEST else rule_ids.DECLINE, nothing)
        for seat in seats:
            take_back_marker(t, action, seat)
    if state.phase == Phase.RESOLVE_PERSONNEL:
        discount(t)
        t.set(phase=Phase.DISTRIBUTION)
    else:
        t.set(phase=Phase.RESOLVE_PERFORMER if state.phase == Phase.RESOLVE_INVEST else Phase.RESOLVE_PERSONNEL)
    return True


def _distribution(t: Trial) -> bool:
    state = t.state
    if not all(player.has_distributed for player in state.players) and (
        any(player.has_distributed for player in state.players) or anybody_may_distribute(state)
    ):
        return False
    # A Show Organizer returned before this turn is barred no more (DR-059).
    last = state.turn >= state.data.numbers.last_turn
    t.set(barred=None, another_turn=not last)
    if last:
        t.announce(rule_ids.SEVENTH, "show_without_vote")
    if state.turn in state.data.numbers.votes_after and state.data.switches.vote_before_turn_end:
        begin_vote(t)
    else:
        t.set(phase=Phase.TURN_END)
    return True


def _vote(t: Trial) -> bool:
    if not votes_are_in(t):
        return False
    if needs_double_vote(t):
        t.set(phase=Phase.DOUBLE_VOTE)
    else:
        end_vote(t)
    return True


def decline(t: Trial, move: Decline) -> None:
    """What is declined is what is asked in this phase, or a gain."""
    phase = "" if move.action else t.state.phase
    if phase == Phase.TURN_END:
        keep_organizer(t, move)
    elif phase == Phase.DOUBLE_VOTE:
        waive_double_vote(t, move)
    else:
        decline_offer(t, move)


def end_double_votes(t: Trial, move: Next) -> None:
    """The table closes the vote (DR-096)."""
    if t.state.phase != Phase.DOUBLE_VOTE:
        t.bar(rule_ids.DOUBLE_VOTE, "no_vote_to_close")
    t.agreed()
    end_vote(t)


def end_vote(t: Trial) -> None:
    """The result of a vote is final (DR-091 to DR-093)."""
    delayed = close_vote(t)
    t.set(another_turn=delayed)
    if t.state.data.switches.vote_before_turn_end:
        t.set(phase=Phase.TURN_END)
    elif delayed:
        begin_turn(t, t.state.turn + 1)
    else:
        begin_shows(t)


def organizer_owner(state: DrumRollState) -> Seat | None:
    """Who is asked for the Show Organizer at the turn end (DR-080, DR-085)."""
    data = state.data
    if not state.another_turn and data.switches.organizer_before_show == "not_allowed":
        return None
    if len(state.staff_area) >= data.numbers.personnel and data.switches.organizer_over_full_area == "not_allowed":
        return None
    return owner_of(state, data.organizer)


# When it is due, by what this table does not allow: before a show, to a full hiring area.
_ORGANIZER_DUE = {
    (False, False): "organizer_due",
    (True, False): "organizer_due_not_before_show",
    (False, True): "organizer_due_not_to_full",
    (True, True): "organizer_due_not_either",
}


def return_organizer(t: Trial, move: Return) -> None:
    """The card goes back without tokens, its owner starts next (DR-080)."""
    state, data, seat = t.state, t.state.data, move.seat
    if move.card != data.organizer:
        t.bar(rule_ids.ORGANIZER, "organizer_not_returned", card=move.card)
    if state.phase != Phase.TURN_END or seat != organizer_owner(state):
        not_before_show = data.switches.organizer_before_show == "not_allowed"
        not_to_full = data.switches.organizer_over_full_area == "not_allowed"
        t.bar(rule_ids.ORGANIZER, _ORGANIZER_DUE[not_before_show, not_to_full])
    t.agreed()
    staff = tuple(card for card in state.players[seat].staff if card != move.card)
    t.change_player(seat, staff=staff)
    t.set(staff_area=(*state.staff_area, OfferedCard(move.card)), next_starter=seat, barred=seat, is_answered=True)
    t.note(rule_ids.ORGANIZER, "next_starter", seat=seat)
    t.note(rule_ids.ORGANIZER_BARRED, "may_not_hire_it", seat=seat)


def keep_organizer(t: Trial, move: Decline) -> None:
    """The owner keeps the card (DR-085)."""
    if organizer_owner(t.state) != move.seat:
        t.bar(rule_ids.ORGANIZER, "not_organizer_owner", seat=move.seat)
    t.agreed()
    t.set(is_answered=True)
    t.note(rule_ids.ORGANIZER_ASKED, "keeps_organizer", seat=move.seat)


def _turn_end(t: Trial) -> bool:
    state = t.state
    if not state.is_answered and organizer_owner(state) is not None:
        return False
    t.set(is_answered=False)
    early = not state.data.switches.vote_before_turn_end and (
        state.turn in state.data.numbers.votes_after or not state.another_turn
    )
    if state.another_turn or early:
        t.set(phase=Phase.REFILL, refill_for="vote" if early else "turn")
    else:
        begin_shows(t)
    return True


def _refill(t: Trial) -> bool:
    state = t.state
    if any(missing(state)):
        return False
    note_empty_spaces(t)
    if state.refill_for == "show":
        begin_turn(t, 1)
        return True
    pass_tile(t)
    if state.refill_for == "vote" and state.another_turn:
        begin_vote(t)
    elif state.refill_for == "vote":
        begin_shows(t)
    else:
        t.note(rule_ids.NEXT_TURN, "round_token_moves")
        begin_turn(t, state.turn + 1)
    return True


def pass_tile(t: Trial) -> None:
    """The starting player tile goes to the left, or to who returned the Organizer (DR-080, DR-084)."""
    state = t.state
    user = state.next_starter
    if user is None:
        user = left_of(state, state.starter or 0)
        t.note(rule_ids.TILE_LEFT, "tile_goes_to", seat=user)
    else:
        t.note(rule_ids.ORGANIZER, "takes_tile", seat=user)
    t.set(starter=user, next_starter=None)


# shows


def begin_shows(t: Trial) -> None:
    """Preparation is over: in player order everybody gives a show (DR-100)."""
    state = t.state
    for seat, player in enumerate(state.players):
        troupe = tuple(replace(performer, level=0) for performer in player.troupe)
        t.change_player(seat, troupe=troupe, skips=0, has_fired=False, gave_perfect_show=False)
    t.set(shows_given=0)
    begin_show(t, state.starter or 0)


def _show(t: Trial) -> bool:
    if not all_have_appeared(t.state):
        return False
    t.note(rule_ids.APPEAR_ONCE, "all_appeared_once")
    end_of_performers(t)
    return True


def _after_show(t: Trial) -> bool:
    state = t.state
    order = list(state.clockwise())
    assert state.performing is not None
    if state.shows_given <= order.index(state.performing):
        return False
    if state.shows_given < len(order):
        begin_show(t, order[state.shows_given])
    elif state.show < state.data.numbers.shows:
        end_show(t)
    else:
        t.set(phase=Phase.GAME_END, performing=None)
        t.announce(rule_ids.LAST_SHOW, "last_show", show=state.show)
    return True


def end_show(t: Trial) -> None:
    """Area, regions, tickets, markers and tile for the next show (DR-130 to DR-134)."""
    state = t.state
    data = state.data
    tokens = sum(offer.tokens for offer in (*state.performer_area, *state.staff_area))
    t.set(
        performer_discards=(*state.performer_discards, *(offer.card for offer in state.performer_area)),
        staff_discards=(*state.staff_discards, *(offer.card for offer in state.staff_area)),
        performer_area=(),
        staff_area=(),
        tokens=state.tokens + tokens,
    )
    t.announce(rule_ids.AREA_DISCARDED, "area_discarded")
    _pass_regions(t)
    for seat in range(len(state.players)):
        t.change_player(seat, tickets=0)
    t.note(rule_ids.TICKETS_BACK, "tickets_back")
    starter = state.next_starter
    if starter is None:
        starter = left_of(state, state.starter or 0)
    t.announce(rule_ids.NEXT_STARTER, "begins_next_show", seat=starter)
    t.set(
        phase=Phase.REFILL, refill_for="show", performing=None, shows_given=0, show=state.show + 1, turn=1,
        another_turn=True, starter=starter, next_starter=None,
    )  # fmt: skip
    t.note(rule_ids.SHOW_MARKERS, "show_and_turn", show=state.show, shows=data.numbers.shows)


def _pass_regions(t: Trial) -> None:
    """Each region tile to the left; of two players past the one who is not there (DR-132)."""
    state = t.state
    tiles = [player.region for player in state.players]
    if state.virtual:
        tiles.append(state.virtual)
    tiles = [tiles[-1], *tiles[:-1]]
    for seat in range(len(state.players)):
        t.change_player(seat, region=tiles[seat])
    if state.virtual:
        t.set(virtual=tiles[-1])
    regions = [state.message("region_of", seat=seat, card=player.region) for seat, player in enumerate(state.players)]
    regions += [state.message("region_of_virtual", card=state.virtual)] if state.virtual else []
    t.announce(rule_ids.REGIONS_LEFT, "regions_move", regions=join_texts(" ", regions))


def _game_end(t: Trial) -> bool:
    if not all(player.hand_revealed for player in t.state.players):
        return False
    score_all(t)
    return False


STEPS: dict[str, Callable[[Trial], bool]] = {
    Phase.SETUP: _setup,
    Phase.SETUP_KEEP: _keep,
    Phase.SETUP_CUBES: _cubes,
    Phase.TURN_START: _turn_start,
    Phase.PLACEMENT: _placement,
    Phase.RESOLVE_INVEST: _resolve_markers,
    Phase.RESOLVE_PERFORMER: _resolve_markers,
    Phase.RESOLVE_PERSONNEL: _resolve_markers,
    Phase.DISTRIBUTION: _distribution,
    VOTE.phase: _vote,
    Phase.TURN_END: _turn_end,
    Phase.REFILL: _refill,
    Phase.SHOW: _show,
    Phase.AFTER_SHOW: _after_show,
    Phase.GAME_END: _game_end,
}
