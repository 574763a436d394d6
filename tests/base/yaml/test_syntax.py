"""YAML that cannot be parsed is told in our words, at the place where something is to be done, with what to do."""

from __future__ import annotations

import pytest

from pnp.base.diagnostics import InputError
from pnp.base.yaml.spans import load_yaml

CASES = [
    ("cards:\n  - id: a\n\tname: b\n", "3:1: a tab indents this line (indent with blanks)"),
    ('a: 1\nb: "hello\nc: 2\n', "2:4: the quote that opens here is not closed (close it, or leave it out)"),
    ("a: 'hello\nb: 2\n", "1:4: the quote that opens here is not closed (close it, or leave it out)"),
    ("name: Ukko: the god\n", "1:11: here a second “: ” stands in a text (quote a text that holds “: ”)"),
    ('name: "Ukko": the god\n', "1:13: here a second “: ” stands in a text (quote a text that holds “: ”)"),
    (
        "a: {b: Draw: two}\n",
        "1:12: a comma is missing before this, or the } of the { in line 1 (quote a text",
    ),
    ("a: [b, c\nd: 1\n", "2:2: a comma is missing before this, or the ] of the [ in line 1 (quote a text"),
    ("a: 1\n  b: 2\n", "2:4: this line stands too far in: it goes on with the text above (keys of one map stand one"),
    ("cards:\n  - id: a\n   name: b\n", "3:4: the list that begins in line 2 goes on without a “- ” (check the"),
    (
        "a:\n  b: 1\n c: 2\n",
        "3:2: this fits neither what stands before it nor the map that begins in line 1 (check the",
    ),
    ("a:1\nb: 2\n", "2:2: the line above is a text and no key (a blank follows the colon of a key)"),
    ("name\nb: 1\n", "2:2: the line above is a text and no key (a key is followed by a colon and a blank)"),
    ("a: 1\nb: 2\na: 3\n", "3:1: “a” stands here twice (first in line 1)"),
    ('a: "he said "no" to"\n', "1:14: the quotes are closed before this (double a quote that stands in a text: '' or"),
    ("a: 'x' y\n", "1:8: the quotes are closed before this (double a quote"),
    ('a: "C:\\path"\n', "1:7: in double quotes a backslash begins a sign, and this is none (use single quotes"),
    ('a: "\\u12"\n', "1:7: in double quotes a backslash begins a sign, and this is none (use single quotes"),
    ("a: 1\nsea: #1f4e66\n", "2:6: “#1f4e66” is a comment here, for # begins one, so the value is missing (quote the"),
    (
        "x:\n  - #FFF  # white\n  - a\n",
        "2:5: “#FFF” is a comment here, for # begins one, so the value is missing (quote the",
    ),
    ("a: @home\n", "1:4: a text cannot begin with “@” (put it into quotes)"),
    ("a: ]\n", "1:4: a text cannot begin with “]” (put it into quotes)"),
    ("rule: *bold*\n", "1:12: a text cannot begin with * or & (put it into quotes)"),
    ("a: > 5 cards\n", "1:6: behind > or | the text begins on the next line (put it there, indented; or quote"),
    ("a: \x00\n", "1:4: the character U+0000 is not allowed (remove it)"),
]


@pytest.mark.parametrize("text, expected", CASES)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_faults_of_syntax(text: str, expected: str, end: str) -> None:
    with pytest.raises(InputError) as fault:
        load_yaml(text.replace("\n", end), "f.yaml")
    [item] = fault.value.report
    assert str(item).startswith(f"f.yaml:{expected}")
