"""The moves of Keko Chronicles as people type them.

table: deal anna lord_quiggs      a Character; `deal 2` the Starting Hands; digital: `deal anna moo shibber`
anna: play amber_krystal on=shibber.2      anna: use shibber at=ben      ben: respond rejection
anna: choose on=moo      anna: choose no      anna: pass      anna: next      anna: end
table: roll 4      table: mill moo      table: first anna=5 ben=3      table: ok
"""

from __future__ import annotations

from operator import attrgetter
from typing import Annotated, Any

from pnp.games.keko.params import (
    ANSWERED,
    CARD_IN_PLAY,
    CARDS_IN_PLAY,
    DEALT_CARDS,
    DICE,
    DISCARDED,
    FOUND,
    PAID,
    RESULTS,
    SOURCE,
    STOCK,
    TEAMS,
    TYPE,
    DealtCards,
)
from pnp.referee.move import Move
from pnp.referee.params import AMOUNT, CARD, SEAT, IntParam, ListParam, OptionalParam, WordParam
from pnp.referee.seat import Seat

SECTIONS = ("part_one", "comes_into_play", "part_two")
OK_WORDS = ("always", "ask")


class Chosen(Move, frozen=True, kw_only=True):
    """Choices that go with a card or answer a question. An empty value: not said.

    on, from_, card, free: cards in play · n: how many · at: a player · find: what a search found · type: a card type
    pick: which of several · pay: a card given up · out: the Item that makes room · to: the Action that is answered
    """

    on: Annotated[tuple[str, ...], CARDS_IN_PLAY] = ()
    from_: Annotated[str, CARD_IN_PLAY] = ""
    n: Annotated[int, IntParam(least=1)] = 0
    at: Annotated[Seat | None, SEAT] = None
    card: Annotated[str, CARD_IN_PLAY] = ""
    free: Annotated[tuple[str, ...], CARDS_IN_PLAY] = ()
    find: Annotated[tuple[str, ...], FOUND] = ()
    type: Annotated[str, TYPE] = ""
    pick: Annotated[int, IntParam("1, 2, …", least=1)] = 0
    pay: Annotated[tuple[str, ...], PAID] = ()
    out: Annotated[str, CARD_IN_PLAY] = ""
    to: Annotated[str, ANSWERED] = ""


_FIELDS = Chosen.__struct_fields__[1:]  # after the seat
_VALUES, _UNSAID = attrgetter(*_FIELDS), Chosen.__struct_defaults__
KEYS = tuple(field.rstrip("_") for field in _FIELDS)


class Play(Chosen, frozen=True):
    """`anna: play falling_sign at=ben`: a card from hand is announced."""

    what: Annotated[str, CARD]


class Use(Chosen, frozen=True):
    """`anna: use shibber.2 at=ben`: an activated ability, or the one that replaces the draw."""

    what: Annotated[str, SOURCE]


class Respond(Chosen, frozen=True):
    """`ben: respond rejection`: a Sudden Action, or an ability in play, in answer."""

    what: Annotated[str, SOURCE]


class Choose(Chosen, frozen=True):
    """`anna: choose no`, `anna: choose on=moo`: the answer to the open question."""

    answer: Annotated[str, OptionalParam(WordParam(("yes", "no")), "")]


class Draw(Move, frozen=True):
    """`anna: draw 2`: the draw of the Draw phase."""

    count: Annotated[int, AMOUNT]


class Next(Move, frozen=True):
    """`anna: next`: the next section of the Action Phase; it may be named."""

    section: Annotated[str, OptionalParam(WordParam(SECTIONS), "")]


class EndTurn(Move, frozen=True):
    """`anna: end`: the end of the Action Phase."""

    verb = "end"


class Show(Move, frozen=True):
    """`ben: show fuzzin`: a dealt card that matters in the Starting Hand."""

    what: Annotated[str, CARD]


class Order(Move, frozen=True):
    """`anna: order mask krystal_battery`: the order of the own abilities that wait."""

    cards: Annotated[tuple[str, ...], ListParam(SOURCE)]


class Discard(Move, frozen=True):
    """`carl: discard moo rummage`: what a limit, an effect or an elimination asks for."""

    cards: Annotated[tuple[str, ...], ListParam(DISCARDED, unknown=True)]


class Leave(Move, frozen=True):
    """`carl: resign`: as if life became 0 now."""

    verb = "resign"


class Deal(Move, frozen=True):
    """`table: deal 2`, `table: deal anna lord_quiggs`; a digital table deals cards: `table: deal anna moo shibber`."""

    what: Annotated[DealtCards, DEALT_CARDS]


class Look(Move, frozen=True):
    """`table: look anna moo shibber`: a digital table shows a seat what it looks at."""

    to: Annotated[Seat, SEAT]
    cards: Annotated[tuple[str, ...], OptionalParam(ListParam(CARD, unknown=True), ())]


class Keep(Move, frozen=True):
    """`anna: keep moo shibber`: a digital table's secret choice: cards taken, put back in this order, or given away."""

    cards: Annotated[tuple[str, ...], ListParam(CARD, unknown=True)]


class Location(Move, frozen=True):
    """`table: location waggut_zee`: the random Location at the start."""

    what: Annotated[str, CARD]


class First(Move, frozen=True):
    """`table: first anna=5 ben=3`: who begins; without numbers the app rolls."""

    rolls: Annotated[tuple[tuple[Seat, int], ...], OptionalParam(RESULTS, ())]


class Roll(Move, frozen=True):
    """`table: roll 4 2`; without numbers the app rolls."""

    dice: Annotated[tuple[int, ...], OptionalParam(DICE, ())]


class Mill(Move, frozen=True):
    """`table: mill shibber`: cards turned from the deck into the discard pile."""

    cards: Annotated[tuple[str, ...], ListParam(CARD)]


class Ok(Move, frozen=True):
    """`table: ok`: everybody passes; `ok always`: no window opens until further notice; `ok ask`: they open again."""

    how: Annotated[str, OptionalParam(WordParam(OK_WORDS), "")]


class Stock(Move, frozen=True):
    """`table: deck shibber*4 moo …`: the cards of a Play Deck of your own, before anything is dealt."""

    verb = "deck"

    cards: Annotated[tuple[str, ...], STOCK]


class Flip(Move, frozen=True):
    """`table: flip`: confirms that the discard pile was turned over."""


class Teams(Move, frozen=True):
    """`table: teams anna,carl ben,dora`: who plays with whom, before the Characters are dealt."""

    teams: Annotated[tuple[tuple[Seat, ...], ...], TEAMS]


def typed_of(move: Chosen) -> dict[str, Any]:
    """The keys that were typed."""
    values = _VALUES(move)
    if values == _UNSAID:
        return {}
    return {key: value for key, value, unsaid in zip(KEYS, values, _UNSAID, strict=True) if value != unsaid}
