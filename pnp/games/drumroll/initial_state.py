"""The table before the first line. In: a Setup. Out: a DrumRollState, or Illegal for wrong seats or names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.drumroll.game_data import PERFORMERS, PERSONNEL, GameData, game_data_of
from pnp.games.drumroll.params import AREA, VIRTUAL
from pnp.games.drumroll.phases.deals import SETUP
from pnp.games.drumroll.state import DeckSection, DrumRollState, Player, TypeTotals, hand_limit
from pnp.referee.game import Setup
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.ruling import Illegal

if TYPE_CHECKING:
    from pnp.referee.hidden.knowledge import Knowledge


def setup(agreed: Setup) -> DrumRollState | Illegal:
    """Shuffled decks and nothing on the table yet (DR-001, DR-002)."""
    refusal = agreed.refuse_seats("DR-001")
    if refusal:
        return refusal
    seats = len(agreed.seats)
    barred = [name for name in agreed.seats if name.casefold() in (AREA, VIRTUAL)]
    if barred:
        return Illegal(REF_SEAT, agreed.message("no_seat_name", name=barred[0]))
    data = game_data_of(agreed)
    number = data.numbers
    nobody = Player(
        0,
        number.start_score,
        (0,) * len(data.colours),
        hand_limit(data, ()),
        type_totals=(TypeTotals(),) * len(data.types),
    )
    investments = tuple(card.id for card in data.investments.values() for _ in range(card.copies))
    secret = ((),) * seats if data.is_digital else ()
    return DrumRollState(
        agreed,
        data=data,
        phase=SETUP.id,
        players=(nobody,) * seats,
        stock=data.stock,
        tokens=data.tokens,
        trailers=data.trailers,
        performer_pile=(_deck(data, PERFORMERS),),
        staff_pile=(_deck(data, PERSONNEL),),
        investment_pile=(DeckSection(len(investments), tuple(sorted(investments))),),
        markers=((),) * len(data.actions),
        dealt_performers=secret,
        kept_performers=("",) * seats,
        knowledge=None if data.is_digital else _nothing_known(investments),
    )


def _deck(data: GameData, deck: str) -> frozenset[str]:
    return frozenset(card for card, of in data.decks.items() if of == deck)


def _nothing_known(cards: tuple[str, ...]) -> Knowledge:
    from pnp.referee.hidden.knowledge import Knowledge

    return Knowledge.start(cards)
