"""What a state says: who must act, in which phase, and the table as plain values. In: a state. Out: values.

Invariant: `facts` hold everything that lies on the table and nothing that a view hides; hands are sorted.
"""

from __future__ import annotations

from typing import Any

from pnp.games.drumroll.phases.decks import DRAW, LOOK, PICK, SHUFFLE
from pnp.games.drumroll.phases.final_scoring import outcome
from pnp.games.drumroll.phases.investment_cards import HAND_LIMIT
from pnp.games.drumroll.question import Question
from pnp.games.drumroll.state import DrumRollState, deck_size, investment_deck_size, performer_deck_size
from pnp.referee.seat import Seat

__all__ = ["facts", "outcome", "phase", "question_of", "scores", "to_act"]


def question_of(state: DrumRollState) -> Question:
    """What is asked now: what interrupts a phase, or what it asks itself."""
    if state.over_limit is not None:
        return HAND_LIMIT
    if state.looked_at:
        return PICK
    if state.deck_to_shuffle:
        return SHUFFLE
    if state.cards_due is not None:
        return LOOK if state.cards_due.looks else DRAW
    return state.asks


def to_act(state: DrumRollState) -> tuple[Seat, ...]:
    """Who must go on. Cards may be played by others too (DR-160)."""
    return question_of(state).whom(state)


def phase(state: DrumRollState) -> str:
    """The phase, or the interruption."""
    question = question_of(state)
    return question.id if question in (HAND_LIMIT, SHUFFLE) else state.phase


def scores(state: DrumRollState) -> tuple[int, ...]:
    """Prestige."""
    return tuple(player.prestige for player in state.players)


def counters(state: DrumRollState) -> dict[str, tuple[int, ...]]:
    """The numbers that a table checks most."""
    return {"prestige": scores(state), "coins": tuple(player.coins for player in state.players)}


def facts(state: DrumRollState) -> Any:
    """Everything on the table as plain values."""
    data, names = state.data, state.setup.seats
    players = dict(zip(names, state.players, strict=True))
    performers = [performer for player in state.players for performer in player.troupe]
    colours = data.colours
    return {
        "phase": state.phase,
        "show": state.show,
        "turn": state.turn,
        "starting_player": None if state.starter is None else names[state.starter],
        "regions": {
            **{name: player.region for name, player in players.items()},
            **({"virtual": state.virtual} if state.virtual else {}),
        },
        "players": {
            name: {
                "coins": player.coins,
                "prestige": player.prestige,
                "storage": {colour: count for colour, count in zip(colours, player.storage, strict=True) if count},
                "hand": sorted(player.hand),
                "hand_limit": player.limit,
                "bank": player.bank,
                "tickets": player.tickets,
                "decisions": player.decisions_made,
                "coins_to_come": player.pass_coins_due,
                "skips": player.skips,
                "done": [
                    what
                    for what, is_done in (
                        ("took", player.has_first_cubes),
                        ("agent", player.agent_used),
                        ("assistant", player.assistant_used),
                        ("fed", player.has_distributed),
                        ("fired", player.has_fired),
                        ("perfect", player.gave_perfect_show),
                        ("revealed", player.hand_revealed),
                    )
                    if is_done
                ],
            }
            for name, player in players.items()
        },
        "performers": {name: [each.card for each in player.troupe] for name, player in players.items()},
        "personnel": {name: list(player.staff) for name, player in players.items()},
        "cubes": {each.card: [colours[colour] for colour in each.cubes] for each in performers if each.cubes},
        "levels": {each.card: each.level for each in performers if each.level},
        "flipped": [each.card for each in performers if each.flipped],
        "flipped_in": {each.card: each.flipped for each in performers if each.flipped},
        "trailers": [each.card for each in performers if each.trailer],
        "area": [offer.card for offer in (*state.staff_area, *state.performer_area)],
        "discounts": {offer.card: offer.tokens for offer in (*state.staff_area, *state.performer_area) if offer.tokens},
        "stock": dict(zip(colours, state.stock, strict=True)),
        "tokens_in_stock": state.tokens,
        "trailers_in_stock": state.trailers,
        "discards": {
            "performers": list(state.performer_discards),
            "personnel": list(state.staff_discards),
            "investments": list(state.investment_discards),
        },
        "decks": {
            "performers": performer_deck_size(state),
            "personnel": deck_size(state.staff_pile),
            "investments": investment_deck_size(state.investment_pile),
        },
        "shuffles": list(state.shuffles),
        "markers": {
            action.id: [names[seat] for seat in seats]
            for action, seats in zip(data.actions, state.markers, strict=True)
            if seats
        },
        "cube_actions": state.cube_actions,
        "may_be_declined": [[names[seat], data.actions[at].id] for seat, at in state.declinable],
        "votes": {name: answer for name, answer in zip(names, state.answers, strict=False) if answer},
        "doubled": [names[seat] for seat in state.double_voters],
        "content": [names[seat] for seat in state.no_double_vote],
        "asked": state.is_answered,
        "onward": state.another_turn,
        "next": state.refill_for,
        "next_starter": None if state.next_starter is None else names[state.next_starter],
        "barred": None if state.barred is None else names[state.barred],
        "on_stage": None if state.performing is None else names[state.performing],
        "shows_given": state.shows_given,
        "owed": None
        if state.cards_due is None
        else [names[state.cards_due.seat], state.cards_due.count, state.cards_due.looks],
        "looked": sorted(state.looked_at),
        "dealt": [sorted(cards) for cards in state.dealt_performers],
        "kept": list(state.kept_performers),
    }
