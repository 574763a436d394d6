"""What was printed and what was played, beside the faces: what differs from the last print, numbers of a report."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from pnp.cli.main import main
from tests.editing import edit_file
from tests.export.small import write_game
from tests.guard import some
from tests.studio.running import Client, copy_game, with_studio


@pytest.fixture
def kalevala(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return copy_game("kalevala", tmp_path)


def test_what_is_not_as_it_was_printed_is_named_and_shown_with_its_command(kalevala: Path) -> None:
    async def script(client: Client) -> None:
        await client.listen()
        assert (await client.http.get("/past")).json()["printed"] == {"en": None}
        assert main(["build", "kalevala", "--games", str(kalevala), "--only", "tiles,markers"]) == 0
        printed = (await client.http.get("/past")).json()["printed"]["en"]
        assert (printed["changed"], printed["added"], printed["gone"], printed["then"]) == ([], [], {}, {})
        before = await client.picture("tiles/louhi")
        tiles = kalevala / "cards" / "tiles.yaml"
        edit_file(tiles, ("value: 2\n", "value: 9\n"))
        await client.until("done")
        printed = (await client.http.get("/past")).json()["printed"]["en"]
        assert printed["changed"] == ["tiles/louhi"]
        assert printed["command"] == "pnp build kalevala --since last"
        then = printed["then"]["tiles/louhi"]
        assert then["title"] == "Louhi" and then["size"] == [45, 45]
        was = await client.http.get(f"/face/{then['digest']}.webp?size=280")
        assert pixels(was.content) == pixels(before), "as it looked when it was printed"
        assert pixels(await client.picture("tiles/louhi")) != pixels(before)

    with_studio(kalevala, script)


def test_a_layout_and_cards_that_came_or_went_are_compared_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path, {"ant": 2, "bee": 1, "cat": 1})
    assert main(["build", "small", "--games", str(tmp_path)]) == 0
    home = tmp_path / "small"

    async def script(client: Client) -> None:
        await client.listen()
        edit_file(home / "layouts" / "card.yaml", ("ground: {kind: rect, box: bleed", "ground: {kind: rect, box: trim"))
        await client.until("done")
        client.received.clear()
        edit_file(home / "cards" / "deck.yaml", ("id: bee", "id: dog"))
        await client.until("done")
        printed = (await client.http.get("/past")).json()["printed"]["en"]
        assert printed["changed"] == ["deck/ant", "deck/cat"]
        assert printed["added"] == ["deck/dog", "deck/dog/back"]
        assert printed["gone"] == {"deck/bee": "Card bee", "deck/bee/back": "Card bee"}
        assert printed["then"].keys() == {"deck/ant", "deck/cat", *printed["gone"]}
        for then in some(printed["then"].values()):
            assert (await client.http.get(f"/face/{then['digest']}.webp")).status_code == 200
        (Path("output") / "small" / "printed-en-colour.faces").write_bytes(b"torn")
        printed = (await client.http.get("/past")).json()["printed"]["en"]
        assert printed["then"] == {} and len(printed["gone"]) == 2

    with_studio(home, script)


def pixels(data: bytes) -> bytes:
    with Image.open(BytesIO(data)) as picture:
        return picture.tobytes()


def test_numbers_of_the_newest_report_stand_with_each_card_and_grow_old_with_its_values(kalevala: Path) -> None:
    report = Path("output/kalevala/playtest.json")
    words = ["playtest", "kalevala", "--games", str(kalevala), "--seed", "1", "-n", "6", "--workers", "1"]
    assert main([*words, "--json", str(report)]) in (0, None)

    async def script(client: Client) -> None:
        await client.listen()
        numbers = (await client.http.get("/past")).json()["numbers"]
        assert numbers["games"] == json.loads(report.read_text("utf-8"))["games"] and not numbers["stale"]
        assert any(use["times"] > 0 for uses in numbers["cards"].values() for use in uses)
        Path("output/kalevala/playtest-torn.json").write_text("{")
        edit_file(kalevala / "cards" / "tiles.yaml", ("value: 2\n", "value: 9\n"))
        await client.until("done")
        assert (await client.http.get("/past")).json()["numbers"]["stale"]

    with_studio(kalevala, script)
