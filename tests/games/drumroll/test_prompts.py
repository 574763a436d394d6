"""What Drum Roll asks at a table with real cards: examples that show the words, nothing that reads like a held card."""

from __future__ import annotations

import pytest

from pnp.games.drumroll.phases.distribution import DISTRIBUTION
from pnp.referee.move import Move
from pnp.table.messages import format_next
from pnp.table.offers import list_offers
from tests.games.drumroll.tables import book, ready


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("rope walker=red, yellow", "PF-ACR-1=red,yellow"),
        ("rope walker = red , yellow", "PF-ACR-1=red,yellow"),
        ("hat juggler white", "PF-JUG-5=white"),
        ("rope walker red yellow, hat juggler white", "PF-ACR-1=red,yellow PF-JUG-5=white"),
        ("rope walker=red, hat juggler=white, blue", "PF-ACR-1=red PF-JUG-5=white,blue"),
        ("PF-ACR-1=red,yellow PF-MAG-8=blue", "PF-ACR-1=red,yellow PF-MAG-8=blue"),
    ],
)
def test_cubes_are_read_with_or_without_blanks_and_signs(typed: str, meant: str) -> None:
    notation = ready("AB").table.notation
    move = notation.parse(f"A: distribute {typed}")
    assert isinstance(move, Move), move
    assert notation.format_move(move) == f"distribute {meant}"


def test_the_example_of_a_distribution_has_cubes() -> None:
    desk = ready("AB").circus("A", "PF-ACR-1").adjust("storage A white red red")
    while desk.phase != DISTRIBUTION.id:  # nothing is placed
        desk.play(f"{desk.table.setup.seats[desk.table.to_act[0]]}: pass")
    text = format_next(desk.table)
    assert "A: distribute PF-ACR-1=" in text and "B: distribute" in text


def test_no_example_is_a_card_that_a_hand_may_hold() -> None:
    """What is not asked for is `…`, whatever the hands hold."""
    desk = ready("AB").play("A: place invest", "B: place invest", "A: pass", "B: pass", "A: pass", "B: pass")
    desk.play("A: invest", "B: invest")
    assert desk.phase == DISTRIBUTION.id and any(line.startswith("play") for line in desk.options("A"))
    assert "play" not in format_next(desk.table) and "· …" in format_next(desk.table)


def test_an_empty_deck_is_offered_to_be_shuffled_before_a_card_is_drawn() -> None:
    """DR-182: the prompt says that the discards are shuffled first, so a line for it is asked for and offered."""
    cards = [card.id for card in book().decks["investments"].cards for _ in range(card.copies)]
    desk = ready("AB").adjust(f"discards {' '.join(cards)}").play("A: place invest")
    desk.play("B: pass", "A: pass", "B: pass", "A: pass", "B: pass")
    text = format_next(desk.table)
    assert "shuffle the discards of the investment" in text and "such as: shuffle investments" in text
    assert "table: shuffle investments" in [offer.line for offer in list_offers(desk.table)]
    desk.play("table: shuffle investments", "A: invest")
    assert "shuffle" not in format_next(desk.table)
