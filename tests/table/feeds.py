"""Tables whose feeds are compared: whole games, and their twins. In: a game's name, a deal. Out: replays and bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pnp.catalog import load_game
from pnp.conformance.case import Case
from pnp.conformance.twins import Pick, cut, twin_of
from pnp.games.sandbox import sandbox_game
from pnp.library.card import CardBook
from pnp.referee.game import DIGITAL, Game
from pnp.referee.replay import Entry, Replay
from pnp.referee.seat import TABLE, Seat
from pnp.table.seat_feed import SeatFeed
from tests.conftest import small_book

ROOT = Path(__file__).parents[2]
SCAFFOLDS = {"mygame": ROOT / "pnp" / "scaffold", "hands": ROOT / "pnp" / "scaffold" / "hands"}
GAMES = ("suomi1918", "kalevala", "keko", "keikalla", "drumroll", "sandbox", *SCAFFOLDS)
MOST = 120  # lines of a game that are looked at
EVERY = 7  # lines after which a feed that was there from the start is asked

Table = Replay[Any]


@cache
def game_of(slug: str) -> tuple[Game[Any], CardBook]:
    """A built-in game, the sandbox, or one that `pnp new` writes."""
    if slug == "sandbox":
        book = small_book()
        return sandbox_game(book), book
    if slug in SCAFFOLDS:
        return load_game("mygame", [SCAFFOLDS[slug]])
    return load_game(slug)


@cache
def games_of(slug: str, deal: str, count: int) -> Sequence[Table]:
    """So many games at tables of various sizes, at most four seats; played once, whoever looks at them."""
    game, book = game_of(slug)
    fewest, most = book.players
    seeds = max(1, count // 2)
    cases = [Case(slug, game, book, players, seeds) for players in range(fewest, min(4, most) + 1)]
    of_each = seeds if deal == DIGITAL else max(1, seeds // 2)
    all_ = range(of_each * len(cases))
    chosen = [divmod(at, of_each) for at in all_[:: max(1, len(all_) // count)][:count]]
    return tuple((cases[at].digital if deal == DIGITAL else cases[at].physical)[seed] for at, seed in chosen)


def twin_tables(played: Table, pick: Pick, wanted: int) -> Iterator[tuple[Table, Table, Seat | None]]:
    """Beginnings of a game with their twins, each for another seat."""
    viewers = (None, *range(len(played.setup.seats)))
    for number in range(wanted):
        viewer = viewers[(number + pick(len(viewers))) % len(viewers)]
        secret = [entry.ply for entry in played.entries if is_secret(played, entry)]
        most = secret[pick(len(secret))] if secret and played.setup.deal != DIGITAL else MOST
        table = cut(played, pick, most)
        twin = twin_of(table, viewer, pick)
        if twin is not None:
            yield table, twin, viewer


def is_secret(table: Table, entry: Entry) -> bool:
    """Whether somebody chose something that not everybody saw."""
    return entry.seat != TABLE and table.game.redact(entry.move, None) != entry.move


def grown(table: Table, feed: SeatFeed, lang: str) -> list[bytes]:
    """What a feed gave that was asked again and again while the game went on."""
    again, given = Replay(table.game, table.setup), []
    for entry in table.entries:
        assert entry.move is not None
        again.apply_move(entry.move, entry.overruled)
        if entry.ply % EVERY == 0 or entry.ply == table.plies:
            given.append(feed.encode(again, lang, since=entry.ply - EVERY))
    return given


def differences(one: Table, other: Table, viewer: Seat | None) -> list[str]:
    """What a seat gets at one of two tables only."""
    found = []
    for lang in ("en", "fi"):
        ours, theirs = ([SeatFeed(viewer).encode(table, lang)] for table in (one, other))
        ours.append(SeatFeed(viewer).text(one, lang).encode())
        theirs.append(SeatFeed(viewer).text(other, lang).encode())
        for ply in range(0, one.plies + 1, EVERY):
            ours.append(SeatFeed(viewer).past(one, lang, ply))
            theirs.append(SeatFeed(viewer).past(other, lang, ply))
        ours += grown(one, SeatFeed(viewer), lang)
        theirs += grown(other, SeatFeed(viewer), lang)
        for mine, yours in zip(ours, theirs, strict=True):
            if mine != yours:
                at = next((n for n, (a, b) in enumerate(zip(mine, yours, strict=False)) if a != b), 0)
                cuts = (text[max(0, at - 200) : at + 200].decode("utf-8", "replace") for text in (mine, yours))
                found.append(f"{one.game.slug}, seat {viewer}:\n" + "\n--- other\n".join(cuts))
    return found
