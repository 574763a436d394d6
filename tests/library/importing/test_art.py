"""Pictures that a table names: found, copied, placed on the cards."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from pnp.cli.main import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "table"
    (place / "art" / "deep").mkdir(parents=True)
    for name, colour in {
        "Ukko.png": "teal", "art/louhi.jpg": "brown", "art/deep/sampo.PNG": "gold", "art/ukko.png": "red"
    }.items():  # fmt: skip
        Image.new("RGB", (400, 300), colour).save(place / name)
    Image.new("RGB", (40, 30), "black").save(tmp_path / "outside.png")
    return place


def run(folder: Path, rows: str, *words: str) -> int:
    table = folder / "my.csv"
    table.write_text(rows, encoding="utf-8")
    return main(["import", str(table), "-o", str(folder / "made"), *words])


def test_pictures_come_along_and_lie_on_the_cards(folder: Path, capsys: Capture) -> None:
    rows = (
        "name,Image,text\nUkko,Ukko.png,a\nLouhi,louhi,b\nSampo,art\\deep\\sampo.PNG,c\nRed,art/ukko.png,d\nBare,,e\n"
    )
    assert run(folder, rows) == 0
    assert "4 pictures are in" in capsys.readouterr().out
    art = folder / "made" / "my" / "layouts" / "art"
    assert sorted(file.name for file in art.iterdir()) == ["Ukko.png", "louhi.jpg", "sampo.png", "ukko-2.png"]
    assert (art / "ukko-2.png").read_bytes() == (folder / "art" / "ukko.png").read_bytes()
    where = ["--games", str(folder / "made")]
    assert main(["check", "my", *where]) == 0
    assert main(["build", "my", *where, "-o", str(folder / "out")]) == 0
    with pikepdf.open(folder / "out" / "my" / "a4-en" / "cards.pdf") as pdf:
        images = {
            bytes(found.read_raw_bytes())
            for found in pdf.objects
            if isinstance(found, pikepdf.Stream) and found.get("/Subtype") == "/Image"
        }
        assert len(images) == 4


@pytest.mark.parametrize(
    "words", [["import", "my.csv", "-o", "made"], ["new", "my", "--from", "my.csv", "--dir", "made"]]
)
def test_drawings_and_webp_pictures_come_along(folder: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.chdir(folder)
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 6"><path d="M0 0h8v6z"/></svg>'
    (folder / "art" / "kala.svg").write_text(drawing, "utf-8")
    Image.new("RGB", (400, 300), "teal").save(folder / "art" / "leipa.webp")
    (folder / "my.csv").write_text("name,Kuva,text\nKala,kala.svg,a\nPulla,leipa.webp,b\nPullo,kala,c\n", "utf-8")
    assert main(words) == 0
    made = folder / "made" / "my" / "layouts" / "art"
    assert (made / "kala.svg").read_text("utf-8") == drawing
    assert (made / "leipa.webp").read_bytes() == (folder / "art" / "leipa.webp").read_bytes()
    assert main(["check", "my", "--games", "made"]) == 0


def test_a_missing_picture_is_reported_and_the_game_still_builds(folder: Path, capsys: Capture) -> None:
    assert run(folder, "name,Kuva,text\nUkko,nowhere.png,a\nWeb,https://example.org/b.webp,b\n") == 0
    output = capsys.readouterr().out
    assert (
        "Pictures (PNG, JPEG, WebP or SVG) not found beside the table: nowhere.png, https://example.org/b.webp"
        in output
    )
    assert main(["build", "my", "--games", str(folder / "made"), "-o", str(folder / "out")]) == 0


@pytest.mark.parametrize("cell", ["../outside.png", "..\\outside.png", "/etc/passwd", "art", "..", "nul\0l.png"])
def test_nothing_outside_the_tables_folder_is_read(cell: str, folder: Path, capsys: Capture) -> None:
    (folder / "link.png").symlink_to(folder.parent / "outside.png")
    run(folder, f"name,art,text\nA,{cell},a\nB,link.png,b\n")
    assert not (folder / "made" / "my" / "layouts" / "art").exists()


def test_a_column_of_that_name_that_holds_numbers_is_a_field(folder: Path, capsys: Capture) -> None:
    assert run(folder, "name,image\nUkko,3\nLouhi,4\n") == 0
    assert "kind: image" not in (folder / "made" / "my" / "layouts" / "card.yaml").read_text(encoding="utf-8")
