"""The table as text. In: a table as its viewer knows it. Out: the board with coordinates, scores, hands and deck.

Meant to be compared with the real table by two people: a tile shows its name and what it is worth there, a tile that a
Lemminkäinen made worthless shows (0), a Joukahainen that has grown shows 8→ in its row and 8↓ in its column. Invariant:
no line is wider than the screen; a wider board is shown in parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.games.kalevala.board import Board, Square, point_of, spans_at, square_of
from pnp.games.kalevala.score import ACROSS, DOWN, line_of
from pnp.games.kalevala.table import ASIDE, DECK, HAND, LAST, SCORE, Hand, board_of, hand_of
from pnp.library.words import in_language, localise
from pnp.referee.kernel import Seat, Trial
from pnp.referee.kernel.zone import UNSEEN
from pnp.referee.params import UNKNOWN
from pnp.referee.text_view import wrapped

WIDTH = 80
AXIS = 4  # columns that the numbers at the left need
SHORT = 4  # letters of a tile's name on the board
OPEN, ONLY_KULLERVO, FULL = "·", "k", "×"


def show(t: Trial, seat: Seat | None, lang: str) -> str:
    """The table in `lang`, as `seat` knows it."""
    lines = [*show_board(t, lang), "", *show_seats(t, lang), "", *show_legend(t, lang)]
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def show_board(t: Trial, lang: str) -> Iterator[str]:
    """Two lines a row: names, and values below them."""
    board = board_of(t)
    tops = board.tops
    if not tops:
        yield t.setup.book.name("show_empty", lang)
        return
    points = [point_of(square) for square in tops]
    left, right = min(x for x, _ in points) - 1, max(x for x, _ in points) + 1
    top, bottom = min(y for _, y in points) - 1, max(y for _, y in points) + 1
    cells = {square: cell(t, square, lang) for square in tops}
    width = max(SHORT + 2, 1 + max(max(len(name), len(value)) for name, value in cells.values()))
    per_part = max(1, (WIDTH - AXIS) // width)
    for first in range(left, right + 1, per_part):
        columns = range(first, min(first + per_part, right + 1))
        if first > left:
            yield ""
        yield " " * AXIS + "".join(f"{x:>{width}}" for x in columns)
        for y in range(top, bottom + 1):
            row = [cells.get(square_of((x, y)), (mark(board, square_of((x, y))), "")) for x in columns]
            yield f"{y:>{AXIS}}" + "".join(f"{name:>{width}}" for name, _ in row)
            if any(value for _, value in row):
                yield " " * AXIS + "".join(f"{value:>{width}}" for _, value in row)


def cell(t: Trial, square: Square, lang: str) -> tuple[str, str]:
    """The name and the value of a visible tile; `*` before the last placed one, `x2` behind a stack of two."""
    board = board_of(t)
    tile = board.tops[square]
    name = localise(t.setup.book.cards[tile].name, lang).split()[-1][:SHORT]
    height = len(board.under.get(square, ())) + 1
    stack = f" x{height}" if height > 1 else ""
    return ("*" if square == t[LAST] else "") + name, worth(board, square, tile) + stack


def worth(board: Board, square: Square, tile: str) -> str:
    """What a visible tile is worth for the next placement in its lines (KAL-28 to KAL-34)."""
    data = board.data
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


def mark(board: Board, square: Square) -> str:
    """What may lie on an empty square: any tile, only a Kullervo, none (KAL-14, KAL-17)."""
    if square in board.reach:
        return ONLY_KULLERVO if square in board.walled else OPEN
    return FULL if square in board.closed else ""


def show_seats(t: Trial, lang: str) -> Iterator[str]:
    """Scores, turn, hands and deck."""
    book, end = t.setup.book, t.get("over")
    width = max(len(name) for name in t.setup.seats)
    for seat, name in enumerate(t.setup.seats):
        is_next = not end and board_of(t).tops and seat == t.turn
        arrow = "►" if is_next else " "
        hand = f"{arrow} {name:<{width}}  {t[SCORE[seat]]:>3}   {book.name('hand', lang)} {len(t[HAND[seat]])}"
        tiles = list_tiles(t, hand_of(t, seat), lang)
        yield from wrapped([f"{hand}: {tiles[0]}", *tiles[1:]] if tiles else [hand], ", ", len(hand) + 2, WIDTH)
    yield f"  {book.name('deck', lang)}: {len(t[DECK])}"
    if t[ASIDE]:
        aside = f"  {book.name('show_aside', lang)}"
        tiles = list_tiles(t, t[ASIDE], lang)
        yield from wrapped([f"{aside}: {tiles[0]}", *tiles[1:]], ", ", len(aside) + 2, WIDTH)
    if end:
        yield f"  {in_language(end.reason, lang)}"


def list_tiles(t: Trial, hand: Hand, lang: str) -> list[str]:
    """The tiles of a hand with their values, hidden ones as `?` at the end."""
    data, cards = board_of(t).data, t.setup.book.cards
    known = Counter(data.sort(tile for tile in hand if tile not in UNSEEN))
    words = [
        f"{count} × {name}" if count > 1 else name
        for tile, count in known.items()
        for name in (f"{localise(cards[tile].name, lang)} {data.values[tile]}",)
    ]
    hidden = " ".join(UNKNOWN for tile in hand if tile in UNSEEN)
    return [*words, hidden] if hidden else words


def show_legend(t: Trial, lang: str) -> Iterator[str]:
    """Only the signs that are on the board."""
    book, board = t.setup.book, board_of(t)
    signs = []
    if t[LAST] is not None:
        signs.append(("*", "show_last"))
    if board.reach:
        signs.append((OPEN, "show_open"))
    if any(square in board.walled for square in board.reach):
        signs.append((ONLY_KULLERVO, "show_kullervo"))
    if board.closed:
        signs.append((FULL, "show_full"))
    worths = [worth(board, square, tile) for square, tile in board.tops.items()]
    if "(0)" in worths:
        signs.append(("(0)", "zeroed"))
    if any("→" in value or "↓" in value for value in worths):
        signs.append(("→ ↓", "show_grown"))
    if signs:
        (first, *others) = (f"{sign} {book.name(key, lang)}" for sign, key in signs)
        yield from wrapped([f"  {first}", *others], "   ", 2, WIDTH)
