"""The table of a deck: cells are edited where they stand, undone to the byte, and never over the edit of another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.cli.main import main
from tests.editing import edit_file
from tests.studio.running import Client, copy_game, with_studio


@pytest.fixture
def kalevala(tmp_path: Path) -> Path:
    return copy_game("kalevala", tmp_path)


def edit(card: str, field: str, typed: str, was: str | None = None) -> dict[str, Any]:
    return {"edits": [{"card": card, "field": field, "typed": typed, "was": was}]}


def test_an_edit_in_the_table_changes_file_and_face_and_undo_gives_every_byte_back(kalevala: Path) -> None:
    file = kalevala / "cards" / "tiles.yaml"
    before = file.read_bytes()

    async def script(client: Client) -> None:
        await client.listen()
        table = (await client.http.get("/table?deck=tiles")).json()
        at = [column["field"] for column in table["columns"]].index("value")
        assert {row["card"]: row["cells"][at] for row in table["rows"]}["louhi"] == "2"
        answer = await client.post("/edit", edit("louhi", "value", "9", "2"))
        assert answer.status_code == 200 and answer.json()["undo"] == 1
        await client.until("face", lambda face: face["card"] == "louhi")
        edited = file.read_bytes()
        assert edited != before and len(edited) == len(before)
        assert (await client.post("/undo", {})).json()["redo"] == 1
        assert file.read_bytes() == before
        assert (await client.post("/undo", {"redo": True})).status_code == 200
        assert file.read_bytes() == edited
        assert (await client.post("/undo", {"redo": True})).status_code == 422

    with_studio(kalevala, script)


def test_two_values_for_one_cell_are_refused_and_none_is_written(kalevala: Path) -> None:
    before = (kalevala / "cards" / "tiles.yaml").read_bytes()

    async def script(client: Client) -> None:
        twice = [*edit("louhi", "value", "9")["edits"], *edit("louhi", "value", "7")["edits"]]
        answer = await client.post("/edit", {"edits": twice})
        assert answer.status_code == 422 and "expected one value for value of louhi, got two" in answer.json()["error"]
        assert (kalevala / "cards" / "tiles.yaml").read_bytes() == before

    with_studio(kalevala, script)


def test_what_somebody_else_changed_meanwhile_is_told_with_both_values(kalevala: Path) -> None:
    file = kalevala / "cards" / "tiles.yaml"

    async def script(client: Client) -> None:
        assert (await client.post("/edit", edit("ukko", "value", "8"))).status_code == 200
        edit_file(file, ("value: 2\n", "value: 5\n"))
        before = file.read_bytes()
        answer = await client.post("/edit", edit("louhi", "value", "9", "2"))
        assert answer.status_code == 409
        assert answer.json()["conflicts"] == [{"card": "louhi", "field": "value", "was": "2", "now": "5"}]
        answer = await client.post("/undo", {})
        assert answer.status_code == 409 and "changed elsewhere" in answer.json()["error"]
        assert file.read_bytes() == before

    with_studio(kalevala, script)


def test_a_cell_that_cannot_hold_it_says_why(kalevala: Path) -> None:
    file = kalevala / "cards" / "tiles.yaml"
    before = file.read_bytes()

    async def script(client: Client) -> None:
        for body in (edit("louhi", "value", "many"), edit("louhi", "name.en", " "), edit("louhi", "colour", "red")):
            answer = await client.post("/edit", body)
            assert answer.status_code == 422
            assert answer.json()["faults"][0]["file"].endswith("tiles.yaml")
        assert (await client.post("/edit", edit("louhi", "name.en", "x" * (3 << 20)))).status_code == 413
        assert (await client.post("/edit", {"edits": []})).status_code == 422
        assert (await client.http.get("/table?deck=../tiles")).status_code == 404
        assert file.read_bytes() == before

    with_studio(kalevala, script)


def test_a_deck_from_a_sheet_is_read_only_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PNP_CONFIG_DIR", str(tmp_path / "config"))
    (tmp_path / "list.csv").write_text("name,power\nAda,3\nBob,5\n")
    assert main(["new", "heroes", "--from", "list.csv"]) == 0

    async def script(client: Client) -> None:
        deck = next(part["deck"] for part in (await client.state())["components"] if part["deck"])
        table = (await client.http.get(f"/table?deck={deck}")).json()
        assert table["source"].endswith(".csv")
        answer = await client.post("/edit", edit("ada", "power", "4", "3"))
        assert answer.status_code == 422 and "sheet" in answer.json()["error"]

    with_studio(tmp_path / "heroes", script)
