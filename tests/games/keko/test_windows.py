"""Windows: who may answer is asked, the table closes them, and every line of it is offered and explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.cli.main import main
from pnp.games.keko import GAME
from pnp.games.keko.moves import Ok
from pnp.referee.seat import TABLE
from tests.games.keko.tables import book, lay, play_lines

ANNA, BEN = "anna lord_quiggs", "ben general_fydo"


def test_a_window_names_who_may_answer_and_the_ok_of_the_table() -> None:
    table = play_lines([*lay([ANNA, BEN]), "anna: play falling_sign at=ben"])
    asked = {decision.seat: decision for decision in GAME.pending(table.state)}
    assert set(asked) == {0, 1, TABLE}
    assert asked[0].verbs == ("respond", "pass") and asked[TABLE].verbs == ("ok",)
    assert asked[1].why.startswith("anna plays Falling Sign: respond")
    assert GAME.legal_moves(table.state, TABLE) == [Ok(TABLE, "")]


def test_a_word_that_only_the_table_can_use_is_read_as_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    record = str(tmp_path / "a.record")
    assert main(["referee", "new", "keko", "anna", "ben", "-o", record]) == 0
    lines = ["deal anna lord_quiggs", "deal ben general_fydo", "deal 2", "first anna=6 ben=1", "draw 2", "next"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*lines, "play moo", "ok"]) + "\n"))
    assert main(["referee", "play", record]) == 0
    assert Path(record).read_text(encoding="utf-8").rstrip().endswith("anna: play moo\ntable: ok")


def test_at_a_table_with_real_cards_every_line_of_the_set_up_is_offered() -> None:
    assert len(GAME.legal_moves(play_lines([]).state, TABLE)) == len(book().decks["characters"].cards)
    table = play_lines(["table: deal anna lord_quiggs", "table: deal ben general_fydo"], starting_location=True)
    for verb in ("Location", "Deal", "First"):
        offered = GAME.legal_moves(table.state, TABLE)
        assert {type(move).__name__ for move in offered} == {verb}
        assert table.apply_move(offered[0]).accepted
    assert table.to_act == (0,)


def test_grammar_explains_what_a_line_means(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import io

    record = str(tmp_path / "a.record")
    assert main(["referee", "new", "keko", "anna", "ben", "-o", record]) == 0
    capsys.readouterr()
    monkeypatch.setattr("sys.stdin", io.StringIO("grammar\n"))
    assert main(["referee", "play", record]) == 0
    printed = capsys.readouterr().out.splitlines()
    for usage, meaning in (("ok ", "everybody passes"), ("adjust score", "life"), ("deck ", "your own Play Deck")):
        at = next(at for at, line in enumerate(printed) if line.startswith(usage))
        assert meaning in printed[at + 1]
