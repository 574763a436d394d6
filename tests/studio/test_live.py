"""Faces live on save: each way to write a file is seen, what changed is told and nothing else, what is broken stays."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from pnp.cli.main import main
from tests.deadline import COMMAND
from tests.editing import edit_file
from tests.guard import some
from tests.marks import on_ci
from tests.studio.running import Client, copy_game, with_studio


@pytest.fixture
def kalevala(tmp_path: Path) -> Path:
    return copy_game("kalevala", tmp_path)


def test_the_picture_is_that_of_a_look(kalevala: Path, tmp_path: Path) -> None:
    assert main(["look", "kalevala", "louhi", "--games", str(kalevala), "-o", str(tmp_path / "x.png")]) == 0

    async def script(client: Client) -> None:
        await client.listen()
        found = [face for face in (await client.state())["faces"]["en"] if face["face"] == "tiles/louhi"]
        answer = await client.http.get(f"/face/{found[0]['digest']}.webp?size=560")
        assert answer.headers["content-type"] == "image/webp"
        with Image.open(BytesIO(answer.content)) as shown, Image.open(tmp_path / "x.png") as looked:
            same = looked.convert("RGB").resize(shown.size)
            difference = ImageChops.difference(shown.convert("RGB"), same).convert("L")
            assert ImageStat.Stat(difference).mean[0] < 4

    with_studio(kalevala, script)


def in_place(file: Path, data: bytes) -> None:
    file.write_bytes(data)


def by_moving(file: Path, data: bytes) -> None:
    new = file.with_name(".new")
    new.write_bytes(data)
    os.replace(new, file)


def with_backup(file: Path, data: bytes) -> None:
    """As vim does: the old file is a backup while the new one is written."""
    backup = file.with_name(f"{file.name}~")
    os.replace(file, backup)
    file.write_bytes(data)
    backup.unlink()


def by_sed(file: Path, data: bytes) -> None:
    old, new = (line.split(b": ")[1].split()[0] for line in changed_line(file.read_bytes(), data))
    subprocess.run(
        ["sed", "-i", f"s/value: {old.decode()}$/value: {new.decode()}/", str(file)], check=True, timeout=COMMAND
    )


def changed_line(old: bytes, new: bytes) -> tuple[bytes, bytes]:
    return next((one, other) for one, other in zip(old.splitlines(), new.splitlines(), strict=True) if one != other)


def by_git(file: Path, data: bytes) -> None:
    """Both states are commits; checking out the second one writes the file."""
    git = ["git", "-C", str(file.parent), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    old = file.read_bytes()
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        subprocess.run([*git, *words], check=True, timeout=COMMAND)
    file.write_bytes(data)
    subprocess.run([*git, "commit", "-qam", "second"], check=True, timeout=COMMAND)
    file.write_bytes(old)
    subprocess.run([*git, "checkout", "-q", "--", "."], check=True, timeout=COMMAND)


WAYS = on_ci([in_place, by_moving, with_backup, by_sed, by_git], with_backup, by_sed, by_git)


@pytest.mark.parametrize("write", WAYS)
def test_every_way_to_save_shows_the_face_that_changed_and_no_other(
    kalevala: Path, write: Callable[[Path, bytes], None]
) -> None:
    file = kalevala / "cards" / "tiles.yaml"

    async def script(client: Client) -> None:
        await client.listen()
        text = file.read_text("utf-8")
        edited = text.replace("value: 2\n", "value: 9\n", 1)
        assert edited != text
        write(file, edited.encode())
        news = await client.until("face", lambda face: face["card"] == "louhi")
        await client.until("done")
        cards = {face for face in client.faces() if "/page-" not in face}  # rules and how to play show Louhi, too
        assert cards == {"tiles/louhi", "box/back"}  # the box shows three tiles, Louhi's among them
        assert news["lang"] == "en"
        assert (await client.http.get(news["picture"])).status_code == 200

    with_studio(kalevala, script)


@pytest.mark.parametrize(("name", "text"), [("cards/tiles.yaml", "cards: ["), ("layouts/theme.yaml", "colours: [")])
def test_a_broken_file_is_told_and_the_last_good_faces_stay(name: str, text: str, kalevala: Path) -> None:
    file = kalevala / name
    good = file.read_text("utf-8")

    async def script(client: Client) -> None:
        await client.listen()
        before = (await client.state())["faces"]
        file.write_text(text, "utf-8")
        news = await client.until("faults", lambda values: bool(values["broken"]))
        assert any(fault["file"].endswith(file.name) and fault["line"] for fault in news["faults"])
        state = await client.state()
        assert state["broken"] and state["faces"] == before
        assert (await client.state("?edition=fi"))["faces"].keys() == {"fi"}
        file.write_text(good, "utf-8")
        news = await client.until("faults", lambda values: not values["broken"])
        assert client.faces() == []

    with_studio(kalevala, script)


def test_a_broken_layout_greys_its_own_faces_only(kalevala: Path) -> None:
    file = kalevala / "layouts" / "tile.yaml"

    async def script(client: Client) -> None:
        await client.listen()
        file.write_text(file.read_text("utf-8") + "\nnonsense: [", "utf-8")
        news = await client.until("faults", lambda values: bool(values["faults"]))
        assert any(fault["file"].endswith("tile.yaml") for fault in news["faults"])
        for face in some((await client.state())["faces"]["en"]):
            assert face["stale"] == (face["layout"] == "tile"), face["face"]

    with_studio(kalevala, script)


def test_a_fault_of_a_layout_is_told_once_with_all_faces_that_show_it(kalevala: Path) -> None:
    async def script(client: Client) -> None:
        await client.listen()
        edit_file(kalevala / "layouts" / "tile.yaml", ("x: 3, y: 14.4,", "x: 3, y: -2,"))
        news = await client.until("faults", lambda values: any(fault["count"] > 7 for fault in values["faults"]))
        shared = [fault for fault in news["faults"] if fault["count"] > 1]
        assert len({(fault["line"], fault["message"]) for fault in shared}) == len(shared)
        assert shared[0]["count"] == len(shared[0]["faces"]) == 8

    with_studio(kalevala, script)


def test_an_edition_is_composed_when_somebody_looks_at_it(kalevala: Path) -> None:
    async def script(client: Client) -> None:
        await client.listen("&edition=fi&edition=en:ink")
        state = await client.state("?edition=fi&edition=en:ink&edition=xx")
        assert list(state["faces"]) == ["fi", "en:ink"]
        one, other = state["faces"].values()
        assert len(one) == len(other) > 8
        assert {face["digest"] for face in one}.isdisjoint({face["digest"] for face in other if face["card"]})
        edit_file(kalevala / "cards" / "tiles.yaml", ("value: 2\n", "value: 9\n"))
        await client.until("done")
        editions = [values["edition"] for kind, values in client.received if kind == "face"]
        assert set(editions) == {"en:ink", "fi"}

    with_studio(kalevala, script)


def test_a_theme_that_is_taken_away_is_shown_no_more(kalevala: Path) -> None:
    edit_file(kalevala / "layouts" / "theme.yaml", ("  accessible:", "  large:"))

    async def script(client: Client) -> None:
        await client.listen("&edition=en:large&edition=en")
        assert list((await client.state("?edition=en:large&edition=en"))["faces"]) == ["en:large", "en"]
        edit_file(kalevala / "layouts" / "theme.yaml", ("  large:", "  accessible:"))
        await client.until("list")
        state = await client.state("?edition=en:large&edition=en")
        assert "large" not in state["themes"] and list(state["faces"]) == ["en"]

    with_studio(kalevala, script)


def test_cards_that_come_and_go_are_told_as_another_list(kalevala: Path) -> None:
    file = kalevala / "cards" / "markers.yaml"

    async def script(client: Client) -> None:
        await client.listen()
        text = file.read_text("utf-8")
        file.write_text(text[: text.index("  - id: moon_marker")].replace("total: 22", "total: 21"), "utf-8")
        await client.until("list")
        names = {face["face"] for face in (await client.state())["faces"]["en"]}
        assert "markers/sun_marker" in names and "markers/moon_marker" not in names

    with_studio(kalevala, script)
