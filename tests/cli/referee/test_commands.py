"""The referee from the outside: commands, files, exit codes, JSON."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pnp.table.session import Session
from tests.cli.referee.conftest import Run
from tests.guard import some


def test_a_new_table_is_a_record_of_the_contracts_shape(table: Run) -> None:
    lines = Path("kalevala.record").read_text().splitlines()
    assert lines[:3] == ["pnp-record: 1", "game: kalevala", "rules: 1"]
    assert lines[3].startswith("cards: ")
    assert lines[4:7] == ["seats: [red, blue]", "options: {deal: physical}", "---"]
    assert lines[7].startswith("#+ 4 ")  # four lines that were submitted together
    assert lines[8] == "table: start ukko"


def test_a_second_table_gets_a_name_of_its_own(table: Run) -> None:
    assert table("referee", "new", "kalevala", "a", "b")[0] == 0
    assert Path("kalevala-2.record").exists()
    code, _, err = table("referee", "new", "kalevala", "a", "b", "-o", "kalevala.record")
    assert code == 1 and "already exists" in err


def test_a_refused_move_names_its_rule_and_leaves_the_file_as_it_was(table: Run) -> None:
    before = Path("kalevala.record").read_bytes()
    code, _, err = table("referee", "move", "kalevala.record", "blue: place ukko 5,5")
    assert code == 1
    assert "KAL-13" in err and "because" in err
    assert Path("kalevala.record").read_bytes() == before
    assert table("referee", "move", "kalevala.record", "blue: place ukko 5,")[0] == 1
    assert table("referee", "move", "kalevala.record", "blue: place k 2,0")[0] == 1
    assert Path("kalevala.record").read_bytes() == before


def test_why_is_the_ruling_without_the_move(table: Run) -> None:
    before = Path("kalevala.record").read_bytes()
    code, out, _ = table("referee", "why", "kalevala.record", "blue: place ukko 5,5")
    assert code == 1 and "KAL-13" in out
    code, out, _ = table("referee", "why", "kalevala.record", "blue: place louhi 2,0", "--json")
    assert code == 0
    result = json.loads(out)
    assert result["ruling"] == "legal"
    assert any(reason["rule"].startswith("KAL-3") for reason in result["reasons"])
    assert Path("kalevala.record").read_bytes() == before


def test_show_as_text_and_as_json(table: Run) -> None:
    assert (
        "Louhi" in table("referee", "show", "kalevala.record")[1]
        or "lou" in table("referee", "show", "kalevala.record")[1].lower()
    )
    result = json.loads(table("referee", "show", "kalevala.record", "--seat", "red", "--json")[1])
    assert result["to_act"] == ["blue"]
    assert set(result["scores"]) == {"red", "blue"}
    assert table("referee", "show", "kalevala.record", "--seat", "nobody")[0] == 1


def test_undo_overrule_adjust_are_lines(table: Run) -> None:
    assert table("referee", "undo", "kalevala.record", "2")[0] == 0
    assert table("referee", "overrule", "kalevala.record", "blue: place ukko 5,5", "--because", "we liked it")[0] == 0
    assert table("referee", "adjust", "kalevala.record", "score", "red", "12")[0] == 0
    tail = [line for line in Path("kalevala.record").read_text().splitlines() if line[0] != "#"][-3:]
    assert tail[0].startswith("table: undo 2")
    assert tail[1] == "blue: !place ukko 5,5  # we liked it"
    assert tail[2] == "table: adjust score red 12"
    code, out, _ = table("referee", "verify", "kalevala.record", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert lines[5]["overruled"] and lines[5]["rule"] == "KAL-13" and lines[5]["ruling"] == "legal"
    assert lines[-2]["scores"]["red"] == 12


def test_verify_prints_the_contracts_objects(table: Run) -> None:
    with open("kalevala.record", "a") as file:
        file.write("blue: place ukko 9,9\nblue: plce ukko 1,1\nblue: place louhi 2,0\n")
    code, out, _ = table("referee", "verify", "kalevala.record", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [item["ruling"] for item in lines[:-1]] == ["legal"] * 4 + ["illegal", "invalid", "legal"]
    keys = [
        "ply",
        "line",
        "seat",
        "move",
        "ruling",
        "rule",
        "because",
        "assuming",
        "scores",
        "to_act",
        "phase",
        "events",
    ]
    assert list(lines[0]) == keys
    assert lines[0] == {**lines[0], "ply": 1, "line": 9, "seat": "table", "move": "start ukko", "to_act": ["red"]}
    assert lines[4]["rule"] == "KAL-13"
    assert set(lines[-1]) == {"result", "irregularities", "plies", "digest"}
    assert lines[-1]["plies"] == 7
    assert lines[-1]["result"]["over"] is False


def test_verify_in_words_names_file_and_line(table: Run) -> None:
    with open("kalevala.record", "a") as file:
        file.write("blue: place ukko 9,9\n")
    code, out, _ = table("referee", "verify", "kalevala.record")
    assert code == 1
    assert "kalevala.record:13: blue: place ukko 9,9 — illegal" in out


def test_names_are_printed_in_words(run: Run) -> None:
    """Three who are to act are `a, b and c`; how a line is written reveals nothing of the program's insides."""
    assert run("referee", "new", "keikalla", "a", "b", "c", "-o", "k.record")[1].count("a, b and c to act\n") == 1
    assert "kernel" not in run("referee", "play", "k.record", piped="grammar\n")[1]


def test_a_line_after_the_end_is_refused_because_the_game_is_over(run: Run) -> None:
    """Without a seat, too: nobody is to act, so it is no question whose line it is."""
    assert run("referee", "new", "drumroll", "a", "b", "-o", "d.record")[0] == 0
    assert run("referee", "move", "d.record", "table: end")[0] == 0
    code, out, err = run("referee", "why", "d.record", "pass")
    assert code == 1 and "the game is over" in out + err and "expected" not in out + err


def test_json_of_a_move(table: Run) -> None:
    code, out, _ = table("referee", "move", "kalevala.record", "blue: place louhi 2,0", "--json")
    result: dict[str, Any] = json.loads(out)
    assert code == 0 and result["written"] and result["entries"][0]["ruling"] == "legal"


def test_the_public_learns_nothing_of_a_hand(run: Run) -> None:
    """Whether a hand fits is revealed to its seat alone (digital Suomi 1918 knows it)."""
    assert run("referee", "new", "suomi1918", "a", "b", "c", "--seed", "11", "-o", "s.record")[0] == 0
    for _ in range(6):
        result = [json.loads(run("referee", "options", "s.record", "--seat", at, "--json")[1]) for at in "abc"]
        line = next(line for seat in result for line in seat["options"])
        assert run("referee", "move", "s.record", line)[0] == 0
    own = run("referee", "show", "s.record", "--seat", "c")[1]
    public = run("referee", "show", "s.record")[1]
    assert "no card of the hand fits" in own
    assert "no card of the hand fits" not in public


def test_changed_cards_are_reported_card_by_card(run: Run, tmp_path: Path) -> None:
    """Of a record played with other cards the changes are reported."""
    assert run("new", "mygame")[0] == 0
    seats = ["anna", "ben"]
    assert run("referee", "new", "mygame", *seats, "--games", ".", "-o", "old.record")[0] == 0
    game = tmp_path / "mygame" / "cards" / "game.yaml"
    game.write_text(game.read_text().replace("  reach: 1 ", "  reach: 2 "))
    err = run("referee", "show", "old.record", "--games", ".")[2]
    assert "written with card database" in err
    assert "reach 1 → 2" in err


def test_a_negative_correction_is_a_number(table: Run) -> None:
    assert table("referee", "adjust", "kalevala.record", "score", "red", "-3")[0] == 0
    assert json.loads(table("referee", "show", "kalevala.record", "--json")[1])["scores"]["red"] == -3
    assert table("referee", "adjust", "kalevala.record", "--because", "a slip", "score", "red", "3")[0] == 0


def test_a_record_with_a_refused_line_is_reported_once_and_kept(table: Run) -> None:
    with open("kalevala.record", "a") as file:
        file.write("blue: place ukko 9,9\n")
    before = Path("kalevala.record").read_bytes()
    for words in (["move", "kalevala.record", "blue: pass"], ["undo", "kalevala.record"], ["play", "kalevala.record"]):
        code, _, err = table("referee", *words, piped="")
        assert (code, err.count("KAL-13")) == (1, 1)
    assert Path("kalevala.record").read_bytes() == before


def test_an_undo_names_the_lines_that_it_took_back(table: Run) -> None:
    undone = [line for line in Path("kalevala.record").read_text().splitlines() if line[0] != "#"][-2:]
    out = table("referee", "undo", "kalevala.record", "2")[1]
    assert [line.split(maxsplit=3)[3] for line in out.splitlines() if "took back" in line] == undone
    table("referee", "move", "kalevala.record", undone[0])
    result = json.loads(table("referee", "undo", "kalevala.record", "--json")[1])
    (entry,) = result["entries"]
    assert [item["line"] for item in entry["undone"]] == undone[:1]


def test_an_undo_names_hidden_cards_to_who_knows_them(run: Run) -> None:
    assert run("referee", "new", "kalevala", "red", "blue", "--seed", "7")[0] == 0
    place = run("referee", "options", "kalevala.record", "--seat", "red")[1].split(maxsplit=1)[1].splitlines()[0]
    by_seat = {}
    for seat in ((), ("--seat", "red"), ("--seat", "blue")):
        assert run("referee", "move", "kalevala.record", place)[0] == 0
        out = run("referee", "undo", "kalevala.record", *seat)[1]
        by_seat[seat] = [line.split(maxsplit=3)[3] for line in out.splitlines() if "took back" in line]
    assert by_seat[()] == by_seat["--seat", "blue"] == [place, "table: deal red ?"]
    assert by_seat["--seat", "red"][0] == place and by_seat["--seat", "red"][1] not in by_seat[()]


def test_a_record_is_verified_as_a_seat_knows_it(run: Run) -> None:
    assert run("referee", "new", "kalevala", "red", "blue", "--seed", "7")[0] == 0

    def deals(*words: str) -> list[str]:
        lines = run("referee", "verify", "kalevala.record", "--json", *words)[1].splitlines()
        return [line["move"] for line in map(json.loads, lines) if str(line.get("move")).startswith("deal ")]

    everything = deals("--all")
    assert deals() == [f"deal {seat} ? ? ? ? ?" for seat in ("red", "blue")]
    assert deals("--seat", "red") == [everything[0], "deal blue ? ? ? ? ?"]
    assert run("referee", "verify", "kalevala.record", "--seat", "nobody")[0] == 1
    assert run("referee", "verify", "kalevala.record", "--seat", "red", "--all")[0] == 2


def test_a_refused_undo_repeats_what_was_asked(table: Run) -> None:
    code, _, err = table("referee", "undo", "kalevala.record", "99")
    assert code == 1 and err.startswith("table: undo 99 — illegal")
    table("referee", "new", "suomi1918", "anna", "ben", "-o", "one.record")
    table("referee", "move", "one.record", "anna: play black-1")
    assert "cannot take back 2: only 1 line is left" in table("referee", "undo", "one.record", "2")[2]


def test_the_marks_of_a_record_may_be_typed(table: Run) -> None:
    assert table("referee", "move", "kalevala.record", "blue: !place ukko 5,5  # it slipped")[0] == 0
    assert Path("kalevala.record").read_text().endswith("blue: !place ukko 5,5  # it slipped\n")
    assert table("referee", "why", "kalevala.record", "red: place ukko 1,1 # good?")[0] == 0


@pytest.mark.parametrize("name", ["#a", "!a", "", "a b", "a" * 99, "Table"])
def test_an_impossible_seat_is_reported_in_plain_words(run: Run, name: str) -> None:
    code, _, err = run("referee", "new", "kalevala", "ben", name)
    assert code == 1 and err.startswith("SEAT: ") and "seat" in err
    assert not list(Path().glob("*.record"))


def test_seats_may_be_called_like_words_of_yaml(run: Run) -> None:
    assert run("referee", "new", "kalevala", "true", "null")[0] == 0
    code, out, _ = run("referee", "move", "kalevala.record", "table: start ukko", "true: place louhi 1,0")
    assert code == 0 and "null to act" in out


def test_the_beginning_of_a_name_counts_before_that_of_all_codes(table: Run) -> None:
    code, _, err = table("referee", "move", "kalevala.record", "blue: place k 2,0")
    assert code == 1 and "“k” is ambiguous: kaarme, kullervo" in err


def test_no_record_is_a_folder_or_without_end(run: Run) -> None:
    assert "is a folder" in run("referee", "new", "kalevala", "a", "b", "-o", ".")[2]
    if Path("/dev/zero").exists():
        code, _, err = run("referee", "show", "/dev/zero")
        assert code == 1 and "is a device" in err


def test_unknown_languages_and_switches_are_reported(table: Run) -> None:
    for words in (["show", "kalevala.record"], ["verify", "kalevala.record"], ["undo", "kalevala.record"]):
        code, _, err = table("referee", *words, "--lang", "xx")
        assert code == 2 and "no language “xx”" in err
    assert "Laatta" in table("referee", "why", "kalevala.record", "blue: place ukko 9,9", "--lang", "fi")[1]
    for switch in ("deal=magic", "tie_result=x", "tie=none"):
        code, _, err = table("referee", "new", "kalevala", "a", "b", "--option", switch, "-o", "new.record")
        assert code == 2 and err.startswith("--option: ")


def test_the_readme_shows_what_really_is_printed(run: Run) -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    block = readme.split("```\n$ pnp ", 1)[1].split("```")[0]
    for part in some(block.split("$ pnp ")):
        command, _, shown = part.partition("\n")
        _, out, err = run(*shlex.split(command))
        if shown:
            assert out + err == shown


def test_json_of_a_move_hides_the_deals_that_follow(run: Run) -> None:
    assert run("referee", "new", "suomi1918", "anna", "ben", "--seed", "5")[0] == 0
    line = json.loads(run("referee", "options", "suomi1918.record", "--json")[1])["options"][0]
    result = json.loads(run("referee", "move", "suomi1918.record", line, "--json")[1])
    seat = line.partition(":")[0]
    assert [entry["line"] for entry in result["entries"]] == [line, f"table: deal {seat} ?"]


def test_bytes_that_are_no_text_do_not_reach_the_record(table: Run) -> None:
    assert table("referee", "overrule", "kalevala.record", "blue: place ukko 9,9", "--because", "caf\udce9")[0] == 0
    assert Path("kalevala.record").read_text().endswith("blue: !place ukko 9,9  # caf?\n")
    code, _, err = table("referee", "move", "kalevala.record", "red: place \udce9 1,1")
    assert code == 1 and "cannot be read" in err


def test_asking_why_opens_no_secret_of_others(run: Run) -> None:
    """The last vote opens all votes, the last choice all choices: when it is made, not when somebody asks about it."""
    assert run("referee", "new", "drumroll", "anna", "ben", "--deal", "digital", "--seed", "5")[0] == 0
    record = "drumroll.record"
    kept = [
        json.loads(run("referee", "options", record, "--seat", who, "--json")[1])["options"] for who in ("anna", "ben")
    ]
    own = [line.split()[-1] for line in kept[0]]
    code, out, _ = run("referee", "move", record, f"anna: keep {own[0]} give={own[1]}")
    assert code == 0 and "anna: keep ?\n" in out
    code, out, _ = run("referee", "why", record, kept[1][0])
    assert code == 0 and "ben keeps one" in out and "coins" not in out
    for line in ("table: !start anna", kept[1][0], "anna: take red red", "ben: take red red"):
        assert run("referee", "move", record, line)[0] == 0
    assert run("referee", "adjust", record, "turn", "5")[0] == 0
    passes = [f"{who}: pass" for _ in range(3) for who in ("anna", "ben")]
    for line in (*passes, "anna: distribute", "ben: distribute", "anna: vote delay"):
        assert run("referee", "move", record, line)[0] == 0
    code, out, _ = run("referee", "why", record, "ben: vote show")
    assert code == 0 and "ben has voted" in out
    assert "delay" not in out and "result" not in out
    _, out, _ = run("referee", "play", record, piped="why ben: vote show\nwhy ben: resign\nquit\n")
    assert "ben has voted" in out and "anna:delay" not in out and "result" not in out
    assert "result: delay" in run("referee", "move", record, "ben: vote show")[1]


def test_a_seat_may_be_left_out_when_it_is_clear(table: Run) -> None:
    before = Path("kalevala.record").read_text()
    code, out, _ = table("referee", "move", "kalevala.record", "place louhi 2,0", "place ukko 3,0  # well", "undo")
    assert code == 0 and "blue: place louhi 2,0" in out and "red: place ukko 3,0" in out
    added = Path("kalevala.record").read_text().removeprefix(before).splitlines()
    lines = [line for line in added if not line.startswith("#")]
    assert lines == ["blue: place louhi 2,0", "red: place ukko 3,0  # well", "table: undo"]
    assert "legal" in table("referee", "why", "kalevala.record", "red place ukko 3,0")[1], "nor is a colon needed"
    assert "legal" in table("referee", "why", "kalevala.record", "place ukko 3,0")[1]


def test_what_follows_from_a_line_is_printed_and_is_in_the_json(run: Run) -> None:
    assert run("referee", "new", "drumroll", "anna", "ben", "--deal", "digital", "--seed", "5")[0] == 0
    for who in ("anna", "ben"):
        chosen = json.loads(run("referee", "options", "drumroll.record", "--seat", who, "--json")[1])["options"][0]
        result = json.loads(run("referee", "move", "drumroll.record", chosen, "--json")[1])
    (entry,) = result["entries"]
    changed = {who: list(numbers) for who, numbers in entry["changes"].items()}
    assert changed == {"anna": ["coins"], "ben": ["coins"]}, "what both chose is turned up together"
    assert not any("coin" in line for line in entry["news"]), "a number that changed is told once"


def test_a_correction_says_what_else_it_changes(run: Run) -> None:
    run("referee", "new", "kalevala", "red", "blue")
    run("referee", "move", "kalevala.record", "table: start ukko", "table: adjust deck 0")
    out = run("referee", "adjust", "kalevala.record", "hand red 1")[1]
    assert "4 tiles are left in the draw pile" in out
    out = run("referee", "undo", "kalevala.record")[1]
    assert "draw pile" not in out, "an undo only takes back"
    run("referee", "new", "suomi1918", "anna", "ben")
    out = run("referee", "adjust", "suomi1918.record", "top white 8")[1]
    assert "met now: Kingdom" in out


def test_verify_of_an_honest_physical_game_begins_with_the_result_and_sums_up_its_claims(run: Run) -> None:
    run("referee", "new", "suomi1918", "A", "B", "C")
    lines = ["table: adjust turn A", "table: adjust top black 4", "A: discard red-4", "B: discard red-5"]
    lines += ["C: discard white-4", "A: discard white-5", "B: play black-5"]
    assert run("referee", "move", "suomi1918.record", *lines)[0] == 0
    code, out, _ = run("referee", "verify", "suomi1918.record")
    assert code == 0 and out.startswith("7 lines, 0 rejected, 4 unverified, 0 irregular"), out
    assert "unverified, and not contradicted by a later line: lines 3, 4, 5, 6 (--json shows each)" in out
    assert "assuming" not in out
    assert run("referee", "undo", "suomi1918.record", "3")[0] == 0
    out = run("referee", "verify", "suomi1918.record")[1]
    assert out.startswith("8 lines, 0 rejected, 2 unverified"), "two of the claims were taken back"
    assert out.count("unverified: assuming") == 2, "a few are shown one by one"


def test_claims_that_contradict_each_other_name_all_suspects_until_one_is_proved(run: Run) -> None:
    """Five of the seven low cards must lie in the three hands: B and C cannot both hold none of them."""
    run("referee", "new", "suomi1918", "A", "B", "C", "-o", "doubt.record")
    run("referee", "move", "doubt.record", "A: play black-1", "B: discard act-red-4")
    code, out, _ = run("referee", "move", "doubt.record", "C: discard act-red-5")
    assert code == 0
    assert "! in doubt: B at line 2" in out and "! in doubt: C at line 3" in out and "irregular" not in out
    run("referee", "move", "doubt.record", "A: play black-2", "B: play black-3")
    code, out, _ = run("referee", "verify", "doubt.record", "--json")
    found = json.loads(out.splitlines()[-1])["irregularities"]
    assert code == 1
    assert [(item["seat"], item["ply"], item["certain"]) for item in found] == [("B", 2, False), ("C", 3, False)]
    assert [item["suspects"] for item in found] == [[{"seat": "C", "ply": 3}], [{"seat": "B", "ply": 2}]]
    assert "0 irregular, 2 in doubt" in run("referee", "verify", "doubt.record")[1]
    _, out, _ = run("referee", "move", "doubt.record", "C: play white-1", "--json")
    (entry,) = json.loads(out)["entries"]
    assert entry["cleared"] == [{"seat": "B", "ply": 2, "rule": "SOC-25"}]
    assert [(item["seat"], item["certain"]) for item in entry["irregular"]] == [("C", True)]
    _, out, _ = run("referee", "verify", "doubt.record", "--json")
    events = [event for line in map(json.loads, out.splitlines()[:-1]) for event in line["events"]]
    reported = [(event["seat"], event["certain"]) for event in events if event["event"] == "irregular"]
    assert reported == [("B", False), ("C", False), ("C", True)], "an event does not accuse whoever is in doubt"
    assert [event["seat"] for event in events if event["event"] == "cleared"] == ["B"]
    _, out, _ = run("referee", "show", "doubt.record")
    assert "! irregular: C at line 3" in out and "B at line 2" not in out
    out = run("referee", "undo", "doubt.record")[1]
    assert out.count("! in doubt:") == 2, "with the proof goes what it proved, and that is told"
    assert run("referee", "show", "doubt.record")[1].count("! in doubt") == 2
    assert "!" not in run("referee", "undo", "doubt.record")[1], "nothing is told twice"
    run("referee", "undo", "doubt.record")
    out = run("referee", "undo", "doubt.record")[1]
    assert "! no longer in doubt: B at line 2 [SOC-25]" in out and "C at line 3" not in out


def test_a_line_that_cannot_be_read_is_answered_with_what_is_due(run: Run) -> None:
    assert run("referee", "new", "suomi1918", "anna", "ben")[0] == 0
    code, _, err = run("referee", "move", "suomi1918.record", "anna: hop skip")
    assert code == 1 and "“hop” is not a move of this game" in err
    assert "anna: play black 1" in err and "such as: anna: play black-1" in err


def test_the_end_is_one_sentence(table: Run) -> None:
    _, out, _ = table("referee", "move", "kalevala.record", "end")
    assert "The game is over. The table ended the game without a winner." in out
    assert table("referee", "undo", "kalevala.record")[0] == 0
    _, out, _ = table("referee", "move", "kalevala.record", "blue: resign")
    assert "The game is over: red wins. Blue resigned." in out


def test_a_fault_in_a_games_rules_names_its_line(table: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.games.kalevala import GAME

    def judge(state: Any, move: Any) -> Any:
        raise KeyError("a bug")

    before = Path("kalevala.record").read_bytes()
    loaded = msgspec.structs.replace(GAME, judge=judge)
    real = Session._load

    def load(self: Session, text: str) -> None:
        real(self, text)
        self.game = self.replay.game = loaded

    monkeypatch.setattr(Session, "_load", load)
    for command in ("move", "why"):
        with pytest.raises(KeyError) as fault:
            table("referee", command, "kalevala.record", "blue: place louhi 2,0")
        notes = " ".join(fault.value.__notes__)
        assert "blue: place louhi 2,0" in notes and "kalevala" in notes
    with pytest.raises(KeyError) as fault:
        table("referee", "move", "kalevala.record", "blue: place louhi 2,0")
    assert "Nothing was written" in " ".join(fault.value.__notes__)
    assert Path("kalevala.record").read_bytes() == before


def test_the_json_of_a_new_table_holds_its_path(run: Run) -> None:
    code, out, _ = run("referee", "new", "Kalevala", "anna", "ben", "--json")
    result = json.loads(out)
    assert code == 0 and Path(result["record"]).is_file()
    assert (result["game"], result["seats"], result["deal"], result["lines"]) == (
        "kalevala",
        ["anna", "ben"],
        "physical",
        [],
    )
    assert "starting tile" in result["next"]


def test_why_of_an_overruled_line_names_what_it_breaks(table: Run) -> None:
    code, out, _ = table("referee", "why", "kalevala.record", "blue: !place ukko 9,9")
    assert code == 0
    assert "allowed by the table" in out and "KAL-13" in out and "no tile lies beside 9,9" in out
    _, out, _ = table("referee", "why", "kalevala.record", "blue: !place ukko 9,9", "--json")
    assert json.loads(out)["overruled"]["rule"] == "KAL-13"
    assert "forbid" not in table("referee", "why", "kalevala.record", "blue: !place louhi 2,0")[1]


def test_an_end_is_printed_once_and_its_kind_is_in_the_json(run: Run) -> None:
    run("referee", "new", "suomi1918", "A", "B", "C", "-o", "end.record")
    for words in ("top black 8", "turn A"):
        run("referee", "adjust", "end.record", *words.split())
    _, out, _ = run("referee", "move", "end.record", "A: play black-9")
    assert "The game is over. Black 9 is collapse: all lose. [SOC-38]" in out
    _, out, _ = run("referee", "verify", "end.record", "--json")
    result = json.loads(out.splitlines()[-1])["result"]
    assert result == {**result, "over": True, "winners": [], "kind": "collapse", "rule": "SOC-38"}


def test_who_resigns_in_a_game_of_three_leaves_the_others_playing(run: Run) -> None:
    run("referee", "new", "suomi1918", "A", "B", "C", "-o", "three.record")
    _, out, _ = run("referee", "move", "three.record", "A: play black-1", "B: resign")
    assert "The game is over" not in out and "C to act" in out
    _, out, _ = run("referee", "move", "three.record", "C: resign")
    assert "The game is over: A wins. A alone is left. [SOC-49]" in out
