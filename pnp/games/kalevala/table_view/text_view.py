"""The table as text. In: a state as its viewer knows it. Out: the board with coordinates, scores, hands and deck.

Meant to be compared with the real table by two people: a tile shows its name and what it is worth there, a tile that a
Lemminkäinen made worthless shows (0), a Joukahainen that has grown shows 8→ in its row and 8↓ in its column. Invariant:
no line is wider than the screen; a wider board is shown in parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.games.kalevala.board import Square, point_of, spans_at, square_of
from pnp.games.kalevala.queries import outcome
from pnp.games.kalevala.score import ACROSS, DOWN, line_of
from pnp.games.kalevala.state import Hand, KalevalaState
from pnp.library.words import in_language, localise
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import Seat

WIDTH = 80
AXIS = 4  # columns that the numbers at the left need
SHORT = 4  # letters of a tile's name on the board
OPEN, ONLY_KULLERVO, FULL = "·", "k", "×"


def show(state: KalevalaState, seat: Seat | None, lang: str) -> str:
    """The table in `lang`, for a state already projected to `seat`."""
    lines = [*show_board(state, lang), "", *show_seats(state, lang), "", *show_legend(state, lang)]
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def show_board(state: KalevalaState, lang: str) -> Iterator[str]:
    """Two lines a row: names, and values below them."""
    tops = state.board.tops
    if not tops:
        yield state.setup.book.name("show_empty", lang)
        return
    points = [point_of(square) for square in tops]
    left, right = min(x for x, _ in points) - 1, max(x for x, _ in points) + 1
    top, bottom = min(y for _, y in points) - 1, max(y for _, y in points) + 1
    cells = {square: cell(state, square, lang) for square in tops}
    width = max(SHORT + 2, 1 + max(max(len(name), len(value)) for name, value in cells.values()))
    per_part = max(1, (WIDTH - AXIS) // width)
    for first in range(left, right + 1, per_part):
        columns = range(first, min(first + per_part, right + 1))
        if first > left:
            yield ""
        yield " " * AXIS + "".join(f"{x:>{width}}" for x in columns)
        for y in range(top, bottom + 1):
            row = [cells.get(square_of((x, y)), (mark(state, square_of((x, y))), "")) for x in columns]
            yield f"{y:>{AXIS}}" + "".join(f"{name:>{width}}" for name, _ in row)
            if any(value for _, value in row):
                yield " " * AXIS + "".join(f"{value:>{width}}" for _, value in row)


def cell(state: KalevalaState, square: Square, lang: str) -> tuple[str, str]:
    """The name and the value of a visible tile; `*` before the last placed one, `x2` behind a stack of two."""
    board = state.board
    tile = board.tops[square]
    name = localise(state.setup.book.cards[tile].name, lang).split()[-1][:SHORT]
    height = len(board.under.get(square, ())) + 1
    stack = f" x{height}" if height > 1 else ""
    return ("*" if square == state.last else "") + name, worth(state, square, tile) + stack


def worth(state: KalevalaState, square: Square, tile: str) -> str:
    """What a visible tile is worth for the next placement in its lines (KAL-28 to KAL-34)."""
    data, board = state.data, state.board
    if square in board.zeroed and tile not in data.zeroing:
        return "(0)"
    printed = data.values[tile]
    if tile not in data.summing:
        return str(printed)
    spans, grown = spans_at(board, square), ""
    for step, arrow in ((ACROSS, "→"), (DOWN, "↓")):
        line = line_of(square, spans, step)
        total = sum(data.values[board.tops[s]] for s in line if board.tops[s] in data.summing and s not in board.zeroed)
        grown += f"{total}{arrow}" if total > printed else ""
    return grown or str(printed)


def mark(state: KalevalaState, square: Square) -> str:
    """What may lie on an empty square: any tile, only a Kullervo, none (KAL-14, KAL-17)."""
    board = state.board
    if square in board.reach:
        return ONLY_KULLERVO if square in board.walled else OPEN
    return FULL if square in board.closed else ""


def show_seats(state: KalevalaState, lang: str) -> Iterator[str]:
    """Scores, turn, hands and deck."""
    book = state.setup.book
    end = outcome(state)
    width = max(len(name) for name in state.setup.seats)
    for seat, name in enumerate(state.setup.seats):
        is_next = not end and state.board.tops and seat == state.turn
        arrow = "►" if is_next else " "
        hand = f"{arrow} {name:<{width}}  {state.scores[seat]:>3}   {book.name('hand', lang)} {len(state.hands[seat])}"
        tiles = list_tiles(state, state.hands[seat], lang)
        yield from wrap([f"{hand}: {tiles[0]}", *tiles[1:]] if tiles else [hand], ", ", len(hand) + 2)
    yield f"  {book.name('deck', lang)}: {state.deck}"
    if state.aside:
        aside = f"  {book.name('show_aside', lang)}"
        tiles = list_tiles(state, state.aside, lang)
        yield from wrap([f"{aside}: {tiles[0]}", *tiles[1:]], ", ", len(aside) + 2)
    if end:
        yield f"  {in_language(end.reason, lang)}"


def list_tiles(state: KalevalaState, hand: Hand, lang: str) -> list[str]:
    """The tiles of a hand with their values, hidden ones as `?` at the end."""
    data, cards = state.data, state.setup.book.cards
    known = Counter(data.sort(tile for tile in hand if tile != UNKNOWN))
    words = [
        f"{count} × {name}" if count > 1 else name
        for tile, count in known.items()
        for name in (f"{localise(cards[tile].name, lang)} {data.values[tile]}",)
    ]
    hidden = " ".join(UNKNOWN for tile in hand if tile == UNKNOWN)
    return [*words, hidden] if hidden else words


def wrap(words: list[str], between: str, indent: int) -> Iterator[str]:
    """Words one after the other, on as many lines as they need."""
    line = words[0]
    for word in words[1:]:
        if len(line + between + word + between.rstrip()) > WIDTH:
            yield line + between.rstrip()
            line = " " * indent + word
        else:
            line += between + word
    yield line


def show_legend(state: KalevalaState, lang: str) -> Iterator[str]:
    """Only the signs that are on the board."""
    book, board = state.setup.book, state.board
    signs = []
    if state.last is not None:
        signs.append(("*", "show_last"))
    if board.reach:
        signs.append((OPEN, "show_open"))
    if any(square in board.walled for square in board.reach):
        signs.append((ONLY_KULLERVO, "show_kullervo"))
    if board.closed:
        signs.append((FULL, "show_full"))
    worths = [worth(state, square, tile) for square, tile in board.tops.items()]
    if "(0)" in worths:
        signs.append(("(0)", "zeroed"))
    if any("→" in value or "↓" in value for value in worths):
        signs.append(("→ ↓", "show_grown"))
    if signs:
        (first, *others) = (f"{sign} {book.name(key, lang)}" for sign, key in signs)
        yield from wrap([f"  {first}", *others], "   ", 2)
