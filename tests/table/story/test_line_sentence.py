"""A line is told as people tell it: in the past, with names, in both languages, and with no more than it says."""

from __future__ import annotations

import re

import pytest

from pnp.catalog import built_in_slugs, load_game
from pnp.playtest.simulate import simulate
from pnp.referee.game import DIGITAL, Setup
from pnp.referee.move import Move
from pnp.referee.notation import Notation
from pnp.referee.view import ReplayView
from pnp.table.story.line_sentence import move_sentence
from pnp.table.story.place_names import place_names
from tests.guard import some

SIGNS = re.compile(r"[{}=*]|(?<!\w)\?")


def sentence_of(game: str, line: str, lang: str = "en") -> str:
    rules, book = load_game(game)
    notation = Notation(rules, Setup(("aino", "ilmari"), book, {}, DIGITAL))
    move = notation.parse(line)
    assert isinstance(move, Move), move
    return move_sentence(move, notation, lang)


@pytest.mark.parametrize(
    "game, line, english, finnish",
    [
        ("kalevala", "table: deal aino ? ? ?", "dealt 3 cards to aino", "jakoi 3 korttia, saaja aino"),
        ("kalevala", "table: deal aino louhi ?", "dealt Louhi, 1 card to aino", "jakoi Louhi, 1 kortti, saaja aino"),
        ("kalevala", "aino: place louhi 1,0", "placed Louhi at 1,0", "laski Louhi, ruutu 1,0"),
        ("kalevala", "table: undo 2", "took back 2 lines", "perui 2 riviä"),
        (
            "drumroll",
            "table: deal area PF-ACR-1",
            "dealt to area: Rope Walker",
            "jakoi (palkkausalue): Nuorallatanssija",
        ),
        ("keikalla", "aino: insert next", "inserted next", "lisäsi väliin seuraavaksi"),
        ("keikalla", "aino: announce aboard", "announced all aboard", "ilmoitti kaikki kyydissä"),
        ("keko", "aino: choose find=none", "chose (find: none)", "valitsi (löytö: ei mitään)"),
        ("keko", "aino: draw 1", "drew 1 card", "nosti 1 kortin"),
        (
            "keko",
            "table: first aino=5 ilmari=6",
            "rolled for the first turn: aino: 5, ilmari: 6",
            "heitti aloittajasta: aino: 5, ilmari: 6",
        ),
        ("keko", "table: first", "rolled for the first turn", "heitti aloittajasta"),
        ("keikalla", "table: deal", "dealt", "jakoi"),
        ("keikalla", "aino: fly jyvaskyla", "flew to Jyväskylä", "lensi Jyväskylä"),
        (
            "keikalla",
            "aino: road_2 hei-jkl:1",
            "went by road 2 Heinola–Jyväskylä:1",
            "ajoi tietä 2 Heinola–Jyväskylä:1",
        ),
        (
            "keikalla",
            "aino: tour 9 hidden=yes",
            "laid the tour 9 (hidden: yes)",
            "suunnitteli kiertueen 9 (salassa: kyllä)",
        ),
        ("drumroll", "aino: bank 2", "laid 2 coins on the bank", "asetti pankkiin 2 kolikkoa"),
        (
            "drumroll",
            "aino: distribute PF-BIZ-9=white,blue",
            "distributed Iron Jaw: white, blue",
            "jakoi kuutiot Rautaleuka: valkoinen, sininen",
        ),
        ("kalevala", "table: adjust hand aino 3", "adjusted hand aino, 3", "korjasi käsi aino, 3"),
    ],
)  # fmt: skip
def test_what_happened_is_told_in_words(game: str, line: str, english: str, finnish: str) -> None:
    assert (sentence_of(game, line), sentence_of(game, line, "fi")) == (english, finnish)


@pytest.mark.parametrize("game", built_in_slugs())
def test_no_line_of_a_whole_game_is_told_with_a_hole_or_a_sign_of_notation(game: str) -> None:
    rules, book = load_game(game)
    played = simulate(rules, book, ("aino", "ilmari"), 3)
    seen = ReplayView(played, None)
    for entry in some(entry for entry in played.entries if entry.accepted):
        for lang in ("en", "fi"):
            move = seen.redacted(entry).move
            assert move is not None
            sentence = move_sentence(move, seen.notation, lang)
            assert sentence and sentence == sentence.strip() and not SIGNS.search(sentence), sentence


def test_a_choice_that_others_do_not_see_is_told_without_it() -> None:
    rules, book = load_game("drumroll")
    played = simulate(rules, book, ("aino", "ilmari"), 9)
    moves = [entry.move for entry in played.entries if entry.move is not None]
    vote = next(move for move in moves if played.notation.verb(move) == "vote")
    hidden = rules.redact(vote, None)
    assert move_sentence(hidden, played.notation, "en") == "voted in secret"


def test_a_game_without_a_map_has_no_names_of_places() -> None:
    assert place_names(load_game("kalevala")[1]) == {}
    names = place_names(load_game("keikalla")[1])
    assert names["jyvaskyla"] == "Jyväskylä" and names["hei-jkl"] == "Heinola–Jyväskylä"
