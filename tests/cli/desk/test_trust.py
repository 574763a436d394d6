"""Games are found from where one stands; code of one that nobody named runs only when its folder is trusted.

Held from outside: the rules of the game write a file when they run, so what ran is seen whatever the command says.
"""

from __future__ import annotations

import os
import py_compile
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from pnp.base import trust
from pnp.base.diagnostics import InputError
from pnp.catalog import all_games, find_game
from pnp.cli.main import main
from pnp.conformance.proof import subject_of
from tests.deadline import COMMAND, PATIENCE
from tests.editing import edit_file
from tests.guard import some

WITNESS = "ran.txt"
WRITE = "import os\nimport pathlib\npathlib.Path(os.environ['PNP_WITNESS']).write_text('ran')\n"


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CONFIG_DIR", str(tmp_path / "settings"))
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("PNP_WITNESS", str(tmp_path / WITNESS))
    monkeypatch.delenv("PNP_TRUST", raising=False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.delitem(sys.modules, "pnp_game_mygame", raising=False)


def scaffold(where: Path, kind: str = "") -> Path:
    """A game of somebody else that says when its code runs."""
    import pnp

    game = where / "mygame"
    shutil.copytree(
        Path(pnp.__file__).parent / "scaffold" / kind / "mygame", game, ignore=shutil.ignore_patterns("__pycache__")
    )
    rules = game / "rules.py"
    text = rules.read_text("utf-8")
    rules.write_text(
        text.replace("from __future__ import annotations\n", f"from __future__ import annotations\n{WRITE}")
    )
    assert WRITE in rules.read_text("utf-8")
    return game


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path / "games")
    return scaffold(tmp_path / "games")


def has_run(tmp_path: Path) -> bool:
    """Whether rules ran since this was asked last."""
    witness = tmp_path / WITNESS
    ran = witness.exists()
    witness.unlink(missing_ok=True)
    sys.modules.pop("pnp_game_mygame", None)  # or the next command would find them loaded
    return ran


COMMANDS = [
    "check mygame", "check mygame --strict", "check mygame --lang fi", "build mygame -o print",
    "look mygame star", "export mygame --to csv -o out.csv", "rules mygame", "schema mygame -o schemas",
    "playtest mygame -n 2 --workers 1", "prove mygame", "teach mygame", "referee new mygame anna ben",
    "referee host mygame --local --no-open", "set mygame star name Sun",
]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.parametrize("kind", ["", "effects"])
def test_no_command_runs_code_that_nobody_trusts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, kind: str
) -> None:
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path / "games")
    scaffold(tmp_path / "games", kind)
    main(words.split())
    assert not has_run(tmp_path)


def test_what_is_refused_names_the_command_that_helps(
    foreign: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["referee", "new", "mygame", "anna", "ben", "-o", "a.record"]) == 1
    shown = capsys.readouterr().err
    assert shown.startswith("mygame: ") and "would run with your user's permissions" in shown
    assert "pnp trust mygame" in shown
    assert not Path("a.record").exists()
    assert main(["check", "mygame"]) == 0
    assert "its rules were not checked" in capsys.readouterr().out
    assert main(["trust", "mygame"]) == 0
    assert "rules.py" in capsys.readouterr().out
    assert not has_run(tmp_path)
    assert main(["referee", "new", "mygame", "anna", "ben", "-o", "a.record"]) == 0
    assert has_run(tmp_path)
    assert main(["check", "mygame", "--strict"]) == 0
    assert has_run(tmp_path)


def test_changed_code_asks_again(foreign: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["trust", "mygame"])
    (foreign / "inner").mkdir()
    rules, test = foreign / "rules.py", foreign / "tests" / "test_mygame.py"
    contents = {
        rules: rules.read_bytes() + b"\n",
        foreign / "helper.py": b"x = 1\n",
        foreign / "inner" / "deep.py": b"",
        foreign / "fast.so": b"\x7fELF",
        test: test.read_bytes() + b"\n",
    }
    for file, content in some(contents.items()):
        file.write_bytes(content)
        capsys.readouterr()
        assert main(["playtest", "mygame", "-n", "1", "--workers", "1"]) == 1
        shown = capsys.readouterr().err
        name = file.relative_to(foreign).as_posix()
        assert f"changed since you trusted it: {name}" in shown and "pnp trust mygame" in shown
        assert not has_run(tmp_path)
        assert main(["trust", "mygame"]) == 0
    test.unlink()
    assert main(["playtest", "mygame", "-n", "1", "--workers", "1"]) == 1
    main(["trust", "mygame"])
    (foreign / "cards" / "notes.txt").write_text("data is no code")
    assert main(["playtest", "mygame", "-n", "1", "--workers", "1"]) == 0
    assert has_run(tmp_path)


def test_a_linked_package_is_code_of_the_game_too(foreign: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (foreign / "rules.py").replace(outside / "__init__.py")
    (foreign / "rules").symlink_to(outside, target_is_directory=True)
    (outside / "round").symlink_to(outside, target_is_directory=True)  # a loop of links ends
    assert main(["trust", "mygame"]) == 0
    assert main(["playtest", "mygame", "-n", "1", "--workers", "1"]) == 0
    assert has_run(tmp_path)
    (outside / "more.py").write_text("")
    assert main(["playtest", "mygame", "-n", "1", "--workers", "1"]) == 1
    assert not has_run(tmp_path)


def test_compiled_code_in_the_folder_does_not_stand_for_its_source(foreign: Path, tmp_path: Path) -> None:
    """A compiled file that names the source's time and size would be taken for it; it is not looked at."""
    rules, evil = foreign / "rules.py", tmp_path / "evil.py"
    source = rules.read_text("utf-8")
    rules.write_text(source.replace(WRITE, "#" * (len(WRITE) - 1) + "\n"))
    main(["trust", "mygame"])
    evil.write_text(source)
    stat = rules.stat()
    assert len(evil.read_bytes()) == stat.st_size
    os.utime(evil, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    tag = sys.implementation.cache_tag
    (foreign / "__pycache__").mkdir()
    py_compile.compile(str(evil), str(foreign / "__pycache__" / f"rules.{tag}.pyc"), doraise=True)
    assert main(["playtest", "mygame", "-n", "1", "--workers", "1"]) == 0
    assert not has_run(tmp_path)
    assert main(["playtest", "mygame", "-n", "1", "--workers", "1", "--games", "."]) == 0


def test_tables_beside_scenarios_are_code_too(foreign: Path, tmp_path: Path) -> None:
    """Also of a game without rules, and of an extension, whose rules are trusted."""

    (foreign / "rules.py").unlink()
    (foreign / "tests" / "tables.py").write_text(WRITE)
    (foreign / "tests" / "scenarios").mkdir(exist_ok=True)
    for scenario in (foreign / "tests" / "scenarios").iterdir():
        scenario.unlink()
    with pytest.raises(InputError, match="would run with your user's permissions"):
        subject_of(find_game("mygame"))
    assert not has_run(tmp_path)


def test_a_game_is_found_from_inside_beside_and_above(
    foreign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for where in some((tmp_path / "games", foreign, foreign / "cards", tmp_path / "games" / "prints")):
        where.mkdir(exist_ok=True)
        monkeypatch.chdir(where)
        entry = find_game("MyGame")
        assert (entry.slug, entry.is_near, entry.origin) == ("mygame", True, "folder")
        assert Path(entry.cards) == foreign / "cards"
    monkeypatch.chdir(foreign / "cards")
    assert "mygame" in [entry.slug for entry in all_games()]
    monkeypatch.chdir(tmp_path)
    assert "mygame" not in [entry.slug for entry in all_games()]


def test_a_near_game_takes_no_other_ones_place(foreign: Path, tmp_path: Path) -> None:
    shutil.copytree(foreign, "kalevala")
    assert find_game("kalevala").origin == "built in"
    assert next(entry for entry in all_games() if entry.slug == "kalevala").origin == "built in"
    assert not find_game("mygame", ["."]).is_near


def test_an_extension_of_a_near_game_asks_for_that_games_code(
    foreign: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = Path("more") / "cards"
    cards.mkdir(parents=True)
    (cards / "game.yaml").write_text("game: more\nextends: mygame\ntitle: More\n")
    main(["referee", "new", "more", "anna", "ben"])
    assert not has_run(tmp_path)
    assert find_game("more").base == find_game("mygame")
    (cards / "game.yaml").write_text("game: more\nextends: more\ntitle: More\n")
    assert main(["check", "more"]) == 1
    assert "needs a name that differs" in capsys.readouterr().out


def test_the_record_finds_its_game(
    foreign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["trust", "mygame"])
    assert main(["referee", "new", "mygame", "anna", "ben", "-o", "a.record"]) == 0
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    capsys.readouterr()
    for words in some((["show", "R"], ["verify", "R"], ["replay", "R", "-o", "page.html"], ["options", "R"])):
        assert (
            main(["referee", *(str(tmp_path / "games" / "a.record") if word == "R" else word for word in words)]) == 0
        )
    assert has_run(tmp_path)
    main(["trust", "--revoke", str(foreign)])
    assert main(["referee", "show", str(tmp_path / "games" / "a.record")]) == 1
    assert not has_run(tmp_path)


def test_a_record_far_from_its_game_finds_it_and_still_asks(
    foreign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = tmp_path / "evening"
    evening.mkdir()
    monkeypatch.chdir(evening)
    assert main(["referee", "new", "mygame", "anna", "ben", "-o", "a.record", "--games", str(foreign.parent)]) == 0
    assert has_run(tmp_path)
    assert (evening / "a.record.game").read_text("utf-8") == f"{foreign}\n"
    assert main(["referee", "show", "a.record"]) == 1
    assert not has_run(tmp_path)
    main(["trust", str(foreign)])
    assert main(["referee", "show", "a.record"]) == 0
    for named in some(("", "relative", "//host/share", "/no/such/folder", "\0", "x" * 9000)):
        (evening / "a.record.game").write_text(named, "utf-8")
        assert main(["referee", "show", "a.record"]) == 1
    assert (
        main(["referee", "new", "mygame", "anna", "ben", "-o", str(foreign.parent / "b.record"), "--games", "../games"])
        == 0
    )
    assert not (foreign.parent / "b.record.game").exists()


def test_of_two_games_of_one_name_a_record_keeps_the_one_that_opened_it(
    foreign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The one in the current folder, though the record is written beside the other one."""
    inner = scaffold(tmp_path / "games" / "inner")
    edit_file(inner / "cards" / "game.yaml", ("title: My Game", "title: Inner Game"))
    monkeypatch.chdir(inner.parent)
    monkeypatch.setenv("PNP_TRUST", "all")
    assert main(["referee", "new", "mygame", "anna", "ben", "-o", "../a.record"]) == 0
    errors = capsys.readouterr().err
    assert "the game is in mygame; the game of the same name" in errors and "is not used" in errors
    for here in some((inner.parent, foreign.parent, tmp_path)):
        monkeypatch.chdir(here)
        assert main(["referee", "show", str(tmp_path / "games" / "a.record")]) == 0
        assert capsys.readouterr().out.startswith("Inner Game")


def test_a_branch_finds_the_game_of_its_record_wherever_it_lies(
    foreign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("evening", "other", "far"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "evening")
    assert main(["referee", "new", "mygame", "anna", "ben", "-o", "a.record", "--games", str(foreign.parent)]) == 0
    main(["trust", str(foreign)])
    monkeypatch.chdir(tmp_path / "far")
    away = str(tmp_path / "other" / "c.record")
    assert main(["referee", "branch", "../evening/a.record", "0"]) == 0
    assert main(["referee", "branch", "../evening/a-0.record", "0", "-o", away]) == 0
    for made in some(("../evening/a-0.record", away)):
        assert main(["referee", "verify", made]) == 0
        assert Path(f"{made}.game").read_text("utf-8") == f"{foreign}\n"
    beside = str(foreign.parent / "b.record")
    assert main(["referee", "branch", away, "0", "-o", beside]) == 0
    assert not Path(f"{beside}.game").exists(), "it is found without"


def test_a_table_opened_on_the_first_screen_keeps_where_its_game_is(
    foreign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pnp.cli.orders import HostOrder
    from pnp.cli.referee.hosting import Hosting, host_game

    (tmp_path / "evening").mkdir()
    monkeypatch.chdir(tmp_path / "evening")
    order = HostOrder(local=True, json=True, no_open=True, games=[foreign.parent])
    hosted, lang = host_game("mygame", order)
    hosting = Hosting(order, hosted, lang)
    assert hosted.opening is not None
    table = hosted.opening.open({"seats": "anna ben"})
    hosting._has_opened(table)
    table.close()
    assert Path("mygame.record.game").read_text("utf-8") == f"{foreign}\n"
    main(["trust", str(foreign)])
    assert main(["referee", "verify", "mygame.record"]) == 0


def test_a_record_names_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, foreign: Path) -> None:
    monkeypatch.chdir(foreign / "cards")
    for name in some(("../mygame", "../../mygame", str(foreign), ".", "..", "")):
        with pytest.raises(Exception, match="unknown game"):
            find_game(name)


def test_what_new_made_is_trusted_as_it_was_made(
    tmp_path: Path, mygame: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["playtest", "mygame", "-n", "1", "--workers", "1"]) == 0
    (mygame / "rules.py").write_text((mygame / "rules.py").read_text("utf-8") + "\n", "utf-8")
    assert main(["playtest", "mygame", "-n", "1", "--workers", "1"]) == 1
    assert "pnp trust --own mygame" in capsys.readouterr().err
    assert main(["trust", "--own", "mygame"]) == 0
    (mygame / "rules.py").write_text((mygame / "rules.py").read_text("utf-8") + "\n", "utf-8")
    assert main(["playtest", "mygame", "-n", "1", "--workers", "1"]) == 0


def test_everything_is_trusted_where_the_machine_says_so(
    foreign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_TRUST", "yes")
    assert main(["playtest", "mygame", "-n", "1", "--workers", "1"]) == 1
    monkeypatch.setenv("PNP_TRUST", "all")
    assert main(["playtest", "mygame", "-n", "1", "--workers", "1"]) == 0
    assert has_run(tmp_path)


def test_the_list_and_taking_trust_back(foreign: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trust", "--list"]) == 0
    assert capsys.readouterr().out == ""
    main(["trust"])  # the folder of games
    capsys.readouterr()
    main(["trust", "--list"])
    assert capsys.readouterr().out == f"{foreign}: trusted, unchanged\n"
    (foreign / "rules.py").write_text("")
    main(["trust", "--list"])
    assert "must be trusted again" in capsys.readouterr().out
    main(["trust", "mygame/cards"])  # from inside
    shutil.rmtree(foreign)
    main(["trust", "--list"])
    assert capsys.readouterr().out.endswith("trusted, but the folder is missing\n")
    assert main(["trust", "--revoke", "mygame"]) == 0
    assert main(["trust", "--revoke", "mygame"]) == 2
    assert main(["trust", "--own", "--list"]) == 2
    assert main(["trust", "."]) == 1
    assert "found no games here" in capsys.readouterr().err


def test_a_damaged_list_trusts_nothing(foreign: Path, tmp_path: Path) -> None:
    main(["trust", "mygame"])
    listed = tmp_path / "settings" / "trusted.json"
    for damage in some(("", "[]", "{}", '[{"path": 3}]', listed.read_text()[:-9])):
        listed.write_text(damage)
        assert main(["playtest", "mygame", "-n", "1", "--workers", "1"]) == 1
        assert not has_run(tmp_path)


def test_a_damaged_list_is_told_and_not_written_over(
    foreign: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["trust", "mygame"])
    listed = tmp_path / "settings" / "trusted.json"
    listed.write_text("{}")
    for words in (["mygame"], ["--list"], ["--revoke", "mygame"]):
        assert main(["trust", *words]) == 1
        assert "the list of trusted folders cannot be read" in capsys.readouterr().err
    assert listed.read_text() == "{}"


def test_a_game_without_code_needs_no_trust(foreign: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in some(list(foreign.rglob("*.py"))):
        path.unlink()
    assert main(["referee", "new", "mygame", "anna", "ben"]) == 0
    capsys.readouterr()
    assert main(["trust", "mygame"]) == 0
    assert "nothing to trust" in capsys.readouterr().out


@pytest.mark.parametrize("start", [["-m", "pnp"], ["-c", "import sys; from pnp.cli.main import console; console()"]])
def test_no_library_is_imported_from_the_current_folder(tmp_path: Path, start: list[str]) -> None:
    """Neither by the command nor by the processes that it starts: what lies here is nobody's library."""
    here = tmp_path / "here"
    here.mkdir()
    for name in ("typer", "multiprocessing", "msgspec", "tempfile", "random"):
        (here / f"{name}.py").write_text(WRITE + "raise SystemExit('taken from here')\n")
    safe = {"PYTHONSAFEPATH": "1"} if start[0] == "-c" else {}  # as the installed script starts
    words = ["playtest", "kalevala", "-n", "40", "--workers", "2"]
    done = subprocess.run(
        [sys.executable, *start, *words],
        cwd=here, env={**os.environ, **safe}, capture_output=True, text=True, check=False,
    timeout=COMMAND)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert not has_run(tmp_path)


HARMLESS = "#" * (len(WRITE) - 1) + "\n"


def swap_after_the_check(monkeypatch: pytest.MonkeyPatch, swap: Callable[[], object]) -> None:
    """Somebody who can write in the folder changes it between the check and the import."""

    def checked(folder: str) -> object:
        found = check(folder)
        swap()
        return found

    check = trust._check
    monkeypatch.setattr(trust, "_check", checked)


@pytest.mark.parametrize("place", ["rules.py", "rules/__init__.py", "rules/inner.py", "tests/tables.py", "beside.py"])
def test_the_code_that_was_checked_is_the_code_that_runs(
    place: str, foreign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    harmless = (foreign / "rules.py").read_text("utf-8").replace(WRITE, HARMLESS)
    file = foreign / place
    (foreign / "rules.py").write_text(harmless)
    if place.startswith("rules/"):
        (foreign / "rules").mkdir()
        (foreign / "rules.py").rename(foreign / "rules" / "__init__.py")
        (foreign / "rules" / "inner.py").write_text(HARMLESS)
        with (foreign / "rules" / "__init__.py").open("a") as stream:
            stream.write("from . import inner\n")
    elif place == "beside.py":
        file.write_text(HARMLESS)
        with (foreign / "rules.py").open("a") as stream:
            stream.write(f"import sys\nsys.path.insert(0, {str(foreign)!r})\nimport beside\n")
    elif place == "tests/tables.py":
        (foreign / "rules.py").unlink()  # else the second check, before the tables, sees the swap
        (foreign / "tests" / "scenarios").mkdir(exist_ok=True)
        file.write_text(HARMLESS)
    before = file.read_bytes()
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name in ("pnp_game_mygame.inner", "beside", "tables"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    assert main(["trust", "mygame"]) == 0
    swap_after_the_check(monkeypatch, lambda: file.write_bytes(WRITE.encode() + before))
    subject = subject_of(find_game("mygame"))
    assert subject.book.slug == "mygame" and not has_run(tmp_path)
    assert file.read_bytes().startswith(WRITE.encode()), "the swap came in time"
    sys.modules.pop("pnp_game_mygame", None)
    with pytest.raises(InputError, match="changed since you trusted it"):
        subject_of(find_game("mygame"))
    assert not has_run(tmp_path)


def test_a_module_that_was_added_after_the_check_does_not_run(
    foreign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = foreign / "rules"
    rules.mkdir()
    (foreign / "rules.py").rename(rules / "__init__.py")
    with (rules / "__init__.py").open("a") as stream:
        stream.write("from . import late\n")
    assert main(["trust", "mygame"]) == 0
    (rules / "__init__.py").write_text((rules / "__init__.py").read_text().replace(WRITE, HARMLESS))
    assert main(["trust", "mygame"]) == 0
    swap_after_the_check(monkeypatch, lambda: (rules / "late.py").write_text(WRITE))
    assert main(["playtest", "mygame", "-n", "1", "--workers", "1"]) == 1
    assert "late.py was added since its folder was checked" in capsys.readouterr().err
    assert not has_run(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("place", ["f.py", "cards/f.yaml", "cards/deck.csv", "layouts/f.yaml", "tests/scenarios/f.md"])
def test_a_pipe_in_the_folder_of_a_game_is_not_waited_for(foreign: Path, place: str) -> None:
    assert main(["trust", "mygame"]) == 0
    os.mkfifo(foreign / place)
    named = {
        "f.py": ("referee", "trust", "check"),
        "cards/f.yaml": ("referee", "check"),
        "layouts/f.yaml": ("check",),
    }.get(place, ())
    for words in (["referee", "new", "mygame", "a", "b"], ["check", "mygame"], ["trust", "mygame"]):
        command = [sys.executable, "-m", "pnp", *words]
        done = subprocess.run(command, cwd=foreign.parent, capture_output=True, text=True, timeout=PATIENCE)
        assert "Traceback" not in done.stderr
        assert (f"mygame/{place}" in done.stdout + done.stderr) == (words[0] in named), done.stderr


def test_a_folder_that_becomes_ones_own_runs_as_it_is(foreign: Path, tmp_path: Path) -> None:
    """Also in a process that ran the checked code before, such as a studio."""
    assert main(["trust", "mygame"]) == 0
    assert subject_of(find_game("mygame")).book.slug == "mygame" and has_run(tmp_path)
    assert main(["trust", "--own", "mygame"]) == 0
    changed = (foreign / "rules.py").read_text("utf-8").replace("write_text('ran')", "write_text('has run')")
    (foreign / "rules.py").write_text(changed, "utf-8")
    subject_of(find_game("mygame"))
    assert (tmp_path / WITNESS).read_text() == "has run"


EXTENSION = find_spec("xxlimited")  # an example that comes with most Pythons


@pytest.mark.skipif(EXTENSION is None, reason="this Python has no example of a compiled module")
def test_a_compiled_module_is_loaded_as_it_was_checked(
    foreign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert EXTENSION is not None and EXTENSION.origin is not None
    module = foreign / Path(EXTENSION.origin).name
    shutil.copy(EXTENSION.origin, module)
    with (foreign / "rules.py").open("a") as stream:
        stream.write(f"import sys\nsys.path.insert(0, {str(foreign)!r})\nimport xxlimited\n")
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "xxlimited", raising=False)
    assert main(["trust", "mygame"]) == 0
    swap_after_the_check(monkeypatch, lambda: module.write_bytes(b"\x7fELF"))
    assert subject_of(find_game("mygame")).book.slug == "mygame" and has_run(tmp_path)
    assert hasattr(sys.modules["xxlimited"], "__loader__") and sys.modules["xxlimited"].__file__ != str(module)
