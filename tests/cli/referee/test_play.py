"""`pnp referee play`: a conversation beside the table, also when the record moves under it."""

from __future__ import annotations

import io
import json
import re
import threading
from pathlib import Path

import pytest

from pnp.cli.referee.dialogue import Dialogue
from pnp.cli.referee.open_record import open_session
from pnp.playtest.seat_bots import bots_of_table
from tests.cli.referee.conftest import Run
from tests.deadline import PATIENCE
from tests.games.drumroll.tables import set_up
from tests.playtest.games import bad_game


def test_play_works_piped(table: Run) -> None:
    lines = (
        "place louhi 2,0\nwhy place ukko 9,9\noptions\nshow\nundo\nrule KAL-13\ngrammar\nhelp\n# nothing\n\nquit\nx\n"
    )
    code, out, _ = table("referee", "play", "kalevala.record", piped=lines)
    assert code == 0
    assert "KAL-13" in out
    assert Path("kalevala.record").read_text().splitlines()[-2:][0] == "blue: place louhi 2,0"


def test_play_piped_reports_refusals_in_its_exit_code(table: Run) -> None:
    code, out, _ = table("referee", "play", "kalevala.record", piped="place ukko 9,9\nplace louhi 2,0\n")
    assert code == 1
    assert "KAL-13" in out
    assert Path("kalevala.record").read_text().endswith("blue: place louhi 2,0\n")


def test_a_line_that_is_overruled_may_name_its_seat(table: Run) -> None:
    code, out, _ = table("referee", "play", "kalevala.record", piped="! red: pass # late\n! blue: pass\n")
    assert code == 0, out
    assert Path("kalevala.record").read_text().endswith("red: !pass  # late\nblue: !pass\n")


@pytest.fixture
def dialogue(table: Run) -> Dialogue:
    """`play` at a prompt `blue>`, which another program overtakes: blue moves, and red is to act."""
    session = open_session(Path("kalevala.record"), None)
    dialogue = Dialogue(session, "en", False)
    assert dialogue.prompt == "blue> "
    assert table("referee", "move", "kalevala.record", "blue: place louhi 2,0")[0] == 0
    return dialogue


@pytest.mark.parametrize("typed", ["place joukahainen 3,0", "undo", "! place joukahainen 3,0", "adjust score blue 3"])
def test_a_line_typed_before_others_moved_is_not_taken_for_the_next_seat(
    dialogue: Dialogue, capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    before = Path("kalevala.record").read_bytes()
    capsys.readouterr()
    dialogue.handle(typed)
    output = capsys.readouterr().out
    assert "meanwhile" in output and "blue: place louhi 2,0" in output and "red to act" in output
    assert f"“{typed}”. The game moved on" in output
    assert Path("kalevala.record").read_bytes() == before
    assert dialogue.prompt == "red> " and dialogue.refused == 1
    dialogue.handle(typed)
    assert Path("kalevala.record").read_bytes() != before


def test_a_line_that_names_its_seat_is_judged_on_what_stands_now(
    dialogue: Dialogue, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    dialogue.handle("blue: place joukahainen 3,0")
    output = capsys.readouterr().out
    assert output.index("meanwhile") < output.index("KAL-08")
    dialogue.handle("red: place joukahainen 3,0")
    assert Path("kalevala.record").read_text().endswith("red: place joukahainen 3,0\n")


@pytest.mark.parametrize("asked", ["options", "show", "why place ukko 3,0"])
def test_questions_are_answered_from_what_stands_now(
    dialogue: Dialogue, capsys: pytest.CaptureFixture[str], asked: str
) -> None:
    capsys.readouterr()
    dialogue.handle(asked)
    output = capsys.readouterr().out
    assert output.count("blue: place louhi 2,0") == 1 and "red" in output
    dialogue.handle(asked)
    assert "meanwhile" not in capsys.readouterr().out


def test_lines_of_others_are_printed_before_the_next_prompt(
    dialogue: Dialogue, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    dialogue.catch_up()
    assert "meanwhile, from another program:\n  5  blue: place louhi 2,0" in capsys.readouterr().out
    dialogue.handle("place joukahainen 3,0")
    assert Path("kalevala.record").read_text().endswith("red: place joukahainen 3,0\n")


def test_a_record_changed_by_hand_meanwhile_is_reported(dialogue: Dialogue, capsys: pytest.CaptureFixture[str]) -> None:
    record = Path("kalevala.record")
    record.write_text(record.read_text().replace("red: place ilmarinen 0,0\n", "red: place ilmarinen 7,7\n"))
    capsys.readouterr()
    dialogue.catch_up()
    captured = capsys.readouterr()
    assert "changed by hand, from line 4 on" in captured.out and "KAL-13" in captured.err


def test_a_record_that_is_gone_is_reported_and_the_conversation_goes_on(
    dialogue: Dialogue, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("kalevala.record").unlink()
    assert dialogue.handle("place joukahainen 3,0") and dialogue.handle("show")
    assert capsys.readouterr().err.count("kalevala.record: ") == 2


def test_play_takes_back_only_what_it_was_asked(table: Run) -> None:
    before = Path("kalevala.record").read_bytes()
    code, out, _ = table("referee", "play", "kalevala.record", piped="undo x\nrule 13\nrule kal-40A\nrule\nrule 99\n")
    assert code == 1 and "KAL-13: " in out and "KAL-40a: " in out and "usage: rule ID" in out and "“99”" in out
    assert Path("kalevala.record").read_bytes() == before


def test_prompts_and_help_show_a_line_of_this_table(run: Run) -> None:
    for slug in ("suomi1918", "kalevala", "drumroll", "keko", "keikalla"):
        code, out, _ = run("referee", "new", slug, "aino", "otto", "-o", f"{slug}.record")
        assert code == 0 and ("such as: " in out or "type: " in out)
        _, out, _ = run("referee", "play", f"{slug}.record", piped="help\n")
        assert "blue: pass" not in out and "place ukko 1,0" not in out


def test_numbers_are_printed_when_they_change(table: Run) -> None:
    code, out, _ = table("referee", "adjust", "kalevala.record", "score", "red", "7")
    before = out.partition("red: score ")[2].partition(" ")[0]
    assert code == 0 and f"     red: score {before} → 7\n" in out and "blue:" not in out.partition("blue to act")[0]
    result = json.loads(table("referee", "adjust", "kalevala.record", "score", "blue", "5", "--json")[1])
    assert result["entries"][0]["changes"]["blue"]["score"][1] == 5
    _, out, _ = table("referee", "undo", "kalevala.record")
    assert "blue: score 5 → " in out
    _, out, _ = table("referee", "move", "kalevala.record", "blue: !place louhi 5,5")
    assert "score" not in out


def test_a_bot_plays_along_and_says_what_to_do_with_printed_pieces(run: Run) -> None:
    code, out, _ = run("referee", "new", "kalevala", "red", "blue", "--bot", "blue=greedy", "--seed", "4")
    assert code == 0 and "the bot greedy plays blue" in out
    code, out, _ = run("referee", "play", "kalevala.record", "--seat", "red", piped="options\n1\n")
    assert code == 0
    made = [line for line in Path("kalevala.record").read_text().splitlines() if line.startswith("blue: place ")]
    assert len(made) == 1 and f"6  {made[0]}" in out and f"board {made[0].split()[-1]}\n" in out and "put down" in out
    run("referee", "play", "kalevala.record", "--seat", "red", piped="undo\n")
    assert Path("kalevala.record").read_text().splitlines()[-1].startswith("table: undo 4")


def test_a_bot_names_places_as_screens_do_in_either_language(run: Run) -> None:
    run("referee", "new", "suomi1918", "red", "blue", "--bot", "blue=greedy", "--seed", "4", "--lang", "fi")
    code, out, _ = run("referee", "play", "suomi1918.record", "--seat", "red", "--lang", "fi", piped="options\n1\n" * 4)
    assert code == 0
    pieces = [line.strip() for line in out.splitlines() if line.startswith("     aseta ")]
    form = r"aseta .+: (pino (sininen|musta|valkoinen|punainen)|poistopino)"
    assert pieces and all(re.fullmatch(form, it) for it in pieces)


@pytest.mark.parametrize(
    ("lang", "asked", "put"),
    [("en", "enter the hand of", "→ board "), ("fi", "on kerrottava, mitä sillä on kädessä", "→ lauta ")],
)
def test_a_bot_plays_with_real_cards_once_it_is_told_its_hand(run: Run, lang: str, asked: str, put: str) -> None:
    code, _, _ = run("referee", "new", "kalevala", "red", "blue", "--bot", "blue=mcts:5", "--deal", "physical")
    assert code == 0
    typed = "table: start ukko\nred: place louhi 1,0\ntable: adjust hand blue kullervo louhi kaarme vainamoinen\n"
    code, out, _ = run("referee", "play", "kalevala.record", "--lang", lang, piped=typed)
    assert code == 0 and out.index(asked) < out.index(put)
    assert "table: adjust hand blue …" in out
    assert Path("kalevala.record").read_text().splitlines()[-1].startswith("blue: place ")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["--bot", "blu=greedy"], "no seat “blu”"),
        (["--bot", "blue=gredy"], "did you mean “greedy”"),
        (["--bot", "blue"], "expected SEAT=BOT, got “blue”"),
    ],
)
def test_bots_that_cannot_be_open_no_table(run: Run, words: list[str], fault: str) -> None:
    code, _, err = run("referee", "new", "kalevala", "red", "blue", *words)
    assert code == 2 and fault in err and not Path("kalevala.record").exists()


def test_a_bot_may_take_a_seat_for_this_time(run: Run) -> None:
    assert run("referee", "new", "kalevala", "red", "blue", "--seed", "4")[0] == 0
    code, _, _ = run("referee", "play", "kalevala.record", "--bot", "red=random", piped="")
    text = Path("kalevala.record").read_text()
    assert code == 0 and text.count("red: place") == 1 and "bots:" not in text
    code, _, err = run("referee", "play", "kalevala.record", "--bot", "cid=random", piped="")
    assert code == 2 and "no seat “cid”" in err


@pytest.mark.parametrize("fault", ['KeyError("a hidden card")', 'SystemExit("a hidden card")'])
def test_a_bot_that_fails_is_named_and_somebody_types_for_it(run: Run, fault: str) -> None:
    bad_game(Path("games"))
    rules = Path("games/mygame/rules.py")
    secret = f"\n\ndef _fail(view, seat, pick):\n    raise {fault}\n"
    rules.write_text(rules.read_text("utf-8") + secret + 'GAME = _replace(GAME, bots={"fails": _fail})\n', "utf-8")
    seats = ("aino", "ben", "--bot", "aino=fails", "--deal", "digital", "--seed", "1")
    assert run("referee", "new", "mygame", *seats, "--games", "games")[0] == 0
    code, out, err = run("referee", "play", "mygame.record", "--games", "games", piped="aino: take trophy\n")
    assert code == 0 and re.search(
        rf"aino \(fails\) failed because of a bug in the bot: {fault.partition('(')[0]} \(.*rules\.py:\d+\)", out
    )
    assert "a hidden card" not in out + err and "ben to act" in out


class Noted(io.StringIO):
    """Standard error that another thread writes: `is_flushed` is set once a whole line is in it."""

    def __init__(self) -> None:
        super().__init__()
        self.is_flushed = threading.Event()

    def flush(self) -> None:
        self.is_flushed.set()


def test_a_bot_that_does_not_come_back_is_told_and_stopped_by_ctrl_c(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("referee", "new", "kalevala", "red", "blue", "--seed", "4", "--bot", "red=greedy")[0] == 0
    monkeypatch.setattr("pnp.cli.referee.dialogue.PATIENCE", 0.01)
    session, noted = open_session(Path("kalevala.record"), None, True), Noted()
    monkeypatch.setattr("sys.stderr", noted)

    def hangs(*words: object) -> object:
        assert noted.is_flushed.wait(PATIENCE), f"no words about the bot; seen so far: {noted.getvalue()!r}"
        raise KeyboardInterrupt

    dialogue = Dialogue(session, "en", interactive=True)
    dialogue.bots = bots_of_table(session)
    dialogue.bots._bots[0] = hangs  # type: ignore[assignment]
    dialogue.let_bots_move()
    assert noted.getvalue() == "red (greedy) is still thinking; Ctrl-C stops it\n"
    assert "red (greedy) was stopped; type a line for it" in capsys.readouterr().out
    assert dialogue.bots.turn(session) is None and dialogue.prompt == "red> "
    piped = Dialogue(session, "en", interactive=False)
    piped.bots = bots_of_table(session)
    piped.bots._bots[0] = hangs  # type: ignore[assignment]
    with pytest.raises(KeyboardInterrupt):
        piped.let_bots_move()


def test_who_votes_by_a_command_is_told_how(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("referee", "new", "drumroll", "anna", "ben", "-o", "vote.record")[0] == 0
    session = open_session(Path("vote.record"), None)
    passes = [f"{seat}: pass" for _ in range(3) for seat in ("anna", "ben")]
    for line in (*set_up(("anna", "ben")), "table: adjust turn 5", *passes):
        assert session.submit([line]).written, line
    dialogue = Dialogue(session, "en", False)
    capsys.readouterr()
    dialogue.handle("show")
    assert "type the whole move: anna: vote show" in capsys.readouterr().out
    dialogue.handle("vote show")
    assert capsys.readouterr().out.count("anna: vote show") == 1  # once, though it is ambiguous who votes
    dialogue.handle("anna: vote show")
    dialogue.handle("ben: vote show")
    capsys.readouterr()
    dialogue.handle("show")
    assert "typed whole" not in capsys.readouterr().out
