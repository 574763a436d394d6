"""What people read at the table: options, views, what is pending, the page, names; and what bots do."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from pnp.games.drumroll import GAME
from pnp.games.drumroll.moves import Deal, Discard, Distribute, Hire, Keep, Pay, Perform, Place, Play, Reveal, Vote
from pnp.games.drumroll.phases.distribution import DISTRIBUTION
from pnp.games.drumroll.phases.setup_moves import KEEP
from pnp.games.drumroll.state import DrumRollState
from pnp.playtest.bots import lineup
from pnp.playtest.simulate import SEAT_NAMES, Simulator, simulate
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Replay
from pnp.referee.ruling import Ambiguous, Illegal, Invalid, Legal
from pnp.referee.seat import TABLE
from pnp.referee.view import as_seen, view_of
from tests.games.drumroll.tables import Desk, agreed, book, physical_lines, ready
from tests.games.tables import news_of, reasons_of
from tests.guard import some

# reading


def test_names_and_codes_are_read_in_every_language() -> None:
    notation = ready("AB").table.notation
    for words in ("hire PF-ACR-1", "HIRE pf-acr-1", "hire rope-walker", "hire Rope Walker", "hire nuorallatanssija"):
        assert notation.parse(f"A: {words}") == Hire(0, "PF-ACR-1"), words
    assert notation.parse("A: place kostyme").__class__ is Invalid
    assert notation.parse("A: place puvut") == Place(0, "costume")
    assert notation.parse("A: place costume with=unblock") == Place(0, "costume", with_="unblock")
    assert notation.parse("A: dist rope-walker=red,keltainen pf-mag-1=Blue") == Distribute(
        0, (("PF-ACR-1", ("red", "yellow")), ("PF-MAG-1", ("blue",)))
    )
    assert notation.parse("A: pay pf-biz-3") == Pay(0, skip=("PF-BIZ-3",))
    assert notation.parse("A: hire fire eater") == Hire(0, "PF-BIZ-7")
    # A name of several words may begin with the id of another card.
    assert notation.parse("table: deal area fire eater PF-ACR-1") == Deal(TABLE, "area", ("PF-BIZ-7", "PF-ACR-1"))
    assert notation.parse("A: discard trailer bonus") == Discard(0, "trailer_bonus")
    assert notation.parse("A: reveal fire trailer unblock action") == Reveal(0, ("fire", "trailer", "unblock"))
    assert isinstance(notation.parse("A: distribute PF-ACR-1"), Invalid)
    assert isinstance(notation.parse("A: distribute PF-ACR-1=purple"), Invalid)
    assert isinstance(notation.parse("A: hire juggler"), Invalid | Ambiguous)


def test_a_word_of_several_names_is_answered_with_the_names() -> None:
    """Ids such as PF-ACR-5 mean nothing to people who look at cards; where the id is the name it is printed once."""
    notation = ready("AB").table.notation
    parsed = notation.parse("A: hire human")
    assert isinstance(parsed, Ambiguous) and "PF-ACR-5 (Human Pyramid), PF-BIZ-5 (Human " in parsed.because
    parsed = notation.parse("A: place hire")
    assert isinstance(parsed, Ambiguous) and parsed.because.endswith("is ambiguous: hire_performer, hire_personnel")


def test_two_unknown_cards_are_performers_though_no_region_is_dealt_yet() -> None:
    """DR-013: the secret performers may come before the tiles; who does not see them learns of two cards."""
    table = Replay(GAME, agreed(("A", "B"), "digital"))
    for line in (
        "table: deal area PS-ORG PS-AG1 PS-POP PF-TAM-3 PF-JUG-3 PF-BIZ-4",
        "table: deal A PF-ACR-1 PF-MAG-1",
        "table: deal A RG-1",
    ):
        assert table.read(line).accepted
    public = Replay(GAME, table.setup)
    for entry in table.entries:
        assert public.apply_move(as_seen(GAME, table.state, entry, None)).accepted
    assert GAME.facts(public.state)["dealt"] == [["?", "?"], []]
    assert GAME.facts(public.state)["regions"]["A"] == "RG-1"
    assert isinstance(table.read("table: deal B ?").ruling, Invalid)


def test_lines_are_written_in_their_canonical_form() -> None:
    notation = ready("AB").table.notation
    for line in (
        "A: keep PF-ACR-1 give=PF-MAG-1",
        "A: place equipment with=unblock",
        "A: distribute PF-MAG-1=blue PF-MAG-3=white",
        "A: perform PF-JUG-1 gain=red,white",
        "A: perform PF-BIZ-4 to=PF-ACR-1",
        "A: perform PF-TAM-3 spend=none",
        "A: pay skip=PF-BIZ-3,PS-ORG",
        "A: pay skip=none",
        "A: pay",
        "A: reveal resource_bonus unblock",
        "A: reveal",
        "A: decline tickets",
        "table: deal virtual RG-2",
    ):
        assert notation.format(notation.parse(line)) == line  # type: ignore[arg-type]
    shuffled = notation.parse("A: perform PF-JUG-1 benefit=none look=none to=none spend=red gain=red")
    assert notation.format(shuffled) == (  # type: ignore[arg-type]
        "A: perform PF-JUG-1 gain=red spend=red to=none look=none benefit=none"
    )


def test_a_missing_choice_names_its_key() -> None:
    desk = ready("AB").circus("A", "PF-JUG-1 cubes=yellow,blue", "PF-TAM-3 cubes=green", "PF-BIZ-4 cubes=white")
    desk.circus("B", "PF-MAG-1").to_show().adjust("storage A red", "coins A 5", "hand A 2")
    for words, key in (
        ("perform PF-JUG-1", "gain="),
        ("perform PF-TAM-3", "spend="),
        ("perform PF-BIZ-4", "to="),
        ("play trailer", "to="),
        ("play income_cube", "spend="),
        ("play resources_red", "gain="),
    ):
        ruling = desk.table.judge_line(f"A: {words}").ruling
        assert isinstance(ruling, Invalid) and key in ruling.because, words
        overruled = desk.table.judge_line(f"A: {words}", overruled=True).ruling
        assert isinstance(overruled, Invalid), words


def test_area_virtual_and_table_name_no_seat() -> None:
    for name in ("area", "Virtual"):
        refused = GAME.setup(agreed(("anna", name)))
        assert isinstance(refused, Illegal) and name in refused.because
    odd = Desk(Replay(GAME, agreed(("äiti", "deck"))))
    odd.play("table: deal area PS-ORG PS-AG1 PS-POP PF-TAM-3 PF-JUG-3 PF-BIZ-4", "table: deal virtual RG-2")
    odd.play("table: deal äiti RG-1", "table: deal deck RG-5")
    odd.play("äiti: keep PF-ACR-1 give=PF-MAG-1", "deck: keep PF-MAG-3 give=PF-TAM-5")
    odd.play("aiti: take red red", "deck: take white blue", "table: start äiti")
    odd.adjust("performer PF-ACR-1 deck cubes=red")
    assert odd.facts["performers"]["deck"] == ["PF-MAG-1", "PF-MAG-3", "PF-ACR-1"]


# secrets


def test_votes_are_hidden_until_all_are_in() -> None:
    for deal in ("physical", "digital"):
        desk = ready("ABC", deal=deal).adjust("turn 6").finish_turn()
        desk.play("A: vote delay", "B: vote show")
        hidden = "?" if deal == "digital" else "*"  # with real cards `?` is a fist that is still to be opened
        others = {"A": hidden, "B": hidden}
        for viewer, wanted in ((None, others), (0, {**others, "A": "delay"}), (2, others)):
            view = view_of(desk.table, viewer)
            assert GAME.facts(view)["votes"] == wanted
            assert "delay" not in GAME.show(view, viewer, "en").split("Votes:")[1].split("Stock")[0] or viewer == 0
        vote = desk.table.entries[-2]
        assert as_seen(GAME, desk.table.state, vote, 2) == Vote(0, UNKNOWN)
        desk.play("C: vote show")
        assert as_seen(GAME, desk.table.state, vote, 2) == Vote(0, "delay")
        assert desk.phase == "SHOW"


def test_all_know_who_has_voted_and_whose_fist_is_still_closed() -> None:
    """With real cards a vote may be told to the referee at once, or as a closed fist that is opened later."""
    desk = ready("ABC").adjust("turn 6").finish_turn()
    desk.play("A: vote delay", "B: vote ?", "C: vote show")
    public = view_of(desk.table, None)
    assert GAME.facts(public)["votes"] == {"A": "*", "B": "?", "C": "*"}
    assert GAME.to_act(public) == GAME.to_act(desk.table.state) == (1,)
    for choice in ("delay", "show", UNKNOWN):
        assert getattr(GAME.judge(public, Vote(0, choice)), "because", "") == "A has voted"
    assert isinstance(GAME.judge(public, Vote(1, "show")), Legal)
    world = GAME.fill(public, {}, lambda count: 0) if GAME.fill else None
    assert world is not None and GAME.facts(world)["votes"] == {"A": "show", "B": "?", "C": "show"}


def test_an_undone_reveal_hides_the_votes_again() -> None:
    desk = ready("ABC", deal="digital").adjust("turn 6").finish_turn()
    desk.play("A: vote delay", "B: vote show", "C: vote delay", "table: undo")
    assert desk.phase == "VOTE"
    assert GAME.facts(view_of(desk.table, 1))["votes"] == {"A": "?", "B": "show"}
    desk.play("C: vote show")
    assert desk.phase == "SHOW" and GAME.facts(view_of(desk.table, 1)) == GAME.facts(GAME.project(desk.table.state, 1))


def test_a_view_holds_no_secret() -> None:
    """Neither hands nor set-up performers nor votes of others, at any line of a whole game."""
    played = simulate(GAME, book(), SEAT_NAMES[:3], 5)
    for entry in some(played.entries):
        state: DrumRollState = entry.state
        for seat in (0, 1, 2, None):
            view = GAME.project(state, seat)
            for owner, player in some(enumerate(view.players)):
                if owner != seat and not player.hand_revealed:
                    assert set(player.hand) <= {UNKNOWN}
                    assert not any(view.dealt_performers) or set(view.dealt_performers[owner]) <= {UNKNOWN}
                    assert state.phase != KEEP.id or view.kept_performers[owner] in ("", UNKNOWN)
                    assert state.phase != "VOTE" or view.answers[owner] in ("", UNKNOWN)
            assert all(pack.cards == () for pack in view.investment_pile)


def test_set_up_performers_are_seen_by_all_when_all_have_chosen() -> None:
    desk = Desk(Replay(GAME, agreed(("A", "B"), "digital")))
    desk.play("table: deal area PS-ORG PS-AG1 PS-POP PF-TAM-3 PF-JUG-3 PF-BIZ-4", "table: deal virtual RG-2")
    desk.play("table: deal A RG-1", "table: deal B RG-5", "table: deal A PF-ACR-1 PF-MAG-1")
    desk.play("table: deal B PF-MAG-3 PF-TAM-5", "A: keep PF-ACR-1")
    assert GAME.facts(view_of(desk.table, 1))["kept"] == ["?", ""]
    assert GAME.facts(view_of(desk.table, 1))["dealt"] == [["?", "?"], ["PF-MAG-3", "PF-TAM-5"]]
    kept = desk.table.entries[-1]
    assert as_seen(GAME, desk.table.state, kept, 1) == Keep(0, UNKNOWN)
    assert as_seen(GAME, desk.table.state, kept, 0) == Keep(0, "PF-ACR-1")
    desk.play("B: keep PF-MAG-3")
    assert GAME.facts(view_of(desk.table, None))["performers"]["A"] == ["PF-ACR-1", "PF-TAM-5"]


# options and what is pending


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_with_real_cards_is_recorded_without_what_is_hidden(players: int) -> None:
    """The lines of a digital game as people would say them at a table with real cards, each among the options."""
    played = simulate(GAME, book(), SEAT_NAMES[:players], 11, ("greedy", "random"))
    table = Replay(GAME, agreed(played.setup.seats))
    for number, move in enumerate(physical_lines(played)):
        if move.seat != TABLE and number % 5 == 0:
            assert move in GAME.legal_moves(table.state, move.seat), table.notation.format(move)
        assert table.apply_move(move).accepted, f"{table.notation.format(move)}: {table.entries[-1].ruling}"
    # Coins, cubes, prestige and the winners are the same, though nobody typed which cards were drawn.
    assert table.outcome == played.outcome
    for reported, known in zip(table.state.players, played.state.players, strict=True):
        assert (reported.coins, reported.prestige, reported.storage) == (known.coins, known.prestige, known.storage)


def test_out_of_turn_a_seat_may_play_its_cards() -> None:
    desk = ready("AB", deal="digital").adjust("hand B income4 fire", "hand A trailer")
    assert desk.table.to_act == (0,)
    assert desk.options("B") == [
        "play fire performer=PF-MAG-3",
        "play fire performer=PF-MAG-1",
        "play income4",
    ]
    desk.adjust("hand B 0")
    assert desk.options("B") == []


def test_options_of_a_hidden_hand_are_what_it_can_hold() -> None:
    desk = ready("AB").adjust("hand B 1", "discards income4 income4")
    assert not any("income4" in option for option in desk.options("B"))
    assert {option.split()[1] for option in desk.options("B")} == {
        "trailer", "fire", "resources_white", "resources_yellow", "resources_green", "resources_blue", "resources_red",
    }  # fmt: skip


def test_pending_names_who_must_do_what_by_which_rule() -> None:
    desk = Desk(Replay(GAME, agreed(("A", "B"))))

    def reported() -> list[tuple[int, str]]:
        return [(decision.seat, decision.rule) for decision in GAME.pending(desk.table.state)]

    assert reported() == [(TABLE, rule) for rule in ("DR-005", "DR-006", "DR-011", "DR-012")]
    desk.play("table: deal area PS-ORG PS-AG1 PS-POP PF-TAM-3 PF-JUG-3 PF-BIZ-4", "table: deal virtual RG-2")
    desk.play("table: deal A RG-1", "table: deal B RG-5")
    assert reported() == [(0, "DR-013"), (1, "DR-013")]
    desk.play("A: keep PF-ACR-1 give=PF-MAG-1", "B: keep PF-MAG-3 give=PF-TAM-5")
    assert reported() == [(0, "DR-014"), (1, "DR-014")]
    desk.play("A: take red red", "B: take red red")
    assert reported() == [(TABLE, "DR-016")]
    desk.play("table: start B", "B: place invest")
    assert reported() == [(0, "DR-030")]
    desk.play("A: pass", "B: pass", "A: pass", "B: pass", "A: pass")
    assert reported() == [(1, "DR-054")]


# the page


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_page_is_narrow_and_shows_what_lies_there(players: int) -> None:
    played = simulate(GAME, book(), SEAT_NAMES[:players], 2, ("greedy",))
    for entry in played.entries[::7]:
        for lang in ("en", "fi"):
            page = GAME.show(GAME.project(entry.state, 0), 0, lang)
            assert max(map(len, page.splitlines())) <= 100
            for player in entry.state.players:
                for card in (*(each.card for each in player.troupe), *player.staff):
                    assert card in page
    page = GAME.show(played.entries[-1].state, None, "fi")
    assert "arvostus" in page and "phase_" not in page and "None" not in page


# bots and what a playtest counts


def test_greedy_beats_random() -> None:
    """Every one of these games is won by a seat of the greedy bot, and clearly on average."""
    bots = ("greedy", "random")
    simulator = Simulator(GAME, book(), SEAT_NAMES[:4], bots)
    scores: dict[str, list[int]] = {bot: [] for bot in bots}
    won: Counter[str] = Counter()
    for seed in range(4):
        played = simulator.play(seed, lineup(bots, 4, seed))
        for seat, bot in enumerate(played.lineup):
            scores[bot].append(GAME.scores(played.state)[seat])
        won.update({played.lineup[seat] for seat in played.outcome.winners})
    assert won == {"greedy": 4}
    assert sum(scores["greedy"]) / 8 > sum(scores["random"]) / 8 + 15


def test_a_card_is_played_for_what_it_is() -> None:
    """Moves that differ in nothing but their choices are different moves."""
    assert Play(0, "trailer", to="PF-ACR-1") != Play(0, "trailer", to="PF-MAG-1")
    assert Perform(0, "PF-JUG-1", gain=("red",)) != Perform(0, "PF-JUG-1")


def test_reasons_count_from_one() -> None:
    desk = ready("AB")
    move = desk.table.notation.parse("A: place tickets")
    reported = [reason.because for reason in reasons_of(GAME, desk.table.state, move)]
    assert "decision 1 of A in this turn" in reported


def test_what_a_playtest_counts() -> None:
    """A Rope Walker hired for 4, paid 4, giving 2 coins; a Horse Whisperer fired for 4 coins and 2 prestige."""
    desk = ready("AB").adjust("performer PF-ACR-1 A cubes=red").to_show().adjust("coins A 20")
    desk.play("A: perform PF-ACR-1", "A: fire PF-TAM-5", "A: pay")
    reported = GAME.measure(desk.table.state, 0)
    assert reported["coins a performer brings"] == {"acrobat": -4 + 2 - 4, "tamer": -4 - 4}
    assert reported["prestige a performer brings"] == {"acrobat": 0, "tamer": -2}
    assert GAME.tally(desk.table.state, 0) == {"number of performers": "1"}


def test_a_show_asks_for_what_the_performers_can_do() -> None:
    """DR-103, DR-106, DR-108: without its first cube a performer is fired, and an outstanding one may flip."""

    def asked(cubes: str) -> str:
        desk = ready("AB").adjust("performer PF-TAM-5 discards").adjust(f"performer PF-ACR-1 A {cubes}").to_show()
        (decision,) = GAME.pending(desk.table.state)
        assert decision.why.startswith(" or ".join(decision.verbs))
        return decision.why

    assert asked("") == "fire, still to appear: Rope Walker"
    assert asked("cubes=red") == "perform, still to appear: Rope Walker"
    assert asked("cubes=red,yellow,white") == "perform or flip, still to appear: Rope Walker"


def test_cubes_are_not_taken_before_everybody_has_kept_a_performer() -> None:
    """DR-014: too early is not too late."""
    desk = Desk(Replay(GAME, agreed(("A", "B"))))
    take = desk.table.notation.parse("A: take red red")
    refused = GAME.judge(desk.table.state, take)
    assert getattr(refused, "because", "") == "cubes are taken when everybody has kept a performer"


def test_what_a_line_brings_is_reported() -> None:
    """The right-hand column of the worked example: coins, cubes, cards that go, votes and salaries."""
    desk = Desk(Replay(GAME, agreed(("A", "B"))))

    def news(line: str) -> tuple[str, ...]:
        move = desk.table.notation.parse(line)
        before = desk.table.state
        desk.play(line)
        return news_of(GAME, before, move)

    assert news("table: deal area PS-ORG PS-AG1 PS-POP") == ()
    assert news("table: deal area PF-TAM-3 PF-TAM-6 PF-JUG-3 PF-BIZ-4") == (
        "Seal Trainer is discarded (type tamer again)",
    )
    desk.play("table: deal virtual RG-2", "table: deal A RG-1", "table: deal B RG-5", "A: keep PF-ACR-1 give=PF-MAG-1")
    assert news("B: keep PF-MAG-3 give=PF-TAM-5") == ()  # the coins are among the numbers that change
    assert news("A: take yellow red") == ()
    desk.play("B: take white white")
    assert news("table: start A") == ("turn 1, A starts",)
    desk.play("A: place rehearsal", "B: place tickets", "A: place hire_performer", "B: pass", "A: pass")
    assert news("B: place invest") == ("A +1 white cube (rehearsal)", "B +5 coins (tickets)")
    assert news("B: invest") == ("B draws 1 investment card",)
    assert not [line for line in news("A: hire PF-JUG-3") if "coin" in line]
    assert news("B: play income4") == ()


def test_a_double_vote_is_asked_for_and_reported() -> None:
    """DR-096: the table reads how it is typed, and that it counts."""
    desk = ready("AB").adjust("turn 5", "hand B 1").finish_turn()
    desk.play("A: vote show", "B: vote delay")
    assert GAME.pending(desk.table.state)[0].why == "next, when no player plays a Double Vote: `play double_vote`"
    doubled = desk.table.notation.parse("B: play double_vote")
    assert news_of(GAME, desk.table.state, doubled) == ("the vote of B counts 2 times",)
    desk.play("B: play double_vote")
    assert GAME.pending(desk.table.state)[0].why == "next, when no player plays another Double Vote: `play double_vote`"


def test_why_adds_up_what_comes_twice() -> None:
    """Two cubes of one colour are two cubes."""
    desk = Desk(Replay(GAME, agreed(("A", "B")))).play(
        "table: deal area PS-ORG PS-AG1 PS-POP PF-TAM-3 PF-JUG-3 PF-BIZ-4"
    )
    desk.play("table: deal virtual RG-2", "table: deal A RG-1", "table: deal B RG-5", "A: keep PF-ACR-1 give=PF-MAG-1")
    desk.play("B: keep PF-MAG-3 give=PF-TAM-5")
    move = desk.table.notation.parse("A: take red red")
    reported = [reason.because for reason in reasons_of(GAME, desk.table.state, move)]
    assert "A +2 red cubes (set-up)" in reported


def test_nobody_votes_twice_at_a_digital_table() -> None:
    """DR-090: that a seat has voted is open to all, how it has voted is not."""
    desk = Desk(Replay(GAME, agreed(("A", "B"), "digital")))
    state = replace(desk.table.state, phase="VOTE", answers=(UNKNOWN, ""))
    assert getattr(GAME.judge(state, Vote(0, "show")), "because", "") == "A has voted"
    assert isinstance(GAME.judge(state, Vote(1, "show")), Legal)


@pytest.mark.parametrize("seed", [1, 2])
def test_news_hold_no_secret(seed: int) -> None:
    """No card of a hand, no set-up performer and no vote is named before all may know it."""
    played = simulate(GAME, book(), SEAT_NAMES[:3], seed)
    names = {card.id: card.name["en"] for card in book().playing_cards.values()}
    before = played.positions[0].state
    for entry in some(played.entries):
        reported = " ".join(news_of(GAME, before, entry.move))
        if entry.state.phase == KEEP.id or before.cards_due is not None:
            secret = [card for player in entry.state.players for card in player.hand]
            secret += [card for cards in entry.state.dealt_performers for card in cards]
            assert not any(names[card] in reported for card in secret)
        if entry.state.phase == "VOTE":
            assert "votes" not in reported and "result" not in reported
        before = entry.state


def test_a_hidden_hand_of_three_can_be_laid_open_by_its_options() -> None:
    desk = ready("AB").adjust("show 3").circus("A", "PF-MAG-1 flipped=1").circus("B").to_show(3)
    desk.play("A: pay", "B: pay").adjust("hand A 3")
    listed = [option for option in desk.options("A") if option.startswith("reveal")]
    assert "reveal unblock trailer fire" in listed and "reveal unblock unblock fire" in listed
    assert "reveal unblock unblock unblock" not in listed
    assert all(desk.table.judge_line(f"A: {option}").ruling.name == "legal" for option in listed[::97])


def test_an_overruled_line_that_cannot_be_is_refused_for_its_own_reason() -> None:
    """What no table can do is said, not the rule that gave way."""
    desk = Desk(Replay(GAME, agreed(("A", "B"))))
    state = replace(desk.table.state, phase=DISTRIBUTION.id)
    hired = desk.table.notation.parse("A: hire PF-JUG-3")
    assert getattr(GAME.judge(state, hired), "because", "") == "that is not what is being resolved"
    assert getattr(GAME.force(state, hired), "because", "") == "Club Thrower is not in the hiring area"
