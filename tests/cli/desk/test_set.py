"""`pnp set`: one value of a card in its file, from the command line; refusals change nothing."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from pnp.base.diagnostics import InputError
from pnp.base.files import replace_file
from pnp.base.places import data_root
from pnp.cli.main import main
from pnp.library.card_folder import open_card_folder
from pnp.library.editing.card_edit import edit_card

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def tiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tiles of a Kalevala of one's own."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(Path(data_root("cards")) / "kalevala", tmp_path / "kalevala" / "cards")
    return tmp_path / "kalevala" / "cards" / "tiles.yaml"


def put(*words: str) -> int:
    return main(["set", "kalevala", *words, "--games", "."])


@pytest.mark.parametrize(
    ("card", "field", "value", "old", "new"),
    [
        ("louhi", "value", "7", "    value: 2\n", "    value: 7\n"),
        ("kv7", "value", "7", "    value: 2\n", "    value: 7\n"),
        ("Louhi", "code", "KV70", "code: KV7\n", "code: KV70\n"),
        ("louhi", "name", "Pohjan akka", "name: Louhi\n", "name: Pohjan akka\n"),
        ("louhi", "name.fi", "Louhi: akka", "name: Louhi\n", 'name: {en: Louhi, fi: "Louhi: akka"}\n'),
        ("kaarme", "text.rule.fi", "Uusi.", "Saa peittää muut laatat paitsi Käärmeen.", "Uusi."),
        ("kaarme", "rule.fi", "Uusi.", "Saa peittää muut laatat paitsi Käärmeen.", "Uusi."),
        ("ukko", "power", "may_cover", "    value: 7\n    power: none", "    value: 7\n    power: may_cover"),
    ],
)
def test_a_value_is_changed_where_it_stands(
    tiles: Path, capsys: Capture, card: str, field: str, value: str, old: str, new: str
) -> None:
    before = tiles.read_text("utf-8")
    assert before.count(old) == 1
    assert put(card, field, value) == 0
    assert tiles.read_text("utf-8") == before.replace(old, new)
    assert "tiles.yaml:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("louhi", "value", "high"), "tiles.yaml:86:12: expected a whole number, got the text “high”"),
        (("louhi", "value", ""), "expected a whole number"),
        (("louhi", "copies", "-1"), "expected a number from 0 to 1000, got -1"),
        (("louhi", "power", "may_cver"), "did you mean “may_cover”?"),
        (("louhi", "powr", "x"), "no field “powr” (did you mean “power”?)"),
        (("louih", "value", "3"), "there is no card “louih” (did you mean “louhi”?)"),
        (("louhi", "rule.sv", "x"), "the game has no language “sv”"),
        (("louhi", "text.rule", "x"), "expected a language: this text has several (text.rule.en or text.rule.fi)"),
        (("louhi", "text.flavour", "x"), "no text “flavour”"),
        (("louhi", "text", "x"), "“text” holds several values (text.rule, text.aid)"),
        (("louhi", "source", "x"), "“source” holds several values"),
        (("louhi", "code", "KV1"), "the code “KV1” is already used"),
        (("louhi", "id", "ukko"), "the id “ukko” is already used"),
        (("louhi", "name", " "), "expected a text, got nothing"),
        (("louhi", "value", "3", "--was", "9"), "expected “9”, got “2”; nothing was written"),
    ],
)
def test_a_refusal_has_a_place_and_changes_nothing(
    tiles: Path, capsys: Capture, words: tuple[str, ...], expected: str
) -> None:
    before = tiles.read_bytes()
    assert put(*words) == 1
    assert expected in capsys.readouterr().err
    assert tiles.read_bytes() == before


def test_what_another_place_contradicts_is_told(tiles: Path, capsys: Capture) -> None:
    assert put("louhi", "copies", "8") == 0
    shown = capsys.readouterr()
    assert "copies 9 → 8" in shown.out and "the copies add up to 59, but total is 60" in shown.err


def test_programs_read_what_changed(tiles: Path, capsys: Capture) -> None:
    assert put("louhi", "value", "7", "--was", "2", "--json") == 0
    values = json.loads(capsys.readouterr().out)
    assert (values["before"], values["after"], values["line"], values["faults"]) == (2, 7, 86, [])
    assert put("louhi", "value", "7") == 0
    assert "is already 7" in capsys.readouterr().out


def test_an_edit_never_goes_over_the_edit_of_another(tiles: Path) -> None:
    read = open_card_folder(tiles.parent, "kalevala")
    theirs = tiles.read_bytes().replace(b"value: 8", b"value: 9")
    tiles.write_bytes(theirs)
    with pytest.raises(InputError, match="changed while you edited it"):
        edit_card(read, str(tiles.parent), "louhi", "value", "7")
    assert tiles.read_bytes() == theirs


def test_links_and_permissions_of_a_file_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "a.yaml", tmp_path / "link.yaml"
    file.write_bytes(b"a")
    file.chmod(0o640)
    link.symlink_to(file)
    replace_file(link, b"a", b"b")
    assert link.is_symlink() and file.read_bytes() == b"b" and file.stat().st_mode & 0o777 == 0o640
    file.unlink()
    with pytest.raises(InputError, match="cannot be read"):
        replace_file(link, b"a", b"b")


def test_lists_and_maps_inside_a_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    cards = tmp_path / "tiny" / "cards"
    os.makedirs(cards)
    (cards / "game.yaml").write_text("game: tiny\ntitle: Tiny\nplayers: 2\nlanguages: [en, fi]\nsource: house\n")
    text = (
        "deck: d\ntitle: D\nsource: house\nfields:\n  tags: {type: list, of: text}\n  cost: {type: map, of: int}\n"
        "  free: any\ntexts: [rule]\ncards:\n"
        "  - {id: a, name: {en: A, fi: Ä}, tags: [x, y], cost: {wood: 1}, text: {rule: Plain}}\n"
    )
    (cards / "d.yaml").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)

    def card(*words: str) -> str:
        code = main(["set", "tiny", "a", *words, "--games", "."])
        shown = capsys.readouterr()
        return (cards / "d.yaml").read_text("utf-8").splitlines()[-1].strip() if code == 0 else shown.err

    assert "tags: [x, z]" in card("tags.2", "z")
    assert "expected an entry of this list, got 3" in card("tags.3", "z")
    assert 'tags: [p, "q, r"]' in card("tags", '[p, "q, r"]')
    assert "expected a list" in card("tags", "p")
    assert "cost: {wood: 2}" in card("cost.wood", "2")
    assert "expected a whole number" in card("cost.wood", "two")
    assert "cost: {wood: 2, clay: 3}" in card("cost.clay", "3")
    assert "free: 5" in card("free", "5")
    assert 'free: "a: b"' in card("free", "a: b")
    assert "name: {en: B, fi: Ä}" in card("name.en", "B")
    assert 'free: "a: b", copies: 2}' in card("copies", "2")
    assert "rule: {en: Plain, fi: Sääntö}" in card("text.rule.fi", "Sääntö")


def test_line_ends_of_windows_stay_as_they_are(tiles: Path) -> None:
    before = tiles.read_bytes().replace(b"\n", b"\r\n")
    tiles.write_bytes(before)
    at = before.index(b"id: louhi")
    value = before.index(b"value: 2\r\n", at)
    assert put("louhi", "value", "7") == 0
    assert tiles.read_bytes() == before[:value] + b"value: 7\r\n" + before[value + len(b"value: 2\r\n") :]
    assert main(["check", "kalevala", "--cards", "--games", "."]) == 0
