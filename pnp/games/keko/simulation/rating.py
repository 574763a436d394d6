"""How good moves look. In: the view of a seat, its moves. Out: a number for each: preferences, no rules."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.keko.game_data import ACTION, does_damage
from pnp.games.keko.moves import Choose, Chosen, Draw, EndTurn, Next, Play, Respond, Use
from pnp.games.keko.state import PART_TWO, KekoState
from pnp.games.keko.windows import DAMAGE_WINDOW
from pnp.referee.move import Move, Pass
from pnp.referee.seat import Seat

HURT, WEAKEST, PLAY, USE, GO_ON, STOP, HARM, CANCEL, PAID = 6, 4, 4, 3, 1, 0, -8, 3, 3


def rate(view: KekoState, seat: Seat, moves: Sequence[Move]) -> list[float]:
    """Plays what it can, hurts whoever is weakest, does not hurt itself, and answers what would hurt it."""
    return [_worth(view, seat, move) for move in moves]


def _worth(view: KekoState, seat: Seat, move: Move) -> int:
    if isinstance(move, Pass | EndTurn):
        return STOP
    if isinstance(move, Next) and view.phase == PART_TWO and view.data.switches.section_back:
        return STOP - 1  # the sections go round: somebody must end them
    if isinstance(move, Next | Draw):
        return GO_ON
    if isinstance(move, Choose):
        return _target(view, seat, move) + (STOP if move.answer == "no" else GO_ON)
    if isinstance(move, Respond):
        return _answer(view, seat, move)
    if isinstance(move, Play):
        card_data = view.data.cards[move.what]
        if card_data.sudden and not any(does_damage(ability.do) for ability in card_data.abilities):
            return STOP - 1
        return PLAY + _target(view, seat, move) - (PAID if move.out else 0)
    if isinstance(move, Use):
        card_data = view.data.cards[move.what.partition("/")[0].partition(".")[0]]
        if (
            card_data.type == ""
            and view.players[seat].life < USE
            and any(ability.cost for ability in card_data.abilities)
        ):
            return STOP - 1
        return USE + _target(view, seat, move) - len(move.pay)
    return STOP


def _target(view: KekoState, seat: Seat, move: Chosen) -> int:
    """Whom or what a move is aimed at."""
    worth = 0
    if move.at is not None:
        weakest = min(view.players[other].life for other in view.living() if other != seat)
        worth += HARM if move.at == seat else HURT + (WEAKEST if view.players[move.at].life == weakest else 0)
    for ref in (*move.on, move.from_):
        name, _, _ = ref.partition("*")
        owners = [card.controller for card in view.play if name in (card.card, f"{card.card}.{card.copy}")]
        if owners and move.from_ == ref:
            worth += HARM if owners == [seat] else GO_ON
    return worth


def _answer(view: KekoState, seat: Seat, move: Respond) -> int:
    """Answers are for cards that hurt, and for damage."""
    question = view.question
    card_data = view.data.cards[move.what.partition(".")[0]]
    if question is not None and question.kind is DAMAGE_WINDOW:
        return HURT
    top = view.stack[-1] if view.stack else None
    if top is None or top.seat == seat or card_data.type != ACTION:
        return STOP - 1
    hurts = any(does_damage(ability.do) for ability in view.data.cards[top.card].abilities)
    return CANCEL if hurts else STOP - 1
