"""docs/hour.md: a game in an hour, from an empty folder; every command is run, and answers what the page says."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from pnp.cli.main import main
from tests.docs.walk import read_steps, replace_lines
from tests.guard import some

PAGE = Path(__file__).parents[2] / "docs" / "hour.md"


@pytest.mark.ci
def test_the_page_can_be_followed_step_by_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = ""
    for step in some(list(read_steps(PAGE))):
        if step.kind == "write":
            Path(step.file).parent.mkdir(exist_ok=True)
            Path(step.file).write_text(step.text, encoding="utf-8")
        elif step.kind == "replace":
            file = Path(step.file)
            file.write_text(replace_lines(file.read_text("utf-8"), step.text), encoding="utf-8")
        elif step.kind == "answers":
            words = " ".join(answer.split())
            assert [line for line in step.text.splitlines() if " ".join(line.split()) not in words] == [], answer
        else:
            capsys.readouterr()
            for line in step.text.splitlines():
                program, *arguments = shlex.split(line)
                assert program == "pnp"
                assert main(arguments) == (0 if step.kind == "run" else 1), (line, capsys.readouterr())
            answer = capsys.readouterr().out
    for name in ("star.png", "cards.png", "print/lanterns/a4-en/lanterns-a4-en.pdf", "playtest.json"):
        assert Path(name).stat().st_size > 0, name


def test_a_page_says_what_each_block_is_for(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Look:\n\n```yaml\na: 1\n```\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="nothing says"):
        list(read_steps(page))
    with pytest.raises(AssertionError):
        replace_lines("a\nb\n", "-c\n+d\n")
