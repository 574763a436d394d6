"""One value changed in a YAML file: not another byte, and the same data but for it, for us and for another reader."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.base.diagnostics import InputError
from pnp.base.places import data_root
from pnp.base.yaml.span_edit import equal, replace_value
from pnp.base.yaml.spans import load_yaml
from tests.guard import some
from tests.marks import examples

FILES = {str(path): path.read_text("utf-8") for path in sorted(Path(data_root("cards")).glob("*/*.yaml"))}
Path_ = tuple[str | int, ...]


def single_values(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """The ways to all values that hold no others."""
    children: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from single_values(child, (*path, key))
    if path and not isinstance(value, dict | list):
        yield path


def maps(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    children: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from maps(child, (*path, key))
    if isinstance(value, dict):
        yield path


DATA = {name: load_yaml(text, name)[0] for name, text in FILES.items()}
CELLS = [(name, path) for name, data in DATA.items() for path in single_values(data)]
LACKING = [(name, (*path, "new key")) for name, data in DATA.items() for path in maps(data)]
ODD = ("a: b", "x # y", "- z", "true", "No", "007", "[x]", "{coin} **b**", " lead", "trail ", "*a", "!t", "two\nlines")
TEXTS = st.one_of(st.sampled_from(ODD), st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
VALUES = st.one_of(
    TEXTS,
    st.integers(-9999, 9999),
    st.booleans(),
    st.lists(TEXTS, max_size=3),
    st.dictionaries(st.sampled_from(["en", "fi"]), TEXTS),
)
PLACES = st.one_of(st.sampled_from(CELLS), st.sampled_from(CELLS), st.sampled_from(LACKING))


def changed(data: Any, path: Path_, value: Any) -> Any:
    key, *rest = path
    copy = data.copy()
    copy[key] = changed(data[key], tuple(rest), value) if rest else value
    return copy


def hold(place: tuple[str, Path_], value: Any, newline: str) -> str:
    """Make the edit, and hold it against what it promises; returns the new text."""
    name, path = place
    old = FILES[name].replace("\n", newline)
    edit = replace_value(old, path, value, name)
    assert edit.text == old[: edit.start] + edit.written + old[edit.end :]
    assert equal(load_yaml(edit.text, name)[0], changed(DATA[name], path, value))
    return edit.text


@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(PLACES, VALUES, st.sampled_from(["\n", "\r\n"]))
def test_an_edit_changes_its_value_and_not_another_byte(place: tuple[str, Path_], value: Any, newline: str) -> None:
    hold(place, value, newline)


@pytest.mark.slow
@settings(max_examples=10_000, suppress_health_check=list(HealthCheck))
@given(PLACES, VALUES)
def test_another_reader_of_yaml_reads_the_same(place: tuple[str, Path_], value: Any) -> None:
    read_by_another(place, value)


@settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(PLACES, VALUES)
def test_another_reader_reads_some_of_them(place: tuple[str, Path_], value: Any) -> None:
    read_by_another(place, value)


def read_by_another(place: tuple[str, Path_], value: Any) -> None:
    from ruamel.yaml import YAML

    before = YAML(typ="safe", pure=True).load(StringIO(FILES[place[0]]))
    after = YAML(typ="safe", pure=True).load(StringIO(hold(place, value, "\n")))
    assert after == changed(before, place[1], value)


@pytest.mark.parametrize(
    ("old", "path", "value", "new"),
    [
        ("a: 1  # one\nb: 2\n", ("a",), 12, "a: 12  # one\nb: 2\n"),
        ("a: 'x'\n", ("a",), "it's", "a: 'it''s'\n"),
        ('a: "x"\n', ("a",), "y", 'a: "y"\n'),
        ("a: x, y\n", ("a",), "y, z", "a: y, z\n"),
        ("{a: x}\n", ("a",), "y, z", '{a: "y, z"}\n'),
        ("a: x\n", ("a",), "no", 'a: "no"\n'),
        ("a: x\n", ("a",), "True", 'a: "True"\n'),
        ("a:\nb: 1\n", ("a",), 5, "a: 5\nb: 1\n"),
        ("a: |\n  one\n  two\n\nb: 1\n", ("a",), "three\nfour", "a: |-\n  three\n  four\n\nb: 1\n"),
        ("a: >\n  one\n  two\nb: 1\n", ("a",), "three", "a: three\nb: 1\n"),
        ("a: [1, 2] # c\n", ("a", 1), 3, "a: [1, 3] # c\n"),
        ("a: [1, 2] # c\n", ("a",), [4], "a: [4] # c\n"),
        ("- id: x # c\n  text:\n    en: y\n", (0, "k"), 1, "- id: x # c\n  k: 1\n  text:\n    en: y\n"),
        ("a: {}\n", ("a", "b"), 1, "a: {b: 1}\n"),
        ("a: {b: 1,}\n", ("a", "c"), "x", "a: {b: 1, c: x,}\n"),
        ("\ufeffa: ä\nb: 2\n", ("b",), 3, "\ufeffa: ä\nb: 3\n"),
        ("a: 1", ("b", "c"), 2, "a: 1\nb: {c: 2}"),
    ],
)
def test_a_value_is_written_as_its_place_is(old: str, path: Path_, value: Any, new: str) -> None:
    assert replace_value(old, path, value, "f.yaml").text == new


@pytest.mark.parametrize(
    ("text", "path", "message"),
    [
        ("a: &x 1\nb: *x\n", ("b",), "f.yaml:2:1: this is an alias of the value in line 1"),
        ("a: &x 1\nb: *x\n", ("a",), "f.yaml:1:1: other places repeat this value"),
        ("a: &x {c: 1}\nb: *x\n", ("a", "c"), "cannot be changed without changing its neighbours"),
        ("a:\n  - 1\n", ("a",), "f.yaml:1:1: expected a value on one line, got several lines"),
    ],
)
def test_what_cannot_be_changed_alone_is_refused_at_its_place(text: str, path: Path_, message: str) -> None:
    with pytest.raises(InputError) as refused:
        replace_value(text, path, 2, "f.yaml")
    assert message in str(refused.value)


def test_there_are_cells_to_try() -> None:
    assert len(list(some(CELLS))) > 5000
