"""Harmful cards that the last band stores, to play them on the leader (KEI-V50, KEI-V52).

In: a Trial and a card drawn or dealt. Out: the changed Trial, or a refusal.
"""

from __future__ import annotations

from pnp.games.keikalla.game_data import ACTION, MOVE
from pnp.games.keikalla.moves import Draw
from pnp.games.keikalla.params import STORE
from pnp.games.keikalla.phases.warn_cards import ends_bar_fight
from pnp.games.keikalla.question import Question
from pnp.games.keikalla.state import Hand, OpenQuestion
from pnp.games.keikalla.trial import Trial
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


def _store_or_lay(t: Trial, question: OpenQuestion, move: Move) -> None:
    if isinstance(move, Draw) and move.cards != (STORE,):
        t.bar("KEI-V50", "store_or_lay")


HARMFUL_DEALT = Question("KEI-Q33", "ask_harmful_dealt", "KEI-V50", guard=_store_or_lay, shows_offer=True)
STORE_ZONES = {MOVE: "stored_move", ACTION: "stored_action"}


def check_store(t: Trial, seat: Seat) -> None:
    """Refuse storing where the rules give no right to (KEI-V50)."""
    if not t.data.switches["hampering"]:
        t.bar("KEI-V50", "nothing_stored_here")
    if not t.state.is_far_behind(seat):
        gap = t.data.numbers["hamper_gap"]
        t.refuse("KEI-V50", "who_stores", gap=gap)


def store_drawn(t: Trial, seat: Seat, what: str, pile: str) -> None:
    """`draw store`: a harmful card drawn unseen by the others lies face down apart (KEI-V50, KEI-V52)."""
    check_store(t, seat)
    zone = STORE_ZONES[what]
    if what == MOVE:
        ends_bar_fight(t, seat, UNKNOWN)
    t.deal(pile, seat, zone, UNKNOWN)
    member = ACTION if what == ACTION else pile
    harmless = {id_ for id_ in t.data.copies_in(member) if id_ not in t.data.harmful}
    t.claim((zone, seat), harmless, "KEI-V52", "stores_harmful", drawn=True, seat=seat)
    t.note("KEI-V50", "stored_face_down")


def offer_store(t: Trial, seat: Seat, card: str, pile: str) -> None:
    """Digital: the harmful card just dealt may be stored; its player alone sees which it is (KEI-V50, KEI-V52)."""
    t.take_top(pile, card)
    t.change(offer=Hand((card,)))
    t.ask(HARMFUL_DEALT, seat, pile=pile)


def store_dealt(t: Trial, seat: Seat) -> None:
    """Digital: `draw store` lays the card just dealt apart."""
    if not t.is_asked(HARMFUL_DEALT):
        t.bar("KEI-V50", "nothing_to_store")
    question = t.pop()
    zone = STORE_ZONES[ACTION if question.pile.startswith(ACTION) else MOVE]
    if zone == STORE_ZONES[MOVE]:
        ends_bar_fight(t, seat, UNKNOWN)
    hand = t.hand(seat, zone)
    t.change_player(seat, **{zone: Hand((*hand.cards, *t.state.offer.cards), hand.shown)})
    t.change(offer=Hand())
    t.note("KEI-V50", "stored_face_down")
