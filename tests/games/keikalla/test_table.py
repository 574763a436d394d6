"""At the table: words as people type them, taking back, overruling, correcting, torn files, the conversation."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp.cli.main import main
from pnp.games.keikalla import GAME
from pnp.games.keikalla.legal_moves import candidates
from pnp.games.keikalla.moves import Deal, Fly, Gig, Pick, Play, Road3
from pnp.games.keikalla.state import OpenQuestion
from pnp.referee.game import PHYSICAL
from pnp.referee.loading import replay_record
from pnp.referee.record import Header, format_header, parse_record
from pnp.referee.replay import Replay
from pnp.referee.ruling import Ambiguous, Illegal, Invalid, Legal
from pnp.referee.seat import TABLE
from tests.games.keikalla.tables import lay, play_lines, simulated_game
from tests.games.tables import agreed, book_of

TWO = ("anna", "ben")


def table(*lines: str) -> Replay:  # type: ignore[type-arg]
    return play_lines([*lay(["anna jarkale vaasa", "ben hian kuopio"]), *lines], seats=TWO)


@pytest.mark.parametrize(
    "line",
    [
        "anna: road_3 seinajoki",
        "anna: ROAD_3 Seinäjoki",
        "anna: road_3 sjk",
        "anna: road_3 seinä",
        "anna: play road_3 sjk",
    ],
)
def test_a_town_is_read_in_many_ways(line: str) -> None:
    notation = Replay(GAME, agreed("keikalla", TWO, PHYSICAL)).notation
    assert notation.parse(line) == Road3(0, "seinajoki")
    assert notation.format(Road3(0, "seinajoki")) == "anna: road_3 seinajoki"


def test_both_ends_of_a_road_name_its_spaces() -> None:
    notation = Replay(GAME, agreed("keikalla", TWO, PHYSICAL)).notation
    assert notation.parse("anna: road_3 vsa-por:3") == notation.parse("anna: road_3 por-vsa:2") == Road3(0, "por-vsa:2")
    assert isinstance(notation.parse("anna: road_3 por-vsa:5"), Invalid)
    assert isinstance(notation.parse("anna: road_3 por-oul:1"), Invalid)


def test_longer_notations_mean_the_short_ones() -> None:
    notation = Replay(GAME, agreed("keikalla", TWO, PHYSICAL)).notation
    assert notation.parse("anna: play helicopter oulu") == Fly(0, "oulu")
    assert notation.parse("anna: play helicopter rehab") == Play(0, "helicopter", ("rehab", ""))
    assert notation.parse("anna: gig") == Gig(0, "")
    found = notation.parse("anna: road_3 ka")
    assert isinstance(found, Ambiguous) and "anna: road_3 kajaani" in found.readings


def test_an_unclear_way_lists_lines_that_are_clear() -> None:
    lines = [*lay(["anna jarkale tampere", "ben hian"]), "table: adjust movement anna road_6 ? ? ? ?"]
    replay = play_lines(lines, seats=TWO)
    unclear = replay.judge_line("anna: road_6 seinajoki").ruling
    assert isinstance(unclear, Ambiguous) and len(unclear.readings) >= 2
    for reading in unclear.readings:
        assert not isinstance(replay.judge_line(reading).ruling, Illegal | Invalid | Ambiguous), reading


def test_a_refused_way_is_explained_step_by_step() -> None:
    refused = table().judge_line("anna: road_6 jyvaskyla").ruling
    assert isinstance(refused, Illegal) and refused.rule == "KEI-20"
    assert refused.because == "7 steps, 6 allowed: Vaasa to Seinäjoki 2, Jyväskylä 7; 6 lead to sjk-jkl:4"


def test_taking_back_goes_across_phases() -> None:
    before = table()
    after = table("anna: gig", "anna: draw stage_presence", "anna: end", "ben: gig", "table: undo 4")
    assert GAME.facts(after.state) == GAME.facts(before.state)
    assert after.read("anna: gig").accepted


def test_the_table_may_overrule_the_rules_and_not_the_cards() -> None:
    replay = table("anna: gig", "anna: draw ?")
    assert replay.read("anna: draw ?", overruled=True).accepted
    forced = replay.read("anna: fly oulu", overruled=True)
    assert isinstance(forced.ruling, Legal) and forced.breach is not None
    assert replay.state.players[0].at == "oulu"
    assert not replay.read("anna: play song_muse hit", overruled=True).accepted


def test_corrections_keep_the_cards() -> None:
    replay = table("table: adjust movement anna road_6 road_6", "table: adjust action ben headliner:oulu ? ?")
    assert replay.state.piles["movement"] == 62 - 2 - 5
    refused = replay.read("table: adjust movement ben road_6 ?")
    assert isinstance(refused.ruling, Illegal) and refused.ruling.rule == "KEI-H06"
    assert not replay.read("table: adjust at table vaasa").accepted
    assert not Replay(GAME, agreed("keikalla", TWO, PHYSICAL)).read("table: adjust at anna vaasa").accepted


def test_a_torn_record_loses_its_last_line_only() -> None:
    book = book_of("keikalla")
    lines = [*lay(["anna jarkale", "ben hian"]), "anna: gig", "anna: dr"]
    text = format_header(Header("keikalla", TWO, GAME.version, book.digest, {})) + "\n".join(lines)
    loaded = replay_record(parse_record(text), GAME, book)
    assert loaded.replay.plies == len(lines)  # `dr` is the beginning of one verb only
    torn = replay_record(parse_record(text.removesuffix("anna: dr") + "anna: roa"), GAME, book)
    assert torn.replay.plies == len(lines) - 1
    assert [item.code for item in torn.report.items] == ["torn-line"]


def test_the_conversation_ends_a_turn_and_not_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    book = book_of("keikalla")
    file = tmp_path / "evening.record"
    lines = "\n".join(lay(["anna jarkale", "ben hian"]))
    header = format_header(Header("keikalla", TWO, GAME.version, book.digest, {}))
    file.write_text(header + lines + "\n", encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("gig\ndraw\nend\n"))
    assert main(["referee", "play", str(file)]) == 0
    assert "ben to act" in capsys.readouterr().out


def test_the_example_of_the_docs_can_be_played() -> None:
    file = Path(__file__).parents[3] / "docs" / "examples" / "keikalla-first-round.txt"
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert play_lines(lines).plies == 44


def test_a_page_is_no_wider_than_the_screen() -> None:
    replay = table("table: adjust played anna pori turku rauma kemi oulu tampere lahti kotka")
    for lang in ("en", "fi"):
        page = GAME.show(replay.state, None, lang)
        assert max(map(len, page.splitlines())) <= 100
        assert "Vaasa" in page and "●●●●●●●●" in page


def test_a_card_of_another_deck_cannot_be_dealt() -> None:
    """KEI-H06: at a digital table a Venue card is no answer to the draw of a Movement card."""
    played = simulated_game(2, 1)
    due = next(e.state for e in played.entries if e.state.question and e.state.question.id == "KEI-Q11")
    ruling = GAME.judge(due, Deal(TABLE, due.question.seat, ("venue_par",)))
    assert isinstance(ruling, Illegal) and ruling.rule == "KEI-H06"


def test_what_the_table_is_asked_has_lines() -> None:
    """KEI-46: somebody picks the first Movement card, at a digital table too."""
    played = simulated_game(2, 1)
    state = next(e.state for e in played.entries if e.state.phase == "move" and not e.state.questions)
    asked = replace(state, questions=(OpenQuestion("KEI-Q09", TABLE),))
    assert {move.card for move in candidates(asked, TABLE) if isinstance(move, Pick)} == set(
        asked.players[asked.seat].move.cards
    )


def test_a_card_that_everybody_knows_may_be_picked_first() -> None:
    """KEI-46: who picks unseen may come upon the one card of its kind that was shown before; it is no other."""
    played = simulated_game(2, 1)
    state = next(e.state for e in played.entries if e.state.phase == "move" and not e.state.questions)
    player = state.players[state.seat]
    card = next(card for card in player.move.cards if player.move.cards.count(card) == 1)
    player = replace(player, hotel_turn=1, turns=2, move=replace(player.move, shown=(card,)))
    players = tuple(player if seat == state.seat else other for seat, other in enumerate(state.players))
    due = replace(state, players=players, questions=(OpenQuestion("KEI-Q09", TABLE),))
    ruling = GAME.judge(due, Pick(TABLE, card))
    assert isinstance(ruling, Legal), ruling
    after = ruling.after.players[due.seat].move
    assert after.shown == (card,) and sorted(after.cards) == sorted(player.move.cards)


def test_hampering_never_leaves_a_table_without_a_legal_line() -> None:
    """KEI-50, KEI-V51: an achievement that must be stashed is stashed after what a stored card asked."""
    for players, seed in ((6, 104), (5, 504)):
        assert simulated_game(players, seed, hampering=True).outcome is not None


def test_a_playtest_counts_bands_tours_and_where_it_was_won() -> None:
    played = simulated_game(3, 13)
    state = played.state
    assert played.outcome is not None and played.outcome.reason == "anna headlines in Seinäjoki"
    assert GAME.tally(state, None) == {"headlined in": "Seinäjoki"}
    assert [GAME.tally(state, seat)["band"] for seat in range(3)] == [player.band for player in state.players]
    tours = [GAME.measure(state, seat)["tour"] for seat in range(3)]
    assert ["gigs, winner" in tour for tour in tours] == [True, False, False]
    assert [sum(number for what, number in tour.items() if what.startswith("gigs")) for tour in tours] == [4, 5, 5]
    owned = [GAME.measure(state, seat)["achievements owned"] for seat in range(3)]
    assert [sum(cards.values()) for cards in owned] == [3, 2, 2]


def test_before_the_bands_are_chosen_a_playtest_has_nothing_to_count() -> None:
    start = GAME.setup(agreed("keikalla", TWO, PHYSICAL))
    assert not isinstance(start, Illegal)
    assert GAME.tally(start, None) == {} and GAME.tally(start, 0) == {}
