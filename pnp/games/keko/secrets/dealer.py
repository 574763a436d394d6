"""The digital table: what it deals, rolls and shows next. In: a state in which the table is to act. Out: its move.

The order of the deck follows from the seed and the number of shuffles, so a draw that was undone comes again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.games.keko.game_data import LOCATION, fits
from pnp.games.keko.moves import Deal, First, Location, Look, Mill, Roll
from pnp.games.keko.params import DealtCards
from pnp.games.keko.phases.setup_moves import next_hand
from pnp.games.keko.state import CHARACTERS, DEAL, DEALT, FIRST, LOOKED, MILL, ROLL, KekoState, Question
from pnp.games.keko.state import LOCATION as LOCATION_PHASE
from pnp.games.keko.trial import Trial
from pnp.games.keko.vocabulary.verbs import LookTop, PeekHand, Search
from pnp.referee.game import Chance
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE


def deal_next(state: KekoState, chance: Chance) -> Move:
    """The table's next move."""
    t = Trial(state)
    question = state.question
    if question is not None:
        return _answer(t, question, chance)
    if state.phase == CHARACTERS:
        seat = next(seat for seat in t.living() if not state.players[seat].character)
        taken = [player.character for player in state.players]
        order = [card for card in chance.shuffle("characters", state.data.characters) if card not in taken]
        return Deal(TABLE, DealtCards(seat, 0, (order[0],), True))
    if state.phase == LOCATION_PHASE:
        lying = [card for card in deck_order(t, chance) if state.data.cards[card].type == LOCATION]
        return Location(TABLE, chance.shuffle("location", sorted(lying))[0])
    if state.phase == DEAL:
        hand = state.data.starting_hand
        if not state.data.is_digital:
            return Deal(TABLE, DealtCards(count=hand))
        return Deal(TABLE, DealtCards(next_hand(t), 0, next_cards(t, chance, hand)))
    sides = state.data.die_sides
    rolls = tuple((seat, 1 + chance.pick(f"first {state.rolls} {seat}", sides)) for seat in state.rolling_seats)
    return First(TABLE, rolls)


def is_same_deal(due: Move, recorded: Move) -> bool:
    """Older records name each kind once of what a search sees; today's dealer names every copy."""
    if isinstance(due, Look) and isinstance(recorded, Look) and due.to == recorded.to:
        return recorded.cards in (due.cards, tuple(dict.fromkeys(due.cards)))
    return due == recorded


def roll_dice(state: KekoState, move: Move, chance: Chance) -> Move:
    """`table: roll` and `table: first` without numbers: the app throws the dice."""
    is_roll = isinstance(move, Roll) and not move.dice and state.question is not None and state.question.kind == ROLL
    is_first = isinstance(move, First) and not move.rolls and state.phase == FIRST
    return deal_next(state, chance) if (is_roll or is_first) and move.seat == TABLE else move


def _answer(t: Trial, question: Question, chance: Chance) -> Move:
    if question.kind == ROLL:
        sides = t.data.die_sides
        dice = tuple(1 + chance.pick(f"roll {t.rolls} {die}", sides) for die in range(question.most))
        return Roll(TABLE, dice)
    if question.kind == MILL:
        return Mill(TABLE, next_cards(t, chance, question.most))
    if question.kind == DEALT:
        return Deal(TABLE, DealtCards(question.to, 0, next_cards(t, chance, question.most)))
    assert question.kind == LOOKED, question.kind
    return Look(TABLE, question.to, seen(t, question, chance))


def seen(t: Trial, question: Question, chance: Chance) -> tuple[str, ...]:
    """What a seat looks at."""
    if question.key == "hand":
        return tuple(card for card, _ in t.players[question.to].hand)
    effect = t.stack[-1].effects_left[0]
    if isinstance(effect, PeekHand):
        return tuple(card for card, _ in t.players[question.options[0]].hand)
    if isinstance(effect, LookTop):
        return next_cards(t, chance, question.most)
    assert isinstance(effect, Search)
    deck = tuple(deck_order(t, chance))[: t.deck_count]
    return tuple(sorted(card for card in deck if fits(t.data.cards[card], effect.filter)))


def next_cards(t: Trial, chance: Chance, count: int) -> tuple[str, ...]:
    """The next cards that come from the deck, over a flip if need be."""
    return tuple(card for card, _ in zip(deck_order(t, chance), range(count), strict=False))


def deck_order(t: Trial, chance: Chance) -> Iterator[str]:
    """The deck from the top, then the discard pile as it would lie after a flip."""
    yield from (card for card, _ in t.deck_top if card != UNKNOWN)
    if t.deck_middle:
        gone = Counter(t.shuffled_cards)
        gone.subtract(+t.unplaced_copies())
        for card in chance.shuffle(f"deck {t.shuffles}", t.shuffled_cards):
            if gone[card] > 0:
                gone[card] -= 1
            else:
                yield card
    yield from (card for card, _ in t.deck_bottom if card != UNKNOWN)
    yield from t.discard
