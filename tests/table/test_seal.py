"""The sealed seed: where it lies, what is proven when it is opened, and what happens when it is lost."""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from pnp.table.seal import Secret, fresh_secret, read_secret, seed_file, write_secret
from pnp.table.seat_keys import keys_file
from tests.conftest import Referee

RECORD = Path("k.record")
SEEDS = re.compile(r"^#~ (seal|seed) .*\n", re.M)


@pytest.fixture
def table(referee: Referee) -> Referee:
    """Kalevala, dealt by the referee from a sealed seed."""
    code, output = referee("new", "kalevala", "red", "blue", "--deal", "digital", "-o", str(RECORD))
    assert code == 0 and "sealed" in output
    return referee


def dealt() -> int:
    """How many lines of the record are the dealer's."""
    return sum(line.startswith(("table: deal", "table: start")) for line in RECORD.read_text().splitlines())


def result(referee: Referee) -> dict[str, Any]:
    """The last object that `verify --json` prints."""
    lines = [line for line in referee("verify", str(RECORD), "--json")[1].splitlines() if line.startswith("{")]
    return dict(json.loads(lines[-1]))


def first_option(referee: Referee) -> str:
    """A line that is possible now."""
    seat = json.loads(referee("show", str(RECORD), "--json")[1])["to_act"][0]
    return str(json.loads(referee("options", str(RECORD), "--seat", seat, "--json")[1])["options"][0])


def play_on(referee: Referee, plies: int) -> None:
    """So many lines that are possible."""
    for _ in range(plies):
        assert referee("move", str(RECORD), first_option(referee))[0] == 0


def test_the_record_holds_a_seal_and_no_seed(table: Referee) -> None:
    text = RECORD.read_text()
    assert "options: {deal: digital}\nseal: " in text and "seed" not in text
    secret = seed_file(RECORD).read_text()
    seed = re.search(r"seed: ([0-9a-f]{32})\n", secret)
    assert seed and seed[1] not in text


@pytest.mark.skipif(sys.platform == "win32", reason="no modes of files")
def test_only_the_owner_reads_the_seed(table: Referee) -> None:
    assert stat.S_IMODE(seed_file(RECORD).stat().st_mode) == 0o600


def test_the_seal_is_of_seed_and_salt() -> None:
    secret = fresh_secret()
    assert len(secret.seed) == len(secret.salt) == 32 and secret != fresh_secret()
    assert Secret(secret.seed, fresh_secret().salt).seal != secret.seal
    assert Secret(fresh_secret().seed, secret.salt).seal != secret.seal


def test_the_deals_are_proven_when_the_game_is_over(table: Referee) -> None:
    play_on(table, 4)
    assert "sealed until the game is over" in table("verify", str(RECORD))[1]
    assert table("move", str(RECORD), "table: end")[0] == 0
    assert not seed_file(RECORD).exists()
    assert RECORD.read_text().splitlines()[-1].startswith("#~ seed ")
    code, output = table("verify", str(RECORD))
    assert code == 0 and f"deals: {dealt()} follow from the sealed seed" in output
    deals = result(table)["deals"]
    assert (deals["proven"], deals["unproven"], deals["differ"]) == (dealt(), 0, []) and dealt() > 3


def test_another_card_in_a_deal_is_found(table: Referee) -> None:
    play_on(table, 3)
    assert table("move", str(RECORD), "table: end")[0] == 0
    lines = RECORD.read_text().splitlines(keepends=True)
    at = max(number for number, line in enumerate(lines) if line.startswith("table: deal"))
    held = lines[at].split()[-1]
    lines[at] = lines[at].replace(held, "ukko" if held != "ukko" else "louhi")
    RECORD.write_text("".join(lines))
    code, output = table("verify", str(RECORD))
    assert code == 1 and f"k.record:{at + 1}: the seed does not deal this" in output and held not in output
    assert [item["line"] for item in result(table)["deals"]["differ"]] == [at + 1]


def test_a_seed_that_was_not_sealed_proves_nothing(table: Referee) -> None:
    assert table("move", str(RECORD), "table: end")[0] == 0
    other = fresh_secret()
    RECORD.write_text(SEEDS.sub(f"#~ seed {other.seed} {other.salt}\n", RECORD.read_text()))
    code, output = table("verify", str(RECORD))
    assert code == 1 and "expected the sealed seed, got another one" in output and "3 cannot be proven" in output


def test_a_lost_seed_is_never_replaced_in_passing(table: Referee) -> None:
    play_on(table, 1)
    kept, before = seed_file(RECORD).read_bytes(), RECORD.read_bytes()
    seed_file(RECORD).unlink()
    for words in (["move", str(RECORD), first_option(table)], ["show", str(RECORD)], ["undo", str(RECORD)]):
        code, output = table(*words)
        assert "from here on" not in output and not seed_file(RECORD).exists()
        if words[0] == "move":
            assert code == 1 and "expected the seed of this table, got no such file" in output
            assert "k.record.seed: " in output and f"pnp referee new-seed {RECORD}" in output
            assert RECORD.read_bytes() == before
    RECORD.write_bytes(before)
    seed_file(RECORD).write_bytes(kept)
    play_on(table, 2)
    assert table("move", str(RECORD), "table: end")[0] == 0 and "#~ seal" not in RECORD.read_text()
    assert table("verify", str(RECORD))[0] == 0


def test_the_seed_of_another_table_is_not_overwritten(table: Referee) -> None:
    write_secret(RECORD, fresh_secret())
    other = seed_file(RECORD).read_bytes()
    code, output = table("move", str(RECORD), first_option(table))
    assert code == 1 and "expected the seed of this table, got a seed with another seal" in output
    code, output = table("new-seed", str(RECORD))
    assert code == 1 and "expected the seed of this table, got another table's" in output
    assert seed_file(RECORD).read_bytes() == other


def test_a_seed_that_is_there_is_not_replaced(table: Referee) -> None:
    before = RECORD.read_bytes(), seed_file(RECORD).read_bytes()
    code, output = table("new-seed", str(RECORD))
    assert code == 1 and "this table has its seed" in output
    assert before == (RECORD.read_bytes(), seed_file(RECORD).read_bytes())


def test_a_table_that_deals_nothing_gets_no_new_seed(table: Referee) -> None:
    seed_file(RECORD).unlink()
    assert table("move", str(RECORD), "table: end")[0] == 0
    assert table("new", "kalevala", "red", "blue", "-o", "cards.record")[0] == 0
    for record, words in (
        (RECORD, "expected an unfinished game"),
        (Path("cards.record"), "expected a digital deal, got real cards"),
    ):
        before = record.read_bytes()
        code, output = table("new-seed", str(record))
        assert code == 1 and words in output and record.read_bytes() == before and not seed_file(record).exists()


def test_a_new_seed_is_sealed_when_the_user_asks_for_it(table: Referee) -> None:
    seed_file(RECORD).unlink()
    code, output = table("new-seed", str(RECORD))
    assert code == 0 and "is lost; later deals use a new seed" in output
    play_on(table, 1)
    text = RECORD.read_text()
    [seal] = [line for line in text.splitlines() if line.startswith("#~ seal ")]
    assert text.index(seal) < text.index("red: place"), "no card is dealt before its seal"
    assert read_secret(RECORD, seal.split()[-1]) is not None
    assert table("move", str(RECORD), "table: end")[0] == 0
    code, output = table("verify", str(RECORD))
    assert code == 3 and f"{dealt() - 3} follow from the sealed seed" in output and "3 cannot be proven" in output


def test_what_was_dealt_from_a_lost_seed_is_not_called_sealed(table: Referee) -> None:
    before = dealt()
    seed_file(RECORD).unlink()
    assert table("new-seed", str(RECORD))[0] == 0
    play_on(table, 1)
    assert result(table)["deals"]["lost"] == before
    output = table("verify", str(RECORD))[1]
    assert f"deals: 1 sealed until the game is over, {before} cannot be proven: their seed is lost" in output


def test_deals_without_any_seal_are_not_called_sealed(table: Referee) -> None:
    text = RECORD.read_text()
    RECORD.write_text(re.sub(r"^seal: .*\n", "", text, flags=re.M))
    output = table("verify", str(RECORD))[1]
    assert f"deals: {dealt()} cannot be proven" in output


def test_after_an_opened_seed_another_one_deals(table: Referee) -> None:
    play_on(table, 1)
    assert table("move", str(RECORD), "table: end")[0] == 0
    assert table("undo", str(RECORD))[0] == 0
    play_on(table, 2)
    assert "#~ seal " in RECORD.read_text().partition("#~ seed ")[2]
    assert table("move", str(RECORD), "table: end")[0] == 0
    code, output = table("verify", str(RECORD))
    assert code == 0 and f"{dealt()} follow from the sealed seed" in output and "cannot" not in output


def test_an_undone_draw_comes_again(table: Referee) -> None:
    play_on(table, 1)
    drawn = RECORD.read_text().splitlines()[-2:]
    assert table("undo", str(RECORD))[0] == 0
    play_on(table, 1)
    assert RECORD.read_text().splitlines()[-2:] == drawn


def test_an_open_deal_is_announced(referee: Referee) -> None:
    code, output = referee("new", "kalevala", "red", "blue", "--seed", "5", "-o", str(RECORD))
    assert code == 0 and "the deal is open: seed 5" in output and not seed_file(RECORD).exists()
    assert "seal" not in RECORD.read_text() and "seed: 5" in RECORD.read_text()
    assert "3 follow from the open seed" in referee("verify", str(RECORD))[1]


def test_a_table_that_could_not_be_opened_leaves_no_seed(referee: Referee) -> None:
    RECORD.write_text("mine")
    assert referee("new", "kalevala", "red", "blue", "--deal", "digital", "-o", str(RECORD))[0] == 1
    assert not seed_file(RECORD).exists() and RECORD.read_text() == "mine"


def test_a_second_table_of_the_same_name_leaves_the_first_its_seed(table: Referee) -> None:
    before = seed_file(RECORD).read_bytes()
    assert table("new", "kalevala", "a", "b", "--deal", "digital", "-o", str(RECORD))[0] == 1
    assert seed_file(RECORD).read_bytes() == before


def test_half_a_mark_opens_nothing(table: Referee) -> None:
    assert table("move", str(RECORD), "table: end")[0] == 0
    RECORD.write_text(RECORD.read_text()[:-9])
    code, output = table("verify", str(RECORD))
    assert code == 3 and "cannot be proven" in output


@pytest.mark.parametrize("lines", ["#~ seed .*", "seal: .*|#~ seed .*", "seal: .*"])
def test_a_finished_game_without_its_proof_is_not_ok(table: Referee, lines: str) -> None:
    """A record that was forged and then rid of its seal or seed is not taken for a proven one by its exit code."""
    play_on(table, 4)
    assert table("move", str(RECORD), "table: end")[0] == 0
    assert table("verify", str(RECORD))[0] == 0
    RECORD.write_text(re.sub(rf"^({lines})\n", "", RECORD.read_text(), flags=re.M))
    code, output = table("verify", str(RECORD))
    assert code == (1 if lines == "seal: .*" else 3)
    assert f"NOT PROVEN: the game is over, and the record lacks the seal or the seed of {dealt()} of its" in output
    assert "sealed until the game is over" not in output
    assert "EI TODISTETTU: peli on ohi" in table("verify", str(RECORD), "--lang", "fi")[1]


def test_a_game_that_goes_on_is_not_asked_for_its_proof(table: Referee) -> None:
    code, output = table("verify", str(RECORD))
    assert code == 0 and "NOT PROVEN" not in output


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_record_opened_through_a_link_keeps_its_seed(table: Referee, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    real, link = tmp_path / "elsewhere" / "real.record", tmp_path / "a.record"
    RECORD.rename(real)
    seed_file(RECORD).rename(seed_file(real))
    link.symlink_to(real)
    assert seed_file(link) == seed_file(real) and keys_file(link) == keys_file(real)
    line = json.loads(table("options", str(link), "--seat", "red", "--json")[1])["options"][0]
    assert table("move", str(link), line)[0] == 0
    assert table("move", str(link), "table: end")[0] == 0
    code, output = table("verify", str(real))
    assert code == 0 and "cannot be proven" not in output and "#~ seal" not in real.read_text()
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith("a.record")) == ["a.record"]


def test_people_do_not_choose_what_the_dealer_owes(table: Referee) -> None:
    """Also when the referee was stopped between a player's line and its own."""
    text = RECORD.read_text()
    mark = text.index("#+ ")
    lines = text[mark:].splitlines()
    owed = lines[-1].split()[-1]
    RECORD.write_text(text[:mark] + "\n".join(lines[1:-1]) + "\n")
    other = "ukko" if owed != "ukko" else "louhi"
    code, output = table("move", str(RECORD), f"table: deal blue {' '.join([other] * 5)}")
    assert code == 1 and "REF-6" in output
    assert "table: deal" not in table("options", str(RECORD))[1]
    assert RECORD.read_text().splitlines()[-1] == lines[-1], "the referee dealt what it owed"
    assert "REF-6" in table("why", str(RECORD), "table: deal red ukko")[1]
    assert table("move", str(RECORD), "table: start ukko")[0] == 1


def test_what_the_table_decides_otherwise_is_visible(table: Referee) -> None:
    code, output = table("adjust", str(RECORD), "hand", "red", "ukko", "ukko", "ukko", "louhi", "louhi")
    assert code == 0 and "table: adjust hand red ? ? ? ? ?" in output
    assert "adjust hand red" in table("verify", str(RECORD), "--json")[1]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_what_is_no_file_is_neither_waited_for_nor_read_without_end(table: Referee) -> None:
    seed_file(RECORD).unlink()
    os.mkfifo(seed_file(RECORD))
    line = json.loads(table("options", str(RECORD), "--seat", "red", "--json")[1])["options"][0]
    code, output = table("move", str(RECORD), line)
    assert code == 1 and "expected an ordinary file" in output
    seed_file(RECORD).unlink()
    seed_file(RECORD).symlink_to("/dev/zero")
    assert "expected an ordinary file" in table("move", str(RECORD), line)[1]
