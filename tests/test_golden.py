"""Golden files are compared as they are, and rewritten only on request."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden import hold


def test_an_equal_text_passes_and_another_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "page.txt"
    file.write_bytes(b"one\ntwo\n")
    hold(file, "one\ntwo\n", anew=False)
    with pytest.raises(pytest.fail.Exception, match=r"(?s)make golden.*-two\n\+2"):
        hold(file, "one\n2\n", anew=False)
    assert file.read_bytes() == b"one\ntwo\n"


def test_a_file_that_is_missing_fails(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"page\.txt is another"):
        hold(tmp_path / "page.txt", "one\n", anew=False)


def test_anew_it_is_written_with_the_same_bytes_everywhere(tmp_path: Path) -> None:
    hold(tmp_path / "page.txt", "väki\n", anew=True)
    assert (tmp_path / "page.txt").read_bytes() == "väki\n".encode()
