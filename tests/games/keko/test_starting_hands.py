"""Starting Hands at a digital table: who holds a card that matters there may show it, and nobody learns who could."""

from __future__ import annotations

from pnp.games.keko import GAME
from pnp.games.keko.state import FIRST, KekoState
from pnp.referee.game import DIGITAL
from pnp.referee.replay import Replay
from pnp.referee.seat import TABLE
from tests.games.keko.tables import agreed
from tests.games.tables import book_of

OPENING = ("table: deal anna lord_quiggs", "table: deal ben waximum", "table: deal anna shibber krystal_battery")
HELD, NOT_HELD = ("rose_krystal", "fuzzin"), ("rose_krystal", "moo")
SHOW, ROLL = "ben: show fuzzin", "table: first anna=3 ben=2"


def dealt(hand: tuple[str, ...], *lines: str) -> Replay[KekoState]:
    """A digital table after the deal, in which Ben holds this hand."""
    table = Replay(GAME, agreed(DIGITAL))
    for line in (*OPENING, f"table: deal ben {' '.join(hand)}", *lines):
        assert table.read(line).accepted, line
    return table


def offered(table: Replay[KekoState], seat: int) -> list[str]:
    return [table.notation.format(move) for move in GAME.legal_moves(GAME.project(table.state, seat), seat)]


def test_everybody_is_asked_and_the_table_shows_nothing_by_itself() -> None:
    table = dealt(HELD)
    assert GAME.forced(table.state) is None
    assert table.to_act == (0, 1)
    assert [(item.seat, item.verbs, item.rule) for item in table.decisions] == [
        (0, ("show", "pass"), "KEK-06"),
        (1, ("show", "pass"), "KEK-06"),
    ]
    assert offered(table, 1) == [SHOW, "ben: pass"] and offered(table, 0) == ["anna: pass"]


def test_nobody_else_can_tell_whether_the_card_is_held() -> None:
    for lines in ((), ("ben: pass",), ("anna: pass", "ben: pass")):
        one, other = dealt(HELD, *lines), dealt(NOT_HELD, *lines)
        assert one.to_act == other.to_act
        for viewer in (None, 0):
            views = [GAME.project(table.state, viewer) for table in (one, other)]
            assert GAME.facts(views[0]) == GAME.facts(views[1])
            assert GAME.pending(views[0]) == GAME.pending(views[1])
            assert GAME.show(views[0], viewer, "en") == GAME.show(views[1], viewer, "en")
            assert GAME.legal_moves(views[0], 1) == GAME.legal_moves(views[1], 1)


def test_a_card_is_shown_counts_once_and_its_holder_is_asked_on() -> None:
    table = dealt(HELD, SHOW)
    assert GAME.scores(table.state) == (15, 14)
    assert table.to_act == (0, 1) and offered(table, 1) == ["ben: pass"]
    for line in ("ben: pass", "anna: pass"):
        assert table.read(line).accepted
    assert TABLE in table.to_act
    refused = table.read("ben: pass")
    assert not refused.accepted and getattr(refused.ruling, "rule", "") == "KEK-06"


def test_the_roll_ends_the_showing_as_records_of_earlier_tables_have_it() -> None:
    table = dealt(HELD, SHOW, ROLL)
    assert table.state.phase != FIRST and table.state.active == 0
    refused = dealt(HELD, ROLL).read(SHOW)
    assert getattr(refused.ruling, "rule", "") == "KEK-06"


def test_nobody_is_asked_when_no_card_of_the_deck_matters() -> None:
    table = Replay(GAME, agreed(DIGITAL, build_your_own_deck=True))
    deck = "table: deck moo*198"
    for line in (deck, *OPENING[:2], "table: deal anna moo moo", "table: deal ben moo moo"):
        assert table.read(line).accepted, line
    assert table.to_act == (TABLE,)


def test_who_resigns_is_asked_no_longer() -> None:
    table = Replay(GAME, agreed(DIGITAL, seats=("anna", "ben", "carl")))
    hands = ("table: deal anna moo shibber", "table: deal ben tankk shibber", "table: deal carl rummage shibber")
    for line in (*OPENING[:2], "table: deal carl general_fydo", *hands, "anna: pass", "ben: pass", "carl: resign"):
        assert table.read(line).accepted, line
    assert table.read("carl: discard rummage shibber").accepted
    assert table.to_act == (TABLE,)
    assert table.read(ROLL).accepted


def test_the_rule_lets_a_holder_show_a_card_of_the_starting_hand() -> None:
    """KEK-06: the printed card says that its holder may."""
    words = book_of("keko").rulebook.rules["KEK-06"].words
    assert "may show" in words["en"] and "saa näyttää" in words["fi"] and "is shown" not in words["en"]
