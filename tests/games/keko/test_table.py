"""At the table: what is shown, what is pending, what stays secret, records that go on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp.base.diagnostics import InputError
from pnp.games.keko import GAME
from pnp.games.keko.moves import Discard, Keep, Look, Play, Use
from pnp.games.keko.state import FIRST
from pnp.games.keko.table_view.text_view import WIDTH
from pnp.games.keko.windows import WINDOW
from pnp.referee.loading import replay_record
from pnp.referee.params import UNKNOWN
from pnp.referee.record import parse_record
from pnp.referee.replay import Replay
from pnp.referee.ruling import ACCEPTED, Illegal, Legal
from pnp.referee.seat import TABLE
from pnp.table.dealer import SeededChance
from pnp.table.session import Session
from tests.games.keko.tables import agreed, book, lay, play_lines, simulated_game
from tests.games.tables import cards_with
from tests.guard import some


def test_the_page_fits_the_terminal_in_both_languages() -> None:
    played = simulated_game(4, 2)
    for position in played.positions[::60]:
        for seat in (None, 0, 3):
            view = GAME.project(position.state, seat)
            pages = [GAME.show(view, seat, lang) for lang in ("en", "fi")]
            assert all(len(line) <= WIDTH for page in pages for line in page.splitlines())
            assert pages[0] != pages[1]
    assert "kierros" in pages[1]


def test_a_table_is_never_left_without_a_word() -> None:
    for players, seed in ((2, 1), (5, 0)):
        played = simulated_game(players, seed)
        for position in some(played.positions[:-1]):
            pending = GAME.pending(position.state)
            question = position.state.question
            may_ok = {TABLE} if question is not None and question.is_soft else set()
            assert {decision.seat for decision in pending} == set(GAME.to_act(position.state)) | may_ok or (
                position.state.phase == "SETUP.first"
            )
            assert all(decision.why and decision.rule in book().rulebook.rules for decision in pending)


def test_other_hands_are_secret() -> None:
    played = simulated_game(3, 1)
    for position in played.positions[20::40]:
        view = GAME.project(position.state, 0)
        for seat in (1, 2):
            for (card, known), (seen, _) in zip(
                position.state.players[seat].hand, view.players[seat].hand, strict=True
            ):
                assert seen == (card if known & 1 else UNKNOWN)
    secret = [entry for entry in played.entries if isinstance(entry.move, Look | Keep)]
    assert secret
    for entry in secret:
        assert entry.move is not None
        owner = entry.move.to if isinstance(entry.move, Look) else entry.move.seat
        redacted = GAME.redact(entry.move, (owner + 1) % 3)
        assert set(redacted.cards) <= {UNKNOWN}  # type: ignore[attr-defined]
        assert GAME.redact(entry.move, owner) == entry.move


def test_a_window_closes_with_a_word_and_not_at_all_when_nobody_answers() -> None:
    table = play_lines([*lay(["anna lord_quiggs", "ben general_fydo"]), "anna: play falling_sign at=ben"])
    assert table.state.question is not None and table.state.question.kind is WINDOW
    assert table.to_act == (0, 1)
    for line in ("ben: pass", "anna: pass", "ben: pass"):
        assert table.read(line).accepted
    assert table.state.question is None
    assert table.read("table: ok always").accepted
    assert table.read("anna: play second_supper pick=1").accepted
    assert table.state.question is None
    assert table.state.discard == ("falling_sign", "second_supper")


def test_the_app_throws_dice_that_are_not_typed(tmp_path: Path) -> None:
    session = Session.create(tmp_path / "a.record", GAME, book(), ("anna", "ben"), {}, lambda slug: (GAME, book()))
    for line in ("table: deal anna lord_quiggs", "table: deal ben general_fydo", "table: deal 2"):
        assert session.submit([line]).written
    throws = 0
    while session.replay.state.phase == FIRST:  # those who tie throw again
        assert session.submit(["table: first"]).written
        throws += 1
        assert throws < 60
    text = (tmp_path / "a.record").read_text(encoding="utf-8")
    assert "table: first anna=" in text
    again = replay_record(parse_record(text), GAME, book())
    assert again.replay.state.active == session.replay.state.active


def test_a_throw_is_not_taken_back_by_a_refused_line_after_it(tmp_path: Path) -> None:
    session = Session.create(tmp_path / "a.record", GAME, book(), ("anna", "ben"), {}, lambda slug: (GAME, book()))
    dealt = ["table: deal anna lord_quiggs", "table: deal ben general_fydo", "table: deal 2"]
    with pytest.raises(InputError, match="the last of several"):
        session.submit([*dealt, "table: first", "anna: nonsense"])
    assert session.replay.plies == 0
    assert session.submit([*dealt, "table: first"]).written


def test_a_roll_without_numbers_is_refused_where_nobody_throws() -> None:
    table = play_lines(
        [*lay(["anna lord_quiggs", "ben general_fydo", "phase ACTION.CIP"]), "anna: play cha_os", "table: ok"]
    )
    refused = table.read("table: roll")
    assert isinstance(refused.ruling, Illegal) and "roll 1 die" in refused.ruling.because
    assert table.read("table: roll 3").accepted
    assert GAME.scores(table.state) == (18, 16)


@pytest.mark.parametrize("switch", [False, True])
def test_ownership_on_damage_to_yourself(tmp_path: Path, switch: bool) -> None:
    ship = (
        "      - {trigger: activated, limit: once_per_turn, do: [{op: damage, amount: 1, to: %s}]}\n  - id: hover_boat"
    )
    old, new = ship % "other_player", ship % "you"
    cards = cards_with("keko", tmp_path, "cards.yaml", (old, new))
    setup = agreed(cards=cards, ownership_rules=True, ownership_on_self_damage=switch)
    table = Replay(GAME, setup)
    lines = lay(["anna deffilwyne play=deffilwynes_air_ship", "ben general_fydo"])
    for line in [*lines, "anna: use deffilwynes_air_ship", "table: ok", "anna: pass"]:
        entry = table.read(line)
        assert entry.accepted, f"{line}: {entry.ruling}"
    assert GAME.scores(table.state) == (13 if switch else 14, 16)


def test_a_digital_game_goes_on_with_real_cards_and_backwards() -> None:
    played = simulated_game(3, 5)
    middle = played.positions[len(played.positions) // 2].state
    assert GAME.census(middle)[UNKNOWN] < GAME.census(GAME.project(middle, None))[UNKNOWN]
    assert GAME.chance(played.positions[0].state, _Low(0)).seat == TABLE
    assert replace(middle, ply=0) != middle


class _Low(SeededChance):
    """Chance that never moves anything."""

    def shuffle(self, key: str, items: Sequence[str]) -> tuple[str, ...]:
        return tuple(items)

    def pick(self, key: str, count: int) -> int:
        return 0


def test_numbers_stand_on_the_cards_only(tmp_path: Path) -> None:
    cards = cards_with("keko", tmp_path, "game.yaml", ("  item_limit: {value: 3,", "  item_limit: {value: 1,"))
    for known, rule in ((book(), ""), (cards, "KEK-33")):
        table = Replay(GAME, agreed(cards=known))
        for line in lay(["anna lord_quiggs play=keko_journal", "ben general_fydo", "phase ACTION.CIP"]):
            assert table.read(line).accepted
        assert getattr(table.read("anna: play fydos_whistle").ruling, "rule", "") == rule


def test_the_example_can_be_played() -> None:
    example = Path(__file__).parents[3] / "docs" / "examples" / "keko-moves.txt"
    lines = [line for line in example.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    table = play_lines(lines, ownership_rules=True)
    assert GAME.scores(table.state) == (12, 18)


def test_of_very_many_ways_some_are_listed() -> None:
    lines = [*lay(["anna lord_quiggs", "ben general_fydo"]), "table: adjust hand anna 60", "anna: end"]
    for table in (
        play_lines(lines, hand_limit=4),
        play_lines([*lines[:-2], "table: adjust hand anna 9", "anna: end"], hand_limit=3),
    ):
        moves = GAME.legal_moves(table.state, 0)
        assert 0 < len(moves) <= 24
        assert table.apply_move(moves[-1]).accepted


def test_a_hand_of_which_a_part_is_known_can_be_discarded_as_it_is_listed() -> None:
    """Carl is out; two of his four cards are known, one of them the only copy in the deck."""
    picture = ["anna general_fydo", "ben lord_quiggs", "carl samyrra life=1 hand=moo,keko_journal,?,?"]
    table = play_lines(
        [*lay(picture), "anna: play surprise at=carl", "table: ok", "carl: pass"], seats=("anna", "ben", "carl")
    )
    listed = GAME.legal_moves(table.state, 2)
    assert listed
    assert all({"moo", "keko_journal"} <= set(move.cards) for move in listed if isinstance(move, Discard))
    for move in listed[:3]:
        assert isinstance(GAME.judge(table.state, move), Legal)


def test_options_of_unseen_hands_are_few_and_those_of_known_cards_complete() -> None:
    """A Keko Journal and Arkonoth both let a card be paid: of 66 that may be held some are listed."""
    picture = ["anna arkonoth play=keko_journal", "ben general_fydo play=moo,tankk,fuzzin"]
    unseen = play_lines(lay(picture))
    moves = GAME.legal_moves(unseen.state, 0)
    assert len(moves) <= 30
    assert len({move.what for move in moves if isinstance(move, Play)}) > 10, "every card that may be held is there"
    for move in moves:
        assert isinstance(GAME.judge(unseen.state, move), ACCEPTED), move
    hand = ["rummage", "shibber", "depletion", "jailbreak", "imprison"]
    known = play_lines(lay([f"{picture[0]} hand={','.join(hand)},?", picture[1]]))
    paid = {card for move in GAME.legal_moves(known.state, 0) if isinstance(move, Use) for card in move.pay}
    assert set(hand) <= paid
    assert len(paid) <= len(hand) + 3


@pytest.mark.parametrize(("phase", "after"), [("DRAW", "DRAW"), ("ACTION.1", "ACTION.1"), ("ACTION.2", "ACTION.1")])
def test_whose_turn_it_is_can_be_corrected_without_passing_over_the_draw(phase: str, after: str) -> None:
    table = play_lines([*lay(["anna lord_quiggs", "ben general_fydo", f"phase {phase}"]), "table: adjust turn ben"])
    assert (table.state.active, table.state.phase) == (1, after)
    assert table.read("ben: draw 2").accepted == (after == "DRAW")


def test_a_deck_may_be_one_card_many_times() -> None:
    table = Replay(GAME, agreed(build_your_own_deck=True))
    assert table.read("table: deck moo*198").accepted and table.state.deck == {"moo": 198}
    more = table.read("table: deck moo*199").ruling
    assert isinstance(more, Illegal) and more.rule == "KEK-V10"
    assert table.format(table.entries[0]) == "table: deck moo*198"
