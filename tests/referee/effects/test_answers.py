"""Cards that answer, cancel and prevent, what happens instead, characters, steps and openings: in small decks."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import CatalogEntry
from pnp.conformance.proof import prove, subject_of
from pnp.library.loader import read_book
from tests.guard import some
from tests.referee.effects.tables import game_of, lives, table_of, text_of
from tests.referee.effects.test_any_cards import OF_SCENARIOS
from tests.referee.effects.test_piles import facts, read, refused
from tests.referee.effects.test_resolving import card, plays

TURN = ("anna: done", "ben: done")
BOLT = card("bolt", plays("{op: damage, amount: 3, to: other_player}"), copies=4)
DENY = card("deny", "{trigger: answers, to: play, filter: {type: [spell]}, do: [{op: cancel}]}", copies=4)
DUCK = card("duck", "{trigger: answers, to: damage, do: [{op: prevent, amount: 2}]}", copies=2)
SHIELD = card(
    "shield",
    "{trigger: answers, to: damage, cost: [{op: put_in_discard, target: self}], do: [{op: prevent, amount: all}]}",
    type_="charm",
)


def with_answers(
    folder: Path, cards: str, more: str = "", zones: str = "", calls: str = "", heroes: str = ""
) -> CatalogEntry:
    """A game whose cards may be answered.

    more: of `CardEffects` · zones: declared besides · calls: as the game begins · heroes: another deck
    """
    entry = game_of(folder, cards)
    rules = folder / "mygame" / "rules.py"
    text = rules.read_text("utf-8").replace("first=True", 'first="seers", decks=("seers",)')
    if heroes:
        (folder / "mygame" / "cards" / "heroes.yaml").write_text(heroes, "utf-8")
    text = text.replace("LIFE = Counter", f'PLAYED_CARD = Zone("open", rule=EFFECTS)\n{zones}LIFE = Counter', 1)
    text = text.replace("exile=EXILE,", f"exile=EXILE, played=PLAYED_CARD, {more}", 1)
    names = "".join(f"{line.split(' ')[0]}, " for line in zones.splitlines())
    text = text.replace("TABLE, EXILE, LIFE", f"TABLE, EXILE, PLAYED_CARD, {names}LIFE")
    rules.write_text(text.replace("    CARDS.begin_turn(t)", f"{calls}    CARDS.begin_turn(t)"), "utf-8")
    game = folder / "mygame" / "cards" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("  exile:", "  open: {en: played, fi: pelattu}\n  exile:"), "utf-8")
    assert [str(item) for item in read_book(entry.card_folder()).report.errors] == []
    return entry


def test_a_card_is_cancelled_and_its_answer_too(tmp_path: Path) -> None:
    entry = with_answers(tmp_path, BOLT + DENY)
    assert text_of(entry, "deny") == "**When another player plays a spell,** you may play this card: it has no effect."
    replay = table_of(entry, "anna: play bolt")
    assert facts(replay, "open") == ["bolt"] and replay.to_act == (1,)
    assert refused(replay, "anna: answer deny")  # one's own card is no other player's
    read(replay, "ben: answer deny", "anna: pass")
    assert lives(replay) == (12, 12) and facts(replay, "discards") == ["deny", "bolt"]
    read(replay, *TURN, "anna: play bolt", "ben: answer deny", "anna: answer deny", "ben: pass", "ben: pass")
    assert lives(replay) == (12, 9)


def test_silence_is_a_pass_with_real_cards(tmp_path: Path) -> None:
    replay = table_of(with_answers(tmp_path, BOLT + DENY), "anna: play bolt", "anna: done")
    assert lives(replay) == (12, 9)


def test_nobody_is_asked_about_what_no_card_answers(tmp_path: Path) -> None:
    replay = table_of(with_answers(tmp_path, BOLT + DENY), "anna: play blank")
    assert replay.to_act == (0,) and facts(replay, "table")[0] == ["blank"]


def test_only_who_is_hit_answers_damage(tmp_path: Path) -> None:
    entry = with_answers(tmp_path, BOLT + DUCK + SHIELD)
    assert (
        text_of(entry, "duck")
        == "**When damage would be done to you,** you may play this card: prevent 2 of that damage."
    )
    assert text_of(entry, "shield", "fi") == (
        "**Kun sinulle tehtäisiin vahinkoa,** voit tehdä näin: maksa (laita poistopakkaan tämä kortti). "
        "Sitten estä se vahinko."
    )
    replay = table_of(entry, "anna: done", "ben: play shield", "ben: done", "anna: play bolt")
    assert replay.to_act == (1,) and refused(replay, "anna: answer duck")
    read(replay, "ben: answer duck")
    assert lives(replay) == (12, 12) and replay.to_act == (1,)  # 1 is left, and may be answered, too
    read(replay, "ben: pass")
    assert lives(replay) == (12, 11)
    read(replay, *TURN, "anna: play bolt", "ben: react shield")
    assert lives(replay) == (12, 11) and facts(replay, "table") == [[], []]


def test_an_ability_that_is_used_is_answered_too(tmp_path: Path) -> None:
    jam = card("jam", "{trigger: answers, to: use, filter: {type: [spirit]}, do: [{op: cancel}]}", copies=2)
    ability = "{trigger: activated, cost: [{op: lose_life, amount: 1}], do: [{op: damage, amount: 3, to: any_player}]}"
    entry = with_answers(tmp_path, jam + card("gun", ability, type_="spirit"), "choose_first=True,")
    assert text_of(entry, "jam").startswith("**When another player uses a spirit,** you may play this card")
    replay = table_of(entry, "anna: play gun", "anna: use gun", "anna: choose ben", "ben: answer jam")
    assert lives(replay) == (11, 12)  # the price is paid, and nothing is bought
    read(replay, "anna: use gun", "anna: choose ben", "ben: pass")
    assert lives(replay) == (10, 9)


def test_what_is_chosen_first_and_has_left_is_let_be(tmp_path: Path) -> None:
    banish = card("banish", plays("{op: exile, target: {choose: 1, type: [spirit]}}"), copies=2)
    flee = card(
        "flee", "{trigger: answers, to: play, do: [{op: return_to_hand, target: {choose: 1, controller: you}}]}"
    )
    entry = with_answers(tmp_path, banish + flee, "choose_first=True,")
    replay = table_of(entry, "anna: done", "ben: play blank", "ben: done", "anna: play blank", *TURN)
    read(replay, "anna: play banish", "anna: target blank of=ben", "ben: answer flee", "anna: pass", "ben: pass")
    assert facts(replay, "exile") == [] and facts(replay, "table") == [["blank"], []]


def test_fast_cards_are_played_whenever_something_may_be_answered(tmp_path: Path) -> None:
    fast = card("jolt", plays("{op: damage, amount: 1, to: other_player}")).replace(
        "copies: 1", "copies: 2, fast: true"
    )
    entry = game_of(tmp_path, BOLT)
    deck = tmp_path / "mygame" / "cards" / "seers.yaml"
    deck.write_text(deck.read_text("utf-8").replace("required: true}\n", "required: true}\n  fast: bool\n", 1), "utf-8")
    del entry
    text = deck.read_text("utf-8")
    entry = _again(tmp_path, text + fast)
    replay = table_of(entry, "anna: play bolt", "ben: answer jolt")
    read(replay, *["anna: pass", "ben: pass"] * 2)
    assert lives(replay) == (11, 9)


def _again(folder: Path, deck: str) -> CatalogEntry:
    entry = with_answers(folder / "again", BOLT, 'fast="fast",')
    (folder / "again" / "mygame" / "cards" / "seers.yaml").write_text(deck, "utf-8")
    return entry


@pytest.mark.parametrize(
    ("ability", "lines", "expected"),
    [
        ("of: draw, do: [{op: gain_life, amount: 1}]", ("anna: done", "ben: done"), (13, 12)),
        ("of: draw, do: [{op: draw, amount: 2}]", ("anna: done", "ben: done"), (12, 12)),
        ("of: gain_life, who: other, do: [{op: lose_life, amount: 1, who: trigger_player}]",
         ("anna: done", "ben: play spring"), (12, 11)),
        ("of: damage, limit: once_per_turn, do: [{op: gain_life, amount: {var: amount}}]",
         ("anna: done", "ben: play bolt"), (15, 12)),
        ("of: phase, phase: main, may: true, do: [{op: gain_life, amount: 4}]",
         ("anna: done", "ben: done", "anna: yes"), (16, 12)),
        ("of: phase, phase: main, may: true, do: [{op: gain_life, amount: 4}]",
         ("anna: done", "ben: done", "anna: pass", "anna: done"), (12, 12)),
    ],
)  # fmt: skip
def test_something_happens_instead(
    tmp_path: Path, ability: str, lines: tuple[str, ...], expected: tuple[int, ...]
) -> None:
    idol = card("idol", f"{{trigger: instead, {ability}}}", type_="spirit")
    spring = card("spring", plays("{op: gain_life, amount: 3}"))
    replay = table_of(game_of(tmp_path, idol + spring + BOLT), "anna: play idol", *lines)
    assert lives(replay) == expected


def test_what_happens_instead_is_printed(tmp_path: Path) -> None:
    idol = card("idol", "{trigger: instead, of: draw, may: true, do: [{op: gain_life, amount: 1}]}", type_="spirit")
    entry = game_of(tmp_path, idol)
    assert text_of(entry, "idol") == "**Instead of drawing cards,** if you like, gain 1 life."
    assert text_of(entry, "idol", "fi") == "**Sen sijaan että nostat kortteja,** halutessasi saat 1 elämäpisteen."


FRONT = 'FRONT = Zone("front", of=EACH_SEAT, decks=("heroes",), rule=EFFECTS)\n'
CHEST = 'CHEST = Zone("chest", first="heroes", decks=("heroes",), rule=EFFECTS)\n'
HEROES = """deck: heroes
title: {en: Heroes, fi: Sankarit}
source: house
texts: [rule, kind]
cards:
  - id: healer
    name: {en: Healer, fi: Parantaja}
    copies: 2
    abilities:
      - {trigger: game_begins, do: [{op: gain_life, amount: 2}]}
      - {trigger: activated, limit: once_per_turn, do: [{op: gain_life, amount: 1}]}
"""


def test_a_character_is_in_front_of_its_player_and_not_in_play(tmp_path: Path) -> None:
    storm = card("storm", plays("{op: put_in_discard, target: {all: true}}"))
    calls = '    for seat in t.seats:\n        t.move("healer", CHEST, FRONT[seat])\n    CARDS.begin_game(t)\n'
    entry = with_answers(tmp_path, storm, "front=FRONT,", FRONT + CHEST, calls, HEROES)
    assert text_of(entry, "healer").startswith("**Before the first turn,** gain 2 life.")
    replay = table_of(entry, "anna: play blank")
    assert lives(replay) == (14, 14)
    read(replay, "anna: use healer")
    assert lives(replay) == (15, 14) and refused(replay, "anna: use healer")
    read(replay, *TURN, "anna: use healer", "anna: play storm")
    assert facts(replay, "front") == [["healer"], ["healer"]] and facts(replay, "table") == [[], []]


def test_steps_of_a_turn_come_in_their_order(tmp_path: Path) -> None:
    last = "{trigger: start_of_turn, step: late, when: {cmp: {a: {counters: self}, is: ge, b: 1}}, do: [{op: win}]}"
    first = "{trigger: start_of_turn, step: early, do: [{op: add_counters, amount: 1, target: self}]}"
    entry = with_answers(tmp_path, card("clock", last, first, type_="spirit"), 'steps=("early", "late"),')
    replay = table_of(entry, "anna: play clock", *TURN)
    assert replay.game.outcome(replay.state).winners == (0,)


def test_an_opening_hand_is_shown(tmp_path: Path) -> None:
    luck = card("luck", "{trigger: opening_hand, do: [{op: gain_life, amount: 3}]}", type_="charm", copies=2)
    entry = with_answers(tmp_path, luck, calls="    CARDS.ask_opening_hands(t)\n")
    assert text_of(entry, "luck") == "**If Luck is in your opening hand,** you may show it: gain 3 life."
    replay = table_of(entry, "anna: show luck", "anna: show luck")
    assert lives(replay) == (18, 12) and refused(replay, "anna: show luck")
    read(replay, "anna: pass", "ben: pass")
    assert replay.to_act == (0,)


@pytest.mark.ci
def test_answers_keep_every_promise(tmp_path: Path) -> None:
    deck = BOLT + DENY + DUCK + SHIELD + card("frost", plays("{op: draw, amount: 1}")) + card("otter", plays())
    deck += card(
        "idol", "{trigger: instead, of: damage, may: true, do: [{op: draw, amount: 1}]}", type_="spirit", copies=2
    )
    entry = with_answers(tmp_path, deck)
    broken = [
        (verdict.promise, verdict.words, verdict.line)
        for verdict in some(prove(subject_of(entry, seeds=1)))
        if verdict.state == "broken" and verdict.promise not in OF_SCENARIOS
    ]
    assert broken == []
