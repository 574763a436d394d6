"""Whatever is typed at a table, in any order, overruled or not: a ruling, never an error, and no card gets lost."""

from __future__ import annotations

import pickle
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import json

from pnp.games.keko import GAME
from pnp.games.keko.state import KekoState
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Replay
from pnp.referee.ruling import Ambiguous, Illegal, Invalid, Legal, Unverified
from pnp.referee.seat import TABLE
from pnp.table.dealer import SeededChance
from tests.games.keko.tables import agreed, book, lay
from tests.marks import examples

CARDS = [card.id for card in book().decks["play"].cards]
PEOPLE = [card.id for card in book().decks["characters"].cards]
NAMES = ("anna", "ben", "carl")
PICTURE = (
    "anna samyrra play=shibber*2,krystal_battery,galurian_mule counters=shibber.1*2",
    "ben madame_ponqui play=moo,patchwork_shield,keko_journal",
    "carl deffilwyne play=energy_draggyn counters=energy_draggyn*3",
)

seat = st.sampled_from(NAMES)
card = st.sampled_from([*CARDS, *CARDS, *PEOPLE])
ref = st.one_of(card, st.builds("{}.{}".format, card, st.integers(1, 3)))
refs = st.lists(
    st.one_of(ref, st.builds("{}*{}".format, ref, st.integers(1, 4)), st.just("none")), min_size=1, max_size=2
)
key = st.one_of(
    st.builds("at={}".format, seat),
    st.builds("on={}".format, refs.map(",".join)),
    st.builds("from={}".format, ref),
    st.builds("n={}".format, st.integers(1, 5)),
    st.builds("card={}".format, ref),
    st.builds("free={}".format, refs.map(",".join)),
    st.builds("find={}".format, st.one_of(card, st.sampled_from(["?", "none"]))),
    st.builds("type={}".format, st.sampled_from(["action", "creature", "krystal"])),
    st.builds("pick={}".format, st.integers(1, 3)),
    st.builds("pay={}".format, st.one_of(ref, st.just("?"))),
    st.builds("out={}".format, ref),
    st.builds("to={}".format, card),
)
keys = st.lists(key, max_size=2).map(" ".join)
script = st.one_of(
    st.builds("{}: play {} {}".format, seat, card, keys),
    st.builds("{}: use {} {}".format, seat, ref, keys),
    st.builds("{}: respond {} {}".format, seat, ref, keys),
    st.builds("{}: choose {} {}".format, seat, st.sampled_from(["", "yes", "no"]), keys),
    st.builds(
        "{}: {}".format, seat, st.sampled_from(["pass", "next", "end", "draw 2", "draw 0", "resign", "next part_one"])
    ),
    st.builds("{}: discard {}".format, seat, refs.map(" ".join)),
    st.builds("{}: order {}".format, seat, refs.map(" ".join)),
    st.builds("{}: keep {}".format, seat, card),
    st.builds("table: mill {}".format, card),
    st.builds("table: roll {}".format, st.integers(0, 7)),
    st.sampled_from(["table: ok", "table: ok always", "table: ok ask", "table: shuffle deck", "table: flip"]),
    st.builds("table: deal {} {}".format, seat, card),
    st.builds("table: look {} {}".format, seat, card),
    st.builds("table: adjust play {} {}".format, card, seat),
    st.builds("table: adjust away {}".format, ref),
    st.builds("table: adjust counters {} {}".format, ref, st.integers(0, 6)),
    st.builds("table: adjust token {} {}".format, ref, st.sampled_from(["on", "off"])),
    st.builds("table: adjust control {} {}".format, ref, seat),
    st.builds("table: adjust score {} {}".format, seat, st.integers(0, 25)),
    st.builds("table: adjust turn {}".format, seat),
    st.builds(
        "table: adjust hand {} {}".format,
        seat,
        st.lists(st.one_of(card, st.just("?")), min_size=1, max_size=4).map(" ".join),
    ),
    st.builds("table: adjust discard {}".format, st.lists(card, max_size=4).map(" ".join)),
    st.builds("table: adjust phase {}".format, st.sampled_from(["DRAW", "ACTION.1", "ACTION.CIP", "ACTION.2"])),
)
# A line and whether it is overruled; or a number: one of the moves that are legal now.
lines = st.lists(st.one_of(st.tuples(script, st.booleans()), st.integers(0, 500), st.integers(0, 500)), max_size=25)
switches = st.fixed_dictionaries(
    {
        "ownership_rules": st.booleans(),
        "flip_moment": st.sampled_from(["after_effect_or_when_needed", "at_once"]),
        "reveal_searched": st.booleans(),
        "cost_damage_modified": st.booleans(),
        "implicit_pass": st.booleans(),
        "hand_limit": st.sampled_from(["none", 3]),
        "eliminated_cards": st.sampled_from(["all_to_discard", "out_of_game"]),
    }
)


def check(state: KekoState) -> None:
    """What holds at every table."""
    census = GAME.census(state)
    assert sum(census.values()) == sum(state.deck.values()) + len(state.data.characters)
    assert min(census.values()) >= 0
    hidden = sum(held == UNKNOWN for player in state.players for held, _ in player.hand)
    hidden += sum(held == UNKNOWN for held, _ in (*state.deck_top, *state.deck_bottom))
    undealt = len(state.data.characters) - sum(bool(player.character) for player in state.players)
    assert census[UNKNOWN] == state.deck_middle + hidden + undealt
    assert all(player.life >= 0 for player in state.players)
    assert len({(lying.card, lying.copy) for lying in state.play}) == len(state.play)
    assert bool(GAME.to_act(state)) == (GAME.outcome(state) is None)
    assert bool(GAME.pending(state)) == (GAME.outcome(state) is None)
    json.encode(GAME.facts(state))


def talk(table: Replay[KekoState], what: Any, chance: SeededChance) -> None:
    """Say it."""
    if isinstance(what, tuple):
        entry = table.read(what[0], overruled=what[1])
        assert isinstance(entry.ruling, Legal | Unverified | Illegal | Invalid | Ambiguous), what
        if isinstance(entry.ruling, Illegal):
            assert entry.ruling.because and entry.ruling.rule
        return
    acting = table.to_act
    if not acting:
        return
    who = acting[what % len(acting)]
    if who == TABLE and table.setup.deal == "digital":
        entry = table.apply_move(GAME.chance(table.state, chance))
        assert entry.accepted, entry.ruling
        return
    moves = GAME.legal_moves(table.state, who)
    if moves:
        entry = table.apply_move(moves[what % len(moves)])
        assert entry.accepted, f"{table.format(entry)}: {entry.ruling}"


@settings(max_examples=examples(50), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(lines, switches)
def test_any_lines_at_a_table_with_real_cards(script: list[Any], options: dict[str, Any]) -> None:
    table = Replay(GAME, agreed(seats=NAMES, **options))
    for line in lay(PICTURE):
        assert table.read(line).accepted, line
    for what in script:
        talk(table, what, SeededChance(1))
        check(table.state)
    assert pickle.loads(pickle.dumps(table.state)) == table.state


@settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(lines, switches, st.integers(0, 5))
def test_any_lines_at_a_digital_table(script: list[Any], options: dict[str, Any], seed: int) -> None:
    table = Replay(GAME, agreed("digital", seats=NAMES, **options))
    chance = SeededChance(seed)
    for _ in range(60):
        talk(table, seed + 7, chance)
    for what in script:
        talk(table, what, chance)
        check(table.state)
    for seat_number in (None, 0, 1, 2):
        check(GAME.project(table.state, seat_number))
