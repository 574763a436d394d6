"""A draft: all keep a card in secret, hands go on, and nobody learns more than the cards that were seen."""

from __future__ import annotations

from pnp.referee.game import DIGITAL
from pnp.referee.kernel import EACH_SEAT, NOBODY, OWNER, Counter, Seat, Trial, Zone, declare
from pnp.referee.parts import Draft
from tests.referee.parts.tables import RULE, broken_promises, table_of

PILE = Zone("pile", seen_by=NOBODY, first=True, rule=RULE)
HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=RULE)
KEPT = Zone("kept", of=EACH_SEAT)
POINTS = Counter("points", of=EACH_SEAT, scores=True)


def chosen(t: Trial, seat: Seat, card: str) -> None:
    t.add(POINTS[seat], t.field(card, "number"))


DRAFT = Draft(HAND, KEPT, rule=RULE, chosen=chosen, over=lambda t: t.end_by(POINTS, RULE, "over"))


def begin(t: Trial) -> None:
    t.deal(PILE, HAND, 3)
    DRAFT.ask(t)


GAME = declare(
    __name__,
    slug="parts",
    version=1,
    players=(2, 4),
    holds=(PILE, HAND, KEPT, POINTS, *DRAFT.holds),
    questions=(DRAFT.question,),
    begin=begin,
)


def test_a_game_of_a_draft_keeps_the_promises() -> None:
    assert broken_promises(GAME, 3) == []


def test_hands_go_to_the_left_and_what_was_seen_is_known() -> None:
    table = table_of(
        GAME,
        DIGITAL,
        3,
        "table: deal anna heart1 heart2 heart3",
        "table: deal ben club1 club2 club3",
        "table: deal carl spade1 spade2 spade3",
        "ben: keep club3",
        "anna: keep heart3",
        "carl: keep spade3",
    )
    assert table.state.kept == (("heart3",), ("club3",), ("spade3",))
    for seat, cards in ((1, "heart1 heart2"), (2, "club1 club2"), (0, "spade1 spade2")):
        assert table.read(f"table: deal {('anna', 'ben', 'carl')[seat]} {cards}").accepted
    assert GAME.project(table.state, 0).hand == (("spade1@2", "spade2@2"), ("heart1@0", "heart2@0"), ("*", "*"))
