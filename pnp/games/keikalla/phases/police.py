"""Police: raid, speeding, convoy, and the way back after a bar fight (KEI-42, KEI-43, KEI-45, KEI-137).

In: a Trial and a Police card drawn, or an answer to what it asks. Out: the changed Trial. Invariant: B is asked
before C, and the convoy comes only where neither applies.
"""

from __future__ import annotations

from pnp.games.keikalla.game_data import ACTION, EVENT, MOVE, kind_of
from pnp.games.keikalla.held import held_kinds, held_movement
from pnp.games.keikalla.moves import Discard, Pick, Raid
from pnp.games.keikalla.params import RANDOM, TURN
from pnp.games.keikalla.phases.chance import picked_unseen
from pnp.games.keikalla.phases.flow import end_convoy, end_movement, on_step
from pnp.games.keikalla.question import Question
from pnp.games.keikalla.state import AFTER, ARRIVE, END, MOVING, REFILL, TOP, Cards, Hand, OpenQuestion
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.vocabulary.verbs import MeetPolice
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

RAID = Question("KEI-Q15", "ask_raid", "KEI-42")
RAID_PICK = Question("KEI-Q15d", "ask_raid_pick", "KEI-42")
SPEEDING = Question("KEI-Q16", "ask_speeding", "KEI-42")


def stop_by_police(t: Trial, seat: Seat, card: str, fight: bool) -> None:
    player, data = t.player(seat), t.data
    raid = player.is_messed_up(data) and not player.rehab_trip
    speeding = player.roadie_drives and (not raid or data.switches["police_B_and_C_both"])
    if player.rehab_trip and player.is_messed_up(data):
        t.change_player(seat, spared_raids=player.spared_raids + 1)
        t.announce("KEI-30", "no_raid_on_trip", seat=seat)
    if fight:
        t.push("then_taken_back", seat)
    if not raid and not speeding:
        _convoy(t, seat)
        return
    t.push("then_police_leave", seat)
    if speeding:
        t.change_player(seat, turns_to_lose=player.turns_to_lose + data.card_data(card).turns_lost)
        t.announce("KEI-42", "was_speeding", seat=seat)
        if player.move.size or player.event.size:
            t.ask(SPEEDING, seat)
    if raid:
        require_raid(t, seat)


def _convoy(t: Trial, seat: Seat) -> None:
    if t.player(seat).convoy or t.state.phase not in (MOVING, REFILL, END, ARRIVE, AFTER):
        t.take_from_front(seat, MeetPolice)
        t.announce("KEI-43", "convoy_already")
        return
    t.change_player(seat, convoy=True)
    bonus, top = t.data.numbers["convoy_bonus"], t.data.numbers["convoy_top"]
    t.announce("KEI-42", "convoy_comes", seat=seat, bonus=bonus, top=top)


def require_raid(t: Trial, seat: Seat) -> None:
    """Q15: something is lost; with nothing in the hand it is the next turn (KEI-42)."""
    player = t.player(seat)
    if player.action.size or player.laid:
        t.ask(RAID, seat)
        return
    t.change_player(seat, turns_to_lose=player.turns_to_lose + 1)
    t.announce("KEI-42", "raid_takes_turn", seat=seat)


def _losses(t: Trial, seat: Seat) -> list[Move]:
    laid, held = t.player(seat).laid, held_kinds(t.state, seat, ACTION, t.data.achievements)
    owned = dict.fromkeys(kind_of(card) for card in (*laid, *held))
    return [Raid(seat, what) for what in (*owned, RANDOM, TURN)]


@RAID.answer(Raid, choices=_losses)
def raid(t: Trial, move: Raid) -> None:
    """Q15: an achievement, else a random Action card, else a turn (KEI-42)."""
    seat, player, data = move.seat, t.player(move.seat), t.data
    owned = [card for card in (*player.laid, *player.action.cards) if card.partition(":")[0] in data.achievements]
    if move.what in (RANDOM, TURN):
        if owned:
            t.refuse("KEI-42", "achievement_first", cards=owned)
        if move.what == TURN and player.action.size:
            t.refuse("KEI-42", "holds_so_raid", seat=seat, size=player.action.size)
        if move.what == RANDOM and not player.action.size:
            t.bar("KEI-42", "holds_none_so_raid", seat=seat)
        if move.what == RANDOM:
            t.claim((ACTION, seat), data.achievements, "KEI-42", "holds_no_achievement", seat=seat)
        t.pop()
        if move.what == TURN:
            t.change_player(seat, turns_to_lose=player.turns_to_lose + 1)
            t.announce("KEI-42", "raid_loses_turn", seat=seat)
        elif data.is_digital:
            t.ask(RAID_PICK, TABLE, card=str(seat), pile=ACTION)
        else:
            lose_unseen_card(t, seat)
            t.announce("KEI-42", "raid_random")
        return
    if move.what.partition(":")[0] not in data.achievements:
        t.refuse("KEI-42", "no_achievement", card=move.what)
    t.pop()
    laid = next((card for card in player.laid if card == move.what or card.startswith(f"{move.what}:")), "")
    if laid:
        rest = list(player.laid)
        rest.remove(laid)
        t.change_player(seat, laid=tuple(rest))
    else:
        t.take_from_hand(seat, ACTION, move.what)
    kind = move.what.partition(":")[0]
    t.change_player(seat, raided=(*t.player(seat).raided, kind))
    t.shuffle_in((kind,), return_deck(t, kind))
    t.announce("KEI-42", "raid_shuffles", card=move.what)
    t.note("KEI-H12", "all_have_seen")
    if any(question.card == TOP for question in t.state.questions):  # a rehab trip was given up for it (KEI-137)
        t.change(questions=tuple(question for question in t.state.questions if question.card != TOP), phase=ARRIVE)
        t.announce("KEI-01", "no_headlining", card=kind, seat=seat)


def return_deck(t: Trial, card: str) -> str:
    """The Action deck a card goes back to: that of its mark, as far as it can be known (KEI-V22)."""
    data = t.data
    if not data.has_jokers:
        return ACTION
    card_data = data.cards[card.partition(":")[0]]
    return "action2" if card_data.marked * 2 > card_data.copies else "action1"


def unseen_picks(t: Trial, whose: Seat) -> list[Move]:
    """The cards that may be picked from an Action hand: with real cards nobody sees which it is."""
    if not t.data.is_digital:
        return [Pick(TABLE, UNKNOWN)]
    return [Pick(TABLE, card, whose) for card in held_kinds(t.state, whose, ACTION)]


def _raided(t: Trial) -> Seat:
    return int(t.state.questions[-1].card)


@RAID_PICK.answer(
    Pick,
    choices=lambda t, seat: unseen_picks(t, _raided(t)),
    dealt=lambda t, chance: Pick(TABLE, picked_unseen(t.state, t.player(_raided(t)).action.cards, chance), _raided(t)),
)
def take_in_raid(t: Trial, move: Pick) -> None:
    """Digital: the random card that a raid takes."""
    lose_unseen_card(t, int(t.pop().card), move.card)
    t.announce("KEI-42", "raid_random")


def lose_unseen_card(t: Trial, seat: Seat, card: str = "") -> None:
    """A card that nobody else sees goes from the Action hand into the deck (KEI-42, KEI-H12)."""
    hand = t.hand(seat, ACTION)
    pile = next(name for name in t.state.piles if name.startswith(ACTION))  # which mark it bears nobody else saw
    key = (ACTION, seat)
    t.update_knowledge(lambda known: known.bury(key, 1, pile).shuffle((), pile))
    if card in hand.cards and card != UNKNOWN:
        left = list(hand.cards)
        left.remove(card)
        t.change_player(seat, action=Hand(tuple(left)))
        t.forget(seat)
        t.hide(card)
    else:
        conceal_hand(t, seat)
    t.resize_pile(pile, 1)
    if pile == "action2" and t.state.second_deck is not None and card not in ("", UNKNOWN):
        t.change(
            second_deck={
                **t.state.second_deck,
                card.partition(":")[0]: t.state.second_deck.get(card.partition(":")[0], 0) + 1,
            }
        )


def conceal_hand(t: Trial, seat: Seat) -> None:
    """A card has left the Action hand unseen, so nobody knows any more which cards it holds (KEI-H12)."""
    cards = t.hand(seat, ACTION).cards
    for card in cards:
        if card != UNKNOWN:
            t.hide(card)
    t.change_player(seat, action=Hand((UNKNOWN,) * (len(cards) - 1)))
    t.forget(seat)


def check_movement_cards(t: Trial, cards: Cards) -> None:
    """Reject what can never be discarded from a Movement hand."""
    for card in cards:
        if card not in t.data.cards or t.data.cards[card].pile not in (MOVE, EVENT):
            t.bar("KEI-25", "no_movement_card", card=card)


def discard_from_hand(t: Trial, seat: Seat, cards: Cards) -> None:
    """Movement cards are shown and discarded."""
    for card in cards:
        t.take_from_hand(seat, t.data.hand_of(card), card)
        t.discard(card)


def _speeding_discards(t: Trial, seat: Seat) -> list[Move]:
    roads = [card for card in held_movement(t.state, seat) if t.data.cards[card].steps]
    return [*(Discard(seat, (card,)) for card in roads), Discard(seat, ())]


@SPEEDING.answer(Discard, choices=_speeding_discards)
def speeding_discard(t: Trial, move: Discard) -> None:
    """Q16: the best On the Road card goes (KEI-42)."""
    check_movement_cards(t, move.cards)
    seat, data = move.seat, t.data
    player = t.player(seat)
    hands = (*player.move.cards, *player.event.cards)
    roads = sorted(
        (card for card in hands if card != UNKNOWN and data.card_data(card).steps),
        key=lambda c: -data.card_data(c).steps,
    )
    if len(move.cards) > 1:
        t.bar("KEI-42", "one_road_goes")
    best = data.card_data(roads[0]).steps if roads else 0
    card = move.cards[0] if move.cards else ""
    steps = data.card_data(card).steps if card else 0
    if card and not steps:
        t.refuse("KEI-42", "no_road_card", card=card)
    if steps < best:
        t.refuse("KEI-42", "is_better", card=roads[0])
    t.pop()
    if card:
        t.take_from_hand(seat, data.hand_of(card), card)
        t.discard(card)
    better = [id_ for id_ in data.best if data.cards[id_].steps > steps]
    for zone in (MOVE, EVENT) if data.has_two_moves else (MOVE,):
        those = [id_ for id_ in better if data.hand_of(id_) == zone]
        t.claim((zone, seat), those, "KEI-42", "no_better_road", seat=seat)
    t.announce("KEI-42", "speeding_takes" if card else "speeding_takes_none", card=card)


def place(t: Trial, seat: Seat, space: str) -> None:
    """The figurine is put somewhere; the convoy is lost (KEI-126)."""
    t.change_player(seat, at=space)
    if t.player(seat).convoy:
        end_convoy(t, seat)


@on_step("then_police_leave")
def _police_leave(t: Trial, question: OpenQuestion) -> None:
    t.take_from_front(question.seat, MeetPolice)


@on_step("then_taken_back")
def _taken_back(t: Trial, question: OpenQuestion) -> None:
    seat, player, data = question.seat, t.player(question.seat), t.data
    back = player.start
    if data.switches["previous_town_bar_fight"] == "town_of_gig_before":
        back = player.previous_town or player.home
    place(t, seat, back)
    t.announce("KEI-45", "taken_back", seat=seat, town=back)
    if t.state.phase == MOVING:
        end_movement(t, stopped=True)
    else:
        t.change_turn(stopped=True)
