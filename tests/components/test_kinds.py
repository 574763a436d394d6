"""Every kind of component from the outside: what other programs read in the files, and what faults say."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from pnp.export.order.building import BuildResult
from tests.components.games import build, faults, spoiled, words_of


@pytest.fixture(scope="module", params=["a4", "letter"])
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> BuildResult:
    return build(tmp_path_factory.mktemp("built"), paper=request.param)


def words(built: BuildResult, name: str) -> list[str]:
    return words_of(Path(built.folder) / f"{name}.pdf")


def test_every_file_is_sound(built: BuildResult) -> None:
    assert len(built.manifest.files) == 12 and not built.warnings
    for file in built.manifest.files:
        with pikepdf.open(Path(built.folder) / file.file) as pdf:
            assert pdf.check_pdf_syntax() == [] and len(pdf.pages) == file.pages


def test_chits_of_three_sizes_share_a_sheet(built: BuildResult) -> None:
    front, back = words(built, "coins")
    for side in (front, back):
        found = side.split()
        assert [found.count(word) for word in ("1", "5", "Fish")] == [16, 12, 6]


def test_a_track_counts_its_laps(built: BuildResult) -> None:
    found = words(built, "track")[0].split()
    assert {str(number) for number in range(120)} <= set(found) and "120" not in found
    ring = words(built, "loop")[0].split()
    assert {str(number) for number in range(1, 25)} <= set(ring) and "Rounds" in ring


def test_a_box_has_its_words_on_every_panel(built: BuildResult) -> None:
    (page,) = words(built, "box")
    assert page.count("Harbour") == 6  # two large panels, two sides, the lid, the foot line
    assert "glue" in page


def test_a_booklet_is_a_sheet_of_two_sides_without_a_foot_line(built: BuildResult) -> None:
    front, back = words(built, "booklet")
    assert "HAR-02" in front and back.strip() == "" and "50 mm" not in front


def test_the_same_words_in_finnish(tmp_path: Path) -> None:
    made = build(tmp_path, only=("box", "track", "map"), lang="fi")
    assert "liima" in words(made, "box")[0] and "Pistetaulukko" in words(made, "track")[0]
    assert "Palat" in words(made, "map")[0]


@pytest.mark.parametrize(
    ("only", "old", "new", "sentence"),
    [
        ("box", "cards: 54", "cards: 400", "game.yaml:22:31 component box: a box of 65 × 90 × 121 mm is too large"),
        ("box", "holds: [crew]", "holds: [crow]", "game.yaml:22:32 there is no deck “crow”"),
        ("box", "holds: [crew], ", "", "game.yaml:22:8 the key “holds” is missing"),
        ("box", "side: box-side", "side: boxside", "there is no layout “boxside”"),
        (
            "booklet",
            "face: booklet",
            "face: island",
            "game.yaml:25:34 component booklet: island: 186 × 240 mm does not fit on half a sheet",
        ),
        ("booklet", "creep: 0.1", "creep: much", "game.yaml:25:50 expected a length, got the text “much”"),
        ("coins", '"*": coin', "small: coyn", "there is no layout “coyn”"),
        ("coins", ', "*": coin}', "}", "game.yaml:17:11 no layout for the card “one”: its size is “small”"),
        ("figures", "base: slot", "base: slat", "game.yaml:20:61 “slat” is not allowed here"),
        ("figures", "base: slot", "foot: 200", "game.yaml:20:61 expected 5 to 60 mm, got 200 mm"),
        ("track", "face: track", "face: {by: size, a: track}", "expected one layout for the face of a page"),
    ],
)
def test_faults_have_their_places(tmp_path: Path, only: str, old: str, new: str, sentence: str) -> None:
    reported = faults(tmp_path, only, game=(old, new))
    assert [line for line in reported if sentence in line], reported


def test_the_box_grows_with_the_deck(tmp_path: Path) -> None:
    entry = spoiled(tmp_path, game=("cards: 54, ", ""))
    thin = build(tmp_path / "thin", entry, only=("box",))
    with pikepdf.open(Path(thin.folder) / "box.pdf") as pdf:
        box = [float(side) * 25.4 / 72 for side in pdf.pages[0].TrimBox]
    sides = sorted((round(box[2] - box[0], 2), round(box[3] - box[1], 2)))
    assert sides == [128, 152]  # ten cards of 0.3 mm are no less than 4 mm, and 1 mm of room


def test_an_update_prints_a_box_as_a_whole(tmp_path: Path) -> None:
    entry = spoiled(tmp_path)
    first = build(tmp_path / "old", entry)
    top = tmp_path / "games" / "harbour" / "layouts" / "box-top.yaml"
    top.write_text(top.read_text("utf-8").replace("{game}", "{game} 2"), "utf-8")
    made = build(tmp_path / "new", entry, since=first.manifest_path)
    assert {file.file for file in made.manifest.files if file.file.endswith(".pdf")} >= {"box.pdf"}
    (page,) = words(made, "box")
    assert page.count("Harbour") == 6 and "Harbour 2" in page


def test_a_choice_of_cards_reaches_chits(tmp_path: Path) -> None:
    made = build(tmp_path, cards="worth=5")
    assert [file.file for file in made.manifest.files] == ["coins.pdf"]
    assert words(made, "coins")[0].split().count("5") == 12
