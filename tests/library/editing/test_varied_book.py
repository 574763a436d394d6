"""A book with other values is the book of files that say so."""

from __future__ import annotations

import difflib
import random
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from pnp.base.diagnostics import InputError
from pnp.base.yaml.span_edit import ValueChange, replace_values
from pnp.base.yaml.spans import load_yaml
from pnp.catalog import CatalogEntry, built_in_slugs, find_game
from pnp.library.card_folder import open_card_folder
from pnp.library.editing.card_edit import CellEdit, ConflictError, edit_block, edit_card, format_cell, read_deck_table
from pnp.library.editing.cell import find_cell
from pnp.library.editing.varied_book import find_place, vary_book
from pnp.library.loader import load_book, read_book
from tests.editing import edit_file
from tests.guard import some
from tests.studio.running import copy_game

CARDS = Path(__file__).parents[3] / "cards"
FOLDER = find_game("kalevala").card_folder()


@pytest.mark.parametrize(
    "card, field, value", [("ukko", "value", "9"), ("louhi", "power", "none"), ("KV4", "name", "Snake")]
)
def test_it_is_the_book_of_the_edited_file(card: str, field: str, value: str, tmp_path: Path) -> None:
    folder = tmp_path / "kalevala"
    copytree(CARDS / "kalevala", folder)
    edit_card(open_card_folder(str(folder), "kalevala"), str(folder), card, field, value)
    assert vary_book(FOLDER, [f"tiles.{card}.{field}={value}"]) == load_book(open_card_folder(str(folder), "kalevala"))


def test_several_values_stand_together_and_the_original_stays() -> None:
    book = vary_book(FOLDER, ["tiles.ukko.value=9", "constants.hand_size=6", "tiles.louhi.copies=4"])
    assert book.cards["ukko"].fields["value"] == 9
    assert book.constants["hand_size"].value == 6
    assert (book.cards["louhi"].copies, sum(card.copies for card in book.decks["tiles"].cards)) == (4, 55)
    assert vary_book(FOLDER, []) == load_book(FOLDER)


def test_values_inside_a_constant() -> None:
    folder = find_game("drumroll").card_folder()
    name, value = next(
        (name, each.value) for name, each in load_book(folder).constants.items() if isinstance(each.value, dict)
    )
    key = next(key for key, item in value.items() if type(item) is int)
    varied = vary_book(folder, [f"constants.{name}.{key}=77"]).constants[name].value
    assert varied == {**value, key: 77}
    assert find_place(folder, f"constants.{name}.{key}").value == value[key]
    with pytest.raises(InputError, match=r"game\.yaml:\d+:\d+: this constant has no “q”"):
        vary_book(folder, [f"constants.{name}.q=1"])


def test_a_cell_of_a_sheet(tmp_path: Path) -> None:
    folder = tmp_path / "mygame"
    copytree(Path(__file__).parents[3] / "pnp" / "scaffold" / "mygame" / "cards", folder)
    deck = folder / "treasures.yaml"
    head, _, _ = deck.read_text("utf-8").partition("cards:")
    deck.write_text(head + "from: treasures.csv\n", "utf-8")
    names = ("heart", "coin", "star", "flag", "trophy")
    rows = "id,name,code,value\n" + "".join(f"{name},{name},MG{n},{n}\n" for n, name in enumerate(names, 1))
    (folder / "treasures.csv").write_text(rows, "utf-8")
    book = vary_book(open_card_folder(str(folder), "mygame"), ["treasures.coin.value=8"])
    assert book.cards["coin"].fields["value"] == 8


def test_what_contradicts_another_place_is_reported_with_the_change() -> None:
    with pytest.raises(
        InputError, match=r"tiles\.yaml:25:11: with tiles\.ukko\.code=KV1: the code “KV1” is already used"
    ):
        vary_book(FOLDER, ["tiles.ukko.code=KV1"])


@pytest.fixture
def kalevala(tmp_path: Path) -> CatalogEntry:
    return find_game("kalevala", [copy_game("kalevala", tmp_path)])


def tiles_of(game: CatalogEntry) -> Path:
    return Path(game.cards) / "tiles.yaml"


@pytest.mark.parametrize("slug", built_in_slugs())
def test_a_cell_of_the_table_holds_what_the_edit_of_one_cell_finds(slug: str) -> None:
    loaded = read_book(find_game(slug).card_folder())
    assert loaded.book is not None
    chance = random.Random(slug)
    for deck in some(loaded.book.decks):
        table = read_deck_table(loaded, deck)
        assert table is not None
        for row in chance.sample(table.rows, min(6, len(table.rows))):
            for column, held in zip(table.columns, row.cells, strict=True):
                assert format_cell(find_cell(loaded, row.card, column.field).value) == held, (row.card, column.field)


def test_a_block_changes_its_cells_and_no_other_line(kalevala: CatalogEntry) -> None:
    before = tiles_of(kalevala).read_text("utf-8")
    edits = [
        CellEdit("louhi", "value", "3", "2"),
        CellEdit("ukko", "name.fi", "Ukko ylijumala"),
        CellEdit("louhi", "name.en", "Mistress: of the #North"),
        CellEdit("louhi", "text.rule.fi", "Louhi: molemmissa päissä"),
    ]
    done = edit_block(kalevala.card_folder(), kalevala.cards, edits)
    after = tiles_of(kalevala).read_text("utf-8")
    assert after.encode() == done.after and before.encode() == done.before
    loaded = read_book(kalevala.card_folder())
    for edit in some(edits):
        assert format_cell(find_cell(loaded, edit.card, edit.field).value) == edit.typed
    changed = [line for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[0] in "+-"]
    assert len(changed) <= 2 * len(edits)


def test_a_block_is_written_as_its_cells_one_after_the_other_would_be(kalevala: CatalogEntry) -> None:
    table = read_deck_table(read_book(kalevala.card_folder()), "tiles")
    assert table is not None
    edits = [CellEdit(row.card, "value", str(number)) for number, row in enumerate(table.rows, 1)]
    text = tiles_of(kalevala).read_bytes()
    for edit in edits:
        edit_block(kalevala.card_folder(), kalevala.cards, [edit])
    one_by_one = tiles_of(kalevala).read_bytes()
    tiles_of(kalevala).write_bytes(text)
    edit_block(kalevala.card_folder(), kalevala.cards, edits)
    assert tiles_of(kalevala).read_bytes() == one_by_one != text


def test_what_is_wrong_with_any_cell_is_said_of_all_and_nothing_is_written(kalevala: CatalogEntry) -> None:
    before = tiles_of(kalevala).read_bytes()
    edits = [CellEdit("louhi", "value", "many"), CellEdit("ukko", "value", "7"), CellEdit("nobody", "value", "1")]
    with pytest.raises(InputError) as unknown:
        edit_block(kalevala.card_folder(), kalevala.cards, edits)
    assert "nobody" in str(unknown.value)
    edits = [CellEdit("louhi", "value", "many"), CellEdit("ukko", "value", "7"), CellEdit("ukko", "id", "ukko2")]
    with pytest.raises(InputError) as faulty:
        edit_block(kalevala.card_folder(), kalevala.cards, edits)
    assert len(faulty.value.report.errors) == 2
    assert tiles_of(kalevala).read_bytes() == before


def test_a_cell_that_was_changed_meanwhile_is_a_conflict_with_both_values(kalevala: CatalogEntry) -> None:
    edit_file(tiles_of(kalevala), ("value: 2\n", "value: 5\n"))
    before = tiles_of(kalevala).read_bytes()
    with pytest.raises(ConflictError) as error:
        edit_block(kalevala.card_folder(), kalevala.cards, [CellEdit("louhi", "value", "3", "2")])
    (conflict,) = error.value.conflicts
    assert (conflict.card, conflict.field, conflict.was, conflict.now) == ("louhi", "value", "2", "5")
    assert tiles_of(kalevala).read_bytes() == before


def test_a_file_that_is_written_between_reading_and_writing_is_not_overwritten(kalevala: CatalogEntry) -> None:
    folder = kalevala.card_folder()
    edit_file(tiles_of(kalevala), ("value: 2\n", "value: 5\n"))
    before = tiles_of(kalevala).read_bytes()
    with pytest.raises(InputError) as error:
        edit_block(folder, kalevala.cards, [CellEdit("louhi", "value", "3")])
    assert error.value.report.errors[0].code == "changed-meanwhile"
    assert tiles_of(kalevala).read_bytes() == before


def test_entries_that_cannot_be_put_in_together_are_put_in_one_after_the_other() -> None:
    text = "a: {}\nb: 1\n"
    changed = replace_values(text, [ValueChange(("a", "x"), 1), ValueChange(("a", "y"), 2)], "f")
    assert load_yaml(changed, "f")[0] == {"a": {"x": 1, "y": 2}, "b": 1}
    assert changed.endswith("b: 1\n")


def test_a_large_block_reads_the_document_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = "".join(f"- {{id: c{number}, value: {number}, name: {{en: A, fi: B}}}}\n" for number in range(200))
    changes = [ValueChange((n, key), n + 1) for n in range(200) for key in ("value", "new")]
    reads = []

    def counted(text: str, file: str) -> Any:
        reads.append(file)
        return load_yaml(text, file)

    monkeypatch.setattr("pnp.base.yaml.span_edit.load_yaml", counted)
    data = load_yaml(replace_values(cards, changes, "f"), "f")[0]
    assert [(card["value"], card["new"]) for card in data] == [(n + 1, n + 1) for n in range(200)]
    assert len(reads) == 2
