"""What may be done. In: a state and a seat. Out: candidates; and exactly the legal moves, without asking the judge.

For a hand that the referee does not see these are the moves that are possible if the card is held.
Invariant: `legal_moves` are the candidates that the judge does not refuse (proven by the conformance tests).
"""

from __future__ import annotations

from pnp.games.suomi1918 import hidden, rules
from pnp.games.suomi1918.judge import refuse_turn, refuse_victory_held
from pnp.games.suomi1918.moves import Claim, Discard, Play, Show, moves_of
from pnp.games.suomi1918.state import Suomi1918State, fitting_in, is_dead, may_claim, outcome
from pnp.referee.game import Decision
from pnp.referee.move import Deal, Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def candidates(state: Suomi1918State, seat: Seat) -> list[Move]:
    """Every card that may be in the hand, played, discarded and shown; every victory card claimed; a pass."""
    if seat == TABLE:
        return _deals(state)
    hand = state.hands[seat]
    cards = (*(card for card in hand if card != UNKNOWN), *(state.kit.pile if UNKNOWN in hand else ()))
    moves: list[Move] = [moves_of(kind, seat)[card] for kind in (Play, Discard, Show) for card in dict.fromkeys(cards)]
    moves += map(moves_of(Claim, seat).__getitem__, state.kit.victories)
    return [*moves, Pass(seat)]


def legal_moves(state: Suomi1918State, seat: Seat) -> list[Move]:
    """The candidates that the judge does not refuse (SOC-10 to SOC-35)."""
    if seat == TABLE:
        return _deals(state)
    if (seat != state.turn or state.due or state.ended or state.dead_turns or state.out) and refuse_turn(state, seat):
        return []
    kit, outlook, hand = state.kit, state.outlook, state.hands[seat]
    moves: list[Move] = []
    if outlook.wins:
        wins = [card for card in kit.victories if card in outlook.wins and not refuse_victory_held(state, seat, card)]
        moves += map(moves_of(Claim, seat).__getitem__, wins)
        if kit.automatic and state.victory[seat] in outlook.wins:
            return moves
    if UNKNOWN in hand:
        return moves + _legal_unseen(state, seat)
    plays, fits = moves_of(Play, seat), outlook.fits
    playable: list[Move] = [plays[card] for card in hand if card in fits]
    if not playable and not outlook.is_opening:
        playable = _legal_stuck(state, seat, hand)
    return moves + playable if moves else playable


def _legal_unseen(state: Suomi1918State, seat: Seat) -> list[Move]:
    cards = hidden.possible(state, seat)
    fits = state.outlook.fits
    moves: list[Move] = [moves_of(Play, seat)[card] for card in cards if card in fits]
    if state.is_opening or fitting_in(state, seat):
        return moves
    return moves + _legal_stuck(state, seat, tuple(card for card in cards if card not in fits))


def _legal_stuck(state: Suomi1918State, seat: Seat, cards: tuple[str, ...]) -> list[Move]:
    """What a player does who cannot play (SOC-27, SOC-33, SOC-34)."""
    if not state.hands[seat]:
        return [Pass(seat)]
    kept = state.piles_are_empty
    moves = list(map(moves_of(Show if kept else Discard, seat).__getitem__, cards))
    return moves if kept or state.kit.must_discard else [*moves, Pass(seat)]


def _deals(state: Suomi1918State) -> list[Move]:
    """Every deal of one card that is due; a deal of several cards is the dealer's."""
    if not state.due or outcome(state) or state.due[0].count > 1:
        return []
    due = state.due[0]
    if due.rule == rules.VICTORY_DEAL:
        seats = [item.seat for item in state.due if item.rule == due.rule]
        left = [card for card in state.kit.victories if card not in state.victory]
        return [Deal(TABLE, seat, (card,)) for seat in seats for card in left]
    return [Deal(TABLE, due.seat, (card,)) for card in state.kit.sort(state.unseen)]


def forced(state: Suomi1918State) -> Move | None:
    """The referee announces a win itself where it knows the victory cards (SOC-35b)."""
    seat = state.turn
    if not state.outlook.wins or seat is None or state.due or state.ended or not state.kit.automatic:
        return None
    card = state.victory[seat]
    return moves_of(Claim, seat)[card] if card in state.outlook.wins else None


def pending(state: Suomi1918State) -> tuple[Decision, ...]:
    """What must be decided now, by whom, and by which rule."""
    if outcome(state):
        return ()
    kit, seat = state.kit, state.turn
    if state.due:
        due = state.due[0]
        owed = ", ".join(f"{item.count} to {state.name(item.seat)}" for item in state.due if item.rule == due.rule)
        what = "victory card" if due.rule == rules.VICTORY_DEAL else "card"
        return (Decision(TABLE, ("deal",), f"deal, {what}: {owed}", due.rule),)
    if state.is_opening:
        first = kit.label(kit.opening)
        who = [seat] if seat is not None else [at for at, hand in enumerate(state.hands) if UNKNOWN in hand]
        return tuple(Decision(at, ("play",), f"play {first}: its holder starts", rules.STARTER) for at in who)
    assert seat is not None, "after the first card everybody knows whose turn it is"
    own = state.victory[seat]
    if kit.automatic and own in state.outlook.wins:
        return (Decision(seat, ("claim",), f"claim {kit.label(own)}: it is met", rules.WHO_CLAIMS),)
    # Where the referee announces a win itself, nobody else claims one.
    claims = state.outlook.wins and not kit.automatic and may_claim(state, seat)
    verbs: tuple[str, ...] = ("claim",) if claims else ()
    hand = state.hands[seat]
    if not hand:
        return (Decision(seat, (*verbs, "pass"), "the hand is empty: pass", rules.PASS),)
    aside, rule = ("show", rules.SHOW) if state.piles_are_empty else ("discard", rules.DISCARD)
    lay_aside = f"{aside} one"
    others: tuple[str, ...] = (aside,)
    if aside == "discard" and not kit.must_discard:
        lay_aside, others = "discard one or pass", (aside, "pass")
    first = _claim_first(state, seat) if verbs else ""
    if is_dead(state.outlook, state.removed):
        why = f"{first}nothing can be played any more, wherever it is: {lay_aside}"
        return (Decision(seat, (*verbs, *others), why, rules.FROZEN),)
    known = fitting_in(state, seat)
    maybe = () if known else hidden.may_fit(state, seat)
    if known:
        why = f"{first}play a card that fits ({kit.labels(known)}"
        more = hidden.may_fit(state, seat)
        why += f", or {kit.labels(more)} if held)" if more else ")"
        return (Decision(seat, (*verbs, "play"), why, rules.DUTY),)
    if not maybe:
        return (Decision(seat, (*verbs, *others), f"{first}no card of the hand fits: {lay_aside}", rule),)
    rule = rules.SECOND_TURN if sum(map(len, state.stacks)) == 1 and not state.discard else rules.DUTY
    why = f"{first}play a card that fits, if one is held ({kit.labels(maybe)}), else {lay_aside}"
    return (Decision(seat, (*verbs, "play", *others), why, rule),)


def _claim_first(state: Suomi1918State, seat: Seat) -> str:
    """What a player may say before anything else (SOC-35)."""
    wins = [card for card in state.kit.victories if card in state.outlook.wins]
    wins = [card for card in wins if not refuse_victory_held(state, seat, card)]
    return f"claim {' or '.join(map(state.kit.label, wins))} if it is yours; else " if wins else ""
