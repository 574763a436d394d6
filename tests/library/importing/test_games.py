"""Tables become games that check and build; faults of a table are reported by row and column, and nothing is lost."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.base.diagnostics import InputError
from pnp.catalog import book_of, find_game
from pnp.cli.main import main
from pnp.library.card import CardBook
from pnp.library.card_folder import CardFolder
from pnp.library.importing.decks import adopt_markup, make_decks
from pnp.library.importing.folder import card_files
from pnp.library.importing.table import ImportedTable, read_columns
from pnp.library.importing.table_reader import read_table
from pnp.library.loader import load_book
from tests.marks import examples
from tests.tables import make_game, refused

Capture = pytest.CaptureFixture[str]


def read(folder: Path, text: str, lang: str = "", **mapped: str) -> tuple[CardBook, ImportedTable]:
    """The book a table becomes, without its folder."""
    path = folder / "t.csv"
    path.write_text(text, "utf-8")
    table = read_table(path)
    made = make_decks(table, read_columns(table, mapped), lang, "T")
    table.report.raise_errors()
    files = card_files("t", "T", made, "t.csv")
    return load_book(CardFolder("", {name: text.encode() for name, text in files.items()}, "t")), table


def test_headers_define_what_columns_hold(tmp_path: Path) -> None:
    book, _ = read(tmp_path, "Card Name,Qty,Hit Points,Rules text,Class\nFire Drake,3,7,Burn.,Beast\nElf,,2,,Elf\n")
    drake, elf = book.cards.values()
    assert (drake.id, drake.name, drake.copies) == ("fire-drake", {"*": "Fire Drake"}, 3)
    assert drake.fields == {"hit_points": 7, "class": "Beast"}
    assert drake.texts == {"rule": {"*": "Burn."}} and elf.texts == {} and elf.copies == 1
    assert book.decks["cards"].total == 4 and drake.source_of("name").note == "from t.csv"


def test_languages(tmp_path: Path) -> None:
    text = "name_fi,name_en,text (fi),text (en),text:sv\nKettu,Fox,Juokse.,Run.,Spring.\nKarhu,Bear,Nuku.,Sleep.,\n"
    book, _ = read(tmp_path, text)
    assert book.languages == ("fi", "en") and book.drafts == ("sv",)
    fox = book.cards["kettu"]
    assert fox.name == {"fi": "Kettu", "en": "Fox"} and fox.texts["rule"] == {
        "fi": "Juokse.",
        "en": "Run.",
        "sv": "Spring.",
    }


def test_a_language_is_own_when_columns_name_none(tmp_path: Path) -> None:
    book, _ = read(tmp_path, "nimi,teksti,text_en\nKettu,Juokse.,Run.\n", "fi")
    assert book.languages == ("fi", "en") and book.cards["kettu"].name == {"*": "Kettu"}
    assert book.cards["kettu"].texts["rule"] == {"fi": "Juokse.", "en": "Run."}
    with pytest.raises(InputError, match="are both in the language “en”"):
        read(tmp_path, "name,text,text_en\nA,x,y\n")


def test_gaps_in_the_own_language_are_reported_by_cell(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, "name,text_en,text_fi\nA,x,\nB,,y\n")
    (fault,) = caught.value.report.errors
    assert (fault.span.line, fault.span.column) in ((3, 2), (2, 3))


def test_words_that_only_look_like_languages_are_fields(tmp_path: Path) -> None:
    book, _ = read(tmp_path, "name,hp_no,cost_it\nA,1,2\n")
    assert book.cards["a"].fields == {"hp_no": 1, "cost_it": 2}


def test_equal_names_and_odd_names_get_ids_of_their_own(tmp_path: Path) -> None:
    book, _ = read(tmp_path, "name\nFox\nfox\nFÖX!\n龍\n--\nfox-2\n")
    assert list(book.cards) == ["fox", "fox-2", "fox-3", "card-5", "card-6", "fox-2-2"]


def test_ids_that_people_gave_are_kept_or_refused(tmp_path: Path) -> None:
    book, table = read(tmp_path, "id,name\nA-1,x\n2/3,y\n,z\n")
    assert list(book.cards) == ["A-1", "2-3", "z"] and "is not a valid id" in table.report.warnings[0].message
    with pytest.raises(InputError, match=r"t\.csv:3:1: the id “a1” is already used"):
        read(tmp_path, "id,name\nA-1,x\na1,y\n")


def test_decks_in_one_table(tmp_path: Path) -> None:
    book, _ = read(tmp_path, "deck,name,cost,text\nGame,A,1,\nRed Team,B,,x\nGame,C,2,\n")
    assert [(deck.id, deck.title, len(deck.cards)) for deck in book.decks.values()] == [
        ("game", {"*": "Game"}, 2),
        ("red-team", {"*": "Red Team"}, 1),
    ]
    assert list(book.decks["red-team"].fields) == [] and book.decks["game"].texts == ()


def test_columns_may_be_mapped(tmp_path: Path) -> None:
    text = "Titel,Anz,Notes,Blurb,Worth\nA,2,secret,Hello.,5\n"
    book, _ = read(tmp_path, text, Titel="name", anz="copies", Notes="", Blurb="text.story", Worth="value")
    card = book.cards["a"]
    assert (card.copies, card.fields, card.texts) == (2, {"value": 5}, {"story": {"*": "Hello."}})
    with pytest.raises(InputError, match="has no column “Titl”"):
        read(tmp_path, text, Titl="name")


def test_every_fault_is_reported_at_once(tmp_path: Path, capsys: Capture) -> None:
    text = "Name,Qty,Cost,,Cost\nA,many,1,lost,2\n,2,3,,\nB,1001,#REF!,,\n"
    places = [line.partition(": ")[0] for line in refused(capsys, tmp_path, text)]
    assert places == ["1:5", "2:2", "2:4", "3:1", "4:2", "4:3"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name,qty\n", "expected cards below the headers, got none"),
        ("cost,power\n1,2\n", "expected a column with the names of the cards, got none"),
        ("name,name\nA,B\n", "holds the same"),
    ],
)
def test_tables_without_cards(tmp_path: Path, capsys: Capture, text: str, expected: str) -> None:
    assert any(expected in line for line in refused(capsys, tmp_path, text))


@pytest.mark.parametrize(
    ("text", "adopted"),
    [
        ("2*3 {x} <y> a\\b", "2\\*3 \\{x} \\<y> a\\\\b"),
        ("<b>Go</b> and <i>go </i>on<br/>now", "**Go** and *go* on\nnow"),
        ("**Now:** 2**3", "**Now:** 2\\*\\*3"),
        ("<b>a <i>b</i></b>", "**a *b***"),
        ("<b>open", "\\<b>open"),
        ("", ""),
    ],
)
def test_markup_of_others(text: str, adopted: str) -> None:
    assert adopt_markup(text) == adopted


@pytest.mark.parametrize("form", ["csv", "xlsx"])
@pytest.mark.parametrize("slug", ["kalevala", "suomi1918"])
def test_what_pnp_exports_comes_back(tmp_path: Path, form: str, slug: str) -> None:
    table = tmp_path / f"t.{form}"
    assert main(["export", slug, "--to", form, "-o", str(table)]) == 0
    assert main(["import", str(table), "--game", "again", "-o", str(tmp_path)]) == 0
    old, new = book_of(find_game(slug)), book_of(find_game("again", [tmp_path / "again"]))
    assert list(new.cards) == list(old.cards) and new.languages == old.languages
    for card in old.cards.values():
        read = new.cards[card.id]
        assert (read.name, read.copies, read.code, read.texts, read.deck) == (
            card.name, card.copies, card.code, card.texts, card.deck,
        )  # fmt: skip
        assert read.fields == card.fields and read.faces == card.faces
        assert all(read.source_of(datum).kind == card.source_of(datum).kind for datum in card.data)


def test_a_game_made_of_a_table_checks_and_builds(tmp_path: Path, capsys: Capture) -> None:
    long = "When it arrives, look at the top three cards. " * 14
    table = (
        "Name;Qty;Cost;Type;Text;Flavor;Power;Speed\n"
        f'Fire Drake;3;5;Creature;"<b>Flying.</b> Deal 2*X to {{target}}.\n\n- one\n- two";“Hot.”;1,5;\n'
        f"Healer;2x;;Creature;{long};;2,0;4\n"
        '=HYPERLINK("x");1;0;Spell: <b>;"<script>alert(1)</script> & {cost} **";;1;5\n'
        "Donaudampfschifffahrtsgesellschaft;4;3;Ä;;Sing;;\n"
    )
    _, book = make_game(tmp_path, table)
    assert book.cards["fire-drake"].fields == {"cost": 5, "type": "Creature", "power": 1.5}
    inside = ["--games", str(tmp_path / "made")]
    assert main(["check", "made", *inside]) == 0
    assert main(["build", "made", *inside, "-o", str(tmp_path / "out")]) == 0
    assert "10 pieces" in capsys.readouterr().out
    assert (tmp_path / "out" / "made" / "a4-en" / "cards.pdf").read_bytes().startswith(b"%PDF")
    assert main(["import", str(tmp_path / "made.csv"), "-o", str(tmp_path)]) == 1  # it is there
    assert "nothing was changed" in capsys.readouterr().err


CELLS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(60))
@given(
    st.lists(st.lists(CELLS, min_size=3, max_size=5), min_size=1, max_size=4),
    st.sampled_from(["name", "id", "Name_fi"]),
)
def test_any_cells_end_in_a_game_or_in_words(tmp_path: Path, rows: list[list[str]], head: str) -> None:
    import csv
    import io

    out = io.StringIO(newline="")
    csv.writer(out).writerows([[head, "text", "cost", "a b", "deck"], *rows])
    try:
        book, _ = read(tmp_path, out.getvalue().replace("\0", ""))
    except InputError as fault:
        assert fault.report.errors
    else:
        assert book.cards


def test_an_imported_game_is_joined_with_rules_as_documented(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("heroes.csv").write_text("Name;Qty;Value;Lucky\nDrake;3;5;true\nHealer;2;2;false\n", encoding="utf-8")
    assert main(["import", "heroes.csv"]) == 0
    assert main(["new", "heroes", "--dir", "sketch"]) == 0
    own, sketch = Path("heroes"), Path("sketch/heroes")
    for name in ("rules.py", "cards/rulebook.yaml", "cards/messages.yaml", "layouts/rules.yaml"):
        shutil.copy(sketch / name, own / name)
    shutil.copytree(sketch / "tests", own / "tests")
    game = (own / "cards/game.yaml").read_text(encoding="utf-8").replace("players: [1, 4]", "players: [2, 4]")
    made = (sketch / "cards/game.yaml").read_text(encoding="utf-8")
    more = made[made.index("constants:") : made.index("components:")]
    (own / "cards/game.yaml").write_text(
        f"{game}  rules: {{kind: rules, face: rules, title: Rules}}\nletters: HER\n{more}", encoding="utf-8"
    )
    capsys.readouterr()
    assert main(["check", "heroes", "--games", "."]) == 1
    faults = capsys.readouterr().out.splitlines()
    assert ["heroes/cards/rulebook.yaml" in fault for fault in faults] == [True, True, False], faults
    rulebook = own / "cards/rulebook.yaml"
    words = rulebook.read_text(encoding="utf-8").replace("size.treasures", "size.cards").replace("heart", "healer")
    rulebook.write_text(words, encoding="utf-8")
    assert main(["check", "heroes", "--games", "."]) == 0
    assert main(["referee", "new", "heroes", "anna", "ben", "--games", "."]) == 0
