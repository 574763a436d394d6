"""YAML that cannot be parsed is told in our words, at the place where something is to be done, with what to do."""

from __future__ import annotations

import pytest

from pnp.base.diagnostics import InputError
from pnp.base.yaml.spans import load_yaml

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
