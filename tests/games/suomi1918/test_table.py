"""What people see at the table: options, views, what is pending, the page, reasons; and what bots do."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from pnp.games.suomi1918 import GAME
from pnp.games.suomi1918.moves import Claim, Discard, Play, Show
from pnp.playtest.bots import bots_of
from pnp.playtest.simulate import SEAT_NAMES, Simulator
from pnp.referee.correction import SetHand
from pnp.referee.game import DIGITAL, Outcome, judged_legal
from pnp.referee.move import Deal, Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Replay
from pnp.referee.ruling import Unverified
from pnp.referee.seat import TABLE
from pnp.referee.view import ReplayView
from tests.games.suomi1918.tables import (
    agreed,
    are_piles_empty,
    book,
    hands_of,
    physical_lines,
    play_lines,
    position,
    shown_of,
    simulated_game,
    unseen_of,
    victory_of,
)
from tests.games.tables import news_of, reasons_of
from tests.guard import some

VICTORIES = {card.id for card in book().decks["victory"].cards}
# All action cards but those that need more than the stacks of `test_a_discard_that_cannot_be_false` show.
GONE = [
    card.id
    for card in book().decks["actions"].cards
    if card.id not in ("act-red-6", "act-red-7", "act-white-6", "act-white-7")
]


@pytest.mark.parametrize("players", [2, 4])
def test_options_of_a_hidden_hand_are_what_the_judge_would_not_refuse(players: int) -> None:
    played = simulated_game(players, 5)
    table = Replay(GAME, replace(played.setup, deal="physical"))
    for number, move in some(enumerate(physical_lines(played))):
        if number % 12 == 1:
            state = table.state
            assert set(GAME.legal_moves(state, move.seat)) == set(judged_legal(GAME, state, move.seat))
            assert move in GAME.legal_moves(state, move.seat)
        table.apply_move(move)


def test_options_list_what_may_be_played_if_it_is_held() -> None:
    state = play_lines(["anna: play black-1"]).state
    moves = GAME.legal_moves(state, 1)
    assert {move.card for move in moves if isinstance(move, Play)} == {"black-2", "blue-1", "white-1", "red-1"}
    assert {"blue-2", "white-2", "red-2"} < {move.card for move in moves if isinstance(move, Discard)}
    assert GAME.legal_moves(state, 0) == []


def test_where_counts_prove_a_card_that_fits_it_must_be_played_and_nothing_else_is_offered() -> None:
    """SOC-15: of the seven low cards ben holds four, and only three do not fit. The lie is taken and reported."""
    table = play_lines(["anna: play black-1"], seats=("anna", "ben"))
    moves = GAME.legal_moves(table.state, 1)
    assert {type(move) for move in moves} == {Play} and set(moves) == set(judged_legal(GAME, table.state, 1))
    (asked,) = GAME.pending(table.state)
    assert asked.verbs == ("play",)
    assert asked.why == "a card that fits must be in the hand (blue 1, black 2, white 1, red 1): play one"
    entry = table.read("ben: discard red-2")
    assert entry.accepted and [item.certain for item in entry.irregularities] == [True]


def test_a_card_that_counts_alone_put_into_a_hand_is_named() -> None:
    """The pile is empty and all other cards lie open, so the last unseen card is anna's."""
    hands = ["table: adjust hand ben red-5 red-6", "table: adjust hand anna 1", "table: adjust turn anna"]
    tops = [f"table: adjust top {stack}" for stack in ("blue 8", "black 8", "white 8", "red 3")]
    pile = f"table: adjust discard {','.join(('blue-9', 'black-9', 'red-7', 'red-8'))}"
    removed = f"table: adjust removed {','.join(card.id for card in book().decks['actions'].cards)}"
    table = play_lines([*tops, *hands, pile, removed], seats=("anna", "ben"))
    assert not table.state.draw and unseen_of(table.state) == {"red-4"}
    assert "    must hold: R4" in GAME.show(table.state, None, "en").splitlines()
    assert "    on varmasti: P4" in GAME.show(table.state, None, "fi").splitlines()
    moves = [move for move in GAME.legal_moves(table.state, 0) if not isinstance(move, Claim)]
    assert moves == [Play(0, "red-4")]
    (asked,) = GAME.pending(table.state)
    assert asked.why.endswith("else a card that fits must be in the hand (red 4): play one")


def test_names_and_codes_are_read_in_every_language() -> None:
    table = play_lines([])
    notation = table.notation
    for words in (
        "play black-1",
        "PLAY Black 1",
        "pl tyytymattomyys",
        "play Dissatisfaction",
        "play su10",
        "play BLACK-1",
    ):
        assert notation.parse(f"anna: {words}") == Play(0, "black-1")
    assert notation.parse("anna: claim tasavalta") == Claim(0, "vic-republic")
    assert notation.parse("anna: show red 4") == Show(0, "red-4")
    assert notation.parse("anna: discard artillery") == Discard(0, "act-red-4")
    assert notation.parse("table: adjust hand ben red-4 ?") == SetHand(TABLE, 1, ("red-4", UNKNOWN))


def test_a_view_holds_no_secret() -> None:
    """SOC-03: neither the cards of other hands nor other victory cards, before or after the deal."""
    played = simulated_game(3, 2)
    for entry in some(played.entries):
        state: Any = entry.state
        for seat in (0, 1, 2, None):
            view = GAME.project(state, seat)
            for owner in range(3):
                if owner != seat:
                    assert set(hands_of(view)[owner]) <= {UNKNOWN, *shown_of(state, owner)}
                    assert victory_of(view, owner) in ("", UNKNOWN) or owner == state.winner
                else:
                    assert hands_of(view)[owner] == hands_of(state)[owner]
                    assert victory_of(view, owner) == victory_of(state, owner)
            assert len(view.draw) == len(state.draw)
            if not state.begun and not state.stack and len(GAME.to_act(view)) == 1:
                assert GAME.to_act(view) == (seat,) or seat is None


def test_lines_are_redacted() -> None:
    deal = Deal(TABLE, 1, ("white-1", "red-1"))
    assert GAME.redact(deal, 1) == deal
    for seat in (0, None):
        assert GAME.redact(deal, seat) == Deal(TABLE, 1, (UNKNOWN, UNKNOWN))
        assert GAME.redact(SetHand(TABLE, 1, ("white-1",)), seat) == SetHand(TABLE, 1, (UNKNOWN,))
    assert GAME.redact(Play(1, "white-1"), 0) == Play(1, "white-1")


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_the_redacted_lines_of_a_digital_table_show_what_cannot_be_in_a_hand(seat: int | None) -> None:
    played = simulated_game(3, 4)
    seen = Replay(GAME, played.setup)
    true: list[Any] = []
    for entry in played.entries:
        assert entry.move is not None
        assert seen.apply_move(GAME.redact(entry.move, seat)).accepted
        true.append(entry.state)
    knowledge = [position.state.knowledge for position in seen.positions[1:]]
    narrowed = 0
    for state, known in zip(true, knowledge, strict=True):
        if known is None or state.ply % 10:
            continue
        for owner, hand in enumerate(state.hand):
            possible = known.possible_kinds(("hand", owner))
            assert set(hand) <= possible
            narrowed += len(possible) < len(set(known.unseen()) - VICTORIES)
            if owner == seat:
                assert possible == set(hand)
    assert narrowed


def test_the_names_that_the_table_shows_can_be_typed_after_cards_were_dealt_by_their_ids() -> None:
    """`K1` in English, `M1` in Finnish: reading the deals asks for the first words of all names."""
    notation = play_lines(["table: deal anna vic-kingdom"], "digital").notation
    assert notation.parse("table: deal anna black-1 blue-1") == Deal(TABLE, 0, ("black-1", "blue-1"))
    for typed in ("K1", "M1", "musta 1", "M1 Tyytymättömyys"):
        assert notation.parse(f"anna: play {typed}") == Play(0, "black-1")


def test_before_the_first_card_the_table_says_of_the_opening_card_alone_that_it_fits() -> None:
    """SOC-14."""
    stacks = GAME.show(play_lines([]).state, None, "en").splitlines()[1:5]
    assert stacks == [
        "  ● B blue  0  empty · next: 1 Dialogue",
        "  ■ K black 0  empty · next: 1 Dissatisfaction (fits)",
        "  ◇ W white 0  empty · next: 1 Longing for order",
        "  ▲ R red   0  empty · next: 1 Workers' hall",
    ]


def test_the_page_of_a_physical_table() -> None:
    table = play_lines(["anna: play black-1", "ben: discard blue-2", "carl: play white-1", "anna: play black-2"])
    assert GAME.show(table.state, None, "en").splitlines() == [
        "Suomi 1918 · draw pile 32 · discard pile 1",
        "  ● B blue  0  empty · next: 1 Dialogue (fits)",
        "  ■ K black 2  Food shortage · next: 3 Strikes (fits)",
        "  ◇ W white 1  Longing for order · next: 2 Civil guards (fits)",
        "  ▲ R red   0  empty · next: 1 Workers' hall (fits)",
        "    discard pile: B2 Freedom of assembly",
        "  anna: 4 cards · victory card: secret",
        "▸ ben: 4 cards · victory card: secret",
        "    cannot hold: B1, R1",
        "  carl: 4 cards · victory card: secret",
    ]
    finnish = GAME.show(table.state, None, "fi")
    assert "■ M musta     2  Elintarvikepula · seuraava: 3 Lakot (sopii)" in finnish
    assert "ei voi olla: S1, P1" in finnish


def test_the_page_of_a_hand_and_of_marks() -> None:
    state = position(
        {"black": 7, "blue": 8, "white": 4, "red": 8}, ["act-red-4", "white-6"], ("vic-kingdom", "vic-soviet", "")
    )
    page = GAME.show(GAME.project(state, 0), 0, "en")
    assert "next: 9 Peace (blocked by K7)" in page
    assert "▲ R red   8  Revolution · complete" in page
    assert "hand: W6 Front offensive, Artillery R4+" in page
    assert "anna: 2 cards · victory card: Kingdom" in page
    assert "ben: 0 cards · victory card: secret" in page
    low = GAME.show(position({"white": 6, "black": 3}), None, "en")
    assert "next: 7 Allied help (needs K4)" in low


def test_what_is_pending() -> None:
    def pending(state: Any) -> list[tuple[int, tuple[str, ...], str]]:
        return [(item.seat, item.verbs, item.rule) for item in GAME.pending(state)]

    assert pending(play_lines([], deal="digital").state) == [(TABLE, ("deal",), "SOC-02")]
    table = play_lines([], seats=("anna", "ben"))
    assert pending(table.state) == [(0, ("play",), "SOC-10"), (1, ("play",), "SOC-10")]
    table.read("ben: play black-1")
    assert pending(table.state) == [(0, ("play",), "SOC-15")]
    table.read("anna: play white-1")
    assert pending(table.state) == [(1, ("play",), "SOC-25")], "three low cards, of which only two do not fit"
    table = play_lines(["anna: play black-1", "ben: play white-1", "carl: play black-2"])
    assert pending(table.state) == [(0, ("play", "discard"), "SOC-25")]
    assert pending(position({"black": 2}, ["white-7"])) == [(0, ("discard",), "SOC-27")]
    assert pending(position({"black": 2}, ["white-7"], draw=0)) == [(0, ("show",), "SOC-33")]
    assert pending(position({"black": 2}, [], draw=0)) == [(0, ("pass",), "SOC-34")]
    won = position({"white": 8}, ["black-1"], ("vic-kingdom", "", ""))
    assert pending(won) == [(0, ("claim",), "SOC-35b")]
    assert GAME.forced(won) == Claim(0, "vic-kingdom")
    assert pending(replace(won, over=Outcome((0,), ""))) == []


def test_a_discard_that_cannot_be_false_is_simply_legal() -> None:
    """What is known decides: all cards that fit lie elsewhere."""
    hidden = play_lines(
        [
            "table: adjust top blue 8",
            "table: adjust top black 8",
            "table: adjust top white 5",
            "table: adjust top red 5",
            f"table: adjust removed {','.join(GONE)}",
            "table: adjust hand ben white-6 red-6 black-9",
            "table: adjust turn anna",
        ],
        seats=("anna", "ben"),
    )
    assert type(hidden.read("anna: discard white-8").ruling).__name__ == "Legal"
    assert isinstance(play_lines(["anna: play black-1"]).read("ben: discard blue-2").ruling, Unverified)


@pytest.mark.parametrize("seat", [None, 0])
@pytest.mark.parametrize("held", ["white-6", "white-8"])
def test_what_is_believed_at_a_digital_table_tells_nobody_what_another_hand_holds(seat: int | None, held: str) -> None:
    """SOC-46: whether carl or the pile has the one card that fits, all read the same of ben's unknown hand (SOC-42)."""
    table = play_lines(
        [
            "table: deal anna vic-kingdom",
            "table: deal ben vic-soviet",
            "table: deal carl vic-republic",
            "table: deal anna black-1 white-1 red-1 blue-1",
            "table: deal ben black-2 white-2 red-2 blue-2",
            "table: deal carl black-3 white-3 red-3 blue-3",
            "table: adjust hand anna act-red-6 act-white-6",
            "table: adjust hand ben ? ?",
            f"table: adjust hand carl blue-9 {held}",
            "table: adjust top blue 8",
            "table: adjust top black 8",
            "table: adjust top white 5",
            "table: adjust top red 5",
            f"table: adjust removed {','.join(GONE)}",
            "table: adjust discard black-9,red-6",
            "table: adjust turn ben",
            "ben: discard white-7",
        ],
        deal=DIGITAL,
    )
    seen = ReplayView(table, seat).entries[-1].ruling
    assert isinstance(seen, Unverified)
    assert list(map(str, seen.assuming)) == ["ben holds no card that fits: white 6"]


def test_the_greedy_bot_pushes_its_own_card() -> None:
    greedy_bot = bots_of(GAME)["greedy"]
    victory = ("vic-kingdom", "", "")
    state = position({"white": 5, "black": 5, "red": 4, "blue": 2}, ["white-6", "act-white-4", "blue-3"], victory)
    assert greedy_bot(state, 0, lambda n: 0) == Play(0, "white-6")
    peaceful = position({"blue": 8, "black": 6, "white": 2}, ["blue-9", "act-blue-3"], victory)
    assert greedy_bot(peaceful, 0, lambda n: 0) == Play(0, "act-blue-3")
    stuck = position({"black": 2}, ["white-7", "act-white-4", "red-7"], victory)
    assert greedy_bot(stuck, 0, lambda n: 0) == Discard(0, "act-white-4")
    ready = position({"white": 8}, ["black-1"], victory, setup=agreed(victory_check="claim"))
    assert greedy_bot(ready, 0, lambda n: 0) == Claim(0, "vic-kingdom")


def test_all_four_endings_are_reached_and_greed_wins_more() -> None:
    ends: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    for players in (2, 4):
        simulator = Simulator(GAME, book(), SEAT_NAMES[:players], ("greedy", "random"))
        for seed in range(150):
            lineup = [("greedy", "random")[(seat + seed) % 2] for seat in range(players)]
            played = simulator.play(seed, lineup)
            ends[played.outcome.kind] += 1
            for seat in played.outcome.winners:
                wins[lineup[seat]] += 1
                assert GAME.tally(played.state, seat) == {"victory card": played.state.ended}
    assert set(ends) == {"win", "peace", "collapse", "frozen"}, ends
    assert wins["greedy"] > 1.3 * wins["random"], wins


@pytest.mark.parametrize(
    "options",
    [
        {"stuck_player_must_discard": False},
        {"draw_after_action": False},
        {"victory_restrictions_count": False},
        {"victory_check": "claim"},
    ],
)
def test_games_under_every_switch_end_and_come_to_the_same_without_their_deals(options: dict[str, object]) -> None:
    for seed in range(3):
        played = simulated_game(3, seed, ("random", "greedy"), **options)
        table = Replay(GAME, replace(played.setup, deal="physical"))
        for move in physical_lines(played):
            entry = table.apply_move(move)
            assert entry.accepted and not entry.irregularities, f"{table.format(entry)}: {entry.ruling}"
        assert (table.state.stacks, table.state.discard) == (played.state.stacks, played.state.discard)


def test_a_pass_is_never_an_option_while_a_card_is_held() -> None:
    assert Pass(0) not in GAME.legal_moves(position({"black": 2}, ["white-7"]), 0)
    allowed = agreed(stuck_player_must_discard=False)
    assert Pass(0) in GAME.legal_moves(position({"black": 2}, ["white-7"], setup=allowed), 0)


@pytest.mark.parametrize(("players", "deal"), [(2, "physical"), (4, "physical"), (3, "digital")])
def test_a_prompt_names_what_may_be_done_and_nothing_else(players: int, deal: str) -> None:
    played = simulated_game(players, 7)
    table = Replay(GAME, replace(played.setup, deal=deal))
    moves = physical_lines(played) if deal == "physical" else [entry.move for entry in played.entries]
    asked = 0
    for move in moves:
        for decision in GAME.pending(table.state):
            verbs = {notation_verb(option) for option in GAME.legal_moves(table.state, decision.seat)}
            if decision.seat != TABLE:
                assert set(decision.verbs) == verbs, decision
                assert all(verb in decision.why for verb in verbs), decision
                asked += 1
        assert move is not None
        table.apply_move(move)
    assert asked > 30


def notation_verb(move: Move) -> str:
    return type(move).verb or type(move).__name__.lower()


def empty_piles() -> list[str]:
    """Corrections after which red 6, white 8, black 8 and blue 4 are on top and only blue 5 lies on a pile."""
    removed = ",".join(card.id for card in book().decks["actions"].cards if card.id != "act-red-4")
    tops = ("red 6", "white 8", "black 8", "blue 4")
    return [
        *(f"table: adjust top {top}" for top in tops),
        "table: adjust discard blue-5",
        f"table: adjust removed {removed}",
    ]


def news(table: Replay[Any], line: str) -> list[str]:
    move = table.judge_line(line).move
    assert move is not None
    return list(news_of(GAME, table.state, move))


def test_news_report_what_is_shuffled_and_where_cards_go() -> None:
    """SOC-23, SOC-24, SOC-30, SOC-32."""
    table = play_lines(empty_piles(), seats=("anna", "ben"))
    assert news(table, "anna: play act-red-4") == [
        "red 6 goes to the discard pile, Artillery leaves the game",
        "shuffle the discard pile now, 2 cards: it becomes the draw pile",
    ]
    table.read("table: adjust discard")
    table.read("table: adjust hand ben 3")
    table.read("table: adjust top blue 6")
    assert are_piles_empty(table.state)
    assert "both piles are empty: anna draws nothing" in news(table, "anna: play red-7")
    assert news(play_lines([], seats=("anna", "ben")), "anna: play black-1") == []


def test_news_report_that_a_victory_is_met_and_that_nothing_can_be_played() -> None:
    table = play_lines(["table: adjust top white 7", "table: adjust top black 5"], seats=("anna", "ben"))
    assert news(table, "anna: play white-8") == ["met now: Kingdom"]


def test_reasons_for_a_win_name_only_the_marks_that_count() -> None:
    """Where right-hand marks of victory cards do not count, none is called kept."""
    tops = ["table: adjust top white 6", "table: adjust top blue 7", "table: adjust top black 8"]
    table = play_lines(tops, seats=("anna", "ben"), victory_restrictions_count=False)
    move = table.judge_line("anna: claim vic-republic").move
    marks = " ".join(reason.because for reason in reasons_of(GAME, table.state, move))
    assert "white 6, at least 6 needed" in marks and "black" not in marks


def test_a_claim_that_cannot_be_true_is_irregular_and_not_assumed() -> None:
    """All of the other low cards fit on the second turn of two players but three, and four are held."""
    table = play_lines(["anna: play black-1"], seats=("anna", "ben"))
    entry = table.read("ben: discard blue-2")
    assert [(item.seat, item.ply, item.certain) for item in entry.irregularities] == [(1, 2, True)]
    assert isinstance(entry.ruling, Unverified) and entry.ruling.assuming == ()


def test_who_resigns_gives_the_cards_back_and_nothing_is_known_of_them() -> None:
    """SOC-49: black 3 that anna has drawn may come up again in any hand."""
    table = play_lines(["anna: play black-1", "ben: play black-2", "carl: resign"])
    assert news(play_lines(["anna: play black-1"]), "carl: resign") == [
        "shuffle the hand of carl, 4 cards, into the draw pile unseen",
        "carl is out",
    ]
    state = table.state
    assert state.knowledge is not None
    assert state.knowledge.pile_size() == len(state.draw) == 38
    assert sum(map(len, state.hand)) + len(state.draw) == 46
    for line in ("anna: discard red-2", "ben: discard white-2"):
        assert table.read(line).accepted
    assert table.outcome is None and table.to_act == (0,)
