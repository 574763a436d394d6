"""What can be played on the tops of the four stacks, whoever holds which card. In: the tops. Out: a Playable.

There are only a few thousand combinations of tops, so each Playable is computed once, when it is first needed, and then
looked up: that is what makes a ruling fast. Invariant: a Playable depends on the printed marks and the tops alone.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct

Tops = tuple[int, ...]
Marks = tuple[tuple[int, int], ...]  # (stack, number)


class CardData(Struct, frozen=True):
    """What is printed on a card, as numbers. Stacks are counted in the order of the constant `stacks`.

    stack:  of a number card its own one, of an action card the one it takes from, of a victory card none
    value:  of a number card; 0 for the others
    needs:  left-hand marks, all must be reached (SOC-19, SOC-22, SOC-35)
    limits: right-hand marks, none may be reached (SOC-20)
    ending: how the game ends when this card is played: `nobody_wins`, `all_lose` or not at all
    """

    id: str
    label: str
    stack: int = -1
    value: int = 0
    needs: Marks = ()
    limits: Marks = ()
    ending: str = ""


class Playable(Struct, frozen=True):
    """What can be played on certain tops.

    fits:    number cards that fit and action cards whose precondition is met (SOC-25)
    numbers: some number card fits: such a card is always in the game (SOC-36)
    wins:    victory cards whose conditions are met (SOC-35)
    """

    fits: frozenset[str]
    numbers: bool
    wins: frozenset[str]
    is_opening: bool = False


def is_met(card_data: CardData, tops: Tops) -> bool:
    """All left-hand marks are reached; equal is enough (SOC-19, SOC-22)."""
    return all(tops[stack] >= number for stack, number in card_data.needs)


def is_blocked(card_data: CardData, tops: Tops) -> bool:
    """A right-hand mark is reached; equal blocks (SOC-20)."""
    return any(tops[stack] >= number for stack, number in card_data.limits)


def fits(card_data: CardData, tops: Tops) -> bool:
    """The card can be played on these tops (SOC-18 to SOC-20, SOC-22)."""
    if card_data.value:
        return (
            card_data.value == tops[card_data.stack] + 1 and is_met(card_data, tops) and not is_blocked(card_data, tops)
        )
    return card_data.stack >= 0 and tops[card_data.stack] > 0 and is_met(card_data, tops)


class PlayableTable(dict[Tops, Playable]):
    """Playable by tops, for one set of cards. Tables of the same cards are equal, whatever they hold so far."""

    def __init__(self, cards: tuple[CardData, ...], victory_limits: bool) -> None:
        super().__init__()
        self.cards, self.victory_limits = cards, victory_limits

    def __missing__(self, tops: Tops) -> Playable:
        fitting = [card_data for card_data in self.cards if fits(card_data, tops)]
        wins = (
            card_data.id
            for card_data in self.cards
            if card_data.stack < 0
            and is_met(card_data, tops)
            and not (self.victory_limits and is_blocked(card_data, tops))
        )
        playable = Playable(
            frozenset(card_data.id for card_data in fitting),
            any(card_data.value for card_data in fitting),
            frozenset(wins),
        )
        self[tops] = playable
        return playable

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlayableTable) and (self.cards, self.victory_limits) == (
            other.cards,
            other.victory_limits,
        )

    def __hash__(self) -> int:  # type: ignore[override]
        return hash((self.cards, self.victory_limits))

    def __reduce__(self) -> Any:
        return playable_table, (self.cards, self.victory_limits)


@cache
def playable_table(cards: tuple[CardData, ...], victory_limits: bool) -> PlayableTable:
    """The PlayableTable of these cards; all games with the same cards share it."""
    return PlayableTable(cards, victory_limits)
