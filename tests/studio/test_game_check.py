"""What is wrong with the game beyond its faces: told with its place, by a process of its own, as check tells it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.base.trust import revoke_trust
from pnp.catalog import find_game, game_here
from pnp.checking.game import inspect_beyond_faces
from pnp.cli.main import main
from tests.editing import edit_file
from tests.guard import some
from tests.studio.running import Client, copy_game, with_studio


def test_faults_that_no_face_shows_are_told_once_nobody_saves_and_go_when_they_are_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.studio.game_check.QUIET", 0.05)
    kalevala = copy_game("kalevala", tmp_path)
    screen, unused = kalevala / "layouts" / "screen.yaml", kalevala / "layouts" / "unused.yaml"

    async def script(client: Client) -> None:
        await client.listen()
        unused.write_text("size: poker\nelements:\n  a: {kind: elementz}\n", "utf-8")
        edit_file(screen, ("tiles: mini", "tiles: mino"))
        news = await client.until("faults", lambda values: len({it["file"] for it in values["faults"]}) == 2)
        for fault in some(news["faults"]):
            file = Path(fault["file"])
            line = (kalevala / "layouts" / file.name).read_text("utf-8").splitlines()[fault["line"] - 1]
            assert ("mino" if file.name == "screen.yaml" else "elementz") in line and not fault["faces"]
        assert (await client.state())["faults"] == news["faults"]
        unused.unlink()
        edit_file(screen, ("tiles: mino", "tiles: mini"))
        await client.until("faults", lambda values: not values["faults"])

    with_studio(kalevala, script)


def test_rules_and_rulebook_are_looked_at_as_check_does_and_not_before_they_are_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mine"]) == 0
    home = tmp_path / "mine"
    named = find_game("mine", [home])
    assert inspect_beyond_faces(named) == []
    edit_file(home / "cards" / "game.yaml", ("players: [2, 4]", "players: [2, 9]"))
    (fault,) = inspect_beyond_faces(named)
    assert (fault.code, Path(fault.span.file).name) == ("players", "game.yaml") and fault.span.line > 1
    ran = tmp_path / "ran"
    (home / "rules.py").write_text(f"open({str(ran)!r}, 'w')\n", "utf-8")
    revoke_trust(str(home))
    monkeypatch.chdir(home)
    near = game_here()
    assert near is not None
    assert [fault.code for fault in inspect_beyond_faces(near)] == ["untrusted"] and not ran.exists()
