"""Colours in the inks of a press."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pnp.base.diagnostics import InputError
from pnp.export.pdf.output_intent import NORMS, OutputIntent
from pnp.export.press.press_resources import PressInks, Separation, type_colour
from pnp.export.press.profile import load_intent
from tests.export.press.tiny_profile import tiny_profile

PRESS = {limit: Separation(OutputIntent(NORMS["x4"], tiny_profile(), "Tiny press", limit)) for limit in (200, 300)}
CHANNEL = st.integers(0, 255)


@settings(max_examples=60)
@given(CHANNEL, CHANNEL, CHANNEL, st.sampled_from([200, 300]))
def test_no_colour_has_more_ink_than_the_limit(red: int, green: int, blue: int, limit: int) -> None:
    assert sum(PRESS[limit].colour(f"#{red:02x}{green:02x}{blue:02x}")) <= limit * 2.55


def test_the_limit_takes_ink_away_where_there_is_too_much() -> None:
    dark = "#1c1a30"
    assert sum(PRESS[200].colour(dark)) < sum(PRESS[300].colour(dark))
    assert PRESS[200].colour("#c8d820") == PRESS[300].colour("#c8d820")


@settings(max_examples=60)
@given(CHANNEL)
def test_greys_are_black_ink_alone(grey: int) -> None:
    assert PRESS[300].colour(f"#{grey:02x}{grey:02x}{grey:02x}") == (0, 0, 0, 255 - grey)


@pytest.mark.parametrize(("colour", "strongest", "weakest"), [("#00a0e0", 0, 2), ("#e0108c", 1, 0), ("#ffe600", 2, 0)])
def test_colours_come_out_in_the_inks_they_are_named_after(colour: str, strongest: int, weakest: int) -> None:
    inks = PRESS[300].colour(colour)
    assert inks[strongest] == max(inks) and inks[weakest] == min(inks[:3])


@settings(max_examples=60)
@given(st.lists(st.tuples(CHANNEL, CHANNEL, CHANNEL), min_size=1, max_size=9))
def test_a_picture_of_flat_colours_has_the_inks_of_these_colours(colours: list[tuple[int, int, int]]) -> None:
    picture = Image.frombytes("RGB", (len(colours), 1), bytes(value for colour in colours for value in colour))
    data = PRESS[300].picture(picture).tobytes()
    made = [tuple(data[at : at + 4]) for at in range(0, len(data), 4)]
    assert made == [PRESS[300].colour(f"#{red:02x}{green:02x}{blue:02x}") for red, green, blue in colours]


@pytest.mark.parametrize(
    ("colour", "of_letters"),
    [("#25221f", "#000000"), ("#1b1d36", "#000000"), ("#5d564c", "#555555"), ("#b4241a", "#b4241a")],
)
def test_letters_that_are_nearly_black_or_grey_are_so(colour: str, of_letters: str) -> None:
    assert type_colour(colour) == of_letters


def test_black_letters_are_put_on_what_lies_below_and_others_are_not() -> None:
    inks = PressInks(PRESS[300])
    assert inks.text("#25221f") == "0.000 0.000 0.000 1.000 k" and inks.is_overprinted(inks.text("#25221f"))
    assert not inks.is_overprinted(inks.text("#ffffff"))


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
