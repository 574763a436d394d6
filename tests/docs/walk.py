"""A page walked through as a reader would. In: a page of docs/. Out: its steps: commands to run, files to write.

A block `sh` holds commands, `sh fails` commands that end with exit code 1; a block `text` holds lines of their answers.
Any other block belongs to the file that the sentence before it names: `Write `FILE`:` makes it of the block, `Replace
in `FILE`:` changes lines as the diff says. Invariant: whatever is no step of these is a fault of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

_BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)
_FILE = re.compile(r"(Write|replace in) `([^`]+)`:\s*\Z", re.I)


class Step(Struct, frozen=True):
    """kind: run, fail, answers, write or replace; file: of the last two."""

    kind: str
    text: str
    file: str = ""


def read_steps(page: Path) -> Iterator[Step]:
    """The steps of a page, in order."""
    text, end = page.read_text("utf-8"), 0
    for block in _BLOCK.finditer(text):
        words, before = block[1], text[end : block.start()]
        end = block.end()
        if words in ("sh", "sh fails", "text"):
            yield Step({"sh": "run", "sh fails": "fail", "text": "answers"}[words], block[2])
            continue
        named = _FILE.search(before)
        assert named, f"{page.name}: nothing says what this block is for:\n{block[0]}"
        yield Step("write" if named[1].lower() == "write" else "replace", block[2], named[2])


def replace_lines(text: str, diff: str) -> str:
    """The text with the lines that a diff takes away, each of which stands in it once, in place of those it adds."""
    old = [line[1:] for line in diff.splitlines() if line.startswith("-")]
    new = [line[1:] for line in diff.splitlines() if line.startswith("+")]
    gone = "".join(f"{line}\n" for line in old)
    assert old and new and text.count(gone) == 1, diff
    return text.replace(gone, "".join(f"{line}\n" for line in new))
