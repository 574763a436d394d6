"""Where cards lie: every place of the table, declared once over the state. In: a state. Out: what lies in each place,
the state with other cards there, and what follows: copies out of sight, sizes of the decks, what the counts prove.

A card is named as in lines (`road_2`, `headliner:oulu`), `?` where the referee was not told. Invariant: cards in these
places and copies out of sight make up the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from pnp.games.keikalla.card_ids import Card, Word
from pnp.games.keikalla.game_data import (
    ACTION,
    ACTION_1,
    ACTION_2,
    EVENT,
    MOVE,
    MOVEMENT,
    PILES,
    VENUE,
    GameData,
    face_town,
    kind_of,
)
from pnp.games.keikalla.question import QUESTIONS
from pnp.games.keikalla.state import HANDS, Cards, Hand, KeikallaState, ReputationCard
from pnp.games.keikalla.vocabulary.verbs import Trash
from pnp.referee.correction import with_player
from pnp.referee.kernel.holdings import Holdings
from pnp.referee.kernel.place import EACH_SEAT, NOBODY, OWNER, Field, Key
from pnp.referee.kernel.players import zone_of_players
from pnp.referee.kernel.zone import Zone
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat


def _hand(name: str) -> Zone:
    """A hand; with real cards all that is known of it has been shown."""

    def put(state: KeikallaState, seat: Seat, cards: Cards) -> KeikallaState:
        shown = () if state.data.is_digital else tuple(card for card in cards if card != UNKNOWN)
        return with_player(state, seat, **{name: Hand(cards, shown)})

    return Zone(name, EACH_SEAT, OWNER, get=lambda state, seat: getattr(state.players[seat], name).cards, put=put)


def _dates(state: KeikallaState, seat: Seat) -> Cards:
    """The calendar: with real cards an order is a word, and no card."""
    player = state.players[seat]
    known = player.order if state.data.is_digital else ()
    return _venue_cards(state, known) or (UNKNOWN,) * player.dates


def _put_reputation(state: KeikallaState, seat: Seat, cards: Cards) -> KeikallaState:
    """A trashed hotel has its town (KEI-135): of the last gig."""
    player, data = state.players[seat], state.data
    lying = (ReputationCard(card, player.latest_town if data.does(card, Trash) else "") for card in cards)
    return with_player(state, seat, reputation_cards=tuple(lying))


def _venue_cards(state: KeikallaState, towns: Cards) -> Cards:
    """Players keep the towns of Venue cards."""
    return tuple(UNKNOWN if town == UNKNOWN else state.data.venues[town] for town in towns)


def _stand_ins(state: KeikallaState, seat: Seat) -> Cards:
    return tuple(card for _, cards in state.players[seat].stand_ins for card in cards)


def _on_map(state: KeikallaState, _: Key) -> Cards:
    """The Rehab card of the map and the Venue card it lies on (KEI-06)."""
    asked = (QUESTIONS.get(question.id) for question in state.questions)
    waits = state.rehab or any(question and question.rule == "KEI-06" for question in asked)
    own = (Card.REHAB,) if waits and state.data.switches["rehab_card_on_map"] == "one_of_the_three" else ()
    return (*own, state.data.venues[state.rehab]) if state.rehab else own


HAND_ZONES = tuple(map(_hand, HANDS))
STASHES = Zone("stashes", seen_by=NOBODY, get=lambda state, _: tuple(stash.card for stash in state.stashes))
ZONES = (
    Zone("decks", PILES, NOBODY, get=lambda state, pile: (UNKNOWN,) * state.piles.get(pile, 0)),
    Zone(
        "discards",
        PILES,
        get=lambda state, pile: state.discards.get(pile, ()),
        put=lambda state, pile, cards: replace(state, discards={**state.discards, pile: cards}),
    ),
    STASHES,
    Zone("offer", seen_by=NOBODY, get=lambda state, _: state.offer.cards),
    Zone(Word.REHAB, get=_on_map),  # the place is called like its card
    Zone("aside", get=lambda state, _: (Card.MANAGER,) * state.managers_aside),
    *HAND_ZONES,
    Zone(
        "reputation",
        EACH_SEAT,
        get=lambda state, seat: tuple(card.kind for card in state.players[seat].reputation_cards),
        put=_put_reputation,
    ),
    zone_of_players("front"),
    zone_of_players("laid"),
    Zone("stand_ins", EACH_SEAT, get=_stand_ins),
    Zone("played", EACH_SEAT, get=lambda state, seat: _venue_cards(state, state.players[seat].played)),
    Zone("dates", EACH_SEAT, OWNER, ordered=True, get=_dates),
    Zone("venues", EACH_SEAT, OWNER, get=lambda state, seat: _venue_cards(state, state.players[seat].venues)),
)
HOLDINGS = Holdings(ZONES, card_of=kind_of)

# which hidden cards came from which deck; those of an offer by its question
DRAWN = {
    ACTION: (ACTION, "stored_action", "stashes"),
    MOVE: (MOVE,),
    EVENT: (EVENT, "stored_move"),
    VENUE: ("discards", "dates", "venues"),
}


def deck_of(data: GameData, zone: Field[Cards]) -> str:
    """The deck from which the hidden cards of a zone came, "" for what is no such zone; both Action decks are one."""
    deck = next((deck for deck, zones in DRAWN.items() if zone.id in zones), "")
    return MOVEMENT if deck in (MOVE, EVENT) and not data.has_two_moves else deck


def faces_seen(state: KeikallaState) -> Iterator[str]:
    """The Headliners that lie where the referee knows, with their towns (KEI-H05)."""
    return (card for card in HOLDINGS.known(state) if face_town(card))


def copies_unseen(state: KeikallaState) -> dict[str, int]:
    """How many copies of each card lie where nobody here knows: all that are in no place of the table."""
    seen = HOLDINGS.seen(state)
    return {id: card.copies - seen.get(id, 0) for id, card in state.data.cards.items() if card.pile != "band"}


def deck_sizes(state: KeikallaState, unseen: dict[str, int]) -> dict[str, int]:
    """How many cards are left for each deck: those out of sight that are not hidden elsewhere."""
    data, hidden = state.data, Counter[str]()
    for place, entries in HOLDINGS.places(state):
        hidden[deck_of(data, place.field)] += entries.count(UNKNOWN)
    hidden[offered_from(state)] += state.offer.cards.count(UNKNOWN)
    movement = (MOVE, EVENT) if data.has_two_moves else (MOVEMENT,)
    sizes = {
        deck: sum(unseen[card] for card in data.copies_in(deck)) - hidden[deck] for deck in (ACTION, *movement, VENUE)
    }
    if data.has_jokers:
        both = sizes.pop(ACTION)
        sizes[ACTION_2] = min(state.piles[ACTION_2], both)
        sizes[ACTION_1] = both - sizes[ACTION_2]
    return {deck: sizes[deck] for deck in state.piles}


def offered_from(state: KeikallaState) -> str:
    """The deck from which the cards of the offer came."""
    shown = (question.pile for question in state.questions if question.shows_offer)
    return next((pile for pile in shown if not pile.startswith(ACTION)), ACTION)


def knowledge_of_counts(state: KeikallaState) -> Any:
    """What the counts alone prove."""
    from pnp.referee.hidden.knowledge import Knowledge

    data, knowledge = state.data, Knowledge()
    for deck in dict.fromkeys(deck_of(data, zone) for zone in HAND_ZONES):
        knowledge = knowledge.lay({card: state.unseen[card] for card in data.copies_in(deck)}, deck)
    hands = [
        ((zone.id, seat), zone.read(state, seat), zone) for seat in range(len(state.players)) for zone in HAND_ZONES
    ]
    stashes = [(("stash", stash.id), (stash.card,), STASHES) for stash in state.stashes]
    for key, cards, zone in (*hands, *stashes):
        hidden = cards.count(UNKNOWN)
        knowledge = knowledge.draw(key, hidden, deck_of(data, zone)) if hidden else knowledge
        for card in cards:
            if card != UNKNOWN:
                knowledge = knowledge.take(key, kind_of(card))
    if data.has_jokers:
        for deck in (ACTION_1, ACTION_2):
            count = state.piles[deck]
            knowledge = knowledge.draw("mix", count, ACTION).bury("mix", count, deck) if count else knowledge
            knowledge = knowledge.shuffle((), deck)
    return knowledge
