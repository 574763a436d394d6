"""What a seat knows. In: a state, a move. Out: the same as that seat, or the public (None), sees it.

Hidden are investment hands until they lie open, the two set-up performers and the choice between them until all are
turned up, cards looked at, and fists until all are in. Invariant: what `project` hides, `redact` hides; what was opened
since, `is_revealed` knows: replaying the lines as a seat knows them gives the projected facts.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.drumroll.game_data import PERFORMERS, REGIONS
from pnp.games.drumroll.moves import Deal, Look, Pick
from pnp.games.drumroll.phases.deals import SETUP
from pnp.games.drumroll.phases.flow import COURSE
from pnp.games.drumroll.phases.secret_choice import SecretChoice
from pnp.games.drumroll.phases.setup_moves import KEEP
from pnp.games.drumroll.state import DeckSection, DrumRollState
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat
from pnp.referee.view import redact_cards

_CHOICES = {kind: each for each in COURSE if isinstance(each, SecretChoice) for kind in each.answers}


def project(state: DrumRollState, seat: Seat | None) -> DrumRollState:
    """The table as a seat sees it. With real cards the referee itself knows nothing secret but such choices."""
    if isinstance(state.asks, SecretChoice):
        state = state.asks.conceal(state, seat)
    if not state.data.is_digital:
        return state
    players = tuple(
        player
        if who == seat or player.hand_revealed or not player.hand
        else replace(player, hand=(UNKNOWN,) * len(player.hand))
        for who, player in enumerate(state.players)
    )
    looked = state.looked_at
    if state.cards_due is not None and state.cards_due.seat != seat:
        looked = (UNKNOWN,) * len(looked)
    pile, dealt = state.performer_pile, state.dealt_performers
    if any(dealt):
        others = frozenset(card for who, cards in enumerate(dealt) if who != seat for card in cards) - {UNKNOWN}
        pile = (pile[0] | others, *pile[1:])
        dealt = tuple(cards if who == seat else (UNKNOWN,) * len(cards) for who, cards in enumerate(dealt))
    return replace(
        state,
        players=players,
        looked_at=looked,
        performer_pile=pile,
        dealt_performers=dealt,
        investment_pile=tuple(DeckSection(section.size) for section in state.investment_pile),
    )


def redact(move: Move, seat: Seat | None) -> Move:
    """The move as a seat learns of it when it is made."""
    if isinstance(move, Deal):
        hidden = isinstance(move.to, int) and move.to != seat
        return replace(move, cards=(UNKNOWN,) * len(move.cards)) if hidden else move
    if isinstance(move, Look):
        return move if move.to == seat else replace(move, cards=(UNKNOWN,) * len(move.cards))
    if move.seat == seat:
        return move
    if isinstance(move, Pick):
        return replace(move, card=UNKNOWN)
    if type(move) in _CHOICES:
        return _CHOICES[type(move)].redact(move)
    return redact_cards(move, seat)


def is_revealed(state: DrumRollState, move: Move, ply: int) -> bool:
    """What was hidden of a line and has been opened since; region tiles lie open from the beginning."""
    in_secret = state.phase in (SETUP.id, KEEP.id)
    if isinstance(move, Deal) and isinstance(move.to, int):
        deck = state.data.decks.get(move.cards[0])
        return deck == REGIONS or (deck == PERFORMERS and not in_secret)
    return type(move) in _CHOICES and _CHOICES[type(move)].is_open(state, ply)


def census(state: DrumRollState) -> dict[str, int]:
    """How many copies of each card lie in places that are known; `?` counts decks and what is hidden."""
    from pnp.games.drumroll.zones import HOLDINGS

    investments = state.data.investments
    copies = {card: investments[card].copies if card in investments else 1 for card in state.data.decks}
    return {**dict.fromkeys(copies, 0), **HOLDINGS.census(state, copies)}


def conceals(before: DrumRollState, after: DrumRollState) -> bool:
    """Discards were shuffled, or cards that were looked at go under their deck (DR-182, DR-194)."""
    return after.shuffles != before.shuffles or bool(before.looked_at)
