"""The judge. In: a state and a move. Out: Legal with what happened and the state after, Unverified, or Illegal with the
rule and why.

Refusals come in this order: the game is over SOC-40 · a deal is due SOC-02, SOC-07, SOC-29 · out of turn SOC-12 · not
in the hand SOC-13 · not the opening card SOC-14 · a victory that ends the game first SOC-35b · the card does not fit
SOC-18 to SOC-20, SOC-22 · something else fits SOC-25 · the wrong way of not playing SOC-33, SOC-34.
Invariant: nothing else knows what is legal; `legal_moves` only finds the same moves faster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.games.suomi1918 import rule_ids
from pnp.games.suomi1918.apply import after_discarded, after_passed, after_played, after_shown, apply
from pnp.games.suomi1918.dealing import judge_deal
from pnp.games.suomi1918.moves import Claim, Discard, Play, Resign, Show
from pnp.games.suomi1918.playable import CardData, Tops, is_met
from pnp.games.suomi1918.queries import outcome
from pnp.games.suomi1918.secrets import hidden_cards
from pnp.games.suomi1918.secrets.hidden_cards import NO_DEDUCTION, Deduction
from pnp.games.suomi1918.state import Discarded, Passed, Played, Resigned, Shown, Suomi1918State, Won, fitting_in
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.move import Deal, Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal, Irregularity, Legal, Ruling, Unverified
from pnp.referee.seat import Seat


def judge(state: Suomi1918State, move: Move) -> Ruling:
    """Rule on a move."""
    return JUDGES[type(move)](state, move)


def judge_play(state: Suomi1918State, move: Play) -> Ruling:
    """A number card fits its stack, or an action card's precondition is met (SOC-18 to SOC-22)."""
    seat, card, playable = move.seat, move.card, state.playable
    if seat != state.turn or state.due or state.ended or state.dead_turns or state.out:
        refusal = refuse_turn(state, seat)
        if refusal:
            return refusal
    deduction = NO_DEDUCTION
    if card not in state.hands[seat] or state.knowledge is not None or playable.is_opening:
        refusal = hidden_cards.refuse_held(state, seat, card) or refuse_first(state, card)
        if refusal:
            return refusal
        revealed = hidden_cards.reveal(state, seat, card)
        if isinstance(revealed, Illegal):
            return revealed
        deduction = revealed
    if playable.wins and state.data.automatic:
        refusal = refuse_before_win(state, seat)
        if refusal:
            return refusal
    if card not in playable.fits:
        return refuse_fit(state, card)
    event = Played(seat, card)
    return Legal((event, *deduction.irregularities), after_played(state, event, deduction))


def judge_discard(state: Suomi1918State, move: Discard) -> Ruling:
    """No card of the hand fits, and a card can be drawn (SOC-25, SOC-27, SOC-33)."""
    refusal = refuse_stuck(state, move.seat, move.card)
    if refusal:
        return refusal
    if state.piles_are_empty:
        return Illegal(rule_ids.SHOW, "both piles are empty: show a card and take it back")
    deduction = hidden_cards.deny(state, move.seat, move.card)
    if isinstance(deduction, Illegal):
        return deduction
    event = Discarded(move.seat, move.card)
    return believe(state, event, deduction, after_discarded(state, event, deduction))


def judge_show(state: Suomi1918State, move: Show) -> Ruling:
    """No card of the hand fits, and none can be drawn (SOC-25, SOC-33)."""
    refusal = refuse_stuck(state, move.seat, move.card)
    if refusal:
        return refusal
    if not state.piles_are_empty:
        left = f"{state.draw} in the draw pile" if state.draw else f"{len(state.discard)} on the discard pile"
        return Illegal(rule_ids.SHOW, f"a card can still be drawn ({left}): discard instead")
    deduction = hidden_cards.deny(state, move.seat, move.card, keeps=True)
    if isinstance(deduction, Illegal):
        return deduction
    event = Shown(move.seat, move.card)
    return believe(state, event, deduction, after_shown(state, event, deduction))


def judge_pass(state: Suomi1918State, move: Pass) -> Ruling:
    """The hand is empty (SOC-34); or nothing in it fits and the table plays so (SOC-27 with its switch)."""
    seat = move.seat
    refusal = refuse_turn(state, seat) or refuse_first(state, "") or refuse_before_win(state, seat)
    if refusal:
        return refusal
    hand = state.hands[seat]
    if not hand:
        event = Passed(seat)
        return Legal((event,), apply(state, event))
    if state.data.must_discard:
        count = "1 card" if len(hand) == 1 else f"{len(hand)} cards"
        return Illegal(rule_ids.PASS, f"{state.name(seat)} holds {count}: play, discard or show one")
    refusal = refuse_duty(state, seat)
    if refusal:
        return refusal
    if state.piles_are_empty:
        return Illegal(rule_ids.SHOW, "both piles are empty: show a card and take it back")
    deduction = hidden_cards.deny(state, seat)
    if isinstance(deduction, Illegal):
        return deduction
    event = Passed(seat, claims=True)
    return believe(state, event, deduction, after_passed(state, event, deduction))


def judge_resign(state: Suomi1918State, move: Resign) -> Ruling:
    """Anybody who is still in the game, once it has begun (SOC-49)."""
    seat = move.seat
    refusal = refuse_over(state) or refuse_seat(state, seat)
    if refusal:
        return refusal
    if seat in state.out:
        return Illegal(rule_ids.RESIGNED, f"{state.name(seat)} is out already")
    if state.is_opening:
        first = state.data.label(state.data.opening)
        return Illegal(rule_ids.RESIGNED, f"{first} is not laid yet: end this table with `table: end` and deal anew")
    if state.due:
        return Illegal(state.due[0].rule, f"{state.name(state.due[0].seat)} must be dealt a card first")
    event = Resigned(seat)
    return Legal((event,), apply(state, event))


def judge_claim(state: Suomi1918State, move: Claim) -> Ruling:
    """The conditions of the own victory card are met at the start of the own turn (SOC-35, SOC-35a, SOC-48)."""
    seat, card = move.seat, move.card
    over = refuse_over(state) or refuse_seat(state, seat)
    if over:
        return over
    if state.due or seat != state.turn:
        if state.is_opening and not state.due and state.turn is None:
            return Illegal(rule_ids.OPENING, f"the first turn must be {state.data.label(state.data.opening)}")
        return Illegal(rule_ids.OWN_TURN_ONLY, f"it is not the start of a turn of {state.name(seat)}")
    if state.is_opening:
        return Illegal(rule_ids.OPENING, f"the first turn must be {state.data.label(state.data.opening)}")
    label = state.data.label(card)
    if card not in state.data.victories:
        return Illegal(rule_ids.WIN, f"{label} is no victory card")
    held = refuse_victory_held(state, seat, card)
    # The stacks come first: at a digital table nobody learns whose card it is by claiming one that is not met.
    if card not in state.playable.wins and (state.data.is_digital or not held):
        because = f"{label} is not met: {unmet(state, state.data.cards[card])}"
        if state.victory[seat] == UNKNOWN and not state.data.is_digital:
            because += f". All have seen it now: `table: adjust victory {state.name(seat)} {card}`"
        return Illegal(rule_ids.WIN, because)
    if held:
        return held
    event = Won(seat, card)
    return Legal((event,), apply(state, event))


def believe(
    state: Suomi1918State, event: Discarded | Shown | Passed, deduction: Deduction, after: Suomi1918State
) -> Legal | Unverified:
    """The claim “nothing I hold fits” is true, or believed (SOC-42)."""
    events = (event, *deduction.irregularities)
    if UNKNOWN not in state.hands[event.seat] or not hidden_cards.may_deny(state, event.seat):
        return Legal(events, after)
    if any(
        item.certain and item.ply == state.ply + 1 for item in deduction.irregularities if type(item) is Irregularity
    ):
        return Unverified(events, after)  # not even assumed: it is proved false at once
    fits = state.data.labels(state.playable.fits & state.unseen)
    return Unverified(events, after, (f"{state.name(event.seat)} holds no card that fits: {fits}",))


def refuse_over(state: Suomi1918State) -> Illegal | None:
    """Nothing is played after the end (SOC-40)."""
    over = outcome(state)
    return Illegal(rule_ids.OVER, f"the game is over: {over.reason}") if over else None


def refuse_seat(state: Suomi1918State, seat: Seat) -> Illegal | None:
    """The table itself plays no cards."""
    return Illegal(REF_SEAT, "the table plays no cards") if seat < 0 else None


def refuse_turn(state: Suomi1918State, seat: Seat) -> Illegal | None:
    """Why a seat may not act now (SOC-40, SOC-02, SOC-07, SOC-29, SOC-12)."""
    refusal = refuse_over(state) or refuse_seat(state, seat)
    if refusal:
        return refusal
    if state.due:
        due = state.due[0]
        if seat == state.turn or due.rule != rule_ids.DRAW:
            count = "1 card" if due.count == 1 else f"{due.count} cards"
            return Illegal(due.rule, f"{state.name(due.seat)} must be dealt {count} first")
    if state.turn is None:
        # Whoever can hold black 1 may start (SOC-10).
        return None
    if seat != state.turn:
        return Illegal(rule_ids.TURN, f"it is the turn of {state.name(state.turn)}, not of {state.name(seat)}")
    return None


def refuse_first(state: Suomi1918State, card: str) -> Illegal | None:
    """The first turn puts black 1 on the table (SOC-14)."""
    data = state.data
    if not state.is_opening or card == data.opening:
        return None
    what = f", not {data.label(card)}" if card else ""
    return Illegal(rule_ids.OPENING, f"the first turn must be {data.label(data.opening)}{what}")


def refuse_before_win(state: Suomi1918State, seat: Seat) -> Illegal | None:
    """Where the referee announces a win, the game is won before anything is played (SOC-35b)."""
    card = state.victory[seat]
    if not state.data.automatic or card not in state.playable.wins:
        return None
    return Illegal(rule_ids.WHO_CLAIMS, f"{state.name(seat)} has won already: `claim {card}`")


def refuse_stuck(state: Suomi1918State, seat: Seat, card: str) -> Illegal | None:
    """Why a seat may not lay this card aside instead of playing (SOC-12 to SOC-14, SOC-25)."""
    if seat != state.turn or state.due or state.ended or state.dead_turns or state.out:
        refusal = refuse_turn(state, seat)
        if refusal:
            return refusal
    hand, playable = state.hands[seat], state.playable
    if card not in hand or playable.is_opening:
        refusal = hidden_cards.refuse_held(state, seat, card) or refuse_first(state, "")
        if refusal:
            return refusal
    if playable.wins and state.data.automatic:
        refusal = refuse_before_win(state, seat)
        if refusal:
            return refusal
    return None if card not in playable.fits and playable.fits.isdisjoint(hand) else refuse_duty(state, seat, card)


def refuse_duty(state: Suomi1918State, seat: Seat, card: str = "") -> Illegal | None:
    """A card that fits is named, or known to be in the hand (SOC-25, SOC-42)."""
    if card in state.playable.fits:
        return Illegal(rule_ids.DUTY, f"{state.data.label(card)} itself fits and must be played")
    fitting = fitting_in(state, seat)
    if fitting:
        return Illegal(rule_ids.DUTY, f"{state.name(seat)} holds cards that fit: {state.data.labels(fitting)}")
    return None


def refuse_fit(state: Suomi1918State, card: str) -> Illegal:
    """Why a card does not fit (SOC-18 to SOC-20, SOC-22)."""
    data, tops = state.data, state.tops
    card_data = data.cards[card]
    if card_data.value:
        top, colour = tops[card_data.stack], data.colours[card_data.stack]
        if card_data.value != top + 1:
            there = f"the {colour} stack shows {top}" if top else f"the {colour} stack is empty"
            return Illegal(rule_ids.NEXT_NUMBER, f"{there}, so {colour} {top + 1} is next, not {card_data.label}")
        if is_met(card_data, tops):
            return Illegal(rule_ids.RESTRICTION, f"{card_data.label} is blocked: {reached(state, card_data)}")
        return Illegal(rule_ids.PRECONDITION, f"{card_data.label} needs {lacking(state, card_data)}")
    return Illegal(rule_ids.ACTION, f"{card_data.label} needs {lacking(state, card_data) or 'a card to take away'}")


def lacking(state: Suomi1918State, card_data: CardData) -> str:
    """`black 4 or more, and it shows 3` for every left-hand mark that is not reached."""
    colours, tops = state.data.colours, state.tops
    return "; ".join(
        f"{colours[stack]} {number} or more, and it {_shows(tops, stack)}"
        for stack, number in card_data.needs
        if tops[stack] < number
    )


def reached(state: Suomi1918State, card_data: CardData) -> str:
    """`black shows 8, and the limit is 8` for every right-hand mark that is reached."""
    colours, tops = state.data.colours, state.tops
    return "; ".join(
        f"{colours[stack]} {_shows(tops, stack)}, and it must stay below {number}"
        for stack, number in card_data.limits
        if tops[stack] >= number
    )


def unmet(state: Suomi1918State, card_data: CardData) -> str:
    """Everything that keeps a victory card from winning."""
    needs = lacking(state, card_data)
    parts = [f"it needs {needs}"] if needs else []
    if state.data.playable_table.victory_limits and (limit := reached(state, card_data)):
        parts.append(limit)
    return "; ".join(parts)


def refuse_victory_held(state: Suomi1918State, seat: Seat, card: str) -> Illegal | None:
    """Why this victory card cannot be the seat's (SOC-48)."""
    own, label = state.victory[seat], state.data.label(card)
    if own == card:
        return None
    if state.data.is_digital and (card in state.victory or own != UNKNOWN):
        return Illegal(rule_ids.VICTORY_TRUST, f"{label} is not the victory card of {state.name(seat)}")
    if card in state.victory:
        return Illegal(rule_ids.VICTORY_TRUST, f"{label} was dealt to {state.name(state.victory.index(card))}")
    if own != UNKNOWN:
        holds = f"holds {state.data.label(own)}" if own else "was dealt no victory card"
        return Illegal(rule_ids.VICTORY_TRUST, f"{state.name(seat)} {holds}, not {label}")
    return None


def _shows(tops: Tops, stack: int) -> str:
    return f"shows {tops[stack]}" if tops[stack] else "is empty"


JUDGES: dict[type[Move], Callable[[Suomi1918State, Any], Ruling]] = {
    Play: judge_play,
    Discard: judge_discard,
    Show: judge_show,
    Pass: judge_pass,
    Claim: judge_claim,
    Resign: judge_resign,
    Deal: judge_deal,
}
