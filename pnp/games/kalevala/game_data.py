"""What is printed on the tiles, in the shape the rules need. In: a setup. Out: `GameData`, a part of every board.

Invariant: every number, power and switch comes from the card book (`cards/kalevala/`); nothing is repeated in Python,
so a changed card changes the ruling.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from pnp.referee.game import Setup


class GameData(Struct, frozen=True):
    """Tiles by id with value and copies; the tiles of each power; limits; switches (section 7a of the rules)."""

    tiles: tuple[str, ...] = ()
    values: dict[str, int] = {}
    copies: dict[str, int] = {}
    pile: tuple[str, ...] = ()  # every copy
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

    def sort(self, tiles: Iterable[str]) -> tuple[str, ...]:
        """Tiles in the order of the database, hidden ones last."""
        order = {tile: number for number, tile in enumerate(self.tiles)}
        return tuple(sorted(tiles, key=lambda tile: order.get(tile, len(order))))


CONSTANTS = ("hand_size", "min_line", "max_line", "passes_to_end")


def game_data_of(setup: Setup) -> GameData:
    """The game data of a table (KAL-02, section 7a)."""
    book = setup.book
    cards = book.playing_cards

    def having(power: str) -> frozenset[str]:
        return frozenset(id for id, card in cards.items() if card.fields["power"] == power)

    switches = {id: setup.options.get(id, option.default) for id, option in book.options.items()}
    walling, covering, exchanging = having("only_kullervo_beside"), having("may_cover"), having("may_exchange")
    uncoverable = covering if switches["cover_kullervo"] else covering | walling
    return GameData(
        tiles=tuple(cards),
        values={id: card.fields["value"] for id, card in cards.items()},
        copies={id: card.copies for id, card in cards.items()},
        pile=tuple(id for id, card in cards.items() for _ in range(card.copies)),
        starting=frozenset(cards) - {book.constant("never_starts")},
        walling=walling,
        covering=covering,
        exchanging=exchanging,
        summing=having("line_sum"),
        bookends=having("both_ends"),
        zeroing=having("zero_neighbours"),
        coverable=frozenset(cards) - uncoverable,
        exchangeable=frozenset(cards) - exchanging,
        **{name: book.constant(name) for name in CONSTANTS},
        **switches,
    )
