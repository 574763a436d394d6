"""What was printed and what was played, beside the faces: what differs from the last print, numbers of a report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pnp.ui.cli.main import main
from tests.editing import edit_file
from tests.ui.studio.running import Client, copy_game, with_studio


@pytest.fixture
def kalevala(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return copy_game("kalevala", tmp_path)


def test_what_is_not_as_it_was_printed_last_is_named_with_the_command_that_prints_it(kalevala: Path) -> None:
    async def script(client: Client) -> None:
        await client.listen()
        assert (await client.http.get("/past")).json()["printed"] == {"en": None}
        assert main(["build", "kalevala", "--games", str(kalevala), "--only", "tiles,markers"]) == 0
        printed = (await client.http.get("/past")).json()["printed"]["en"]
        assert (printed["changed"], printed["added"], printed["gone"]) == ([], [], [])
        edit_file(kalevala / "cards" / "tiles.yaml", ("value: 2\n", "value: 9\n"))
        await client.until("done")
        printed = (await client.http.get("/past")).json()["printed"]["en"]
        assert printed["changed"] == ["tiles/louhi"]
        assert printed["command"] == "pnp build kalevala --since last"

    with_studio(kalevala, script)


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
