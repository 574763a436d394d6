"""A book with other values is the book of files that say so."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from pnp.base.diagnostics import InputError
from pnp.catalog import find_game
from pnp.library.card_folder import open_card_folder
from pnp.library.editing.card_edit import edit_card
from pnp.library.editing.varied_book import find_place, vary_book
from pnp.library.loader import load_book

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
