"""A declared game speaks the language that is asked for: refusals, reasons, prompts, news, the end, and all that the
commands print around them.
"""

from __future__ import annotations

import json
import pickle
from string import Formatter

import pytest

from pnp.referee.message import referee_message
from pnp.referee.words import REFEREE_WORDS
from pnp.table.wording import PHRASES, phrase
from tests.cli.referee.conftest import Run
from tests.conftest import Referee
from tests.guard import some
from tests.referee.kernel.tables import GAMES

WORDS = ("--games", str(GAMES))


def test_every_text_of_a_game_is_in_its_language(referee: Referee) -> None:
    assert referee("new", "cove", "anna", "ben", "-o", "c.record", "--lang", "fi", *WORDS)[0] == 0
    code, output = referee("move", "c.record", "anna: vote red", "ben: vote red", "--lang", "fi", *WORDS)
    assert code == 0
    assert "vahdittu väri on punainen" in output and "anna: tuo kortti maihin tai jää kotiin [COV-05]" in output
    code, output = referee("why", "c.record", "anna: land blue1", "--lang", "fi", *WORDS)
    assert "Sininen 1 tuottaa 1 [COV-05]" in output and "anna nostaa 2 korttia [COV-09]" in output
    code, output = referee("move", "c.record", "ben: land blue1", "--lang", "fi", *WORDS)
    assert code == 1 and "koska vuorossa on anna" in output
    code, output = referee("move", "c.record", "anna: stay", "--lang", "fi", *WORDS)
    assert "varmentamatta, oletuksena: pelaajalla anna on vain kortteja, joiden väri on punainen" in output
    assert "hylkää kortti: pelaajalla anna on yli 5" in output
    assert "discard a card: anna holds more than 5" in referee("show", "c.record", "--lang", "en", *WORDS)[1]


def test_names_of_several_readings_are_in_the_language_asked_for(referee: Referee) -> None:
    assert referee("new", "suomi1918", "anna", "ben", "carl", "dora", "-o", "s.record")[0] == 0
    for lang, names in (
        ("fi", "act-black-3 (Ruoka-apu), black-2 (Elintarvikepula)"),
        ("en", "act-black-3 (Food aid), black-2 (Food shortage)"),
    ):
        assert names in referee("why", "s.record", "anna: play foo", "--lang", lang)[1]


# Of English sentences, such as the commands print around the words of a game.
ENGLISH = {"act", "are", "because", "by", "cannot", "hand", "is", "lies", "points", "such", "the", "to", "was", "with"}
LINES = (
    ("new", "cove", "anna", "ben", "-o", "c.record", "--seed", "4"),
    ("options", "c.record"),
    ("move", "c.record", "anna: vote red", "ben: vote green"),
    ("move", "c.record", "ben: stay"),
    ("why", "c.record", "anna: !stay"),
    ("overrule", "c.record", "anna: land red3", "--because", "sovittu"),
    ("undo", "c.record"),
    ("options", "c.record"),
    ("verify", "c.record"),
    ("show", "c.record"),
    ("undo", "c.record", "99"),
    ("move", "c.record", "table: deal anna red1 red1"),
    ("move", "c.record", "anna: adjust turn ben"),
    ("move", "c.record", "anna: undo"),
    ("move", "c.record", "anna: resign"),
    ("move", "c.record", "ben: stay"),
    ("verify", "c.record"),
)


def test_no_command_prints_an_english_word_around_them(referee: Referee) -> None:
    for words in some(LINES):
        _, output = referee(*words, "--lang", "fi", *WORDS)
        assert output and not ENGLISH & {word.strip(".,:;()").lower() for word in output.split()}, output


def test_options_are_introduced_in_the_language_asked_for(referee: Referee) -> None:
    referee("new", "cove", "anna", "ben", "-o", "c.record", "--seed", "4", *WORDS)
    following = json.loads(referee("options", "c.record", "--json", "--lang", "fi", *WORDS)[1])["next"]
    assert following.startswith("vuorossa anna ja ben\n  anna: äänestä salaa") and "esimerkiksi: " in following
    assert json.loads(referee("options", "c.record", "--json", *WORDS)[1])["next"].startswith("anna and ben to act")


@pytest.mark.parametrize("words", [*PHRASES.values(), *REFEREE_WORDS.values()], ids=[*PHRASES, *REFEREE_WORDS])
def test_a_phrase_says_the_same_in_every_language(words: dict[str, str]) -> None:
    wanted = {lang: {name for _, name, *_ in Formatter().parse(text) if name} for lang, text in words.items()}
    assert set(wanted) == {"en", "fi"} and wanted["en"] == wanted["fi"]


def test_a_reason_stays_itself_where_it_is_sent_to() -> None:
    reason = referee_message("referee.over", reason=referee_message("referee.resigned", name="anna"))
    again = pickle.loads(pickle.dumps(reason))
    assert reason == again == "the game is over: anna resigned"
    assert again.localise("fi") == "peli on päättynyt: anna luovutti"


def test_a_language_that_the_commands_do_not_know_has_english_ones() -> None:
    assert phrase("to_act", "sv", names="anna") == "anna to act"


def test_grammar_of_a_new_game_with_effects_is_in_its_languages(run: Run) -> None:
    assert run("new", "seers", "--effects")[0] == 0
    assert run("referee", "new", "seers", "anna", "ben", "--games", ".")[0] == 0
    meanings = []
    for lang in ("en", "fi"):
        words = ("referee", "play", "seers.record", "--games", ".", "--lang", lang)
        out = run(*words, piped="grammar\n")[1]
        meanings.append({line.strip() for line in out.splitlines() if line.startswith("    ")})
    assert len(meanings[0]) > 12
    assert meanings[0] & meanings[1] == set()
