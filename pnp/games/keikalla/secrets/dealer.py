"""The dealer of a digital table. In: a state and chance. Out: the table's next move.

Invariant: an undone draw comes again, because the next card depends on the seed, the number of cards dealt and what is
out of sight alone.
"""

from __future__ import annotations

from pnp.games.keikalla.asking import chosen_by_chance
from pnp.games.keikalla.card_ids import Card
from pnp.games.keikalla.game_data import face_town, kind_of
from pnp.games.keikalla.moves import Deal, Start
from pnp.games.keikalla.phases.chance import drawn_card, moment
from pnp.games.keikalla.phases.dealing import openness
from pnp.games.keikalla.state import Cards, KeikallaState, OpenQuestion
from pnp.games.keikalla.trial import Trial
from pnp.referee.game import Chance
from pnp.referee.move import Move
from pnp.referee.seat import TABLE


def deal_next(state: KeikallaState, chance: Chance) -> Move:
    """The table's next move in a digital deal."""
    question = state.question
    if question is None:
        return Start(TABLE, chance.pick("who names the song", len(state.players)))
    t = Trial(state)
    if not question.is_drawn:
        return chosen_by_chance(t, question, chance, moment(state))
    cards = _next_cards(t, question, chance)
    return Deal(TABLE, question.seat, cards, open=openness(t, question, cards))


def _next_cards(t: Trial, question: OpenQuestion, chance: Chance) -> Cards:
    draw, state = question.asks.draw, t.state
    assert draw is not None
    if draw.found is not None:
        return (draw.found(state, question),)
    unseen, cards = dict(state.unseen), []
    for number in range(question.count if draw.at_once else 1):
        card = drawn_card(t, question, question.pile, chance, number, unseen)
        unseen[kind_of(card)] -= 1
        cards.append(card)
    if Card.HEADLINER not in cards:
        return tuple(cards)
    from pnp.games.keikalla.zones import faces_seen

    taken = [face_town(face) for face in faces_seen(state)]
    return tuple(_face_of(state, card, chance, taken) for card in cards)


def _face_of(state: KeikallaState, card: str, chance: Chance, taken: list[str]) -> str:
    """A Headliner is dealt with its town: one that lies nowhere else (KEI-H05)."""
    if card != Card.HEADLINER:
        return card
    headliner_towns = state.data.headliner_towns
    left = [town for town in sorted(headliner_towns) if taken.count(town) < headliner_towns[town]] or sorted(
        headliner_towns
    )
    town = chance.draw(f"face {state.deal_count}", left)
    taken.append(town)
    return f"{card}:{town}"
