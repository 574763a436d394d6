"""`pnp build` from the outside: files that other programs open, an honest manifest, all faults at once."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from msgspec.structs import replace
from PIL import Image

from pnp.base.diagnostics import InputError
from pnp.base.places import data_root
from pnp.catalog import CatalogEntry, book_of, find_game
from pnp.checking.game import inspect
from pnp.cli.main import main
from pnp.export.order.building import BuildResult, build_game, prepare_game
from pnp.export.order.manifest import load_manifest
from pnp.export.order.order import PrintOrder
from pnp.export.services.print_service import build_for_service
from tests.guard import some

ALL = {"tiles", "markers", "track", "aid", "howto", "rules", "box"}


def make(folder: Path, entry: CatalogEntry | None = None, **order: Any) -> BuildResult:
    entry = entry or find_game("kalevala")
    return build_game(entry, book_of(entry), PrintOrder(folder=str(folder), **order))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> BuildResult:
    return make(tmp_path_factory.mktemp("built"))


@pytest.fixture
def copy(tmp_path: Path) -> CatalogEntry:
    """A copy of Kalevala that a test may spoil."""
    for kind in ("cards", "layouts"):
        shutil.copytree(Path(data_root(kind)) / "kalevala", tmp_path / kind / "kalevala")
    return CatalogEntry("kalevala", str(tmp_path / "cards" / "kalevala"), str(tmp_path / "layouts" / "kalevala"))


def files(product: BuildResult) -> dict[str, bytes]:
    folder = Path(product.folder)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_one_pdf_a_component_and_one_with_everything(built: BuildResult) -> None:
    assert set(files(built)) == {*(f"{name}.pdf" for name in ALL), "kalevala-a4-en.pdf", "manifest.json"}
    assert Path(built.folder).parts[-2:] == ("kalevala", "a4-en")


def test_every_pdf_passes_qpdf_and_begins_each_component_on_a_new_leaf(built: BuildResult) -> None:
    for name, data in files(built).items():
        if name.endswith(".pdf"):
            with pikepdf.open(Path(built.folder) / name) as pdf:
                assert pdf.check_pdf_syntax() == []
            assert len(pypdfium2.PdfDocument(data)) == next(
                file.pages for file in built.manifest.files if file.file == name
            )
    toc = pypdfium2.PdfDocument(files(built)["kalevala-a4-en.pdf"]).get_toc()
    marks = [(mark.get_title(), mark.get_dest().get_index()) for mark in toc]
    titles = "Tiles, Markers + Player aid + Box of the tiles, Score track, How to play, Rules summary"
    assert ", ".join(title for title, _ in marks) == titles
    assert all(page % 2 == 0 for _, page in marks)


def test_two_builds_are_byte_identical(built: BuildResult, tmp_path: Path) -> None:
    assert files(make(tmp_path)) == files(built)


def test_the_manifest_lists_what_is_there(built: BuildResult) -> None:
    there = files(built)
    manifest = load_manifest(there["manifest.json"])
    assert manifest == built.manifest
    assert {file.file for file in manifest.files} == set(there) - {"manifest.json"}
    for file in manifest.files:
        assert (file.bytes, file.sha256) == (len(there[file.file]), hashlib.sha256(there[file.file]).hexdigest())
    tiles = next(component for component in manifest.components if component.id == "tiles")
    book = book_of(find_game("kalevala"))
    assert {face.card: face.copies for face in tiles.faces} == {
        card.id: card.copies for card in book.decks["tiles"].cards
    }
    assert sum(face.copies for face in tiles.faces) == 60
    assert len({face.face for face in tiles.faces}) == 8 and len({face.back for face in tiles.faces}) == 1
    assert manifest.book == book.digest
    assert b"/tmp" not in there["manifest.json"] and str(Path.home()).encode() not in there["manifest.json"]


def test_each_tile_is_printed_as_often_as_the_box_holds_it(built: BuildResult) -> None:
    document = pypdfium2.PdfDocument(files(built)["tiles.pdf"])
    words = Counter(" ".join(page.get_textpage().get_text_range() for page in document).split())
    for card in some(book_of(find_game("kalevala")).decks["tiles"].cards):
        assert words[card.name.get("en", card.name.get("*", "")).split()[-1]] >= card.copies


@pytest.mark.parametrize(
    ("order", "folder", "size"),
    [
        ({"paper": "letter", "lang": "fi"}, "letter-fi", (612, 792)),
        ({"paper": "A4", "theme": "ink"}, "a4-en-ink", (595.2756, 841.8898)),
        ({"paper": "a3", "theme": "accessible"}, "a3-en-accessible", (841.8898, 1190.5512)),
    ],
)
def test_papers_languages_and_themes(
    tmp_path: Path, order: dict[str, Any], folder: str, size: tuple[float, float]
) -> None:
    product = make(tmp_path, **order)
    assert Path(product.folder).name == folder
    document = pypdfium2.PdfDocument(files(product)["tiles.pdf"])
    assert sorted(document[0].get_size()) == pytest.approx(size, abs=0.01)
    text = document[0].get_textpage().get_text_range()
    assert ("arkki 1/" in text) == (order.get("lang") == "fi")
    assert "Väinämöinen" in text


def test_pngs_are_one_a_face_at_300_dpi(tmp_path: Path) -> None:
    product = make(tmp_path, only=("tiles", "track"), png=True)
    names = sorted(name for name in files(product) if name.endswith(".png"))
    assert len(names) == 8 + 1 + 1
    assert {"png/tiles/ukko.png", "png/tiles/back.png", "png/track/page-1.png"} <= set(names)
    with Image.open(Path(product.folder) / "png/tiles/ukko.png") as picture:
        assert picture.size == (602, 602) and picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)


@pytest.mark.parametrize(
    ("order", "folder"),
    [
        ({"only": ("markers",)}, "a4-en-only-markers"),
        ({"only": ("tiles", "markers"), "theme": "ink"}, "a4-en-ink-only-tiles-markers"),
        ({"cards": "louhi"}, "a4-en-cards-louhi"),
        ({"once": True}, "a4-en-once"),
        ({"side": "front"}, "a4-en-fronts"),
        ({"only": ("tiles",), "cards": "value>=5", "side": "back"}, "a4-en-only-tiles-cards-value--5-c05a93-backs"),
    ],
)
def test_less_than_the_whole_set_leaves_the_whole_set(tmp_path: Path, order: dict[str, Any], folder: str) -> None:
    before = files(make(tmp_path))
    part = make(tmp_path, **order)
    assert Path(part.folder).name == folder
    assert files(make(tmp_path)) == before
    named = {file.file for file in load_manifest(files(part)["manifest.json"]).files}
    assert named == set(files(part)) - {"manifest.json"}


def test_choices_that_are_written_alike_have_folders_of_their_own(tmp_path: Path) -> None:
    folders = {make(tmp_path, cards=cards).folder for cards in ("value>4", "value<4", "value=4")}
    assert len(folders) == 3


def test_what_a_new_build_does_not_make_is_taken_away_unless_somebody_changed_it(tmp_path: Path) -> None:
    first = make(tmp_path, only=("markers",), png=True, dpi=72, cut=("svg",))
    folder = Path(first.folder)
    (folder / "markers-cut.svg").write_text("my own", encoding="utf-8")
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    after = set(files(make(tmp_path, only=("markers",))))
    assert after == {"markers.pdf", "manifest.json", "markers-cut.svg", "notes.txt"}
    assert not (folder / "png").exists()


def test_a_manifest_that_somebody_spoilt_takes_nothing_away(tmp_path: Path) -> None:
    folder = Path(make(tmp_path, only=("markers",)).folder)
    outside = tmp_path / "precious.txt"
    outside.write_text("precious", encoding="utf-8")
    text = (folder / "manifest.json").read_text(encoding="utf-8")
    digest = hashlib.sha256(b"precious").hexdigest()
    own = load_manifest(text.encode()).files[0]
    text = text.replace(own.sha256, digest).replace('"markers.pdf"', '"../../precious.txt"')
    (folder / "manifest.json").write_text(text, encoding="utf-8")
    make(tmp_path, only=("markers",), dpi=100)
    assert outside.read_text(encoding="utf-8") == "precious"


def test_copies_and_sides(tmp_path: Path) -> None:
    entry = find_game("kalevala")

    def pages(**order: Any) -> list[str]:
        prepared = prepare_game(entry, book_of(entry), PrintOrder(only=("tiles",), **order))
        return [sheet.side for sheet in prepared.all_sheets]

    assert pages() == ["front", "back"] * 3
    assert pages(copies=2) == ["front", "back"] * 5
    assert pages(duplex="none") == pages(side="front") == ["front"] * 3
    assert pages(side="back") == ["back"] * 3
    assert set(pages(duplex="fold")) == {"front"}


def test_text_that_does_not_fit_fails_the_build_with_its_place_and_writes_nothing(
    copy: CatalogEntry, tmp_path: Path
) -> None:
    before = files(make(tmp_path / "out", copy, only=("tiles",)))
    path = Path(copy.cards) / "tiles.yaml"
    path.write_text(path.read_text("utf-8").replace("Ukko", "Ukko the " + "very " * 60 + "high"), "utf-8")
    with pytest.raises(InputError) as raised:
        make(tmp_path / "out", copy, only=("tiles",))
    reported = [str(item) for item in raised.value.report.errors]
    assert any("does not fit" in fault and "tiles.yaml:" in fault for fault in reported)
    sentences = [fault.partition(": ")[2] for fault in reported]
    assert len(sentences) == len(set(sentences)), "a fault is reported once, at the card's own words"
    folder = tmp_path / "out" / "kalevala" / "a4-en-only-tiles"
    after = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert after == before


def test_a_character_no_font_has_fails_the_build_with_its_place(copy: CatalogEntry, tmp_path: Path) -> None:
    path = Path(copy.cards) / "tiles.yaml"
    path.write_text(path.read_text("utf-8").replace("Ukko", "Uk\u3042o"), "utf-8")
    with pytest.raises(InputError) as raised:
        make(tmp_path / "out", copy, only=("tiles",))
    reported = [str(item) for item in raised.value.report.errors]
    assert any("tiles.yaml:" in fault and "\u3042" in fault for fault in reported), reported
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("theme", ["colours: {ink: [", "", "- ink", "\tink: 1"])
def test_a_theme_that_cannot_be_read_is_all_that_is_reported(copy: CatalogEntry, tmp_path: Path, theme: str) -> None:
    Path(copy.layouts, "theme.yaml").write_text(theme, "utf-8")
    with pytest.raises(InputError) as raised:
        make(tmp_path / "out", copy)
    (built,) = raised.value.report
    (checked,) = inspect(copy)
    assert built == checked and built.span.file.endswith("theme.yaml") and built.span.line
    assert not (tmp_path / "out").exists()


def test_all_faults_of_a_layout_are_reported_at_once(copy: CatalogEntry, tmp_path: Path) -> None:
    for name, line in (("track.yaml", "\nnonsense: 1\n"), ("aid.yaml", "\nmore_nonsense: 2\n")):
        path = Path(copy.layouts) / name
        path.write_text(path.read_text("utf-8") + line, "utf-8")
    with pytest.raises(InputError) as raised:
        make(tmp_path / "out", copy, only=("track", "aid"))
    reported = " ".join(str(item) for item in raised.value.report.errors)
    assert "track.yaml" in reported and "aid.yaml" in reported
    assert not (tmp_path / "out").exists()


def test_a_choice_of_cards_is_all_that_is_printed(tmp_path: Path) -> None:
    product = make(tmp_path, cards="value>=5, louhi", once=True)
    tiles = next(one for one in product.manifest.components if one.id == "tiles")
    book = book_of(find_game("kalevala"))
    wanted = [card.id for card in book.decks["tiles"].cards if card.fields["value"] >= 5 or card.id == "louhi"]
    assert [face.card for face in tiles.faces] == wanted
    assert [one.id for one in product.manifest.components] == ["tiles"]
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(files(product)["tiles.pdf"])]
    assert len(pages) == 2


def test_only_backs_of_what_has_backs(tmp_path: Path) -> None:
    product = make(tmp_path, only=("tiles", "rules"), side="back")
    assert [file.file for file in product.manifest.files] == ["tiles.pdf"]
    with pytest.raises(InputError, match="there is nothing to print"):
        make(tmp_path / "none", only=("rules",), side="back")


def test_a_picture_too_large_for_any_machine_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="pixels are too many"):
        make(tmp_path / "out", only=("track",), png=True, dpi=3000)
    assert not (tmp_path / "out").exists()


def test_components_with_hostile_ids_stay_in_their_folder(tmp_path: Path) -> None:
    book = book_of(find_game("kalevala"))
    ids = iter(["../../evil", "CON", "a/b", "a-b", ".hidden", "aux"])
    hostile = replace(book, components=tuple(replace(one, id=next(ids)) for one in book.components[:6]))
    product = build_game(find_game("kalevala"), hostile, PrintOrder(folder=str(tmp_path / "out"), png=True, dpi=36))
    names = {name for name in files(product) if name.endswith(".pdf")}
    assert names == {"evil.pdf", "_CON.pdf", "a-b.pdf", "a-b-2.pdf", "hidden.pdf", "_aux.pdf", "kalevala-a4-en.pdf"}
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_component_called_like_the_file_with_everything_has_a_file_of_its_own(tmp_path: Path) -> None:
    book = book_of(find_game("kalevala"))
    ids = iter(["kalevala-a4-en", "one", "two", "three", "four", "five", "six"])
    clash = replace(book, components=tuple(replace(one, id=next(ids)) for one in book.components))
    product = build_game(find_game("kalevala"), clash, PrintOrder(folder=str(tmp_path)))
    listed = {file.file: file.sha256 for file in product.manifest.files}
    found = {name: hashlib.sha256(data).hexdigest() for name, data in files(product).items() if name != "manifest.json"}
    assert listed == found
    assert len(listed) == 8 and "kalevala-a4-en.pdf" in listed and "kalevala-a4-en-2.pdf" in listed


def test_a_back_of_another_size_is_reported_by_build_and_check_alike(copy: CatalogEntry, tmp_path: Path) -> None:
    layout = Path(copy.layouts, "tile-back.yaml")
    layout.write_text(re.sub(r"(?m)^size: .*$", "size: poker", layout.read_text("utf-8")), "utf-8")
    with pytest.raises(InputError, match=r"tile-back: expected 45 × 45 mm like .*, got 63 × 88 mm \(give both"):
        make(tmp_path / "out", copy, only=("tiles",))
    reported = [str(item) for item in inspect(copy, lang="en") if item.severity == "error"]
    assert len(reported) == 1 and "got 63 × 88 mm" in reported[0] and "tile-back.yaml:" in reported[0]


def test_slots_all_skipped_blame_skip_and_no_paper(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"every position on the sheet is skipped \(skip fewer with --skip\)"):
        make(tmp_path / "out", only=("tiles",), skip=tuple(range(1, 60)))


def test_a_card_without_a_copy_is_nowhere_in_a_build(copy: CatalogEntry, tmp_path: Path) -> None:
    cards = Path(copy.cards, "tiles.yaml")
    text = re.sub(r"(?m)^total: .*\n", "", cards.read_text("utf-8"))
    cards.write_text(re.sub(r"(?m)^    copies: .*$", "    copies: 0", text, count=1), "utf-8")
    made = make(tmp_path / "out", copy, only=("tiles",), png=True, dpi=36)
    (tiles,) = made.manifest.components
    assert len(tiles.faces) == 7
    assert sum(file.kind == "png" for file in made.manifest.files) == 8  # and the back
    (pdf,) = (file for file in made.manifest.files if file.kind == "pdf")
    assert pdf.faces == 8


@pytest.mark.parametrize("order", [{}, {"png": True, "dpi": 36, "cut": ("svg", "dxf")}])
def test_a_component_of_no_copies_makes_no_files(tmp_path: Path, order: dict[str, Any]) -> None:
    book = book_of(find_game("kalevala"))
    none = replace(book, components=tuple(replace(one, copies=int(one.id != "tiles")) for one in book.components))
    product = build_game(find_game("kalevala"), none, PrintOrder(folder=str(tmp_path / "out"), **order))
    assert not any("tiles" in file.components and file.components == ["tiles"] for file in product.manifest.files)
    with pytest.raises(InputError, match=r"there is nothing to print \(none of the chosen components has cards with"):
        build_game(find_game("kalevala"), none, PrintOrder(folder=str(tmp_path / "none"), only=("tiles",), **order))
    with pytest.raises(InputError, match="MakePlayingCards can make none of the components"):
        where = PrintOrder(folder=str(tmp_path / "none"), only=("tiles",))
        build_for_service(find_game("kalevala"), none, replace(where, service="makeplayingcards"))
    assert not (tmp_path / "none").exists()


def test_a_page_larger_than_the_paper_is_reported(copy: CatalogEntry, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"component track: track: .* does not fit on A5"):
        make(tmp_path / "out", copy, paper="a5")
    assert not (tmp_path / "out").exists()


# the command


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["build", *words])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_command_reports_what_it_made(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "kalevala", "-o", str(tmp_path), "--only", "tiles,rules", "--only", "aid")
    lines = out.splitlines()
    assert code == 0
    assert lines[0].startswith("Kalevala: ") and lines[0].endswith(" s")
    assert [line.split()[0] for line in lines[2:-1]] == ["tiles.pdf", "aid.pdf", "rules.pdf"]
    assert lines[-1].endswith("manifest.json") and Path(lines[-1]).is_file()


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["kalevla"], 2, "did you mean “kalevala”?"),
        (["kalevala", "nothere"], 2, "unknown game"),
        (["kalevala", "--only", "tils"], 2, "there is no component “tils” (did you mean “tiles”?)"),
        (["kalevala", "--paper", "a44"], 2, "there is no paper “a44”"),
        (["kalevala", "--paper", "../a4"], 2, "there is no paper “../a4”"),
        (["kalevala", "--lang", "sv"], 2, "the game has no language “sv”"),
        (["kalevala", "--theme", "inc"], 2, "did you mean “ink”?"),
        (["kalevala", "--gutter", "wide"], 2, "is not a length"),
        (["kalevala", "--gutter", "99"], 2, "expected 0 to 50 mm, got 99"),
        (["kalevala", "--copies", "0"], 2, "copies"),
        (["kalevala", "--cards", "uko"], 2, "there is no card “uko” (did you mean “ukko”?)"),
        (["kalevala", "--only", "tiles", "--skip", "1-30"], 1, "every position on the sheet is skipped"),
        (["kalevala", "--duplex", "tumble"], 2, "duplex"),
        ([], 2, "GAME"),
    ],
)
def test_what_people_mistype_is_reported_and_nothing_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str], code: int, message: str
) -> None:
    folder = tmp_path / "out"
    got, _, err = run(capsys, *words, "-o", str(folder))
    assert (got, message in err) == (code, True), err
    assert not folder.exists()


def test_an_output_that_is_a_file_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    code, _, err = run(capsys, "kalevala", "-o", str(tmp_path / "out"), "--only", "markers")
    assert code == 1 and "cannot be written" in err


def test_the_page_on_printing_names_every_option() -> None:
    """docs/printing.md and the command line agree."""
    import re

    from pnp.cli.main import command_of

    page = Path(__file__).parents[3].joinpath("docs", "printing.md").read_text("utf-8")
    table = page.partition("## Options")[2].partition("## ")[0]
    documented = {
        name.removeprefix("--")
        for line in table.splitlines()
        for name in re.findall(r"`(--?\w+)`", line.split("|")[1] if "|" in line else "")
    }
    options = [each for each in command_of(("build",)).params if each.param_type_name == "option"]
    assert documented == {each.opts[0].removeprefix("--") for each in options}


@pytest.mark.parametrize(
    ("words", "is_reported"),
    [
        (["--gutter", "6mm"], True),
        (["--gutter", "6mm", "--crop", "none"], False),
        (["--gutter", "6mm", "--paper", "a3"], False),
        ([], False),
    ],
)
def test_cards_that_leave_no_room_for_crop_marks_are_reported(
    words: list[str], is_reported: bool, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = run(capsys, "kalevala", "--only", "tiles", *words, "-o", str(tmp_path))
    assert code == 0
    message = "--crop: warning: component tiles: cards 45 mm wide leave no room for crop marks beside them"
    assert (message in err) == is_reported
    assert "pnp check" not in out  # which knows nothing of sheets


@pytest.mark.parametrize(
    ("words", "pieces"),
    [
        (["--cards", "ukko,louhi", "--once"], 2),
        (["--cards", "ukko,louhi", "--once", "--copies", "3"], 6),
        (["--cards", "ukko,louhi"], 17),
        (["--only", "tiles", "--once"], 8),
    ],
)
def test_as_many_pieces_are_reported_as_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], pieces: int
) -> None:
    code, out, _ = run(capsys, "kalevala", "-o", str(tmp_path), *words)
    assert code == 0 and out.startswith(f"Kalevala: {pieces} pieces on a4")


def test_a_build_reports_to_programs_what_it_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "Kalevala", "--only", "markers", "-o", str(tmp_path), "--json")
    (made,) = json.loads(out)
    assert code == 0 and made["game"] == "kalevala" and made["warnings"] == []
    assert Path(made["manifest"]).is_file()
    assert [(Path(made["folder"]) / file["file"]).stat().st_size for file in made["files"]] == [
        file["bytes"] for file in made["files"]
    ]
    assert run(capsys, "kalevala", "--watch", "--json")[0] == 2
