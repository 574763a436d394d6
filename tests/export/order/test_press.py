"""Files for a press, made from the command's order, read by other programs; and their reader, which must notice."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from pnp.base.diagnostics import InputError
from pnp.catalog import CatalogEntry, book_of, find_game
from pnp.cli.main import main
from pnp.export.order.building import BuildResult, build_game
from pnp.export.order.order import PrintOrder, contradictions
from pnp.export.services.print_service import build_for_service
from tests.export.opened_pdf import Opened
from tests.export.pdfx import REQUIREMENTS, faults
from tests.export.plates import ghostscript_inks, ghostscript_plates, has_ghostscript, most_ink
from tests.export.press.tiny_profile import tiny_profile
from tests.export.small import write_game
from tests.guard import some
from tests.layout.samples import stock
from tests.layout.text.otf import as_otf
from tests.marks import on_ci

CORPUS = Path(__file__).parents[2] / "layout/drawing/svg/corpus"

MIXED = """
size: {width: 63.5, height: 88.9, corner: 3, bleed: 3.175}
elements:
  ground: {kind: rect, box: bleed, fill: "#1c1a30"}
  picture: {kind: image, image: dot.png, dpi: 50, x: 10, y: 40, width: 20, height: 20}
  veil: {kind: rect, x: 5, y: 5, right: 5, height: 30, fill: "#ffffff", opacity: 0.9}
  name: {kind: text, text: "{name}", size: 9, colour: "#25221f", x: 8, y: 8, right: 8, height: 6}
"""


@pytest.fixture
def mixed(tmp_path: Path) -> CatalogEntry:
    """A game whose cards have a dark ground, a veil, dark letters, a translucent picture, and round chits."""
    entry = write_game(tmp_path, {"ace": 2, "ten": 1})
    layouts = tmp_path / "small" / "layouts"
    (layouts / "card.yaml").write_text(MIXED, "utf-8")
    (layouts / "chit.yaml").write_text(
        "size: {shape: round, width: 20, height: 20, bleed: 2}\n"
        "elements: {ground: {kind: rect, box: bleed, fill: '#aa3311'}}\n",
        "utf-8",
    )
    picture = Image.new("RGBA", (20, 20), (200, 30, 60, 255))
    picture.paste((0, 0, 0, 0), (0, 0, 10, 10))
    picture.save(layouts / "dot.png")
    game = tmp_path / "small" / "cards" / "game.yaml"
    game.write_text(
        game.read_text("utf-8") + "  chits: {kind: chits, deck: deck, face: chit, title: {en: Chits, fi: Laatat}}\n",
        "utf-8",
    )
    return entry


@pytest.fixture
def profile(tmp_path: Path) -> str:
    """The path of a small profile."""
    (tmp_path / "tiny.icc").write_bytes(tiny_profile())
    return str(tmp_path / "tiny.icc")


def made(entry: CatalogEntry, order: PrintOrder) -> tuple[BuildResult, dict[str, bytes]]:
    result = (build_for_service if order.service else build_game)(entry, book_of(entry), order)
    pdfs = [file.file for file in result.manifest.files if file.kind == "pdf"]
    return result, {name: (Path(result.folder) / name).read_bytes() for name in pdfs}


@pytest.mark.parametrize("norm", ["x4", "x1a"])
def test_every_requirement_is_met_by_every_file(norm: str, mixed: CatalogEntry, profile: str, tmp_path: Path) -> None:
    result, files = made(mixed, PrintOrder(press=profile, pdfx=norm, ink=220, folder=str(tmp_path / "out")))
    assert result.folder.endswith(f"a4-en-{norm}") and len(files) == 4
    assert {"profile": "Tiny press", "ink": 220}.items() <= result.manifest.sheets.items()
    for name, data in some(files.items()):
        assert faults(data, norm, 220) == (sum(norm in norms for norms, _ in REQUIREMENTS.values()), []), name
    with pikepdf.open(BytesIO(files["deck.pdf"])) as pdf:
        text = b"".join(form.read_bytes() for form in pdf.objects if _is_form(form))
    assert (b"/A900 gs" in text) == (norm == "x4")
    assert b"/OP1 gs BT" in text  # dark letters are black alone, put on what lies below


def _is_form(thing: Any) -> bool:
    return isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form"


def test_two_builds_for_a_press_are_the_same_bytes(mixed: CatalogEntry, profile: str, tmp_path: Path) -> None:
    first = made(mixed, PrintOrder(press=profile, pdfx="x1a", folder=str(tmp_path / "one")))[1]
    assert made(mixed, PrintOrder(press=profile, pdfx="x1a", folder=str(tmp_path / "two")))[1] == first


def test_a_build_at_home_keeps_a_screens_colours_and_its_own_folder(
    mixed: CatalogEntry, profile: str, tmp_path: Path
) -> None:
    folder = str(tmp_path / "out")
    home = made(mixed, PrintOrder(folder=folder))[0]
    press = made(mixed, PrintOrder(folder=folder, press=profile))[0]
    assert home.folder != press.folder
    found = faults((Path(home.folder) / "deck.pdf").read_bytes(), "x4", 300)[1]
    assert any("DeviceRGB" in fault for fault in found) and "pdfx" not in home.manifest.sheets


def test_chits_are_cut_along_a_spot_colour(mixed: CatalogEntry, profile: str, tmp_path: Path) -> None:
    _, files = made(mixed, PrintOrder(press=profile, only=("chits",), folder=str(tmp_path / "out")))
    with pikepdf.open(BytesIO(files["chits.pdf"])) as pdf:
        page = pdf.pages[0]
        spaces = page.obj.Resources.ColorSpace
        assert [str(part) for part in spaces.CutContour[:3]] == ["/Separation", "/CutContour", "/DeviceCMYK"]
        assert page.Contents.read_bytes().count(b"/CutContour CS 1 SCN") == 3
        assert b"0.000 0.000 0.000 0.000 K" not in page.Contents.read_bytes()  # no pale line below them


@pytest.mark.parametrize("norm", ["x4", "x1a"])
def test_crop_marks_are_in_the_registration_colour(
    norm: str, mixed: CatalogEntry, profile: str, tmp_path: Path
) -> None:
    order = PrintOrder(press=profile, pdfx=norm, only=("deck",), crop="full", gutter=6.0, folder=str(tmp_path / "out"))
    data = made(mixed, order)[1]["deck.pdf"]
    shown = [one for one in Opened(data, norm, 300).shown if one.page and one.kind == "stroke"]
    marks = [one for one in shown if one.space == "All"]
    with pikepdf.open(BytesIO(data)) as pdf:
        assert {one.page for one in marks} == set(range(1, len(pdf.pages) + 1))
        assert [str(part) for part in pdf.pages[0].obj.Resources.ColorSpace.Registration[:2]] == ["/Separation", "/All"]
    assert sum(len(one.boxes) for one in marks if one.page == 1) == 16  # two rows and columns: both ends of 8 edges
    between = [one for one in shown if one.space == "DeviceCMYK" and len(one.boxes) == 12]  # four at each card's corner
    assert {one.inks for one in some(between)} == {(0.0, 0.0, 0.0, 1.0)}


@pytest.mark.skipif(not has_ghostscript(), reason="Ghostscript is not there")
def test_every_plate_has_the_crop_marks(mixed: CatalogEntry, profile: str, tmp_path: Path) -> None:
    data = made(mixed, PrintOrder(press=profile, only=("deck",), folder=str(tmp_path / "out")))[1]["deck.pdf"]
    (mark,) = {one.boxes[0] for one in Opened(data, "x4", 300).shown if one.space == "All" and one.page == 1}
    dot = 150 / 72
    plates = ghostscript_plates(data, dpi=150)
    assert set(plates) == {"Cyan", "Magenta", "Yellow", "Black"}
    for plate in some(plates.values()):
        x, y = round(mark[0] * dot), plate.height - round((mark[1] + mark[3]) / 2 * dot)
        assert max(plate.crop((x - 3, y - 2, x + 4, y + 3)).tobytes()) > 60


@pytest.mark.skipif(not has_ghostscript(), reason="Ghostscript is not there")
@pytest.mark.parametrize("norm", ["x4", "x1a"])
def test_ghostscript_finds_letters_on_the_black_plate_alone_and_the_cut_on_its_own(
    norm: str, mixed: CatalogEntry, profile: str, tmp_path: Path
) -> None:
    _, files = made(mixed, PrintOrder(press=profile, pdfx=norm, ink=220, folder=str(tmp_path / "out")))
    plates = ghostscript_plates(files["chits.pdf"])
    assert set(plates) == {"Cyan", "Magenta", "Yellow", "Black", "CutContour"}
    assert max(plates["CutContour"].tobytes()) > 100
    plates = ghostscript_plates(files["deck.pdf"], dpi=150)
    four = [plates[name] for name in ("Cyan", "Magenta", "Yellow", "Black")]
    most = most_ink(ghostscript_inks(files["deck.pdf"], dpi=150))
    assert most / 2.55 <= 221 or norm == "x4"  # letters over a veil that blends
    with pikepdf.open(BytesIO(files["deck.pdf"])) as pdf:
        page = pdf.pages[0].obj
        left, top = float(page.TrimBox[0]), float(page.MediaBox[3]) - float(page.TrimBox[3])
    mm, dot = 72 / 25.4, 150 / 72
    box = (left + 8 * mm, top + 8 * mm, left + 40 * mm, top + 14 * mm)  # of the first card's name
    name = (int(box[0] * dot), int(box[1] * dot), int(box[2] * dot), int(box[3] * dot))
    black = four[3].crop(name)
    assert max(black.tobytes()) > 200
    for plate in four[:3]:
        inks = plate.crop(name).tobytes()
        assert max(inks) - min(inks) < 12  # no letter on it


def test_drivethrucards_gets_the_norm_and_the_ink_it_asks_for(profile: str, tmp_path: Path) -> None:
    order = PrintOrder(service="drivethrucards", press=profile, only=("victory",), folder=str(tmp_path))
    result, files = made(find_game("suomi1918"), order)
    assert result.folder.endswith("drivethrucards-en-x1a-only-victory")
    assert faults(files["victory.pdf"], "x1a", 240)[1] == []
    readme = (Path(result.folder) / "README.txt").read_text("utf-8")
    assert "PDF/X-1a:2003 in the inks of “Tiny press”, with at most 240 % ink" in readme
    assert "--press" not in readme


@pytest.mark.parametrize("norm", ["x4", "x1a"])
@pytest.mark.parametrize(
    "game",
    [
        *on_ci(["kalevala", "suomi1918", "drumroll"], "drumroll"),
        *(pytest.param(game, marks=pytest.mark.slow) for game in ("keikalla", "keko")),
    ],
)
def test_every_file_of_a_game_is_what_the_norm_asks_for(game: str, norm: str, profile: str, tmp_path: Path) -> None:
    _, files = made(find_game(game), PrintOrder(press=profile, pdfx=norm, folder=str(tmp_path)))
    for name, data in some(files.items()):
        assert faults(data, norm, 300)[1] == [], name


@pytest.mark.parametrize(
    ("order", "option"),
    [
        (PrintOrder(pdfx="x4"), "--pdfx"),
        (PrintOrder(ink=240), "--ink"),
        (PrintOrder(press="a.icc", ink=99), "--ink"),
        (PrintOrder(press="a.icc", service="gamecrafter"), "--press"),
        (PrintOrder(press="a.icc", service="makeplayingcards"), "--press"),
    ],
)
def test_what_cannot_be_had_together(order: PrintOrder, option: str) -> None:
    assert [name for name, _ in contradictions(order)] == [option]


def test_a_profile_that_is_not_there_is_told_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["build", "kalevala", "--only", "markers", "--press", "nowhere.icc", "-o", str(tmp_path / "out")]
    assert main(words) != 0
    output = capsys.readouterr().err
    assert "nowhere.icc" in output and "profile not found" in output
    assert not (tmp_path / "out").exists()


Break = Callable[[pikepdf.Pdf], object]


def _state(pdf: pikepdf.Pdf, **entries: object) -> None:
    resources = pdf.pages[0].obj.Resources
    if "/ExtGState" not in resources:
        resources.ExtGState = pikepdf.Dictionary()
    resources.ExtGState["/X"] = pikepdf.Dictionary({f"/{key}": one for key, one in entries.items()})


def _paint(operators: bytes) -> Break:
    return lambda pdf: pdf.pages[0].contents_add(pikepdf.Stream(pdf, operators))


def _info(key: str, value: object) -> Break:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.docinfo[key] = value

    return change


def _root(key: str, value: object) -> Break:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.Root[key] = value

    return change


def _page(key: str, value: object) -> Break:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].obj[key] = value

    return change


def _form(key: str, value: object) -> Break:
    def change(pdf: pikepdf.Pdf) -> None:
        next(one for one in pdf.objects if _is_form(one))[key] = value

    return change


def _image(**entries: object) -> Break:
    def change(pdf: pikepdf.Pdf) -> None:
        image = pikepdf.Stream(pdf, b"\xff" * 4)
        known = {"Type": pikepdf.Name.XObject, "Subtype": pikepdf.Name.Image, "Width": 1, "Height": 1}
        for key, value in {**known, "BitsPerComponent": 8, "ColorSpace": pikepdf.Name.DeviceCMYK, **entries}.items():
            image[f"/{key}"] = value
        pdf.pages[0].obj.Resources.XObject["/Broken"] = pdf.make_indirect(image)

    return change


def _xmp(old: bytes, new: bytes) -> Break:
    def change(pdf: pikepdf.Pdf) -> None:
        words = pdf.Root.Metadata.read_bytes()
        assert old in words
        pdf.Root.Metadata = pikepdf.Stream(pdf, words.replace(old, new))
        pdf.Root.Metadata.Type, pdf.Root.Metadata.Subtype = pikepdf.Name.Metadata, pikepdf.Name.XML

    return change


def _no_font_file(pdf: pikepdf.Pdf) -> None:
    for one in pdf.objects:
        if isinstance(one, pikepdf.Dictionary) and "/FontFile2" in one:
            del one["/FontFile2"]


def _another_profile(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OutputIntents[0].DestOutputProfile = pikepdf.Stream(pdf, tiny_profile(kind=b"mntr"), N=4)


def _another_spot(pdf: pikepdf.Pdf) -> None:
    space = pikepdf.Array([pikepdf.Name.Separation, pikepdf.Name.Gold, pikepdf.Name.DeviceCMYK, None])
    pdf.pages[0].obj.Resources.ColorSpace = pikepdf.Dictionary({"/X": space})


def _mark_in_the_trim(pdf: pikepdf.Pdf) -> None:
    left, low, right, top = map(float, pdf.pages[0].obj.TrimBox)
    at = f"{(left + right) / 2:.2f} {(low + top) / 2:.2f}".encode()
    line = pikepdf.Stream(pdf, b"q /Registration CS 1 SCN %b m %b l S Q" % (at, at))
    pdf.pages[0].contents_add(line, prepend=True)  # before the page counts in millimetres


def _fill_over(pdf: pikepdf.Pdf) -> None:
    _state(pdf, op=True, OP=True)
    _paint(b"/X gs 1 0 0 0 k 0 0 9 9 re f")(pdf)


BREAKS: dict[str, Break] = {
    "the trailer has": lambda pdf: pdf.trailer.__delitem__("/ID"),
    "title, creator": _info("/Title", ""),
    "it is said whether": _info("/Trapped", pikepdf.Name.Unknown),
    "the document's information names": _info("/GTS_PDFXVersion", "PDF/X-3"),
    "the XMP names": _xmp(b"PDF/X-1a:2003", b"PDF/X-3"),
    "the XMP lies open": lambda pdf: pdf.Root.__setitem__("/Metadata", pikepdf.Stream(pdf, b"<a/>")),
    "the XMP has dates": _xmp(b"<xmpMM:RenditionClass>default</xmpMM:RenditionClass>", b""),
    "the XMP and the document's": _xmp(b"<pdf:Trapped>False", b"<pdf:Trapped>True"),
    "there is one output intent": lambda pdf: pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0]),
    "the profile is": _another_profile,
    "every page says": _page("/ArtBox", pikepdf.Array([0, 0, 9, 9])),
    "the trim lies": _page("/BleedBox", pikepdf.Array([100, 100, 120, 120])),
    "every font": _no_font_file,
    "every letter": _paint(b"0 0 0 1 k BT <0000> Tj ET"),
    "colours are": _paint(b"1 0 0 rg 0 0 9 9 re f"),
    "images are": _image(ColorSpace=pikepdf.Name.DeviceRGB),
    "nowhere is more ink": _paint(b"1 1 1 1 k 0 0 9 9 re f"),
    "black letters": _paint(b"0 0 0 1 k BT <0001> Tj ET"),
    "only letters": _fill_over,
    "lines to cut": _another_spot,
    "the registration colour": _mark_in_the_trim,
    "nothing is translucent": lambda pdf: _state(pdf, ca=0.5),
    "there are no annotations": _root("/AcroForm", pikepdf.Dictionary()),
    "data are deflated": _image(Filter=pikepdf.Name.LZWDecode, ColorSpace=pikepdf.Name.DeviceGray),
    "forms and images": _form("/Ref", pikepdf.Dictionary()),
    "no state has": lambda pdf: _state(pdf, TR=pikepdf.Name.Identity),
    "streams use only": _paint(b"BX EX"),
    "a viewer": _root("/ViewerPreferences", pikepdf.Dictionary({"/Duplex": pikepdf.Name.Simplex})),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file in which everything is as it should be."""
    folder = tmp_path_factory.mktemp("press")
    (folder / "tiny.icc").write_bytes(tiny_profile())
    order = PrintOrder(press=str(folder / "tiny.icc"), pdfx="x1a", only=("deck",), folder=str(folder / "out"))
    data = made(write_game(folder, {"ace": 1}), order)[1]["deck.pdf"]
    assert faults(data, "x1a", 300)[1] == []
    return data


@pytest.mark.parametrize("words", BREAKS)
def test_a_broken_requirement_is_noticed(words: str, sound: bytes) -> None:
    out = BytesIO()
    with pikepdf.open(BytesIO(sound)) as pdf:
        BREAKS[words](pdf)
        pdf.save(
            out,
            static_id=True,
            fix_metadata_version=False,
            compress_streams=False,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
        )
    data = out.getvalue()
    if words == "the trailer has":  # qpdf gives every file one
        data = data.replace(b"/ID [", b"/XX [")
    found = faults(data, "x1a", 300)[1]
    assert any(fault.startswith(words) for fault in found), found


@pytest.mark.parametrize("words", ["the header", "no objects lie", "nothing is encrypted", "every page blends"])
def test_the_other_requirements_are_noticed_too(words: str, sound: bytes) -> None:
    out = BytesIO()
    with pikepdf.open(BytesIO(sound)) as pdf:
        if words == "no objects lie":
            pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate, compress_streams=False)
        elif words == "nothing is encrypted":
            pdf.save(out, encryption=pikepdf.Encryption(owner="o", user=""), compress_streams=False)
        else:
            pdf.save(out, force_version="1.7")
    assert any(
        fault.startswith(words) for fault in faults(out.getvalue(), "x4" if "blends" in words else "x1a", 300)[1]
    )


def test_each_requirement_has_a_file_that_breaks_it() -> None:
    tried = [*BREAKS, "the header", "no objects lie", "nothing is encrypted", "every page blends"]
    for words in some(list(REQUIREMENTS)):
        assert any(words.startswith(one) for one in tried), words
    assert len(tried) == len(REQUIREMENTS)


def test_a_jpeg_in_cmyk_keeps_its_inks_or_is_refused_with_what_it_has(
    mixed: CatalogEntry, profile: str, tmp_path: Path
) -> None:
    """Not separated anew; no more ink than the limit, and the message says how much there is."""
    folder = tmp_path / "small" / "layouts"
    (folder / "card.yaml").write_text(MIXED.replace("dot.png", "sea.jpg"), "utf-8")
    Image.new("CMYK", (200, 200), (153, 102, 0, 51)).save(folder / "sea.jpg", quality=95)
    order = PrintOrder(press=profile, only=("deck",), folder=str(tmp_path / "out"))
    data = made(mixed, order)[1]["deck.pdf"]
    assert not faults(data, "x4", 300)[1]
    with pikepdf.open(BytesIO(data)) as pdf:
        images = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream) and "/ColorSpace" in thing]
        kept = [image for image in images if image.get("/Filter") == "/DCTDecode"]
        assert [str(image.ColorSpace) for image in some(kept)] == ["/DeviceCMYK"]
    Image.new("CMYK", (200, 200), (255, 255, 255, 51)).save(folder / "sea.jpg", quality=95)
    with pytest.raises(InputError, match=r"expected at most 300 % ink, got up to 3\d\d %"):
        made(mixed, order)


ARTFUL = """
size: {width: 63.5, height: 88.9, corner: 3, bleed: 3.175}
elements:
  moon: {kind: image, image: art/inkscape_moon_gradient.svg, x: 6, y: 6, width: 24, height: 24}
  mask: {kind: image, image: art/figma_mask_luminance.svg, x: 34, y: 6, width: 24, height: 24}
  mixed: {kind: image, image: art/illustrator_blend.svg, x: 6, y: 34, width: 24, height: 24}
  glow: {kind: image, image: art/illustrator_radial_glow.svg, x: 34, y: 34, width: 24, height: 24}
  name: {kind: text, text: "Hamburg", font: own/Regular, size: 12, x: 8, y: 64, right: 8, height: 8}
"""


@pytest.mark.parametrize("norm", ["x4", "x1a"])
def test_gradients_masks_blending_and_own_fonts_meet_every_requirement(
    norm: str, mixed: CatalogEntry, profile: str, tmp_path: Path
) -> None:
    folder = tmp_path / "small" / "layouts"
    (folder / "card.yaml").write_text(ARTFUL, "utf-8")
    (folder / "art").mkdir()
    (folder / "fonts").mkdir()
    for file in some(re.findall(r"art/(\w+\.svg)", ARTFUL)):
        (folder / "art" / file).write_bytes((CORPUS / file).read_bytes())
    (folder / "fonts" / "Own.otf").write_bytes(as_otf(stock()[1]["fira-sans-condensed/Regular"]))
    order = PrintOrder(press=profile, pdfx=norm, only=("deck",), folder=str(tmp_path / "out"))
    data = made(mixed, order)[1]["deck.pdf"]
    assert faults(data, norm, 300)[1] == []
    with pikepdf.open(BytesIO(data)) as pdf:
        shaded = b" sh Q" in b"".join(form.read_bytes() for form in pdf.objects if _is_form(form))
        masked = any(isinstance(thing, pikepdf.Dictionary) and "/SMask" in str(thing.keys()) for thing in pdf.objects)
    assert shaded and (masked or b"/Luminosity" in data) == (norm == "x4")
