"""The course of the game: which phase follows which.

In: a draft after a move. Out: the same, moved on to the next phase in which somebody has something to decide.

SETUP → SETUP_KEEP → SETUP_CUBES → [TURN_START → PLACEMENT → RESOLVE_… → DISTRIBUTION → VOTE → DOUBLE_VOTE → TURN_END →
REFILL] 5 to 7 times → for each player SHOW → AFTER_SHOW → REFILL → turn 1 of the next show; at last GAME_END → OVER.
Invariant: a phase in which nobody has anything to decide is passed over; nothing moves on while a hand is too full, a
card is due or a deck must be shuffled.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pnp.games.drumroll import rule_ids
from pnp.games.drumroll.moves import Decline, Return
from pnp.games.drumroll.phases.decks import note_empty_places, settle
from pnp.games.drumroll.phases.distribution import somebody_may_feed
from pnp.games.drumroll.phases.final_scoring import score_all
from pnp.games.drumroll.phases.hiring import discount, serve, serves_nobody
from pnp.games.drumroll.phases.performances import all_have_appeared, begin_show, end_of_performers
from pnp.games.drumroll.phases.placing import bank_owner, resolve
from pnp.games.drumroll.phases.setup_moves import everybody_has_kept, left_of, setup_is_complete
from pnp.games.drumroll.phases.voting import begin_vote, close_vote, needs_double_vote, votes_are_in
from pnp.games.drumroll.state import DrumRollState, Offer, Phase, crowded, missing, owner_of, shuffle_due
from pnp.games.drumroll.trial import Trial
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat


def advance(draft: Trial) -> None:
    """Go on to the next decision."""
    settle(draft)
    full = crowded(draft.table)
    while draft.table.owed is None and full is None:
        step = STEPS.get(draft.table.phase)
        if step is None or not step(draft):
            break
        full = crowded(draft.table)
    draft.set(full=full, short=shuffle_due(draft.table))


# set-up


def _setup(draft: Trial) -> bool:
    if not setup_is_complete(draft.table):
        return False
    draft.set(phase=Phase.SETUP_KEEP)
    return True


def _keep(draft: Trial) -> bool:
    if not everybody_has_kept(draft):
        return False
    draft.set(phase=Phase.SETUP_CUBES)
    return True


def _cubes(draft: Trial) -> bool:
    table = draft.table
    if table.starter is None or not all(player.took for player in table.players):
        return False
    draft.note(rule_ids.FIRST_TURN, "the round token is on turn 1, the show token on show 1")
    begin_turn(draft, 1)
    return True


# turns


def begin_turn(draft: Trial, turn: int) -> None:
    """A preparation turn of all players begins (DR-020, DR-021)."""
    table = draft.table
    draft.change_all(used=0, passed=0, agent=False, assistant=False, fed=False)
    draft.set(
        phase=Phase.TURN_START,
        turn=turn,
        asked=False,
        markers=((),) * len(table.kit.actions),
        cube_actions=0,
        refill_for="",
    )
    if draft.notes is not None:
        who = table.name(table.starter) if table.starter is not None else "nobody"
        draft.note(rule_ids.SHOWS, f"show {table.show} of {table.kit.number.shows} is prepared")
        draft.tell(rule_ids.TURN, f"turn {turn}, {who} starts")


def _turn_start(draft: Trial) -> bool:
    if not draft.table.asked and bank_owner(draft.table) is not None:
        return False
    draft.set(phase=Phase.PLACEMENT, asked=False)
    return True


def _placement(draft: Trial) -> bool:
    markers = draft.table.kit.number.markers
    if any(player.used < markers for player in draft.table.players):
        return False
    resolve(draft)
    draft.set(phase=Phase.RESOLVE_INVEST)
    return True


def _served(draft: Trial) -> bool:
    """The markers of one action, from the lowest up (DR-054 to DR-058)."""
    table = draft.table
    action = Phase.SERVED[table.phase]
    if table.markers[action]:
        nothing = serves_nobody(table)
        if not nothing:
            return False
        draft.tell(rule_ids.NO_INVESTMENTS if table.phase == Phase.RESOLVE_INVEST else rule_ids.DECLINE, nothing)
        for seat in table.markers[action]:
            serve(draft, action, seat)
    if table.phase == Phase.RESOLVE_PERSONNEL:
        discount(draft)
        draft.set(phase=Phase.DISTRIBUTION)
    else:
        draft.set(phase=Phase.RESOLVE_PERFORMER if table.phase == Phase.RESOLVE_INVEST else Phase.RESOLVE_PERSONNEL)
    return True


def _distribution(draft: Trial) -> bool:
    table = draft.table
    if not all(player.fed for player in table.players) and (
        any(player.fed for player in table.players) or somebody_may_feed(table)
    ):
        return False
    # A Show Organizer returned before this turn is barred no more (DR-059).
    last = table.turn >= table.kit.number.last_turn
    draft.set(barred=None, onward=not last)
    if last:
        draft.tell(rule_ids.SEVENTH, "the show begins without a vote")
    if table.turn in table.kit.number.votes_after and table.kit.switch.vote_before_turn_end:
        begin_vote(draft)
    else:
        draft.set(phase=Phase.TURN_END)
    return True


def _vote(draft: Trial) -> bool:
    if not votes_are_in(draft):
        return False
    if needs_double_vote(draft):
        draft.set(phase=Phase.DOUBLE_VOTE)
    else:
        end_vote(draft)
    return True


def end_vote(draft: Trial) -> None:
    """The result of a vote is final (DR-091 to DR-093)."""
    delayed = close_vote(draft)
    draft.set(onward=delayed)
    if draft.table.kit.switch.vote_before_turn_end:
        draft.set(phase=Phase.TURN_END)
    elif delayed:
        begin_turn(draft, draft.table.turn + 1)
    else:
        begin_shows(draft)


def organizer_owner(state: DrumRollState) -> Seat | None:
    """Who is asked for the Show Organizer at the turn end (DR-080, DR-085)."""
    kit = state.kit
    if not state.onward and kit.switch.organizer_before_show == "not_allowed":
        return None
    if len(state.staff_area) >= kit.number.personnel and kit.switch.organizer_over_full_area == "not_allowed":
        return None
    return owner_of(state, kit.organizer)


def refuse_return(state: DrumRollState, move: Return) -> Illegal | None:
    """The owner at the turn end (DR-080)."""
    if move.card != state.kit.organizer:
        return Illegal(rule_ids.ORGANIZER, f"{state.kit.label(move.card)} is not returned")
    if state.phase == Phase.TURN_END and move.seat == organizer_owner(state):
        return None
    kit, due = state.kit, "only its owner returns it, at the end of a turn"
    if kit.switch.organizer_before_show == "not_allowed":
        due += ", and at this table not before a show"
    if kit.switch.organizer_over_full_area == "not_allowed":
        due += ", and at this table not to a full hiring area"
    return Illegal(rule_ids.ORGANIZER, due)


def return_organizer(draft: Trial, move: Return) -> None:
    """The card goes back without tokens, its owner starts next (DR-080)."""
    table, seat = draft.table, move.seat
    staff = tuple(card for card in table.players[seat].staff if card != move.card)
    draft.change(seat, staff=staff)
    draft.set(staff_area=(*table.staff_area, Offer(move.card)), next_starter=seat, barred=seat, asked=True)
    draft.note(rule_ids.ORGANIZER, f"{draft.name(seat)} is the next starting player")
    draft.note(rule_ids.ORGANIZER_BARRED, f"{draft.name(seat)} may not hire it in the next turn")


def keep_organizer(draft: Trial, move: Decline) -> None:
    """The owner keeps the card (DR-085)."""
    draft.set(asked=True)
    draft.note(rule_ids.ORGANIZER_ASKED, f"{draft.name(move.seat)} keeps the Show Organizer")


def _turn_end(draft: Trial) -> bool:
    table = draft.table
    if not table.asked and organizer_owner(table) is not None:
        return False
    draft.set(asked=False)
    early = not table.kit.switch.vote_before_turn_end and (
        table.turn in table.kit.number.votes_after or not table.onward
    )
    if table.onward or early:
        draft.set(phase=Phase.REFILL, refill_for="vote" if early else "turn")
    else:
        begin_shows(draft)
    return True


def _refill(draft: Trial) -> bool:
    table = draft.table
    if any(missing(table)):
        return False
    note_empty_places(draft)
    if table.refill_for == "show":
        begin_turn(draft, 1)
        return True
    pass_tile(draft)
    if table.refill_for == "vote" and table.onward:
        begin_vote(draft)
    elif table.refill_for == "vote":
        begin_shows(draft)
    else:
        draft.note(rule_ids.NEXT_TURN, "the round token moves on")
        begin_turn(draft, table.turn + 1)
    return True


def pass_tile(draft: Trial) -> None:
    """The starting player tile goes to the left, or to who returned the Organizer (DR-080, DR-084)."""
    table = draft.table
    user = table.next_starter
    if user is None:
        user = left_of(table, table.starter or 0)
        draft.note(rule_ids.TILE_LEFT, f"the starting player tile goes to {draft.name(user)}")
    else:
        draft.note(rule_ids.ORGANIZER, f"{draft.name(user)} takes the starting player tile")
    draft.set(starter=user, next_starter=None)


# shows


def begin_shows(draft: Trial) -> None:
    """Preparation is over: in player order everybody gives a show (DR-100)."""
    table = draft.table
    for seat, player in enumerate(table.players):
        troupe = tuple(replace(trouper, level=0) for trouper in player.troupe)
        draft.change(seat, troupe=troupe, skips=0, fired=False, perfect=False)
    draft.set(given=0)
    begin_show(draft, table.starter or 0)


def _show(draft: Trial) -> bool:
    if not all_have_appeared(draft.table):
        return False
    if draft.notes is not None:
        draft.note(rule_ids.APPEAR_ONCE, "every performer not flipped before has appeared once")
    end_of_performers(draft)
    return True


def _after_show(draft: Trial) -> bool:
    table = draft.table
    order = list(table.around())
    assert table.stage is not None
    if table.given <= order.index(table.stage):
        return False
    if table.given < len(order):
        begin_show(draft, order[table.given])
    elif table.show < table.kit.number.shows:
        end_show(draft)
    else:
        draft.set(phase=Phase.GAME_END, stage=None)
        draft.tell(rule_ids.LAST_SHOW, f"show {table.show} was the last one: all lay their hands open")
    return True


def end_show(draft: Trial) -> None:
    """Area, regions, tickets, markers and tile for the next show (DR-130 to DR-134)."""
    table = draft.table
    kit = table.kit
    tokens = sum(offer.tokens for offer in (*table.performer_area, *table.staff_area))
    draft.set(
        performer_discards=(*table.performer_discards, *(offer.card for offer in table.performer_area)),
        staff_discards=(*table.staff_discards, *(offer.card for offer in table.staff_area)),
        performer_area=(),
        staff_area=(),
        tokens=table.tokens + tokens,
    )
    draft.tell(rule_ids.AREA_DISCARDED, "all cards of the hiring area are discarded")
    _pass_regions(draft)
    for seat in range(len(table.players)):
        draft.change(seat, tickets=0)
    draft.note(rule_ids.TICKETS_BACK, "ticket cubes go back to the start")
    starter = table.next_starter
    if starter is None:
        starter = left_of(table, table.starter or 0)
    draft.tell(rule_ids.NEXT_STARTER, f"{draft.name(starter)} begins the next show's first turn")
    draft.set(
        phase=Phase.REFILL, refill_for="show", stage=None, given=0, show=table.show + 1, turn=1, onward=True,
        starter=starter, next_starter=None,
    )  # fmt: skip
    draft.note(rule_ids.SHOW_MARKERS, f"show {table.show} of {kit.number.shows}, turn 1")


def _pass_regions(draft: Trial) -> None:
    """Each region tile to the left; of two players past the one who is not there (DR-132)."""
    table = draft.table
    tiles = [player.region for player in table.players]
    if table.virtual:
        tiles.append(table.virtual)
    tiles = [tiles[-1], *tiles[:-1]]
    for seat in range(len(table.players)):
        draft.change(seat, region=tiles[seat])
    if table.virtual:
        draft.set(virtual=tiles[-1])
    if draft.notes is not None:
        label = table.kit.label
        told = [f"{table.name(seat)}:{label(tile)}" for seat, tile in enumerate(tiles[: len(table.players)])]
        told += [f"virtual:{label(tiles[-1])}"] if table.virtual else []
        draft.tell(rule_ids.REGIONS_LEFT, f"regions {' '.join(told)}")


def _game_end(draft: Trial) -> bool:
    if not all(player.revealed for player in draft.table.players):
        return False
    score_all(draft)
    return False


STEPS: dict[str, Callable[[Trial], bool]] = {
    Phase.SETUP: _setup,
    Phase.SETUP_KEEP: _keep,
    Phase.SETUP_CUBES: _cubes,
    Phase.TURN_START: _turn_start,
    Phase.PLACEMENT: _placement,
    Phase.RESOLVE_INVEST: _served,
    Phase.RESOLVE_PERFORMER: _served,
    Phase.RESOLVE_PERSONNEL: _served,
    Phase.DISTRIBUTION: _distribution,
    Phase.VOTE: _vote,
    Phase.TURN_END: _turn_end,
    Phase.REFILL: _refill,
    Phase.SHOW: _show,
    Phase.AFTER_SHOW: _after_show,
    Phase.GAME_END: _game_end,
}
