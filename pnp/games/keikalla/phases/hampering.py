"""A stored card is played on the leader (KEI-V51). In: a Trial and `hamper police`. Out: the leader suffers the card as
if it had been drawn, or a refusal.
"""

from __future__ import annotations

from pnp.games.keikalla.game_data import ACTION, MOVE
from pnp.games.keikalla.moves import Draw, Hamper, Lay
from pnp.games.keikalla.params import STORE
from pnp.games.keikalla.phases.draws import apply_table_card
from pnp.games.keikalla.phases.flow import on_step
from pnp.games.keikalla.phases.reputation import suffer_groupie
from pnp.games.keikalla.phases.stashes import JUST_DRAWN, is_undecided
from pnp.games.keikalla.phases.stored_cards import HARMFUL_DEALT, STORE_ZONES, store_dealt
from pnp.games.keikalla.phases.warn_cards import apply_warn_card, ends_bar_fight
from pnp.games.keikalla.state import AFTER, Hand, KeikallaState, OpenQuestion
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.vocabulary.verbs import GoHome
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


def may_hamper(state: KeikallaState, seat: Seat) -> bool:
    """The leader has just drawn, and this seat has stored cards of that kind."""
    what = state.turn.hamper
    if not what or state.turn.hampered or seat < 0 or seat == state.seat or state.players[seat].out:
        return False
    if state.question is not None and not state.question.is_drawn:
        return False
    return bool(getattr(state.players[seat], STORE_ZONES[what]).size) and state.seat in state.leaders


def hamper(t: Trial, move: Hamper) -> None:
    """Q33: right after the leader's own draw, once on a turn (KEI-V51)."""
    seat, data, turn = move.seat, t.data, t.state.turn
    leader = t.state.seat
    if not data.switches["hampering"]:
        t.bar("KEI-V51", "nobody_hampers")
    if seat == leader or leader not in t.state.leaders:
        t.refuse("KEI-V51", "not_leaders_turn", seat=t.state.leaders)
    if turn.hampered:
        t.refuse("KEI-V51", "one_stored_card")
    card_data = data.cards.get(move.card)
    what = ACTION if card_data is not None and card_data.pile == ACTION else MOVE
    if turn.hamper != what or (t.state.question is not None and not t.state.question.is_drawn):
        t.bar("KEI-V51", "directly_after_draw")
    if card_data is None or move.card not in data.harmful:
        t.bar("KEI-V52", "not_storable", card=move.card)
    card = t.take_from_hand(seat, STORE_ZONES[what], move.card)
    t.change_turn(hamper="", hampered=True)
    t.announce("KEI-V51", "acts_on", card=card, seat=leader)
    if what == MOVE:
        t.lay_in_front(leader, card)
        apply_warn_card(t, leader, card)
    elif data.does(card, GoHome) and data.switches["groupie_ends_turn"] and is_undecided(t, leader):
        t.lay_in_front(leader, card)
        t.push("then_groupie", leader, card=card)
        t.ask(JUST_DRAWN, leader)
    else:
        apply_table_card(t, leader, card)


@on_step("then_groupie")
def _groupie(t: Trial, question: OpenQuestion) -> None:
    """The Groupie that waited for the leader's word on the card just drawn; a turn that is over ends no second time."""
    t.take_from_front(question.seat, GoHome, to_discard=False)
    if t.state.seat == question.seat and t.state.phase == AFTER:
        apply_table_card(t, question.seat, question.card)
    else:
        suffer_groupie(t, question.seat, question.card)


def _stored_or_laid(t: Trial, seat: Seat) -> list[Move]:
    """Both answers at once: to store it comes first."""
    (dealt,) = t.state.offer.cards
    laid = t.data.sort(t.data.harmful) if dealt == UNKNOWN else (dealt,)
    return [Draw(seat, (STORE,)), *(Lay(seat, card) for card in laid)]


@HARMFUL_DEALT.answer(Lay, choices=_stored_or_laid)
def suffer_dealt(t: Trial, move: Lay) -> None:
    """Digital: the harmful card just dealt is not stored, so it is laid open (KEI-V50)."""
    seat, card = move.seat, move.card
    (dealt,) = t.state.offer.cards
    if dealt not in (card, UNKNOWN) or card not in t.data.harmful:
        t.bar("KEI-H06", "not_just_dealt", card=card)
    if dealt == UNKNOWN:
        t.reveal(card)  # in the eyes of those who were not dealt it
    t.pop()
    t.change(offer=Hand())
    if t.data.cards[card].pile == ACTION:
        apply_table_card(t, seat, card)
    else:
        fight = ends_bar_fight(t, seat, card)
        t.lay_in_front(seat, card)
        apply_warn_card(t, seat, card, fight)


@HARMFUL_DEALT.answer(Draw)
def store(t: Trial, move: Draw) -> None:
    """Digital: it is stored."""
    store_dealt(t, move.seat)
