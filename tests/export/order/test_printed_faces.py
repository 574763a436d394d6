"""How faces looked when they were printed: kept beside what `--since last` knows, small, and painted again alike."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from pnp.catalog import find_game
from pnp.cli.main import main
from pnp.export.cache.build_cache import BuildCache
from pnp.export.order.building import PreparedBuild, prepare_game
from pnp.export.order.last_print import faces_beside, read_faces
from pnp.export.order.order import PrintOrder
from pnp.export.order.update import read_base
from pnp.export.pictures.face_pictures import paint_pictures
from pnp.library.loader import read_book
from tests.deadline import COMMAND
from tests.export.small import write_game
from tests.guard import some

Build = Callable[..., None]


@pytest.fixture
def build(tmp_path: Path) -> Build:
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


def test_what_was_printed_is_painted_again_as_it_was(tmp_path: Path, build: Build) -> None:
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
    build()
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


def test_a_part_that_is_printed_anew_leaves_the_others_as_they_were(tmp_path: Path, build: Build) -> None:
    write_game(tmp_path, {"ant": 2, "bee": 3})
    build()
    first = fronts(tmp_path)
    write_game(tmp_path, {"ant": 2, "bee": 3}, values={"bee": 7})
    build("--cards", "bee")
    second = fronts(tmp_path)
    assert first["ant"] == second["ant"] and first["bee"] != second["bee"]
    font_bytes = prepared(tmp_path).resources.font_bytes
    faces = read_faces(kept(tmp_path), {*first.values(), *second.values()})
    assert [faces.face(it, font_bytes) is not None for it in (first["ant"], second["bee"], first["bee"])] == [1, 1, 0]
    file = Path(faces_beside(kept(tmp_path)))
    before = file.stat().st_mtime_ns
    build("--cards", "bee")
    assert file.stat().st_mtime_ns == before, "the same faces are not written again"


def test_a_face_whose_font_is_another_now_is_not_shown_in_it(tmp_path: Path, build: Build) -> None:
    write_game(tmp_path, {"ant": 1})
    build()
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
