"""Whatever files a game has: `pnp check` names the faults, and what it passes `pnp build` prints. Never a traceback."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from pnp.cli.main import main
from tests.cli.hostile.corpus import CASES, KINDS
from tests.guard import some

PLACE = re.compile(r"^\S*small\S*?(:\d+)*: ", re.M)
Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> tuple[int, str]:
    """A command in this process: an exception that is not a fault of the user's comes out of it."""
    code = main([*words])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


@pytest.mark.ci
@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_check_passes_is_printed_and_any_other_is_named(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """One test a kind: a game a case, all in one folder."""
    monkeypatch.chdir(tmp_path)
    passed = refused = 0
    for number, (name, make) in enumerate(some(it for it in CASES.items() if it[0].startswith(f"{kind}:"))):
        home = tmp_path / str(number)
        for path, data in make().items():
            (home / "small" / path).parent.mkdir(parents=True, exist_ok=True)
            (home / "small" / path).write_bytes(data)
        where = ["--games", str(home)]
        try:
            checked, output = run(capsys, "check", "small", "--json", *where)
            built, printed = run(capsys, "build", "small", "-o", str(home / "out"), "--png", *where)
        except Exception as fault:
            raise AssertionError(f"{name}: a traceback") from fault
        assert checked in (0, 1) and built == checked, f"{name}: check {checked}, build {built}\n{output}\n{printed}"
        assert checked == 0 or "small" in printed, f"{name}: the fault has no place:\n{printed}"
        passed, refused = passed + (checked == 0), refused + (checked == 1)
    assert passed and refused, "the corpus has both"


def test_tables_are_imported_or_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    for number, (name, make) in enumerate(some(it for it in CASES.items() if it[0].startswith("table:"))):
        file = name.partition(": ")[2]
        Path(file).write_bytes(make()[f"cards/{file}"])
        try:
            code, output = run(capsys, "import", file, "-o", f"out{number}")
        except Exception as fault:
            raise AssertionError(f"{name}: a traceback") from fault
        assert code == 0 or (code == 1 and file in output), f"{name}: {code}\n{output}"
        os.unlink(file)
