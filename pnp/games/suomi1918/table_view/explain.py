"""Why a move does what it does. In: a state, an accepted move and its ruling. Out: reasons with their rules.

Invariant: nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.suomi1918 import rule_ids
from pnp.games.suomi1918.moves import Claim, Discard, Play, Resign, Show
from pnp.games.suomi1918.playable import CardData
from pnp.games.suomi1918.queries import outcome
from pnp.games.suomi1918.state import Suomi1918State, is_dead
from pnp.library.words import join_texts
from pnp.referee.move import Move, Pass
from pnp.referee.ruling import Accepted, Reason, Unverified


def explain(state: Suomi1918State, move: Move, ruling: Accepted) -> tuple[Reason, ...]:
    """The reasons for a move."""
    after: Suomi1918State = ruling.after
    believed = isinstance(ruling, Unverified) and bool(ruling.assuming)  # not when it is proved false at once
    reasons: list[Reason] = []
    if isinstance(move, Play):
        reasons += _explain_played(state, move, after)
    elif isinstance(move, Discard):
        reasons += _explain_discarded(state, move, believed)
    elif isinstance(move, Show):
        what = state.data.label(move.card)
        reasons.append(state.reason(rule_ids.SHOWN, "is_known_now", card=what, seat=move.seat))
        reasons += _explain_belief(state, move, believed)
    elif isinstance(move, Pass):
        reasons.append(state.reason(rule_ids.CLOCKWISE, "turn_goes_to", seat=state.after(move.seat)))
        reasons += _explain_belief(state, move, believed)
    elif isinstance(move, Claim):
        reasons += _explain_claim(state, move)
    elif isinstance(move, Resign):
        reasons.append(Reason(rule_ids.RESIGNED, join_texts("; ", news(state, move, ruling))))
    over = outcome(after)
    if over:
        reasons += [Reason(over.rule, over.reason), state.reason(rule_ids.RESULTS, f"result_{over.kind}")]
    elif isinstance(move, Play | Discard):
        reasons += _explain_draw(state, move, after)
    return tuple(reasons)


def news(state: Suomi1918State, move: Move, ruling: Accepted) -> tuple[str, ...]:
    """What people must do or know after a move (SOC-23, SOC-24, SOC-30, SOC-32, SOC-36, SOC-46, SOC-49)."""
    return tuple(_news(state, move, ruling.after))


def _news(state: Suomi1918State, move: Move, after: Suomi1918State) -> Iterator[str]:
    data, seat = state.data, move.seat
    if isinstance(move, Resign):
        count = len(state.hands[seat])
        if count:
            yield state.message("hand_goes_to_pile" if data.is_digital else "shuffle_hand_in", seat=seat, count=count)
        yield state.message("is_out", seat=seat)
        return
    if isinstance(move, Play) and not data.cards[move.card].value:
        gone = state.stacks[data.cards[move.card].stack][-1]
        yield state.message("action_takes", gone=data.label(gone), card=data.label(move.card))
    if isinstance(move, Show):
        yield state.message("goes_back", card=data.label(move.card))
    if isinstance(move, Play | Discard) and not after.ended:
        yield from _draw_news(state, move, after)
    met = [card for card in data.victories if card in after.playable.wins - state.playable.wins]
    if met and not after.ended:
        yield state.message("met_now", cards=data.labels(met))
    if after.dead_turns and not state.dead_turns and is_dead(after.playable, after.removed) and not outcome(after):
        yield state.message("frozen_soon")


def _draw_news(state: Suomi1918State, move: Play | Discard, after: Suomi1918State) -> Iterator[str]:
    data = state.data
    if after.shuffles > state.shuffles:
        count = after.draw + (not data.is_digital)
        yield state.message("reshuffled" if data.is_digital else "reshuffle_now", count=count)
    if len(after.hands[move.seat]) < len(state.hands[move.seat]) and not after.due:
        empty = not (isinstance(move, Play) and not data.cards[move.card].value and not data.draw_after_action)
        yield state.message("piles_empty" if empty else "action_draws_nothing", seat=move.seat)


def _explain_played(state: Suomi1918State, move: Play, after: Suomi1918State) -> Iterator[Reason]:
    data, seat = state.data, move.seat
    card_data = data.cards[move.card]
    card = card_data.label
    if state.is_opening:
        yield state.reason(rule_ids.LOW_IN_HANDS, "low_were_dealt", card=card)
        yield state.reason(rule_ids.STARTER, "starts", seat=seat)
    elif sum(map(len, state.stacks)) == 1 and not state.shuffles and not state.discard:
        yield state.reason(rule_ids.SECOND_TURN, "second_turn", cards=data.labels(state.playable.fits))
    colour = data.colours[card_data.stack]
    if card_data.value:
        top = state.tops[card_data.stack]
        if top:
            yield state.reason(rule_ids.NUMERICAL, "goes_on", card=card, colour=colour, top=top)
        else:
            yield state.reason(rule_ids.EMPTY_STACKS, "stack_is_empty", card=card, colour=colour)
        marks = _marks(state, card_data)
        if marks:
            yield state.reason(rule_ids.BEFORE_LAID, "before_laid", marks=marks)
    else:
        gone = data.label(state.stacks[card_data.stack][-1])
        top = after.tops[card_data.stack]
        id = "gone_shows" if top else "gone_empties"
        yield state.reason(rule_ids.ACTION_EFFECT, id, gone=gone, colour=colour, top=top)
        yield state.reason(rule_ids.ACTION_GONE, "leaves_game", card=card)
    if move.card in data.low and not state.shuffles and not state.is_opening:
        yield state.reason(rule_ids.ORIGIN, "held_since_deal", seat=seat, card=card)
    if card_data.ending:
        yield state.reason(rule_ids.DUTY_HURTS, "ends_and_still", card=card)


def _marks(state: Suomi1918State, card_data: CardData) -> str:
    colours, tops = state.data.colours, state.tops
    marks = [("mark_needed", *mark) for mark in card_data.needs]
    if card_data.id not in state.data.victories or state.data.playable_table.victory_limits:
        marks += [("mark_limit", *mark) for mark in card_data.limits]
    parts = (state.message(id, colour=colours[at], top=tops[at], number=number) for id, at, number in marks)
    return join_texts("; ", parts)


def _explain_discarded(state: Suomi1918State, move: Discard, believed: bool) -> Iterator[Reason]:
    label = state.data.label(move.card)
    yield state.reason(rule_ids.DISCARD, "discards", seat=move.seat, card=label)
    if not state.data.cards[move.card].value:
        yield state.reason(rule_ids.ACTION_STAYS, "stays_in_game", card=label)
    yield from _explain_belief(state, move, believed)


def _explain_belief(state: Suomi1918State, move: Move, believed: bool) -> Iterator[Reason]:
    if believed:
        yield state.reason(rule_ids.CLAIM, "believed", seat=move.seat)
        yield state.reason(rule_ids.FOUND_OUT, "found_out_later", seat=move.seat)


def _explain_claim(state: Suomi1918State, move: Claim) -> Iterator[Reason]:
    card_data = state.data.cards[move.card]
    marks = _marks(state, card_data)
    yield state.reason(rule_ids.OWN_TURN_ONLY, "start_of_turn", seat=move.seat, marks=marks)
    yield state.reason(rule_ids.WHO_CLAIMS, "referee_announces" if state.data.automatic else "claimed_before_play")


def _explain_draw(state: Suomi1918State, move: Play | Discard, after: Suomi1918State) -> Iterator[Reason]:
    seat, data = move.seat, state.data
    is_action = isinstance(move, Play) and not data.cards[move.card].value
    if is_action and not data.draw_after_action:
        return
    if after.shuffles > state.shuffles:
        count = after.draw + (not data.is_digital)
        yield state.reason(rule_ids.RESHUFFLE, "discards_become_pile", count=count)
        if is_action:
            gone = state.stacks[data.cards[move.card].stack][-1]
            yield state.reason(rule_ids.DRAWN_AT_ONCE, "shuffled_in_too", card=data.label(gone))
        if not data.is_digital:
            yield state.reason(rule_ids.ON_TRUST, "shuffle_then_draw", seat=seat)
    if len(after.hands[seat]) < len(state.hands[seat]) and not after.due:
        yield state.reason(rule_ids.NOTHING_DRAWN, "draws_nothing", seat=seat)
    else:
        yield state.reason(rule_ids.DRAW, "draws_one", seat=seat)
