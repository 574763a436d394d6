"""Every report of `pnp playtest`, hints and reviews fit the terminal they are printed on."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from pnp.catalog import load_game
from pnp.cli.main import main
from pnp.playtest.reports.columns import columns_of
from pnp.playtest.simulate import record_text, simulate
from tests.guard import some
from tests.playtest.games import SCAFFOLD

GAME = ["mygame", "--games", str(SCAFFOLD), "-n", "6"]
FILE = "over.record"
COMMANDS = {
    "plain": ["playtest", *GAME, "--bots", "random,greedy", "--players", "3"],
    "tournament": ["playtest", "tournament", *GAME, "--bots", "random,greedy"],
    "vary": ["playtest", "vary", *GAME, "treasures.trophy.value=1,2", "treasures.coin.value=3"],
    "without": ["playtest", "without", *GAME, "trophy", "--bots", "greedy"],
    "targets": ["playtest", *GAME, "--targets", "first=..20,moves=1..9,stopped=..5"],
    "until": ["playtest", *GAME, "--until", "moves=0.5"],
    "endless": ["playtest", "endless", *GAME],
    "compare": ["playtest", "compare", "one.json", "two.json"],
    "records": ["playtest", "records", "spring", "--games", str(SCAFFOLD)],
    "hint": ["referee", "hint", "begun.record", "--simulations", "20"],
    "review": ["referee", "review", FILE, "--simulations", "2"],
    "review-fi": ["referee", "review", FILE, "--simulations", "2", "--lang", "fi"],
}


@cache
def kalevala() -> list[str]:
    """A game of Kalevala, line by line."""
    game, book = load_game("kalevala")
    return record_text(simulate(game, book, ("aino", "ilmari"), 3, ["greedy", "random"]), 3).splitlines(keepends=True)


@pytest.fixture
def at_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder with what the commands read."""
    monkeypatch.chdir(tmp_path)
    lines = kalevala()
    head = lines[: lines.index("---\n") + 1]
    Path(FILE).write_text("".join((*lines[: len(head) + 9], "ilmari: resign\n")), "utf-8")
    held = [line for line in head if "seed" not in line and "deal" not in line]
    more = ["table: start ukko\n", "table: adjust hand aino louhi kullervo\n"]
    Path("begun.record").write_text("".join((*held, *more)), "utf-8")
    for name, seed in (("one", "1"), ("two", "50")):
        assert main(["playtest", *GAME, "--seed", seed, "--json", f"{name}.json", "--records", "spring"]) == 0
    capsys.readouterr()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_report_fits_and_says_the_same_at_any_width(
    name: str, at_hand: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    numbers = []
    for width in (40, 80, 120):
        monkeypatch.setenv("COLUMNS", str(width))
        code = main(COMMANDS[name])
        out, err = capsys.readouterr()
        assert code in (0, 1, 3) and not re.search("error|Traceback", err), err
        for line in some(out.splitlines()):
            assert columns_of(line) <= width, line
        numbers.append(Counter(re.findall(r"[−+]?\d[\d,.]*\d|\d", out)))
    narrow, usual, wide = numbers
    assert (
        usual == wide and not usual - narrow
    )  # in a list every number says what it is, so `95 %` stands there oftener
