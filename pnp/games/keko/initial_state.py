"""The table before the first line. In: a Setup. Out: a KekoState, or Illegal for a wrong number of seats."""

from __future__ import annotations

from pnp.games.keko.game_data import game_data_of
from pnp.games.keko.state import KekoState, Player
from pnp.games.keko.zones import hidden_cards
from pnp.referee.game import Setup
from pnp.referee.ruling import Illegal


def teams_of(agreed: Setup, seats: int) -> tuple[int, ...]:
    """The team of each seat: as in the header, else every other one (KEK-V02)."""
    named = {seat: number for number, team in enumerate(agreed.teams) for seat in team}
    return tuple(named.get(seat, seat % 2) for seat in range(seats))


def setup(agreed: Setup) -> KekoState | Illegal:
    """A shuffled deck, no Characters yet (KEK-01 to KEK-03); teams sit alternately (KEK-V02)."""
    wrong_seats = agreed.refuse_seats("KEK-01")
    if wrong_seats:
        return wrong_seats

    def refusal(rule: str, because: str, **args: int) -> Illegal:
        return Illegal(rule, agreed.message(because, **args))

    seats = len(agreed.seats)
    data = game_data_of(agreed)
    if seats > len(data.characters):
        return refusal("KEK-03", "too_few_characters", count=len(data.characters), seats=seats)
    if data.switches.legacy_rule and not data.switches.team_play:
        return refusal("KEK-V05", "legacy_needs_teams")
    if data.switches.team_play and seats < 3:
        return refusal("KEK-V04", "two_are_no_teams")
    if agreed.teams and not data.switches.team_play:
        return refusal("KEK-V04", "teams_need_switch")
    stock = tuple(sorted(card for card, count in data.copies.items() for _ in range(count)))
    return KekoState(
        agreed,
        data=data,
        deck=dict(data.copies),
        players=(Player(),) * seats,
        teams=teams_of(agreed, seats) if data.switches.team_play else (),
        deck_middle=len(stock),
        shuffled_cards=stock if data.is_digital else (),
        knowledge=None if data.is_digital else hidden_cards.opening(data.copies),
    )
