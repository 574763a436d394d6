"""Written YAML reads back, whatever stands in it, and is what people would write where it can be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.yaml.spans import load_yaml
from pnp.base.yaml.text import dump_yaml, quote_yaml

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
