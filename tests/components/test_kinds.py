"""Every kind of component from the outside: what other programs read in the files, and what faults say."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from pnp.base.diagnostics import InputError
from pnp.export.order.building import BuildResult
from tests.components.games import build, faults, harbour, raster, spoiled, words_of
from tests.components.stitching import differing_part
from tests.guard import some


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


zxing = pytest.importorskip("zxingcpp")


def test_every_code_of_a_sheet_is_read_back(tmp_path: Path) -> None:
    made = build(tmp_path, only=("crew",))
    sheets = [raster(Path(made.folder) / "crew.pdf", page, 6) for page in (0, 2)]  # each front is followed by its back
    found = sorted(code.text for sheet in sheets for code in zxing.read_barcodes(sheet))
    assert found == ["HB1 Captain"] * 2 + ["HB2 Sailor"] * 8


def test_letters_beyond_ascii_are_read_back(tmp_path: Path) -> None:
    made = build(tmp_path, only=("crew",), lang="fi", theme="accessible")
    sheet = raster(Path(made.folder) / "crew.pdf", 0, 6)
    assert {code.text for code in zxing.read_barcodes(sheet)} == {"HB1 Kapteeni", "HB2 Merimies"}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tiles_stitched_together_equal_the_whole(tmp_path: Path, paper: str) -> None:
    made = build(tmp_path, only=("map",), paper=paper)
    assert differing_part(harbour(), "map", made, paper, bleed=3) < 0.01


def test_the_whole_is_one_page_with_its_trim(tmp_path: Path) -> None:
    made = build(tmp_path, only=("map",))
    with pikepdf.open(Path(made.folder) / "map-whole.pdf") as pdf:
        assert len(pdf.pages) == 1
        trim = [float(side) * 25.4 / 72 for side in pdf.pages[0].TrimBox]
    assert [round(trim[2] - trim[0], 2), round(trim[3] - trim[1], 2)] == [500, 360]
    assert {file.file for file in made.manifest.files} == {"map.pdf", "map-whole.pdf"}


def test_a_board_with_translucent_things_has_streams_that_can_be_read(tmp_path: Path) -> None:
    """The plan of the tiles draws the board's groups on the page itself."""
    glass = ("stroke_width: 1, radius: 6}", 'stroke_width: 1, radius: 6, fill: "#20546b", opacity: 0.4}')
    made = build(tmp_path, spoiled(tmp_path, map=glass), only=("map",))
    for file in some(made.manifest.files):
        with pikepdf.open(Path(made.folder) / file.file) as pdf:
            groups = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and "/Group" in item]
            assert groups and all(item.read_bytes() for item in groups)


def test_a_board_that_fits_is_not_cut(tmp_path: Path) -> None:
    made = build(tmp_path, only=("map",), paper="a2")
    assert [file.file for file in made.manifest.files] == ["map.pdf"]


def test_faults_have_their_places_of_board(tmp_path: Path) -> None:
    wrong = ("kind: board", "kind: board, overlap: 99")
    assert faults(tmp_path / "a", "map", game=wrong) == ["game.yaml:11:31 expected 4 to 40 mm, got 99 mm"]
    wrong = ("kind: board", "kind: bored")
    reported = faults(tmp_path / "b", "map", game=wrong)
    assert "game.yaml:11:15 “bored” is not allowed here" in reported[0]
    wrong = ("face: map", "face: map, back: map")
    assert faults(tmp_path / "c", "map", game=wrong) == ["game.yaml:11:39 a board has no back"]


ODD = ["[]", "{}", "-1", "''", "[[1]]", "{by: [1], a: {}}", "{by: size}", "99999999999", "nan"]
PLACES = [
    ("map", "kind: board", "kind: {}"),
    ("map", "face: map", "face: {}"),
    ("map", "kind: board", "kind: board, overlap: {}"),
    ("map", "kind: board", "kind: board, marks: {}"),
    ("coins", "    deck: coins\n", "    deck: {}\n"),
    ("coins", '{{by: size, big: coin-big, hex: fish, "*": coin}}', "{}"),
    ("coins", "    deck: coins\n", "    deck: coins\n    gap: {}\n"),
    ("figures", "base: slot", "base: {}"),
    ("figures", "base: slot", "foot: {}"),
    ("figures", "base: slot", "copies: {}"),
    ("box", "holds: [crew]", "holds: {}"),
    ("box", "cards: 54", "cards: {}"),
    ("box", "cards: 54", "thickness: {}"),
    ("box", "side: box-side", "side: {}"),
    ("box", "cards: 54", "copies: {}"),
    ("booklet", "creep: 0.1", "creep: {}"),
    ("booklet", "creep: 0.1", "copies: {}"),
]


@pytest.mark.parametrize(("only", "old", "new"), PLACES, ids=lambda word: word[:24].strip())
def test_odd_values_in_components(tmp_path: Path, only: str, old: str, new: str) -> None:
    entry = spoiled(tmp_path)
    file = tmp_path / "games" / "harbour" / "cards" / "game.yaml"
    text = file.read_text("utf-8")
    old = old.replace("{{", "{").replace("}}", "}")
    assert old in text
    for odd in ODD:
        file.write_text(text.replace(old, new.replace("{}", odd)), "utf-8")
        _try(tmp_path, entry, only)


@pytest.mark.parametrize(
    ("table", "old", "new"),
    [
        ("island", "{q: 0, r: 0, ground: wood}", "{}"),
        ("island", "q: 0, r: 0", "q: {}, r: 0"),
        ("sea", "x_mm: 60", "x_mm: {}"),
        ("sea", "a: NOR, b: EST", "a: {}, b: EST"),
        ("sea", "steps: 6", "steps: {}"),
        ("sea", "via: [[150, 310]]", "via: {}"),
        ("sea", "{id: NOR-EST, a: NOR, b: EST, steps: 6}", "{}"),
        ("sea", "id: SUD", "id: {}"),
    ],
    ids=lambda word: word[:24],
)
def test_odd_values_in_tables(tmp_path: Path, table: str, old: str, new: str) -> None:
    entry = spoiled(tmp_path)
    file = tmp_path / "games" / "harbour" / "cards" / f"{table}.yaml"
    text = file.read_text("utf-8")
    assert old in text
    for odd in ODD:
        file.write_text(text.replace(old, new.replace("{}", odd), 1), "utf-8")
        _try(tmp_path, entry, "map")


def _try(tmp_path: Path, entry: object, only: str) -> None:
    try:
        build(tmp_path / "out", entry, only=(only,))  # type: ignore[arg-type]
    except InputError as fault:
        assert fault.report.errors
        assert all(item.message and item.span.file for item in fault.report)
