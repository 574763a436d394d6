"""docs/layouts.md and the options that are accepted are equal, both ways."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.layout.template.element import COMMON, KINDS, FilledElement, StrokedElement, options_of
from pnp.layout.template.reading import READERS
from pnp.layout.template.template import KEYS, SIZE_KEYS
from pnp.layout.template.theme import KEYS as THEME_KEYS
from pnp.layout.template.value_readers import EACH
from tests.guard import some

TEXT = (Path(__file__).parents[3] / "docs" / "layouts.md").read_text(encoding="utf-8")
FILL = {"fill", "gradient", "direction"}
SHAPE = FILL | {"stroke", "stroke_width", "dash", "join", "cap"}
BOX = {"x", "y", "width", "height", "right", "bottom", "below", "box", "inset", "least", "together", "among"}


def section(title: str) -> str:
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^##+ |\Z)", TEXT, re.M | re.S)
    assert found, f"docs/layouts.md has no section “{title}”"
    return found[1]


def listed(title: str) -> set[str]:
    """The names in the first column of a section's tables."""
    names: set[str] = set()
    for row in re.findall(r"^\| (`.*?) \|", section(title), re.M):
        names.update(re.findall(r"`(\w+)`", row))
    return names


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_lists_its_options(kind: str) -> None:
    own = set(options_of(kind))
    if issubclass(KINDS[kind], StrokedElement):
        own -= SHAPE  # reported once for all
    expected = own if kind != "slot" else set()
    assert listed(kind) == expected


def test_shapes_share_options() -> None:
    assert listed("every shape") == SHAPE
    for kind, struct in KINDS.items():
        if issubclass(struct, StrokedElement):
            assert set(options_of(kind)) >= SHAPE - (set() if issubclass(struct, FilledElement) else FILL)


def test_every_element_and_every_box() -> None:
    assert listed("Boxes") == BOX
    assert listed("every element") == set(COMMON) - BOX


def test_the_file_the_sizes_and_the_themes() -> None:
    assert listed("The file") == set(KEYS)
    assert listed("Sizes") == set(SIZE_KEYS) - {"about"}
    assert listed("Themes") == set(THEME_KEYS)


def test_what_a_grid_repeats() -> None:
    assert set(re.findall(r"^\| `\{(\w+):", section("grid"), re.M)) == set(EACH)


def test_every_option_can_be_read() -> None:
    for kind in some(KINDS):
        for option in (*COMMON, *options_of(kind)):
            assert option in ("elements", "spaces", "middles") or f"{kind}.{option}" in READERS or option in READERS, (
                kind,
                option,
            )


def test_what_preflight_reports_is_listed() -> None:
    files = (Path(__file__).parents[3] / "pnp" / "layout" / "checks").glob("*.py")
    checks = {file.stem: file.read_text(encoding="utf-8") for file in files}
    codes = set(re.findall(r'^\s+"([a-z]+(?:-[a-z]+)+)",$', checks["preflight"], re.M))
    codes |= set(re.findall(r'"(code-[a-z]+|no-[a-z]+)"', checks["preflight"] + checks["inspection"]))
    assert codes <= (rows := set(re.findall(r"^\| `([a-z-]+)` \|", section("What preflight says"), re.M)))
    assert rows - codes == {"text-overflow", "shaping", "outside-card"}
