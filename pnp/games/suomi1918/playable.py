"""The outlook: what the tops of the four stacks allow, whoever holds which card. In: the tops. Out: an Outlook.

There are only a few thousand combinations of tops, so each outlook is worked out once, when it is first asked for, and
then looked up: that is what makes a ruling fast. Invariant: an Outlook depends on the printed marks and the tops alone.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct

Tops = tuple[int, ...]
Marks = tuple[tuple[int, int], ...]  # (stack, number)


class Face(Struct, frozen=True):
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
    """What the tops allow.

    fits:    number cards that fit and action cards whose precondition is met (SOC-25)
    numbers: some number card fits: such a card is always in the game (SOC-36)
    wins:    victory cards whose conditions are met (SOC-35)
    """

    fits: frozenset[str]
    numbers: bool
    wins: frozenset[str]
    is_opening: bool = False


def is_met(face: Face, tops: Tops) -> bool:
    """All left-hand marks are reached; equal is enough (SOC-19, SOC-22)."""
    return all(tops[stack] >= number for stack, number in face.needs)


def is_blocked(face: Face, tops: Tops) -> bool:
    """A right-hand mark is reached; equal blocks (SOC-20)."""
    return any(tops[stack] >= number for stack, number in face.limits)


def fits(face: Face, tops: Tops) -> bool:
    """The card can be played on these tops (SOC-18 to SOC-20, SOC-22)."""
    if face.value:
        return face.value == tops[face.stack] + 1 and is_met(face, tops) and not is_blocked(face, tops)
    return face.stack >= 0 and tops[face.stack] > 0 and is_met(face, tops)


class PlayableTable(dict[Tops, Playable]):
    """The outlooks of one set of cards by their tops. Equal when the cards are; what is known so far does not count."""

    def __init__(self, faces: tuple[Face, ...], victory_limits: bool) -> None:
        super().__init__()
        self.faces, self.victory_limits = faces, victory_limits

    def __missing__(self, tops: Tops) -> Playable:
        fitting = [face for face in self.faces if fits(face, tops)]
        wins = (
            face.id
            for face in self.faces
            if face.stack < 0 and is_met(face, tops) and not (self.victory_limits and is_blocked(face, tops))
        )
        playable = Playable(
            frozenset(face.id for face in fitting), any(face.value for face in fitting), frozenset(wins)
        )
        self[tops] = playable
        return playable

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlayableTable) and (self.faces, self.victory_limits) == (
            other.faces,
            other.victory_limits,
        )

    def __hash__(self) -> int:  # type: ignore[override]
        return hash((self.faces, self.victory_limits))

    def __reduce__(self) -> Any:
        return playable_table, (self.faces, self.victory_limits)


@cache
def playable_table(faces: tuple[Face, ...], victory_limits: bool) -> PlayableTable:
    """The outlooks of these cards; all tables with the same cards share them."""
    return PlayableTable(faces, victory_limits)
