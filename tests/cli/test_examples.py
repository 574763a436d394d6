"""The games to try, `docs/examples/*.txt`, are accepted line by line."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from pnp.cli.main import main

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
TABLES = {
    "drumroll-first-show.txt": "drumroll anna ben",
    "kalevala-moves.txt": "kalevala aino ilmari",
    "keikalla-first-round.txt": "keikalla anna ben cid",
    "keko-moves.txt": "keko anna ben --option ownership_rules=true",
}


def test_every_example_has_a_table() -> None:
    assert {path.name for path in EXAMPLES.glob("*.txt")} == set(TABLES)


@pytest.mark.parametrize("name", TABLES)
def test_an_example_is_played_as_its_head_describes(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert main(["referee", "new", *TABLES[name].split(), "-o", "a.record"]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert main(["referee", "play", "a.record"]) == 0
    written = Path("a.record").read_text(encoding="utf-8").partition("---\n")[2].splitlines()
    expected = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert len([line for line in written if not line.startswith("#=")]) >= len(expected)
    capsys.readouterr()
    assert main(["referee", "verify", "a.record"]) == 0
