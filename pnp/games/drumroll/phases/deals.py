"""What the table is asked: to deal at the set-up and into the hiring area, and to name who starts. In: a state. Out:
questions, whose answers are ruled in `decks.py` and `setup_moves.py`; which deck is to be shuffled before them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pnp.games.drumroll.moves import Deal, Start
from pnp.games.drumroll.params import AREA, VIRTUAL
from pnp.games.drumroll.question import Offers, Question, Whom
from pnp.games.drumroll.state import DrumRollState, deck_size, investment_deck_size, missing
from pnp.referee.game import Decision
from pnp.referee.move import Move
from pnp.referee.seat import TABLE, Seat

Due = list[tuple[str, str]]  # what is dealt, in words, and by which rule


class Deals(Question):
    """Deals of several kinds, each with its words and its rule."""

    def __init__(
        self, id: str, due: Callable[[DrumRollState], Due], whom: Whom, offers: Offers, *, in_setup: bool
    ) -> None:
        super().__init__(id, "", "", whom=whom, offers=offers, in_setup=in_setup, chance=True)
        self.due = due

    def decisions(self, state: DrumRollState, seat: Seat) -> tuple[Decision, ...]:
        """One for each kind of deal."""
        return tuple(Decision(seat, ("deal",), words, rule) for words, rule in self.due(state))


# the first starting player


def _seats(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    if state.starter is None:
        yield from (Start(TABLE, each) for each in range(len(state.players)))


STARTER = Question("STARTER", "DR-016", "name_starter", offers=_seats, in_setup=True, chance=True)


# the hiring area


def _area_due(state: DrumRollState, of_personnel: str, of_performers: str) -> Due:
    performers, personnel = missing(state)
    kinds = (personnel, "deal_personnel", of_personnel), (performers, "deal_performers", of_performers)
    return [(state.message(message, count=count), rule) for count, message, rule in kinds if count]


def _area_cards(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    performers, personnel = missing(state)
    for pile, count in ((state.staff_pile, personnel), (state.performer_pile, performers)):
        if count and pile:
            yield from (Deal(TABLE, AREA, (card,)) for card in state.data.decks if card in pile[0])


REFILL = Deals(
    "REFILL",
    lambda state: _area_due(state, "DR-081", "DR-082"),
    whom=lambda state: (TABLE,) if any(missing(state)) else (),
    offers=_area_cards,
    in_setup=False,
)


# the set-up


def needs_virtual(state: DrumRollState) -> bool:
    """With two players a third region is in play (DR-012)."""
    return len(state.players) == 2


def _setup_is_complete(state: DrumRollState) -> bool:
    """Area, regions and, in a digital deal, the secret performers are dealt."""
    return (
        not any(missing(state))
        and all(player.region for player in state.players)
        and (bool(state.virtual) or not needs_virtual(state))
        and all(state.dealt_performers)
    )


def _setup_due(state: DrumRollState) -> Due:
    found = _area_due(state, "DR-005", "DR-006")
    without = tuple(seat for seat, player in enumerate(state.players) if not player.region)
    if without:
        found.append((state.message("deal_regions", of_seat=without), "DR-011"))
    if needs_virtual(state) and not state.virtual:
        found.append((state.message("deal_third_region"), "DR-012"))
    secret = tuple(seat for seat, cards in enumerate(state.dealt_performers) if not cards)
    if secret and not found:
        found.append((state.message("deal_two_performers", of_seat=secret), "DR-013"))
    return found


def _setup_cards(state: DrumRollState, seat: Seat) -> Iterator[Move]:
    yield from _area_cards(state, seat)
    dealt = {state.virtual, *(player.region for player in state.players)}
    places: list[Seat | str] = [each for each, player in enumerate(state.players) if not player.region]
    if needs_virtual(state) and not state.virtual:
        places.append(VIRTUAL)
    yield from (Deal(TABLE, place, (tile,)) for place in places for tile in state.data.regions if tile not in dealt)
    yield from STARTER.offers(state, seat)


SETUP = Deals(
    "SETUP",
    _setup_due,
    whom=lambda state: () if _setup_is_complete(state) else (TABLE,),
    offers=_setup_cards,
    in_setup=True,
)
FILLS_AREA = (SETUP.id, REFILL.id)


def shuffle_due(state: DrumRollState) -> str:
    """The deck that must be shuffled before anything else, "" if none (DR-182, DR-197)."""
    due = state.cards_due
    if due is not None:
        short = not state.looked_at and investment_deck_size(state.investment_pile) < due.count
        return "investments" if short and state.investment_discards else ""
    if state.phase in FILLS_AREA:
        performers, personnel = missing(state)
        if performers and state.performer_discards and not deck_size(state.performer_pile):
            return "performers"
        if personnel and state.staff_discards and not deck_size(state.staff_pile):
            return "personnel"
    return ""
