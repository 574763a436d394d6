"""What a header and a line may call things: teams, limits that are not set, names as they are printed."""

from __future__ import annotations

import pytest

from pnp.base.diagnostics import InputError
from pnp.games.keko import GAME
from pnp.games.keko.moves import Deal, Play
from pnp.games.keko.state import KekoState
from pnp.referee.loading import setup_of
from pnp.referee.record import format_header, parse_header, parse_record
from pnp.referee.replay import Replay
from tests.games.keko.tables import agreed, book
from tests.guard import some

HEAD = "pnp-record: 1\ngame: keko\nrules: 1\nseats: [anna, ben, carl, dora]\n"


def table(*lines: str) -> Replay[KekoState]:
    """The table that a header describes."""
    return Replay(GAME, setup_of(parse_header(HEAD + "\n".join(lines) + "\n"), GAME, book()))


def test_teams_stand_in_the_header() -> None:
    named = table("options: {team_play: true}", "teams: [[anna, ben], [carl, dora]]")
    assert named.state.teams == (0, 0, 1, 1)
    assert table("options: {team_play: true}").state.teams == (0, 1, 0, 1)


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (["options: {team_play: true}", "teams: [[anna, ben], [carl]]"], "every seat in one of them"),
        (["options: {team_play: true}", "teams: [[anna, ben, carl, dora]]"], "at least two"),
        (["options: {team_play: true}", "teams: anna"], "list of lists"),
        (["teams: [[anna, ben], [carl, dora]]"], "team_play=true"),
    ],
)
def test_teams_that_cannot_be_are_refused(lines: list[str], fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        table(*lines)


def test_a_header_with_teams_is_written_as_it_is_read() -> None:
    header = parse_header(HEAD + "options: {team_play: true}\nteams: [[anna, dora], [ben, carl]]\n")
    assert parse_header(format_header(header).removesuffix("---\n")) == header


def test_a_key_that_no_header_has_is_reported() -> None:
    record = parse_record(HEAD + "players: 4\n---\n")
    assert ["players" in warning.message for warning in record.warnings] == [True]


def test_null_is_no_limit_and_a_range_is_shown_as_one() -> None:
    assert table("options: {hand_limit: null}").setup.options["hand_limit"] == "none"
    with pytest.raises(InputError, match="one of: none, 1–999"):
        table("options: {hand_limit: 0}")


def test_cards_are_read_by_their_printed_names_in_both_languages() -> None:
    table = Replay(GAME, agreed())
    for deck, line in (("play", "anna: play"), ("characters", "table: deal anna")):
        for card in some(book().decks[deck].cards):
            for name in (*card.name.values(), card.code):
                move = table.judge_line(f"{line} {name}").move
                assert isinstance(move, Play | Deal), name
                assert (move.what if isinstance(move, Play) else move.what.cards[0]) == card.id, name
