"""A folder with only new cards extends a game: what it takes over and may change, every fault at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.base.diagnostics import InputError
from pnp.catalog import CatalogEntry, all_games, book_of, find_game, rules_of
from pnp.library.card import CardBook
from pnp.library.editing.card_edit import edit_card
from pnp.library.loader import read_book
from pnp.library.reading import extension

GAME = "game: alpha\ntitle: Alpha\nplayers: 2\nlanguages: [en, fi]\nletters: ALP\ncodes: AP\n"
RULES = """
rulebook: alpha
sections:
  - id: all
    title: {en: Rules, fi: Säännöt}
    rules:
      - {id: ALP-01, source: house, words: {en: "An ant counts {value.ant}.", fi: "Muurahainen on {value.ant}."}}
"""
DECK = """
deck: main
title: {en: Cards, fi: Kortit}
total: 4
source: seed L1
fields: {value: {type: int, required: true}, size: [small, big]}
texts: [rule]
defaults: {size: small}
cards:
  - {id: ant, name: {en: Ant, fi: Muurahainen}, code: AP1, copies: 2, value: 1}
  - {id: bee, name: {en: Bee, fi: Mehiläinen}, code: AP2, value: 2}
  - {id: cat, name: {en: Cat, fi: Kissa}, code: AP3, value: 3}
"""


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the game alpha, and an empty one of an extension of it."""
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    for name, text in (("game", GAME), ("rulebook", RULES), ("main", DECK)):
        write(tmp_path / "games" / "alpha", name, text)
    write(tmp_path / "games" / "more", "game", "extends: alpha\n")
    monkeypatch.chdir(tmp_path / "games")
    return tmp_path / "games"


def write(game: Path, name: str, text: str) -> None:
    (game / "cards").mkdir(parents=True, exist_ok=True)
    (game / "cards" / f"{name}.yaml").write_text(text.lstrip("\n"), "utf-8")


def entry() -> CatalogEntry:
    return find_game("more", ["."])


def book(cards: str) -> CardBook:
    """The book of the extension with a file of cards."""
    write(Path("more"), "own", f"deck: main\n{cards}")
    return book_of(entry())


def faults(cards: str) -> list[str]:
    """What is told of a file of cards, after the name of its folder."""
    write(Path("more"), "own", f"deck: main\n{cards}")
    return [str(item).removeprefix("more/cards/") for item in read_book(entry().card_folder()).report.by_place()]


FOX = "{id: fox, name: {en: Fox, fi: Kettu}, value: 9}"


def test_new_cards_stand_behind_those_of_the_game_with_its_fields_and_defaults(games: Path) -> None:
    extended = book(f"cards:\n  - {FOX}\n")
    assert [card.id for card in extended.decks["main"].cards] == ["ant", "bee", "cat", "fox"]
    assert extended.cards["fox"].fields == {"value": 9, "size": "small"}
    assert extended.cards["fox"].sources[""].kind == "house"
    assert extended.cards["ant"].sources[""].kind == "seed"
    assert (extended.decks["main"].total, extended.own_cards) == (5, ("fox",))
    assert (extended.slug, extended.extends, extended.title) == ("more", "alpha", {"*": "Alpha"})


def test_a_card_takes_the_place_of_another_and_one_stays_away(games: Path) -> None:
    extended = book("without: [bee]\ncards:\n  - {id: ant, replaces: ant, name: Queen, code: AP1, value: 7}\n")
    assert [(card.id, card.name.get("*")) for card in extended.decks["main"].cards] == [("ant", "Queen"), ("cat", None)]
    assert extended.decks["main"].total == 2
    assert extended.rulebook.rules["ALP-01"].words["en"] == "An ant counts 7."


def test_a_card_of_another_id_takes_the_place_and_the_code(games: Path) -> None:
    extended = book("cards:\n  - {id: wasp, replaces: bee, name: Wasp, code: AP2, value: 4}\n")
    assert [card.id for card in extended.decks["main"].cards] == ["ant", "wasp", "cat"]


def test_the_digest_is_that_of_all_cards_and_follows_the_game(games: Path) -> None:
    first = book(f"cards:\n  - {FOX}\n").digest
    assert first != book_of(find_game("alpha", ["."])).digest
    write(games / "alpha", "main", DECK.replace("value: 3", "value: 4"))
    assert book_of(entry()).digest != first


@pytest.mark.parametrize(
    ("cards", "shown"),
    [
        (
            "cards:\n  - {id: Ant, name: Ant, value: 3}\n",
            "own.yaml:3:10: the id “Ant” is already used (first in alpha/cards/main.yaml, line 9; to replace that",
        ),
        (
            f"without: [antt]\ncards:\n  - {FOX}\n",
            "own.yaml:2:11: the deck main has no card “antt” (did you mean “ant”?)",
        ),
        (
            "cards:\n  - {id: fox, replaces: foks, name: Fox, value: 3}\n",
            "own.yaml:3:25: the deck main has no card “foks” (one of: ant, bee, cat)",
        ),
        (
            "without: [bee]\ncards:\n  - {id: fox, replaces: bee, name: Fox, value: 3}\n",
            "own.yaml:4:25: “bee” is already left out or replaced",
        ),
        ("cards:\n  - {id: fox, name: Fox}\n", "own.yaml:3:5: the field “value” is missing (type int)"),
        (
            "title: My cards\ncards: []\n",
            "own.yaml:2:1: unknown key “title” (one of: deck, without, values, source, cards, from, note)",
        ),
        ("cards:\n  - {id: fox, name: {en: Fox}, value: 3}\n", "own.yaml:3:21: no words in “fi” (add a translation)"),
        (
            "without: [ant]\n",
            "own.yaml:2:11: a text of the game names “ant” in alpha/cards/rulebook.yaml:6 (instead, add a",
        ),
    ],
)
def test_a_fault_is_told_at_its_place_and_once(games: Path, cards: str, shown: str) -> None:
    (fault,) = faults(cards)
    assert fault.startswith(shown)


def test_all_faults_are_told_at_once(games: Path) -> None:
    assert (
        len(faults("without: [x, y]\nextra: 1\ncards:\n  - {id: cat, name: C, value: c}\n  - {name: D, value: 1}\n"))
        == 6
    )


def test_an_unknown_deck_is_told_with_the_nearest(games: Path) -> None:
    write(games / "more", "own", "deck: mian\ncards: []\n")
    (fault,) = read_book(entry().card_folder()).report.items
    assert str(fault) == "more/cards/own.yaml:1:7: the game has no deck “mian” (did you mean “main”?)"


def test_a_file_of_anything_but_cards_is_refused(games: Path) -> None:
    write(games / "more", "words", "messages: alpha\nwords: {}\n")
    (fault,) = read_book(entry().card_folder()).report.items
    assert "expected a file with deck:, got words.yaml" in fault.message


def test_some_of_the_games_languages_are_enough(games: Path) -> None:
    write(games / "more", "game", "extends: alpha\nlanguages: [fi]\n")
    extended = book("cards:\n  - {id: fox, name: {fi: Kettu}, text: {rule: Juokse.}, value: 9}\n")
    assert (extended.languages, extended.cards["fox"].texts) == (("fi",), {"rule": {"*": "Juokse."}})
    write(games / "more", "own", "deck: main\n")
    write(games / "more", "game", "extends: alpha\nlanguages: [sv]\n")
    (fault,) = read_book(entry().card_folder()).report.items
    assert str(fault) == "more/cards/game.yaml:2:13: the game has no language “sv” (some of: en, fi)"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# x\nextends: alhpa\n", "more/cards/game.yaml:2:10: unknown game “alhpa” to extend"),
        ("extends: keka\n", "more/cards/game.yaml:1:10: unknown game “keka” to extend (did you mean “keko”?)"),
        (
            "extends: other\n",
            "more/cards/game.yaml:1:10: expected a game to extend, got the extension “other” (extend alpha",
        ),
        ("extends: more\n", "more/cards/game.yaml:1:10: an extension needs a name that differs from its base"),
    ],
)
def test_a_game_that_cannot_be_extended(games: Path, text: str, shown: str) -> None:
    """It is told where it is named; listing the games goes on."""
    write(games / "other", "game", "extends: alpha\n")
    write(games / "more", "game", text)
    with pytest.raises(InputError) as caught:
        book_of(entry())
    (fault,) = caught.value.report.items
    assert str(fault).startswith(shown)
    with pytest.raises(InputError):
        rules_of(entry())
    assert {"alpha", "more", "other", "keko"} <= {found.slug for found in all_games(["."])}


def test_keys_of_a_game_that_an_extension_does_not_set(games: Path) -> None:
    write(games / "more", "game", "extends: alpha\nplayers: 3\ngame: moor\n")
    messages = [item.message for item in read_book(entry().card_folder()).report.by_place()]
    assert messages == ["unknown key “players”", "expected the name of the folder, “more”, got “moor”"]


def test_the_games_files_come_after_those_of_the_extension(games: Path) -> None:
    for folder in ("alpha", "more"):
        (games / folder / "layouts").mkdir()
    assert entry().shelves == {
        "alpha": (str(games / "alpha" / "layouts"),),
        "more": (str(games / "more" / "layouts"), str(games / "alpha" / "layouts")),
    }


@pytest.mark.parametrize("line", ["extends:", "extends: [alpha]", "extends: {game: alpha}", "extends:\n  alpha"])
def test_a_game_that_is_not_named_is_the_only_fault(games: Path, line: str) -> None:
    write(games / "more", "game", f"{line}\n")
    found = [item.message for item in (read_book(entry().card_folder()).report.by_place())]
    assert found == ["extends: needs the name of one game, on the same line"]


PAGE = Path(__file__).parents[2] / "docs" / "own-cards.md"


@pytest.mark.parametrize(
    ("heading", "keys"),
    [("| key of `game.yaml` |", extension.KEYS), ("| key of a deck file |", (*extension.DECK_KEYS, "replaces"))],
)
def test_every_key_is_documented(heading: str, keys: tuple[str, ...]) -> None:
    rows = PAGE.read_text("utf-8").partition(heading)[2].split("\n\n")[0].splitlines()[2:]
    assert {row.split("`")[1] for row in rows} == set(keys) - {"note"}


def test_the_example_on_the_page_is_the_one_that_is_tested(games: Path) -> None:
    example = PAGE.parent / "examples" / "north"
    assert "extends: drumroll" in (example / "cards" / "game.yaml").read_text("utf-8").splitlines()
    cards = book_of(find_game("north", [example]))
    assert "PF-TAM-9" not in cards.cards
    for id_, name in (("PF-ACR-N1", "Snowdrift Leaper"), ("PF-ACR-1", "Ice Rope Walker")):
        assert cards.cards[id_].name["en"] == name
        assert f"id: {id_}" in PAGE.read_text("utf-8")
        assert name in PAGE.read_text("utf-8")


def test_a_closed_list_of_the_game_gets_more_words(games: Path) -> None:
    huge = "{id: fox, name: {en: Fox, fi: Kettu}, value: 9, size: huge}"
    assert book(f"values: {{size: [huge]}}\ncards:\n  - {huge}\n").cards["fox"].fields["size"] == "huge"
    assert "“huge” is not allowed here" in faults(f"cards:\n  - {huge}\n")[0]
    (fault,) = faults(f"values: {{siez: [huge]}}\ncards:\n  - {FOX}\n")
    assert (
        fault.startswith("own.yaml:2:10: ")
        and "the deck main has no field “siez” with a list of values (did you mean “size”?)" in fault
    )


SHEET = """Id,Name,Name (fi),Replaces,Value,Size,Rule,Rule (fi),Notes
fox,Fox,Kettu,,9,big,Runs **fast**.,Juoksee.,from the north
wasp,Wasp,Ampiainen,bee,4,,,,
"""


def from_sheet(text: str) -> None:
    write(Path("more"), "own", "deck: main\nfrom: own.csv\n")
    Path("more/cards/own.csv").write_text(text, "utf-8")


def sheet_faults(text: str) -> list[str]:
    from_sheet(text)
    return [str(item).removeprefix("more/cards/") for item in read_book(entry().card_folder()).report.by_place()]


def test_new_cards_may_stand_in_a_sheet(games: Path) -> None:
    from_sheet(SHEET)
    assert sheet_faults(SHEET) == []
    extended = book_of(entry())
    assert [card.id for card in extended.decks["main"].cards] == ["ant", "wasp", "cat", "fox"]
    assert extended.cards["fox"].fields == {"value": 9, "size": "big"}
    assert extended.cards["wasp"].fields == {"value": 4, "size": "small"}
    assert extended.cards["fox"].texts["rule"] == {"en": "Runs **fast**.", "fi": "Juoksee."}
    assert extended.own_cards == ("fox", "wasp")


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        (",9,", ",nine,", "own.csv:2:5: expected a whole number, got the text “nine”"),
        (",big,", ",huge,", "own.csv:2:6: the text “huge” is not allowed here"),
        (",bee,", ",beee,", "own.csv:3:4: the deck main has no card “beee” (did you mean “bee”?)"),
        ("Size", "Speed", "own.csv:1:6: the game's deck has no field “speed”"),
        ("fox,Fox", "ant,Fox", "own.csv:2:1: the id “ant” is already used (first in alpha/cards/main.yaml, line 9"),
    ],
)
def test_faults_of_that_sheet_stand_at_row_and_column(games: Path, before: str, after: str, shown: str) -> None:
    found = sheet_faults(SHEET.replace(before, after))
    assert any(item.startswith(shown) for item in found), found


def test_cards_of_both_files_are_a_fault(games: Path) -> None:
    from_sheet(SHEET)
    write(Path("more"), "own", f"deck: main\nfrom: own.csv\ncards: [{FOX}]\n")
    assert any(
        "from: and cards: are mutually exclusive" in str(item) for item in read_book(entry().card_folder()).report
    )


def test_the_extended_game_may_stand_in_a_sheet_too(games: Path) -> None:
    from_sheet(SHEET)
    yaml = DECK[: DECK.index("cards:")].replace("total: 4\n", "from: main.csv\n")
    write(games / "alpha", "main", yaml)
    rows = "Id,Name,Name (fi),Copies,Value\nant,Ant,Muurahainen,2,1\nbee,Bee,Mehiläinen,1,2\ncat,Cat,Kissa,1,3\n"
    (games / "alpha" / "cards" / "main.csv").write_text(rows, "utf-8")
    assert [card.id for card in book_of(entry()).decks["main"].cards] == ["ant", "wasp", "cat", "fox"]


def test_a_cell_of_that_sheet_is_edited_and_one_of_the_game_is_not(games: Path) -> None:
    from_sheet(SHEET)
    edit = edit_card(entry().card_folder(), entry().cards, "fox", "value", "8")
    assert (str(edit.place), edit.after) == ("more/cards/own.csv:2:5", 8)
    assert Path("more/cards/own.csv").read_text("utf-8") == SHEET.replace(",9,", ",8,")
    with pytest.raises(InputError, match="this card belongs to the game that you extend"):
        edit_card(entry().card_folder(), entry().cards, "ant", "value", "8")
