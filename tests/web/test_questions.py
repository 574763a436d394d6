"""Questions on pages are words for people: what those who type read in them is left out, and nothing else."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pnp.catalog import load_game
from pnp.playtest.simulate import simulate
from pnp.referee.replay import Replay
from pnp.table.seat_feed import SeatFeed
from pnp.web.questions import without_notation
from tests.guard import some
from tests.web.hosting import NAMES, SEATS

SIGNS = re.compile(r"[`=…<>_]")
SEEDS = 3


def notation_in(words: str, verbs: list[str]) -> bool:
    """Whether words have signs of the notation, or verbs in brackets."""
    brackets = (word for inside in re.findall(r"\(([^)]*)\)", words) for word in re.split(r"[, ]+", inside))
    return bool(SIGNS.search(words)) or not set(verbs).isdisjoint(brackets)


@pytest.mark.parametrize("game", SEATS)
def test_no_question_to_a_player_has_notation_in_it_on_a_page(game: str) -> None:
    rules, book = load_game(game)
    questions: dict[tuple[str, str], dict[str, Any]] = {}
    for seed in range(SEEDS):
        played = simulate(rules, book, NAMES[: SEATS[game]], seed)
        table = Replay(rules, played.setup)
        feed = SeatFeed(0)
        for entry in played.entries:
            for lang in ("en", "fi"):
                for question in feed.state(table, lang)["questions"] if 0 in table.to_act else ():
                    if question["seat"] != "table":
                        questions[lang, question["words"]] = question
            assert entry.move is not None
            table.apply_move(entry.move, entry.overruled)
    asked = {(lang, without_notation(it)): it["verbs"] for (lang, _), it in some(questions.items())}
    bad = [f"{lang}: {words}" for (lang, words), verbs in asked.items() if notation_in(words, verbs)]
    assert not bad, "\n".join(sorted(bad))


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("go on (next, end)", "go on"),
        ("pelaa (`play`), käytä (`use`) tai jatka (`next`, `end`)", "pelaa, käytä tai jatka"),
        ("pass the other to the left: keep … give=…", "pass the other to the left"),
        ("one goes back first: `duplicate`", "one goes back first"),
        ("swap dates: `swap in=… out=…`, up to 3, or `swap 0`", "swap dates, up to 3"),
        (
            "hire (Knife Tosser for 3, Rubber Man for 2), or decline",
            "hire (Knife Tosser for 3, Rubber Man for 2), or decline",
        ),
        ("first 1 to the hand (1)", "first 1 to the hand (1)"),
        ("Part Two: play Actions, or go on", "Part Two: play Actions, or go on"),
    ],
)
def test_only_what_is_typed_is_left_out(words: str, asked: str) -> None:
    verbs = ["next", "end", "play", "use", "keep", "duplicate", "swap", "hire", "decline"]
    assert without_notation({"words": words, "verbs": verbs}) == asked
