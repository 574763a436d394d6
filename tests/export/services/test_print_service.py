"""Builds for card printers: exact pixels, order and copies, and a clear word where a card is no size of theirs."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pnp.base.diagnostics import InputError
from pnp.catalog import CatalogEntry, book_of, find_game
from pnp.cli.main import main
from pnp.export.order.building import BuildResult
from pnp.export.order.manifest import load_manifest
from pnp.export.order.order import PrintOrder
from pnp.export.services.fitting import Misfit, find_fit, fit_frame
from pnp.export.services.print_service import build_for_service
from pnp.export.services.service import SERVICES
from pnp.layout.drawing.frame import Frame
from pnp.library.reading.component import KINDS
from tests.export.small import write_game
from tests.guard import some

POKER = "{width: 63.5, height: 88.9, corner: 3, bleed: 3.175}"
HOME = "{width: 63, height: 88, corner: 3, bleed: 3}"


def make(entry: CatalogEntry, folder: Path, service: str, fit: bool = False, **order: object) -> BuildResult:
    asked = PrintOrder(folder=str(folder), service=service, fit=fit, **order)  # type: ignore[arg-type]
    return build_for_service(entry, book_of(entry), asked)


def names(product: BuildResult) -> list[str]:
    folder = Path(product.folder)
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_the_game_crafter_gets_a_picture_a_card_with_its_copies(tmp_path: Path) -> None:
    entry = write_game(tmp_path, {"ant": 3, "bee": 1})
    product = make(entry, tmp_path / "out", "gamecrafter")
    assert names(product) == [
        "README.txt", "custom-large-card-stock/01-back.png", "custom-large-card-stock/01-cut.svg",
        "custom-large-card-stock/01-front.png", "deck/01-ant-x3.png", "deck/02-bee-x1.png", "deck/back.png",
        "manifest.json"
    ]  # fmt: skip
    for path in Path(product.folder, "deck").rglob("*.png"):
        with Image.open(path) as picture:
            assert picture.size == (825, 1125) and picture.mode == "RGB"
            corners = [picture.getpixel(at) for at in ((0, 0), (824, 0), (0, 1124), (824, 1124))]
            assert set(corners) == {(0x33, 0x44, 0x55) if "back" in path.name else (0xDD, 0xEE, 0xFF)}
    text = Path(product.folder, "README.txt").read_text("utf-8")
    assert "4 cards, poker 63.5 × 88.9 mm, 825 × 1125 px" in text and "3 × ant" in text and "back.png" in text
    assert "1 × sheet" in text  # the page is cut of card stock
    manifest = load_manifest(Path(product.folder, "manifest.json").read_bytes())
    assert {file.file for file in manifest.files} == set(names(product)) - {"manifest.json"}


def test_own_backs_stand_beside_their_faces(tmp_path: Path) -> None:
    entry = write_game(tmp_path, {"ant": 2, "bee": 1}, own_backs=True)
    assert [name for name in names(make(entry, tmp_path / "out", "gamecrafter")) if name.startswith("deck")] == [
        "deck/01-ant-x2-back.png", "deck/01-ant-x2.png", "deck/02-bee-x1-back.png", "deck/02-bee-x1.png"
    ]  # fmt: skip
    assert [name for name in names(make(entry, tmp_path / "out", "makeplayingcards")) if "deck" in name] == [
        *(f"deck/backs/{name}.png" for name in ("01-ant", "02-ant", "03-bee")),
        *(f"deck/fronts/{name}.png" for name in ("01-ant", "02-ant", "03-bee")),
    ]


@pytest.mark.parametrize(("size", "pixels"), [(POKER, (822, 1122)), (HOME, (816, 1110))])
def test_make_playing_cards_gets_a_picture_a_copy(tmp_path: Path, size: str, pixels: tuple[int, int]) -> None:
    entry = write_game(tmp_path, {"ant": 2, "bee": 1}, size)
    product = make(entry, tmp_path / "out", "makeplayingcards")
    assert [name for name in names(product) if name.endswith("png")] == [
        "deck/backs/back.png", "deck/fronts/01-ant.png", "deck/fronts/02-ant.png", "deck/fronts/03-bee.png"
    ]  # fmt: skip
    for path in Path(product.folder).rglob("*.png"):
        with Image.open(path) as picture:
            assert picture.size == pixels
            assert picture.getpixel((0, 0)) == picture.getpixel((pixels[0] - 1, pixels[1] - 1)) != (255, 255, 255)


def test_an_order_holds_at_most_612_cards(tmp_path: Path) -> None:
    entry = write_game(tmp_path, {"ant": 600, "bee": 30})
    product = make(entry, tmp_path / "out", "makeplayingcards")
    fronts = [name for name in names(product) if "/fronts/" in name]
    assert sum(name.startswith("deck-order-1/") for name in fronts) == 612
    assert sum(name.startswith("deck-order-2/") for name in fronts) == 18
    assert "612 cards" in Path(product.folder, "README.txt").read_text("utf-8")


def test_drivethrucards_gets_one_pdf_back_before_front(tmp_path: Path) -> None:
    entry = write_game(tmp_path, {"ant": 2, "bee": 1}, own_backs=True)
    product = make(entry, tmp_path / "out", "drivethrucards")
    path = Path(product.folder, "deck.pdf")
    document = pypdfium2.PdfDocument(path.read_bytes())
    texts = [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    assert texts == ["Card ant", "Card ant 1", "Card ant", "Card ant 1", "Card bee", "Card bee 1"]
    with pikepdf.open(path) as pdf:
        assert pdf.check_pdf_syntax() == []
        for page in pdf.pages:
            assert [float(side) for side in page.MediaBox] == pytest.approx([0, 0, 198, 270], abs=0.01)
            assert [float(side) for side in page.TrimBox] == pytest.approx([9, 9, 189, 261], abs=0.01)
            assert [float(side) for side in page.BleedBox] == pytest.approx([0, 0, 198, 270], abs=0.01)


def test_a_card_that_lacks_a_hundredth_is_scaled_and_it_is_reported(tmp_path: Path) -> None:
    entry = write_game(tmp_path, {"ant": 1}, HOME)
    product = make(entry, tmp_path / "out", "gamecrafter")
    (note,) = (str(item) for item in product.warnings if item.severity == "note")
    assert "deck scaled to 101.2 % × 101.3 %, for poker 63.5 × 88.9 mm" in note
    with Image.open(Path(product.folder, "deck/01-ant-x1.png")) as picture:
        assert picture.size == (825, 1125)
    assert "scaled to" in Path(product.folder, "README.txt").read_text("utf-8")


def test_a_card_of_another_size_is_reported_with_the_command_that_scales_it(tmp_path: Path) -> None:
    entry = write_game(tmp_path, {"ant": 1}, "{width: 58, height: 82, corner: 3, bleed: 3}")
    with pytest.raises(InputError) as raised:
        make(entry, tmp_path / "out", "makeplayingcards", only=("deck",))
    reported = [str(item) for item in raised.value.report.errors]
    assert len(reported) == 2 and all(
        "58 × 82 mm matches no card size of MakePlayingCards" in item for item in reported
    )
    assert "pnp build small --for makeplayingcards --only deck --fit scales it to 63 × 88 mm, " in reported[0]
    assert "card.yaml" in reported[0] and "back.yaml" in reported[1]
    assert all(item.span.line for item in raised.value.report.errors)
    with pytest.raises(InputError, match="MakePlayingCards can make none of the components") as nothing:
        make(entry, tmp_path / "out", "makeplayingcards")
    assert "pnp build small --for gamecrafter" in nothing.value.report.errors[-1].hint
    assert not (tmp_path / "out").exists()
    product = make(entry, tmp_path / "out", "makeplayingcards", True)
    with Image.open(Path(product.folder, "deck/fronts/01-ant.png")) as picture:
        assert picture.size == (816, 1110)
        assert {picture.getpixel(at) for at in ((0, 0), (815, 1109), (815, 0), (0, 555))} == {(0xDD, 0xEE, 0xFF)}
    readme = Path(product.folder, "README.txt").read_text("utf-8")
    assert "scaled to" in readme and ": 1 card, 63 × 88 mm, 816 × 1110 px" in readme


def test_cards_that_lie_wide_are_turned_upright(tmp_path: Path) -> None:
    entry = write_game(tmp_path, {"ant": 1}, "{width: 88.9, height: 63.5, bleed: 3.175}")
    product = make(entry, tmp_path / "out", "gamecrafter")
    with Image.open(Path(product.folder, "deck/01-ant-x1.png")) as picture:
        assert picture.size == (825, 1125)
        dark = [at for at in range(1125) if min(picture.crop((600, at, 825, at + 1)).getchannel(0).tobytes()) < 100]
        assert dark and max(dark) < 500  # the words stand at the top right, turned


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("{width: 63.5, height: 88.9, bleed: 0}", "has 0 mm of bleed"),
        ("{width: 40, height: 88.9, bleed: 3.2}", "its proportions match no card of DriveThruCards"),
        ("{width: 20, height: 20, bleed: 3.2}", "too far from every card of DriveThruCards"),
        ("round25", "cuts only rectangular cards"),
    ],
)
def test_what_cannot_be_made_is_reported(tmp_path: Path, size: str, message: str) -> None:
    entry = write_game(tmp_path, {"ant": 1}, size, inset=2)
    with pytest.raises(InputError, match=message):
        make(entry, tmp_path / "out", "drivethrucards")
    assert not (tmp_path / "out").exists()


CARDS_ALONE = ("drivethrucards", "makeplayingcards")
LEFT_OUT: dict[str, dict[str, tuple[str, ...]]] = {
    "suomi1918": {},
    "keikalla": {"map": ("gamecrafter",), "figures": ("gamecrafter",)},
    "drumroll": {"regions": CARDS_ALONE, "board": ("gamecrafter",), "player_boards": CARDS_ALONE},
    "keko": {"characters": ("makeplayingcards",)},
}
QUICK = [("suomi1918", "drivethrucards")]
DEAR = [("suomi1918", service) for service in SERVICES] + [("drumroll", "gamecrafter"), ("keko", "makeplayingcards")]


def marks_of(case: tuple[str, str]) -> tuple[pytest.MarkDecorator, ...]:
    return () if case in QUICK else (pytest.mark.ci if case in DEAR else pytest.mark.slow,)


@pytest.mark.parametrize(
    ("game", "service"),
    [pytest.param(game, service, marks=marks_of((game, service))) for game in LEFT_OUT for service in sorted(SERVICES)],
)
def test_the_cards_of_the_games_are_made_without_more_words(tmp_path: Path, service: str, game: str) -> None:
    """What that printer does not make is left out and named."""
    entry = find_game(game)
    is_planned = (game, service) not in QUICK  # what is painted then is painted by the other tests, too
    product = make(entry, tmp_path, service, forecast=is_planned)
    reported = [item.message.split()[1] for item in product.warnings if "is left out" in item.message]
    assert reported == [name for name, where in LEFT_OUT[game].items() if service in where]
    kinds = ("cards",) if service in CARDS_ALONE else tuple(KINDS)
    listed = [one.id for one in book_of(entry).components if one.kind in kinds and one.id not in reported]
    assert [one.id for one in product.manifest.components] == listed
    text = product.plan if is_planned else Path(product.folder, "README.txt").read_text("utf-8")
    titles = {one.id: one.title["en"] for one in book_of(entry).components}
    assert all(titles[name] in text.partition("; print at home")[2] for name in reported)
    assert ("not PDF/X" in text) == (service == "drivethrucards")


@pytest.mark.parametrize(("game", "decks"), [("kalevala", False), ("suomi1918", True)])
def test_the_steps_are_those_of_what_was_made(game: str, decks: bool, tmp_path: Path) -> None:
    text = make(find_game(game), tmp_path, "gamecrafter", forecast=True).plan
    steps = text.partition("Contents:")[0].strip().split("\n")[2:]
    assert [step.partition(" ")[0] for step in steps] == [f"{number}." for number in range(1, len(steps) + 1)]
    assert all(len(step) > 20 for step in some(steps))
    assert ("a deck" in steps[0]) == decks and (" x " in " ".join(steps)) == decks


def test_what_a_printer_will_refuse_is_reported_before_anything_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["build", "kalevala", "--for", "drivethrucards"]) == 1, "it makes no tiles, and writes nothing"
    assert "asks for PDF/X-1a in CMYK" in (err := capsys.readouterr().err) and "--press PROFILE.icc" in err
    assert err.index("PDF/X-1a") < err.index("can make none of the components")
    assert main(["build", "kalevala", "--for", "makeplayingcards"]) == 1
    assert "PDF/X" not in capsys.readouterr().err


def test_tiles_that_would_grow_by_half_ask_first(tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        make(find_game("kalevala"), tmp_path, "drivethrucards")
    reported = " ".join(str(item) for item in raised.value.report.errors)
    assert "pnp build kalevala --for drivethrucards --fit scales it to small square" in reported
    product = make(find_game("kalevala"), tmp_path, "drivethrucards", True)
    assert [one.id for one in product.manifest.components] == ["tiles"]
    assert any(
        "component markers is left out: 15 × 15 mm is too far from every card" in str(one) for one in product.warnings
    )


def test_no_cards_is_reported(tmp_path: Path) -> None:
    entry = write_game(tmp_path, {"ant": 1})
    with pytest.raises(InputError, match="DriveThruCards can make none of the components"):
        make(entry, tmp_path / "out", "drivethrucards", only=("sheet",))


def test_text_near_the_cut_is_reported_with_its_place(tmp_path: Path) -> None:
    entry = write_game(tmp_path, {"ant": 1}, "{width: 63.5, height: 88.9, bleed: 3.175, safe: 2}", inset=2.4)
    product = make(entry, tmp_path / "out", "gamecrafter")
    reported = [str(item) for item in product.warnings]
    assert any(
        "card.yaml:" in item and "for The Game Crafter" in item and "safe area of 3.175 mm" in item for item in reported
    )
    clean = write_game(tmp_path / "clean", {"ant": 1})
    assert make(clean, tmp_path / "out", "gamecrafter").warnings == []


@given(st.floats(20, 130), st.floats(20, 130), st.floats(0, 5), st.sampled_from(sorted(SERVICES)))
def test_a_fitted_face_fills_its_canvas(width: float, height: float, bleed: float, name: str) -> None:
    frame = Frame("card", width, height, bleed, 3)
    try:
        fit = find_fit(frame, SERVICES[name], True)
    except Misfit:
        return
    made = fit_frame(frame, fit)
    assert (made.width, made.height, made.bleed) == (*fit.product.trim, fit.product.bleed)
    shown = (width, height) if not fit.turned else (height, width)
    for side, scale, trim in zip(shown, (fit.across, fit.down), fit.product.trim, strict=True):
        if fit.has_bleed:
            assert (side + 2 * bleed) * scale >= trim + 2 * fit.product.bleed - 1e-9
        assert abs(side * scale - trim) <= 0.81


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_game(tmp_path, {"ant": 2})
    words = ["build", "small", "--games", str(tmp_path), "-o", str(tmp_path / "out")]
    assert main([*words, "--for", "gamecrafter", "--lang", "fi"]) == 0
    assert (tmp_path / "out" / "small" / "gamecrafter-fi" / "README.txt").is_file()
    capsys.readouterr()
    assert main([*words, "--for", "gamecrafters"]) == 2
    assert main([*words, "--fit"]) == 2
    assert "--for" in capsys.readouterr().err
