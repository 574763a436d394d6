"""`--since last`, blank cards and drafts, from the command: what is printed, and what is never destroyed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from PIL import Image, ImageChops

from pnp.catalog import find_game
from pnp.cli.main import main
from pnp.export.cache.build_cache import BuildCache
from pnp.export.order.building import PreparedBuild, prepare_game
from pnp.export.order.last_print import faces_beside, read_faces, set_after
from pnp.export.order.manifest import MadeComponent, MadeFace, Manifest, read_base
from pnp.export.order.order import PrintOrder
from pnp.export.pictures.face_pictures import paint_pictures
from pnp.library.loader import read_book
from tests.deadline import COMMAND
from tests.export.small import write_game
from tests.guard import some

Build = Callable[..., dict[str, Any]]


@pytest.fixture
def build(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Build:
    """`pnp build small` with these words: what it says of itself."""

    def run(*words: str) -> dict[str, Any]:
        code = main(["build", "small", "--games", str(tmp_path), "-o", str(tmp_path / "out"), "--json", *words])
        out, err = capsys.readouterr()
        if code:
            return {"code": code, "err": err}
        [product] = json.loads(out)
        manifest = json.loads(Path(product["manifest"]).read_text())
        return {**product, "code": 0, "update": manifest.get("update"), "part": manifest.get("part", "")}

    return run


def printed(product: dict[str, Any]) -> int:
    return int(product["update"]["printed"])


def test_since_last_prints_what_changed_and_no_more(tmp_path: Path, build: Build) -> None:
    write_game(tmp_path, {"ant": 2, "bee": 3})
    assert build()["part"] == ""
    assert printed(build("--since", "last")) == 0
    write_game(tmp_path, {"ant": 2, "bee": 3}, values={"bee": 7})
    assert printed(build("--since", "last")) == 3
    assert printed(build("--since", "last")) == 0
    write_game(tmp_path, {"ant": 2, "bee": 4}, values={"bee": 7, "ant": 5})
    assert printed(build("--since", "last")) == 3  # two ants, one more bee
    whole = json.loads((tmp_path / "out" / "small" / "printed-en-colour.json").read_text())
    assert {face["card"]: face["copies"] for face in whole["components"][0]["faces"]} == {"ant": 2, "bee": 4}


def test_a_few_cards_printed_anew_are_not_printed_again(tmp_path: Path, build: Build) -> None:
    write_game(tmp_path, {"ant": 2, "bee": 3})
    full = Path(build()["manifest"])
    before = {path: path.read_bytes() for path in full.parent.iterdir()}
    write_game(tmp_path, {"ant": 2, "bee": 3}, values={"bee": 7, "ant": 5})
    assert build("--cards", "bee")["part"] == "cards-bee"
    assert build("--cards", "ant", "--once")["part"] == "cards-ant-once"
    assert {path: path.read_bytes() for path in full.parent.iterdir()} == before
    assert printed(build("--since", "last")) == 1  # the other ant


def test_each_language_has_a_last_print_of_its_own(tmp_path: Path, build: Build) -> None:
    write_game(tmp_path, {"ant": 2})
    build()
    refused = build("--since", "last", "--lang", "fi")
    assert refused["code"] == 2 and "no earlier build of small (fi, " in refused["err"]
    build("--lang", "fi")
    assert printed(build("--since", "last", "--lang", "fi")) == 0


@pytest.mark.parametrize("words", [["--draft"], ["--blank", "4"]])
def test_drafts_and_blank_cards_are_no_prints(tmp_path: Path, build: Build, words: list[str]) -> None:
    write_game(tmp_path, {"ant": 2})
    assert build(*words)["part"] == "-".join(words).strip("-")
    assert build("--since", "last")["code"] == 2


def test_a_torn_file_is_told_by_who_needs_it_and_mended_by_the_next_print(tmp_path: Path, build: Build) -> None:
    write_game(tmp_path, {"ant": 2})
    build()
    (tmp_path / "out" / "small" / "printed-en-colour.json").write_text("{")
    assert "not a complete build manifest" in build("--since", "last")["err"]
    build("--cards", "ant")
    assert printed(build("--since", "last")) > 0  # the page was not printed since


CARDS = st.dictionaries(st.sampled_from("abc"), st.tuples(st.integers(0, 2), st.integers(1, 4)), min_size=1)


def manifest_of(cards: dict[str, tuple[int, int]], part: str) -> Manifest:
    faces = [MadeFace(card, copies, str(version)) for card, (version, copies) in sorted(cards.items())]
    return Manifest(
        1, "", "g", "", "", "", "en", "t", "a4", {}, [MadeComponent("deck", "", faces)], [], part=part or UNSET
    )


@settings(max_examples=100)
@given(st.lists(st.tuples(CARDS, st.sampled_from(["", "cards-a"]), st.booleans()), min_size=1, max_size=6))
def test_no_copy_is_counted_that_no_build_made(builds: list[tuple[dict[str, tuple[int, int]], str, bool]]) -> None:
    made: Counter[tuple[str, str]] = Counter()
    known: Manifest | None = None
    for cards, part, is_once in builds:
        once = is_once and bool(part)  # one of each is a part
        for card, (version, copies) in cards.items():
            made[card, str(version)] += 1 if once else copies
        known = set_after(known, manifest_of(cards, part), once)
        counted: Counter[tuple[str, str]] = Counter()
        for face in known.components[0].faces:
            counted[face.card, face.face] += face.copies
        assert counted <= made
        if not once:
            assert all(counted[card, str(version)] >= copies for card, (version, copies) in cards.items())


def test_blank_cards_have_the_size_and_the_back_of_the_others(tmp_path: Path, build: Build) -> None:
    write_game(tmp_path, {"ant": 2, "bee": 3})
    product = build("--blank", "4", "--png")
    assert product["pieces"] == 4
    assert [file["file"] for file in product["files"]] == [
        "deck.pdf", "png/deck/blank.png", "png/deck/back.png",
    ]  # fmt: skip
    document = pypdfium2.PdfDocument(str(Path(product["folder"]) / "deck.pdf"))
    texts = [page.get_textpage().get_text_range() for page in document]
    assert len(texts) == 2 and "Card" not in "".join(texts)


def test_blank_cards_ask_for_cards(tmp_path: Path, build: Build) -> None:
    write_game(tmp_path, {"ant": 2})
    assert "none of the chosen components has cards" in build("--blank", "4", "--only", "sheet")["err"]
    for words in some([["--cards", "ant"], ["--once"], ["--since", "last"], ["--for", "gamecrafter"]]):
        assert build("--blank", "4", *words)["code"] == 2, words


def test_a_draft_takes_little_ink_and_moves_nothing(tmp_path: Path, build: Build) -> None:
    write_game(tmp_path, {"ant": 2, "bee": 3})
    plain, draft = build(), build("--draft")
    assert [file["pages"] for file in draft["files"]] == [file["pages"] for file in plain["files"]]
    pages = [pypdfium2.PdfDocument(str(Path(one["folder"]) / "deck.pdf")) for one in (plain, draft)]
    words, inks = zip(*(_words_and_ink(document) for document in pages), strict=True)
    assert words[0] == words[1]
    assert inks[1] < 0.4 * inks[0]
    for more in some([["--press", "x.icc"], ["--since", "last"], ["--for", "gamecrafter"]]):
        assert build("--draft", *more)["code"] == 2, more


def _words_and_ink(document: pypdfium2.PdfDocument) -> tuple[list[str], int]:
    words = [page.get_textpage().get_text_range() for page in document]
    pictures = [page.render(scale=0.3).to_pil().convert("L") for page in document]
    return words, sum(255 * picture.width * picture.height - sum(picture.tobytes()) for picture in pictures)


def test_what_somebody_else_put_there_is_not_written_over_without_a_word(tmp_path: Path, build: Build) -> None:
    write_game(tmp_path, {"ant": 2})
    folder = Path(build()["folder"])
    deck, own, sheet = folder / "deck.pdf", folder / "png" / "deck" / "ant.png", folder / "sheet.pdf"
    own.parent.mkdir(parents=True)
    own.write_bytes(b"a drawing of mine")
    deck.write_bytes(deck.read_bytes() + b"a note of mine")
    write_game(tmp_path, {"ant": 3}, values={"ant": 4})
    before = sheet.stat().st_mtime_ns
    err = build("--png")["err"]
    assert (
        f"{deck}: was changed after pnp build wrote it" in err and f"{own}: already exists" in err and "--force" in err
    )
    assert deck.read_bytes().endswith(b"mine") and own.read_bytes() == b"a drawing of mine"
    assert sheet.stat().st_mtime_ns == before
    assert build("--png", "--force")["code"] == 0
    assert not deck.read_bytes().endswith(b"mine")
    assert build("--png")["code"] == 0


FacesBuild = Callable[..., None]


@pytest.fixture
def faces_build(tmp_path: Path) -> FacesBuild:
    def run(*words: str) -> None:
        assert main(["build", "small", "--games", str(tmp_path), "-o", str(tmp_path / "out"), *words]) == 0

    return run


def prepared(folder: Path) -> PreparedBuild:
    game = find_game("small", [folder])
    book = read_book(game.card_folder()).book
    assert book is not None
    return prepare_game(game, book, PrintOrder(), BuildCache(), are_frames=True)


def kept(folder: Path) -> str:
    return str(folder / "out" / "small" / "printed-en-colour.json")


def fronts(folder: Path) -> dict[str, str]:
    return {one.card: one.face for one in read_base(kept(folder), "small").manifest.components[0].faces}


def test_what_was_printed_is_painted_again_as_it_was(tmp_path: Path, faces_build: FacesBuild) -> None:
    picture = Image.effect_noise((900, 700), 90)
    (tmp_path / "small" / "layouts" / "art").mkdir(parents=True)
    noise = BytesIO()
    picture.save(noise, "PNG", pnginfo=None)
    file = tmp_path / "small" / "layouts" / "art" / "noise.png"
    file.write_bytes(noise.getvalue())
    write_game(tmp_path, {"ant": 2, "bee": 3})
    layout = tmp_path / "small" / "layouts" / "card.yaml"
    art = '  art: {kind: image, image: "art/noise.png", x: 8, y: 30, width: 40, height: 40}\n'
    layout.write_text(layout.read_text("utf-8") + art, "utf-8")
    faces_build()
    before = prepared(tmp_path)
    digests = fronts(tmp_path)
    frame = before.portfolio.frame(before.portfolio.digests.index(digests["ant"]))
    was = next(paint_pictures(before.faces.pdf_resources, [frame], [(300, 420)]))
    write_game(tmp_path, {"ant": 2, "bee": 3}, values={"ant": 7}, inset=9)
    file.write_bytes(b"gone")
    faces = read_faces(kept(tmp_path), {digests["ant"]})
    found = faces.face(digests["ant"], before.resources.font_bytes)
    assert found is not None and faces.face(digests["bee"], before.resources.font_bytes) is None, (
        "only what was asked for"
    )
    again = next(paint_pictures(found[0], [found[1]], [(300, 420)]))
    text = (0, 0, 300, 120)
    assert ImageChops.difference(was.crop(text), again.crop(text)).getbbox() is None
    tones = [Image.Image.resize(one.crop((60, 170, 180, 300)), (4, 4)).convert("L").tobytes() for one in (was, again)]
    assert max(abs(a - b) for a, b in zip(*tones, strict=True)) < 25, "the picture, smaller than it was"


def test_a_part_that_is_printed_anew_leaves_the_others_as_they_were(tmp_path: Path, faces_build: FacesBuild) -> None:
    write_game(tmp_path, {"ant": 2, "bee": 3})
    faces_build()
    first = fronts(tmp_path)
    write_game(tmp_path, {"ant": 2, "bee": 3}, values={"bee": 7})
    faces_build("--cards", "bee")
    second = fronts(tmp_path)
    assert first["ant"] == second["ant"] and first["bee"] != second["bee"]
    font_bytes = prepared(tmp_path).resources.font_bytes
    faces = read_faces(kept(tmp_path), {*first.values(), *second.values()})
    assert [faces.face(it, font_bytes) is not None for it in (first["ant"], second["bee"], first["bee"])] == [1, 1, 0]
    file = Path(faces_beside(kept(tmp_path)))
    before = file.stat().st_mtime_ns
    faces_build("--cards", "bee")
    assert file.stat().st_mtime_ns == before, "the same faces are not written again"


def test_a_face_whose_font_is_another_now_is_not_shown_in_it(tmp_path: Path, faces_build: FacesBuild) -> None:
    write_game(tmp_path, {"ant": 1})
    faces_build()
    digest = fronts(tmp_path)["ant"]
    font_bytes = prepared(tmp_path).resources.font_bytes
    faces = read_faces(kept(tmp_path), {digest})
    assert faces.face(digest, lambda name: font_bytes(name) + b"\0") is None
    assert faces.face(digest, font_bytes) is not None


def test_what_is_kept_is_small_and_torn_files_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["build", "kalevala"]) == 0
    path = str(tmp_path / "output" / "kalevala" / "printed-en-colour.json")
    file = Path(faces_beside(path))
    whole_print = tmp_path / "output" / "kalevala" / "a4-en" / "kalevala-a4-en.pdf"
    assert 0 < file.stat().st_size < whole_print.stat().st_size  # a texture is kept once, however many faces have it
    wanted = {face.face for one in read_base(path, "kalevala").manifest.components for face in one.faces}
    whole = file.read_bytes()
    middle = len(whole) // 2
    swapped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    for data in some([b"", whole[:20], whole[:60], whole[:-100], b"x" + whole, swapped]):
        file.write_bytes(data)
        faces = read_faces(path, wanted)
        assert not any(faces.face(digest, lambda name: b"") for digest in wanted)


def test_two_builds_are_equal_byte_for_byte_whatever_the_hash_seed(tmp_path: Path) -> None:
    found = []
    for seed in ("1", "2"):
        command = [sys.executable, "-m", "pnp", "build", "kalevala", "--only", "tiles", "--png", "-o", seed]
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PNP_CACHE_DIR": str(tmp_path / f"cache{seed}")}
        subprocess.run(command, cwd=tmp_path, env=environment, check=True, stdout=-1, timeout=COMMAND)
        files = [path for path in (tmp_path / seed).rglob("*") if path.is_file()]
        found.append({path.relative_to(tmp_path / seed).as_posix(): path.read_bytes() for path in files})
    assert any(name.endswith(".faces") for name in found[0]) and set(found[0]) == set(found[1])
    assert [name for name in found[0] if found[0][name] != found[1][name]] == []
