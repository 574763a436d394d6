"""Files that a test changes. In: a file and words of it. Out: the file with other words in their place."""

from __future__ import annotations

from pathlib import Path


def edit_file(file: Path, *changes: tuple[str, str], once: bool = True) -> None:
    """Put new words in the place of old ones, which must stand there (once, or wherever they stand)."""
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        found = text.count(old)
        assert found == 1 or (found and not once), f"{old!r} stands {found} times in {file.name}"
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
