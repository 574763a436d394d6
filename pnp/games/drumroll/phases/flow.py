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


def advance(trial: Trial) -> None:
    """Go on to the next decision."""
    settle(trial)
    full = crowded(trial.table)
    while trial.table.owed is None and full is None:
        step = STEPS.get(trial.table.phase)
        if step is None or not step(trial):
            break
        full = crowded(trial.table)
    trial.set(full=full, short=shuffle_due(trial.table))


# set-up


def _setup(trial: Trial) -> bool:
    if not setup_is_complete(trial.table):
        return False
    trial.set(phase=Phase.SETUP_KEEP)
    return True


def _keep(trial: Trial) -> bool:
    if not everybody_has_kept(trial):
        return False
    trial.set(phase=Phase.SETUP_CUBES)
    return True


def _cubes(trial: Trial) -> bool:
    table = trial.table
    if table.starter is None or not all(player.took for player in table.players):
        return False
    trial.note(rule_ids.FIRST_TURN, "the round token is on turn 1, the show token on show 1")
    begin_turn(trial, 1)
    return True


# turns


def begin_turn(trial: Trial, turn: int) -> None:
    """A preparation turn of all players begins (DR-020, DR-021)."""
    table = trial.table
    trial.change_all(used=0, passed=0, agent=False, assistant=False, fed=False)
    trial.set(
        phase=Phase.TURN_START,
        turn=turn,
        asked=False,
        markers=((),) * len(table.data.actions),
        cube_actions=0,
        refill_for="",
    )
    if trial.notes is not None:
        who = table.name(table.starter) if table.starter is not None else "nobody"
        trial.note(rule_ids.SHOWS, f"show {table.show} of {table.data.number.shows} is prepared")
        trial.tell(rule_ids.TURN, f"turn {turn}, {who} starts")


def _turn_start(trial: Trial) -> bool:
    if not trial.table.asked and bank_owner(trial.table) is not None:
        return False
    trial.set(phase=Phase.PLACEMENT, asked=False)
    return True


def _placement(trial: Trial) -> bool:
    markers = trial.table.data.number.markers
    if any(player.used < markers for player in trial.table.players):
        return False
    resolve(trial)
    trial.set(phase=Phase.RESOLVE_INVEST)
    return True


def _served(trial: Trial) -> bool:
    """The markers of one action, from the lowest up (DR-054 to DR-058)."""
    table = trial.table
    action = Phase.SERVED[table.phase]
    if table.markers[action]:
        nothing = serves_nobody(table)
        if not nothing:
            return False
        trial.tell(rule_ids.NO_INVESTMENTS if table.phase == Phase.RESOLVE_INVEST else rule_ids.DECLINE, nothing)
        for seat in table.markers[action]:
            serve(trial, action, seat)
    if table.phase == Phase.RESOLVE_PERSONNEL:
        discount(trial)
        trial.set(phase=Phase.DISTRIBUTION)
    else:
        trial.set(phase=Phase.RESOLVE_PERFORMER if table.phase == Phase.RESOLVE_INVEST else Phase.RESOLVE_PERSONNEL)
    return True


def _distribution(trial: Trial) -> bool:
    table = trial.table
    if not all(player.fed for player in table.players) and (
        any(player.fed for player in table.players) or somebody_may_feed(table)
    ):
        return False
    # A Show Organizer returned before this turn is barred no more (DR-059).
    last = table.turn >= table.data.number.last_turn
    trial.set(barred=None, onward=not last)
    if last:
        trial.tell(rule_ids.SEVENTH, "the show begins without a vote")
    if table.turn in table.data.number.votes_after and table.data.switch.vote_before_turn_end:
        begin_vote(trial)
    else:
        trial.set(phase=Phase.TURN_END)
    return True


def _vote(trial: Trial) -> bool:
    if not votes_are_in(trial):
        return False
    if needs_double_vote(trial):
        trial.set(phase=Phase.DOUBLE_VOTE)
    else:
        end_vote(trial)
    return True


def end_vote(trial: Trial) -> None:
    """The result of a vote is final (DR-091 to DR-093)."""
    delayed = close_vote(trial)
    trial.set(onward=delayed)
    if trial.table.data.switch.vote_before_turn_end:
        trial.set(phase=Phase.TURN_END)
    elif delayed:
        begin_turn(trial, trial.table.turn + 1)
    else:
        begin_shows(trial)


def organizer_owner(state: DrumRollState) -> Seat | None:
    """Who is asked for the Show Organizer at the turn end (DR-080, DR-085)."""
    data = state.data
    if not state.onward and data.switch.organizer_before_show == "not_allowed":
        return None
    if len(state.staff_area) >= data.number.personnel and data.switch.organizer_over_full_area == "not_allowed":
        return None
    return owner_of(state, data.organizer)


def refuse_return(state: DrumRollState, move: Return) -> Illegal | None:
    """The owner at the turn end (DR-080)."""
    if move.card != state.data.organizer:
        return Illegal(rule_ids.ORGANIZER, f"{state.data.label(move.card)} is not returned")
    if state.phase == Phase.TURN_END and move.seat == organizer_owner(state):
        return None
    data, due = state.data, "only its owner returns it, at the end of a turn"
    if data.switch.organizer_before_show == "not_allowed":
        due += ", and at this table not before a show"
    if data.switch.organizer_over_full_area == "not_allowed":
        due += ", and at this table not to a full hiring area"
    return Illegal(rule_ids.ORGANIZER, due)


def return_organizer(trial: Trial, move: Return) -> None:
    """The card goes back without tokens, its owner starts next (DR-080)."""
    table, seat = trial.table, move.seat
    staff = tuple(card for card in table.players[seat].staff if card != move.card)
    trial.change(seat, staff=staff)
    trial.set(staff_area=(*table.staff_area, Offer(move.card)), next_starter=seat, barred=seat, asked=True)
    trial.note(rule_ids.ORGANIZER, f"{trial.name(seat)} is the next starting player")
    trial.note(rule_ids.ORGANIZER_BARRED, f"{trial.name(seat)} may not hire it in the next turn")


def keep_organizer(trial: Trial, move: Decline) -> None:
    """The owner keeps the card (DR-085)."""
    trial.set(asked=True)
    trial.note(rule_ids.ORGANIZER_ASKED, f"{trial.name(move.seat)} keeps the Show Organizer")


def _turn_end(trial: Trial) -> bool:
    table = trial.table
    if not table.asked and organizer_owner(table) is not None:
        return False
    trial.set(asked=False)
    early = not table.data.switch.vote_before_turn_end and (
        table.turn in table.data.number.votes_after or not table.onward
    )
    if table.onward or early:
        trial.set(phase=Phase.REFILL, refill_for="vote" if early else "turn")
    else:
        begin_shows(trial)
    return True


def _refill(trial: Trial) -> bool:
    table = trial.table
    if any(missing(table)):
        return False
    note_empty_places(trial)
    if table.refill_for == "show":
        begin_turn(trial, 1)
        return True
    pass_tile(trial)
    if table.refill_for == "vote" and table.onward:
        begin_vote(trial)
    elif table.refill_for == "vote":
        begin_shows(trial)
    else:
        trial.note(rule_ids.NEXT_TURN, "the round token moves on")
        begin_turn(trial, table.turn + 1)
    return True


def pass_tile(trial: Trial) -> None:
    """The starting player tile goes to the left, or to who returned the Organizer (DR-080, DR-084)."""
    table = trial.table
    user = table.next_starter
    if user is None:
        user = left_of(table, table.starter or 0)
        trial.note(rule_ids.TILE_LEFT, f"the starting player tile goes to {trial.name(user)}")
    else:
        trial.note(rule_ids.ORGANIZER, f"{trial.name(user)} takes the starting player tile")
    trial.set(starter=user, next_starter=None)


# shows


def begin_shows(trial: Trial) -> None:
    """Preparation is over: in player order everybody gives a show (DR-100)."""
    table = trial.table
    for seat, player in enumerate(table.players):
        troupe = tuple(replace(trouper, level=0) for trouper in player.troupe)
        trial.change(seat, troupe=troupe, skips=0, fired=False, perfect=False)
    trial.set(given=0)
    begin_show(trial, table.starter or 0)


def _show(trial: Trial) -> bool:
    if not all_have_appeared(trial.table):
        return False
    if trial.notes is not None:
        trial.note(rule_ids.APPEAR_ONCE, "every performer not flipped before has appeared once")
    end_of_performers(trial)
    return True


def _after_show(trial: Trial) -> bool:
    table = trial.table
    order = list(table.around())
    assert table.stage is not None
    if table.given <= order.index(table.stage):
        return False
    if table.given < len(order):
        begin_show(trial, order[table.given])
    elif table.show < table.data.number.shows:
        end_show(trial)
    else:
        trial.set(phase=Phase.GAME_END, stage=None)
        trial.tell(rule_ids.LAST_SHOW, f"show {table.show} was the last one: all lay their hands open")
    return True


def end_show(trial: Trial) -> None:
    """Area, regions, tickets, markers and tile for the next show (DR-130 to DR-134)."""
    table = trial.table
    data = table.data
    tokens = sum(offer.tokens for offer in (*table.performer_area, *table.staff_area))
    trial.set(
        performer_discards=(*table.performer_discards, *(offer.card for offer in table.performer_area)),
        staff_discards=(*table.staff_discards, *(offer.card for offer in table.staff_area)),
        performer_area=(),
        staff_area=(),
        tokens=table.tokens + tokens,
    )
    trial.tell(rule_ids.AREA_DISCARDED, "all cards of the hiring area are discarded")
    _pass_regions(trial)
    for seat in range(len(table.players)):
        trial.change(seat, tickets=0)
    trial.note(rule_ids.TICKETS_BACK, "ticket cubes go back to the start")
    starter = table.next_starter
    if starter is None:
        starter = left_of(table, table.starter or 0)
    trial.tell(rule_ids.NEXT_STARTER, f"{trial.name(starter)} begins the next show's first turn")
    trial.set(
        phase=Phase.REFILL, refill_for="show", stage=None, given=0, show=table.show + 1, turn=1, onward=True,
        starter=starter, next_starter=None,
    )  # fmt: skip
    trial.note(rule_ids.SHOW_MARKERS, f"show {table.show} of {data.number.shows}, turn 1")


def _pass_regions(trial: Trial) -> None:
    """Each region tile to the left; of two players past the one who is not there (DR-132)."""
    table = trial.table
    tiles = [player.region for player in table.players]
    if table.virtual:
        tiles.append(table.virtual)
    tiles = [tiles[-1], *tiles[:-1]]
    for seat in range(len(table.players)):
        trial.change(seat, region=tiles[seat])
    if table.virtual:
        trial.set(virtual=tiles[-1])
    if trial.notes is not None:
        label = table.data.label
        told = [f"{table.name(seat)}:{label(tile)}" for seat, tile in enumerate(tiles[: len(table.players)])]
        told += [f"virtual:{label(tiles[-1])}"] if table.virtual else []
        trial.tell(rule_ids.REGIONS_LEFT, f"regions {' '.join(told)}")


def _game_end(trial: Trial) -> bool:
    if not all(player.revealed for player in trial.table.players):
        return False
    score_all(trial)
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
