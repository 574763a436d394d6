"""Cards of one's own for a shipped game, from the commands that people type: checked, printed, refereed, proven."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pnp.cli.main import main
from tests.editing import edit_file

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
FOLDER = ("--games", ".")

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def north(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example of docs/own-cards.md, in the current folder."""
    shutil.copytree(EXAMPLES / "north", tmp_path / "north")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "north"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def faces(printed: Path) -> set[str]:
    return {path.stem for path in printed.rglob("*.png") if path.parent.name == "performers"}


@pytest.mark.slow
def test_the_example_has_no_fault_and_keeps_every_promise(north: Path, capsys: Capture) -> None:
    assert main(["check", "north", "--strict", *FOLDER]) == 0
    assert main(["prove", "north", "-n", "1", "--players", "2", *FOLDER]) == 0
    assert "the rules are those of drumroll" in " ".join(capsys.readouterr().out.split())


def test_only_the_new_cards_are_printed_or_all(north: Path, capsys: Capture) -> None:
    new = {"PF-ACR-N1", "PF-JUG-N1", "PF-TAM-N1", "PF-BIZ-N1", "PF-ACR-1"}
    words = ["build", "north", "--png", "--dpi", "40", *FOLDER]
    assert main([*words, "--cards", "new", "-o", "new"]) == 0
    assert faces(Path("new")) == {name + side for name in new for side in ("", "-back")}
    assert main([*words, "--only", "performers", "--cards", "new,PF-MAG-1", "-o", "more"]) == 0
    assert "PF-MAG-1" in faces(Path("more"))
    assert main([*words, "--only", "performers", "-o", "all"]) == 0
    assert len(faces(Path("all"))) == 2 * (45 + 4 - 1)
    assert "PF-TAM-9" not in faces(Path("all"))


def test_a_game_that_is_not_extended_has_no_new_cards(capsys: Capture, tmp_path: Path) -> None:
    assert main(["build", "kalevala", "--cards", "new", "-o", str(tmp_path)]) == 2
    assert "there is no card “new”" in capsys.readouterr().err


def test_a_record_says_what_it_was_played_with(north: Path, capsys: Capture) -> None:
    assert main(["referee", "new", "north", "anna", "ben", "--deal", "digital", "-o", "a.record", *FOLDER]) == 0
    head = Path("a.record").read_text("utf-8").partition("---")[0].splitlines()
    assert "game: north" in head
    assert "extends: drumroll" in head
    assert main(["referee", "verify", "a.record", *FOLDER]) == 0
    capsys.readouterr()
    shutil.rmtree(north)
    for words in (["verify"], ["show"], ["options"]):
        assert main(["referee", *words, "a.record"]) == 1
        shown = capsys.readouterr().err
        assert "north: unknown game, an extension of drumroll" in shown
        assert "--games" in shown


def test_the_list_says_which_game_is_extended(north: Path, capsys: Capture) -> None:
    assert main(["list", "--json", *FOLDER]) == 0
    listed = {item["slug"]: item for item in json.loads(capsys.readouterr().out)}
    assert (listed["north"]["extends"], listed["drumroll"]["extends"]) == ("drumroll", "")
    assert listed["north"]["digest"] != listed["drumroll"]["digest"]


def test_bots_play_with_the_new_cards(north: Path, capsys: Capture) -> None:
    assert main(["playtest", "north", "-n", "6", "--workers", "1", "--json", "-", *FOLDER]) == 0
    report = json.loads(capsys.readouterr().out)
    used = {card["id"] for verb in report["uses"] for card in verb["cards"]}
    assert used & {"PF-ACR-N1", "PF-JUG-N1", "PF-TAM-N1", "PF-BIZ-N1"}
    assert "PF-TAM-9" not in used


@pytest.mark.ci
def test_a_card_that_the_layout_cannot_print_is_told_at_the_card(north: Path, capsys: Capture) -> None:
    """Its drawing is missing, its name is too long; the layout is sound."""
    (north / "layouts" / "icons" / "PF-JUG-N1.svg").unlink()
    edit_file(north / "cards" / "performers.yaml", ("en: Cold Sleeper", f"en: {'Cold Sleeper ' * 5}"))
    assert main(["check", "north", "--lang", "en", *FOLDER]) == 1
    shown = capsys.readouterr().out.splitlines()
    assert {line.split(": ")[0] for line in shown[:-1]} == {
        "north/cards/performers.yaml:18:9",
        "north/cards/performers.yaml:46:11",
    }
    assert "there is no icon “PF-JUG-N1” (add the drawing layouts/icons/PF-JUG-N1.svg beside" in shown[0]
    assert "did you mean “PF-JUG-1”?" in shown[0]
    assert "poster.yaml:" in shown[0]
    assert all("does not fit" in line for line in shown[1:-1])
    assert main(["build", "north", "--cards", "new", "-o", "out", *FOLDER]) == 1
    assert "north/cards/performers.yaml:18:9" in capsys.readouterr().err


@pytest.mark.ci
def test_layouts_of_the_game_are_changed_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """A tile of Kalevala needs a colour, three letters and two drawings."""
    monkeypatch.chdir(tmp_path)
    write(Path("isle/cards/game.yaml"), "extends: kalevala\n")
    card = "{id: otso, name: Otso, code: KV90, copies: 3, value: 6, power: none}"
    write(Path("isle/cards/tiles.yaml"), f"deck: tiles\ncards:\n  - {card}\n")
    assert main(["check", "isle", "--lang", "en", *FOLDER]) == 1
    shown = capsys.readouterr().out
    assert "isle/cards/tiles.yaml:3:10: tile of otso, “band”: the palette has no colour “otso”" in shown
    assert "contrast" not in shown  # what it would be cannot be known
    assert "the map letters has no entry for this card" in shown
    write(Path("isle/layouts/theme.yaml"), 'extends: kalevala/theme\ncolours: {otso: "#5a3a1e"}\n')
    write(Path("isle/layouts/tile.yaml"), "extends: kalevala/tile\nmaps: {letters: {otso: OTS}}\n")
    for name in ("otso", "mark-otso"):
        drawing = '<svg viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="3" fill="currentColor"/></svg>'
        write(Path(f"isle/layouts/icons/{name}.svg"), drawing)
    assert main(["check", "isle", "--strict", "--lang", "en", *FOLDER]) == 0
    assert main(["build", "isle", "--cards", "new", "--theme", "ink", "-o", "out", *FOLDER]) == 0
    write(Path("isle/layouts/theme.yaml"), "extends: drumroll/theme\n")
    capsys.readouterr()
    assert main(["check", "isle", "--lang", "en", *FOLDER]) == 1
    assert (
        "isle/layouts/theme.yaml:1:10: there is no theme file “drumroll/theme” (write extends: kalevala/theme)"
        in capsys.readouterr().out
    )


HAG = """
deck: play
cards:
  - id: fen_hag
    name: {en: Fen Hag, fi: Suonoita}
    type: creature
    subtype: Imp
    uses_counters: true
    abilities:
      - {trigger: enters_with, do: [{op: add_counters, amount: 4, target: self}]}
"""


def test_a_card_with_effects_is_read_worded_and_refereed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    write(Path("fen/cards/game.yaml"), "extends: keko\n")
    write(Path("fen/cards/play.yaml"), HAG.replace("add_counters", "add_conters"))
    assert main(["check", "fen", "--cards", *FOLDER]) == 1
    assert "fen/cards/play.yaml:10:42: " in capsys.readouterr().out
    write(Path("fen/cards/play.yaml"), HAG)
    assert main(["check", "fen", "--cards", *FOLDER]) == 0
    write(Path("hags.yaml"), "own_deck: fen\ncards: {fen_hag: 99}\n")
    words = ["referee", "new", "fen", "anna", "ben", "--deal", "digital", "--seed", "1", "--deck", "hags.yaml"]
    assert main([*words, "-o", "a.record", *FOLDER]) == 0
    capsys.readouterr()
    assert main(["referee", "show", "a.record", "--seat", "anna", *FOLDER]) == 0
    assert "Fen Hag" in capsys.readouterr().out


def test_editors_know_the_files_of_an_extension(north: Path, capsys: Capture) -> None:
    from jsonschema import Draft202012Validator

    from pnp.base.yaml.spans import read_yaml

    assert main(["schema", "north", "-o", "out", *FOLDER]) == 0
    for name, file in (("game", "game"), ("deck-performers", "performers")):
        schema = json.loads(Path("out", "north", "schemas", f"{name}.json").read_text("utf-8"))
        value, _ = read_yaml(str(north / "cards" / f"{file}.yaml"), file)
        check = Draft202012Validator(schema)
        assert not list(check.iter_errors(value))
        assert list(check.iter_errors({**value, "fields": {}}))


def test_a_record_of_cards_for_another_game_is_told(north: Path, capsys: Capture) -> None:
    assert main(["referee", "new", "north", "anna", "ben", *FOLDER]) == 0
    capsys.readouterr()
    main(["referee", "verify", "north.record", *FOLDER])
    assert "extend" not in capsys.readouterr().err
    edit_file(Path("north.record"), ("extends: drumroll", "extends: keko"))
    main(["referee", "verify", "north.record", *FOLDER])
    assert "warning: written with cards that extend keko, but these extend drumroll" in capsys.readouterr().err
