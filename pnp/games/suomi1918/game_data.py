"""Game data: what is printed on the cards, in the shape the rules need. In: a Setup. Out: a part of every state.

Invariant: every number, mark, name and switch comes from the CardBook (`cards/suomi1918/`); nothing is repeated in
Python, so a changed mark changes the ruling.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from pnp.games.suomi1918.playable import CardData, Marks, Playable, PlayableTable, Tops, playable_table
from pnp.library.card import Card, CardBook
from pnp.library.words import join_texts, text_of
from pnp.referee.game import DIGITAL, Setup

NUMBERS, ACTIONS, VICTORY = "numbers", "actions", "victory"  # the decks


class GameData(Struct, frozen=True):
    """Cards by what is printed on them, limits, and switches (section 7a of the rules).

    colours: the stacks in order · pile: cards that are ever drawn · low: those dealt first (SOC-06)
    automatic: the referee announces a win itself (SOC-35b)
    """

    colours: tuple[str, ...]
    cards: dict[str, CardData]
    pile: tuple[str, ...]
    low: frozenset[str]
    victories: tuple[str, ...]
    hand_size: int
    opening: str
    first: Playable
    playable_table: PlayableTable
    is_digital: bool
    automatic: bool
    must_discard: bool
    draw_after_action: bool
    frozen_ends: bool

    def label(self, card: str) -> str:
        """What people call a card in each language: `white 7`, `Artillery`."""
        card_data = self.cards.get(card)
        return card_data.label if card_data else card

    def labels(self, cards: Iterable[str]) -> str:
        """Several cards, in the order of the database."""
        return join_texts(", ", map(self.label, self.sort(cards)))

    def sort(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Cards in the order of the database, hidden ones last."""
        order = {card: number for number, card in enumerate(self.cards)}
        return tuple(sorted(cards, key=lambda card: order.get(card, len(order))))

    def tops_of(self, stacks: tuple[tuple[str, ...], ...]) -> Tops:
        """The value on top of each stack, 0 for an empty one (SOC-09)."""
        return tuple(self.cards[stack[-1]].value if stack else 0 for stack in stacks)

    def hand_total(self, seats: int) -> int:
        """How many cards are dealt before the first turn (SOC-07)."""
        return self.hand_size * seats


def spellings(book: CardBook) -> Iterator[tuple[str, str]]:
    """What number cards are called besides their names: `K4`, `M4 Mellakat`, `musta 4`, in every language."""
    for card in book.decks[NUMBERS].cards:
        colour, value = card.fields["colour"], card.fields["value"]
        for word in book.names[colour].values():
            yield f"{word} {value}", card.id
        for letter in book.names[f"letter_{colour}"].values():
            yield f"{letter}{value}", card.id
            yield from ((f"{letter}{value} {name}", card.id) for name in card.name.values())


def game_data_of(setup: Setup) -> GameData:
    """The game data of a table."""
    book = setup.book
    colours: tuple[str, ...] = tuple(book.constant("stacks"))

    def switch(name: str) -> Any:
        return setup.options.get(name, book.options[name].default)

    numbers, actions, victories = (book.decks[deck].cards for deck in (NUMBERS, ACTIONS, VICTORY))
    cards = (
        *(_number(card, colours, book) for card in numbers),
        *(_action(card, colours) for card in actions),
        *(_card_data(card, colours, text_of(card.name)) for card in victories),
    )
    opening, low = book.constant("opening_card"), book.constant("low_values")
    check = switch("victory_check")
    return GameData(
        colours=colours,
        cards={card_data.id: card_data for card_data in cards},
        pile=tuple(card.id for card in (*numbers, *actions)),
        low=frozenset(card.id for card in numbers if card.fields["value"] in low),
        victories=tuple(card.id for card in victories),
        hand_size=book.constant("hand_size"),
        opening=opening,
        first=Playable(frozenset((opening,)), True, frozenset(), is_opening=True),
        playable_table=playable_table(cards, bool(switch("victory_restrictions_count"))),
        is_digital=setup.deal == DIGITAL,
        automatic=setup.deal == DIGITAL if check == "by_deal" else check == "automatic",
        must_discard=bool(switch("stuck_player_must_discard")),
        draw_after_action=bool(switch("draw_after_action")),
        frozen_ends=bool(switch("frozen_ends_game")),
    )


def _card_data(card: Card, colours: tuple[str, ...], label: str, stack: int = -1) -> CardData:
    def marks(side: str) -> Marks:
        return tuple((colours.index(colour), number) for colour, number in card.fields.get(side, {}).items())

    fields = card.fields
    return CardData(
        card.id, label, stack, fields.get("value", 0), marks("pre"), marks("restr"), fields.get("ends_game") or ""
    )


def _number(card: Card, colours: tuple[str, ...], book: CardBook) -> CardData:
    colour, value = card.fields["colour"], card.fields["value"]
    words = {lang: f"{name} {value}" for lang, name in book.names[colour].items()}
    return _card_data(card, colours, text_of(words), colours.index(colour))


def _action(card: Card, colours: tuple[str, ...]) -> CardData:
    """An action takes from the stack that its first mark names (SOC-23)."""
    return _card_data(card, colours, text_of(card.name), colours.index(next(iter(card.fields["pre"]))))
