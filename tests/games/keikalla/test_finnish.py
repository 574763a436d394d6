"""What Keikalla's referee says in Finnish: reasons, news and prompts, and what is expected where a line is typed."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.library.words import in_language
from pnp.referee.ruling import Ambiguous, Illegal, Invalid
from tests.games.keikalla.tables import lay, play_lines, simulated_game
from tests.games.languages import english_in, texts_of
from tests.guard import some

UNREAD = (
    "anna: check",
    "anna: fly nowhere",
    "anna: gig foo",
    "anna: lay headliner:vaasa",
    "anna: play manager foo",
    "anna: road_9 oulu",
    "anna: road_3 por-vsa:99",
    "anna: road_3 oulu via=here",
    "anna: wait now",
    "anna: drum solo",
    "anna: claim",
    "eve: gig",
    "ann gig",
    "table: adjust",
    "table: adjust at",
    "table: adjust dates anna foo",
    "table: adjust weather fine",
)


@pytest.mark.parametrize("line", UNREAD)
def test_words_that_cannot_be_read_are_answered_in_finnish(line: str) -> None:
    table = play_lines(lay(("anna jarkale vaasa", "ben hian kuopio")), seats=("anna", "ben"))
    typed = {word for usage, _ in table.notation.usages() for word in usage.split()[:2]}
    ruling = table.judge_line(line).ruling
    assert isinstance(ruling, Illegal | Invalid | Ambiguous)
    assert not english_in(ruling.because) - typed, in_language(ruling.because, "fi")


@pytest.mark.parametrize("options", [{}, {"jokers_two_action_decks": True, "thresholds": True, "hampering": True}])
def test_all_that_is_said_in_a_game_is_another_text_in_finnish(options: dict[str, Any]) -> None:
    for text in some(set(texts_of(simulated_game(3, 13, **options), tries=2))):
        assert not english_in(text), text


def test_how_lines_are_written_is_worded_in_both_languages() -> None:
    notation = simulated_game(3, 13).notation
    usages = [usage for usage, _ in notation.usages() if "<" in usage]
    for usage in some(usages):
        assert in_language(usage, "fi") != usage, usage
        assert "param_" not in usage, usage
