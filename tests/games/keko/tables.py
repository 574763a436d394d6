"""Tables for the tests of Keko Chronicles: a table at a point between moves, from a few words; records; games.

A picture of a scenario:

    anna lord_quiggs life=12 hand=moo,? play=shibber*2,keko_journal counters=shibber.1*2
    ben general_fydo
    discard moo,rummage
    location paradise
    turn ben
    phase ACTION.CIP

Seats that are not named get the next Character. Hands hold six cards nobody knows when nothing is said. The first seat
is in turn, in Part One.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pnp.games.keko import GAME
from pnp.games.keko.moves import Deal, Keep, Look
from pnp.games.keko.params import DealtCards, split_number
from pnp.games.keko.state import FIRST, KekoState
from pnp.library.card import CardBook
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.game import PHYSICAL, Setup
from pnp.referee.move import Move, Pass
from pnp.referee.replay import Entry, Replay
from pnp.referee.seat import TABLE
from tests.games import tables

SEATS = ("anna", "ben")
HAND = 6
FALLBACK = ("lord_quiggs", "general_fydo", "king_with_no_name", "lady_ricrog", "captain_growlette", "samyrra")


def book() -> CardBook:
    """The cards of the game."""
    return tables.book_of("keko")


def agreed(deal: str = PHYSICAL, cards: CardBook | None = None, seats: Sequence[str] = SEATS, **options: Any) -> Setup:
    """What is agreed before the first line."""
    return tables.agreed("keko", seats, deal, cards, **options)


def lay(picture: Sequence[str]) -> list[str]:
    """The lines of a record that make the table of a picture."""
    rows = [line.split() for line in picture]
    players = [words for words in rows if words[0] not in ("discard", "location", "turn", "phase")]
    others = {words[0]: words[1] for words in rows if words not in players}
    seats = [words[0] for words in players]
    lines = []
    for words in players:
        lines.append(f"table: deal {words[0]} {words[1]}")
    for words in players:
        if any(ability["trigger"] == "before_game" for ability in book().cards[words[1]].abilities):
            lines.append(f"{words[0]}: choose find=none")
    lines.append("table: deal 2")
    lines.append("table: first " + " ".join(f"{seat}={6 if not at else 1}" for at, seat in enumerate(seats)))
    lines.append(f"{seats[0]}: draw {book().cards[players[0][1]].fields['draw']}")
    if "location" in others:
        lines.append(f"table: adjust play {others['location']} {seats[0]}")
    later = []
    for words in players:
        keys = dict(word.split("=", 1) for word in words[2:])
        for item in keys.get("play", "").split(",") if keys.get("play") else []:
            card, copies = split_number(item, "*")
            lines += [f"table: adjust play {card} {words[0]}"] * (copies or 1)
        for item in keys.get("counters", "").split(",") if keys.get("counters") else []:
            card, count = item.rsplit("*", 1)
            lines.append(f"table: adjust counters {card} {count}")
        for card in keys.get("jailed", "").split(",") if keys.get("jailed") else []:
            lines.append(f"table: adjust token {card} on")
        hand = keys.get("hand", ",".join("?" * HAND))
        lines.append(f"table: adjust hand {words[0]} {hand.replace(',', ' ') if hand != '-' else '0'}")
        if "life" in keys:
            later.append(f"table: adjust score {words[0]} {keys['life']}")
    if "discard" in others:
        lines.append(f"table: adjust discard {others['discard'].replace(',', ' ')}")
    lines += later
    if "turn" in others:
        lines.append(f"table: adjust turn {others['turn']}")
    if "phase" in others:
        lines.append(f"table: adjust phase {others['phase']}")
    return lines


def play_lines(
    lines: Iterable[str], deal: str = PHYSICAL, seats: Sequence[str] = SEATS, **options: Any
) -> Replay[KekoState]:
    """A table after some lines; all must be accepted."""
    return tables.play_lines(Replay(GAME, agreed(deal, seats=seats, **options)), lines)


def simulated_game(players: int, seed: int, bots: Sequence[str] = ("random",), **options: Any) -> Replay[KekoState]:
    """A simulated game, everything known."""
    return simulate(GAME, book(), SEAT_NAMES[:players], seed, bots, options)


def physical_lines(played: Replay[KekoState]) -> Iterator[tuple[Entry, Move]]:
    """What a table with real cards types of a digital table's lines: nothing about cards that nobody sees or shows."""
    dealt = 0
    for entry in played.entries:
        move = entry.move
        assert move is not None
        if isinstance(move, Deal) and not move.what.is_open:
            dealt += 1
            if dealt == len(played.setup.seats):
                yield entry, Deal(TABLE, DealtCards(count=2))
        elif not isinstance(move, Look | Keep) and not (isinstance(move, Pass) and entry.state_before.phase == FIRST):
            yield entry, move
