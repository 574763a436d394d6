"""From a face to its lines, and from a line to the editor: as a list of words, for files of the game only."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from pnp.studio.editor import editor_command
from tests.deadline import Deadline
from tests.guard import some
from tests.studio.running import Client, copy_game, with_studio


@pytest.fixture
def kalevala(tmp_path: Path) -> Path:
    return copy_game("kalevala", tmp_path)


def test_an_element_of_a_face_knows_its_lines_in_layout_and_card(kalevala: Path) -> None:
    async def script(client: Client) -> None:
        await client.listen()
        found = (await client.http.get("/elements?face=tiles/louhi")).json()["elements"]
        for element in some(found):
            left, top, width, height = element["box"]
            assert left >= 0 and top >= 0 and left + width < 1.001 and top + height < 1.001
            lines = Path(element["layout"]["file"]).read_text("utf-8").splitlines()
            assert element["element"].split("/")[-1] in lines[element["layout"]["line"] - 1]
        (value,) = [element for element in found if element["element"] == "value"]
        line = Path(value["card"]["file"]).read_text("utf-8").splitlines()[value["card"]["line"] - 1]
        assert line.strip() == "value: 2"
        assert (await client.http.get("/elements?face=tiles/nobody")).json() == {"elements": [], "rules": []}

    with_studio(kalevala, script)


def test_a_card_knows_the_rules_that_name_it(kalevala: Path) -> None:
    async def script(client: Client) -> None:
        await client.listen()
        rules = (await client.http.get("/elements?face=tiles/louhi")).json()["rules"]
        for rule in some(rules):
            assert "Louhi" in rule["words"]
            line = Path(rule["place"]["file"]).read_text("utf-8").splitlines()[rule["place"]["line"] - 1]
            assert rule["id"] in line
        assert "KAL-39" in {rule["id"] for rule in rules} and len(rules) < 12

    with_studio(kalevala, script)


def test_a_place_is_opened_in_the_editor_without_a_shell(
    kalevala: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = tmp_path / "seen"
    program = tmp_path / "editor.py"
    program.write_text(f"import sys, pathlib; pathlib.Path({str(seen)!r}).write_text('\\n'.join(sys.argv[1:]))")
    monkeypatch.setenv("PNP_EDITOR", f"{sys.executable} {program} '$(touch x);' {{file}} {{line}}")
    odd = kalevala / "cards" / "-g; touch y.yaml"
    file = kalevala / "cards" / "tiles.yaml"

    async def script(client: Client) -> None:
        assert (await client.post("/open", {"file": str(file), "line": 7, "column": 2})).status_code == 204
        deadline = Deadline("the editor to start")
        while not seen.exists() or not seen.read_text():
            deadline.check()
            time.sleep(0.02)
        assert seen.read_text().splitlines() == ["$(touch x);", str(file), "7"]
        for path in ("/etc/passwd", f"{kalevala}/cards/../../x", str(odd), "", str(kalevala / "cards"), "tiles.yaml"):
            assert (await client.post("/open", {"file": path})).status_code == 404, path
        link = kalevala / "cards" / "link.yaml"
        link.symlink_to("/etc/hostname")
        assert (await client.post("/open", {"file": str(link)})).status_code == 404
        assert (await client.http.get(f"/open?file={file}")).status_code == 405
        monkeypatch.setenv("PNP_EDITOR", str(tmp_path / "no-such-editor"))
        assert (await client.post("/open", {"file": str(file)})).status_code == 409

    with_studio(kalevala, script)
    assert not (tmp_path / "x").exists() and not Path("x").exists()


@pytest.mark.parametrize(
    ("environ", "words"),
    [
        ({"PNP_EDITOR": "codium --reuse-window"}, ["codium", "--reuse-window", "-g", "/a b.yaml:3:4"]),
        ({"PNP_EDITOR": "subl"}, ["subl", "/a b.yaml:3:4"]),
        ({"PNP_EDITOR": "xterm -e vim +{line} {file}"}, ["xterm", "-e", "vim", "+3", "/a b.yaml"]),
        ({"PNP_EDITOR": "notes"}, ["notes", "/a b.yaml"]),
        ({"VISUAL": "gvim"}, ["gvim", "+3", "/a b.yaml"]),
        ({"VISUAL": "vim"}, ["/usr/bin/code", "-g", "/a b.yaml:3:4"]),  # it would have no terminal
        ({"VISUAL": "'unfinished"}, ["/usr/bin/code", "-g", "/a b.yaml:3:4"]),
        ({}, ["/usr/bin/code", "-g", "/a b.yaml:3:4"]),
    ],
)
def test_editors_are_asked_for_the_line_each_in_its_way(environ: dict[str, str], words: list[str]) -> None:
    assert editor_command(environ, "/a b.yaml", 3, 4, lambda name: f"/usr/bin/{name}") == words


def test_without_an_editor_that_is_known_there_is_none() -> None:
    assert editor_command({"VISUAL": "nano"}, "/a.yaml", 1, 1, lambda name: None) is None
