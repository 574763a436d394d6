"""Police: raid, speeding, convoy, and the way back after a bar fight (KEI-42, KEI-43, KEI-45, KEI-137).

In: a Trial and a Police card drawn, or an answer to what it asks. Out: the Trial further on. Invariant: B is asked
before C, and the convoy comes only where neither applies.
"""

from __future__ import annotations

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import ACTION, EVENT, MOVE
from pnp.games.keikalla.moves import Discard, Raid
from pnp.games.keikalla.phases.flow import end_convoy, end_movement, on_step
from pnp.games.keikalla.rule_ids import Card
from pnp.games.keikalla.state import AFTER, ARRIVE, END, MOVING, REFILL, TOP, Ask, Hand
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.words import RANDOM, TURN
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def stop_by_police(d: Trial, seat: Seat, fight: bool) -> None:
    player, data = d.player(seat), d.data
    raid = player.has_fame(data, Card.MESSED_UP) and not player.trip
    speeding = player.driven and (not raid or data.switches["police_B_and_C_both"])
    if player.trip and player.has_fame(data, Card.MESSED_UP):
        d.put(seat, spared=player.spared + 1)
        d.tell(rule_ids.REHAB_TRIP, f"{d.name(seat)} is on the way to the rehab: no raid")
    if fight:
        d.push("then taken back", seat)
    if not raid and not speeding:
        _convoy(d, seat)
        return
    d.push("then police leave", seat)
    if speeding:
        d.put(seat, lost=player.lost + data.lost_turns[Card.POLICE])
        d.tell(rule_ids.POLICE, f"the Roadie of {d.name(seat)} was speeding: a turn is lost")
        if player.move.size or player.event.size:
            d.push("KEI-Q16", seat)
    if raid:
        owe_raid(d, seat)


def _convoy(d: Trial, seat: Seat) -> None:
    if d.player(seat).convoy or d.s.stage not in (MOVING, REFILL, END, ARRIVE, AFTER):
        d.leave_front(seat, Card.POLICE)
        d.tell(rule_ids.CONVOY_END, "a convoy drives already: nothing is added")
        return
    d.put(seat, convoy=True)
    bonus, top = d.data.numbers["convoy_bonus"], d.data.numbers["convoy_top"]
    d.tell(
        rule_ids.POLICE, f"a convoy for {d.name(seat)}: {bonus} step more on every card up to {top} until the next town"
    )


def owe_raid(d: Trial, seat: Seat) -> None:
    """Q15: something is lost; with nothing in the hand it is the next turn (KEI-42)."""
    player = d.player(seat)
    if player.action.size or player.laid:
        d.push("KEI-Q15", seat)
        return
    d.put(seat, lost=player.lost + 1)
    d.tell(rule_ids.POLICE, f"raid: {d.name(seat)} has no Action card, so the next turn is lost")


def raid(d: Trial, move: Raid) -> None:
    """Q15: an achievement, else a random Action card, else a turn (KEI-42)."""
    seat, player, data = move.seat, d.player(move.seat), d.data
    owned = [card for card in (*player.laid, *player.action.cards) if card.partition(":")[0] in data.achievements]
    if move.what in (RANDOM, TURN):
        if owned:
            d.refuse(rule_ids.POLICE, f"an achievement goes first: {data.labels(owned)}")
        if move.what == TURN and player.action.size:
            d.refuse(rule_ids.POLICE, f"{d.name(seat)} holds {player.action.size} Action cards: `raid random`")
        if move.what == RANDOM and not player.action.size:
            d.bar(rule_ids.POLICE, f"{d.name(seat)} holds no Action card: `raid turn`")
        if move.what == RANDOM:
            said = f"{d.name(seat)} holds no achievement"
            d.claim(ACTION, seat, data.achievements, rule_ids.POLICE, said)
        d.pop()
        if move.what == TURN:
            d.put(seat, lost=player.lost + 1)
            d.tell(rule_ids.POLICE, f"raid: {d.name(seat)} loses the next turn")
        elif data.is_digital:
            d.push("KEI-Q15d", TABLE, card=str(seat), pile=ACTION)
        else:
            lose_unseen(d, seat)
            d.tell(rule_ids.POLICE, "raid: a random Action card is shuffled into the deck")
        return
    if move.what.partition(":")[0] not in data.achievements:
        d.refuse(rule_ids.POLICE, f"{data.label(move.what)} is no achievement")
    d.pop()
    laid = next((card for card in player.laid if card == move.what or card.startswith(f"{move.what}:")), "")
    if laid:
        rest = list(player.laid)
        rest.remove(laid)
        d.put(seat, laid=tuple(rest))
    else:
        d.lose(seat, ACTION, move.what)
    kind = move.what.partition(":")[0]
    d.put(seat, raided=(*d.player(seat).raided, kind))
    d.shuffle_in((kind,), deck_back(d, kind))
    d.tell(rule_ids.POLICE, f"raid: {data.label(move.what)} is shuffled into the deck")
    d.note(rule_ids.IN_THE_OPEN, "all have seen it")
    if any(ask.card == TOP for ask in d.s.asks):  # a rehab trip was given up for it (KEI-137)
        d.set(asks=tuple(ask for ask in d.s.asks if ask.card != TOP), stage=ARRIVE)
        d.tell(rule_ids.GOAL, f"without the {data.label(kind)} {d.name(seat)} does not headline")


def deck_back(d: Trial, card: str) -> str:
    """The Action deck a card goes back to: that of its mark, as far as it can be known (KEI-V22)."""
    data = d.data
    if not data.has_jokers:
        return ACTION
    face = data.faces[card.partition(":")[0]]
    return "action2" if face.marked * 2 > face.copies else "action1"


def lose_unseen(d: Trial, seat: Seat, card: str = "") -> None:
    """A card that nobody else sees goes from the Action hand into the deck (KEI-42, KEI-H12)."""
    hand = d.hand(seat, ACTION)
    pile = next(name for name in d.s.piles if name.startswith(ACTION))  # which mark it bears nobody else saw
    key = (ACTION, seat)
    d.know(lambda known: known.bury(key, 1, pile).shuffle((), pile))
    if card in hand.cards and card != UNKNOWN:
        left = list(hand.cards)
        left.remove(card)
        d.put(seat, action=Hand(tuple(left)))
        d.forget(seat)
        d.hides(card)
    else:
        mix(d, seat)
    d.resize(pile, 1)
    if pile == "action2" and d.s.second is not None and card not in ("", UNKNOWN):
        d.set(second={**d.s.second, card.partition(":")[0]: d.s.second.get(card.partition(":")[0], 0) + 1})


def mix(d: Trial, seat: Seat) -> None:
    """A card has left the Action hand unseen, so nobody knows any more which cards it holds (KEI-H12)."""
    cards = d.hand(seat, ACTION).cards
    for card in cards:
        if card != UNKNOWN:
            d.hides(card)
    d.put(seat, action=Hand((UNKNOWN,) * (len(cards) - 1)))
    d.forget(seat)


def speeding_discard(d: Trial, move: Discard) -> None:
    """Q16: the best On the Road card goes (KEI-42)."""
    seat, data = move.seat, d.data
    player = d.player(seat)
    hands = (*player.move.cards, *player.event.cards)
    roads = sorted(
        (card for card in hands if card != UNKNOWN and data.face(card).steps), key=lambda c: -data.face(c).steps
    )
    if len(move.cards) > 1:
        d.bar(rule_ids.POLICE, "one On the Road card is discarded")
    best = data.face(roads[0]).steps if roads else 0
    card = move.cards[0] if move.cards else ""
    steps = data.face(card).steps if card else 0
    if card and not steps:
        d.refuse(rule_ids.POLICE, f"{data.label(card)} is no On the Road card")
    if steps < best:
        d.refuse(rule_ids.POLICE, f"{data.label(roads[0])} is better")
    d.pop()
    if card:
        d.lose(seat, data.hand_of(card), card)
        d.discard(card)
    better = [id_ for id_ in data.best if data.faces[id_].steps > steps]
    for zone in (MOVE, EVENT) if data.has_two_moves else (MOVE,):
        those = [id_ for id_ in better if data.hand_of(id_) == zone]
        d.claim(zone, seat, those, rule_ids.POLICE, f"{d.name(seat)} holds no better On the Road card")
    d.tell(rule_ids.POLICE, f"speeding: {data.label(card)} goes" if card else "speeding: no On the Road card goes")


def place(d: Trial, seat: Seat, space: str) -> None:
    """The figurine is put somewhere; the convoy is lost (KEI-126)."""
    d.put(seat, at=space)
    if d.player(seat).convoy:
        end_convoy(d, seat)


@on_step("then police leave")
def _police_leave(d: Trial, ask: Ask) -> None:
    d.leave_front(ask.seat, Card.POLICE)


@on_step("then taken back")
def _taken_back(d: Trial, ask: Ask) -> None:
    seat, player, data = ask.seat, d.player(ask.seat), d.data
    back = player.start
    if data.switches["previous_town_bar_fight"] == "town_of_gig_before":
        back = player.before or player.home
    place(d, seat, back)
    d.tell(rule_ids.BAR_FIGHT, f"the police take {d.name(seat)} back to {data.atlas.label(back)}; the turn is over")
    if d.s.stage == MOVING:
        end_movement(d, stopped=True)
    else:
        d.turn(stopped=True)
