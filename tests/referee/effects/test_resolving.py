"""What effects do where several of them meet: order, loops, corrections, the end."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert

from pnp.catalog import book_of, find_game
from pnp.library.effect.vocabulary import kinds_of
from pnp.referee.effects.plain import Doing
from pnp.referee.effects.resolving.reading import read_number
from pnp.referee.effects.vocabulary.abilities import AnyAbility
from pnp.referee.effects.vocabulary.modifiers import AnyModifier
from pnp.referee.effects.vocabulary.values import Number
from pnp.referee.effects.vocabulary.verbs import AnyEffect
from pnp.referee.seat import TABLE
from tests.referee.effects.tables import SCAFFOLD, game_of, lives, table_of, text_of


def card(id_: str, *abilities: str, type_: str = "spell", copies: int = 1) -> str:
    """An entry of a deck."""
    head = f"id: {id_}, name: {id_.title()}, type: {type_}, copies: {copies}"
    return f"  - {{{head}, abilities: [{', '.join(abilities)}]}}\n"


def plays(*effects: str) -> str:
    return f"{{trigger: play, do: [{', '.join(effects)}]}}"


HURT = "{op: damage, amount: 2, to: other_player}"


def test_what_an_effect_sets_off_is_done_before_the_next_effect(tmp_path: Path) -> None:
    half = "{op: lose_life, amount: {half: {life: you}}}"
    monk = card(
        "monk",
        "{trigger: gains_life, do: [{op: gain_life, amount: 4, who: trigger_player}], limit: once_per_turn}",
        type_="spirit",
    )
    entry = game_of(tmp_path, monk + card("oak", plays("{op: gain_life, amount: 2}", half)))
    replay = table_of(entry, "anna: play monk", "anna: done", "ben: done", "anna: play oak")
    assert lives(replay) == (9, 12)  # 12 + 2 + 4, then half of it


def test_cards_that_set_each_other_off_come_to_an_end(tmp_path: Path) -> None:
    monk = card("monk", "{trigger: gains_life, who: any, do: [{op: gain_life, amount: 1}]}", type_="spirit", copies=2)
    entry = game_of(tmp_path, monk + card("oak", plays("{op: gain_life, amount: 1}")))
    lines = ["anna: play monk", "anna: done", "ben: play monk", "ben: done", "anna: play oak"]
    replay = table_of(entry, *lines)
    assert all(12 < life < 200 for life in lives(replay))
    assert replay.to_act == (0,)


def test_damage_that_is_redirected_in_a_circle_arrives(tmp_path: Path) -> None:
    shift = card("shift", "{trigger: static, mods: [{mod: redirect, to: left_player}]}", type_="spirit", copies=3)
    entry = game_of(tmp_path, shift + card("bolt", plays(HURT)))
    seats = ("anna", "ben", "carl")
    lines = [line for seat in seats for line in (f"{seat}: play shift", f"{seat}: done")]
    replay = table_of(entry, *lines, "anna: play bolt", "anna: choose ben", seats=seats)
    assert lives(replay) == (12, 10, 12)  # once round the table, then nobody is left who has not met it


def test_part_of_the_damage_is_redirected(tmp_path: Path) -> None:
    shield = card("shield", "{trigger: static, mods: [{mod: redirect, to: left_player, amount: 1}]}", type_="spirit")
    entry = game_of(tmp_path, shield + card("bolt", plays(HURT)))
    assert text_of(entry, "shield") == "Up to 1 of all damage to you is done to the player on your left instead."
    replay = table_of(entry, "anna: play shield", "anna: done", "ben: play bolt")
    assert lives(replay) == (11, 11)


def test_the_numbers_of_an_effect_are_read_before_anything_happens(tmp_path: Path) -> None:
    """With real cards hands grow at once, at a digital table when they are dealt; the numbers are the same."""
    flood = "{op: draw, amount: {count: {zone: hand, who: left_player}}, who: each_player}"
    entry = game_of(tmp_path, card("flood", plays(flood)))
    replay = table_of(entry, "anna: play flood")
    assert [len(hand) for hand in replay.game.facts(replay.state)["hand"]] == [8, 8]


def test_each_of_several_pays_or_meets_what_happens(tmp_path: Path) -> None:
    do = "[{op: discard, amount: 1, who: chosen_player, pick: random}]"
    tax = f"{{op: unless, who: each_other_player, pay: [{{op: lose_life, amount: 5}}], do: {do}}}"
    entry = game_of(tmp_path, card("tax", plays(tax), copies=2))
    words = "Each other player may pay (lose 5 life). Otherwise, that player discards 1 card at random."
    assert text_of(entry, "tax") == words
    seats = ("anna", "ben", "carl")
    replay = table_of(entry, "anna: play tax", "ben: pay", "carl: pass", "table: random blank", seats=seats)
    assert lives(replay) == (12, 7, 12)
    assert [len(hand) for hand in replay.game.facts(replay.state)["hand"]] == [4, 4, 3]
    lines = ["table: adjust life ben 4", "anna: play tax", "table: random blank", "carl: pay"]
    assert table_of(entry, *lines[:2], seats=seats).to_act == (TABLE,)  # who cannot pay is not asked
    assert lives(table_of(entry, *lines, seats=seats)) == (12, 4, 7)


def test_a_lasting_effect_concerns_whom_its_player_chose(tmp_path: Path) -> None:
    mods = "[{mod: may_not, what: play, who: other_player, filter: {type: [spirit]}}]"
    entry = game_of(tmp_path, card("curse", plays(f"{{op: lasting, until: your_next_turn, mods: {mods}}}")))
    assert text_of(entry, "curse") == "Until your next turn, another player may not play spirits."
    assert text_of(entry, "curse", "fi") == "Seuraavaan vuoroosi asti valitsemasi muu pelaaja ei saa pelata henkiä."
    seats = ("anna", "ben", "carl")
    replay = table_of(entry, "anna: play curse", "anna: choose carl", "anna: done", "ben: play blank", seats=seats)
    assert replay.read("ben: done").accepted
    assert not replay.read("carl: play blank").accepted


def test_a_price_that_cannot_be_paid_is_not_asked(tmp_path: Path) -> None:
    pay = "[{op: put_in_discard, target: {choose: 1, controller: you}}]"
    do = "[{op: lose_life, amount: 3, who: chosen_player}]"
    price = f"{{op: unless, who: other_player, pay: {pay}, do: {do}}}"
    entry = game_of(tmp_path, card("levy", plays(price), copies=2))
    assert lives(table_of(entry, "anna: play levy")) == (12, 9)
    lines = ["anna: done", "ben: play blank", "ben: done", "anna: play levy"]
    replay = table_of(entry, *lines, "ben: pay")
    assert lives(replay) == (12, 12)
    assert replay.game.facts(replay.state)["discards"] == ["levy", "blank"]


def test_a_correction_of_what_lies_in_play_needs_no_other(tmp_path: Path) -> None:
    owl = card("owl", "{trigger: start_of_turn, do: [{op: gain_life, amount: 1}]}", type_="spirit")
    entry = game_of(tmp_path, owl)
    replay = table_of(entry, "table: adjust table anna owl", "anna: done", "ben: done")
    assert lives(replay) == (13, 12)
    table = table_of(entry, "anna: play owl", "table: adjust table anna blank", "anna: done", "ben: done")
    assert lives(table) == (12, 12)


def test_equal_cards_in_play_are_told_apart(tmp_path: Path) -> None:
    chain = card(
        "chain",
        "{trigger: enters, do: [{op: attach, target: {choose: 1, name_is: [owl]}}]}",
        "{trigger: static, mods: [{mod: silenced}]}",
        type_="charm",
    )
    owl = card("owl", "{trigger: start_of_turn, do: [{op: gain_life, amount: 1}]}", type_="spirit", copies=2)
    entry = game_of(tmp_path, owl + chain)
    lines = ["anna: play owl", "anna: done", "ben: done", "anna: play owl", "anna: done", "ben: play chain"]
    replay = table_of(entry, *lines, "ben: target owl nth=2", "ben: done")
    assert lives(replay) == (14, 12)  # one of them at the second turn, one at the third
    assert table_of(entry, *lines, "ben: target owl nth=1").to_act == (1,)


def test_a_copy_of_a_card_that_leaves_goes_on_being_one(tmp_path: Path) -> None:
    owl = card("owl", "{trigger: start_of_turn, do: [{op: gain_life, amount: 1}]}", type_="spirit")
    mask = card("mask", "{trigger: enters, do: [{op: become, target: {choose: 1, name_is: [owl]}}]}", type_="spirit")
    sweep = card("sweep", plays("{op: exile, target: {all: true, name_is: [owl]}}"))
    entry = game_of(tmp_path, owl + mask + sweep)
    replay = table_of(
        entry, "anna: play owl", "anna: done", "ben: play mask", "ben: done", "anna: play sweep", "anna: done"
    )
    assert lives(replay) == (13, 13)


def test_a_turn_that_is_skipped_twice_is_skipped_twice(tmp_path: Path) -> None:
    entry = game_of(tmp_path, card("nap", plays("{op: skip_turn, who: each_player}"), copies=2))
    replay = table_of(entry, "anna: play nap", "anna: done")
    assert replay.to_act == (1,)  # ben's was passed over, then anna's


def test_a_choice_that_another_makes_because_the_table_overrules_it_is_made_once(tmp_path: Path) -> None:
    entry = game_of(tmp_path, card("bolt", plays(HURT)))
    replay = table_of(entry, "anna: play bolt", seats=("anna", "ben", "carl"))
    assert not replay.read("ben: choose carl").accepted
    assert replay.read("ben: choose carl", overruled=True).accepted
    assert lives(replay) == (12, 12, 10)
    assert not replay.read("anna: choose ben").accepted
    assert replay.read("anna: done").accepted


def test_what_lasts_knows_a_card_that_has_left_from_one_that_came(tmp_path: Path) -> None:
    theirs = "{choose: 1, type: [spirit], controller: other}"
    borrow = card("borrow", plays(f"{{op: take_control, target: {theirs}, until: your_next_turn}}"))
    sweep = card("sweep", plays("{op: put_in_discard, target: {all: true, type: [spirit]}}"))
    more = card("haste", "{trigger: static, mods: [{mod: plays, add: 5}]}", type_="charm")
    entry = game_of(tmp_path, borrow + sweep + more)
    lines = [
        "anna: play blank",
        "anna: done",
        "ben: play haste",
        "ben: play borrow",
        "ben: play sweep",
        "ben: play blank",
    ]
    replay = table_of(entry, *lines, "ben: done", "anna: done")
    assert replay.game.facts(replay.state)["table"] == [[], ["haste", "blank"]]
    # Also where the one that left was the last that had come: its number is not given again.
    lines = ["anna: done", "ben: play haste", "ben: done", "anna: play blank", "anna: done", *lines[3:]]
    replay = table_of(entry, *lines, "ben: done", "anna: done")
    assert replay.game.facts(replay.state)["table"] == [[], ["haste", "blank"]]


def test_what_lasts_is_a_sentence_of_its_own(tmp_path: Path) -> None:
    fog = "{op: lasting, until: end_of_turn, mods: [{mod: may_not, what: draw, who: you}]}"
    entry = game_of(tmp_path, card("fog", plays("{op: gain_life, amount: 1}", fog, "{op: draw, amount: 1}")))
    words = "Gain 1 life. Until the end of the turn, you may not draw cards. Draw 1 card."
    assert text_of(entry, "fog") == words
    replay = table_of(entry, "anna: play fog")
    assert [len(hand) for hand in replay.game.facts(replay.state)["hand"]] == [
        4,
        4,
    ]  # five, less the one that is played


def test_the_table_says_what_still_holds(tmp_path: Path) -> None:
    fog = "{op: lasting, until: your_next_turn, mods: [{mod: may_not, what: draw}]}"
    entry = game_of(tmp_path, card("fog", plays(fog, "{op: skip_turn, who: other_player}")))
    replay = table_of(entry, "anna: play fog")
    shown = [replay.game.show(replay.state, None, lang) for lang in ("en", "fi")]
    assert "still to come: Fog (next turn of anna)" in shown[0] and "turns to skip: ben" in shown[0]
    assert "voimassa: Fog (seuraava vuoro: anna)" in shown[1]


def test_the_table_says_what_was_done_to_cards_in_play(tmp_path: Path) -> None:
    entry = find_game("mygame", [SCAFFOLD.parent])
    lines = ["anna: play otter", "anna: done", "ben: play gag", "ben: done", "anna: play changeling", "anna: done"]
    replay = table_of(entry, *lines, "ben: play lure", "ben: target otter")
    shown = replay.game.show(replay.state, None, "en")
    assert "of these cards: Gag on Otter, Changeling as Otter, Otter (owned by anna)" in shown


NUMBERS = st.recursive(
    st.integers(0, 9),
    lambda inner: (
        st.builds(lambda a: {"half": a}, inner)
        | st.builds(lambda a: {"half_up": a}, inner)
        | st.builds(lambda a: {"double": a}, inner)
        | st.builds(lambda a, b: {"plus": [a, b]}, inner, inner)
        | st.builds(lambda a, b: {"minus": [a, b]}, inner, inner)
        | st.builds(lambda a, b: {"times": [a, b]}, inner, inner)
    ),
    max_leaves=6,
)


def computed(number: object) -> int:
    """The same as `read_number`, in other words."""
    if isinstance(number, int):
        return number
    assert isinstance(number, dict)
    ((kind, given_),) = number.items()
    values = [computed(each) for each in (given_ if isinstance(given_, list) else [given_])]
    if kind in ("half", "half_up"):
        down, rest = divmod(values[0], 2)
        return down + (rest if kind == "half_up" else 0)
    return {
        "double": values[0] * 2,
        "plus": sum(values),
        "minus": values[0] - values[-1],
        "times": values[0] * values[-1],
    }[kind]


@given(NUMBERS)
def test_numbers_are_what_arithmetic_says(number: object) -> None:
    assert read_number(None, convert(number, Number), Doing("oak", (), 0)) == computed(number)


def test_the_cards_of_the_example_and_of_tests_name_every_word_of_the_vocabulary() -> None:
    """Each verb, modifier and trigger is on a card that a scenario of the example or a small deck of a test plays."""
    book = book_of(find_game("mygame", [SCAFFOLD.parent]))
    used: set[tuple[str, str]] = set()
    todo: list[object] = [ability for each in book.cards.values() for ability in each.abilities]
    while todo:
        item = todo.pop()
        if isinstance(item, dict):
            used |= {(tag, item[tag]) for tag in ("op", "mod", "trigger") if tag in item}
            todo += item.values()
        elif isinstance(item, list | tuple):
            todo += item
    words = (
        {("op", w) for w in kinds_of(AnyEffect)}
        | {("mod", w) for w in kinds_of(AnyModifier)}
        | {("trigger", w) for w in kinds_of(AnyAbility)}
    )
    decks = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert [(tag, word) for tag, word in words - used if not re.search(rf"{tag}: {word}\b", decks)] == []
