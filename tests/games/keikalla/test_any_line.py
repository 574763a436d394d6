"""Whatever is typed, in any order, overruled or not: an answer, never an exception, and no card gets lost."""

from __future__ import annotations

import pickle
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from pnp.games.keikalla import GAME
from pnp.games.keikalla.state import KeikallaState
from pnp.games.keikalla.zones import HOLDINGS
from pnp.referee.game import judged_legal
from pnp.referee.params import UNKNOWN
from pnp.referee.record import parse_line
from pnp.referee.replay import Replay
from pnp.referee.ruling import Legal, Unverified
from pnp.referee.seat import TABLE
from pnp.table.dealer import SeededChance
from tests.games.keikalla.tables import lay
from tests.games.tables import agreed, book_of
from tests.marks import examples

BOOK = book_of("keikalla")
MOVEMENT = [card.id for card in BOOK.decks["movement"].cards]
ACTIONS = [card.id for deck in ("actions", "jokers") for card in BOOK.decks[deck].cards]
WORDS = [
    "band hian", "band teenkeitin", "deal", "rehab tampere", "tour 9", "duplicate 2", "extra 1",
    "return jimmy", "start ben", "announce aboard", "announce rehab", "bus", "roadie", "stop", "gig",
    "gig back_to_back", "headline", "wait", "end", "draw", "draw ?", "draw ? ?", "draw store",
    "draw ? deck=2", "answer none", "answer band", "answer arrived", "answer bus", "answer roadie",
    "answer road_service", "check", "check take", "check s1 leave", "check groupie", "rehab", "keep ?",
    "avoid", "avoid messed_up", "accept", "insert next", "insert second", "stash", "swap 2",
    "swap in=oulu out=turku", "pick ?", "pick road_2", "pick", "flip bad", "flip good", "roll 2",
    "shuffle movement", "shuffle action", "shuffle venue", "raid random", "raid turn", "raid hit_song",
    "discard none", "festival puska", "date kemi", "resign", "claim record_deal", "claim headliner",
    "play manager clear", "play manager rehab", "play manager lover", "play guest_star pick",
    "play guest_star calendar", "play tv_interview rumours bar_fight", "play song_muse hit",
    "play helicopter rehab", "play rehab", "lay headliner:oulu", "lay police",
    "play tv_interview waiver hit_song", "exchange road_1 road_1 road_1 road_1 road_1",
]  # fmt: skip
ADJUSTS = [
    "turn anna", "turn ben", "at anna vaasa", "at ben por-vsa:2", "movement anna 7", "movement ben road_1 jimmy ?",
    "action anna manager tv_interview guest_star", "action ben 0", "fame anna messed_up bar_fight stage_presence",
    "fame anna", "laid anna record_deal hit_song headliner:vaasa", "laid anna record_deal", "played ben pori turku",
    "dates anna 1", "lost ben 2", "rehab-town", "rehab-town vaasa", "discard movement road_1 police", "deck action2 3",
]  # fmt: skip
seat = st.sampled_from(["anna", "anna", "ben", "cid", "table", "table"])
road = st.builds(
    lambda card, town: f"{card} {town}",
    st.sampled_from(["road_1", "road_2", "road_3", "road_6", "fly"]),
    st.sampled_from(["seinajoki", "vaasa", "tampere", "parkano", "kokkola", "kuopio"]),
)
named = st.builds(
    lambda verb, card: f"{verb} {card}", st.sampled_from(["draw", "show", "discard", "hamper", "keep", "lay"]),
    st.sampled_from([*MOVEMENT, *ACTIONS, "venue_oul"]),
)  # fmt: skip
typed = st.builds(lambda who, what: f"{who}: {what}", seat, st.one_of(road, named, st.sampled_from(WORDS)))
adjusted = st.sampled_from([f"table: adjust {words}" for words in ADJUSTS])
lines = st.lists(
    st.tuples(st.one_of(typed, typed, typed, adjusted), st.sampled_from([False, False, True])), max_size=30
)
switches = st.fixed_dictionaries(
    {
        name: st.sampled_from(option.values or (True, False))
        for name, option in BOOK.options.items()
        if name not in ("common_start_town", "tours_needed_base_game")
    }
)


def check(state: KeikallaState) -> None:
    """What holds at every table."""
    census = GAME.census(state)
    printed = sum(card.copies for card in BOOK.playing_cards.values())
    assert sum(census.values()) == printed and min(census.values()) >= 0
    for kind, count in census.items():
        assert kind == UNKNOWN or count <= BOOK.playing_cards[kind].copies, kind
    assert all(size >= 0 for size in state.piles.values()), state.piles
    assert all(count >= 0 for count in state.unseen.values())
    for player in state.players:
        assert player.dates >= 0 and player.turns_to_lose >= 0
        for hand in (player.action, player.move, player.event):
            assert all(hand.shown.count(card) <= hand.cards.count(card) for card in hand.shown)
    if state.knowledge is not None:
        out_of_sight = state.knowledge.unseen()
        kinds = {*HOLDINGS.seen(state), *out_of_sight}
        for kind in kinds:
            if kind in state.unseen and not kind.startswith("venue"):
                assert out_of_sight.get(kind, 0) == state.unseen[kind], kind
        for pile, size in state.piles.items():
            if pile != "venue":
                assert state.knowledge.pile_size(pile) == size, pile
    json.encode(GAME.facts(state))
    assert pickle.loads(pickle.dumps(state)) == state
    assert bool(GAME.outcome(state)) == (GAME.to_act(state) == ())
    GAME.pending(state)
    for line in GAME.show(state, None, "fi").splitlines():
        assert len(line) <= 100, line


@settings(max_examples=examples(30), deadline=None)
@given(st.sampled_from(["physical", "digital"]), switches, lines, st.integers(0, 99))
def test_any_line_gets_an_answer(deal: str, options: dict[str, Any], texts: list[tuple[str, bool]], seed: int) -> None:
    table: Replay[KeikallaState] = Replay(GAME, agreed("keikalla", ("anna", "ben", "cid"), deal, **options))
    chance = SeededChance(seed)
    if deal == "physical":
        length = f"dates {table.state.data.tour_length}"
        for text in lay(["anna jarkale parkano", "ben hian vaasa", "cid fertilizer", length]):
            table.read(text)
    else:
        _play_on(table, chance, 40)
    for text, overruled in texts:
        if deal == "digital":
            _play_on(table, chance, 3)
        line = parse_line(text)
        assert line is not None
        before = table.state
        entry = table.read(line.text, overruled)
        if not entry.accepted:
            assert table.state is before
            continue
        assert isinstance(entry.ruling, Legal | Unverified)
        check(table.state)
        for at in (0, None) if deal == "digital" else ():
            check(GAME.project(table.state, at))
        for at in table.to_act[:1]:
            assert set(GAME.legal_moves(table.state, at)) == set(judged_legal(GAME, table.state, at))


def _play_on(table: Replay[KeikallaState], chance: SeededChance, most: int) -> None:
    """Some lines of a digital game: the table deals, players take what comes first."""
    for number in range(most):
        acting = table.to_act
        if not acting:
            return
        if acting[0] == TABLE:
            assert table.apply_move(GAME.chance(table.state, chance)).accepted
            continue
        options = GAME.legal_moves(table.state, acting[0])
        if not options:
            return
        assert table.apply_move(options[chance.pick(f"line {number} {table.plies}", len(options))]).accepted
