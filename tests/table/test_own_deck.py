"""A deck people built is given to the referee as the file that prints it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import book_of, find_game, rules_of
from pnp.cli.main import main
from pnp.table.session import Session

DECK = "own_deck: keko\ntitle: Hounds\ncards: {soldier_hound: 45, Moo: 45, KC31: 10}\n"
LINE = "table: deck soldier_hound*45 moo*45 bottle_of_stormlight*10"
Capture = pytest.CaptureFixture[str]


def new(folder: Path, text: str, *words: str) -> int:
    (folder / "own.yaml").write_text(text, encoding="utf-8")
    file = str(folder / "own.yaml")
    return main(["referee", "new", "keko", "anna", "ben", "--deck", file, "-o", str(folder / "a.record"), *words])


def opened(folder: Path) -> Session:
    from pnp.table.store import Store

    entry = find_game("keko")
    return Session(Store(folder / "a.record"), lambda slug: (rules_of(entry), book_of(entry)))


def test_the_file_that_prints_a_deck_names_it_at_the_table(tmp_path: Path) -> None:
    assert new(tmp_path, DECK) == 0
    assert (tmp_path / "a.record").read_text(encoding="utf-8").splitlines()[-1] == LINE
    state = opened(tmp_path).replay.state
    assert state.deck == {"soldier_hound": 45, "moo": 45, "bottle_of_stormlight": 10}
    assert state.setup.options["build_your_own_deck"] is True


def test_a_digital_table_deals_from_it(tmp_path: Path) -> None:
    assert new(tmp_path, DECK, "--seed", "3") == 0
    state = opened(tmp_path).replay.state
    held = {card for player in state.players for card, _ in player.hand}
    assert held and held <= {"soldier_hound", "moo", "bottle_of_stormlight"}


@pytest.mark.parametrize(
    ("text", "words", "fault"),
    [
        ("own_deck: keko\ncards: {Mooo: 99}\n", (), "own.yaml:2:9: there is no card “Mooo”"),
        ("own_deck: keko\ncards: {moo: 9}\n", (), "99 to 198"),
        (DECK, ("--option", "build_your_own_deck=false"), "build_your_own_deck=false"),
    ],
)
def test_a_deck_that_cannot_be_is_refused_and_no_record_stays(
    tmp_path: Path, capsys: Capture, text: str, words: tuple[str, ...], fault: str
) -> None:
    assert new(tmp_path, text, *words) == 1
    assert fault in "".join(capsys.readouterr())
    assert not (tmp_path / "a.record").exists()


def test_a_game_without_own_decks_refuses_one(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "own.yaml").write_text(DECK, encoding="utf-8")
    words = ["referee", "new", "kalevala", "anna", "ben", "--deck", str(tmp_path / "own.yaml")]
    assert main([*words, "-o", str(tmp_path / "a.record")]) == 1
    assert "does not allow players to build a deck" in "".join(capsys.readouterr())


def test_a_hundred_copies_of_one_card_are_named_too(tmp_path: Path) -> None:
    assert new(tmp_path, "own_deck: keko\ncards: {moo: 150}\n") == 0
    assert opened(tmp_path).replay.state.deck == {"moo": 150}


def test_the_table_asks_for_its_deck(tmp_path: Path, capsys: Capture) -> None:
    record = str(tmp_path / "b.record")
    assert main(["referee", "new", "keko", "anna", "ben", "--option", "build_your_own_deck=true", "-o", record]) == 0
    assert "name the cards of your own Play Deck" in capsys.readouterr().out
    assert main(["referee", "move", record, "table: deal anna lord_quiggs"]) == 0
    assert "the starter deck is played" in capsys.readouterr().out
