"""Corrections of fact: `table: adjust …`. In: a state and what is true. Out: the corrected state, or Illegal.

Invariant: every copy stays in one place: what leaves a hand goes into its draw pile, and what comes there came from
it. A correction of cards drops what earlier lines had proved about hidden ones: that may have rested on the error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any

from msgspec.structs import replace

from pnp.games.keikalla.card_ids import Card
from pnp.games.keikalla.game_data import ACTION, ACTION_1, ACTION_2, EVENT, MOVE, PILES, VENUE, kind_of
from pnp.games.keikalla.params import DEALT, FACED, SPACE, TOWN, TOWNS_IN_ORDER, EitherParam
from pnp.games.keikalla.state import MOVING, Hand, KeikallaState, Turn
from pnp.games.keikalla.vocabulary.verbs import BreakDown, LeaveMember, NewDate
from pnp.referee.correction import HandParam, SetHand, SetTurn, counted_hand, of_a_player, with_player
from pnp.referee.game import Adjustment
from pnp.referee.move import Move
from pnp.referee.params import AMOUNT, SEAT, UNKNOWN, ListParam, OptionalParam, WordParam
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat

CARDS = OptionalParam(ListParam(FACED), ())


class FacedHandParam(HandParam):
    """A hand; a Headliner may have its town."""

    def __init__(self) -> None:
        super().__init__()
        self._cards = ListParam(FACED, unknown=True)


class SetMovement(SetHand, frozen=True):
    """`table: adjust movement anna road_2 ? ?`, or `adjust movement anna 5`."""

    verb = "movement"

    of: Annotated[Seat, SEAT]
    holds: Annotated[int | tuple[str, ...], FacedHandParam()]


class SetAction(SetHand, frozen=True):
    """`table: adjust action anna manager headliner:oulu ?`."""

    verb = "action"

    of: Annotated[Seat, SEAT]
    holds: Annotated[int | tuple[str, ...], FacedHandParam()]


class SetPlace(Move, frozen=True):
    """`table: adjust at anna por-vsa:2`."""

    verb = "at"

    of: Annotated[Seat, SEAT]
    space: Annotated[str, SPACE]


class SetReputation(Move, frozen=True):
    """`table: adjust fame anna stage_presence`; without cards none lies there."""

    verb = "fame"

    of: Annotated[Seat, SEAT]
    cards: Annotated[tuple[str, ...], CARDS]


class SetLaid(Move, frozen=True):
    """`table: adjust laid anna record_deal hit_song`."""

    verb = "laid"

    of: Annotated[Seat, SEAT]
    cards: Annotated[tuple[str, ...], CARDS]


class SetPlayed(Move, frozen=True):
    """`table: adjust played anna pori tampere`: the dates played, in order."""

    verb = "played"

    of: Annotated[Seat, SEAT]
    towns: Annotated[tuple[str, ...], OptionalParam(ListParam(TOWN), ())]


class SetDates(Move, frozen=True):
    """`table: adjust dates anna 4`, or the towns in order."""

    verb = "dates"

    of: Annotated[Seat, SEAT]
    dates: Annotated[int | tuple[str, ...], EitherParam(TOWN, TOWNS_IN_ORDER)]


class SetLost(Move, frozen=True):
    """`table: adjust lost anna 1`."""

    verb = "lost"

    of: Annotated[Seat, SEAT]
    count: Annotated[int, AMOUNT]


class SetRehab(Move, frozen=True):
    """`table: adjust rehab tampere`; without a town it is used up."""

    verb = "rehab-town"

    town: Annotated[str, OptionalParam(TOWN, "")]


class SetDiscard(Move, frozen=True):
    """`table: adjust discard movement road_2 road_4`, lowest first."""

    verb = "discard"

    pile: Annotated[str, WordParam(PILES)]
    cards: Annotated[tuple[str, ...], OptionalParam(DEALT, ())]


class SetPile(Move, frozen=True):
    """`table: adjust deck action2 12`."""

    verb = "deck"

    pile: Annotated[str, WordParam(PILES)]
    count: Annotated[int, AMOUNT]


def set_turn(state: KeikallaState, move: SetTurn) -> KeikallaState | Illegal:
    """Whose turn it is, from its beginning; open questions are dropped."""
    player = state.players[move.of]
    kept = replace(_returned(state), seat=move.of, phase=MOVING, turn=Turn(), questions=())
    return _recounted(with_player(kept, move.of, turns=player.turns + 1, start=player.at))


def _returned(state: KeikallaState) -> KeikallaState:
    """Cards that lay in front only while a question was open go to their discard piles."""
    data = state.data
    waiting = {card for verb in (BreakDown, LeaveMember, NewDate) for card in data.doing(verb)}
    discards = dict(state.discards)
    players = []
    for player in state.players:
        stays = tuple(card for card in player.front if card not in waiting)
        for card in player.front:
            if card in waiting:
                pile = ACTION if data.cards[card].pile == ACTION else data.pile_of(card)
                discards[pile] = (*discards[pile], card)
        players.append(replace(player, front=stays))
    return replace(state, players=tuple(players), discards=discards, offer=Hand())


def set_movement(state: KeikallaState, move: SetHand) -> KeikallaState | Illegal:
    """The Movement cards of a hand, or their number."""
    return _set_hand(state, move, (MOVE, EVENT))


def set_action(state: KeikallaState, move: SetHand) -> KeikallaState | Illegal:
    """The Action cards of a hand, or their number."""
    return _set_hand(state, move, (ACTION,))


def _set_hand(state: KeikallaState, move: SetHand, zones: tuple[str, ...]) -> KeikallaState | Illegal:
    data, player = state.data, state.players[move.of]
    first: Hand = getattr(player, zones[0])
    holds = move.holds
    if isinstance(holds, int):
        counted = counted_hand(first.cards, holds) if holds else ()
        if counted is None:
            return state.refusal("KEI-H06", "more_are_known", seat=move.of)
        holds = counted
    if data.is_digital and UNKNOWN in holds:
        return state.refusal("KEI-H01", "name_every_card")
    strange = next((card for card in holds if card != UNKNOWN and data.hand_of(card) not in zones), "")
    if strange:
        return state.refusal("KEI-H06", "not_of_that_hand", card=strange)
    taken = tuple(item for item in state.taken_from_stashes if item[0] != move.of)
    state = replace(state, taken_from_stashes=taken)
    for zone in zones:
        own = (card for card in holds if (zones[0] if card == UNKNOWN else data.hand_of(card)) == zone)
        state = _put(state, zone, move.of, tuple(own))
    return _recounted(state)


def set_place(state: KeikallaState, move: SetPlace) -> KeikallaState | Illegal:
    """Where a figurine stands; the turn begins there."""
    return with_player(state, move.of, at=move.space, start=move.space)


def set_reputation(state: KeikallaState, move: SetReputation) -> KeikallaState | Illegal:
    """The Reputation cards in front of a player."""
    data = state.data
    wrong = [card for card in move.cards if kind_of(card) not in data.reputation_kinds]
    if wrong:
        return state.refusal("KEI-65", "no_reputation_card", cards=wrong)
    state = _put(state, "reputation", move.of, move.cards)
    lying = state.players[move.of].reputation_cards
    hiatus = len(lying) >= data.numbers["hiatus_reputation"]
    trashed = tuple(card.town for card in lying if card.town)
    return _recounted(with_player(state, move.of, hiatus=hiatus, trashed_towns=trashed))


def set_laid(state: KeikallaState, move: SetLaid) -> KeikallaState | Illegal:
    """The achievements that lie open in front of a player."""
    wrong = [card for card in move.cards if kind_of(card) not in state.data.achievements]
    if wrong:
        return state.refusal("KEI-50", "no_achievements", cards=wrong)
    if Card.HEADLINER in move.cards:
        towns = ", ".join(state.data.faced((Card.HEADLINER,)))
        return state.refusal("KEI-H05", "headliner_one_of", towns=towns)
    return _recounted(_put(state, "laid", move.of, move.cards))


def set_played(state: KeikallaState, move: SetPlayed) -> KeikallaState | Illegal:
    """The dates played, in order; the last was the gig of the own turn before this one."""
    player, towns = state.players[move.of], move.towns
    turns = max(player.turns, len(towns) + 1)
    latest, before = (towns[-1] if towns else ""), (towns[-2] if len(towns) > 1 else "")
    return _recounted(
        with_player(
            state,
            move.of,
            played=towns,
            latest_town=latest,
            previous_town=before,
            latest_turn=turns - 1 if towns else 0,
            turns=turns,
            swapped=True,
        )
    )


def set_dates(state: KeikallaState, move: SetDates) -> KeikallaState | Illegal:
    """The unplayed dates: how many, or which in order where the referee knows it."""
    data = state.data
    named = not isinstance(move.dates, int)
    if named != data.is_ordered:
        return state.refusal("KEI-H04", "name_dates" if data.is_ordered else "sealed_calendar")
    order = () if isinstance(move.dates, int) else move.dates
    return _recounted(
        with_player(state, move.of, dates=move.dates if isinstance(move.dates, int) else len(move.dates), order=order)
    )


def set_lost(state: KeikallaState, move: SetLost) -> KeikallaState | Illegal:
    """How many turns a player has still to lose."""
    return with_player(state, move.of, turns_to_lose=move.count)


def set_rehab(state: KeikallaState, move: SetRehab) -> KeikallaState | Illegal:
    """Where the Rehab card of the map lies; without a town it is used up."""
    discards = state.discards
    if state.rehab and not move.town and state.data.switches["rehab_card_on_map"] == "one_of_the_three":
        discards = {**discards, ACTION: (*discards[ACTION], Card.REHAB)}
    if move.town and not state.rehab and Card.REHAB in discards[ACTION]:
        pile_cards = list(discards[ACTION])
        pile_cards.remove(Card.REHAB)
        discards = {**discards, ACTION: tuple(pile_cards)}
    return _recounted(replace(state, rehab=move.town, discards=discards))


def set_discard(state: KeikallaState, move: SetDiscard) -> KeikallaState | Illegal:
    """What lies on a discard pile, lowest first."""
    data = state.data
    if move.pile not in state.discards:
        return state.refusal("KEI-68", "discard_piles_are", piles=", ".join(state.discards))
    for card in move.cards:
        if card == UNKNOWN and move.pile == VENUE and not data.is_digital:
            continue  # exchanged dates are discarded face down
        if card == UNKNOWN:
            return state.refusal("KEI-H06", "pile_lies_open")
        card_data = data.cards[kind_of(card)]
        own = card_data.pile if card_data.pile in (ACTION, VENUE, "band") else data.pile_of(card)
        if own != move.pile:
            return state.refusal("KEI-H06", "belongs_elsewhere", card=card)
    return _recounted(_put(state, "discards", move.pile, move.cards))


def set_pile(state: KeikallaState, move: SetPile) -> KeikallaState | Illegal:
    """How many of the cards in the two Action decks lie in this one (KEI-V22)."""
    if move.pile not in state.piles or not state.data.has_jokers or not move.pile.startswith(ACTION):
        return _refuse_count(state, move.pile)
    both = state.piles[ACTION_1] + state.piles[ACTION_2]
    if move.count > both:
        return state.refusal("KEI-H06", "both_decks_have", count=both)
    other = ACTION_2 if move.pile == ACTION_1 else ACTION_1
    piles = {**state.piles, move.pile: move.count, other: both - move.count}
    return _recounted(replace(state, piles=piles, second_deck=None))


def _refuse_count(state: KeikallaState, pile: str) -> Illegal:
    if pile not in state.piles:
        return state.refusal("KEI-H06", "no_deck_so_called", piles=", ".join(state.piles))
    return state.refusal("KEI-H06", "size_follows_but" if state.data.has_jokers else "size_follows", pile=pile)


def _put(state: KeikallaState, zone: str, key: Seat | str, cards: tuple[str, ...]) -> KeikallaState:
    from pnp.games.keikalla.zones import HOLDINGS

    corrected: KeikallaState = HOLDINGS.by_id[zone].replaced(state, key, cards)
    return corrected


def _recounted(state: KeikallaState) -> KeikallaState | Illegal:
    """Draw piles, cards out of sight and knowledge, as they follow from the open cards."""
    from pnp.games.keikalla.zones import copies_unseen, deck_sizes, faces_seen, knowledge_of_counts

    data, unseen = state.data, copies_unseen(state)
    short = next((card for card, n in unseen.items() if n < 0), "")
    if short:
        many = data.cards[short].copies
        return state.refusal("KEI-H06", "there_are_only", one=many == 1, count=many, card=short)
    faces = Counter(faces_seen(state))
    twice = next((card for card, n in faces.items() if n > data.copies_of(card)), "")
    if twice:
        return state.refusal("KEI-H06", "there_are_only", one=True, count=data.copies_of(twice), card=twice)
    piles = deck_sizes(state, unseen)
    if min(piles.values()) < 0:
        return state.refusal("KEI-H06", "not_so_many")
    turn = replace(state.turn, just_drawn="", just_drawn_ply=0)
    second = state.second_deck
    if second is not None and sum(second.values()) != piles.get(ACTION_2):
        second = None
    state = replace(state, unseen=unseen, piles=piles, turn=turn, second_deck=second)
    return _settled(state if data.is_digital else replace(state, knowledge=knowledge_of_counts(state)))


def _settled(state: KeikallaState) -> KeikallaState:
    """The state after what follows by itself: a refill that a correction completes is over."""
    from pnp.games.keikalla.phases.flow import settle
    from pnp.games.keikalla.trial import Trial

    t = Trial(state)
    settle(t)
    return t.state


def while_playing(
    correct: Callable[[KeikallaState, Any], KeikallaState | Illegal],
) -> Callable[[KeikallaState, Any], KeikallaState | Illegal]:
    """A correction that must wait until the tour has started."""

    def corrected(state: KeikallaState, move: Any) -> KeikallaState | Illegal:
        if not state.is_set_up:
            return state.refusal("KEI-104", "tour_not_started")
        return correct(state, move)

    return corrected


def _without_absent(
    correct: Callable[[KeikallaState, Any], KeikallaState | Illegal],
) -> Callable[[KeikallaState, Any], KeikallaState | Illegal]:
    """A correction cannot name a joker where there are none (KEI-V20)."""

    def corrected(state: KeikallaState, move: Any) -> KeikallaState | Illegal:
        for name in ("holds", "cards"):
            named = getattr(move, name, ())
            for card in named if isinstance(named, tuple) else ():
                if kind_of(card) in state.data.absent:
                    return state.refusal("KEI-V20", "joker_absent", card=card)
        return correct(state, move)

    return corrected


def _of_player(
    correct: Callable[[KeikallaState, Any], KeikallaState | Illegal], what: str
) -> Callable[[KeikallaState, Any], KeikallaState | Illegal]:
    return of_a_player(while_playing(_without_absent(correct)), what)


ADJUSTMENTS = (
    Adjustment(SetTurn, _of_player(set_turn, "referee.turn"), "adjust_turn"),
    Adjustment(SetPlace, _of_player(set_place, "the_figurine"), "adjust_at"),
    Adjustment(SetMovement, _of_player(set_movement, "referee.hand"), "adjust_movement"),
    Adjustment(SetAction, _of_player(set_action, "referee.hand"), "adjust_action"),
    Adjustment(SetReputation, _of_player(set_reputation, "the_reputation"), "adjust_fame"),
    Adjustment(SetLaid, _of_player(set_laid, "the_achievements"), "adjust_laid"),
    Adjustment(SetPlayed, _of_player(set_played, "the_tour"), "adjust_played"),
    Adjustment(SetDates, _of_player(set_dates, "the_tour"), "adjust_dates"),
    Adjustment(SetLost, _of_player(set_lost, "referee.turn"), "adjust_lost"),
    Adjustment(SetRehab, while_playing(set_rehab), "adjust_rehab"),
    Adjustment(SetDiscard, while_playing(_without_absent(set_discard)), "adjust_discard"),
    Adjustment(SetPile, while_playing(set_pile), "adjust_deck"),
)
