"""A stored card is played on the leader (KEI-V51). In: a Trial and `hamper police`. Out: the leader suffers the card as
if it had been drawn, or a refusal.
"""

from __future__ import annotations

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import ACTION, MOVE
from pnp.games.keikalla.moves import Hamper, Lay
from pnp.games.keikalla.phases.draws import on_table
from pnp.games.keikalla.phases.flow import DRAWS, on_step
from pnp.games.keikalla.phases.reputation import suffer_groupie
from pnp.games.keikalla.phases.stashes import is_undecided
from pnp.games.keikalla.phases.stored_cards import STORES, leaders
from pnp.games.keikalla.phases.warn_cards import act, ends_bar_fight
from pnp.games.keikalla.rule_ids import Card
from pnp.games.keikalla.state import AFTER, FRESH, Ask, Hand, KeikallaState
from pnp.games.keikalla.trial import Trial
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


def may_hamper(state: KeikallaState, seat: Seat) -> bool:
    """The leader has just drawn, and this seat has stored cards of that kind."""
    what = state.turn.hamper
    if not what or state.turn.hampered or seat < 0 or seat == state.seat or state.players[seat].out:
        return False
    if state.ask is not None and state.ask.id not in DRAWS:
        return False
    return bool(getattr(state.players[seat], STORES[what]).size) and state.seat in leaders(state)


def hamper(d: Trial, move: Hamper) -> None:
    """Q33: right after the leader's own draw, once on a turn (KEI-V51)."""
    seat, data, turn = move.seat, d.data, d.s.turn
    leader = d.s.seat
    if not data.switches["hampering"]:
        d.bar(rule_ids.HAMPER, "at this table nobody hampers")
    if seat == leader or leader not in leaders(d.s):
        d.refuse(rule_ids.HAMPER, f"it is not the turn of the leader, {', '.join(map(d.name, leaders(d.s)))}")
    if turn.hampered:
        d.refuse(rule_ids.HAMPER, "one stored card a turn of the leader")
    face = data.faces.get(move.card)
    what = ACTION if face is not None and face.pile == ACTION else MOVE
    if turn.hamper != what or (d.s.ask is not None and d.s.ask.id not in DRAWS):
        d.bar(rule_ids.HAMPER, "only directly after a draw of the leader, with a card of the deck drawn from")
    if face is None or move.card not in data.harmful:
        d.bar(rule_ids.STORED, f"{data.label(move.card)} is no card that could be stored")
    card = d.lose(seat, STORES[what], move.card)
    d.turn(hamper="", hampered=True)
    d.tell(rule_ids.HAMPER, f"{data.label(card)} acts on {d.name(leader)} as if drawn")
    if what == MOVE:
        d.lay_front(leader, card)
        act(d, leader, card)
    elif data.like(card) == Card.GROUPIE and data.switches["groupie_ends_turn"] and is_undecided(d, leader):
        d.lay_front(leader, card)
        d.push("then groupie", leader, card=card)
        d.push(FRESH, leader)
    else:
        on_table(d, leader, card)


@on_step("then groupie")
def _groupie(d: Trial, ask: Ask) -> None:
    """The Groupie that waited for the leader's word on the card just drawn; a turn that is over ends no second time."""
    d.leave_front(ask.seat, Card.GROUPIE, to_discard=False)
    if d.s.seat == ask.seat and d.s.stage == AFTER:
        on_table(d, ask.seat, ask.card)
    else:
        suffer_groupie(d, ask.seat, ask.card)


def suffer_dealt(d: Trial, move: Lay) -> None:
    """Digital: the harmful card just dealt is not stored, so it is tabled (KEI-V50)."""
    seat, card = move.seat, move.card
    (dealt,) = d.s.offer.cards
    if dealt not in (card, UNKNOWN) or card not in d.data.harmful:
        d.bar(rule_ids.COUNT, f"{d.data.label(card)} is not the card just dealt")
    if dealt == UNKNOWN:
        d.sees(card)  # in the eyes of those who were not dealt it
    d.pop()
    d.set(offer=Hand())
    if d.data.faces[card].pile == ACTION:
        on_table(d, seat, card)
    else:
        fight = ends_bar_fight(d, seat, card)
        d.lay_front(seat, card)
        act(d, seat, card, fight)
