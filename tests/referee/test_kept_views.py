"""A view that is kept from question to question is the one that folding all lines anew gives."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from pnp.catalog import built_in_slugs, load_game
from pnp.playtest.simulate import SEAT_NAMES
from pnp.referee.game import DIGITAL
from pnp.referee.loading import setup_of
from pnp.referee.move import KERNEL_MOVES, Resign, Undo
from pnp.referee.record import Header
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE, Seat
from pnp.referee.view import as_seen, view_of
from pnp.table.dealer import SeededChance
from tests.marks import on_ci
from tests.referee.kernel.tables import load, play_line, sit_down

STEPS = 70
DEALS = ("table: deal anna red1 red1 red2 red2", "table: deal ben blue1 blue1 blue2 green1")
CORRECTIONS = {
    "kalevala": ("score anna 40", "hand ben louhi ukko ?", "deck 20"),
    "suomi1918": ("turn ben", "hand anna 3"),
    "drumroll": ("hand anna unblock fire", "storage ben red red", "turn ben"),
    "keikalla": ("turn ben"),
    "keko": ("turn ben",),
    "cove": ("hand anna red1 ?", "turn ben"),
    "fourpiers": ("turn ben",),
}


def folded_anew(replay: Replay[Any], seat: Seat | None) -> Any:
    """What a seat knows: the lines that stand, as it sees them now, at a table of its own."""
    game, own = replay.game, Replay(replay.game, replay.setup)
    projected = game.project(replay.state, seat)
    for position in replay.positions[1:]:
        line = replay.entries[position.ply - 1]
        if type(line.move) in KERNEL_MOVES:
            continue
        if not own.apply_move(as_seen(game, replay.state, line, seat), line.overruled).accepted:
            return projected
    view = game.project(own.state, seat)
    return replace(view, ply=replay.state.ply) if game.facts(view) == game.facts(projected) else projected


class RestlessTable:
    """A table that plays on, takes back, overrules, corrects, tries lines and forgets them again."""

    def __init__(self, slug: str, seed: int) -> None:
        self.game, book = load_game(slug) if slug in built_in_slugs() else load(slug)
        seats = SEAT_NAMES[: min(book.players[0] + seed % 3, book.players[1])]
        header = Header(slug, seats, self.game.version, book.digest, {"deal": DIGITAL})
        self.replay: Replay[Any] = Replay(self.game, setup_of(header, self.game, book))
        self.viewers = (None, *range(len(seats)))
        self.draw, self.chance = random.Random(f"{slug}/{seed}"), SeededChance(seed)

    def step(self) -> None:
        """One thing that tables do; mostly they play."""
        what = self.draw.random()
        if what < 0.08 and self.replay.positions[1:]:
            most = min(len(self.replay.positions) - 1, 12)
            self.replay.apply_move(Undo(TABLE, self.draw.randint(1, most)))
        elif what < 0.12:
            savepoint = self.replay.savepoint()
            for _ in range(self.draw.randint(1, 5)):
                self.play_line()
                self.compare()
            self.replay.rollback(savepoint)
        elif what < 0.2:
            self.overrule()
        elif what < 0.24:
            self.replay.read(f"table: adjust {self.draw.choice(CORRECTIONS[self.game.slug])}")
        elif what < 0.25 and self.replay.outcome is None:
            self.replay.apply_move(Resign(0))
            self.compare()
            self.replay.apply_move(Undo(TABLE, 1))
        else:
            self.play_line()

    def play_line(self) -> None:
        """A legal line of somebody, or the dealer's; when there is none take back the last lines."""
        game, state, acting = self.game, self.replay.state, self.replay.to_act
        if acting == (TABLE,):
            self.replay.apply_move(game.chance(state, self.chance))
            return
        seat = self.draw.choice(acting) if acting else TABLE
        moves = game.legal_moves(state, seat) if acting else ()
        if moves:
            self.replay.apply_move(self.draw.choice(moves))
        elif self.replay.positions[1:]:
            self.replay.apply_move(Undo(TABLE, min(8, len(self.replay.positions) - 1)))

    def overrule(self) -> None:
        """A forbidden line, first refused and then let through."""
        state, acting = self.replay.state, self.replay.to_act
        if not acting or acting == (TABLE,):
            return
        candidates = list(self.game.candidates(state, acting[0]))
        for move in self.draw.sample(candidates, min(20, len(candidates))):
            if isinstance(self.game.judge(state, move), Illegal):
                self.replay.apply_move(move)
                self.replay.apply_move(move, overruled=True)
                return

    def compare(self) -> None:
        """Some of the viewers ask, so that several lines may have come since one did."""
        for viewer in self.viewers:
            if self.draw.random() < 0.6:
                assert view_of(self.replay, viewer) == folded_anew(self.replay, viewer)


@pytest.mark.ci
@pytest.mark.parametrize("seed", on_ci(range(4), 2, 3))
@pytest.mark.parametrize("slug", sorted(CORRECTIONS))
def test_a_kept_view_is_the_view_folded_anew(slug: str, seed: int) -> None:
    table = RestlessTable(slug, seed)
    for _ in range(STEPS):
        table.step()
        table.compare()


def test_a_vote_is_seen_once_all_are_in_and_hidden_again_when_the_last_is_taken_back() -> None:
    table = sit_down("cove", *DEALS, "anna: vote red", deal=DIGITAL)
    closed = view_of(table, None)
    play_line(table, "ben: vote blue")
    assert view_of(table, None) == folded_anew(table, None)
    play_line(table, "table: undo")
    assert view_of(table, None) == closed == folded_anew(table, None)
    for vote in ("red", "green"):
        play_line(table, f"ben: vote {vote}")
        assert view_of(table, None) == folded_anew(table, None)
        play_line(table, "table: undo")
