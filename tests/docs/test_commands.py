"""Every command line on a page can be typed: the command is there, and it has these options."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pnp.cli import main as command_line
from tests.guard import some

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(ROOT / "docs").glob("*.md"),
    *ROOT.glob("pnp/scaffold/**/*.md"),
]
_BLOCK = re.compile(r"^```(?:sh.*|console)?\n(.*?)^```$", re.M | re.S)
_INLINE = re.compile(r"`(pnp [a-z][^`]*)`")


def written(page: Path) -> Iterator[str]:
    """The command lines of a page: in blocks, and within sentences."""
    text = page.read_text("utf-8")
    for block in _BLOCK.findall(text):
        yield from (line.removeprefix("$ ") for line in block.splitlines() if re.match(r"(\$ )?pnp [a-z]", line))
    yield from _INLINE.findall(text)


def words_of(line: str) -> list[str]:
    """The words that would be typed: no remark behind them, the first of what may be chosen."""
    line = re.split(r"  +|\s#|\s\(| < | \| | > ", line)[0]
    line = re.sub(r"\[[^]]*\]|…|\.\.\.", "", line)
    return [word.partition("|")[0] for word in shlex.split(line)[1:]]


def fault_of(line: str) -> str:
    """Why it cannot be typed; "" when it can."""
    words = words_of(line)
    path, rest = command_line._find(words)
    if path is None:
        groups = {name[0] for name in command_line.COMMANDS if len(name) > 1}
        is_group = words[1:] in ([], ["--help"]) and words[0] in groups
        return "" if is_group or words[0] == "help" else "there is no such command"
    command: Any = command_line.command_of(path)
    named = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    asked = [word.partition("=")[0] for word in rest if re.match(r"--?[a-zA-Z]", word)]
    strange = [option for option in asked if option not in {*named, "--help", "--color"}]
    return f"it has no {', '.join(strange)}" if strange else ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_command_on_a_page_is_there_with_its_options(page: Path) -> None:
    faults = {line: fault for line in written(page) if (fault := fault_of(line))}
    assert faults == {}


def test_commands_are_found_and_strange_ones_too() -> None:
    lines = list(some(line for page in PAGES for line in written(page)))
    assert len(lines) > 200
    assert fault_of("pnp bild kalevala") == "there is no such command"
    assert fault_of("pnp build kalevala --theem ink  # prints") == "it has no --theem"
    assert fault_of("pnp build GAME [--lang en] --theme ink|colour") == ""
