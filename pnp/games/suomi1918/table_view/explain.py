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
from pnp.referee.move import Move, Pass
from pnp.referee.ruling import Accepted, Reason, Unverified


def explain(state: Suomi1918State, move: Move, ruling: Accepted) -> tuple[Reason, ...]:
    """The reasons for a move."""
    after: Suomi1918State = ruling.after
    believed = isinstance(ruling, Unverified)
    reasons: list[Reason] = []
    if isinstance(move, Play):
        reasons += _explain_played(state, move, after)
    elif isinstance(move, Discard):
        reasons += _explain_discarded(state, move, believed)
    elif isinstance(move, Show):
        what = state.data.label(move.card)
        reasons.append(Reason(rule_ids.SHOWN, f"{what} is known to be in the hand of {state.name(move.seat)} now"))
        reasons += _explain_belief(state, move, believed)
    elif isinstance(move, Pass):
        reasons.append(Reason(rule_ids.CLOCKWISE, f"the turn goes to {state.name(state.after(move.seat))}"))
        reasons += _explain_belief(state, move, believed)
    elif isinstance(move, Claim):
        reasons += _explain_claim(state, move)
    elif isinstance(move, Resign):
        reasons.append(Reason(rule_ids.RESIGNED, "; ".join(news(state, move, ruling))))
    over = outcome(after)
    if over:
        reasons += [Reason(over.rule, over.reason), Reason(rule_ids.RESULTS, f"the result is: {over.kind}")]
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
            whose = f"the hand of {state.name(seat)}, {'1 card' if count == 1 else f'{count} cards'},"
            yield (
                f"{whose} goes into the draw pile" if data.is_digital else f"shuffle {whose} into the draw pile unseen"
            )
        yield f"{state.name(seat)} is out"
        return
    if isinstance(move, Play) and not data.cards[move.card].value:
        gone = state.stacks[data.cards[move.card].stack][-1]
        yield f"{data.label(gone)} goes to the discard pile, {data.label(move.card)} leaves the game"
    if isinstance(move, Show):
        yield f"{data.label(move.card)} goes back into the hand; all have seen it"
    if isinstance(move, Play | Discard) and not after.ended:
        yield from _draw_news(state, move, after)
    met = [card for card in data.victories if card in after.playable.wins - state.playable.wins]
    if met and not after.ended:
        yield f"met now: {data.labels(met)}"
    if after.dead_turns and not state.dead_turns and is_dead(after.playable, after.removed) and not outcome(after):
        yield "nothing can be played any more: when everybody has begun one more turn and nobody has won, it is over"


def _draw_news(state: Suomi1918State, move: Play | Discard, after: Suomi1918State) -> Iterator[str]:
    who, data = state.name(move.seat), state.data
    if after.shuffles > state.shuffles:
        count = after.draw + (not data.is_digital)
        cards = "1 card" if count == 1 else f"{count} cards"
        if data.is_digital:
            yield f"the discard pile, {cards}, is shuffled and becomes the draw pile"
        else:
            yield f"shuffle the discard pile now, {cards}: it becomes the draw pile"
    if len(after.hands[move.seat]) < len(state.hands[move.seat]) and not after.due:
        empty = not (isinstance(move, Play) and not data.cards[move.card].value and not data.draw_after_action)
        yield f"both piles are empty: {who} draws nothing" if empty else f"{who} draws nothing after an action card"


def _explain_played(state: Suomi1918State, move: Play, after: Suomi1918State) -> Iterator[Reason]:
    data, seat = state.data, move.seat
    card_data, who = data.cards[move.card], state.name(seat)
    if state.is_opening:
        yield Reason(rule_ids.LOW_IN_HANDS, f"all low cards were dealt, so somebody holds {card_data.label}")
        yield Reason(rule_ids.STARTER, f"{who} holds it and starts")
    elif sum(map(len, state.stacks)) == 1 and not state.shuffles and not state.discard:
        yield Reason(rule_ids.SECOND_TURN, f"on the second turn only {data.labels(state.playable.fits)} fit")
    if card_data.value:
        colour, top = data.colours[card_data.stack], state.tops[card_data.stack]
        if top:
            yield Reason(rule_ids.NUMERICAL, f"{card_data.label} goes on {colour} {top}")
        else:
            yield Reason(
                rule_ids.EMPTY_STACKS, f"the {colour} stack is empty and counts as 0, so {card_data.label} is next"
            )
        marks = _marks(state, card_data)
        if marks:
            yield Reason(rule_ids.BEFORE_LAID, f"as the stacks are before it is laid: {marks}")
    else:
        gone = state.stacks[card_data.stack][-1]
        top = after.tops[card_data.stack]
        now = f"shows {top}" if top else "is empty"
        where = f"and {data.colours[card_data.stack]} {now} now"
        yield Reason(rule_ids.ACTION_EFFECT, f"{data.label(gone)} goes to the discard pile, {where}")
        yield Reason(rule_ids.ACTION_GONE, f"{card_data.label} leaves the game")
    if move.card in data.low and not state.shuffles and not state.is_opening:
        yield Reason(rule_ids.ORIGIN, f"{who} has held {card_data.label} since the deal")
    if card_data.ending:
        yield Reason(rule_ids.DUTY_HURTS, f"{card_data.label} ends the game, and still the duty to play holds")


def _marks(state: Suomi1918State, card_data: CardData) -> str:
    colours, tops = state.data.colours, state.tops
    parts = [f"{colours[at]} {tops[at]}, at least {number} needed" for at, number in card_data.needs]
    if card_data.id not in state.data.victories or state.data.playable_table.victory_limits:
        parts += [f"{colours[at]} {tops[at]}, below {number}" for at, number in card_data.limits]
    return "; ".join(parts)


def _explain_discarded(state: Suomi1918State, move: Discard, believed: bool) -> Iterator[Reason]:
    label = state.data.label(move.card)
    yield Reason(rule_ids.DISCARD, f"nothing that {state.name(move.seat)} holds fits, so {label} is discarded")
    if not state.data.cards[move.card].value:
        yield Reason(rule_ids.ACTION_STAYS, f"{label} stays in the game")
    yield from _explain_belief(state, move, believed)


def _explain_belief(state: Suomi1918State, move: Move, believed: bool) -> Iterator[Reason]:
    if believed:
        who = state.name(move.seat)
        yield Reason(rule_ids.CLAIM, f"{who} says so, and is believed")
        yield Reason(
            rule_ids.FOUND_OUT, f"a card that fits now and must be in the hand of {who} would come to light later"
        )


def _explain_claim(state: Suomi1918State, move: Claim) -> Iterator[Reason]:
    card_data = state.data.cards[move.card]
    marks = _marks(state, card_data)
    yield Reason(rule_ids.OWN_TURN_ONLY, f"it is the start of the turn of {state.name(move.seat)}: {marks}")
    how = "the referee announces it" if state.data.automatic else "it is claimed before anything is played"
    yield Reason(rule_ids.WHO_CLAIMS, how)


def _explain_draw(state: Suomi1918State, move: Play | Discard, after: Suomi1918State) -> Iterator[Reason]:
    who, data = state.name(move.seat), state.data
    is_action = isinstance(move, Play) and not data.cards[move.card].value
    if is_action and not data.draw_after_action:
        return
    if after.shuffles > state.shuffles:
        count = after.draw + (not data.is_digital)
        yield Reason(rule_ids.RESHUFFLE, f"the draw pile is empty, so the discard pile ({count}) becomes the draw pile")
        if is_action:
            gone = state.stacks[data.cards[move.card].stack][-1]
            yield Reason(rule_ids.DRAWN_AT_ONCE, f"{data.label(gone)} is shuffled in too")
        if not data.is_digital:
            yield Reason(rule_ids.ON_TRUST, f"shuffle it now; then {who} draws one card")
    if len(after.hands[move.seat]) < len(state.hands[move.seat]) and not after.due:
        yield Reason(rule_ids.NOTHING_DRAWN, f"both piles are empty, so {who} draws nothing")
    else:
        yield Reason(rule_ids.DRAW, f"{who} draws a card")
