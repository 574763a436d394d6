"""Every value with its place; every kind of bad or hostile YAML as a diagnostic."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.base.diagnostics import InputError
from pnp.base.files import read_text
from pnp.base.yaml import spans
from pnp.base.yaml.spans import load_cached_yaml, load_yaml, read_yaml
from pnp.base.yaml.text import dump_yaml, quote_yaml


def faults(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        load_yaml(text, "f.yaml")
    return [str(item) for item in caught.value.report]


def codes(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        load_yaml(text, "f.yaml")
    assert all(item.span.file == "f.yaml" for item in caught.value.report)
    return [item.code for item in caught.value.report]


def test_values_and_their_places() -> None:
    value, spans = load_yaml("cards:\n  - id: ukko\n    value: 7\n  - {id: louhi}\n", "f.yaml")
    assert value == {"cards": [{"id": "ukko", "value": 7}, {"id": "louhi"}]}
    assert str(spans.at(("cards", 0, "value"))) == "f.yaml:3:12"
    assert str(spans.key(("cards", 0, "value"))) == "f.yaml:3:5"
    assert str(spans.at(("cards", 1, "id"))) == "f.yaml:4:10"
    assert str(spans.at(("cards", 1, "name"))) == "f.yaml:4:5", "nearest existing ancestor"
    assert str(spans.at(("cards", 7))) == "f.yaml:2:3"
    assert spans.at(()).line == 1
    assert spans.key(("nothing", "here")).line == 1


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("true", True), ("false", False), ("True", "True"), ("yes", "yes"), ("no", "no"), ("on", "on"), ("off", "off"),
        ("", None), ("~", None), ("null", None), ("Null", "Null"),
        ("0", 0), ("12", 12), ("-3", -3), ("+2", "+2"), ("007", "007"), ("0x1F", "0x1F"), ("0o17", "0o17"),
        ("1_000", "1_000"), ("1:30", "1:30"), ("-", "-"), ("1e5", "1e5"), ("0.5", 0.5), ("-2.25", -2.25), (".5", ".5"),
        ("00.5", "00.5"), ("1.", "1."), (".inf", ".inf"), (".nan", ".nan"), ("2024-01-31", "2024-01-31"), ("٣", "٣"),
        ("'7'", "7"), ('"true"', "true"),
    ],
)  # fmt: skip
def test_no_word_surprises(word: str, value: object) -> None:
    if word == "-":
        assert codes("a: -") == ["yaml"]
        return
    read = load_yaml(f"a: {word}", "f.yaml")[0]["a"]
    assert read == value and type(read) is type(value)


def test_keys_are_words_or_whole_numbers() -> None:
    assert load_yaml("{no: 1, true: 2, 3: 4, 1.5: 5}", "f.yaml")[0] == {"no": 1, "true": 2, 3: 4, "1.5": 5}
    assert codes("? [a]\n: b") == ["key"]
    assert codes("a: &x b\n*x : c") == ["key"]


def test_all_duplicate_keys_at_once() -> None:
    assert faults("a: 1\nb: 2\na: 3\nb: {c: 1, c: 2}\n") == [
        "f.yaml:3:1: duplicate key “a” (first in line 1)",
        "f.yaml:4:1: duplicate key “b” (first in line 2)",
        "f.yaml:4:11: duplicate key “c” (first in line 4)",
    ]


def test_anchors_repeat_a_value_and_its_place() -> None:
    value, spans = load_yaml("a: &x {n: 1}\nb: *x\n", "f.yaml")
    assert value["b"] == {"n": 1}
    assert str(spans.at(("b", "n"))) == "f.yaml:1:11"
    assert codes("a: *x") == ["anchor"]
    assert codes("a: &x [*x]") == ["anchor"]


def bomb() -> str:
    names = "abcdefghi"
    steps = (f"{c}: &{c} [{','.join([f'*{p}'] * 9)}]" for p, c in pairwise(names))
    return "\n".join(["a: &a [x, x]", *steps])


HOSTILE = {
    "anchor bomb": (bomb(), "too-large"),
    "brackets": ("[" * 100_000, "depth"),
    "list in list": ("- " * 100_000 + "x", "depth"),
    "open maps": ("{a: " * 3_000, "depth"),
    "python tag": ("a: !!python/object/apply:os.system ['true']", "tag"),
    "own tag": ("a: !card 1", "tag"),
    "binary": ("a: !!binary aGVq", "tag"),
    "huge whole number": ("a: " + "9" * 100_000, "number"),
    "number too exact": ("a: 9007199254740993000", "number"),
    "huge fraction": ("a: 1." + "1" * 100_000, "number"),
    "control character": ("a: \x01", "character"),
    "null character": ("a: \x00b", "character"),
    "half a pair": ("a: \ud800", "character"),
    "two documents": ("a: 1\n---\nb: 2\n", "documents"),
    "tabs": ("a:\n\t- b\n", "yaml"),
    "open quote": ("a: 'b\nc: d\n", "yaml"),
    "colon in a text": ("a: b: c", "yaml"),
    "merge key": ("<<: {a: 1}", "merge"),
    "many bytes": ("x" * 5_000_000, "too-large"),
    "many faults": ("".join("a: 1\n" for _ in range(5_000)), "duplicate-key"),
    "open question": ("[" + "?," * 50_000, "yaml"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_yaml_is_refused_with_a_place(name: str) -> None:
    text, code = HOSTILE[name]
    found = codes(text)
    assert code in found
    assert len(found) <= spans.MAX_FAULTS


@pytest.mark.parametrize("name", ["brackets", "control character", "half a pair", "colon in a text", "tabs"])
def test_the_pure_parser_does_as_well(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    text, code = HOSTILE[name]
    assert code in codes(text)
    assert load_yaml("a: [1, {b: no}]", "f.yaml")[0] == {"a": [1, {"b": "no"}]}


def test_files(tmp_path: object) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    (folder / "latin.yaml").write_bytes("a: 1\nb: Väinö\n".encode("latin-1"))
    with pytest.raises(InputError) as caught:
        read_yaml(folder / "latin.yaml", "latin.yaml")
    assert str(caught.value.report.items[0]).startswith("latin.yaml:2:5: byte 0xe4 is not UTF-8")
    for missing in ("none.yaml", "nu\0ll.yaml", "."):
        with pytest.raises(InputError, match="cannot be read"):
            read_text(folder / missing)
    (folder / "bom.yaml").write_bytes(b"\xef\xbb\xbfa: 1\n")
    assert read_yaml(folder / "bom.yaml")[0] == {"a": 1}


@settings(max_examples=150)
@given(st.text() | st.text(alphabet="ab: -[]{},&*!|>'\"\n\t#?~<01.%@`"))
def test_any_text_reads_or_reports_its_faults(text: str) -> None:
    try:
        load_yaml(text, "f.yaml")
    except InputError as fault:
        assert fault.report.errors
        assert all(item.span.file == "f.yaml" and item.message for item in fault.report)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: {b: 1 c: 2}\n", "f.yaml:1:11: expected a comma before this, or a } for the { in line 1"),
        ("a: {b: 1, c: [1 2}\n", "f.yaml:1:18: expected a comma before this, or a ] for the [ in line 1"),
        ("a: [1,\n2\nb: 3\n", "f.yaml:3:2: expected a comma before this, or a ] for the [ in line 1"),
        ("a:\n\tb: 1\n", "f.yaml:2:1: expected spaces as indentation, got a tab (indent with spaces)"),
        ("a: @x\n", "f.yaml:1:4: a text cannot begin with “@” (quote the text)"),
        ("a: 1\nb: 'x\n", "f.yaml:2:4: expected a closing quote for the one here"),
        ("a: b: c\n", "f.yaml:1:5: expected one “: ” in this line, got two (quote a text"),
        ("- a\nb: 1\n", "f.yaml:2:1: expected “- ” here, because the list that begins in line 1 continues"),
        ('a: "\\d"\n', "f.yaml:1:5: invalid escape sequence: in double quotes a backslash begins one"),
    ],
)
def test_yaml_faults_are_reported_in_plain_words(text: str, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        load_yaml(text, "f.yaml")
    assert str(caught.value.report.items[0]).startswith(expected)


CASES = [
    ("cards:\n  - id: a\n\tname: b\n", "3:1: expected spaces as indentation, got a tab (indent with spaces)"),
    ('a: 1\nb: "hello\nc: 2\n', "2:4: expected a closing quote for the one here (close the quote, or remove it)"),
    ("a: 'hello\nb: 2\n", "1:4: expected a closing quote for the one here (close the quote, or remove it)"),
    ("name: Ukko: the god\n", "1:11: expected one “: ” in this line, got two (quote a text that contains “: ”)"),
    ('name: "Ukko": the god\n', "1:13: expected one “: ” in this line, got two (quote a text that contains “: ”)"),
    (
        "a: {b: Draw: two}\n",
        "1:12: expected a comma before this, or a } for the { in line 1 (quote a text",
    ),
    ("a: [b, c\nd: 1\n", "2:2: expected a comma before this, or a ] for the [ in line 1 (quote a text"),
    ("a: 1\n  b: 2\n", "2:4: unexpected indentation: this line continues the text above (give all keys of a map the"),
    (
        "cards:\n  - id: a\n   name: b\n",
        "3:4: expected “- ” here, because the list that begins in line 2 continues (check the",
    ),
    (
        "a:\n  b: 1\n c: 2\n",
        "3:2: this belongs neither to the value before it nor to the map that begins in line 1 (check the",
    ),
    ("a:1\nb: 2\n", "2:2: expected a key in the line above, got a text (write a space after the colon of a key)"),
    ("name\nb: 1\n", "2:2: expected a key in the line above, got a text (write a colon and a space after a key)"),
    ("a: 1\nb: 2\na: 3\n", "3:1: duplicate key “a” (first in line 1)"),
    (
        'a: "he said "no" to"\n',
        "1:14: expected the end of the value after the closing quote (escape a quote in a text: '' in single",
    ),
    ("a: 'x' y\n", "1:8: expected the end of the value after the closing quote (escape a quote"),
    ('a: "C:\\path"\n', "1:7: invalid escape sequence: in double quotes a backslash begins one (use single quotes"),
    ('a: "\\u12"\n', "1:7: invalid escape sequence: in double quotes a backslash begins one (use single quotes"),
    ("a: 1\nsea: #1f4e66\n", "2:6: expected a value, got the comment “#1f4e66”: # starts a comment (quote the"),
    (
        "x:\n  - #FFF  # white\n  - a\n",
        "2:5: expected a value, got the comment “#FFF”: # starts a comment (quote the",
    ),
    ("a: @home\n", "1:4: a text cannot begin with “@” (quote the text)"),
    ("a: ]\n", "1:4: a text cannot begin with “]” (quote the text)"),
    ("rule: *bold*\n", "1:12: a text cannot begin with * or & (quote the text)"),
    ("a: > 5 cards\n", "1:6: expected a line break after > or | (put the text on the next line"),
    ("a: \x00\n", "1:4: the character U+0000 is not allowed (remove it)"),
]


@pytest.mark.parametrize("text, expected", CASES)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_faults_of_syntax(text: str, expected: str, end: str) -> None:
    with pytest.raises(InputError) as fault:
        load_yaml(text.replace("\n", end), "f.yaml")
    [item] = fault.value.report
    assert str(item).startswith(f"f.yaml:{expected}")


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


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
NUMBERS = st.one_of(st.integers(-(2**53), 2**53), st.integers(-(10**9), 10**9).map(lambda number: number / 64))
VALUES = st.recursive(
    st.one_of(TEXTS, NUMBERS, st.booleans(), st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=8,
)


@given(st.dictionaries(TEXTS, VALUES, min_size=1, max_size=4))
def test_everything_reads_back(value: dict[str, Any]) -> None:
    assert load_yaml(dump_yaml(value), "x")[0] == value


@pytest.mark.parametrize("text", ["Fire Drake", "Väinö Öö", "it's", "2nd"[1:], "a/b (c) 100%!"])
def test_plain_words_stay_plain(text: str) -> None:
    assert quote_yaml(text) == text


@pytest.mark.parametrize("text", ["true", "no", "null", "12", "a: b", "a #b", "=1+1", "", " a", "a, b", "x\u2028y"])
def test_other_words_are_quoted(text: str) -> None:
    assert quote_yaml(text).startswith('"')


def test_lines_stand_as_lines() -> None:
    assert dump_yaml({"rule": "Draw.\n\nThen: discard."}) == "rule: |-\n  Draw.\n\n  Then: discard.\n"
