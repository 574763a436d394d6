"""How much of the data of each game is read, by whom, and what it changes.

In: names of games, all built-in ones unless said. Out: a line for each, data read of all data, and what nobody reads;
with --who every datum and up to three of its readers. A datum inside a table or a constant that no run was seen to read
counts as read where Python names the table: these are counted and listed apart, for they may be read by nobody.

With --vary every datum is varied, tables are played and faces composed again: how many data change what the referee
says, how many of those that are only printed change a face, and what nobody would notice; with --who what changes.
With --cards the same card by card: how many cards are driven by their data alone in all that the rules read of them.
With --check N the time that `pnp check` takes for a game of N cards, divided by that without the search for readers.

Run: python benchmarks/data_read.py [GAME]... [--who] [--vary] [--cards] [--check N]
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from pnp.catalog import CatalogEntry, all_games, find_game
from pnp.conformance import data_readers
from pnp.conformance.data_readers import readers_of
from pnp.conformance.proof import subject_of
from pnp.conformance.variation.effects import Variation
from pnp.library.loader import read_book
from pnp.library.read_log import Datum
from pnp.ui.cli.main import main as pnp

TIMES = 3  # measurements, of which the shortest counts


def is_unseen(datum: Datum, who: set[str]) -> bool:
    """True for what is inside something that Python names, and was not seen to be read."""
    return datum[0] in ("constant", "table") and len(datum) > 2 and all(".py:" in reader for reader in who)


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description="How much of the data of each game is read.")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--who", action="store_true", help="every datum and up to three of its readers")
    parser.add_argument("--vary", action="store_true", help="what every datum changes")
    parser.add_argument("--cards", action="store_true", help="the same card by card")
    parser.add_argument("--check", type=int, metavar="N", help="what the search for readers costs `pnp check`")
    asked = parser.parse_args()
    if asked.check:
        print_cost(asked.check)
        return
    entries = [find_game(slug) for slug in asked.games] or [
        entry for entry in all_games() if entry.origin == "built in"
    ]
    for entry in entries:
        if asked.vary or asked.cards:
            print_effects(entry, asked.who, asked.cards)
        else:
            print_readers(entry, asked.who)


def print_readers(entry: CatalogEntry, who_too: bool) -> None:
    """The data of a game, and who reads them."""
    readers = readers_of(entry, read_book(entry.card_folder()))
    unseen = {datum for datum, who in readers.items() if who and is_unseen(datum, who)}
    apart = f", {len(unseen)} of them only by the name of what they stand in" if unseen else ""
    print(f"{entry.slug}: data read {sum(map(bool, readers.values()))} of {len(readers)}{apart}")
    for datum, who in readers.items():
        if who_too or not who or datum in unseen:
            print(f"  {' '.join(datum)}: {', '.join(sorted(who)[:3]) or 'nobody'}")


def print_effects(entry: CatalogEntry, what_too: bool, by_card: bool) -> None:
    """The data of a game, and what they change."""
    subject = subject_of(entry)
    variation = Variation(entry, read_book(entry.card_folder()), subject.scenarios, subject.lay)
    if by_card:
        print_cards(entry.slug, variation, what_too)
        return
    found = {datum.key: variation.effect_of(datum) for datum in variation.data}
    judged = [datum for datum in variation.data if datum.is_judged]
    ruled = sum(not found[datum.key].fault(datum) for datum in judged)
    shown = sum(not found[datum.key].fault(datum) for datum in variation.data) - ruled
    follows = f"a ruling follows {ruled} of {len(judged)} that the rules are to read"
    print(f"{entry.slug}: {follows}, {shown} of {len(found) - len(judged)} others are shown", flush=True)
    for datum in variation.data:
        effect = found[datum.key]
        if what_too or effect.fault(datum):
            print(f"  {' '.join(datum.key)}: {effect.fault(datum) or effect.ruling or effect.face or effect.refused}")


def print_cards(slug: str, variation: Variation, what_too: bool) -> None:
    """The cards of a game, and how much of what the rules read of each was seen to decide."""
    seen, every = Counter[str](), Counter[str]()
    silent: dict[str, list[str]] = {}
    for datum in variation.data:
        for card in dict.fromkeys(place.card for place in datum.places if place.card and datum.is_judged):
            every[card] += 1
            if variation.effect_of(datum.only(card)).fault(datum):
                silent.setdefault(card, []).append(datum.name)
            else:
                seen[card] += 1
    whole = sum(seen[card] == count for card, count in every.items())
    print(f"{slug}: of {whole} of {len(every)} cards every datum that the rules read was seen to decide", flush=True)
    for card, count in every.items():
        if what_too or card in silent:
            lacks = f", not {', '.join(silent[card])}" if card in silent else ""
            print(f"  {card}: {seen[card]} of {count}{lacks}")


def print_cost(cards: int) -> None:
    """The time of `pnp check` with and without the search for readers, in the same process and by turns."""
    with tempfile.TemporaryDirectory() as folder:
        make_game(Path(folder), cards)
        search = data_readers.unread_data
        best = {True: float("inf"), False: float("inf")}
        for number in range(2 * TIMES):
            with_search = number % 2 == 0
            data_readers.unread_data = search if with_search else lambda entry, loaded: []
            os.environ["PNP_CACHE_DIR"] = f"{folder}/cache{number}"  # nothing is known from before
            began, output = sum(os.times()[:4]), StringIO()
            with redirect_stdout(output):
                assert pnp(["check", "mygame", "--games", folder]) == 0, output.getvalue()
            best[with_search] = min(best[with_search], sum(os.times()[:4]) - began)
        data_readers.unread_data = search
    seconds = f"{best[True]:.2f} s with the search for readers, {best[False]:.2f} s without"
    print(f"check of {cards} cards: {seconds}, ÷ {best[True] / best[False]:.2f}")


def make_game(folder: Path, cards: int) -> None:
    """The game that `pnp new` writes, with so many cards."""
    here = Path.cwd()
    os.chdir(folder)
    try:
        with redirect_stdout(StringIO()):
            pnp(["new", "mygame"])
    finally:
        os.chdir(here)
    deck = folder / "mygame" / "cards" / "treasures.yaml"
    words = deck.read_text("utf-8").replace("total: 5 ", f"total: {cards + 5} ")
    deck.write_text(words.rstrip() + "\n" + "".join(_cards(cards)), encoding="utf-8")


def _cards(count: int) -> Iterator[str]:
    for number in range(count):
        yield f"  - {{id: card{number}, name: Card {number}, value: {number % 9}}}\n"


if __name__ == "__main__":
    main()
