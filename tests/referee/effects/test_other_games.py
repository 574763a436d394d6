"""Effects serve games of another make: no life, nothing in play, a deck and a discard pile for each seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp.catalog import CatalogEntry, find_game
from pnp.conformance.proof import prove, subject_of
from pnp.library.loader import read_book
from tests.guard import some
from tests.referee.effects.tables import table_of, text_of

RULES = """
from typing import Annotated

from pnp.referee.effects import CardEffects
from pnp.referee.kernel import CARD, EACH_SEAT, NOBODY, OWNER, Counter, Move, Question, Zone, declare


class Play(Move, frozen=True):
    card: Annotated[str, CARD]


class Rest(Move, frozen=True):
    pass


HAND = Zone("hand", of=EACH_SEAT, seen_by=OWNER, rule="RUN-1")
BOX = Zone("box", seen_by=NOBODY, first=True, rule="RUN-1")
DECK = Zone("deck", of=EACH_SEAT, seen_by=NOBODY, rule="RUN-1")
DISCARD = Zone("discard", of=EACH_SEAT, rule="RUN-1")
TURNS = Counter("turns")
TURN = Question("RUN-1", "your_turn")


def begin(t):
    for seat in t.seats:
        t.move(("?",) * 8, BOX, DECK[seat])
    t.later(deal)


def deal(t):
    for seat in t.seats:
        t.draw(DECK[seat], HAND[seat], 3)
    CARDS.begin_turn(t)


def main(t, seat):
    t.add(TURNS, 1)
    t.ask(TURN, seat)


def ending(t):
    if t[TURNS] > 8:
        sizes = [len(t[HAND[seat]]) for seat in t.seats]
        t.end([seat for seat in t.seats if sizes[seat] == max(sizes)], "RUN-2", "over")


CARDS = CardEffects(
    hand=HAND, deck=DECK, discard=DISCARD, phases={"main": main}, rule="RUN-1", reshuffles=False, acts=("rest",)
)


@TURN.answer(Play, card_of=HAND)
def play(t, m):
    t.agreed()
    CARDS.play_card(t, m.seat, m.card)


@TURN.answer(Rest)
def rest(t, m):
    CARDS.check_may(t, m.seat, "rest")
    t.agreed()
    CARDS.draw(t, m.seat, 1)


GAME = declare(
    __name__,
    slug="runners",
    version=1,
    players=(2, 3),
    seats_rule="RUN-1",
    holds=(HAND, BOX, DECK, DISCARD, TURNS),
    questions=(TURN,),
    begin=begin,
    ending=ending,
    effects=CARDS,
    scores=lambda t: [len(t[HAND[seat]]) for seat in t.seats],
)
"""
FILES = {
    "game.yaml": """game: runners
title: Runners
version: "1"
players: [2, 3]
languages: [en]
letters: RUN
source: house
components:
  runners: {deck: runners, face: _stock/card, title: Runners}
""",
    "messages.yaml": """messages: runners
words:
  your_turn: {en: "play a card or rest"}
  over: {en: "eight turns are over"}
""",
    "rulebook.yaml": """rulebook: runners
sections:
  - id: play
    title: {en: Play}
    rules:
      - {id: RUN-1, source: house, words: {en: "Play a card or rest."}}
      - {id: RUN-2, source: house, words: {en: "The longest hand wins."}}
""",
    "runners.yaml": """deck: runners
title: Runners
source: house
texts: [rule]
cards:
  - {id: run, name: Run, copies: 8, abilities: [{trigger: play, do: [{op: draw, amount: 2}]}]}
  - id: trip
    name: Trip
    copies: 8
    abilities: [{trigger: play, do: [{op: discard, amount: 1, who: left_player, pick: random}]}]
  - {id: fall, name: Fall, copies: 4, abilities: [{trigger: play, do: [{op: mill, amount: 2, who: each_other_player}]}]}
  - id: sprint
    name: Sprint
    copies: 8
    abilities:
      - trigger: play
        do: [{op: extra_turn}, {op: discard, amount: {half_up: {count: {zone: hand, who: you}}}}]
""",
}


def runners(folder: Path, old: str = "", new: str = "", rules: str = RULES) -> CatalogEntry:
    cards = folder / "runners" / "cards"
    cards.mkdir(parents=True)
    for name, text in FILES.items():
        (cards / name).write_text(text.replace(old, new) if old else text, encoding="utf-8")
    (folder / "runners" / "rules.py").write_text(rules, encoding="utf-8")
    return find_game("runners", [folder])


def test_every_promise_is_kept(tmp_path: Path) -> None:
    verdicts = [*prove(subject_of(runners(tmp_path), seeds=1))]
    assert len(verdicts) > 30
    broken = {verdict.promise: verdict.words for verdict in some(verdicts) if verdict.state == "broken"}
    assert broken == {}


def test_what_nobody_was_told_stays_untold_wherever_it_is_moved(tmp_path: Path) -> None:
    """Each seat's pile is laid out of the box unseen, and no world names its cards."""
    replay: Any = table_of(runners(tmp_path), deal="digital")
    for state in (replay.state, replay.game.project(replay.state, 0)):
        assert {*state.deck[0], *state.deck[1]} == {"?"}


def test_each_seat_draws_its_own_cards_and_discards_onto_its_own_pile(tmp_path: Path) -> None:
    lines = ["anna: play trip", "table: random run", "ben: play fall", "table: deal table run sprint"]
    replay: Any = table_of(runners(tmp_path), *lines)
    facts = replay.game.facts(replay.state)
    assert facts["discard"] == [["trip", "run", "sprint"], ["run", "fall"]]
    assert facts["deck"] == [3, 5]


def test_each_seat_makes_its_deck_of_its_own_discard_pile(tmp_path: Path) -> None:
    lines = ["anna: play run", "ben: rest", "anna: play run", "ben: rest", "anna: play run"]
    replay: Any = table_of(runners(tmp_path, rules=RULES.replace("reshuffles=False", "reshuffles=True")), *lines)
    facts = replay.game.facts(replay.state)
    assert [len(hand) for hand in facts["hand"]] == [6, 5]
    assert facts["deck"] == [2, 3] and facts["discard"] == [[], []]  # of six cards one was drawn at once


def test_a_card_that_was_turned_over_lies_on_the_pile_of_its_seat(tmp_path: Path) -> None:
    dig = "{op: mill, amount: 1, who: left_player, save_as: TOP}"
    then = "{op: if, cond: {fits: {card: TOP, filter: {name_is: [Sprint]}}}, then: [{op: draw, amount: 1}]}"
    entry = runners(tmp_path, "{op: draw, amount: 2}", f"{dig}, {then}")
    found: Any = table_of(entry, "anna: play run", "table: deal table sprint")
    assert [len(hand) for hand in found.game.facts(found.state)["hand"]] == [3, 3]
    other: Any = table_of(entry, "anna: play run", "table: deal table trip")
    assert [len(hand) for hand in other.game.facts(other.state)["hand"]] == [2, 3]
    assert other.game.facts(other.state)["discard"] == [["run"], ["trip"]]


def test_a_card_forbids_what_only_this_game_knows(tmp_path: Path) -> None:
    mods = "[{mod: may_not, what: rest, who: left_player}]"
    curse = f"{{op: lasting, until: your_next_turn, mods: {mods}}}"
    entry = runners(tmp_path, "{op: draw, amount: 2}", curse)
    phrases = "phrases: runners\nsource: house\nacts: {rest: {en: rest}}\n"
    (tmp_path / "runners" / "cards" / "phrases.yaml").write_text(phrases, encoding="utf-8")
    assert text_of(entry, "run") == "Until your next turn, the player on your left may not rest."
    replay = table_of(entry, "anna: play run")
    assert not replay.read("ben: rest").accepted
    assert replay.read("ben: play trip").accepted


def test_a_word_for_what_the_game_has_not_is_a_fault(tmp_path: Path) -> None:
    entry = runners(tmp_path, "{op: draw, amount: 2}", "{op: lose_life, amount: 2}, {op: exile, target: {all: true}}")
    found = read_book(entry.card_folder()).report.errors
    assert [(item.message, item.hint) for item in found] == [
        ("“lose_life” needs life, which the game does not have", "set CardEffects(life=…)"),
        ("“exile” needs play, which the game does not have", "set CardEffects(play=…)"),
    ]
