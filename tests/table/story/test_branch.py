"""A branch begins as its record does, deals on from another seed, and tells nothing that lies behind its line."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from pnp.catalog import load_game
from pnp.referee.record import format_header, parse_record
from pnp.referee.seat import TABLE
from pnp.table import session as table_session
from pnp.table.deal_proof import check_deals
from pnp.table.seal import Secret, seed_file
from pnp.table.session import Session
from pnp.table.store import Store
from pnp.table.story import branch as branching
from pnp.table.story.branch import branch, why_no_branch
from tests.conftest import Referee

GAMES = ("kalevala", "suomi1918", "keko", "keikalla", "drumroll")
HEAD = "pnp-record: 1\ngame: kalevala\nrules: 1\ncards: {cards}\nseats: [aino, ilmari]\noptions: {{}}\n---\n"


def table_of(where: Path, game: str = "kalevala", **options: object) -> Session:
    rules, book = load_game(game)
    return Session.create(where, rules, book, ("aino", "ilmari"), {"deal": "digital", **options}, load_game)


def play_on(session: Session, plies: int, seed: int) -> None:
    """At least so many lines more that are possible, or until the game is over."""
    chance, wanted = random.Random(seed), session.replay.plies + plies
    while session.replay.plies < wanted and session.replay.outcome is None:
        replay = session.replay
        seats = [seat for seat in replay.to_act if seat != TABLE]
        moves = [move for seat in seats for move in replay.game.legal_moves(replay.state, seat)]
        assert session.submit([replay.notation.format(chance.choice(moves))]).written


def over(session: Session) -> Session:
    if session.replay.outcome is None:
        assert session.submit(["table: end"]).written
    return session


def after_the_beginning(record: Path) -> str:
    """What a branch wrote itself."""
    return record.read_text("utf-8").partition("# the lines above")[2]


@pytest.mark.parametrize("game", GAMES)
def test_a_branch_is_dealt_on_by_a_seed_of_its_own_and_every_deal_is_proven(tmp_path: Path, game: str) -> None:
    first = table_of(tmp_path / "a.record", game)
    play_on(first, 24, 1)
    over(first)
    ply = first.replay.plies - 9
    made = branch(first, ply, tmp_path / "b.record", load_game)
    lines = [first.replay.format(entry) for entry in first.replay.entries]
    assert [made.replay.format(entry) for entry in made.replay.entries[:ply]] == lines[:ply]
    assert made.dealer.open_seed is None and seed_file(tmp_path / "b.record").exists()
    play_on(made, 12, 2)
    over(made)
    read = Session(Store(tmp_path / "b.record"), load_game)
    proof = check_deals(read.record, read.replay)
    assert proof is not None and proof.is_sound and proof.proven > 0
    assert (proof.unknown, proof.copied, proof.differ) == (0, 0, [])
    seeds = re.findall(r"#~ seed (\w+)", read.store.read())
    assert len(seeds) == len(set(seeds)) == 2


def test_a_pile_lies_in_another_order_than_the_old_record_sealed(tmp_path: Path) -> None:
    first = over(table_of(tmp_path / "a.record"))
    dealt = {
        tuple(made.replay.format(entry) for entry in made.replay.entries)
        for number in range(6)
        for made in [branch(first, 0, tmp_path / f"{number}.record", load_game)]
    }
    assert len(dealt) > 1, "the seed of the old record dealt again"


def test_an_unfinished_game_with_secrets_is_not_branched(referee: Referee) -> None:
    assert referee("new", "kalevala", "aino", "ilmari", "--deal", "digital", "-o", "k.record")[0] == 0
    hands = len(re.findall(r"^table: deal", Path("k.record").read_text(), re.M))
    assert hands == 2
    for lang, words in (("en", "line 2 has hidden information"), ("fi", "rivi 2 ole kaikkien nähtävissä")):
        code, output = referee("branch", "k.record", "3", "--lang", lang)
        assert code == 1 and words in output and not Path("k-3.record").exists()
    before_the_deal = referee("branch", "k.record", "1")
    assert before_the_deal[0] == 0, "nothing is hidden there yet"
    code, output = referee("verify", "k-1.record")
    assert code == 0 and "1 proven only by the original record" in output and "lost" not in output
    last = json.loads(referee("verify", "k-1.record", "--json")[1].splitlines()[-1])
    assert (last["deals"]["copied"], last["deals"]["lost"], last["deals"]["unproven"]) == (1, 0, 3)
    assert referee("move", "k.record", "table: end")[0] == 0
    assert referee("branch", "k.record", "3")[0] == 0


def test_a_branch_of_an_open_deal_is_sealed(tmp_path: Path) -> None:
    first = table_of(tmp_path / "a.record", seed=7)
    play_on(first, 8, 1)
    over(first)
    made = branch(first, first.replay.plies - 1, tmp_path / "b.record", load_game)
    assert made.record.header.options["seed"] == 7 and made.dealer.open_seed is None
    play_on(made, 10, 1)
    proof = check_deals(made.record, Session(made.store, load_game).replay)
    assert proof is not None and proof.openly and not proof.is_open and proof.unknown - proof.copied > 0
    over(made)
    read = Session(made.store, load_game)
    proof = check_deals(read.record, read.replay)
    assert proof is not None and proof.is_sound and not proof.unknown and proof.proven > proof.openly > 0


def test_of_several_lines_a_branch_hears_one_at_a_time(tmp_path: Path, referee: Referee) -> None:
    made = branch(over(table_of(tmp_path / "a.record", seed=7)), 3, tmp_path / "b.record", load_game)
    code, output = referee("move", str(made.store.path), "aino: place louhi 1,0", "ilmari: place louhi 2,0")
    assert code == 1 and "one line at a time" in output


def test_the_bytes_of_a_branch_say_nothing_of_what_came_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dealt, fresh = Secret("a" * 32, "b" * 32), Secret("c" * 32, "d" * 32)
    monkeypatch.setattr(table_session, "fresh_secret", lambda: dealt)
    monkeypatch.setattr(branching, "fresh_secret", lambda: fresh)
    made: list[bytes] = []
    for seed in (1, 2):
        where = tmp_path / str(seed)
        where.mkdir()
        first = table_of(where / "a.record")
        play_on(first, 4, 0)
        plies = first.replay.plies
        play_on(first, 6, seed)
        over(first)
        branch(first, plies, where / "b.record", load_game)
        made.append((where / "b.record").read_bytes())
    assert (tmp_path / "1/a.record").read_bytes() != (tmp_path / "2/a.record").read_bytes()
    assert made[0] == made[1]
    assert dealt.seed.encode() in made[0] and fresh.seed.encode() not in made[0], "one was opened, the other is sealed"


def test_real_cards_may_be_branched_while_the_game_goes_on(referee: Referee) -> None:
    assert referee("new", "kalevala", "aino", "ilmari", "-o", "k.record")[0] == 0
    assert (
        referee("move", "k.record", "table: start vainamoinen", "aino: place louhi 1,0", "ilmari: place ukko 2,0")[0]
        == 0
    )
    code, output = referee("branch", "k.record", "2", "--json")
    answer = json.loads(output)
    assert code == 0 and answer["record"] == "k-2.record" and answer["lines"][-1] == "aino: place louhi 1,0"
    text = Path("k-2.record").read_text()
    assert "#~" not in text and "#+" not in text, "no seed, and no batch that is not whole"
    assert referee("verify", "k-2.record")[0] == 0 and not seed_file(Path("k-2.record")).exists()
    assert referee("move", "k-2.record", "ilmari: place kaarme 2,0")[0] == 0
    assert "ukko" in Path("k.record").read_text() and "ukko" not in Path("k-2.record").read_text()
    assert referee("branch", "k.record", "2")[0] == 0 and Path("k-2-2.record").exists()


def test_what_people_wrote_into_a_record_stays_and_marks_that_are_cut_go(tmp_path: Path) -> None:
    _, book = load_game("kalevala")
    begin = "# our evening\r\n#; 2\r\ntable: start vainamoinen  # first\r\naino: place louhi 1,0\r\n"
    lines = begin + "#; 2\r\nilmari: place ukko 2,0\r\n#+ not ours\r\n"
    text = HEAD.format(cards=book.digest).replace("\n", "\r\n") + lines
    (tmp_path / "a.record").write_bytes(text.encode())
    first = Session(Store(tmp_path / "a.record"), load_game)
    assert first.fault is None
    made = branch(first, 2, tmp_path / "b.record", load_game).store.read()
    ours = "# the lines above: a.record, up to line 2\n"
    assert made.endswith("---\n" + begin.replace("\r", "") + ours)
    assert "#; 2\nilmari" not in branch(first, 3, tmp_path / "c.record", load_game).store.read()
    nothing = branch(first, 0, tmp_path / "d.record", load_game)
    assert nothing.replay.plies == 0 and nothing.record.header == first.record.header


@pytest.mark.parametrize("mark", ("#+ 3 70", "#+3  70", "#+\t3 70 "))
def test_a_mark_of_lines_written_together_goes_however_it_is_spaced(tmp_path: Path, mark: str) -> None:
    _, book = load_game("kalevala")
    lines = f"{mark}\ntable: start vainamoinen\naino: place louhi 1,0\nilmari: place ukko 2,0\n"
    (tmp_path / "a.record").write_text(HEAD.format(cards=book.digest) + lines, "utf-8")
    made = branch(Session(Store(tmp_path / "a.record"), load_game), 2, tmp_path / "b.record", load_game)
    assert made.replay.plies == 2, "it would tell that a third line is missing, and none would count"


def test_a_digest_is_taken_along_with_its_line_and_no_other(tmp_path: Path) -> None:
    first = table_of(tmp_path / "a.record", seed=7)
    play_on(first, 12, 3)
    over(first)
    assert re.search(r"#= 10 \w+\n# the lines above", branch(first, 10, tmp_path / "b.record", load_game).store.read())
    assert "#=" not in branch(first, 9, tmp_path / "c.record", load_game).store.read().partition("# the lines")[0]


def test_a_line_that_is_none_and_a_file_that_is_there_are_refused(referee: Referee) -> None:
    assert referee("new", "kalevala", "aino", "ilmari", "-o", "k.record")[0] == 0
    code, output = referee("branch", "k.record", "5")
    assert code == 1 and "no line 5" in output and "0 is the table" in output
    assert referee("branch", "k.record", "5", "--lang", "fi")[1].startswith("k.record: pöytäkirjassa on 0 riviä")
    code, output = referee("branch", "k.record", "0", "-o", "k.record")
    assert code == 1 and "already exists" in output
    assert referee("branch", "k.record", "-1")[0] == 2
    assert referee("branch", "nothing.record", "1")[0] == 1


def test_a_branch_that_cannot_begin_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = over(table_of(tmp_path / "a.record"))
    monkeypatch.setattr(Session, "settle", lambda self: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(OSError, match="full"):
        branch(first, 1, tmp_path / "b.record", load_game)
    assert [path.name for path in tmp_path.iterdir()] == ["a.record"]


def test_a_taken_back_end_closes_the_table_again(tmp_path: Path) -> None:
    first = over(table_of(tmp_path / "a.record"))
    assert why_no_branch(first.replay, 3) is None
    first.undo()
    assert why_no_branch(first.replay, 3) is not None


def test_a_branch_of_a_branch(tmp_path: Path) -> None:
    first = table_of(tmp_path / "a.record")
    play_on(first, 6, 1)
    made = branch(over(first), 8, tmp_path / "b.record", load_game)
    play_on(made, 6, 2)
    again = over(branch(over(made), 11, tmp_path / "c.record", load_game))
    read = Session(again.store, load_game)
    proof = check_deals(read.record, read.replay)
    assert proof is not None and proof.is_sound and not proof.unknown
    assert parse_record(read.store.read()).header == first.record.header
    assert format_header(first.record.header) in read.store.read()
