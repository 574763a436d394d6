"""`pnp schema`: the schemas accept every file of our games, refuse what is wrong, and editors are pointed to them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pnp.base.places import data_root
from pnp.base.yaml.spans import read_yaml
from pnp.catalog import CatalogEntry, all_games, book_of, find_game
from pnp.cli.main import main
from pnp.cli.schema import all_schemas, editor_files
from pnp.layout.template.schema import layout_schemas
from tests.components.games import GAMES
from tests.marks import on_ci

ROOTS = [GAMES, Path(__file__).parents[2] / "pnp" / "scaffold"]
ENTRIES = [entry for entry in all_games(ROOTS) if "sandbox" not in entry.slug]
DEAR = [entry for entry in ENTRIES if entry.slug in ("drumroll", "keikalla", "keko")]  # their cards have many fields


def faults(schema: dict[str, Any], value: Any) -> list[str]:
    return [f"{list(error.path)} {error.message}" for error in Draft202012Validator(schema).iter_errors(value)]


@pytest.mark.parametrize("entry", on_ci(ENTRIES, *DEAR), ids=lambda entry: entry.slug)
def test_every_file_of_a_game_is_accepted(entry: CatalogEntry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    book = book_of(entry)
    schemas = all_schemas(book)
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    count = 0
    for name, files in editor_files(entry, book).items():
        for file in files:
            value, _ = read_yaml(file, file)
            assert faults(schemas[name.removesuffix(".json")], value) == [], file
            count += 1
    there = [path for folder in (entry.cards, entry.layouts) for path in Path(folder).glob("*.yaml")]
    assert count == len(there) > 4


@pytest.mark.parametrize(
    "path", sorted((Path(data_root("layouts")) / "_stock").glob("*.yaml")), ids=lambda path: path.stem
)
def test_the_stock_is_accepted(path: Path) -> None:
    name = path.stem if path.stem in ("theme", "sizes") else "layout"
    if path.stem not in ("papers", "sheets"):
        value, _ = read_yaml(str(path), path.name)
        assert faults(layout_schemas()[name], value) == []


GAME = {"game": "harbour", "title": "Harbour", "players": 2}
CARD = {"id": "one", "name": "One"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("deck-coins", {"deck": "coins", "title": "Coins", "cards": [{**CARD, "worth": "many"}]}),
        ("deck-coins", {"deck": "coins", "title": "Coins", "cards": [{**CARD, "size": "huge"}]}),
        ("deck-coins", {"deck": "coins", "title": "Coins", "cards": [{**CARD, "wroth": 1}]}),
        ("deck-coins", {"deck": "coins", "title": "Coins", "cards": [{"id": "one"}]}),
        ("deck-coins", {"deck": "coins", "title": {"sv": "Mynt"}, "cards": []}),
        ("deck-coins", {"deck": "coins", "title": "Coins", "cards": [], "source": "hearsay"}),
        ("game", {**GAME, "colour": "red"}),
        ("game", {**GAME, "components": {"a": {"kind": "bored", "face": "a", "title": "A"}}}),
        ("game", {**GAME, "components": {"a": {"kind": "board", "face": "a", "title": "A", "creep": 1}}}),
        ("game", {**GAME, "components": {"a": {"face": "a", "title": "A"}}}),
        ("rulebook", {"rulebook": "harbour", "sections": [{"id": "a", "title": "A", "rules": [{"id": "HAR-01"}]}]}),
        ("table", {"table": "sea", "columns": []}),
        ("layout", {"size": "poker", "elements": {"a": {"kind": "text", "text": "a", "align": "middle"}}}),
        ("layout", {"size": "poker", "elements": {"a": {"kind": "rect", "text": "a"}}}),
        ("layout", {"size": "poker", "elements": {"a": {"kind": "recht"}}}),
        ("layout", {"elements": {"a": {"kind": "group", "elements": {"b": {"kind": "rect", "d": ""}}}}}),
        ("layout", {"size": {"widht": 3}}),
        ("theme", {"fonts": {"body": {"bald": "Bold"}}}),
        ("sizes", {"mine": {"width": 3, "shape": "star"}}),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused(name: str, value: dict[str, Any]) -> None:
    schemas = all_schemas(book_of(find_game("harbour", ROOTS)))
    assert faults(schemas[name], value)


def test_the_command_writes_schemas_and_lists_which_files_they_are_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["schema", "harbour", "--games", str(GAMES)]) == 0
    assert "schemas" in capsys.readouterr().out
    folder = tmp_path / "output" / "harbour" / "schemas"
    settings = json.loads((folder / "settings.json").read_text("utf-8"))["yaml.schemas"]
    assert settings
    for schema, files in settings.items():
        assert (tmp_path / schema).is_file()
        assert all((tmp_path / file).is_file() for file in files)


def test_a_game_with_faults_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "kalevla"]) != 0
    assert "kalevala" in capsys.readouterr().err
