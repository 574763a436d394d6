"""`pnp check` names data that nobody reads: whatever a rule, a text or a layout asks for is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import find_game
from pnp.cli.main import main
from pnp.conformance.data_readers import readers_of, unread_data
from pnp.library.loader import LoadedBook, read_book
from tests.games.tables import refereed_slugs
from tests.guard import some

Capture = pytest.CaptureFixture[str]


def loaded(slug: str, *folders: str) -> LoadedBook:
    return read_book(find_game(slug, folders).card_folder())


def add(file: Path, after: str, more: str) -> None:
    words = file.read_text("utf-8")
    assert words.count(after) == 1
    file.write_text(words.replace(after, f"{after}{more}"), encoding="utf-8")


def test_readers_are_named() -> None:
    """That every datum of every game has one is a promise: `every_value_is_read`."""
    readers = readers_of(find_game("kalevala"), loaded("kalevala"))
    assert [datum for datum, who in some(readers.items()) if not who] == []
    assert unread_data(find_game("kalevala"), loaded("kalevala")) == []
    assert {"layout tile", "the rules at set-up"} <= readers["card", "ukko", "value"]
    assert readers["card", "louhi", "text", "rule"] >= {"layout tile"}
    assert any(who.startswith("the words of KAL-") for who in readers["constant", "max_line"])


def test_a_field_a_constant_a_switch_and_a_name_that_nobody_reads(mygame: Path, capsys: Capture) -> None:
    game, deck = mygame / "cards" / "game.yaml", mygame / "cards" / "treasures.yaml"
    add(game, "constants:\n", "  moons: {value: 3, source: house}\n")
    game.write_text(f"{game.read_text('utf-8')}\nnames: {{moon: {{en: moon}}}}\n", "utf-8")
    add(deck, "  lucky: bool\n", "  shines: bool\n")
    add(deck, "lucky: false", ", shines: true")
    assert main(["check", "mygame", "--strict", "--games", "."]) == 1
    faults = [line for line in capsys.readouterr().out.splitlines() if "is never used" in line]
    assert len(faults) == 3
    for words, file in (
        ("the constant “moons”", "game.yaml"),
        ("the name “moon”", "game.yaml"),
        ("“shines” of heart and 4 more", "treasures.yaml"),
    ):
        assert sum(f"{words} is never used" in line and file in line for line in faults) == 1, words


def test_a_switch_that_nobody_reads(mygame: Path, capsys: Capture) -> None:
    option = '  moonlit: {default: false, rule: MYG-05, words: {en: "The moon shines."}}\n'
    add(mygame / "cards" / "game.yaml", "anna ben --option lucky=false\n", option)
    assert main(["check", "mygame", "--games", "."]) == 0
    assert "the option “moonlit” is never used" in capsys.readouterr().out


def test_a_placeholder_reads(mygame: Path, capsys: Capture) -> None:
    add(mygame / "cards" / "game.yaml", "constants:\n", "  moons: {value: 3, source: house}\n")
    add(mygame / "cards" / "rulebook.yaml", "in the order of the seats", ", under {moons} moons")
    assert main(["check", "mygame", "--strict", "--games", "."]) == 0
    assert "nobody reads" not in capsys.readouterr().out


def test_rules_with_a_bug_are_nobodys_reader_and_nothing_is_called_unread(mygame: Path) -> None:
    add(mygame / "cards" / "game.yaml", "constants:\n", "  moons: {value: 3, source: house}\n")
    rules = mygame / "rules.py"
    rules.write_text(f"{rules.read_text('utf-8')}\nGAME = replace(GAME, setup=lambda setup: 1 / 0)\n", "utf-8")
    add(rules, "from __future__ import annotations\n", "from msgspec.structs import replace\n")
    assert unread_data(find_game("mygame", ["."]), loaded("mygame", ".")) == []


def test_a_proof_finds_what_nobody_reads(mygame: Path, capsys: Capture) -> None:
    assert main(["prove", "mygame", "--games", ".", "-k", "every value"]) == 0
    add(mygame / "cards" / "game.yaml", "constants:\n", "  moons: {value: 3, source: house}\n")
    capsys.readouterr()
    assert main(["prove", "mygame", "--games", ".", "-k", "every value"]) == 1
    assert "game.yaml" in (output := capsys.readouterr().out) and "moons (constant)" in output


@pytest.mark.parametrize("slug", refereed_slugs())
def test_of_a_game_too_large_to_be_played_out_nothing_is_called_unread_that_a_game_reads(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.conformance.data_readers.PLAY_WORK", 1)
    assert unread_data(find_game(slug), loaded(slug)) == []


def shine(mygame: Path, condition: str, code: str) -> None:
    """A field of one card, which the rules read under a condition."""
    add(mygame / "cards" / "treasures.yaml", "  lucky: bool\n", "  shine: int\n")
    add(mygame / "cards" / "treasures.yaml", "name: Flag, code: MY4, value: 4", ", shine: 3")
    add(mygame / "rules.py", "    t.agreed()\n", f"    if {condition}:\n        {code}\n")


@pytest.mark.parametrize(
    "code",
    [
        'shine_of(t, m.card, "shine")',
        'shine_of(t, m.card, f"sh{m.seat}ne")',
        'shine_of(t, m.card, "sh" + m.card)',
        'shine_of(t, m.card, m.card + "ine")',
        "tiles[m.card].shine",
        "Tile(shine=1)",
        "shine: int = 1",
    ],
)
def test_a_field_that_the_rules_name_in_any_way_is_read_though_no_game_comes_there(code: str, mygame: Path) -> None:
    """An author who believes a false accusation removes what the rules need."""
    shine(mygame, "len(t.seats) > 9", code)
    assert unread_data(find_game("mygame", ["."]), loaded("mygame", ".")) == []


def test_more_games_find_more_readers(mygame: Path, capsys: Capture) -> None:
    shine(mygame, 'm.card == "flag" and len(row) == 1', 't.field(m.card, "".join(("sh", "ine")))')
    first, many = (["prove", "mygame", "--games", ".", "-k", "value is read", "-n", number] for number in ("3", "9"))
    assert main(first) == 1
    assert "shine (treasures)" in capsys.readouterr().out
    assert main(many) == 0


def test_a_field_that_no_card_has(mygame: Path, capsys: Capture) -> None:
    add(mygame / "cards" / "treasures.yaml", "  lucky: bool\n", "  stars: int\n")
    assert main(["check", "mygame", "--games", "."]) == 0
    fault, summary = capsys.readouterr().out.splitlines()
    assert "treasures.yaml:10:" in fault and "no card has the field “stars”" in fault and "1 warning" in summary
