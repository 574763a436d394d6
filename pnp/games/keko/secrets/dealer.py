"""The digital table: what it deals, rolls and shows next. In: a state in which the table is to act. Out: its move.

The order of the deck follows from the seed and the number of shuffles, so a draw that was undone comes again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.games.keko.game_data import LOCATION, fits
from pnp.games.keko.moves import Deal, First, Location, Look, Mill, Roll
from pnp.games.keko.phases.setup_moves import next_hand
from pnp.games.keko.state import CHARACTERS, DEAL, DEALT, FIRST, LOOKED, MILL, ROLL, KekoState, Question
from pnp.games.keko.state import LOCATION as LOCATION_PHASE
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import LookTop, PeekHand, Search
from pnp.games.keko.words import Handed
from pnp.referee.game import Chance
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE


def deal_next(state: KekoState, chance: Chance) -> Move:
    """The table's next move."""
    trial = Trial(state)
    question = state.question
    if question is not None:
        return _answer(trial, question, chance)
    if state.phase == CHARACTERS:
        seat = next(seat for seat in trial.living() if not state.players[seat].character)
        taken = [player.character for player in state.players]
        order = [card for card in chance.shuffle("characters", state.data.characters) if card not in taken]
        return Deal(TABLE, Handed(seat, 0, (order[0],), True))
    if state.phase == LOCATION_PHASE:
        lying = [card for card in deck_order(trial, chance) if state.data.faces[card].type == LOCATION]
        return Location(TABLE, chance.shuffle("location", sorted(lying))[0])
    if state.phase == DEAL:
        hand = state.data.starting_hand
        if not state.data.is_digital:
            return Deal(TABLE, Handed(count=hand))
        return Deal(TABLE, Handed(next_hand(trial), 0, next_cards(trial, chance, hand)))
    sides = state.data.die_sides
    rolls = tuple((seat, 1 + chance.pick(f"first {state.rolls} {seat}", sides)) for seat in state.rolling)
    return First(TABLE, rolls)


def is_same_deal(due: Move, said: Move) -> bool:
    """Older records name each kind once of what a search sees; today's dealer names every copy."""
    if isinstance(due, Look) and isinstance(said, Look) and due.to == said.to:
        return said.cards in (due.cards, tuple(dict.fromkeys(due.cards)))
    return due == said


def roll_dice(state: KekoState, move: Move, chance: Chance) -> Move:
    """`table: roll` and `table: first` without numbers: the app throws the dice."""
    is_roll = isinstance(move, Roll) and not move.dice and state.question is not None and state.question.kind == ROLL
    is_first = isinstance(move, First) and not move.rolls and state.phase == FIRST
    return deal_next(state, chance) if (is_roll or is_first) and move.seat == TABLE else move


def _answer(trial: Trial, question: Question, chance: Chance) -> Move:
    if question.kind == ROLL:
        sides = trial.data.die_sides
        dice = tuple(1 + chance.pick(f"roll {trial.rolls} {die}", sides) for die in range(question.most))
        return Roll(TABLE, dice)
    if question.kind == MILL:
        return Mill(TABLE, next_cards(trial, chance, question.most))
    if question.kind == DEALT:
        return Deal(TABLE, Handed(question.to, 0, next_cards(trial, chance, question.most)))
    assert question.kind == LOOKED, question.kind
    return Look(TABLE, question.to, seen(trial, question, chance))


def seen(trial: Trial, question: Question, chance: Chance) -> tuple[str, ...]:
    """What a seat looks at."""
    if question.key == "hand":
        return tuple(card for card, _ in trial.players[question.to].hand)
    effect = trial.stack[-1].todo[0]
    if isinstance(effect, PeekHand):
        return tuple(card for card, _ in trial.players[question.options[0]].hand)
    if isinstance(effect, LookTop):
        return next_cards(trial, chance, question.most)
    assert isinstance(effect, Search)
    deck = tuple(deck_order(trial, chance))[: trial.deck_count]
    return tuple(sorted(card for card in deck if fits(trial.data.faces[card], effect.filter)))


def next_cards(trial: Trial, chance: Chance, count: int) -> tuple[str, ...]:
    """The next cards that come from the deck, over a flip if need be."""
    return tuple(card for card, _ in zip(deck_order(trial, chance), range(count), strict=False))


def deck_order(trial: Trial, chance: Chance) -> Iterator[str]:
    """The deck from the top, then the discard pile as it would lie after a flip."""
    yield from (card for card, _ in trial.top if card != UNKNOWN)
    if trial.middle:
        gone = Counter(trial.stock)
        gone.subtract(+trial.loose())
        for card in chance.shuffle(f"deck {trial.shuffles}", trial.stock):
            if gone[card] > 0:
                gone[card] -= 1
            else:
                yield card
    yield from (card for card, _ in trial.bottom if card != UNKNOWN)
    yield from trial.discard
