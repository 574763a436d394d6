"""`pnp new NAME --from SHEET`: a game whose cards stay in their sheet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.base.diagnostics import InputError
from pnp.cli.main import main
from pnp.library.importing.decks import make_decks
from pnp.library.importing.folder import sheet_files
from pnp.library.importing.table import read_columns
from pnp.library.importing.table_reader import parse_table
from tests.library.sheets.files import as_csv, as_ods, as_xlsx

Capture = pytest.CaptureFixture[str]
ROWS: list[list[Any]] = [["name", "cost", "rule"], ["Ant", 1, "Take **one**."], ["Bee", 2, "Fly."]]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("name", "make"), [("my cards.csv", as_csv), ("c.xlsx", as_xlsx), ("c.ods", as_ods)])
def test_its_cards_stay_in_the_sheet(
    here: Path, capsys: Capture, name: str, make: Callable[[list[list[Any]]], bytes]
) -> None:
    data = make(ROWS)
    (here / name).write_bytes(data)
    assert main(["new", "mygame", "--from", name]) == 0
    assert (here / "mygame" / "cards" / name).read_bytes() == data
    assert name in (here / "mygame" / "README.md").read_text("utf-8")
    assert main(["check", "mygame", "--games", ".", "--strict"]) == 0
    capsys.readouterr()
    (here / "mygame" / "cards" / name).write_bytes(make([*ROWS, ["Cat", 3, "Scratch."]]))
    assert main(["export", "mygame", "--games", ".", "--to", "csv"]) == 0
    assert "cat" in capsys.readouterr().out


def test_a_sheet_may_hold_several_decks(here: Path, capsys: Capture) -> None:
    rows = [["deck", *ROWS[0]], ["Good ones", *ROWS[1]], ["Bad ones", *ROWS[2]]]
    (here / "c.csv").write_bytes(as_csv(rows))
    assert main(["new", "mygame", "--from", "c.csv"]) == 0
    assert main(["check", "mygame", "--games", "."]) == 0
    (here / "mygame" / "cards" / "c.csv").write_bytes(as_csv([*rows, ["Baad ones", "Cat", 1, ""], ["", "Dog", 1, ""]]))
    capsys.readouterr()
    assert main(["check", "mygame", "--games", "."]) == 1
    err = capsys.readouterr().out
    assert (
        "c.csv:4:1: there is no deck “Baad ones” (did you mean" in err
        and "c.csv:5:1: expected the name of a deck, got nothing" in err
    )


@pytest.mark.parametrize(
    ("name", "data", "code", "expected"),
    [
        ("c.json", b"[]", 1, "expected a file ending in .csv, .tsv, .xlsx, .ods"),
        ("c.csv", b"", 1, "expected a table, got an empty file"),
        ("c.csv", b"name,cost\nA,=SUM(B1)\n", 1, "this is a formula"),
        ("c.csv", b"cost\n1\n", 1, "expected a column with the names of the cards, got none"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused_and_nothing_made(
    here: Path, capsys: Capture, name: str, data: bytes, code: int, expected: str
) -> None:
    (here / name).write_bytes(data)
    assert main(["new", "mygame", "--from", name]) == code
    err = capsys.readouterr().err
    assert expected in err and "cards/c.csv" not in err and not (here / "mygame").exists()
    assert main(["new", "mygame", "--from", "none.csv"]) == 1
    assert main(["new", "mygame", "--from", name, "--hands"]) == 2


def test_faults_that_come_out_when_the_game_is_read_name_the_sheet_where_it_lies(here: Path) -> None:
    grid = parse_table(b"id,name,cost\na,Ant,1\n", "far/c.csv")
    imported = make_decks(grid, read_columns(grid, {}), "", "Mine")
    with pytest.raises(InputError) as refused:
        sheet_files("mine", "Mine", imported, "far/c.csv", "", b"id,name,cost\na,Ant,dear\n")
    (fault,) = refused.value.report.errors
    assert (fault.span.file, fault.span.line) == ("far/c.csv", 2)


COUNTED: list[list[Any]] = [
    ["Nimi", "Hinta", "Kpl", "Teksti", "Kuva"],
    ["Muikku", 1, 2, "Ota yksi.", "a.png"],
    ["Pulla", 3, 4, "Ota kolme.", ""],
]


def renamed(here: Path, old: str, new: str) -> None:
    """A game made of COUNTED, whose sheet has another header since."""
    (here / "c.csv").write_bytes(as_csv(COUNTED))
    assert main(["new", "tori", "--from", "c.csv"]) == 0
    head = [new if header == old else header for header in COUNTED[0]]
    (here / "tori" / "cards" / "c.csv").write_bytes(as_csv([head, *COUNTED[1:]]))


@pytest.mark.parametrize(
    ("old", "new", "place", "what"),
    [
        ("Hinta", "Price", "c.csv:1:2", "“hinta”"),
        ("Kuva", "Image", "c.csv:1:5", "“kuva”"),
        ("Teksti", "Ohje", "c.csv:1:4", "“text.rule”"),
    ],
)
def test_a_renamed_column_is_an_error_that_names_the_new_header(
    here: Path, capsys: Capture, old: str, new: str, place: str, what: str
) -> None:
    renamed(here, old, new)
    for command in (["check"], ["build"], ["look", "muikku"]):
        capsys.readouterr()
        assert main([command[0], "tori", *command[1:]]) == 1
        shown = "".join(capsys.readouterr())
        assert (
            place in shown and f"expected a column for {what}" in shown and f"if it is “{new}” now, write in " in shown
        )


@pytest.mark.parametrize("header", ["Lukumäärä", "Pieces", "How many", "how many?", "Stück"])
def test_headers_that_count_copies_are_known(here: Path, capsys: Capture, header: str) -> None:
    renamed(here, "Kpl", header)
    assert main(["check", "tori", "--strict"]) == 0
    capsys.readouterr()
    assert main(["build", "tori", "--forecast"]) == 0
    assert "6 pieces" in capsys.readouterr().out


def undeclared(here: Path) -> Path:
    """The file of a deck that does not say which column of its sheet counts copies: it is “Heap” now."""
    renamed(here, "Kpl", "Heap")
    deck = here / "tori" / "cards" / "cards.yaml"
    deck.write_text(deck.read_text("utf-8").replace("\n  file: c.csv\n  columns: {Kpl: copies}\n", " c.csv\n"), "utf-8")
    return deck


def test_counts_under_an_unknown_header_are_reported_by_every_command(here: Path, capsys: Capture) -> None:
    undeclared(here)
    for command in (["check"], ["build"], ["look", "muikku"], ["build", "--for", "makeplayingcards"]):
        capsys.readouterr()
        assert main([command[0], "tori", *command[1:]]) == 0
        shown = "".join(capsys.readouterr())
        assert "c.csv:1:3: warning: nothing reads the column “Heap”" in shown
        assert "if it counts copies: from: {file: c.csv, columns: {Heap: copies}}" in shown
    assert main(["check", "tori", "--strict"]) == 1


@pytest.mark.parametrize(("new", "hint"), [("Heap", "one of: Heap; if one"), ("", "add it; if one")])
def test_a_lost_column_of_copies_is_an_error_that_names_what_could_count(
    here: Path, capsys: Capture, new: str, hint: str
) -> None:
    renamed(here, "Kpl", "Heap")
    if not new:
        rows = [[*row[:2], *row[3:]] for row in COUNTED]
        (here / "tori" / "cards" / "c.csv").write_bytes(as_csv(rows))
    capsys.readouterr()
    assert main(["check", "tori"]) == 1
    shown = capsys.readouterr().out
    assert "the table has no column “Kpl”, which counts copies: each card would have one" in shown and hint in shown


@pytest.mark.parametrize(
    ("head", "hints"),
    [
        (["Title", "Price", "Colour", "Kpl", "Teksti"], {"hinta": "“Price”", "kuva": "“Colour”"}),
        (["Nimi", "Price", "Colour", "Kpl", "Power"], {"hinta": "“Price” or “Power”"}),
        (["Nimi", "Price", "Colour", "Kpl", "Hintaa"], {"hinta": "“Hintaa”"}),
    ],
)
def test_a_hint_names_every_column_whose_cells_fit_the_lost_one(
    here: Path, capsys: Capture, head: list[str], hints: dict[str, str]
) -> None:
    renamed(here, "Kpl", "Kpl")
    rows: list[list[Any]] = [head, ["Muikku", "1", "red", 2, "9"], ["Pulla", "3", "blue", 4, "8"]]
    (here / "tori" / "cards" / "c.csv").write_bytes(as_csv(rows))
    capsys.readouterr()
    assert main(["check", "tori"]) == 1
    shown = capsys.readouterr().out.splitlines()
    for field, hint in hints.items():
        (line,) = [line for line in shown if f"expected a column for “{field}”" in line]
        assert f"(if it is {hint} now, write in cards.yaml: from: {{file: c.csv, columns: {{Kpl: copies, " in line


def test_a_column_that_a_layout_shows_or_the_deck_leaves_out_is_not_reported(here: Path) -> None:
    face, deck = here / "tori" / "layouts" / "card.yaml", undeclared(here)
    shown, whole = face.read_text("utf-8"), deck.read_text("utf-8")
    face.write_text(shown.replace("{hinta}", "{hinta} {heap}"), "utf-8")
    assert main(["check", "tori", "--strict"]) == 0
    face.write_text(shown, "utf-8")
    deck.write_text(whole.replace("from: c.csv", 'from: {file: c.csv, columns: {Heap: ""}}'), "utf-8")
    assert main(["check", "tori", "--strict"]) == 0


def test_a_declared_field_whose_column_is_gone_is_reported_where_it_is_declared(here: Path, capsys: Capture) -> None:
    (here / "c.csv").write_bytes(as_csv(COUNTED))
    assert main(["new", "tori", "--from", "c.csv"]) == 0
    (here / "tori" / "cards" / "c.csv").write_bytes(as_csv([[*row[:1], *row[2:]] for row in COUNTED]))
    capsys.readouterr()
    assert main(["build", "tori"]) == 0
    assert "cards.yaml:8:17: warning: expected a column for “hinta”" in capsys.readouterr().err


TWO: list[list[Any]] = [
    ["Nimi", "Name", "Teksti", "Text", "Hinta", "Muistiinpanot"],
    ["Silakka", "Herring", "Ota kala.", "Take a fish.", 1, "too strong?"],
    ["Pulla", "Bun", "Ota pulla.", "Take a bun.", 2, ""],
]


def test_finnish_headers_beside_english_ones_are_its_words(here: Path, capsys: Capture) -> None:
    (here / "c.csv").write_bytes(as_csv(TWO))
    assert main(["new", "tori", "--from", "c.csv"]) == 0
    game, face = ((here / "tori" / part).read_text("utf-8") for part in ("cards/game.yaml", "layouts/card.yaml"))
    assert "languages: [en, fi]" in game and "nimi" not in face and "muistiinpanot" not in face
    assert main(["check", "tori", "--strict"]) == 0
    capsys.readouterr()
    assert main(["export", "tori", "--to", "csv"]) == 0
    shown = capsys.readouterr().out
    assert "herring" in shown and "Silakka" in shown and "too strong" not in shown


@pytest.mark.parametrize(
    ("head", "languages"),
    [
        ("Nimi;Name;Hinta", "[en, fi]"),
        ("Name;Nimi;Hinta", "[en, fi]"),
        ("Name;Name FI;Hinta", "[en, fi]"),
        ("Nimi;Name (en);Hinta", "[fi, en]"),
        ("Nimi;Nimi EN;Hinta", "[fi, en]"),
        ("Nimi;Nimi EN;Teksti;Teksti EN", "[fi, en]"),
        ("Nimi;Name;Teksti;Teksti EN", "[en, fi]"),
        ("Nimi;Hinta", "[en]"),
    ],
)
def test_words_for_a_name_beside_another_are_its_languages(
    here: Path, capsys: Capture, head: str, languages: str
) -> None:
    width = head.count(";") + 1
    rows = ["Silakka;Herring;3;4", "Muikku;Vendace;2;1"]
    (here / "c.csv").write_text("\n".join([head, *(";".join(row.split(";")[:width]) for row in rows)]), "utf-8")
    assert main(["new", "tori", "--from", "c.csv"]) == 0
    assert f"\nlanguages: {languages}\n" in (here / "tori" / "cards" / "game.yaml").read_text("utf-8")
    assert main(["check", "tori", "--strict"]) == 0


def test_a_text_in_the_words_of_one_of_the_languages_is_in_it(here: Path) -> None:
    (here / "c.csv").write_text("Nimi;Nimi EN;Teksti\nSilakka;Herring;Ota kala.\nPulla;Bun;Ota pulla.\n", "utf-8")
    assert main(["new", "tori", "--from", "c.csv"]) == 0
    game = (here / "tori" / "cards" / "game.yaml").read_text("utf-8")
    assert "languages: [fi]" in game and "drafts: [en]" in game


def test_the_language_of_headers_that_name_none_can_be_given(here: Path, capsys: Capture) -> None:
    (here / "c.csv").write_text("Name;Name EN;Cost\nSill;Herring;1\n", "utf-8")
    assert main(["new", "tori", "--from", "c.csv"]) == 1
    hint = "both in the language “en” (name its language in the header: Name (fi); or give it as --lang)"
    assert hint in capsys.readouterr().err.replace("\n", " ").replace("another column are ", "")
    assert main(["new", "tori", "--from", "c.csv", "--lang", "sv"]) == 0
    assert "languages: [sv, en]" in (here / "tori" / "cards" / "game.yaml").read_text("utf-8")
    assert main(["check", "tori"]) == 0
    assert main(["new", "other", "--from", "c.csv", "--lang", "swedish"]) == 2
    assert main(["new", "other", "--lang", "sv"]) == 2


def test_notes_of_an_imported_table_stay_in_its_files_and_off_its_faces(here: Path, capsys: Capture) -> None:
    (here / "c.csv").write_bytes(as_csv(TWO))
    assert main(["import", "c.csv", "-o", "."]) == 0
    assert "To keep editing the sheet instead: pnp new NAME --from c.csv" in capsys.readouterr().out
    assert "too strong" in (here / "c" / "cards" / "cards.yaml").read_text("utf-8")
    assert "muistiinpanot" not in (here / "c" / "layouts" / "card.yaml").read_text("utf-8")


def test_ids_are_made_of_the_names_in_the_first_language_of_the_game(here: Path, capsys: Capture) -> None:
    (here / "c.csv").write_bytes(as_csv(TWO))
    assert main(["new", "tori", "--from", "c.csv"]) == 0
    deck = here / "tori" / "cards" / "cards.yaml"
    mapped = "from: {file: c.csv, columns: {Nimi: name.fi, Name: name.en}}"
    deck.write_text(deck.read_text("utf-8").replace("from: c.csv", mapped), "utf-8")
    capsys.readouterr()
    assert main(["look", "tori", "herring"]) == 0
    game = here / "tori" / "cards" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("[en, fi]", "[fi, en]"), "utf-8")
    assert main(["look", "tori", "silakka"]) == 0
