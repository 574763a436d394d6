"""Corrections of fact: `table: adjust …`. In: a state and what is true. Out: the corrected state, or Illegal.

Invariant: every copy stays in one place: what leaves a hand goes into its draw pile, and what comes there came from
it. A correction of cards drops what earlier lines had proved about hidden ones: that may have rested on the error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.adjust_moves import (
    SetAction,
    SetDates,
    SetDiscard,
    SetLaid,
    SetLost,
    SetMovement,
    SetPile,
    SetPlace,
    SetPlayed,
    SetRehab,
    SetReputation,
)
from pnp.games.keikalla.game_data import ACTION, ACTION_1, ACTION_2, EVENT, MOVE, MOVEMENT, VENUE, face_town, kind_of
from pnp.games.keikalla.rule_ids import Card
from pnp.games.keikalla.state import MOVING, Hand, KeikallaState, Player, ReputationCard, Turn, open_cards
from pnp.referee.correction import SetHand, SetTurn, counted_hand, of_a_player
from pnp.referee.game import Adjustment
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal
from pnp.referee.seat import Seat


def _with(state: KeikallaState, seat: Seat, **changes: Any) -> KeikallaState:
    players = state.players
    changed = replace(players[seat], **changes)
    return replace(state, players=(*players[:seat], changed, *players[seat + 1 :]))


def set_turn(state: KeikallaState, move: SetTurn) -> KeikallaState | Illegal:
    """Whose turn it is, from its beginning; open questions are dropped."""
    player = state.players[move.of]
    kept = replace(_returned(state), seat=move.of, phase=MOVING, turn=Turn(), questions=())
    return recount(_with(kept, move.of, turns=player.turns + 1, start=player.at))


def _returned(state: KeikallaState) -> KeikallaState:
    """Cards that lay in front only while a question was open go to their discard piles."""
    data = state.data
    waiting = {Card.MALFUNCTION, Card.JIMMY, Card.PROMO}
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
            return Illegal(rule_ids.COUNT, f"more cards of {state.name(move.of)} are known; say which are there")
        holds = counted
    if data.is_digital and UNKNOWN in holds:
        return Illegal(rule_ids.SECRET, "name every card: the referee dealt them")
    hands: dict[str, list[str]] = {zone: [] for zone in zones}
    for card in holds:
        zone = zones[0] if card == UNKNOWN else data.hand_of(card)
        if zone not in hands:
            return Illegal(rule_ids.COUNT, f"{data.label(card)} is no card of that hand")
        hands[zone].append(card)
    if not data.has_two_moves:
        hands = {zone: cards for zone, cards in hands.items() if zone != EVENT}
    shown = {zone: () if data.is_digital else tuple(c for c in cards if c != UNKNOWN) for zone, cards in hands.items()}
    changes = {zone: Hand(tuple(cards), shown[zone]) for zone, cards in hands.items()}
    memory = tuple(item for item in state.taken_from_stashes if item[0] != move.of)
    return recount(replace(_with(state, move.of, **changes), taken_from_stashes=memory))


def set_place(state: KeikallaState, move: SetPlace) -> KeikallaState | Illegal:
    """Where a figurine stands; the turn begins there."""
    return _with(state, move.of, at=move.space, start=move.space)


def set_reputation(state: KeikallaState, move: SetReputation) -> KeikallaState | Illegal:
    """The Reputation cards in front of a player."""
    data, player = state.data, state.players[move.of]
    wrong = [card for card in move.cards if kind_of(card) not in data.reputation_kinds]
    if wrong:
        return Illegal(rule_ids.COUNTS_ONE, f"{data.labels(wrong)} is no Reputation")
    card = tuple(
        ReputationCard(card, player.latest_town if data.like(card) == Card.HOTEL else "") for card in move.cards
    )
    hiatus = len(card) >= data.numbers["hiatus_reputation"]
    trashed = tuple(item.town for item in card if item.town)
    return recount(_with(state, move.of, reputation_cards=card, hiatus=hiatus, trashed_towns=trashed))


def set_laid(state: KeikallaState, move: SetLaid) -> KeikallaState | Illegal:
    """The achievements that lie open in front of a player."""
    wrong = [card for card in move.cards if kind_of(card) not in state.data.achievements]
    if wrong:
        return Illegal(rule_ids.ONE_OF_A_KIND, f"{state.data.labels(wrong)} is no achievement")
    if Card.HEADLINER in move.cards:
        towns = ", ".join(state.data.faced((Card.HEADLINER,)))
        return Illegal(rule_ids.SECRET_TOWN, f"a Headliner that lies open shows its town: one of {towns}")
    return recount(_with(state, move.of, laid=move.cards))


def set_played(state: KeikallaState, move: SetPlayed) -> KeikallaState | Illegal:
    """The dates played, in order; the last was the gig of the own turn before this one."""
    player, towns = state.players[move.of], move.towns
    turns = max(player.turns, len(towns) + 1)
    latest, before = (towns[-1] if towns else ""), (towns[-2] if len(towns) > 1 else "")
    return recount(
        _with(
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
        what = "name the dates in order" if data.is_ordered else "the calendar is sealed: say how many dates are left"
        return Illegal(rule_ids.SECRET_CALENDAR, what)
    order = () if isinstance(move.dates, int) else move.dates
    return recount(
        _with(state, move.of, dates=move.dates if isinstance(move.dates, int) else len(move.dates), order=order)
    )


def set_lost(state: KeikallaState, move: SetLost) -> KeikallaState | Illegal:
    """How many turns a player has still to lose."""
    return _with(state, move.of, turns_to_lose=move.count)


def set_rehab(state: KeikallaState, move: SetRehab) -> KeikallaState | Illegal:
    """Where the Rehab card of the map lies; without a town it is used up."""
    discards = state.discards
    if state.rehab and not move.town and state.data.switches["rehab_card_on_map"] == "one_of_the_three":
        discards = {**discards, ACTION: (*discards[ACTION], Card.REHAB)}
    if move.town and not state.rehab and Card.REHAB in discards[ACTION]:
        pile_cards = list(discards[ACTION])
        pile_cards.remove(Card.REHAB)
        discards = {**discards, ACTION: tuple(pile_cards)}
    return recount(replace(state, rehab=move.town, discards=discards))


def set_discard(state: KeikallaState, move: SetDiscard) -> KeikallaState | Illegal:
    """What lies on a discard pile, lowest first."""
    data = state.data
    if move.pile not in state.discards:
        return Illegal(rule_ids.RESHUFFLE, f"the discard piles are {', '.join(state.discards)}")
    for card in move.cards:
        if card == UNKNOWN and move.pile == VENUE and not data.is_digital:
            continue  # exchanged dates are discarded face down
        if card == UNKNOWN:
            return Illegal(rule_ids.COUNT, "the cards of that pile lie open: name them")
        card_data = data.cards[kind_of(card)]
        own = card_data.pile if card_data.pile in (ACTION, VENUE, "band") else data.pile_of(card)
        if own != move.pile:
            return Illegal(rule_ids.COUNT, f"{data.label(card)} does not belong there")
    return recount(replace(state, discards={**state.discards, move.pile: move.cards}))


def set_pile(state: KeikallaState, move: SetPile) -> KeikallaState | Illegal:
    """How many of the cards in the two Action decks lie in this one (KEI-V22)."""
    if move.pile not in state.piles or not state.data.has_jokers or not move.pile.startswith(ACTION):
        return Illegal(rule_ids.COUNT, _why_uncounted(state, move.pile))
    both = state.piles[ACTION_1] + state.piles[ACTION_2]
    if move.count > both:
        return Illegal(rule_ids.COUNT, f"both decks have {both} cards together")
    other = ACTION_2 if move.pile == ACTION_1 else ACTION_1
    piles = {**state.piles, move.pile: move.count, other: both - move.count}
    return recount(replace(state, piles=piles, second_deck=None))


def _why_uncounted(state: KeikallaState, pile: str) -> str:
    if pile not in state.piles:
        return f"there is no such deck; the decks are {', '.join(state.piles)}"
    follows = f"the size of {pile} follows from the cards that lie elsewhere: correct those"
    return f"{follows}; only what lies in which Action deck is counted by hand" if state.data.has_jokers else follows


# everything that follows from where the cards lie


def recount(state: KeikallaState) -> KeikallaState | Illegal:
    """Draw piles, cards out of sight and knowledge, as they follow from the open cards."""
    data = state.data
    copies = {id_: card_data.copies for id_, card_data in data.cards.items() if card_data.pile != "band"}
    seen = Counter(kind_of(card) for card in open_cards(state))
    for player in state.players:
        named = player.order if data.is_digital else ()
        towns = (*player.played, *named, *player.venues)
        seen.update(data.venues[town] for town in towns if town != UNKNOWN)
    seen.update(card for card in state.discards[VENUE] if card != UNKNOWN)
    if state.rehab:
        seen[data.venues[state.rehab]] += 1
        if data.switches["rehab_card_on_map"] == "one_of_the_three":
            seen[Card.REHAB] += 1
    seen[Card.MANAGER] += state.managers_aside
    unseen = {id_: n - seen[id_] for id_, n in copies.items()}
    short = [id_ for id_, n in unseen.items() if n < 0]
    if short:
        many = copies[short[0]]
        return Illegal(rule_ids.COUNT, f"there {'is' if many == 1 else 'are'} only {many} of {data.label(short[0])}")
    faces = Counter(card for card in open_cards(state) if face_town(card))
    twice = next((card for card, n in faces.items() if n > data.copies_of(card)), "")
    if twice:
        return Illegal(rule_ids.COUNT, f"there is only {data.copies_of(twice)} of {data.label(twice)}")
    piles = _sizes(state, unseen)
    if min(piles.values()) < 0:
        return Illegal(rule_ids.COUNT, "there are not so many cards")
    turn = replace(state.turn, just_drawn="", just_drawn_ply=0)
    second = state.second_deck
    if second is not None and sum(second.values()) != piles.get(ACTION_2):
        second = None
    state = replace(state, unseen=unseen, piles=piles, turn=turn, second_deck=second)
    return state if data.is_digital else replace(state, knowledge=knowledge_of_counts(state))


def _sizes(state: KeikallaState, unseen: dict[str, int]) -> dict[str, int]:
    data, piles = state.data, {}
    for pile in (ACTION, *((MOVE, EVENT) if data.has_two_moves else (MOVEMENT,)), VENUE):
        total = sum(unseen[id_] for id_ in data.copies_in(pile))
        piles[pile] = total - sum(_hidden(state, player, pile) for player in state.players)
    piles[ACTION] -= sum(stash.card == UNKNOWN for stash in state.stashes)
    offered = next(
        (
            question.pile
            for question in state.questions
            if question.shows_offer and not question.pile.startswith(ACTION)
        ),
        ACTION,
    )
    piles[offered] -= state.offer.cards.count(UNKNOWN)
    piles[VENUE] -= state.discards[VENUE].count(UNKNOWN)
    if data.has_jokers:
        both = piles.pop(ACTION)
        piles[ACTION_2] = min(state.piles[ACTION_2], both)
        piles[ACTION_1] = both - piles[ACTION_2]
    return {pile: piles[pile] for pile in state.piles}


def _hidden(state: KeikallaState, player: Player, pile: str) -> int:
    """How many cards of a player are hidden and come from this pile."""
    if pile == VENUE:
        dates = player.dates - (len(player.order) if state.data.is_digital else 0)
        return player.venues.count(UNKNOWN) + dates
    zones = {ACTION: (ACTION, "stored_action"), MOVE: (MOVE,), EVENT: (EVENT, "stored_move")}
    names = zones.get(pile, (MOVE, "stored_move"))
    hands: tuple[Hand, ...] = tuple(getattr(player, name) for name in names)
    return sum(hand.cards.count(UNKNOWN) for hand in hands)


def knowledge_of_counts(state: KeikallaState) -> Any:
    """What the counts alone prove."""
    from pnp.referee.hidden.knowledge import Knowledge

    data, knowledge = state.data, Knowledge()
    for pile in (ACTION, *((MOVE, EVENT) if data.has_two_moves else (MOVEMENT,))):
        knowledge = knowledge.lay({id_: state.unseen[id_] for id_ in data.copies_in(pile)}, pile)
    for seat, player in enumerate(state.players):
        for zone, pile in (
            (ACTION, ACTION),
            ("stored_action", ACTION),
            (MOVE, ""),
            (EVENT, EVENT),
            ("stored_move", ""),
        ):
            hand: Hand = getattr(player, zone)
            own = pile or (MOVEMENT if not data.has_two_moves else MOVE if zone == MOVE else EVENT)
            hidden = hand.cards.count(UNKNOWN)
            knowledge = knowledge.draw((zone, seat), hidden, own) if hidden else knowledge
            for card in hand.cards:
                if card != UNKNOWN:
                    knowledge = knowledge.take((zone, seat), kind_of(card))
    for stash in state.stashes:
        key = ("stash", stash.id)
        known = stash.card != UNKNOWN
        knowledge = knowledge.take(key, kind_of(stash.card)) if known else knowledge.draw(key, 1, ACTION)
    if data.has_jokers:
        for pile in (ACTION_1, ACTION_2):
            count = state.piles[pile]
            knowledge = knowledge.draw("mix", count, ACTION).bury("mix", count, pile) if count else knowledge
            knowledge = knowledge.shuffle((), pile)
    return knowledge


def while_playing(
    correct: Callable[[KeikallaState, Any], KeikallaState | Illegal],
) -> Callable[[KeikallaState, Any], KeikallaState | Illegal]:
    """A correction that must wait until the tour has started."""

    def corrected(state: KeikallaState, move: Any) -> KeikallaState | Illegal:
        if not state.is_set_up:
            return Illegal(rule_ids.SETUP_ORDER, "the tour has not started; take lines back instead: `table: undo`")
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
                    return Illegal(rule_ids.JOKERS, f"{card} is a joker, and this game is played without")
        return correct(state, move)

    return corrected


def _of_player(
    correct: Callable[[KeikallaState, Any], KeikallaState | Illegal], what: str
) -> Callable[[KeikallaState, Any], KeikallaState | Illegal]:
    return of_a_player(while_playing(_without_absent(correct)), what)


ADJUSTMENTS = (
    Adjustment(SetTurn, _of_player(set_turn, "turn"), "whose turn begins"),
    Adjustment(SetPlace, _of_player(set_place, "figurine"), "where a figurine stands"),
    Adjustment(SetMovement, _of_player(set_movement, "hand"), "the Movement cards of a hand, or how many"),
    Adjustment(SetAction, _of_player(set_action, "hand"), "the Action cards of a hand, or how many"),
    Adjustment(SetReputation, _of_player(set_reputation, "Reputation"), "the Reputation cards in front of a player"),
    Adjustment(SetLaid, _of_player(set_laid, "achievements"), "the achievements that lie open"),
    Adjustment(SetPlayed, _of_player(set_played, "tour"), "the dates played, in order"),
    Adjustment(SetDates, _of_player(set_dates, "tour"), "the dates left"),
    Adjustment(SetLost, _of_player(set_lost, "turn"), "how many turns are lost"),
    Adjustment(SetRehab, while_playing(set_rehab), "where the Rehab card of the map lies"),
    Adjustment(SetDiscard, while_playing(_without_absent(set_discard)), "what lies on a discard pile"),
    Adjustment(SetPile, while_playing(set_pile), "how many cards an Action deck has"),
)
