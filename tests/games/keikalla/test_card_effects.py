"""What a card does stands in its YAML alone: another effect there is refereed, offered and printed."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from pnp.base.diagnostics import InputError
from pnp.games.keikalla import GAME
from pnp.games.keikalla.card_ids import Card
from pnp.games.keikalla.state import KeikallaState
from pnp.library.card import CardBook
from pnp.referee.replay import Replay
from tests.games import tables
from tests.games.keikalla.tables import lay
from tests.guard import some

CLEAR = "      - {trigger: play, do: [{op: clear}], menu: 1}\n"
HOTEL = "[{op: trash}, {op: blind_pick}]"


def table_of(book: CardBook, *lines: str) -> Replay[KeikallaState]:
    """Two bands, in a game with these cards."""
    table = Replay(GAME, tables.agreed("keikalla", ("anna", "ben"), "physical", book))
    return tables.play_lines(table, (*lay(("anna jarkale vaasa", "ben hian kuopio")), *lines))


def offered(table: Replay[KeikallaState]) -> set[str]:
    """What anna may do."""
    return {table.notation.format(move) for move in GAME.legal_moves(GAME.project(table.state, 0), 0)}


def changed(folder: Path, file: str, old: str, new: str) -> CardBook:
    """The cards with other words in one file."""
    return tables.cards_with("keikalla", folder, file, (old, new))


def rule_text(book: CardBook, card: str) -> str:
    """What is printed on a card."""
    return book.cards[card].texts["rule"]["en"]


def test_a_play_taken_from_a_card_is_refused_and_neither_offered_nor_printed(tmp_path: Path) -> None:
    line = "anna: play manager clear"
    assert line in offered(table_of(tables.book_of("keikalla"), "table: adjust fame anna messed_up"))
    book = changed(tmp_path, "actions.yaml", CLEAR, "")
    table = table_of(book, "table: adjust fame anna messed_up")
    assert line not in offered(table)
    assert table.read(line).ruling.name == "illegal"
    assert "Discard all your Reputation" not in rule_text(book, "manager")


def test_a_play_given_to_a_card_is_offered_judged_and_printed(tmp_path: Path) -> None:
    added = f"{CLEAR}      - {{trigger: play, do: [{{op: calendar}}], menu: 14}}\n"
    book = changed(tmp_path, "actions.yaml", CLEAR, added)
    table = table_of(book)
    assert "anna: play manager calendar" in offered(table)
    assert table.read("anna: play manager calendar").accepted
    assert "- Draw 3 Venue cards and swap them" in rule_text(book, "manager")


def test_a_trouble_does_what_its_card_says(tmp_path: Path) -> None:
    book = changed(tmp_path, "actions.yaml", "[{op: strike}]", "[{op: leave_card}, {op: strike}]")
    table = table_of(book, "anna: gig", "anna: draw roadies_strike")
    player = table.state.players[0]
    assert (player.rider, player.no_refill) == (True, False)  # for the roadies of Järkäle never strike
    assert rule_text(book, "roadies_strike").count("\n") == 1


def test_a_card_without_the_threat_leaves_the_town_open_for_a_second_set(tmp_path: Path) -> None:
    book = changed(tmp_path, "actions.yaml", HOTEL, "[{op: blind_pick}]")
    for each, trashed in ((tables.book_of("keikalla"), ("vaasa",)), (book, ())):
        table = table_of(each, "anna: gig", "anna: draw trashed_hotel")
        assert table.state.players[0].trashed_towns == trashed


def test_a_warn_card_that_leaves_a_member_asks_another_question(tmp_path: Path) -> None:
    book = changed(tmp_path, "movement.yaml", "[{op: break_down}]", "[{op: leave_member}]")
    first = ("anna: road_1 sjk-vsa:1", "anna: draw malfunction")
    assert table_of(tables.book_of("keikalla"), *first).state.questions[-1].id == "KEI-Q13"
    table = table_of(book, *first)
    assert table.state.questions[-1].id == "KEI-Q14"
    assert table.read("anna: answer none").accepted
    assert table.state.players[0].at == table.state.players[0].start


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[{op: strike}]", "[{op: strik}]", "there is no verb “strik”"),
        ("[{op: strike}]", "[{op: break_down}]", "there is no verb “break_down”"),
        ("menu: 3, variant: KEI-V25", "menu: 3, variant: KEI-V99", "there is no rule “KEI-V99”"),
    ],
)
def test_an_effect_that_no_rule_reads_is_a_fault_of_the_card(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        changed(tmp_path, "actions.yaml", old, new)


def test_the_rules_beside_a_card_id_name_the_card() -> None:
    book = tables.book_of("keikalla")
    words = {"song_muse": "song muse", "rehab": "rehab", "roadie": "roadie", "tv_interview": "tv interview"}
    for line in some(re.findall(r'= "(\w+)"  # (KEI-[^\n]+)', inspect.getsource(Card))):
        card, rules = line
        name = words.get(card) or book.cards[card].name["en"].split(" earning")[0].lower()
        for rule in some(rules.split()):
            assert name in book.rulebook.rules[rule].words["en"].lower()
