"""The promises every game keeps, proven on random games: conservation, notation, secrecy, soundness, repeatability."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace

from pnp.base.diagnostics import InputError
from pnp.conformance.plugin import game_folders
from pnp.playtest.simulate import SEAT_NAMES, record_text, simulate
from pnp.referee.game import Game, Setup, judged_legal
from pnp.referee.move import KERNEL_MOVES, Undo
from pnp.referee.params import UNKNOWN
from pnp.referee.record import parse_record
from pnp.referee.replay import Entry, Replay, digest_of, replay_record
from pnp.referee.ruling import Ambiguous, Illegal, Invalid, Legal, Unverified
from pnp.referee.seat import TABLE
from pnp.referee.view import as_seen

MOST_SAMPLES = 120


class Case:
    """One game with one number of players; its random games are played once and looked at by every promise."""

    def __init__(self, slug: str, game: Game[Any], book: Any, players: int, seeds: int) -> None:
        self.game, self.book, self.seeds = game, book, seeds
        self.seats = SEAT_NAMES[:players]
        self.name = f"{slug}-{players}"

    @cache  # noqa: B019 - a case lives as long as the run
    def played(self, seed: int) -> Replay[Any]:
        """The random game of one seed."""
        return simulate(self.game, self.book, self.seats, seed)

    def games(self) -> Iterator[Replay[Any]]:
        """All random games."""
        return (self.played(seed) for seed in range(self.seeds))

    def steps(self) -> Iterator[tuple[Any, Entry]]:
        """Every accepted game line with the state before it."""
        for replay in self.games():
            before = replay.positions[0].state
            for entry in replay.entries:
                if type(entry.move) not in KERNEL_MOVES:
                    yield before, entry
                before = entry.state


def pytest_generate_tests(metafunc: Any) -> None:
    if "case" not in metafunc.fixturenames:
        return
    cases = _cases(metafunc.config)
    metafunc.parametrize("case", cases, ids=[case.name for case in cases], scope="module")


def _cases(config: Any) -> list[Case]:
    known: list[Case] | None = getattr(config, "_pnp_cases", None)
    if known is None:
        from pnp.catalog import all_games, book_of, rules_of

        known, config._pnp_faults = [], []
        for entry in all_games(game_folders(config)):
            try:
                game, book = rules_of(entry), book_of(entry)
            except InputError as error:  # one game's faults are its own: the others are proven all the same
                config._pnp_faults += [f"{entry.slug}: {item}" for item in error.report]
                continue
            fewest, most = game.players
            for players in dict.fromkeys((fewest, min(most, len(SEAT_NAMES)))):
                known.append(Case(entry.slug, game, book, players, config.getoption("--pnp-seeds")))
        config._pnp_cases = known
    return known


def test_every_game_can_be_read(request: Any) -> None:
    _cases(request.config)
    assert request.config._pnp_faults == []


def test_games_end_and_every_line_is_accepted(case: Case) -> None:
    for replay in case.games():
        assert replay.outcome is not None
        assert all(entry.accepted for entry in replay.entries)
        assert not replay.irregularities
        assert len(case.game.scores(replay.state)) == len(case.seats)


def test_nobody_acts_exactly_when_the_game_is_over(case: Case) -> None:
    for replay in case.games():
        for position in replay.positions:
            ended_by_the_table = position.outcome is not None and position.outcome.kind == "stopped"
            if not ended_by_the_table:
                assert (position.outcome is None) == bool(case.game.to_act(position.state))


def test_cards_are_conserved(case: Case) -> None:
    printed = sum(card.copies for card in case.book.playing_cards.values())
    for state, _ in case.steps():
        census = case.game.census(state)
        assert sum(census.values()) == printed
        for kind, count in census.items():
            assert count >= 0
            assert kind == UNKNOWN or count <= case.book.playing_cards[kind].copies


def test_a_move_reads_as_it_is_written(case: Case) -> None:
    for replay in case.games():
        notation = replay.notation
        for seat in case.game.to_act(replay.positions[0].state):
            for move in case.game.legal_moves(replay.positions[0].state, seat):
                assert notation.parse(notation.format(move)) == move
        for entry in replay.entries:
            assert entry.move is not None
            line = notation.format(entry.move)
            assert notation.parse(line) == entry.move
            assert notation.parse(line.upper()) == entry.move
    for state, entry in case.steps():
        if entry.seat != TABLE and entry.ply % 5 == 0:
            notation = case.played(0).notation
            for move in case.game.legal_moves(state, entry.seat):
                assert notation.parse(notation.format(move)) == move


def test_legal_moves_are_the_candidates_judged_legal(case: Case) -> None:
    for state, entry in case.steps():
        if entry.seat == TABLE or entry.ply % 3:
            continue
        for view in (state, case.game.project(state, entry.seat)):
            legal = list(case.game.legal_moves(view, entry.seat))
            assert len(legal) == len(set(legal))
            assert set(legal) == set(judged_legal(case.game, view, entry.seat))


def test_who_acts_has_something_to_do(case: Case) -> None:
    for state, entry in case.steps():
        acting = case.game.to_act(state)
        assert entry.seat in acting or entry.seat == TABLE
        for seat in acting:
            if seat != TABLE and case.game.forced(state) is None:
                assert case.game.legal_moves(state, seat)


def test_events_fold_to_the_state_after(case: Case) -> None:
    for state, entry in case.steps():
        ruling = entry.ruling
        assert isinstance(ruling, Legal | Unverified)
        assert ruling.events
        folded = state if state.ply == entry.ply - 1 else replace(state, ply=entry.ply - 1)
        for event in ruling.events:
            folded = case.game.apply(folded, event)
        assert case.game.facts(folded) == case.game.facts(ruling.after)
        assert ruling.after.ply == entry.ply


def test_judging_changes_nothing(case: Case) -> None:
    replay = case.played(0)
    made = [entry.move for entry in replay.entries]
    moves = [move for move in made if move is not None and type(move) not in KERNEL_MOVES]
    # Every move in every state would take the square of a game's length: of a long game some stand for all.
    moves = moves[:: len(moves) // MOST_SAMPLES + 1]
    every = max(7, sum(len(game.entries) for game in case.games()) // MOST_SAMPLES)
    for state, entry in case.steps():
        if entry.ply % every:
            continue
        before = pickle.dumps(state)
        for move in moves:
            for seat in (*range(len(case.seats)), TABLE):
                # Any well-formed move in any state gets a ruling, never an exception.
                ruling = case.game.judge(state, replace(move, seat=seat))
                assert isinstance(ruling, Legal | Unverified | Illegal | Invalid | Ambiguous)
                if isinstance(ruling, Illegal):
                    assert ruling.rule and ruling.because
        assert pickle.dumps(state) == before


def test_states_pickle_and_keep_their_digest(case: Case) -> None:
    for state, entry in case.steps():
        if entry.ply % 9 == 0:
            again = pickle.loads(pickle.dumps(state))
            assert again == state
            assert digest_of(case.game, again) == digest_of(case.game, state)


def test_same_seed_same_record(case: Case) -> None:
    again = simulate(case.game, case.book, case.seats, 0)
    assert record_text(again) == record_text(case.played(0))


def test_a_record_replays_to_the_same_digest(case: Case) -> None:
    for replay in case.games():
        loaded = replay_record(parse_record(record_text(replay)), case.game, case.book)
        assert not loaded.report.items
        assert all(entry.accepted for entry in loaded.replay.entries)
        assert digest_of(case.game, loaded.replay.state) == digest_of(case.game, replay.state)
        assert loaded.replay.outcome == replay.outcome


def test_undo_returns_to_the_state_before(case: Case) -> None:
    for replay in case.games():
        again = Replay(case.game, replay.setup)
        for entry in replay.entries[:40]:
            if type(entry.move) in KERNEL_MOVES:
                break
            before = case.game.facts(again.state)
            assert entry.move is not None
            again.make(entry.move)
            again.make(Undo(TABLE))
            assert case.game.facts(again.state) == before
            again.make(entry.move)
            assert again.entries[-1].accepted


def test_a_view_knows_what_its_redacted_record_tells(case: Case) -> None:
    """What `project` hides, `redact` hides: a view is what replaying the lines that this seat saw gives, no more."""
    for replay in case.games():
        for seat in (None, *range(len(case.seats))):
            seen = Replay(case.game, replay.setup)
            for entry in replay.entries:
                if type(entry.move) in KERNEL_MOVES:
                    break
                pairs = zip(seen.entries, replay.entries, strict=False)
                sealed = (line for heard, line in pairs if heard.move is not line.move)
                if any(case.game.opened(entry.state, line.move, line.ply) for line in sealed):
                    seen = Replay(case.game, replay.setup)  # the table is told again, with what was opened
                for line in replay.entries[len(seen.entries) : entry.ply]:
                    told = seen.make(as_seen(case.game, entry.state, line, seat))
                    assert told.accepted, f"{replay.format(line)} as seen by {seat}: {told.ruling}"
                    assert not told.irregularities
                view = case.game.facts(case.game.project(entry.state, seat))
                assert case.game.facts(case.game.project(seen.state, seat)) == view
                assert case.game.facts(seen.state) == view, "redact tells more than project"


def test_what_is_legal_in_truth_is_never_illegal_in_a_view(case: Case) -> None:
    for state, entry in case.steps():
        assert entry.move is not None
        for seat in (None, *range(len(case.seats))):
            view = case.game.project(state, seat)
            ruling = case.game.judge(view, case.game.redact(entry.move, seat))
            assert not isinstance(ruling, Illegal), f"{entry.move} as {seat} sees it: {ruling}"


def test_words_nobody_understands_get_an_answer(case: Case) -> None:
    setup = Setup(case.seats, case.book)
    notation = Replay(case.game, case.played(0).setup).notation
    assert setup.name(0) == case.seats[0]
    for words in ("", ":", "anna", "anna:", "anna: ?", "anna: xyzzy 1 2 3", "nobody: pass", "table: undo x", "anna: ä"):
        assert isinstance(notation.parse(words), Invalid | Ambiguous)
    for verb in notation.verbs():
        for rest in ("", " ?", " 1,", " ,", " =", " x=y", " 99999999999999999999", " " + "a " * 50):
            notation.parse(f"anna: {verb}{rest}")


def test_a_table_can_be_shown(case: Case) -> None:
    for replay in case.games():
        for entry in (replay.entries[0], replay.entries[len(replay.entries) // 2], replay.entries[-1]):
            for seat in (None, 0):
                for lang in case.book.languages:
                    text = case.game.show(case.game.project(entry.state, seat), seat, lang)
                    assert text.strip()
                    assert max(len(line) for line in text.splitlines()) <= 400
