"""Game data: what is printed on the cards, in the shape the rules need. In: a Setup. Out: a part of every state.

Invariant: every number, power and switch comes from the CardBook (`cards/kalevala/`); nothing is repeated in Python, so
a changed card changes the ruling.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pnp.library.card import Card
from pnp.referee.game import Setup


class GameData(Struct, frozen=True):
    """Tiles by id with value and copies; the tiles of each power; limits; switches (section 7a of the rules)."""

    tiles: tuple[str, ...] = ()
    values: dict[str, int] = {}
    copies: dict[str, int] = {}
    total: int = 0
    hand_size: int = 0
    min_line: int = 0
    max_line: int = 0
    passes_to_end: int = 0
    starting: frozenset[str] = frozenset()  # tiles that may start the board (KAL-03)
    walling: frozenset[str] = frozenset()  # only_kullervo_beside: nothing else may be laid beside it (KAL-17)
    covering: frozenset[str] = frozenset()  # may_cover (KAL-21)
    exchanging: frozenset[str] = frozenset()  # may_exchange (KAL-24)
    summing: frozenset[str] = frozenset()  # line_sum (KAL-31)
    bookends: frozenset[str] = frozenset()  # both_ends (KAL-39)
    zeroing: frozenset[str] = frozenset()  # zero_neighbours (KAL-29)
    coverable: frozenset[str] = frozenset()  # tiles that may be covered (KAL-21)
    exchangeable: frozenset[str] = frozenset()  # tiles that may be exchanged (KAL-24)
    exchange_draws: bool = False
    voluntary_pass: bool = False
    stuck_player_discards: bool = False
    louhi_ongoing: bool = False
    louhi_from_middle: bool = False
    zeroed_louhi_scores: bool = False
    cover_kullervo: bool = False
    cover_only_tile: bool = False
    tie_result: str = ""

    def sort(self, tiles: Any) -> tuple[str, ...]:
        """Tiles in the order of the database, hidden ones last."""
        order = {tile: number for number, tile in enumerate(self.tiles)}
        return tuple(sorted(tiles, key=lambda tile: order.get(tile, len(order))))


def game_data_of(setup: Setup) -> GameData:
    """The game data of a table (KAL-02, section 7a)."""
    book = setup.book
    cards: list[Card] = [card for deck in book.decks.values() if deck.kind == "cards" for card in deck.cards]

    def having(power: str) -> frozenset[str]:
        return frozenset(card.id for card in cards if card.fields["power"] == power)

    def switch(name: str) -> Any:
        return setup.options.get(name, book.options[name].default)

    tiles = frozenset(card.id for card in cards)
    walling, covering, exchanging = having("only_kullervo_beside"), having("may_cover"), having("may_exchange")
    return GameData(
        tiles=tuple(card.id for card in cards),
        values={card.id: card.fields["value"] for card in cards},
        copies={card.id: card.copies for card in cards},
        total=sum(card.copies for card in cards),
        hand_size=book.constant("hand_size"),
        min_line=book.constant("min_line"),
        max_line=book.constant("max_line"),
        passes_to_end=book.constant("passes_to_end"),
        starting=tiles - {book.constant("never_starts")},
        walling=walling,
        covering=covering,
        exchanging=exchanging,
        summing=having("line_sum"),
        bookends=having("both_ends"),
        zeroing=having("zero_neighbours"),
        coverable=tiles - covering if switch("cover_kullervo") else tiles - covering - walling,
        exchangeable=tiles - exchanging,
        exchange_draws=switch("exchange_draws"),
        voluntary_pass=switch("voluntary_pass"),
        stuck_player_discards=switch("stuck_player_discards"),
        louhi_ongoing=switch("louhi_ongoing"),
        louhi_from_middle=switch("louhi_from_middle"),
        zeroed_louhi_scores=switch("zeroed_louhi_scores"),
        cover_kullervo=switch("cover_kullervo"),
        cover_only_tile=switch("cover_only_tile"),
        tie_result=switch("tie_result"),
    )
