"""Hidden hands over reshuffles: an honest line is never refused, and what cannot be is."""

from __future__ import annotations

import random

import pytest

from pnp.games.drumroll import GAME
from pnp.games.drumroll.moves import Deal, Place, Play
from pnp.games.drumroll.state import DrumRollState
from pnp.referee.replay import Replay
from pnp.referee.ruling import Illegal
from pnp.referee.seat import TABLE
from pnp.table.dealer import SeededChance
from tests.games.drumroll.tables import agreed, book, physical_lines, ready, set_up
from tests.guard import some

SEATS = ("anna", "ben", "carl", "dora")
# All investment cards but these few lie open when the game begins, so the deck is shuffled again and again.
DECK = ("income4", "trailer", "unblock", "resources_red", "double_vote")


def small_deck() -> str:
    """The correction that leaves a deck of five cards; most others leave the game, held by nobody."""
    cards = [card.id for card in book().decks["investments"].cards for _ in range(card.copies)]
    for card in DECK:
        cards.remove(card)
    return f"discards {' '.join(cards)}"


def investing_game(seed: int) -> Replay[DrumRollState]:
    """A digital game in which everybody invests and plays or discards what comes."""
    table, dice, chance = Replay(GAME, agreed(SEATS, "digital")), random.Random(seed), SeededChance(seed)
    for line in (*set_up(SEATS, "digital"), f"table: adjust {small_deck()}"):
        assert table.read(line).accepted, line
    while table.outcome is None and table.plies < 420:
        acting = [seat for seat in table.to_act if seat != TABLE]
        if not acting:
            table.apply_move(GAME.chance(table.state, chance))
            continue
        options = GAME.legal_moves(table.state, acting[0])
        wanted = [
            move for move in options if isinstance(move, Play) or (isinstance(move, Place) and move.action == "invest")
        ]
        table.apply_move(dice.choice(wanted if wanted and dice.random() < 0.8 else options))
        assert table.entries[-1].accepted
    return table


@pytest.mark.parametrize("seed", range(4))
def test_the_truth_is_never_refused(seed: int) -> None:
    played = investing_game(seed)
    assert played.state.shuffles[2] >= 1
    table = Replay(GAME, agreed(SEATS))
    for move in physical_lines(played):
        assert table.apply_move(move).accepted, f"{table.notation.format(move)}: {table.entries[-1].ruling}"
    for seen, known in zip(table.state.players, played.state.players, strict=True):
        assert (seen.coins, seen.prestige, len(seen.hand)) == (known.coins, known.prestige, len(known.hand))
        assert table.state.investment_discards == played.state.investment_discards


@pytest.mark.parametrize("seed", range(2))
def test_what_is_in_a_hand_is_among_what_it_can_hold(seed: int) -> None:
    from pnp.games.drumroll.state import possible_cards

    played = investing_game(seed)
    table = Replay(GAME, agreed(SEATS))
    hands = [entry.state for entry in played.entries if not isinstance(entry.move, Deal)]
    moves = list(physical_lines(played))
    for move in moves:
        table.apply_move(move)
    last = hands[-1]
    for seat, player in some(enumerate(last.players)):
        assert set(player.hand) <= set(possible_cards(table.state, seat))


def test_a_card_held_since_before_the_shuffle_is_none_of_those_shuffled() -> None:
    """DR-197: ben draws after the shuffle and may hold what lay open; anna, who drew before it, may not."""
    desk = ready("AB").adjust(small_deck())
    open_kinds = set(desk.facts["discards"]["investments"]) - set(DECK)
    desk.play("A: place invest", "B: place invest", "A: place invest", "B: place invest", "A: pass", "B: pass")
    desk.play("A: invest", "B: invest", "A: invest", "B: invest")
    assert desk.facts["decks"]["investments"] == 1
    kinds = {option.split()[1] for option in desk.options("A") if option.startswith("play")}
    assert kinds and not kinds & open_kinds
    for kind in sorted(open_kinds):
        ruling = desk.table.judge_line(f"A: play {kind}").ruling
        assert isinstance(ruling, Illegal) and ruling.rule == "DR-191"
    desk.play("A: play income4", "A: play trailer to=PF-ACR-1", "A: distribute", "B: distribute")
    # Turn 2: B draws the last card of the old deck, then the discards are shuffled and A draws one of them.
    desk.play(
        "B: place invest", "A: place invest", "B: pass", "A: pass", "B: pass", "A: pass", "B: invest", "A: invest"
    )
    assert desk.phase == "SHUFFLE"
    desk.play("table: shuffle investments")
    held = {seat: {option.split()[1] for option in desk.options(seat) if " " in option} & open_kinds for seat in "AB"}
    assert "fire" in held["A"] and not held["B"]
