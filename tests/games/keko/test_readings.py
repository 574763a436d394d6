"""Half a name means what can be meant at this table."""

from __future__ import annotations

from pnp.referee.ruling import ACCEPTED, Ambiguous, Illegal
from tests.games.keko.tables import lay, play_lines

PICTURE = ["anna lord_quiggs play=shibber*2", "ben general_fydo play=shibber_queen", "phase ACTION.CIP"]


def test_of_cards_with_one_beginning_those_in_play_are_meant() -> None:
    ruling = play_lines(lay(PICTURE)).judge_line("anna: play amber on=shib").ruling
    assert isinstance(ruling, Ambiguous)
    assert ruling.readings == (
        "anna: play amber_krystal on=shibber.1",
        "anna: play amber_krystal on=shibber.2",
    )


def test_one_card_in_play_that_fits_needs_no_whole_name() -> None:
    table = play_lines(lay([PICTURE[0].replace("*2", ""), *PICTURE[1:]]))
    judged = table.judge_line("anna: play amber on=shib")
    move, ruling = judged.move, judged.ruling
    assert isinstance(ruling, ACCEPTED)
    assert getattr(move, "on", None) == ("shibber",)


def test_readings_that_nobody_can_mean_are_left_out() -> None:
    """Deffilwyne herself is a Character and in no hand."""
    ruling = play_lines(lay(PICTURE)).judge_line("anna: play deff").ruling
    assert isinstance(ruling, Ambiguous)
    assert "anna: play deffilwyne" not in ruling.readings
    assert "anna: play deffilwynes_holding" in ruling.readings


def test_a_character_is_dealt_by_a_part_of_the_name() -> None:
    table = play_lines(["table: deal anna lord_quiggs"])
    assert table.read("table: deal ben fydo").accepted
    assert table.state.players[1].character == "general_fydo"


def test_a_word_of_a_name_is_near_to_it() -> None:
    ruling = play_lines(lay(PICTURE)).judge_line("anna: play snare").ruling
    assert "deffilwynes_snare" in getattr(ruling, "nearest", ())


def test_where_only_one_such_card_lies_in_play_its_own_reason_is_given() -> None:
    ruling = play_lines(lay(["anna lord_quiggs", *PICTURE[1:]])).judge_line("anna: play amber on=shib").ruling
    assert isinstance(ruling, Illegal)
    assert ruling.because == "Amber Krystal needs a card in play that uses counters; there is none"


def test_corrections_mean_what_lies_in_play_too() -> None:
    table = play_lines(lay([PICTURE[0].replace("*2", ""), "ben general_fydo", PICTURE[2]]))
    assert table.read("table: adjust counters shib 2").accepted
    assert table.read("table: adjust away shib").accepted
    assert not table.state.play


def test_an_ability_that_is_used_is_that_of_a_card_in_play_or_a_character() -> None:
    table = play_lines(lay(["anna lord_quiggs play=deffilwynes_snare", "ben general_fydo"]))
    assert isinstance(table.judge_line("anna: use deff at=ben").ruling, ACCEPTED)
    assert table.judge_line("anna: use lord q").move == table.judge_line("anna: use lord_quiggs").move
