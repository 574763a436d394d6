"""The course of the game: which phase follows which.

In: a trial after a move. Out: the same, moved on to the next phase in which somebody has something to decide.

set-up → [turn start → markers placed and resolved → distribution → vote → turn end → refill] 5 to 7 times → for each
player a show → refill → turn 1 of the next show; at last the end of the game.
Invariant: a phase in which nobody has anything to decide is passed over; nothing moves on while a hand is too full, a
card is due or a deck must be shuffled.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.drumroll.moves import Next
from pnp.games.drumroll.phases.deals import REFILL, SETUP, shuffle_due
from pnp.games.drumroll.phases.decks import note_empty_spaces, settle_cards_due
from pnp.games.drumroll.phases.distribution import DISTRIBUTION
from pnp.games.drumroll.phases.double_vote import CLOSING, DOUBLE_VOTE, needs_double_vote
from pnp.games.drumroll.phases.final_scoring import OVER
from pnp.games.drumroll.phases.hiring import HIRING_PERFORMER, HIRING_PERSONNEL, INVESTING
from pnp.games.drumroll.phases.investment_cards import GAME_END
from pnp.games.drumroll.phases.organizer import TURN_END
from pnp.games.drumroll.phases.performances import AFTER_SHOW, SHOW, begin_show
from pnp.games.drumroll.phases.placing import PLACEMENT, TURN_START
from pnp.games.drumroll.phases.setup_moves import FIRST_CUBES, KEEP, left_of
from pnp.games.drumroll.phases.voting import VOTE, announce_votes, begin_vote, close_vote
from pnp.games.drumroll.question import Question
from pnp.games.drumroll.state import over_hand_limit
from pnp.games.drumroll.trial import Trial
from pnp.library.words import join_texts

# The phases in order, each a question; what follows the last of a turn or of a show says which one begins again.
COURSE: tuple[Question, ...] = (
    SETUP, KEEP, FIRST_CUBES,
    TURN_START, PLACEMENT, INVESTING, HIRING_PERFORMER, HIRING_PERSONNEL, DISTRIBUTION, VOTE, DOUBLE_VOTE, TURN_END,
    REFILL,
    SHOW, AFTER_SHOW,
    GAME_END, OVER,
)  # fmt: skip


def advance(t: Trial) -> None:
    """Go on to the next decision."""
    settle_cards_due(t)
    full = over_hand_limit(t.state)
    while t.state.cards_due is None and full is None:
        asked = t.state.asks
        if asked is OVER or asked.whom(t.state):
            break
        if asked.follow is not None:
            asked.follow(t)
        if t.state.phase == asked.id:
            t.set(phase=COURSE[COURSE.index(asked) + 1].id)
        full = over_hand_limit(t.state)
    deck = shuffle_due(t.state)
    if full != t.state.over_limit or deck != t.state.deck_to_shuffle:
        t.set(over_limit=full, deck_to_shuffle=deck)


# turns


@FIRST_CUBES.followed_by
def _first_turn(t: Trial) -> None:
    t.note("DR-002", "tracks_at_one")
    begin_turn(t, 1)


def begin_turn(t: Trial, turn: int) -> None:
    """A preparation turn of all players begins (DR-020, DR-021)."""
    state = t.state
    t.change_players(decisions_made=0, pass_coins_due=0, agent_used=False, assistant_used=False, has_distributed=False)
    t.set(
        phase=TURN_START.id,
        turn=turn,
        is_answered=False,
        markers=((),) * len(state.data.actions),
        cube_actions=0,
        refill_for="",
    )
    t.note("DR-020", "show_prepared", show=state.show, shows=state.data.numbers.shows)
    t.announce(
        "DR-021", "turn_begins" if state.starter is not None else "turn_begins_unled", turn=turn, seat=state.starter
    )


@DISTRIBUTION.followed_by
def _distributed(t: Trial) -> None:
    state = t.state
    # A Show Organizer returned before this turn is barred no more (DR-059).
    last = state.turn >= state.data.numbers.last_turn
    t.set(barred=None, another_turn=not last)
    if last:
        t.announce("DR-093", "show_without_vote")
    if state.turn in state.data.numbers.votes_after and state.data.switches.vote_before_turn_end:
        begin_vote(t)
    else:
        t.set(phase=TURN_END.id)


@VOTE.followed_by
def _votes_are_in(t: Trial) -> None:
    announce_votes(t)
    if not needs_double_vote(t):
        end_vote(t)


@CLOSING.answer(Next)
def end_double_votes(t: Trial, move: Next) -> None:
    """The table closes the vote (DR-096)."""
    if t.state.phase != DOUBLE_VOTE.id:
        t.bar("DR-096", "no_vote_to_close")
    t.agreed()
    end_vote(t)


def end_vote(t: Trial) -> None:
    """The result of a vote is final (DR-091 to DR-093)."""
    delayed = close_vote(t)
    t.set(another_turn=delayed)
    if t.state.data.switches.vote_before_turn_end:
        t.set(phase=TURN_END.id)
    elif delayed:
        begin_turn(t, t.state.turn + 1)
    else:
        begin_shows(t)


@TURN_END.followed_by
def _turn_ends(t: Trial) -> None:
    state = t.state
    t.set(is_answered=False)
    early = not state.data.switches.vote_before_turn_end and (
        state.turn in state.data.numbers.votes_after or not state.another_turn
    )
    if state.another_turn or early:
        t.set(phase=REFILL.id, refill_for="vote" if early else "turn")
    else:
        begin_shows(t)


@REFILL.followed_by
def _refilled(t: Trial) -> None:
    state = t.state
    note_empty_spaces(t)
    if state.refill_for == "show":
        begin_turn(t, 1)
        return
    pass_tile(t)
    if state.refill_for == "vote" and state.another_turn:
        begin_vote(t)
    elif state.refill_for == "vote":
        begin_shows(t)
    else:
        t.note("DR-083", "round_token_moves")
        begin_turn(t, state.turn + 1)


def pass_tile(t: Trial) -> None:
    """The starting player tile goes to the left, or to who returned the Organizer (DR-080, DR-084)."""
    state = t.state
    user = state.next_starter
    if user is None:
        user = left_of(state, state.starter or 0)
        t.note("DR-084", "tile_goes_to", seat=user)
    else:
        t.note("DR-080", "takes_tile", seat=user)
    t.set(starter=user, next_starter=None)


# shows


def begin_shows(t: Trial) -> None:
    """Preparation is over: in player order everybody gives a show (DR-100)."""
    state = t.state
    for seat, player in enumerate(state.players):
        troupe = tuple(replace(performer, level=0) for performer in player.troupe)
        t.change_player(seat, troupe=troupe, skips=0, has_fired=False, gave_perfect_show=False)
    begin_show(t, state.starter or 0)


@AFTER_SHOW.followed_by
def _next_show(t: Trial) -> None:
    state = t.state
    order = list(state.clockwise())
    if state.shows_given < len(order):
        begin_show(t, order[state.shows_given])
    elif state.show < state.data.numbers.shows:
        end_show(t)
    else:
        t.set(phase=GAME_END.id, performing=None)
        t.announce("DR-135", "last_show", show=state.show)


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
    t.announce("DR-130", "area_discarded")
    _pass_regions(t)
    for seat in range(len(state.players)):
        t.change_player(seat, tickets=0)
    t.note("DR-133", "tickets_back")
    starter = state.next_starter
    if starter is None:
        starter = left_of(state, state.starter or 0)
    t.announce("DR-134", "begins_next_show", seat=starter)
    t.set(
        phase=REFILL.id, refill_for="show", performing=None, shows_given=0, show=state.show + 1, turn=1,
        another_turn=True, starter=starter, next_starter=None,
    )  # fmt: skip
    t.note("DR-131", "show_and_turn", show=state.show, shows=data.numbers.shows)


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
    t.announce("DR-132", "regions_move", regions=join_texts(" ", regions))
