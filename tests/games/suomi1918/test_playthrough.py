"""A whole game stays what it was, line for line and picture for picture."""

from __future__ import annotations

from tests.games.suomi1918.playthrough import FILE, compose


def test_the_golden_playthrough() -> None:
    assert compose() == FILE.read_text(encoding="utf-8"), "python -m tests.games.suomi1918.playthrough writes it anew"
