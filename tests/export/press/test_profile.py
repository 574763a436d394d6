"""Which profiles are taken, and what is said of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.base.diagnostics import InputError
from pnp.export.pdf.output_intent import NORMS
from pnp.export.press.profile import load_intent
from tests.export.press.tiny_profile import tiny_profile

X4, X1A = NORMS["x4"], NORMS["x1a"]


def test_a_profile_is_known_by_its_own_name(tmp_path: Path) -> None:
    file = tmp_path / "press.icc"
    file.write_bytes(tiny_profile())
    intent = load_intent(str(file), X1A)
    assert (intent.name, intent.limit, intent.norm.title) == ("Tiny press", 300, "PDF/X-1a:2003")
    assert intent.profile == tiny_profile()


def test_a_profile_of_the_system_needs_no_folder_and_no_ending(tmp_path: Path) -> None:
    (tmp_path / "icc").mkdir()
    (tmp_path / "icc" / "Fogra Tiny.icc").write_bytes(tiny_profile())
    assert load_intent("fogra tiny", X4, 260, [str(tmp_path)]).limit == 260


def test_a_misspelt_profile_is_told_with_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "fogra39.icc").write_bytes(tiny_profile())
    with pytest.raises(InputError) as caught:
        load_intent("fogra38.icc", X4, folders=[str(tmp_path)])
    assert "fogra39.icc" in str(caught.value)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"no profile at all" * 20, "this is not an ICC profile"),
        (tiny_profile(kind=b"mntr", inks=b"RGB "), "got RGB of a screen"),
        (tiny_profile(inks=b"GRAY"), "expected the profile of a CMYK press"),
        (tiny_profile(version=4), "PDF/X-1a:2003 allows profiles up to version 2, got version 4"),
        (tiny_profile(version=9), "(a profile of version 2)"),
        (tiny_profile()[:400], "damaged"),
    ],
)
def test_what_is_no_profile_of_a_press_is_refused_with_its_reason(data: bytes, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.icc"
    file.write_bytes(data)
    with pytest.raises(InputError, match=r"wrong\.icc") as caught:
        load_intent(str(file), X1A)
    assert reason in str(caught.value)


def test_a_folder_is_no_profile(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load_intent(str(tmp_path), X4)
