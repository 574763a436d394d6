"""Figures of the gallery, which docs/lines.md quotes.

    python benchmarks/gallery.py [GAMES]

GAMES: bot games at each number of seats (default 20). For each game: code lines of rules.py (not blank, no comment, no
docstring) and how many of them import; lines of YAML in cards; processor seconds of `pnp prove`, and broken properties;
whether all bot games end; lines of a game at a physical table that was typed to its end from the offers (where only
people with the cards can know what lies there: needs real cards).
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from time import process_time
from typing import Any

from size import code_lines

from pnp.catalog import CatalogEntry, gallery
from pnp.conformance.playing import type_offered
from pnp.conformance.proof import BROKEN, prove, subject_of
from pnp.playtest.bots import RANDOM
from pnp.playtest.simulate import SEAT_NAMES, Simulator, seeded_pick
from pnp.referee.game import PHYSICAL, Setup
from pnp.referee.replay import STOPPED, Replay


def lines_of(entry: CatalogEntry) -> tuple[int, int, int]:
    """Code lines of the rules, those of them that import, and lines of the cards."""
    text = Path(entry.rules).read_text("utf-8")
    tree = ast.parse(text)
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    cards = [line for file in Path(entry.cards).glob("*.yaml") for line in file.read_text("utf-8").splitlines()]
    importing = sum((node.end_lineno or 0) - node.lineno + 1 for node in imports)
    return code_lines(text, tree), importing, sum(bool(line.strip()) for line in cards)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print(f"{'game':12} rules imports cards  prove broken  bots  physical")
    for entry in gallery():
        began = process_time()
        subject = subject_of(entry)
        broken = sum(verdict.state == BROKEN for verdict in prove(subject))
        seconds = process_time() - began
        fewest, most = subject.game.players
        stopped = 0
        for seats in range(fewest, most + 1):
            simulator = Simulator(subject.game, subject.book, SEAT_NAMES[:seats])
            for seed in range(games):
                stopped += simulator.play(seed, [RANDOM] * seats, row=seeded_pick(seed)).outcome is STOPPED
        options = {id_: option.default for id_, option in subject.book.options.items()}
        table: Replay[Any] = Replay(subject.game, Setup(SEAT_NAMES[:fewest], subject.book, options, PHYSICAL))
        pick = seeded_pick(1)
        while type_offered(table, pick, 1) is not None:
            pass
        rules, imports, cards = lines_of(entry)
        ended = f"{len(table.entries)} lines" if table.outcome else "needs real cards"
        bots = "all end" if not stopped else f"{stopped} do not end"
        print(f"{entry.slug:12} {rules:5} {imports:7} {cards:5} {seconds:5.1f}s {broken:6}  {bots}  {ended}")


if __name__ == "__main__":
    main()
