"""Every value with its place; every kind of bad or hostile YAML as a diagnostic."""

from __future__ import annotations

from itertools import pairwise

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.base.diagnostics import InputError
from pnp.base.files import read_text
from pnp.base.yaml import spans
from pnp.base.yaml.spans import load_yaml, read_yaml


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


@settings(max_examples=150, deadline=None)
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
