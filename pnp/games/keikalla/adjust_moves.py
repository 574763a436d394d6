"""The table's corrections as people type them: `table: adjust at anna vaasa`, `table: adjust movement anna road_2 ? ?`.

Their effects are in `adjust.py`.
"""

from __future__ import annotations

from typing import Annotated

from pnp.games.keikalla.params import DEALT, FACED, SPACE, TOWN, EitherParam
from pnp.referee.correction import HandParam, SetHand
from pnp.referee.move import Move
from pnp.referee.params import AMOUNT, SEAT, ListParam, OptionalParam, WordParam
from pnp.referee.seat import Seat

PILES = ("movement", "move", "event", "action", "action1", "action2", "venue")
CARDS = OptionalParam(ListParam(FACED), ())


class FacedHandParam(HandParam):
    """A hand; a Headliner may have its town."""

    def __init__(self) -> None:
        super().__init__()
        self._cards = ListParam(FACED, unknown=True)


class SetMovement(SetHand, frozen=True):
    """`table: adjust movement anna road_2 ? ?`, or `adjust movement anna 5`."""

    verb = "movement"

    of: Annotated[Seat, SEAT]
    holds: Annotated[int | tuple[str, ...], FacedHandParam()]


class SetAction(SetHand, frozen=True):
    """`table: adjust action anna manager headliner:oulu ?`."""

    verb = "action"

    of: Annotated[Seat, SEAT]
    holds: Annotated[int | tuple[str, ...], FacedHandParam()]


class SetPlace(Move, frozen=True):
    """`table: adjust at anna por-vsa:2`."""

    verb = "at"

    of: Annotated[Seat, SEAT]
    space: Annotated[str, SPACE]


class SetReputation(Move, frozen=True):
    """`table: adjust fame anna stage_presence`; without cards none lies there."""

    verb = "fame"

    of: Annotated[Seat, SEAT]
    cards: Annotated[tuple[str, ...], CARDS]


class SetLaid(Move, frozen=True):
    """`table: adjust laid anna record_deal hit_song`."""

    verb = "laid"

    of: Annotated[Seat, SEAT]
    cards: Annotated[tuple[str, ...], CARDS]


class SetPlayed(Move, frozen=True):
    """`table: adjust played anna pori tampere`: the dates played, in order."""

    verb = "played"

    of: Annotated[Seat, SEAT]
    towns: Annotated[tuple[str, ...], OptionalParam(ListParam(TOWN), ())]


class SetDates(Move, frozen=True):
    """`table: adjust dates anna 4`, or the towns in order."""

    verb = "dates"

    of: Annotated[Seat, SEAT]
    dates: Annotated[int | tuple[str, ...], EitherParam(TOWN, "towns in order")]


class SetLost(Move, frozen=True):
    """`table: adjust lost anna 1`."""

    verb = "lost"

    of: Annotated[Seat, SEAT]
    count: Annotated[int, AMOUNT]


class SetRehab(Move, frozen=True):
    """`table: adjust rehab tampere`; without a town it is used up."""

    verb = "rehab-town"

    town: Annotated[str, OptionalParam(TOWN, "")]


class SetDiscard(Move, frozen=True):
    """`table: adjust discard movement road_2 road_4`, lowest first."""

    verb = "discard"

    pile: Annotated[str, WordParam(PILES)]
    cards: Annotated[tuple[str, ...], OptionalParam(DEALT, ())]


class SetPile(Move, frozen=True):
    """`table: adjust deck action2 12`."""

    verb = "deck"

    pile: Annotated[str, WordParam(PILES)]
    count: Annotated[int, AMOUNT]
