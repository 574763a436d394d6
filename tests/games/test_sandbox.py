"""The sandbox: records of its first rules replay and say what they are; what its page and refusals say."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.games.sandbox import sandbox_game
from pnp.library.words import in_language
from pnp.referee.game import DIGITAL, PHYSICAL, Setup
from pnp.referee.loading import Loaded, replay_record
from pnp.referee.record import Record, parse_record
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE
from tests.conftest import small_book

BOOK = small_book()
GAME = sandbox_game(BOOK)

# Written by version 1, which dealt from one order for the whole game: the cards of a shuffled pile came again.
FIRST_DIGITAL = """\
pnp-record: 1
game: tiny
rules: 1
cards: 0badcafe
seats: [anna, ben]
options: {deal: digital, seed: 5}
---
anna: draw 2
table: deal anna bear fox
anna: discard bear
anna: discard fox
table: !shuffle discard
anna: draw 2
table: deal anna bear fox
anna: done
ben: draw 3
table: deal ben old-man fox bear
#= 10 cf12ab
"""
FIRST_PHYSICAL = """\
pnp-record: 1
game: tiny
rules: 1
cards: 0badcafe
seats: [anna, ben]
options: {deal: physical}
---
anna: draw 3
anna: play fox
anna: count score 4
anna: done
ben: draw 2
ben: play fox to=market
ben: take fox market
table: adjust hand ben 4
table: adjust pile 2
ben: done
table: roll 6 1
anna: discard old-man
table: shuffle discard
table: deal ben old-man
ben: !draw
table: adjust counter ben score 7
#= 16 01f25b
"""


def verified(text: str) -> tuple[Record, Loaded]:
    record = parse_record(text)
    return record, replay_record(record, GAME, BOOK)


@pytest.mark.parametrize(
    ("text", "scores", "hands"),
    [(FIRST_DIGITAL, (0, 0), (("bear", "fox"), ("bear", "fox", "old-man"))), (FIRST_PHYSICAL, (4, 7), ((), ()))],
    ids=["digital", "physical"],
)
def test_a_record_of_the_first_rules_replays_and_says_what_it_is(
    text: str, scores: tuple[int, ...], hands: tuple[tuple[str, ...], ...]
) -> None:
    _, loaded = verified(text)
    assert [entry.ruling for entry in loaded.replay.entries if not entry.accepted] == []
    assert loaded.replay.plies == text.count("\n") - 8
    assert GAME.scores(loaded.replay.state) == scores
    # The digest is of another state, and the record is said to be of other rules.
    assert [item.code for item in loaded.report] == ["rules-version", "digest"]
    if hands[0]:
        assert tuple(tuple(sorted(hand)) for hand in loaded.replay.state.hand) == hands


def play(deal: str, *lines: str) -> Replay[Any]:
    replay = Replay(GAME, Setup(("anna", "ben"), BOOK, {}, deal))
    for line in lines:
        assert replay.read(line).accepted, line
    return replay


def refusal(replay: Replay[Any], line: str, lang: str = "en") -> tuple[str, str]:
    ruling: Any = replay.read(line).ruling
    return ruling.rule, in_language(ruling.because, lang)


LINES = ("anna: draw 3", "anna: play fox", "anna: count score 4", "anna: play fox to=market", "table: roll 6 1")


def test_the_page_says_what_lies_where_and_leaves_out_what_does_not() -> None:
    assert GAME.show(play(PHYSICAL).state, None, "en").splitlines() == [
        "Tiny",
        "  draw pile: 5",
        "▸ anna: hand 0",
        "  ben: hand 0",
    ]
    replay = play(PHYSICAL, *LINES, "anna: take fox market", "anna: done")
    assert GAME.show(GAME.project(replay.state, 1), 1, "fi").splitlines() == [
        "Tiny",
        "  nostopino: 2",
        "  table: Kettu",
        "  nopat: 6 1",
        "  anna: käsi 2 (Kettu) · score 4".replace("score", "pisteet"),
        "▸ ben: käsi 0",
    ]


def test_a_refusal_names_the_place_and_the_card() -> None:
    replay = play(PHYSICAL, *LINES)
    assert refusal(replay, "ben: draw") == ("SBX-2", "it is the turn of anna")
    assert refusal(replay, "anna: take bear market") == ("SBX-6", "“market” has no Bear")
    assert refusal(replay, "anna: play fox") == ("SBX-3", "every copy of Fox is known to be elsewhere")
    assert refusal(replay, "anna: draw 9") == ("SBX-5", "2 cards are left in the draw pile")
    assert refusal(replay, "anna: roll 3") == ("SBX-7", "the table reports this, not a seat")
    play_on = replay.read("anna: done")
    assert play_on.accepted
    assert refusal(replay, "ben: play bear", "fi") == ("SBX-4", "pelaajalla ben ei ole korttia Karhu")


def test_corrections_are_worded_in_every_language() -> None:
    replay = play(PHYSICAL)
    assert refusal(replay, "table: adjust counter table score 3", "fi")[1] == "pöydällä ei ole tätä: laskuri"
    helps = [in_language(replay.setup.message(each.help), "fi") for each in GAME.adjustments]
    assert helps == [
        "kenen vuoro on",
        "montako korttia siinä on, tai mitkä",
        "kuinka monta korttia kädessä on, tai mitkä",
        "luku, joka sillä on",
        "montako korttia pinossa on",
    ]


def test_the_grammar_is_explained_in_every_language() -> None:
    notation = play(PHYSICAL).notation
    meant = {in_language(usage, "fi"): in_language(about, "fi") for usage, about in notation.usages()}
    assert meant["draw [count=<lukumäärä>]"] == "kortteja nostetaan nostopinosta käteen"
    assert meant["done"] == "vuoro päättyy"
    assert dict(notation.usages())["draw [count=<how many>]"] == "draw cards from the draw pile into the hand"


def test_a_shuffled_pile_is_dealt_anew() -> None:
    """Version 1 dealt the cards that had come before."""
    from pnp.table.dealer import SeededChance

    chance, dealt = SeededChance(5), []
    replay = play(DIGITAL)
    for _ in range(6):
        replay.read("anna: draw 2")
        deal: Any = GAME.chance(replay.state, chance)
        dealt.append(deal.cards)
        replay.apply_move(deal)
        for card in deal.cards:
            replay.read(f"anna: discard {card}")
        replay.read("table: shuffle discard", overruled=True)
    assert replay.to_act != (TABLE,) and len(set(dealt)) > 1
