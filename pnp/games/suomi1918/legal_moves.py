"""What may be done. In: a state and a seat. Out: candidates; and exactly the legal moves, without running the judge.

For a hand that the referee does not see these are the moves that are possible if the card is held; a claim that the
counts alone prove false is no candidate, though the judge takes it and reports it (SOC-42).
Invariant: `legal_moves` are the candidates that the judge does not refuse (proven by the conformance tests).
"""

from __future__ import annotations

from pnp.games.suomi1918 import rule_ids
from pnp.games.suomi1918.judge import refuse_turn
from pnp.games.suomi1918.moves import Claim, Discard, Play, Show, moves_of
from pnp.games.suomi1918.queries import outcome
from pnp.games.suomi1918.secrets import hidden_cards
from pnp.games.suomi1918.state import Suomi1918State, fitting_in, may_hold_victory
from pnp.referee.move import Deal, Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def candidates(state: Suomi1918State, seat: Seat) -> list[Move]:
    """Every card that may be in the hand, played, discarded and shown; every victory card claimed; a pass."""
    if seat == TABLE:
        return _deals(state)
    hand = state.hands[seat]
    cards = (*(card for card in hand if card != UNKNOWN), *(state.data.pile if UNKNOWN in hand else ()))
    must_play = UNKNOWN in hand and hidden_cards.must_fit(state, seat)
    kinds = (Play,) if must_play else (Play, Discard, Show)
    moves: list[Move] = [moves_of(kind, seat)[card] for kind in kinds for card in dict.fromkeys(cards)]
    moves += map(moves_of(Claim, seat).__getitem__, state.data.victories)
    return moves if must_play else [*moves, Pass(seat)]


def legal_moves(state: Suomi1918State, seat: Seat) -> list[Move]:
    """The candidates that the judge does not refuse (SOC-10 to SOC-35)."""
    if seat == TABLE:
        return _deals(state)
    if (seat != state.turn or state.due or state.ended or state.dead_turns or state.out) and refuse_turn(state, seat):
        return []
    data, playable, hand = state.data, state.playable, state.hands[seat]
    moves: list[Move] = []
    if playable.wins:
        wins = [card for card in data.victories if card in playable.wins and may_hold_victory(state, seat, card)]
        moves += map(moves_of(Claim, seat).__getitem__, wins)
        if data.automatic and state.victory[seat] in playable.wins:
            return moves
    if UNKNOWN in hand:
        return moves + _legal_unseen(state, seat)
    plays, fits = moves_of(Play, seat), playable.fits
    fitting: list[Move] = [plays[card] for card in hand if card in fits]
    if not fitting and not playable.is_opening:
        fitting = _legal_stuck(state, seat, hand)
    return moves + fitting if moves else fitting


def _legal_unseen(state: Suomi1918State, seat: Seat) -> list[Move]:
    cards = hidden_cards.possible(state, seat)
    fits = state.playable.fits
    moves: list[Move] = [moves_of(Play, seat)[card] for card in cards if card in fits]
    if state.is_opening or fitting_in(state, seat) or hidden_cards.must_fit(state, seat):
        return moves
    return moves + _legal_stuck(state, seat, tuple(card for card in cards if card not in fits))


def _legal_stuck(state: Suomi1918State, seat: Seat, cards: tuple[str, ...]) -> list[Move]:
    """What a player who cannot play may do (SOC-27, SOC-33, SOC-34)."""
    if not state.hands[seat]:
        return [Pass(seat)]
    kept = state.piles_are_empty
    moves = list(map(moves_of(Show if kept else Discard, seat).__getitem__, cards))
    return moves if kept or state.data.must_discard else [*moves, Pass(seat)]


def _deals(state: Suomi1918State) -> list[Move]:
    """Every deal of one card that is due; a deal of several cards is the dealer's."""
    if not state.due or outcome(state) or state.due[0].count > 1:
        return []
    due = state.due[0]
    if due.rule == rule_ids.VICTORY_DEAL:
        seats = [item.seat for item in state.due if item.rule == due.rule]
        left = [card for card in state.data.victories if card not in state.victory]
        return [Deal(TABLE, seat, (card,)) for seat in seats for card in left]
    return [Deal(TABLE, due.seat, (card,)) for card in state.data.sort(state.unseen)]


def forced(state: Suomi1918State) -> Move | None:
    """The referee announces a win itself where it knows the victory cards (SOC-35b)."""
    seat = state.turn
    if not state.playable.wins or seat is None or state.due or state.ended or not state.data.automatic:
        return None
    card = state.victory[seat]
    return moves_of(Claim, seat)[card] if card in state.playable.wins else None
