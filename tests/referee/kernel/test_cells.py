"""Places kept in a mapping of the game's own, and reasons that are worked out when somebody asks."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pnp.referee.kernel import ANY, EACH_SEAT, NOBODY, OWNER, Counter, Move, Phase, Question, Trial, Zone, declare
from pnp.referee.kernel.line_trial import Explained
from pnp.referee.replay import Replay
from tests.games.tables import reasons_of
from tests.referee.kernel.tables import load, sit_down

RULE = "COV-09"
BOOK = load("cove")[1]
counted: list[str] = []


class Track(dict[str, Any]):
    """Squares in a row, and how many of them are taken."""

    taken = 0

    def laid(self, where: str, cards: tuple[str, ...]) -> Track:
        """The track with other cards on a square."""
        after = Track({**self, where: cards})
        after.taken = self.taken + bool(cards) - bool(self.get(where))
        return after


class Step(Move, frozen=True):
    """`anna: step`: a card goes to the next square of the track."""


HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule=RULE)
PILE = Zone("pile", seen_by=NOBODY, first=True, rule=RULE)
TRACK = Zone("track", of=ANY, cells=lambda setup: Track())
STEPS = Counter("steps", of=EACH_SEAT, scores=True)
TURN = Question(RULE, "play_one")


def taken(t: Any, seat: int, number: int) -> None:
    """Say which square was taken."""
    counted.append(f"{seat} {number}")
    t.note(RULE, "kernel.passes", seat=seat)


@TURN.answer(Step)
def step(t: Trial, m: Step) -> None:
    t.agreed()
    number = t.get("track").taken
    t.move(next(kind for kind in t.kinds if t.unseen(kind)), PILE, TRACK[str(number)])
    t.explain(taken, m.seat, number)
    t.pass_turn()


GAME = declare(
    __name__, slug="cove", version=1, players=(2, 2), holds=(PILE, HAND, TRACK, STEPS), phases=(Phase("play", TURN),)
)


def table(*lines: str) -> Replay[Any]:
    start = Replay(GAME, replace(sit_down("cove").setup, book=BOOK))
    for line in lines:
        assert start.read(line).accepted, line
    return start


def test_a_mapping_of_the_game_keeps_the_places_and_what_follows() -> None:
    state = table("anna: step", "ben: step").state
    assert type(state.track) is Track and state.track.taken == 2
    assert list(state.track) == ["0", "1"]
    assert GAME.facts(state)["track"]["1"] == [state.track["1"][0]]
    after = TRACK.replaced(state, "0", ())
    assert (after.track.taken, state.track.taken) == (1, 2), "a state never changes"


def test_cards_there_are_seen_when_the_evidence_begins_anew() -> None:
    state = table("anna: step", "table: adjust track 5 blue1").state
    (laid,) = state.track["0"]
    assert state.knowledge.unseen()[laid] == BOOK.playing_cards[laid].copies - 1


def test_events_fold_to_it_without_the_steps() -> None:
    played = table("anna: step")
    state = played.positions[0].state
    for event in played.events(played.entries[0]):
        state = GAME.apply(state, event)
    assert state.track.taken == 1


def test_reasons_are_worked_out_when_somebody_asks() -> None:
    counted.clear()
    played = table("anna: step")
    assert not counted
    assert [reason.rule for reason in reasons_of(GAME, played.positions[0].state, Step(0))] == [RULE]
    assert counted == ["0 0"]
    assert Explained not in map(type, played.events(played.entries[0])), "reasons are the mover's"


@pytest.mark.parametrize("of", ["each seat", ("a", "b")])
def test_only_places_that_are_named_in_play_have_cells(of: Any) -> None:
    with pytest.raises(ValueError, match="cells= needs of=ANY"):
        Zone("board", of=of, cells=lambda setup: {})
