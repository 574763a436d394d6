"""What a seat knows. In: a state or a move. Out: the same as that seat, or the public (None), saw it.

Invariant: what `project` hides, `redact` hides: replaying the redacted lines gives the projected state's facts.
"""

from __future__ import annotations

from msgspec.structs import replace

from pnp.games.keikalla.adjust import SetDates
from pnp.games.keikalla.game_data import VENUE, kind_of
from pnp.games.keikalla.moves import Date, Deal, Keep, Pick, Swap, Tour
from pnp.games.keikalla.state import HANDS, Cards, Hand, KeikallaState, Player, Stash
from pnp.referee.correction import SetHand
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def project(state: KeikallaState, seat: Seat | None) -> KeikallaState:
    """Others' hands, calendars and unseen stashes are hidden (KEI-H01 to KEI-H05).

    At a physical table the referee is told one thing that is secret: registered calendars.
    """
    if not state.data.is_digital:
        return _without_calendars(state, seat)
    hidden: list[str] = []
    taken = tuple(item for item in state.taken_from_stashes if seat in item[2])
    if taken != state.taken_from_stashes:
        state = replace(state, taken_from_stashes=taken)
    players = tuple(
        player if owner == seat else _hidden_player(state, owner, seat, hidden)
        for owner, player in enumerate(state.players)
    )
    stashes = tuple(_hidden_stash(stash, seat, hidden) for stash in state.stashes)
    offer, turn = state.offer, state.turn
    chooser = next((item.seat for item in state.questions if item.shows_offer), None)
    if offer.cards and chooser != seat:
        hidden += [card for card in offer.cards if card != UNKNOWN]
        offer = Hand((UNKNOWN,) * len(offer.cards))
    if turn.just_drawn and state.seat != seat:
        turn = replace(turn, just_drawn=UNKNOWN)
    if not hidden and turn is state.turn and players == state.players:
        return state if state.second_deck is None else replace(state, second_deck=None)
    unseen = dict(state.unseen)
    for card in hidden:
        unseen[kind_of(card)] += 1
    return replace(
        state, players=players, stashes=stashes, offer=offer, turn=turn, unseen=unseen, second_deck=None, knowledge=None
    )


def _without_calendars(state: KeikallaState, seat: Seat | None) -> KeikallaState:
    if not any(player.order for owner, player in enumerate(state.players) if owner != seat):
        return state
    players = enumerate(state.players)
    return replace(state, players=tuple(p if owner == seat else replace(p, order=()) for owner, p in players))


def _hidden_player(state: KeikallaState, owner: Seat, seat: Seat | None, hidden: list[str]) -> Player:
    player = state.players[owner]
    changes: dict[str, Hand | Cards] = {}
    for name in HANDS:
        hand: Hand = getattr(player, name)
        if not hand.cards:
            continue
        concealed = list(hand.cards)
        for card in hand.shown:
            concealed.remove(card)
        recalled = [
            card
            for whose, card, who in state.taken_from_stashes
            if whose == owner and seat in who and card in concealed
        ]
        for card in recalled if name == "action" else ():
            concealed.remove(card)
        secret = [card for card in concealed if card != UNKNOWN]
        if secret:
            hidden += secret
            kept = (*hand.shown, *(recalled if name == "action" else ()))
            changes[name] = Hand((*kept, *(UNKNOWN,) * len(concealed)), hand.shown)
    for name in ("venues", "order"):
        towns: Cards = getattr(player, name)
        hidden += [state.data.venues[town] for town in towns if town != UNKNOWN]
        if towns:
            changes[name] = (UNKNOWN,) * len(towns) if name == "venues" else ()
    return replace(player, **changes) if changes else player


def _hidden_stash(stash: Stash, seat: Seat | None, hidden: list[str]) -> Stash:
    if stash.card == UNKNOWN or seat in stash.known_to:
        return stash
    hidden.append(stash.card)
    return replace(stash, card=UNKNOWN)


def redact(move: Move, seat: Seat | None) -> Move:
    """Dealt cards that others alone saw are `?`; dates and kept cards have only their number (KEI-H04)."""
    if isinstance(move, Deal):
        seen = move.open == "yes" or move.to in (seat, TABLE)
        return move if seen else replace(move, cards=(UNKNOWN,) * len(move.cards))
    if move.seat != seat:
        if isinstance(move, Tour) and not isinstance(move.dates, int):
            return replace(move, dates=len(move.dates), hidden="yes")
        if isinstance(move, Date):
            return replace(move, town="", hidden="yes")
        if isinstance(move, Swap) and move.in_:
            return replace(move, count=len(move.in_), in_=(), out=())
        if isinstance(move, Keep) and move.which:
            return replace(move, which="")
    if isinstance(move, Pick) and move.of not in (TABLE, seat) and move.card:
        return replace(move, card=UNKNOWN)
    if isinstance(move, SetDates) and move.of != seat and not isinstance(move.dates, int):
        return replace(move, dates=len(move.dates))
    if isinstance(move, SetHand) and move.of != seat and isinstance(move.holds, tuple):
        return replace(move, holds=(UNKNOWN,) * len(move.holds))
    return move


def census(state: KeikallaState) -> dict[str, int]:
    """How many copies of each kind lie where everybody, or the referee, knows; `?` counts all others."""
    from pnp.games.keikalla.zones import copies_unseen

    unseen = copies_unseen(state)
    counts = {id: card.copies - unseen.get(id, 0) for id, card in state.setup.book.playing_cards.items()}
    return {**counts, UNKNOWN: sum(unseen.values())}


def conceals(before: KeikallaState, after: KeikallaState) -> bool:
    """A pile has more cards than before, or more cards lie face down that nobody has seen: Venue cards, stashes."""
    grew = any(count > before.piles.get(pile, count) for pile, count in after.piles.items())
    return grew or _face_down(after) > _face_down(before)


def _face_down(state: KeikallaState) -> int:
    """Discarded dates and stashes of which only the back was seen."""
    stashes = sum(stash.card == UNKNOWN for stash in state.stashes)
    return state.discards.get(VENUE, ()).count(UNKNOWN) + stashes
