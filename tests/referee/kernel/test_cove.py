"""A secret vote, a die, an answer window, a claim and a discard to a limit on declarations: what each seat may know."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from pnp.catalog import find_game
from pnp.conformance.proof import KEPT, NOTHING, prove, subject_of
from pnp.playtest.simulate import simulate
from pnp.referee.game import DIGITAL
from pnp.referee.kernel.events import Asked, CardsMoved, Claimed, CounterChanged
from pnp.referee.kernel.question import Commit
from pnp.referee.move import Roll
from pnp.referee.replay import Replay
from pnp.referee.ruling import Legal, Unverified
from pnp.referee.seat import TABLE
from pnp.referee.view import ReplayView, view_of
from pnp.table.dealer import SeededChance
from tests.games.tables import reasons_of
from tests.guard import some
from tests.referee.kernel.tables import GAMES, SEATS, load, play_line, sit_down

DEALS = ("table: deal anna red1 red1 red2 red2", "table: deal ben blue1 blue1 blue2 green1")


def verbs(table: Replay[Any], seat: int) -> set[str]:
    return {type(move).__name__ for move in table.game.legal_moves(view_of(table, seat), seat)}


@pytest.mark.parametrize("slug", ["cove", "fourpiers"])
def test_it_keeps_every_promise(slug: str) -> None:
    for verdict in some(prove(subject_of(find_game(slug, [GAMES]), 2))):
        assert verdict.state in (KEPT, NOTHING), verdict.words


def test_a_vote_is_known_to_its_seat_alone_until_all_are_in() -> None:
    table = sit_down("cove", *DEALS, "anna: vote red", deal=DIGITAL)
    mine, theirs, public = (table.game.facts(view_of(table, seat))["stack"][0] for seat in (0, 1, None))
    assert mine[-1] == [[0, ["Vote", "red"]]]
    assert theirs[-1] == public[-1] == [[0, "closed"]]
    assert ReplayView(table, 1).entries[-1].move == Commit(0)
    play_line(table, "ben: vote blue")
    assert table.state.watched == ""
    assert [ReplayView(table, None).entries[ply].text for ply in (2, 3)] == ["anna: vote red", "ben: vote blue"]


def test_who_has_voted_is_not_asked_again_in_any_view() -> None:
    table = sit_down("cove", *DEALS, "anna: vote red", deal=DIGITAL)
    for seat in (None, 0, 1):
        assert table.game.to_act(view_of(table, seat)) == (1,)
    assert verbs(table, 0) == set() and verbs(table, 1) == {"Vote"}


def test_with_real_hands_a_fist_is_closed_first_and_opened_when_all_are() -> None:
    table = sit_down("cove", "anna: commit", "ben: vote red")
    assert table.to_act == (0,) and table.decisions[0].why == "all players have answered: reveal your answer"
    assert verbs(table, 0) == {"Vote"}
    play_line(table, "anna: vote red")
    assert table.state.watched == "red"


def test_silence_is_a_pass_with_real_cards_only() -> None:
    asked = ("anna: vote red", "ben: vote red", "anna: land red3")
    table = sit_down("cove", *asked)
    assert table.to_act == (1,) and verbs(table, 1) >= {"Denounce", "Pass"}
    assert table.decisions[0].why == "who denounces anna with a red card?"
    play_line(table, "table: roll 6")
    assert table.state.points == (6, 0)
    digital = sit_down("cove", *DEALS, *asked[:2], "anna: land red1", deal=DIGITAL)
    assert not digital.read("table: roll 6").accepted
    assert verbs(digital, 1) == {"Pass"}


def test_the_die_of_a_digital_table_is_thrown_by_the_referee_and_only_once() -> None:
    lines = (*DEALS, "anna: vote red", "ben: vote red", "anna: land red1", "ben: pass")
    table = sit_down("cove", *lines, deal=DIGITAL)

    class First(SeededChance):
        def shuffle(self, key: str, items: Any) -> Any:
            return tuple(items)

        def pick(self, key: str, count: int) -> int:
            assert (key, count) == ("roll_die 0", 6)
            return 4

    move = table.game.chance(table.state, First(0))
    assert table.notation.format(move) == "table: roll 5"
    assert table.apply_move(move).accepted and table.state.chances == 1


def test_a_claim_is_believed_and_booked() -> None:
    table = sit_down("cove", "anna: vote red", "ben: vote red")
    entry = play_line(table, "anna: stay")
    assert isinstance(entry.ruling, Unverified)
    assert entry.ruling.assuming == ("anna has no card but red ones",)
    assert any(isinstance(event, Claimed) for event in entry.ruling.events)


def test_a_claim_is_refused_where_the_referee_dealt_the_cards() -> None:
    table = sit_down("cove", *DEALS, "anna: vote blue", "ben: vote blue", deal=DIGITAL)
    refused = table.read("anna: stay").ruling
    assert (refused.name, refused.rule) == ("illegal", "COV-08")  # type: ignore[attr-defined]
    assert "Stay" not in verbs(table, 0)


def test_what_happened_stands_in_the_ruling_in_order() -> None:
    table = sit_down("cove", "anna: vote red", "ben: vote blue")
    ruling = table.read("anna: land blue3").ruling
    assert isinstance(ruling, Legal)
    kinds = [type(event) for event in ruling.events]
    assert kinds.index(CardsMoved) < kinds.index(CounterChanged) < kinds.index(Asked)
    moved = next(event for event in ruling.events if isinstance(event, CardsMoved))
    assert (moved.cards, moved.source, moved.to) == (("blue3",), ("hand", 0), ("beach", 0))


def test_reasons_and_news_speak_every_language_of_the_game() -> None:
    table = sit_down("cove", "anna: vote red", "ben: vote red")
    entry = table.entries[-1]
    (news,) = table.news(entry)
    assert (news, news.localise("fi")) == ("red is watched", "vahdittu väri on punainen")  # type: ignore[attr-defined]
    refused: Any = table.read("anna: vote red").ruling
    assert refused.because.localise("fi") == "mitään sellaista ei kysytä"
    turn: Any = table.read("ben: land red1").ruling
    assert (turn.because, turn.because.localise("fi")) == ("it is the turn of anna", "vuorossa on anna")
    move = table.notation.parse("anna: land blue1")
    drawn: Any = [reason.because for reason in reasons_of(table.game, table.state, move)]
    assert drawn[-1] == "anna draws 2 cards" and drawn[-1].localise("fi") == "anna nostaa 2 korttia"


def test_overruled_order_does_not_matter_and_matter_does() -> None:
    table = sit_down("cove", "anna: vote red", "ben: vote blue")
    assert table.read("ben: land red1", overruled=True).accepted
    assert not table.read("table: land red1", overruled=True).accepted
    assert not table.read("ben: denounce red1", overruled=True).accepted
    digital = sit_down("cove", *DEALS, "anna: vote red", "ben: vote blue", deal=DIGITAL)
    assert not digital.read("ben: land red3", overruled=True).accepted


def test_words_count() -> None:
    setup = sit_down("cove").setup
    messages = [setup.message("draws", seat=0, count=count) for count in (1, 2)]
    assert messages == ["anna draws 1 card", "anna draws 2 cards"]
    assert [words.localise("fi") for words in messages] == ["anna nostaa 1 kortin", "anna nostaa 2 korttia"]
    again = pickle.loads(pickle.dumps(messages[0]))
    assert (again, again.localise("fi")) == (messages[0], messages[0].localise("fi"))
    assert setup.message("nothing_such", a=1) == "nothing_such 1"


def test_a_correction_of_a_hand_is_heard_by_its_owner_alone() -> None:
    table = sit_down("cove", "table: adjust hand anna red1 ? ? ?")
    assert [ReplayView(table, seat).entries[0].text for seat in (0, 1, None)] == [
        "table: adjust hand anna red1 ? ? ?",
        "table: adjust hand anna ? ? ? ?",
        "table: adjust hand anna ? ? ? ?",
    ]
    assert view_of(table, 1).hand[0] == ("*", "?", "?", "?")


def test_states_pickle_though_steps_wait_on_their_stack() -> None:
    table = sit_down("cove", *DEALS[:1], deal=DIGITAL)
    assert table.state.stack
    assert pickle.loads(pickle.dumps(table.state)) == table.state


def test_corrections_follow_from_what_is_declared() -> None:
    table = sit_down("cove", "table: adjust points ben 7", "table: adjust turn ben", "table: adjust hand anna red1 ? ?")
    assert (table.state.points, table.state.turn) == ((0, 7), 1)
    assert (table.state.hand[0], len(table.state.pile)) == (("red1", "?", "?"), 11)
    assert not table.read("table: adjust hand anna red1 red1 red1").accepted
    assert not table.read("table: adjust hand ben 99").accepted
    play_line(table, "table: adjust aside red2 red2")
    play_line(table, "table: adjust beach ben red3")
    assert table.game.census(table.state)["?"] == 18 - 4
    assert "beach" in {usage.split()[1] for usage, _ in table.notation.adjust_usages()}


def test_a_table_is_shown_with_what_its_reader_knows() -> None:
    table = sit_down("cove", *DEALS, deal=DIGITAL)
    page = table.game.show(view_of(table, 0), 0, "fi")
    assert "anna: käsi 4 (Punainen 1, Punainen 1, Punainen 2, Punainen 2)" in page
    assert "▸ ben: käsi 4 · ranta" in page and page.splitlines()[0].startswith("Poukama")


def test_the_dealer_deals_every_copy_as_likely_as_another() -> None:
    """Two hands of one deal are as different as shuffled cards are, alike copies or not."""
    game, _ = load("cove")
    alike = 0
    for seed in range(200):
        table, chance = sit_down("cove", deal=DIGITAL), SeededChance(seed)
        hands = []
        for _ in range(2):
            move = game.chance(table.state, chance)
            table.apply_move(move)
            hands.append(sorted(move.cards))  # type: ignore[attr-defined]
        alike += hands[0] == hands[1]
    assert alike < 10  # 126 hands of four kinds of nine; pairs make some more


def test_a_digital_game_told_with_real_cards_fists_and_silence_ends_alike() -> None:
    """Deals are not told, votes are closed fists that are opened when all are closed, nobody says `pass`."""
    game, book = load("cove")
    passes = 0
    for seed in range(8):
        digital = simulate(game, book, SEATS[:3], seed)
        real = sit_down("cove", seats=3)
        passes += _retell_with_real_cards(digital, real)
        assert real.outcome == digital.outcome
        assert real.game.scores(real.state) == game.scores(digital.state)
    assert passes > 5


def _retell_with_real_cards(digital: Replay[Any], real: Replay[Any]) -> int:
    votes: list[str] = []
    passes = 0
    for entry in digital.entries:
        line, verb = digital.format(entry), type(entry.move).__name__
        passes += verb == "Pass"
        if verb in ("Deal", "Pass"):
            continue
        if verb != "Vote":
            assert not play_line(real, line).irregularities
            continue
        play_line(real, f"{real.setup.name(entry.seat)}: commit")
        votes.append(line)
        if len(votes) == len(real.setup.seats):
            for vote in reversed(votes):
                play_line(real, vote)
            votes.clear()
    return passes


def test_dice_that_nobody_names_are_thrown_by_the_app() -> None:
    lines = ("anna: vote red", "ben: vote red", "anna: land red1")
    for table in (sit_down("cove", *lines), sit_down("cove", *lines, "ben: pass")):
        throws = (table.game.roll_dice(table.state, Roll(TABLE, ()), SeededChance(seed)) for seed in range(40))
        assert set(throws) == {Roll(TABLE, (number,)) for number in range(1, 7)}
        known = Roll(TABLE, (2,))
        assert table.game.roll_dice(table.state, known, SeededChance(1)) is known
    before = sit_down("cove", *lines[:2])
    assert before.game.roll_dice(before.state, Roll(TABLE, ()), SeededChance(1)) == Roll(TABLE, ())


def test_a_place_with_many_open_cards_is_shown_on_several_lines() -> None:
    cards = [f"{colour}{value}" for colour in ("red", "green", "blue") for value in (1, 2, 3) for _ in range(2)]
    table = sit_down(
        "cove", "table: adjust hand anna 0", "table: adjust hand ben 0", f"table: adjust aside {' '.join(cards)}"
    )
    lines = table.game.show(view_of(table, None), None, "en").splitlines()
    assert max(map(len, lines)) <= 120
    first = next(number for number, line in enumerate(lines) if line.startswith("  aside: "))
    assert lines[first].endswith("Blue 1, Blue 1,") and lines[first + 1].startswith("      Blue 2, Blue 2,")
