from __future__ import annotations

from pathlib import Path

import pytest

from pnp.base.diagnostics import InputError
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.shelf import path_fault
from tests.layout.memory_shelf import MemoryShelf


@pytest.fixture
def shelf(tmp_path: Path) -> DiskShelf:
    home = tmp_path / "layouts" / "game"
    (home / "icons").mkdir(parents=True)
    (home / "tile.yaml").write_text("size: poker\n", encoding="utf-8")
    (home / "icons" / "star.svg").write_text("<svg/>", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    return DiskShelf(tmp_path / "layouts")


def test_files_are_read(shelf: DiskShelf) -> None:
    assert shelf.exists("game/tile.yaml") and not shelf.exists("game/nothing.yaml") and not shelf.exists("game/icons")
    assert shelf.text("game/tile.yaml") == "size: poker\n"
    assert shelf.data("game/icons/star.svg") == b"<svg/>"
    assert shelf.names("game/icons") == ["star.svg"]
    assert shelf.shown("game/tile.yaml").endswith("game/tile.yaml")


@pytest.mark.parametrize(
    "path",
    [
        *("../secret.txt", "game/../../secret.txt", "/etc/passwd", "game//tile.yaml", "game/./tile.yaml", ""),
        *("game\\tile.yaml", "C:/x", "game/.hidden", "~/x", "game/x\0y", "game/" + "x" * 300),
    ],
)
def test_path_tricks_are_refused(shelf: DiskShelf, path: str) -> None:
    assert path_fault(path)
    assert not shelf.exists(path)
    with pytest.raises(InputError):
        shelf.data(path)


def test_a_link_that_leaves_the_folder_is_refused(shelf: DiskShelf, tmp_path: Path) -> None:
    home = tmp_path / "layouts" / "game"
    try:
        (home / "out.txt").symlink_to(tmp_path / "secret.txt")
        (home / "folder").symlink_to(tmp_path)
        (home / "inside.yaml").symlink_to(home / "tile.yaml")
    except OSError:
        pytest.skip("no symbolic links here")
    fresh = DiskShelf(tmp_path / "layouts")
    assert not fresh.exists("game/out.txt")
    assert not fresh.exists("game/folder/secret.txt")
    assert fresh.text("game/inside.yaml") == "size: poker\n"
    with pytest.raises(InputError, match="not found in the game's folder"):
        fresh.data("game/out.txt")


def test_bad_text_reports_where(shelf: DiskShelf, tmp_path: Path) -> None:
    (tmp_path / "layouts" / "game" / "bad.yaml").write_bytes(b"a: 1\nb: \xff\n")
    with pytest.raises(InputError, match="UTF-8") as caught:
        DiskShelf(tmp_path / "layouts").text("game/bad.yaml")
    assert caught.value.report.items[0].span.line == 2


def test_a_game_may_lie_elsewhere_and_still_has_the_stock(tmp_path: Path) -> None:
    (tmp_path / "tile.yaml").write_text("x: 1\n", encoding="utf-8")
    shelf = DiskShelf(games={"mygame": str(tmp_path)})
    assert shelf.exists("mygame/tile.yaml")
    assert shelf.exists("_stock/theme.yaml")


def test_fonts_are_found_without_importing_them() -> None:
    shelf = DiskShelf()
    assert {"fira-sans-condensed/Bold", "alegreya-sans/Black", "atkinson-hyperlegible/Regular", "vera/Regular"} <= set(
        shelf.font_names()
    )
    assert (shelf.font("fira-sans-condensed/Bold") or b"")[:4] == b"\0\1\0\0"
    assert shelf.font("comic/Regular") is None and not shelf.has_font("comic/Regular")


def test_the_shelf_in_memory_keeps_the_same_promises() -> None:
    shelf = MemoryShelf({"game/tile.yaml": "x", "game/icons/star.svg": b"y"})
    assert (shelf.text("game/tile.yaml"), shelf.data("game/icons/star.svg")) == ("x", b"y")
    assert shelf.names("game/icons") == ["star.svg"]
    with pytest.raises(InputError):
        shelf.text("game/nothing.yaml")


def test_a_file_that_may_not_be_read_is_no_hint(shelf: DiskShelf, tmp_path: Path) -> None:
    home = tmp_path / "layouts" / "game"
    try:
        (home / "icons" / "out.svg").symlink_to(tmp_path / "secret.txt")
    except OSError:
        pytest.skip("no links here")
    assert shelf.names("game/icons") == ["star.svg"]
