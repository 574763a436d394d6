from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.layout.template.length import evaluate, parse_measure
from pnp.layout.template.name_template import parse_condition
from pnp.layout.text.markup import Placeholder

CARD = {"type": "action", "value": 7, "powers": ["flying", "quick"], "text.rule": "x", "empty": "", "yes": True}


def holds(condition: object) -> bool:
    return parse_condition(condition).holds(lambda placeholder: CARD.get(placeholder.name))


@pytest.mark.parametrize(
    "condition",
    [
        {"type": "action"},
        {"type": ["event", "action"]},
        {"value": 7},
        {"value": ">= 5"},
        {"value": "< 7.5"},
        {"value": "!= 6"},
        {"powers": "has flying"},
        {"powers": "quick"},
        {"text.rule": "present"},
        {"nothing": "absent", "empty": "absent"},
        {"yes": True},
        [{"type": "event"}, {"value": 7}],
    ],
)
def test_holds(condition: object) -> None:
    assert holds(condition)


@pytest.mark.parametrize(
    "condition",
    [
        {"type": "event"},
        {"value": "> 7"},
        {"type": "> 3"},
        {"powers": "has slow"},
        {"nothing": "present"},
        {"type": "action", "value": 8},
    ],
)
def test_does_not_hold(condition: object) -> None:
    assert not holds(condition)


@pytest.mark.parametrize("condition", [None, [], {}, "value > 3", {"value": None}, {"value": {"a": 1}}, {"value": []}])
def test_what_is_no_condition_is_refused(condition: object) -> None:
    with pytest.raises(ValueError):
        parse_condition(condition)


def test_the_left_side_may_ask_for_a_language() -> None:
    condition = parse_condition({"name@fi": "Ukko"})
    assert condition.holds(lambda placeholder: "Ukko" if placeholder == Placeholder("name", "fi") else None)


NAMES = {"margin": 4.0, "width": 63.0, "zero": 0.0}


def value(text: object, whole: float = 100.0) -> float:
    return evaluate(parse_measure(text), whole, NAMES.__getitem__)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (4, 4.0),
        ("2.5in", 63.5),
        ("72pt", 25.4),
        ("50%", 50.0),
        ("100% - 2*margin", 92.0),
        ("(width - 3) / 2", 30.0),
        ("-margin", -4.0),
        ("2 * -margin + 1cm", 2.0),
        ("1 + 2 * 3 - 4 / 2", 5.0),
        ("(1) + (2)", 3.0),
    ],
)
def test_sums(text: object, expected: float) -> None:
    assert value(text) == pytest.approx(expected)


@pytest.mark.parametrize(
    "text", ["", "5 mm mm", "1 +", "(1", "1)", "2 3", "margin margin", "5furlong", True, None, "a" * 300, "1e9", "$"]
)
def test_what_is_no_length_is_refused(text: object) -> None:
    with pytest.raises(ValueError):
        parse_measure(text)


def test_a_division_by_nothing_and_an_unknown_name_are_reported_when_used() -> None:
    with pytest.raises(LookupError, match="divides by zero"):
        value("1 / zero")
    with pytest.raises(LookupError):
        value("nobody")


@given(st.text(alphabet="0123456789.+-*/()% mwidthpn", max_size=30))
def test_any_text_is_a_length_or_a_value_error(text: str) -> None:
    try:
        length = parse_measure(text)
    except ValueError:
        return
    with suppress(LookupError):
        evaluate(length, 10.0, lambda name: 2.0)
