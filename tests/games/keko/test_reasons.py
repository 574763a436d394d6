"""What a refusal names: the right rule, what the card wants, and the card that was named; in Finnish, too."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pnp.games.keko import GAME
from pnp.library.words import in_language
from pnp.referee.ruling import Illegal, Invalid
from tests.games.keko.tables import lay, physical_lines, play_lines, simulated_game
from tests.games.languages import english_in, texts_of
from tests.games.playthrough import with_real_cards
from tests.guard import some

ANNA, BEN = "anna lord_quiggs", "ben general_fydo"


def refused(picture: Sequence[str], *lines: str) -> tuple[str, str]:
    """Rule and reason of the last line, after the others."""
    table = play_lines([*lay(picture), *lines[:-1]])
    ruling = table.judge_line(lines[-1]).ruling
    assert isinstance(ruling, Illegal), ruling
    return ruling.rule, ruling.because


@pytest.mark.parametrize(
    ("hand", "theirs", "line", "rule", "wanted", "there"),
    [
        ("imprison", "hover_boat", "anna: play imprison on=hover_boat", "KEK-E13", "a Creature in play",
         "Hover Boat is a Transportation – Boat under the control of ben"),
        ("jailbreak", "moo", "anna: play jailbreak free=moo", "KEK-48", "", "Moo is not imprisoned"),
        ("bait_and_switch", "moo", "anna: play bait_and_switch card=moo", "KEK-E13",
         "an Item or Transportation another player controls", "Moo is a Creature"),
    ],
)  # fmt: skip
def test_a_wrong_card_is_refused_by_type_and_control(
    hand: str, theirs: str, line: str, rule: str, wanted: str, there: str
) -> None:
    given_rule, because = refused([f"{ANNA} hand={hand},?", f"{BEN} play={theirs},tankk,keko_journal"], line)
    assert given_rule == rule
    assert wanted in because and there in because


def test_a_card_on_the_wrong_side_is_refused_by_the_rule_of_control() -> None:
    picture = [f"{ANNA} play=galurian_mule,baby_draggyn", f"{BEN} play=moo"]
    rule, because = refused(picture, "anna: use galurian_mule card=moo")
    assert rule == "KEK-38"
    assert "another Creature or Item you control" in because and "under the control of ben" in because


def test_a_question_lists_what_may_be_chosen() -> None:
    picture = [ANNA, f"{BEN} play=moo,tankk,hover_boat", "phase ACTION.CIP"]
    table = play_lines([*lay(picture), "anna: play black_sands_spyder", "table: ok"])
    (decision,) = GAME.pending(table.state)
    assert "a Creature another player controls" in decision.why
    ruling = table.judge_line("anna: choose on=hover_boat").ruling
    assert isinstance(ruling, Illegal) and "a Creature another player controls" in ruling.because


def test_counters_that_are_needed_are_named_as_needed() -> None:
    rule, because = refused([f"{ANNA} play=shibber", BEN], "anna: play multiplication")
    assert (rule, because) == ("KEK-E11", "Multiplication needs a card in play that has counters; there is none")


def test_an_answer_names_what_it_answers() -> None:
    picture = [ANNA, f"{BEN} hand=rejection,?", "phase ACTION.CIP"]
    _, because = refused(picture, "anna: play moo", "ben: respond rejection")
    assert because == "Rejection answers an Action Card that another player has announced; Moo is a Creature – Hound"


def test_an_exchange_needs_another_card() -> None:
    picture = [f"{ANNA} hand=galurian_handshake", BEN]
    for line in ("anna: play galurian_handshake at=ben", "anna: play galurian_handshake"):
        _, because = refused(picture, line)
        assert because == "Galurian Handshake: each gives 1 card, and anna has not that many besides it"
    _, because = refused([ANNA, f"{BEN} hand=-"], "anna: play galurian_handshake at=ben")
    assert because == "Galurian Handshake: each gives 1 card, and no other player has that many"


def test_cards_are_discarded_by_name() -> None:
    lines = [*lay([ANNA, BEN, "carl samyrra hand=?,?"]), "carl: resign"]
    table = play_lines(lines, seats=("anna", "ben", "carl"))
    ruling = table.judge_line("carl: discard ? ?").ruling
    assert isinstance(ruling, Illegal)
    assert (ruling.rule, "each by its name" in ruling.because) == ("KEK-62", True)


def test_copies_have_the_name_and_the_number() -> None:
    picture = [f"{ANNA} play=moo,soldier_hound jailed=soldier_hound", BEN]
    assert refused(picture, "anna: use soldier_hound at=ben")[1] == "Soldier Hound is imprisoned"
    picture = [f"{ANNA} play=shibber*2,hover_boat counters=shibber.2*1", BEN, "phase ACTION.CIP"]
    assert refused(picture, "anna: play amber_krystal on=hover_boat") == ("KEK-37", "Hover Boat uses no counters")
    assert refused(picture, "anna: play hollow_krystal from=shibber.1")[1] == "Shibber.1 has no counters"


def test_one_is_not_many() -> None:
    picture = [f"{ANNA} play=moo", BEN, "phase ACTION.CIP"]
    assert "has played 1 Creature this turn" in refused(picture, "anna: play shibber", "anna: play tankk")[1]


def test_between_those_who_tied_nobody_shows_a_card() -> None:
    lines = [f"table: deal {name}" for name in ("anna lord_quiggs", "ben general_fydo")]
    table = play_lines([*lines, "table: deal 2", "table: first anna=5 ben=5"])
    (decision,) = GAME.pending(table.state)
    assert "show" not in decision.why and "again" in decision.why
    assert decision.rule == "KEK-A15"


def test_a_correction_names_cards_and_what_to_do_first() -> None:
    picture = [f"{ANNA} play=shibber*2", BEN]
    assert refused(picture, "table: adjust counters moo 1") == ("KEK-38", "Moo is not in play")
    assert refused(picture, "table: adjust counters shibber.3 1") == ("KEK-38", "Shibber is not in play as copy 3")
    rule, because = refused(picture, "table: adjust away shibber")
    assert because == "Shibber lies there several times: name the copy (shibber.1, shibber.2)"
    rule, because = refused(picture, "table: adjust hand ben 99")
    assert rule == "REF-7" and "too many; make a hand or the pile smaller first" in because


def test_who_is_asked_is_named_when_somebody_goes_on() -> None:
    table = play_lines(lay([ANNA, BEN, "carl lady_ricrog"]), seats=("anna", "ben", "carl"))
    assert table.read("ben: resign").accepted
    ruling = table.judge_line("anna: next").ruling
    assert isinstance(ruling, Illegal) and ruling.because.startswith("ben is to answer first: ben is out")


def test_the_end_of_teams_names_the_winners_once() -> None:
    table = play_lines([], seats=("anna", "ben", "carl", "dora"), team_play=True)
    for line in ("table: teams anna,carl ben,dora", "anna: resign", "carl: resign"):
        assert table.read(line).accepted
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.reason) == ((1, 3), "no other team is left")


def test_all_that_the_playthrough_says_is_in_finnish() -> None:
    played = simulated_game(3, 7, ("greedy", "random", "greedy"), ownership_rules=True)
    table = with_real_cards(GAME, played, (move for _, move in physical_lines(played)))
    for text in some(texts_of(table, tries=3)):
        assert not english_in(text), text


@pytest.mark.parametrize(
    ("line", "finnish"),
    [
        (
            "anna: play bait_and_switch card=moo",
            "toisen pelaajan hallitsema esine tai kulkuneuvo; Moo (Olento – Hurtta) on pelaajan ben hallinnassa",
        ),
        ("anna: use ptawmt", "Porttivekotin toiseen maailmaan ei ole pelissä pelaajan anna hallinnassa"),
        ("ben: next", "vuorossa on anna, ei ben"),
    ],
)
def test_a_refusal_calls_cards_by_their_finnish_names(line: str, finnish: str) -> None:
    table = play_lines(lay([f"{ANNA} hand=bait_and_switch,?", f"{BEN} play=moo,keko_journal"]))
    ruling = table.judge_line(line).ruling
    assert isinstance(ruling, Illegal)
    assert in_language(ruling.because, "fi").endswith(finnish)


@pytest.mark.parametrize(
    ("line", "finnish"),
    [
        ("anna: use shibbr.2", "tähän kuuluu kortti tai hahmo, ei “shibbr”"),
        ("table: roll six", "tähän kuuluu noppien luvut, ei “six”"),
        ("anna: choose on=moo,,", "tähän kuuluu pelissä olevia kortteja"),
        ("table: adjust turn", "“adjust turn” vaatii: pelaaja; adjust turn <pelaaja>"),
    ],
)
def test_a_line_that_cannot_be_read_says_in_finnish_what_was_expected(line: str, finnish: str) -> None:
    ruling = play_lines(lay([ANNA, BEN])).judge_line(line).ruling
    assert isinstance(ruling, Invalid)
    assert in_language(ruling.because, "fi") == finnish


def test_a_draw_in_the_action_phase_is_refused_by_the_rule_of_the_draw() -> None:
    rule, because = refused([ANNA, BEN], "anna: draw 3")
    assert rule == "KEK-17" and "cards are drawn in the Draw phase" in because


def test_a_card_that_the_flipped_order_puts_into_the_deck_is_refused_by_the_rule_of_that_order() -> None:
    picture = [f"{ANNA} hand=?", f"{BEN} hand=?", "discard imprison,rummage,tankk"]
    lines = ("table: adjust hand ben 95", "anna: end", "ben: draw 2", "ben: next", "ben: play tankk")
    rule, because = refused(picture, *lines)
    assert rule == "KEK-H03" and "every copy of Tankk is known to be elsewhere" in because
