"""Messages: one text by id in every language of a game, with names, numbers and other messages in it."""

from __future__ import annotations

import pickle

import pytest

from pnp.library.card import CardBook
from pnp.library.words import in_language, join_texts, text_of
from pnp.referee.game import Setup
from pnp.referee.message import at_table, referee_message

WORDS = {
    "beats": {"en": "{card} beats {other}", "fi": "{card} lyö kortin {other}"},
    "draws": {"en": "{seat} draws {count:card|cards}", "fi": "{seat} nostaa {count:kortin|korttia}"},
    "which": {"en": "{first:the first|another} one", "fi": "{first:ensimmäinen|toinen}"},
    "either": {"en": " or ", "fi": " tai "},
    "is_there": {"en": "{card:a|an} is there", "fi": "{card} on siellä"},
    "because": {"en": "no, {reason}", "fi": "ei, {reason}"},
    "english": {"en": "only English"},
}


@pytest.fixture
def setup() -> Setup:
    names = {"sun": {"en": "Sun", "fi": "Aurinko"}, "moon": {"en": "Moon", "fi": "Kuu"}, "orion": {"*": "Orion"}}
    return Setup(("anna", "ben"), CardBook("sky", {"en": "Sky"}, (1, 2), names=names, messages=WORDS))


def test_a_message_is_its_english_text_and_knows_the_others(setup: Setup) -> None:
    text = setup.message("beats", card="sun", other="moon")
    assert (text, text.localise("fi")) == ("Sun beats Moon", "Aurinko lyö kortin Kuu")
    assert pickle.loads(pickle.dumps(text)).localise("fi") == text.localise("fi")


@pytest.mark.parametrize("count, english, finnish", [(1, "1 card", "1 kortin"), (2, "2 cards", "2 korttia")])
def test_a_number_has_its_noun(setup: Setup, count: int, english: str, finnish: str) -> None:
    text = setup.message("draws", seat=1, count=count)
    assert (text, text.localise("fi")) == (f"ben draws {english}", f"ben nostaa {finnish}")


def test_a_truth_value_chooses_a_text(setup: Setup) -> None:
    texts = [setup.message("which", first=value) for value in (True, False)]
    assert texts == ["the first one", "another one"]
    assert [text.localise("fi") for text in texts] == ["ensimmäinen", "toinen"]


def test_a_message_within_another_is_in_the_same_language(setup: Setup) -> None:
    inner = join_texts("; ", [setup.message("which", first=True), text_of({"en": "rain", "fi": "sade"})])
    text = setup.message("because", reason=inner)
    assert (text, text.localise("fi")) == ("no, the first one; rain", "ei, ensimmäinen; sade")
    assert pickle.loads(pickle.dumps(inner)).localise("fi") == "ensimmäinen; sade"


def test_what_stands_between_texts_is_in_the_same_language(setup: Setup) -> None:
    words = [text_of({"en": "rain", "fi": "sade"}), text_of({"en": "snow", "fi": "lumi"})]
    either = join_texts(setup.message("either"), words)
    assert (either, either.localise("fi")) == ("rain or snow", "sade tai lumi")


@pytest.mark.parametrize("card, english", [("sun", "a Sun"), ("orion", "an Orion")])
def test_a_name_has_its_article(setup: Setup, card: str, english: str) -> None:
    text = setup.message("is_there", card=card)
    assert text == f"{english} is there" and text.localise("fi").split()[0] in ("Aurinko", "Orion")


def test_what_is_said_at_no_table_names_no_cards() -> None:
    text = referee_message("referee.over", reason=referee_message("referee.resigned", name="sun"))
    assert (text, text.localise("fi")) == ("the game is over: sun resigned", "peli on päättynyt: sun luovutti")


def test_what_no_table_has_said_yet_is_worded_by_the_one_that_says_it(setup: Setup) -> None:
    unworded = join_texts(referee_message("either"), [referee_message("which", first=True), "rain"])
    worded = at_table(unworded, setup)
    assert (worded, in_language(worded, "fi")) == ("the first one or rain", "ensimmäinen tai rain")
    assert setup.message("because", reason=unworded) == "no, the first one or rain"


def test_what_lacks_is_in_english_and_what_nobody_wrote_shows_its_id(setup: Setup) -> None:
    assert setup.message("english").localise("fi") == "only English"
    assert setup.message("nothing_such", a=1) == "nothing_such 1"
