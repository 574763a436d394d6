"""Tables for Kalevala's tests: the card book, states made by hand, and pictures turned into record lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pnp.games.kalevala import GAME
from pnp.games.kalevala.board import build, square_of
from pnp.games.kalevala.moves import Place
from pnp.library.card import CardBook, Constant
from pnp.referee.correction import SetTurn
from pnp.referee.game import DIGITAL, PHYSICAL, Adjustment, Setup
from pnp.referee.kernel.corrections import with_consequences
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Replay
from pnp.referee.ruling import Legal
from pnp.referee.seat import TABLE
from tests.games import tables

SEATS = ("red", "blue")


def book() -> CardBook:
    """The cards of the game."""
    return tables.book_of("kalevala")


def agreed(deal: str = DIGITAL, cards: CardBook | None = None, **options: Any) -> Setup:
    """What is agreed before the first line."""
    return tables.agreed("kalevala", SEATS, deal, cards, **options)


def replay(deal: str = DIGITAL, **options: Any) -> Replay[Any]:
    """A table before the first line."""
    return Replay(GAME, agreed(deal, **options))


def play_lines(lines: Iterable[str], deal: str = PHYSICAL, **options: Any) -> Replay[Any]:
    """A table after some lines; all must be accepted."""
    return tables.play_lines(replay(deal, **options), lines)


def position(
    board: Mapping[Any, str],
    hand: Sequence[str] | None = None,
    deck: int | None = None,
    other: Sequence[str] = (),
    setup: Setup | None = None,
    is_possible: bool = True,
) -> Any:
    """A state by hand: squares as `x,y` or (x, y), stacks as `ukko/kaarme`; without `hand` red's tiles are all `?`."""
    start: Any = GAME.setup(setup or agreed())
    data = start.board.data
    stacks = {}
    for at, stack in board.items():
        x, y = at.split(",") if isinstance(at, str) else at
        stacks[square_of((int(x), int(y)))] = tuple(stack.split("/"))
    hands = (tuple(hand) if hand is not None else (UNKNOWN,) * 5, tuple(other))
    laid = [tile for stack in stacks.values() for tile in stack] + [tile for each in hands for tile in each]
    left = len(data.pile) - len(laid) if deck is None else deck
    last = min(stacks, default=None)
    state = replace(start, board=build(stacks, data), hands=hands, deck=(UNKNOWN,) * left, last=last, stack=())
    return settled(start, state) if is_possible else state


def settled(before: Any, state: Any) -> Any:
    """A state made by hand as a correction would leave it: with the end, and what is known of hidden tiles."""
    corrections = [Adjustment(SetTurn, lambda before, move: state, "")]
    (correction,) = with_consequences(GAME.declared, corrections)
    return correction.apply(before, SetTurn(TABLE, 0))


def points_of(state: Any, move: Place, ruling: Legal) -> tuple[int, int]:
    """What a placement scores in its row and its column, as its reasons say."""
    (said,) = (reason.because for reason in GAME.explain(state, move, ruling) if reason.rule == "KAL-38")
    return said.args["row"], said.args["column"]  # type: ignore[attr-defined]


def hand_of(state: Any, seat: int) -> list[str]:
    """The tiles of a hand, sorted."""
    return GAME.facts(state)["hands"][seat]  # type: ignore[no-any-return]


def deck_of(state: Any) -> int:
    """The number of tiles in the draw pile."""
    return len(state.deck)


def lay(picture: Sequence[str]) -> Iterator[str]:
    """A picture of the board as record lines: column numbers above, row numbers at the left, `.` for no tile."""
    yield "table: start ukko"
    columns = [int(word) for word in picture[0].split()]
    squares = {}
    for line in picture[1:]:
        y, *tiles = line.split()
        squares.update({(x, int(y)): tile for x, tile in zip(columns, tiles, strict=True) if tile != "."})
    for (column, row), tile in squares.items():
        yield f"table: adjust tile {column},{row} {tile}"
    if (0, 0) not in squares:
        yield "table: adjust clear 0,0"


def changed(
    copies: Mapping[str, int] | None = None,
    constants: Mapping[str, Any] | None = None,
    fields: Mapping[str, Mapping[str, Any]] | None = None,
) -> CardBook:
    """The card book with other copies (those not named: none), constants or fields."""
    old = book()
    tiles = old.decks["tiles"]
    cards = tuple(
        replace(
            card,
            copies=card.copies if copies is None else copies.get(card.id, 0),
            fields={**card.fields, **(fields or {}).get(card.id, {})},
        )
        for card in tiles.cards
    )
    return replace(
        old,
        decks={**old.decks, "tiles": replace(tiles, cards=cards)},
        constants={**old.constants, **{name: Constant(value) for name, value in (constants or {}).items()}},
    )


def without_deals(lines: Iterable[str]) -> list[str]:
    """What people at a physical table would have typed in a digital game."""
    return [line for line in lines if not line.startswith("table: deal")]
