"""The sheets of a print, as a build lays them, without a build."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageStat

from pnp.cli.main import main
from tests.studio.running import Client, copy_game, with_studio


@pytest.fixture
def kalevala(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return copy_game("kalevala", tmp_path)


def test_the_sheets_are_the_pages_that_a_build_makes(kalevala: Path) -> None:
    import pypdfium2

    assert main(["build", "kalevala", "--games", str(kalevala), "--paper", "letter"]) == 0
    (whole,) = Path("output").glob("**/kalevala-letter-en.pdf")
    pages = len(pypdfium2.PdfDocument(whole))

    async def script(client: Client) -> None:
        laid = (await client.http.get("/sheets?paper=letter")).json()
        assert laid["all"] == len(laid["sheets"]) == pages
        assert "a4" in laid["papers"]
        first = laid["sheets"][0]
        answer = await client.http.get(f"{first['picture']}?size=560")
        with Image.open(BytesIO(answer.content)) as picture:
            assert max(picture.size) == 560
            assert abs(picture.width / picture.height - first["size"][0] / first["size"][1]) < 0.01
            assert ImageStat.Stat(picture.convert("L")).extrema[0][0] < 100, "something is drawn"
        again = (await client.http.get("/sheets?paper=a4")).json()
        assert again["sheets"][0]["size"][0] == 210
        assert (await client.http.get(first["picture"])).status_code == 404, "those sheets are laid no more"
        for path in ("/sheet/x/0.webp", "/sheet/x/-1.webp", "/sheet/../0.webp", f"{again['sheets'][0]['picture']}x"):
            assert (await client.http.get(path)).status_code == 404
        assert (await client.http.get("/sheets?paper=papyrus")).status_code == 422

    with_studio(kalevala, script)
