"""`--cards`: names, numbers, ranges and tests choose cards; what means nothing is reported with the nearest name."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.diagnostics import InputError
from pnp.layout.sheets.selection import ListedCard, choose_cards
from pnp.library.card import Card


def card(name: str, number: int, **fields: object) -> ListedCard:
    texts = {"rule": {"en": "fire burns"}} if number % 2 else {}
    return ListedCard(
        name, Card(name.partition("#")[0], "deck", {"en": name.title()}, number, f"KV{number}", fields, texts)
    )


CARDS = [
    card("louhi", 1, type="action", value=2, tags=["fire", "ice"]),
    card("black-1", 2, type="number", value=5, colour="black"),
    card("black-2", 3, type="number", value=7, colour="black"),
    card("ukko", 4, type="event", value=10),
]
MARKERS = [card("red", 5, colour="red"), card("louhi-twin", 6)]
EVERY = {"tiles": CARDS, "markers": MARKERS}


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("ukko", "ukko"),
        ("KV3, Louhi", "louhi black-2"),
        ("kv3", "black-2"),
        ("black-1", "black-1"),
        ("2-3", "black-1 black-2 louhi-twin"),
        ("1", "louhi red"),
        ("3-99", "black-2 ukko"),
        ("KV1..black-2", "louhi black-1 black-2"),
        ("type=action", "louhi"),
        ("type = action|event", "louhi ukko"),
        ("type!=number&value>2", "ukko"),
        ("value>=5", "black-1 black-2 ukko"),
        ("value<5,colour=red", "louhi red"),
        ("tags=has fire", "louhi"),
        ("colour=absent&copies<4", "louhi"),
        ("name=Ukko", "ukko"),
        ("text.rule=has burns&type=number", "black-2"),
        ("code=KV6", "louhi-twin"),
    ],
)
def test_what_is_chosen(text: str, chosen: str) -> None:
    found = choose_cards(text, EVERY)
    assert [row.label for rows in EVERY.values() for row in rows if row.label in found["tiles"] | found["markers"]] == (
        chosen.split()
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("uko", "there is no card “uko” (did you mean “ukko”?)"),
        ("valu>=5", "no card has a field “valu” (did you mean “value”?)"),
        ("0", "expected the number of a card, got “0”"),
        ("9-3", "expected the number of a card, got “9-3”"),
        ("99", "expected the number of a card, got “99”"),
        ("type=action,", "expected a card or a test, got nothing"),
        ("type=action&&value=2", "expected a card or a test, got nothing"),
        ("type=", "expected a value for “type”, got nothing"),
        ("value>100", "“value>100” matches no card"),
        ("louhi..uko", "there is no card “uko”"),
    ],
)
def test_what_means_nothing_is_reported(text: str, message: str) -> None:
    with pytest.raises(InputError) as raised:
        choose_cards(text, EVERY)
    assert any(message in str(item) for item in raised.value.report.errors)


def test_everything_wrong_is_reported_at_once() -> None:
    with pytest.raises(InputError) as raised:
        choose_cards("uko,valu=3,0", EVERY)
    assert len(raised.value.report.errors) == 3


@given(st.text(alphabet="ukoKV157-.,&=<>! |#\u00e4\n", max_size=20))
def test_never_a_traceback(text: str) -> None:
    with suppress(InputError):
        assert any(choose_cards(text, EVERY).values())
