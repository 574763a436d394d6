"""Tricks: suits are followed, trumps win, and a revoke with real cards comes to light."""

from __future__ import annotations

from pnp.referee.game import DIGITAL, PHYSICAL
from pnp.referee.kernel import EACH_SEAT, NOBODY, OWNER, Counter, Phase, Seat, Trial, Zone, declare
from pnp.referee.parts import Tricks
from tests.referee.parts.tables import RULE, broken_promises, table_of

PILE = Zone("pile", seen_by=NOBODY, first=True, rule=RULE)
HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=RULE)
TRICK, WON = Zone("trick"), Zone("won", of=EACH_SEAT)
TAKEN = Counter("tricks", of=EACH_SEAT, scores=True)


def taken(t: Trial, winner: Seat, cards: tuple[str, ...]) -> None:
    t.add(TAKEN[winner], 1)
    if not any(t[HAND[seat]] for seat in t.seats):
        t.end_by(TAKEN, RULE, "over")


TRICKS = Tricks(HAND, TRICK, WON, rule=RULE, trump=lambda t: "club", taken=taken)
GAME = declare(
    __name__,
    slug="parts",
    version=1,
    players=(2, 4),
    holds=(PILE, HAND, TRICK, WON, TAKEN),
    phases=(Phase("play", TRICKS.question),),
    begin=lambda t: t.deal(PILE, HAND, 5),
)
DEALT = (
    "table: deal anna heart2 heart9 spade3 club2 club13",
    "table: deal ben heart1 spade4 spade5 diamond2 diamond3",
)


def test_a_game_of_tricks_keeps_the_promises() -> None:
    assert broken_promises(GAME, 3) == []


def test_a_suit_that_was_led_is_followed() -> None:
    table = table_of(GAME, DIGITAL, 2, *DEALT, "anna: play heart9")
    refused = table.read("ben: play spade4")
    assert not refused.accepted and refused.ruling.rule == RULE  # type: ignore[attr-defined]
    assert table.read("ben: play heart1").accepted
    assert table.state.won == ((), ("heart9", "heart1")) and table.to_act == (1,)


def test_a_trump_takes_the_trick_from_whoever_lacks_the_suit() -> None:
    table = table_of(GAME, DIGITAL, 2, *DEALT, "anna: play heart9", "ben: play heart1", "ben: play diamond2")
    assert table.read("anna: play club2").accepted, "she has no diamond"
    assert table.state.tricks == (1, 1)


def test_with_real_cards_a_revoke_comes_to_light() -> None:
    table = table_of(GAME, PHYSICAL, 2, "anna: play heart9", "ben: play spade4")
    assert [type(entry.ruling).__name__ for entry in table.entries] == ["Legal", "Unverified"]
    table.read("anna: play spade3")
    found = table.read("ben: play heart1")
    assert found.accepted and table.irregularities, "he had a heart when he played a spade"
