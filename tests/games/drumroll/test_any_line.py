"""Whatever is typed at a table, in any order, overruled or not: a ruling, never an error, and nothing gets lost."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from pnp.games.drumroll import GAME
from pnp.games.drumroll import moves as m
from pnp.games.drumroll.adjust import (
    ADJUSTMENTS,
    SetBank,
    SetCoins,
    SetDiscards,
    SetPerformer,
    SetPersonnel,
    SetRegion,
    SetShow,
    SetStarter,
    SetStorage,
    SetTickets,
    SetTurn,
)
from pnp.games.drumroll.state import DrumRollState, deck_size, hand_limit, performer_deck_size
from pnp.playtest.simulate import simulate
from pnp.referee.correction import SetHand, SetScore
from pnp.referee.game import judged_legal
from pnp.referee.move import Move, Pass
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Replay
from pnp.referee.ruling import ACCEPTED, Illegal, Invalid
from pnp.referee.seat import TABLE
from pnp.table.dealer import SeededChance
from tests.games.drumroll.tables import agreed, book, set_up
from tests.games.tables import make_any, reasons_of
from tests.marks import examples

SEATS = ("anna", "ben", "carl")
PERFORMERS = [card.id for card in book().decks["performers"].cards]
STAFF = [card.id for card in book().decks["personnel"].cards]
HANDS = [card.id for card in book().decks["investments"].cards]
REGIONS = [card.id for card in book().decks["regions"].cards]
COLOURS = book().constant("colours")

seat = st.sampled_from([0, 1, 2, 0, 1, 2, TABLE])
# The cards of the set-up come up often, so that lines mean something.
performer = st.one_of(
    st.sampled_from(["PF-ACR-1", "PF-MAG-1", "PF-TAM-5", "PF-MAG-3", "PF-JUG-1", "PF-ACR-6", "PF-BIZ-4", "PF-BIZ-3"]),
    st.sampled_from([*PERFORMERS, "PS-ORG", "unblock"]),
)
person = st.sampled_from([*STAFF, "PS-ORG", "PS-BNK", "PS-AG1", "PS-PA1", "PF-ACR-1"])
investment = st.sampled_from([*HANDS, "PF-ACR-1"])
colour = st.sampled_from(COLOURS)
colours = st.lists(colour, max_size=3).map(tuple)
choice = st.sampled_from(["", "", "none", *COLOURS])
to = st.one_of(st.just(""), st.just("none"), performer)
table = st.just(TABLE)
place = st.sampled_from([0, 1, 2, TABLE, "area", "deck", "discards"])
number = st.integers(0, 9)
feeds = st.lists(st.tuples(performer, st.lists(colour, min_size=1, max_size=2).map(tuple)), max_size=2).map(tuple)
dealt = st.one_of(performer, person, st.sampled_from(REGIONS), st.just(UNKNOWN))
hand = st.lists(investment, min_size=1, max_size=3).map(tuple)
ACTIONS = [action["id"] for action in book().constant("actions")]
lines_of_play: st.SearchStrategy[Move] = st.one_of(
    st.builds(m.Place, seat, st.sampled_from(ACTIONS), with_=st.sampled_from(["", "", "unblock", "fire"])),
    st.builds(Pass, seat),
    st.builds(m.Invest, seat),
    st.builds(m.Hire, seat, st.one_of(performer, person)),
    st.builds(m.Decline, seat, st.sampled_from(["", "", *ACTIONS])),
    st.builds(m.Bank, seat, number),
    st.builds(m.Convert, seat, person, colours),
    st.builds(m.Distribute, seat, feeds),
    st.builds(m.Vote, seat, st.sampled_from(["show", "delay"])),
    st.builds(m.Play, seat, investment, gain=colours, spend=choice, to=to, performer=st.one_of(st.just(""), performer)),
    st.builds(m.Discard, seat, investment),
    st.builds(m.Return, seat, person),
    st.builds(m.Perform, seat, performer, gain=colours, spend=choice, to=to, look=st.sampled_from(["", "none"]),
              benefit=st.sampled_from(["", "", "none"])),
    st.builds(m.Flip, seat, performer),
    st.builds(m.Fire, seat, performer),
    st.builds(m.Pay, seat, skip=st.lists(st.one_of(performer, person), max_size=2).map(tuple)),
    st.builds(m.Reveal, seat, st.lists(investment, max_size=2).map(tuple)),
    st.builds(m.Pick, seat, investment),
    st.builds(m.Take, seat, colours.filter(bool)),
    st.builds(m.Keep, seat, performer, give=performer),
    st.builds(m.Next, seat),
    st.builds(m.Shuffle, seat, st.sampled_from(["performers", "personnel", "investments"])),
    st.builds(m.Deal, seat, st.sampled_from(["area", "virtual", 0, 1, TABLE]),
              st.lists(dealt, min_size=1, max_size=3).map(tuple)),
    st.builds(m.Look, seat, seat, st.lists(investment, min_size=1, max_size=2).map(tuple)),
)  # fmt: skip
corrections: st.SearchStrategy[Move] = st.one_of(
    st.builds(SetScore, table, seat, st.integers(-9, 40)),
    st.builds(SetCoins, table, seat, number),
    st.builds(SetStorage, table, seat, colours),
    st.builds(SetPerformer, table, performer, place, cubes=colours, trailer=st.sampled_from(["yes", "no"]),
              flipped=st.integers(0, 3), tokens=st.integers(0, 3)),
    st.builds(SetPersonnel, table, person, place, tokens=st.integers(0, 3)),
    st.builds(SetBank, table, seat, number),
    st.builds(SetTickets, table, seat, number),
    st.builds(SetRegion, table, st.sampled_from([0, 1, TABLE, "virtual"]), st.sampled_from([*REGIONS, "unblock"])),
    st.builds(SetHand, table, seat, st.one_of(st.integers(0, 4), hand)),
    st.builds(SetDiscards, table, st.lists(investment, max_size=6).map(tuple)),
    st.builds(SetStarter, table, seat),
    st.builds(SetTurn, table, number),
    st.builds(SetShow, table, st.integers(0, 4)),
)  # fmt: skip
any_lines = st.one_of(lines_of_play, lines_of_play, corrections)
CORRECTIONS = {adjustment.move for adjustment in ADJUSTMENTS}
switches = st.fixed_dictionaries(
    {name: st.sampled_from(option.values or (True, False)) for name, option in book().options.items()}
)


def check(state: DrumRollState) -> None:
    """What holds at every table."""
    data = state.data
    stock = list(state.stock)
    for player in state.players:
        stock = [have + count for have, count in zip(stock, player.storage, strict=True)]
        for performer in player.troupe:
            for at in performer.cubes:
                stock[at] += 1
        assert player.coins >= 0 and min(player.storage) >= 0
        assert player.limit == hand_limit(data, player.troupe)
    assert tuple(stock) == data.stock and min(state.stock) >= 0
    offers = (*state.performer_area, *state.staff_area)
    assert state.tokens + sum(offer.tokens for offer in offers) == data.tokens and state.tokens >= 0
    assert state.trailers + sum(each.trailer for player in state.players for each in player.troupe) == data.trailers
    lying = [
        *(card for part in (*state.performer_pile, *state.staff_pile) for card in part),
        *state.performer_discards, *state.staff_discards, *(offer.card for offer in offers),
        *(each.card for player in state.players for each in player.troupe),
        *(card for player in state.players for card in player.staff),
        *(card for cards in state.dealt_performers for card in cards if card != UNKNOWN),
    ]  # fmt: skip
    assert Counter(lying) == Counter([*PERFORMERS, *STAFF])
    held = [card for player in state.players for card in player.hand]
    known = Counter(card for card in (*held, *state.investment_discards, *state.looked_at) if card != UNKNOWN)
    assert all(count <= data.investments[card].copies for card, count in known.items())
    in_pile = sum(pack.size for pack in state.investment_pile)
    assert in_pile + len(held) + len(state.investment_discards) + len(state.looked_at) == 30
    census = GAME.census(state)
    assert sum(census.values()) == 95 and min(census.values()) >= 0
    assert performer_deck_size(state) >= 0 and deck_size(state.staff_pile) >= 0
    if state.knowledge is not None:
        for at, player in enumerate(state.players):
            if not player.hand_revealed:
                assert state.knowledge.size(at) == len(player.hand)
    json.encode(GAME.facts(state))
    assert pickle.loads(pickle.dumps(state)) == state
    assert bool(GAME.outcome(state)) == (GAME.to_act(state) == ())
    GAME.pending(state)
    for at in range(len(state.players)):
        GAME.tally(state, at)


@settings(max_examples=examples(60), deadline=None)
@given(
    st.sampled_from(["physical", "digital"]),
    switches,
    st.lists(
        st.tuples(st.one_of(lines_of_play, lines_of_play, corrections), st.booleans(), st.integers(0, 5)), max_size=30
    ),
    st.integers(0, 99),
)
def test_any_line_gets_an_answer(
    deal: str, options: dict[str, Any], script: list[tuple[Move, bool, int]], seed: int
) -> None:
    desk = Replay(GAME, agreed(SEATS, deal, **options))
    chance, pick = SeededChance(seed), SeededChance(seed).pick
    for line in set_up(SEATS, deal):
        assert desk.read(line).accepted, line
    for move, overruled, plays in script:
        for number_ in range(plays):  # between them somebody does something that is allowed
            go_on(desk, chance, pick(f"{number_} {desk.plies}", 1000))
        before = desk.state
        entry = make_any(desk, move, overruled)
        if not entry.accepted:
            assert isinstance(entry.ruling, Illegal | Invalid)
            continue
        assert isinstance(entry.ruling, ACCEPTED)
        state: DrumRollState = desk.state
        check(state)
        if type(move) not in CORRECTIONS and not overruled:
            assert reasons_of(GAME, before, move)
        if entry.ply % 4 == 0:
            assert all(len(line) <= 100 for line in GAME.show(state, None, "fi").splitlines())
        for viewer in (0, 1, 2, None) if deal == "digital" else desk.to_act[:1]:
            view = GAME.project(state, viewer)
            if viewer in desk.to_act and viewer is not None:
                assert set(GAME.legal_moves(view, viewer)) == set(judged_legal(GAME, view, viewer))


def go_on(desk: Replay[DrumRollState], chance: SeededChance, number_: int) -> None:
    """One line that is allowed, of the table or of a seat that must act."""
    if desk.outcome is not None:
        return
    acting = [at for at in desk.to_act if at != TABLE]
    if acting:
        options = GAME.legal_moves(desk.state, acting[number_ % len(acting)])
        assert options, f"{GAME.phase(desk.state)}: nothing can be done"
    elif desk.setup.deal == "digital":
        options = [GAME.chance(desk.state, chance)]
    else:
        options = GAME.legal_moves(desk.state, TABLE)
    entry = desk.apply_move(options[number_ % len(options)])
    assert entry.accepted, entry.ruling


@settings(max_examples=6, deadline=None)
@given(st.integers(2, 4), switches, st.integers(0, 10_000))
def test_whole_games_with_any_switches(players: int, options: dict[str, Any], seed: int) -> None:
    replay = simulate(GAME, book(), ("anna", "ben", "carl", "dora")[:players], seed, options=options)
    assert replay.outcome is not None
    for entry in replay.entries[seed % 20 :: 20]:
        check(entry.state)
