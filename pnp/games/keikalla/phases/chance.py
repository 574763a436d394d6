"""Chance at a digital table: what comes out of a pile, and which card somebody picks unseen.

In: a state and a source of chance. Out: cards. Invariant: the keys of chances belong to
records and never change.
"""

from __future__ import annotations

from pnp.games.keikalla.game_data import ACTION, ACTION_2
from pnp.games.keikalla.state import Cards, KeikallaState, OpenQuestion
from pnp.games.keikalla.trial import Trial
from pnp.referee.game import Chance


def moment(state: KeikallaState) -> str:
    """How far the game is, by what lies on the table: what was taken back and is done again comes to the same."""
    turns = sum(player.turns for player in state.players)
    thrown = sum(map(len, state.discards.values()))
    return f"{state.deal_count} {turns} {state.seat} {state.turn.played} {state.turn.drawn} {thrown}"


def picked_unseen(state: KeikallaState, hand: Cards, chance: Chance) -> str:
    """A card of a hand, every copy equally likely."""
    return chance.draw(f"pick {moment(state)}", sorted(hand))


def drawn_card(t: Trial, question: OpenQuestion, pile: str, chance: Chance, number: int, unseen: dict[str, int]) -> str:
    """A card of a pile, every copy equally likely; where some must be drawn again, one of the others."""
    state, data = t.state, t.data
    kinds = data.copies_in(ACTION if pile.startswith(ACTION) else pile)
    counts = {kind: unseen[kind] for kind in kinds if unseen.get(kind)}
    second = state.second_deck
    if second is not None and pile.startswith(ACTION):
        mine = pile == ACTION_2
        counts = {
            kind: second.get(kind, 0) - (state.unseen[kind] - n) if mine else n - second.get(kind, 0)
            for kind, n in counts.items()
        }
    draw = question.asks.draw
    if draw is not None and draw.fits is not None:
        counts = {kind: n for kind, n in counts.items() if draw.fits(t, question, kind)} or counts
    copies = [kind for kind, n in counts.items() for _ in range(n)]
    assert copies, f"expected cards in the pile {pile} for {question}"
    return chance.draw(f"{pile} {state.deal_count} {number}", copies)
