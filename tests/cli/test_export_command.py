"""`export` and `import`: where files go, what is refused, and that nothing half-made is left."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pnp.cli.main import main
from pnp.export.lists.request import FORMATS, MAKERS, find_maker, makes_folder
from pnp.export.pictures import face_pictures

Capture = pytest.CaptureFixture[str]


def export(*options: str) -> int:
    return main(["export", "kalevala", "--only", "markers", *options])


@pytest.mark.parametrize("to", MAKERS)
def test_without_a_path_files_go_to_the_output_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, to: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert export("--to", to, "--lang", "fi") == 0
    place = tmp_path / capsys.readouterr().out.splitlines()[-1]
    assert place.is_dir() if makes_folder(to) else place.stat().st_size > 1000
    assert place.parent == tmp_path / "output" / "kalevala" and "fi" in place.name
    assert not list(tmp_path.rglob("*.tmp"))


@pytest.mark.parametrize("to", MAKERS)
def test_a_path_is_taken_as_it_is(tmp_path: Path, to: str) -> None:
    place = tmp_path / "deep" / "thing.x"
    assert export("--to", to, "-o", str(place)) == 0
    assert place.is_dir() == makes_folder(to)


@pytest.mark.parametrize("to", [to for to in FORMATS if to not in MAKERS or not makes_folder(to)])
def test_a_dash_is_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes], to: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert export("--to", to, "-o", "file") == 0
    capsysbinary.readouterr()
    assert export("--to", to, "-o", "-") == 0
    assert capsysbinary.readouterr().out == Path("file").read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_dash_is_no_folder_and_holds_no_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    assert export("--to", "tts", "-o", "-") == 2 and "expected the path of a folder for tts" in capsys.readouterr().err
    assert export("--to", "csv", "-o", "-", "--json") == 2 and "itself goes to the output" in capsys.readouterr().err
    assert main(["look", "kalevala", "louhi", "-o", "-", "--json"]) == 2
    assert "the picture itself goes to the output" in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_every_format_has_its_exporter() -> None:
    assert set(FORMATS) == {"csv", "json", "md", "xlsx", "rules", "html", "tts", "pcio", "cockatrice"}
    assert all(callable(find_maker(to)) for to in MAKERS)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--to", "pdf"], "expected one of csv, json, md, xlsx, html, rules, tts, pcio, cockatrice"),
        (["--to", "html", "--base-url", "https://x"], "--base-url works only with"),
        (["--to", "tts", "--base-url", "x"], "expected an address"),
        (["--to", "html", "--lang", "xx"], "no language “xx”"),
        (["--to", "html", "--theme", "xx"], "no theme “xx”"),
        (["--to", "tts", "--only", "tils"], "no component “tils”"),
    ],
)
def test_what_cannot_be_is_reported(tmp_path: Path, capsys: Capture, options: list[str], message: str) -> None:
    assert export(*options, "-o", str(tmp_path / "x")) in (1, 2)
    assert message in " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert not list(tmp_path.iterdir())


def test_a_database_of_pages_is_reported(tmp_path: Path, capsys: Capture) -> None:
    assert main(["export", "kalevala", "--to", "cockatrice", "--only", "rules", "-o", str(tmp_path / "x")]) == 1
    assert "the chosen components have no cards" in capsys.readouterr().err
    for to in ("tts", "pcio", "html"):
        assert main(["export", "kalevala", "--to", to, "--only", "track", "-o", str(tmp_path / to)]) == 0


def test_a_fault_on_the_way_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr("pnp.export.tabletop.tts.encode", fail)
    assert export("--to", "tts", "-o", str(tmp_path / "x")) == 130
    assert not list(tmp_path.iterdir()) and face_pictures.encode is not fail


def test_a_file_in_the_way_of_a_folder_is_reported(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "x").write_text("mine")
    assert export("--to", "cockatrice", "-o", str(tmp_path / "x")) == 1
    assert "cannot be written" in capsys.readouterr().err and (tmp_path / "x").read_text() == "mine"


def test_import_reports_what_it_made_and_how_to_go_on(tmp_path: Path, capsys: Capture) -> None:
    table = tmp_path / "My Héroes-2.csv"
    table.write_text('name,qty,cost,tags\nA,2,3,"[1]"\n', "utf-8")
    assert main(["import", str(table), "-o", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "1 cards, 2 with copies; cost (int), tags (list)" in out and "Not on the faces yet: tags" in out
    assert f"pnp check my_heroes_2 --games {tmp_path}" in out
    assert main(["check", "my_heroes_2", "--games", str(tmp_path)]) == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--map", "name"], "expected COLUMN=WHAT"),
        (["--lang", "Finnish"], "expected a language code such as en"),
        (["--game", "Kale Vala"], "invalid short name"),
        (["--game", "kalevala"], "this name is taken"),
        (["--title", ""], ""),
        (["--title", "x\ny" * 40], "invalid title"),
    ],
)
def test_import_refuses_what_cannot_be(tmp_path: Path, capsys: Capture, options: list[str], message: str) -> None:
    table = tmp_path / "t.csv"
    table.write_text("name\nA\n")
    code = main(["import", str(table), "-o", str(tmp_path / "games"), *options])
    assert (code == 0) == (not message)
    assert message in " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert message == "" or not (tmp_path / "games").exists()


@pytest.mark.parametrize("to", ["csv", "html", "cockatrice"])
def test_a_file_that_holds_something_else_is_not_written_over_unless_asked(
    tmp_path: Path, capsys: Capture, to: str
) -> None:
    place = tmp_path / "x"
    assert export("--to", to, "-o", str(place)) == 0
    file = next(path for path in [place, *sorted(place.rglob("*"))] if path.is_file())
    made = file.read_bytes()
    assert export("--to", to, "-o", str(place)) == 0  # the same again is no loss
    file.write_bytes(b"mine")
    capsys.readouterr()
    assert export("--to", to, "-o", str(place)) == 1
    assert f"{file}: already exists (use --force to overwrite it)" in capsys.readouterr().err
    assert file.read_bytes() == b"mine"
    assert export("--to", to, "-o", str(place), "--force") == 0
    assert file.read_bytes() == made


@pytest.mark.parametrize("to", ["csv", "tts"])
def test_exports_report_to_programs_what_they_wrote(tmp_path: Path, capsys: Capture, to: str) -> None:
    assert export("--to", to, "-o", str(tmp_path / "x"), "--json") == 0
    reply = json.loads(capsys.readouterr().out)
    assert (reply["game"], reply["to"], reply["place"]) == ("kalevala", to, str(tmp_path / "x"))
    assert reply["files"] and all(Path(one["file"]).stat().st_size == one["bytes"] for one in reply["files"])


def test_a_list_on_the_screen_is_no_json_of_ours() -> None:
    assert export("--to", "csv", "--json") == 2
