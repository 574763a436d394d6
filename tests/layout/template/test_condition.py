from __future__ import annotations

import pytest

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
