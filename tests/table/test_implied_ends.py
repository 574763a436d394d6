"""A turn that another player's line ends: what silence may decide, what it may not, and that everybody is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.cli.main import main
from pnp.table.session import Session
from pnp.table.store import Store
from tests.games.keikalla.tables import lay
from tests.games.tables import book_of, game_of

SEATS = ("anna", "ben")
SET_UP = tuple(lay(["anna jarkale vaasa", "ben hian kuopio"]))


def found(slug: str) -> Any:
    return game_of(slug), book_of(slug)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A table at which Anna has played a gig with two Reputation cards in front, so that she may draw one or two."""
    path = tmp_path / "a.record"
    session = Session.create(path, game_of("keikalla"), book_of("keikalla"), SEATS, {}, found)
    for line in (*SET_UP, "table: adjust fame anna stage_presence guitar_antics", "anna: gig", "anna: draw ?"):
        assert session.submit([line]).written, line
    return path


def opened(file: Path) -> Session:
    return Session(Store(file), found)


def test_silence_ends_no_turn_whose_player_may_still_draw(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", "move", str(file), "ben: gig"]) == 1
    assert "anna" in capsys.readouterr().err
    assert [entry.seat for entry in opened(file).replay.entries][-1] == 0
    assert main(["referee", "move", str(file), "anna: end", "ben: gig"]) == 0


def test_a_turn_with_nothing_left_to_decide_ends_with_the_next_players_line(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert opened(file).submit(["anna: draw ?"]).written
    before = opened(file).replay.plies
    assert main(["referee", "move", str(file), "ben: gig"]) == 0
    shown = capsys.readouterr().out.splitlines()
    (at,) = (at for at, line in enumerate(shown) if line.endswith("anna: end"))
    assert shown[at + 1].strip() == "implied by the line of ben; `undo` undoes both"
    assert sum("implied by" in line for line in shown) == 1  # what Ben typed was said
    assert main(["referee", "undo", str(file), "--lang", "fi"]) == 0
    assert opened(file).replay.state.seat == 0
    assert opened(file).replay.plies == before + 3  # the two lines, and the one that takes them back
    assert main(["referee", "move", str(file), "ben: gig", "--json"]) == 0
    assert '"implied_by":"ben"' in capsys.readouterr().out
