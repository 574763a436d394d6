"""YAML that was read before is what reading it anew would give: the values, and the place of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.base.diagnostics import InputError
from pnp.base.yaml.spans import load_cached_yaml, load_yaml

TEXT = """
a: 1
2: [x, 0.5, true, null, {deep: [no, 'yes']}]
words: {en: "Text: here", fi: ä}
again: &one {k: v}
more: [*one, *one]
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for step, child in items for found in paths(child, (*path, step)))]


@pytest.mark.parametrize("text", [TEXT, "", "word", "[1, 2]", "a: 9007199254740991"])
def test_the_same_values_and_places(text: str, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    value, spans = load_yaml(text, "f.yaml")
    for name in ("f.yaml", "f.yaml", "other.yaml"):
        kept, places = load_cached_yaml(text, name)
        assert kept == value and type(kept) is type(value)
        for path in paths(value):
            assert (places.at(path).line, places.at(path).column) == (spans.at(path).line, spans.at(path).column)
            assert places.key(path).line == spans.key(path).line and places.at(path).file == name


def test_it_is_not_read_twice_and_a_torn_file_is(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    value, _ = load_cached_yaml(TEXT, "f.yaml")
    monkeypatch.setattr("pnp.base.yaml.spans.load_yaml", lambda text, file: pytest.fail("it was read again"))
    assert load_cached_yaml(TEXT, "f.yaml")[0] == value
    monkeypatch.undo()
    monkeypatch.setenv("PNP_CACHE_DIR", str(cache))
    for file in (cache / "yaml").iterdir():
        file.write_bytes(file.read_bytes()[:-3])
    assert load_cached_yaml(TEXT, "f.yaml")[0] == value
    assert load_cached_yaml(TEXT.replace("a: 1", "a: 3"), "f.yaml")[0]["a"] == 3


def test_faults_are_reported_every_time() -> None:
    for _ in range(2):
        with pytest.raises(InputError):
            load_cached_yaml("a: [", "f.yaml")
