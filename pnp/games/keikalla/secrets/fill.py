"""Worlds behind a view. In: a view, cards for its hidden places. Out: the state in which they lie there.

Cards that would have to be laid open when they are drawn (KEI-22, KEI-62) go into a hand only where nothing else is
left. Invariant: `project` of what comes out is the view again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from msgspec.structs import replace

from pnp.games.keikalla.card_ids import Card
from pnp.games.keikalla.game_data import ACTION, ACTION_2, VENUE, GameData, face_town, kind_of
from pnp.games.keikalla.state import Cards, Hand, KeikallaState, Player
from pnp.games.keikalla.zones import HAND_ZONES, STASHES, deck_of, faces_seen, offered_from
from pnp.referee.game import Pick
from pnp.referee.kernel.zone import Zone
from pnp.referee.opponents.sampling import Hidden, Unseen, copies_of
from pnp.referee.params import UNKNOWN


def fill(view: KeikallaState, hidden: Hidden, pick: Pick) -> KeikallaState:
    """Hands, calendars, stashes and an offer get their cards, those that are not given from what is out of sight."""
    decks = _Decks(view, hidden, pick)
    players = tuple(decks.player(view, seat) for seat in range(len(view.players)))
    stashes = tuple(
        replace(stash, card=decks.card(ACTION, ("stash", stash.id))) if stash.card == UNKNOWN else stash
        for stash in view.stashes
    )
    offer = view.offer
    if UNKNOWN in offer.cards:
        deck = deck_of(view.data, STASHES) if offered_from(view) == ACTION else offered_from(view)
        offer = replace(offer, cards=decks.fill(deck, "offer", offer.cards))
    turn = view.turn
    if turn.just_drawn == UNKNOWN:
        drawn = players[view.seat].action.cards
        turn = replace(turn, just_drawn=drawn[-1] if drawn else UNKNOWN)
    return replace(
        view,
        players=players,
        stashes=stashes,
        offer=offer,
        turn=turn,
        unseen=decks.unseen(),
        second_deck=decks.second_deck(view) if view.data.has_jokers else None,
        knowledge=None,
    )


class _Decks:
    """What is out of sight, deck by deck."""

    def __init__(self, view: KeikallaState, hidden: Hidden, pick: Pick) -> None:
        data = self._data = view.data
        self._counts, self._pick, self._hidden = view.unseen, pick, hidden
        self._decks: dict[str, Unseen] = {}
        towns = Counter(data.headliner_towns)
        towns.subtract(face_town(card) for card in faces_seen(view))
        self._towns = Unseen(copies_of(+towns), {}, pick)
        self._town_of = {venue: town for town, venue in data.venues.items()}

    def deck(self, deck: str) -> Unseen:
        """The copies of a deck that are out of sight."""
        found = self._decks.get(deck)
        if found is None:
            counts = {kind: self._counts.get(kind, 0) for kind in self._data.copies_in(deck)}
            given = {key: cards for key, cards in self._hidden.items() if all(card in counts for card in cards)}
            found = self._decks[deck] = Unseen(copies_of(counts), given, self._pick)
        return found

    def fill(self, deck: str, key: object, cards: Cards, fits: Callable[[str], bool] | None = None) -> Cards:
        """The cards of a place, each `?` replaced, a Headliner by one with its town."""
        if UNKNOWN not in cards:
            return cards
        filled = self.deck(deck).fill(key, cards, fits)
        return tuple(
            f"{card}:{self._towns.draw(1)[0]}"
            if card == Card.HEADLINER and was == UNKNOWN and self._towns.left
            else card
            for was, card in zip(cards, filled, strict=True)
        )

    def card(self, deck: str, key: object) -> str:
        """One card."""
        return self.fill(deck, key, (UNKNOWN,))[0]

    def player(self, view: KeikallaState, seat: int) -> Player:
        """A band with its cards."""
        player, data = view.players[seat], self._data
        changes: dict[str, Hand | Cards] = {}
        for zone in HAND_ZONES:
            hand: Hand = getattr(player, zone.id)
            if UNKNOWN in hand.cards:
                filled = self.fill(deck_of(data, zone), (zone.id, seat), hand.cards, _stays_hidden(data, zone))
                changes[zone.id] = replace(hand, cards=filled)
        if UNKNOWN in player.venues:
            changes["venues"] = self._towns_of(player.venues)
        if data.is_digital and player.planned and player.dates and not player.order:
            changes["order"] = self._towns_of((UNKNOWN,) * player.dates)
        return replace(player, **changes) if changes else player

    def _towns_of(self, towns: Cards) -> Cards:
        cards = tuple(UNKNOWN if town == UNKNOWN else self._data.venues[town] for town in towns)
        return tuple(self._town_of[card] for card in self.deck(VENUE).fill(VENUE, cards))

    def unseen(self) -> dict[str, int]:
        """What is out of sight still."""
        left = dict(self._counts)
        for deck, unseen in self._decks.items():
            left.update(dict.fromkeys(self._data.copies_in(deck), 0))
            left.update(Counter(unseen.left))
        return left

    def second_deck(self, view: KeikallaState) -> dict[str, int]:
        """Any of the Action cards that are left lie in the second deck (KEI-V20)."""
        kinds = Unseen(list(self.deck(ACTION).left), {}, self._pick)
        return dict(Counter(kinds.draw(min(view.piles.get(ACTION_2, 0), len(kinds.left)))))


def _stays_hidden(data: GameData, zone: Zone) -> Callable[[str], bool]:
    """Whether a card may have come into this hand without being laid open."""
    if zone.id.startswith("stored"):
        return lambda card: kind_of(card) in data.harmful
    return lambda card: card not in data.at_once and card not in data.warns
