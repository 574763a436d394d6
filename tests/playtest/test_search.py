"""The bot that thinks ahead: it finds what is best in games so small that everybody knows it, and cannot cheat."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from pnp.base.diagnostics import InputError
from pnp.catalog import load_game
from pnp.playtest.bots import find_bots, lineup
from pnp.playtest.luck import Luck
from pnp.playtest.search import Search
from pnp.playtest.simulate import SEAT_NAMES, Simulator, keyed_pick
from pnp.referee.game import Pick
from tests.games.tables import refereed_slugs
from tests.playtest.tiny import Bet, Take, bet, nim


def picking(seed: int) -> Pick:
    return keyed_pick(seed, 0, 0)


@pytest.mark.parametrize("left", [5, 6, 7, 9, 10, 11])
def test_it_leaves_a_multiple_of_four_where_the_last_match_wins(left: int) -> None:
    game, state = nim(left)
    for seed in range(3):
        move = Search(game, 400)(state, 0, picking(seed))
        assert isinstance(move, Take)
        assert (left - move.count) % 4 == 0, f"{left} matches: takes {move.count}"


@pytest.mark.parametrize("hidden", ["low", "high"])
def test_it_bets_on_what_is_likely_and_never_on_what_it_cannot_see(hidden: str) -> None:
    """Three of the four cards are low; whichever lies there, the bet is the same."""
    game, state = bet(hidden)
    for seed in range(5):
        assert Search(game, 60)(game.project(state, 0), 0, picking(seed)) == Bet(0, "low")


def test_a_seed_repeats_its_thoughts() -> None:
    game, book = load_game("kalevala")
    plays = [Simulator(game, book, SEAT_NAMES[:2], ["mcts:3"]).play(7, ["mcts:3"] * 2).moves for _ in range(2)]
    assert plays[0] == plays[1]


@pytest.mark.parametrize("slug", refereed_slugs())
def test_it_plays_every_game_to_its_end(slug: str) -> None:
    game, book = load_game(slug)
    bots = ("mcts:2", "greedy")
    simulator = Simulator(game, book, SEAT_NAMES[: book.players[0]], bots)
    played = simulator.play(3, lineup(bots, book.players[0], 3))
    assert played.outcome.kind != "stopped" and len(played.moves) > 10


@pytest.mark.slow
def test_thinking_ahead_beats_greedy_at_kalevala() -> None:
    game, book = load_game("kalevala")
    bots = ("mcts:60", "greedy")
    simulator = Simulator(game, book, SEAT_NAMES[:2], bots)
    games = [simulator.play(seed, lineup(bots, 2, seed)) for seed in range(14)]
    assert sum(game.lineup[seat] == "mcts:60" for game in games for seat in game.outcome.winners) >= 9


def test_all_considered_moves_are_told_with_their_chances() -> None:
    game, state = nim(6)
    found = Search(game, 200).consider(state, 0, picking(1))
    assert sum(one.tries for one in found) == 200
    assert all(0 <= one.chance <= 1 for one in found)
    assert abs(sum(one.prior for one in found) - 1) < 1e-9
    best = max(found, key=lambda one: one.tries)
    assert best.move == Take(0, 2) and best.chance > 0.8


def test_a_game_that_trusts_its_ratings_more_has_the_best_rated_moves_tried_first() -> None:
    game, state = nim(6)
    rated = replace(game, rate=lambda view, seat, moves: [move.count for move in moves])
    doubtful, sure = (Search(replace(rated, trust=trust), 1).consider(state, 0, picking(1)) for trust in (1, 9))
    assert [one.prior for one in doubtful] == sorted(one.prior for one in doubtful)
    assert max(one.prior for one in doubtful) < 0.8 and max(one.prior for one in sure) > 0.99


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("mcts", "expected a number of simulations"),
        ("mcts:0", "expected a number of simulations"),
        ("mcts:-3", "expected a number of simulations"),
        ("mcts:many", "expected a number of simulations"),
        ("mcts:1s", "a time limit would make games depend on the machine"),
        ("greedy:3", "takes no number"),
        ("mtcs:3", "no bot “mtcs”.*mcts"),
    ],
)
def test_what_a_bot_cannot_be_is_told(spec: str, words: str) -> None:
    game, _ = load_game("kalevala")
    with pytest.raises(InputError, match=words):
        find_bots(game, [spec])


def test_at_a_table_it_may_think_for_a_time() -> None:
    game, _ = load_game("kalevala")
    (bot,) = find_bots(game, ["mcts:0.5s"], at_table=True).values()
    assert isinstance(bot, Search) and bot.seconds == 0.5
    with pytest.raises(InputError, match="expected a number of simulations"):
        find_bots(game, ["mcts:0s"], at_table=True)


def test_a_game_that_cannot_say_what_is_hidden_has_no_such_bot() -> None:
    kalevala, _ = load_game("kalevala")
    with pytest.raises(InputError, match="does not define `fill`"):
        find_bots(replace(kalevala, fill=None), ["mcts:10"])


def test_unseen_copies_come_in_any_order_after_those_that_lie_elsewhere() -> None:
    """A dealer passes over as many of a kind as lie elsewhere: of what is left each copy is as likely to come first."""
    game, book = load_game("kalevala")
    copies = {tile.id: tile.copies for tile in book.playing_cards.values()}
    game = replace(game, census=lambda table: {tile: count - 1 for tile, count in copies.items()})
    items = [tile for tile, count in copies.items() for _ in range(count)]
    unseen = dict.fromkeys(copies, 0)
    draw, start = random.Random(5).random, Simulator(game, book, SEAT_NAMES[:2]).start
    for _ in range(2000):
        luck = Luck(game, lambda count: int(draw() * count))
        luck.state = start
        order = luck.shuffle("deck", items)
        assert sorted(order) == sorted(items)
        assert order is luck.shuffle("deck", items)
        unseen[order[len(items) - len(unseen)]] += 1
    assert min(unseen.values()) > 0.6 * 2000 / len(unseen)
