"""The worked example of the rules: set-up and one round of three bands, line by line, as `verify --json` prints it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pnp.cli.main import main
from pnp.games.keikalla import GAME
from pnp.referee.record import Header, format_header
from pnp.referee.ruling import Illegal
from tests.games.keikalla.tables import play_lines
from tests.games.tables import book_of
from tests.guard import some

# line | position | M A R | gigs/dates of the player who typed it | ? where it is believed. `!` is refused, by a rule.
EXAMPLE = """
anna: band jarkale | vaasa | 0 0 0 | 0/0
ben: band hian | kuopio | 0 0 0 | 0/0
cid: band liekehtivat_takajeejeet | helsinki | 0 0 0 | 0/0
table: roll 2 | -
table: deal | -
table: rehab jyvaskyla | -
anna: duplicate | vaasa | 5 2 0 | 0/9 | ?
anna: tour 9 | vaasa | 5 2 0 | 0/9 | ?
ben: tour 9 | kuopio | 5 2 0 | 0/9 | ?
cid: tour 9 | helsinki | 5 2 1 | 0/9 | ?
anna: return jimmy | vaasa | 5 2 0 | 0/9
ben: return police malfunction | kuopio | 5 2 0 | 0/9
table: start anna | -
! anna: road_3 pori | KEI-20
anna: road_3 por-vsa:2 | por-vsa:2 | 4 2 0 | 0/9 | ?
anna: draw police | por-vsa:2 | 4 2 0 | 0/9
anna: road_1 pori | pori | 3 2 0 | 0/9
anna: draw malfunction | pori | 3 2 0 | 0/9
anna: answer arrived | pori | 3 2 0 | 0/9
anna: draw | pori | 5 2 0 | 0/9 | ?
anna: gig | pori | 5 2 0 | 1/8
anna: draw ? | pori | 5 3 0 | 1/8 | ?
anna: end | pori | 5 3 0 | 1/8
ben: roadie | kuopio | 4 2 0 | 0/9 | ?
ben: draw | kuopio | 5 2 0 | 0/9 | ?
ben: road_2 kajaani | kajaani | 4 2 0 | 0/9
ben: draw police | kajaani | 4 2 0 | 0/9
ben: discard road_4 | kajaani | 3 2 0 | 0/9 | ?
ben: stop | kajaani | 3 2 0 | 0/9
ben: draw | kajaani | 5 2 0 | 0/9 | ?
ben: gig | kajaani | 5 2 0 | 1/8
ben: draw excessive_rider | kajaani | 5 2 0 | 1/8
ben: end | kajaani | 5 2 0 | 1/8
cid: announce aboard | helsinki | 5 1 1 | 0/9 | ?
! cid: fly tampere | KEI-27
cid: fly turku | turku | 4 1 1 | 0/9
cid: draw jimmy | turku | 4 1 1 | 0/9
cid: road_1 tku-for:1 | tku-for:1 | 3 1 1 | 0/9
cid: draw | tku-for:1 | 4 1 1 | 0/9 | ?
cid: road_2 forssa | forssa | 3 1 1 | 0/9
cid: draw | forssa | 4 1 1 | 0/9 | ?
! cid: gig | KEI-24
cid: stop | forssa | 4 1 1 | 0/9
cid: draw | forssa | 5 1 1 | 0/9 | ?
cid: gig | forssa | 5 1 1 | 1/8
cid: draw trashed_hotel | forssa | 5 1 2 | 1/8
! cid: draw ? | KEI-60
cid: end | forssa | 5 1 2 | 1/8
"""
ROWS = [[part.strip() for part in row.split("|")] for row in EXAMPLE.strip().splitlines()]
LINES = [row[0] for row in ROWS if not row[0].startswith("!")]


def test_every_line_of_the_example() -> None:
    table = play_lines([])
    for line, *wanted in some(ROWS):
        if line.startswith("!"):
            ruling = table.judge_line(line[1:].strip()).ruling
            assert isinstance(ruling, Illegal) and ruling.rule == wanted[0], f"{line}: {ruling}"
            continue
        entry = table.read(line)
        believed = wanted[3:] == ["?"]
        assert entry.ruling.name == ("unverified" if believed else "legal"), f"{line}: {entry.ruling.name}"
        if wanted[0] == "-":
            continue
        player = table.state.players[entry.seat]
        row = [player.at, f"{player.move.size} {player.action.size} {player.reputation}"]
        assert [*row, f"{player.gigs}/{player.dates}"] == wanted[:3], line


def test_the_table_after_the_example() -> None:
    table = play_lines(LINES)
    facts = GAME.facts(table.state)
    assert table.plies == 44
    assert facts["piles"] == {"venue": 44, "movement": 35, "action": 39}
    assert facts["aside"] == 4 and facts["rehab"] == "jyvaskyla"
    pile_cards = "road_3 road_1 police malfunction road_2 road_4 police roadie helicopter jimmy road_1 road_2"
    assert " ".join(facts["discards"]["movement"]) == pile_cards
    assert facts["discards"]["action"] == ("manager",)
    anna, ben, cid = (facts["players"][name] for name in ("anna", "ben", "cid"))
    assert anna["action"] == ["?", "manager", "manager"]
    assert ben["front"] == ("excessive_rider",) and ben["rider"] and ben["lost"] == 1 and ben["latest"] == "kajaani"
    assert cid["fame"] == ["stage_presence", "trashed_hotel"] and cid["hotel"]
    assert GAME.to_act(table.state) == (0,)


def test_ben_is_skipped_and_cids_first_card_is_picked() -> None:
    table = play_lines([*LINES, "anna: end"])
    assert GAME.to_act(table.state) == (2, -1)
    assert table.state.players[1].turns_to_lose == 0 and table.state.players[1].rider
    assert isinstance(table.judge_line("cid: road_1 hameenlinna").ruling, Illegal)
    assert table.read("table: pick road_1").accepted


def test_the_example_as_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = book_of("keikalla")
    header = Header("keikalla", ("anna", "ben", "cid"), 1, book.digest, {"deal": "physical"})
    file = tmp_path / "example.record"
    file.write_text(format_header(header) + "\n".join(LINES) + "\n", encoding="utf-8")
    code = main(["referee", "verify", str(file), "--json"])
    output = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert code == 0
    plies = [item for item in output if "ply" in item and "ruling" in item]
    assert len(plies) == 44
    assert [item["ruling"] for item in plies].count("unverified") == sum(row[-1] == "?" for row in ROWS)


def test_lines_can_be_replayed_after_undo() -> None:
    table = play_lines([*LINES, "table: undo 20"])
    again = play_lines([*LINES, "table: undo 20"])
    assert GAME.facts(table.state) == GAME.facts(again.state) == GAME.facts(play_lines(LINES[:24]).state)
