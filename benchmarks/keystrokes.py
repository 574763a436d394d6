"""What a table types: lines and keys a turn, written out and as short as the referee reads them.

In: games (all that have a referee unless named), how many games of each. Out: a row for each number of seats (fewest
and most) and deal, and which verbs the typed lines have. The games are played by bots with shuffled decks; with real
cards the same games are typed again without what nobody types there. A round is a turn of everybody.

With --decisions: of the lines that people make at a digital table, how many were the only one that could be made.

Run: python benchmarks/keystrokes.py [GAME …] [--games 1] [--lines 300] [--decisions]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from pnp.playtest.bots import GREEDY
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.game import DIGITAL, PHYSICAL
from pnp.referee.notation import verb_of
from tests.games.tables import book_of, game_of, refereed_slugs
from tests.games.typist import Typed, digital_lines, turns_of, type_game

MOST_VERBS = 7


def main() -> None:
    """Type and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=refereed_slugs())
    parser.add_argument("--games", dest="count", type=int, default=1, help="games of each kind")
    parser.add_argument("--lines", type=int, default=300, help="at most so many written lines of a game")
    parser.add_argument("--decisions", action="store_true", help="count lines without another choice, digitally")
    asked = parser.parse_args()
    if asked.decisions:
        for slug in asked.games:
            print(_decisions(slug, asked.lines), flush=True)
        return
    print(f"{'':<22}{'turns':>6}  {'lines a turn':^16}  {'keys a turn':^16}  {'lines a round':^16}  share of the verbs")
    print(f"{'':<28}  {'written':>8}{'typed':>8}  {'written':>8}{'typed':>8}  {'written':>8}{'typed':>8}")
    for slug in asked.games:
        for players in range(game_of(slug).players[0], game_of(slug).players[1] + 1):
            for deal in (PHYSICAL, DIGITAL):
                games = [type_game(slug, players, seed, deal, asked.lines) for seed in range(asked.count)]
                print(_row(f"{slug} {players} {deal}", players, games), flush=True)


def _decisions(slug: str, bound: int) -> str:
    """Of a digital game of three seats, or two: the lines of people, and those that were the only one."""
    game = game_of(slug)
    seats = SEAT_NAMES[: min(3, game.players[1])]
    made, alone = 0, Counter[str]()
    for line in islice(digital_lines(simulate(game, book_of(slug), seats, 0, (GREEDY,))), bound):
        if not line.is_typed:
            continue
        made += 1
        seat = line.move.seat
        if game.to_act(line.before) == (seat,) and len(game.legal_moves(game.project(line.before, seat), seat)) == 1:
            alone[verb_of(type(line.move))] += 1
    verbs = ", ".join(f"{verb} {count}" for verb, count in alone.most_common())
    return f"{slug} {len(seats)}: {made} lines of people, {alone.total()} without another choice ({verbs or 'none'})"


def _row(title: str, players: int, games: list[list[Typed]]) -> str:
    turns = sum(map(turns_of, games))
    typed = [line for game in games for line in game]
    lines = sum(len(line.stands_for) for line in typed) / turns, len(typed) / turns
    keys = sum(line.written_keys for line in typed) / turns, sum(line.keys for line in typed) / turns
    verbs = Counter(line.verb for line in typed).most_common(MOST_VERBS)
    shares = ", ".join(f"{verb} {count / len(typed):.0%}" for verb, count in verbs)
    numbers = "  ".join(
        (
            "".join(f"{line:8.1f}" for line in lines),
            "".join(f"{key:8.0f}" for key in keys),
            "".join(f"{line * players:8.1f}" for line in lines),
        )
    )
    return f"{title:<22}{turns:6}  {numbers}  {shares}"


if __name__ == "__main__":
    main()
