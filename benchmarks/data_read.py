"""How much of the data of each game is read, and by whom.

In: names of games, all built-in ones unless said. Out: a line for each, data read of all data, and what nobody reads;
with --who every datum and up to three of its readers. A datum inside a table or a constant that no run was seen to read
counts as read where Python names the table: these are counted and listed apart, for they may be read by nobody.

Run: python benchmarks/data_read.py [GAME]... [--who]
"""

from __future__ import annotations

import argparse

from pnp.catalog import all_games, find_game
from pnp.conformance.data_readers import readers_of
from pnp.library.loader import read_book
from pnp.library.read_log import Datum


def is_unseen(datum: Datum, who: set[str]) -> bool:
    """True for what is inside something that Python names, and was not seen to be read."""
    return datum[0] in ("constant", "table") and len(datum) > 2 and all(".py:" in reader for reader in who)


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description="How much of the data of each game is read.")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--who", action="store_true", help="every datum and up to three of its readers")
    asked = parser.parse_args()
    entries = [find_game(slug) for slug in asked.games] or [
        entry for entry in all_games() if entry.origin == "built in"
    ]
    for entry in entries:
        loaded = read_book(entry.card_folder())
        readers = readers_of(entry, loaded)
        unseen = {datum for datum, who in readers.items() if who and is_unseen(datum, who)}
        apart = f", {len(unseen)} of them only by the name of what they stand in" if unseen else ""
        print(f"{entry.slug}: data read {sum(map(bool, readers.values()))} of {len(readers)}{apart}")
        for datum, who in readers.items():
            if asked.who or not who or datum in unseen:
                print(f"  {' '.join(datum)}: {', '.join(sorted(who)[:3]) or 'nobody'}")


if __name__ == "__main__":
    main()
