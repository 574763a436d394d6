"""Effects at their limits: nothing to draw, nothing to pay with, nobody else, the end of a turn, the end of a chain."""

from __future__ import annotations

from pathlib import Path

from tests.referee.effects.tables import game_of, lives, table_of, text_of
from tests.referee.effects.test_resolving import card, plays

GAIN = "{op: gain_life, amount: 1}"


def test_texts_that_set_each_other_off_end_after_six(tmp_path: Path) -> None:
    monk = card("monk", f"{{trigger: gains_life, do: [{GAIN}]}}", type_="spirit")
    entry = game_of(tmp_path, monk + card("oak", plays(GAIN)))
    assert lives(table_of(entry, "anna: play monk", "anna: done", "ben: done", "anna: play oak")) == (12 + 1 + 6, 12)


def test_a_price_of_cards_takes_the_last_one_and_no_more(tmp_path: Path) -> None:
    price = "{op: unless, who: you, pay: [{op: discard, amount: 2}], do: [{op: lose_life, amount: 5}]}"
    ban = "{op: lasting, until: your_next_turn, mods: [{mod: may_not, what: discard, who: each_player}]}"
    entry = game_of(tmp_path, card("levy", plays(price)) + card("ban", plays(ban)))
    paid = ["anna: play levy", "anna: pay", "anna: discard blank", "anna: discard blank"]
    replay = table_of(entry, "table: adjust hand anna 3", *paid)
    assert lives(replay) == (12, 12) and replay.game.facts(replay.state)["hand"][0] == []
    assert lives(table_of(entry, "table: adjust hand anna 2", "anna: play levy")) == (7, 12)
    assert lives(table_of(entry, "anna: play ban", "anna: done", "ben: play levy")) == (12, 7)


def test_who_draws_nothing_sets_nothing_off(tmp_path: Path) -> None:
    monk = card("monk", f"{{trigger: draws, do: [{GAIN}]}}", type_="spirit")
    entry = game_of(tmp_path, monk)
    lines = ["anna: play monk", "anna: done", "ben: done"]
    assert lives(table_of(entry, *lines)) == (13, 12)
    assert lives(table_of(entry, *lines[:2], "table: adjust hand ben 26", lines[2])) == (12, 12)


def test_the_top_of_an_empty_deck_is_no_card(tmp_path: Path) -> None:
    then = "{op: if, cond: {fits: {card: TOP, filter: {}}}, then: [{op: gain_life, amount: 5}]}"
    entry = game_of(tmp_path, card("dig", plays("{op: mill, amount: 1, save_as: TOP}", then)))
    assert lives(table_of(entry, "anna: play dig", "table: deal table blank")) == (17, 12)
    assert lives(table_of(entry, "table: adjust hand ben 26", "anna: play dig")) == (12, 12)


def test_what_lasts_to_the_end_of_the_turn_ends_with_it(tmp_path: Path) -> None:
    lure = "{op: take_control, target: {choose: 1, type: [spirit], controller: other}, until: end_of_turn}"
    ban = "{op: lasting, until: end_of_turn, mods: [{mod: may_not, what: draw, who: each_player}]}"
    late = f"{{op: delayed, at: end_of_turn, do: [{GAIN}]}}"
    entry = game_of(tmp_path, card("spring", plays(lure, ban, late)))
    replay = table_of(entry, "anna: play blank", "anna: done", "ben: play spring")
    facts = replay.game.facts(replay.state)
    assert facts["table"] == [[], ["blank"]] and lives(replay) == (12, 12)
    assert replay.read("ben: done").accepted
    facts = replay.game.facts(replay.state)
    assert facts["table"] == [["blank"], []] and lives(replay) == (12, 13)
    assert len(facts["hand"][0]) == 5  # anna may draw again


def test_what_can_be_attached_to_nothing_is_discarded(tmp_path: Path) -> None:
    chain = card("chain", "{trigger: enters, do: [{op: attach, target: {choose: 1, type: [spirit]}}]}", type_="charm")
    replay = table_of(game_of(tmp_path, chain), "anna: play chain")
    facts = replay.game.facts(replay.state)
    assert facts["table"] == [[], []] and facts["discards"] == ["chain"]


def test_neighbours_sit_on_both_sides(tmp_path: Path) -> None:
    both = plays("{op: lose_life, amount: 1, who: left_player}", "{op: lose_life, amount: 2, who: right_player}")
    seats = ("anna", "ben", "carl", "dora")
    assert lives(table_of(game_of(tmp_path, card("both", both)), "anna: play both", seats=seats)) == (12, 11, 12, 10)


def test_damage_to_others_may_be_redirected_to_who_protects_them(tmp_path: Path) -> None:
    guard = card(
        "guard", "{trigger: static, mods: [{mod: redirect, who: left_player, to: any_player}]}", type_="spirit"
    )
    entry = game_of(tmp_path, guard + card("bolt", plays("{op: damage, amount: 2, to: other_player}")))
    seats = ("anna", "ben", "carl")
    lines = ["anna: play guard", "anna: done", "ben: done", "carl: play bolt", "carl: choose ben"]
    replay = table_of(entry, *lines, seats=seats)
    assert not replay.read("anna: choose ben").accepted
    assert replay.read("anna: choose anna").accepted
    assert lives(replay) == (10, 12, 12)


def test_several_turns_are_skipped_one_by_one(tmp_path: Path) -> None:
    entry = game_of(tmp_path, card("nap", plays("{op: skip_turn, who: each_player}")))
    assert table_of(entry, "anna: play nap", "anna: done", seats=("anna", "ben", "carl")).to_act == (1,)


def test_the_abilities_of_equal_cards_are_named_by_numbers(tmp_path: Path) -> None:
    first = f"{{trigger: activated, limit: once_per_turn, do: [{GAIN}]}}"
    second = "{trigger: activated, limit: once_per_turn, do: [{op: gain_life, amount: 3}]}"
    entry = game_of(tmp_path, card("well", first, second, type_="spirit", copies=2))
    lines = ["anna: play well", "anna: done", "ben: done", "anna: play well"]
    replay = table_of(entry, *lines, "anna: use well nth=2 ability=2", "anna: use well nth=1 ability=1")
    assert lives(replay) == (16, 12)
    assert not replay.read("anna: use well nth=2 ability=2").accepted
    assert replay.read("anna: use well nth=2").accepted  # only one is left
    assert lives(replay) == (17, 12)


def test_what_may_not_be_used_is_not_offered(tmp_path: Path) -> None:
    well = card("well", f"{{trigger: activated, do: [{GAIN}]}}", type_="spirit")
    ban = "{trigger: static, mods: [{mod: may_not, what: use, who: each_player, filter: {type: [spirit]}}]}"
    entry = game_of(tmp_path, well + card("ban", ban, type_="charm"))
    lines = ["anna: play well", "anna: done", "ben: play ban", "ben: done"]
    assert not table_of(entry, *lines).read("anna: use well").accepted


def test_a_copy_does_what_playing_does_and_nothing_else(tmp_path: Path) -> None:
    enters = "{trigger: enters, do: [{op: gain_life, amount: 2}]}"
    later = "{trigger: end_of_turn, do: [{op: gain_life, amount: 7}]}"
    echo = plays("{op: copy, target: {choose: 1, type: [spirit]}}")
    entry = game_of(tmp_path, card("owl", enters, later, type_="spirit") + card("echo", echo))
    assert lives(table_of(entry, "anna: play owl", "anna: done", "ben: play echo")) == (21, 14)


def test_an_empty_deck_is_made_of_the_discard_pile_in_the_middle_of_a_draw(tmp_path: Path) -> None:
    monk = card("monk", f"{{trigger: draws, who: any, do: [{GAIN}]}}", type_="spirit")
    entry = game_of(tmp_path, monk + card("rain", plays("{op: draw, amount: 2, who: each_player}")))
    lines = ["anna: play monk", "anna: done", "ben: done", "table: adjust discards blank blank blank"]
    replay = table_of(entry, *lines, "table: adjust hand ben 22")
    assert replay.game.facts(replay.state)["deck"] == 1
    before = lives(replay)
    entered = replay.read("anna: play rain")
    news = replay.game.news(replay.state, entered.move, entered.ruling)
    assert news == ("shuffle the discard pile to make the new deck",)
    facts = replay.game.facts(replay.state)
    assert [len(hand) for hand in facts["hand"]] == [6, 24]
    assert facts["deck"] == 1 and facts["discards"] == []
    assert lives(replay) == (before[0] + 2, before[1])  # once for each seat that drew, however often it had to


def test_damage_is_reduced_to_nothing_and_not_below(tmp_path: Path) -> None:
    fog = "{op: lasting, until: your_next_turn, mods: [{mod: damage_taken, add: -5}]}"
    entry = game_of(tmp_path, card("fog", plays(fog)) + card("bolt", plays("{op: damage, amount: 2, to: left_player}")))
    assert lives(table_of(entry, "anna: play fog", "anna: done", "ben: play bolt")) == (12, 12)


def test_only_what_is_attached_to_a_card_leaves_with_it(tmp_path: Path) -> None:
    attach = "{trigger: enters, do: [{op: attach, target: {choose: 1, type: [spirit]}}]}"
    chain = card("chain", attach, "{trigger: static, mods: [{mod: silenced}]}", type_="charm", copies=2)
    owl = card("owl", f"{{trigger: start_of_turn, do: [{GAIN}]}}", type_="spirit")
    sweep = card("sweep", plays("{op: exile, target: {all: true, name_is: [blank]}}"))
    entry = game_of(tmp_path, chain + owl + sweep)
    lines = ["anna: play blank", "anna: done", "ben: play owl", "ben: done", "anna: play chain", "anna: target owl"]
    more = ["anna: done", "ben: play chain", "ben: target blank", "ben: done", "anna: play sweep", "anna: done"]
    replay = table_of(entry, *lines, *more)
    facts = replay.game.facts(replay.state)
    assert facts["table"] == [["chain"], ["owl"]] and facts["discards"] == ["sweep", "chain"]
    assert lives(replay) == (12, 12)  # the owl is silent still


def test_control_for_good_waits_for_nothing(tmp_path: Path) -> None:
    lure = card("lure", plays("{op: take_control, target: {choose: 1, type: [spirit], controller: other}}"))
    replay = table_of(game_of(tmp_path, lure), "anna: play blank", "anna: done", "ben: play lure")
    facts = replay.game.facts(replay.state)
    assert facts["table"] == [[], ["blank"]] and facts["lasting"] == ()


def test_who_gives_itself_up_is_not_the_other_card_that_is_given_up(tmp_path: Path) -> None:
    give = "{op: put_in_discard, target: self}, {op: put_in_discard, target: {choose: 1, controller: you}}"
    altar = card("altar", f"{{trigger: activated, cost: [{give}], do: [{GAIN}]}}", type_="spirit")
    entry = game_of(tmp_path, altar)
    alone = table_of(entry, "anna: play altar")
    assert not alone.read("anna: use altar").accepted
    with_another = table_of(entry, "anna: play altar", "anna: done", "ben: done", "anna: play blank", "anna: use altar")
    assert lives(with_another) == (13, 12)
    assert with_another.game.facts(with_another.state)["table"] == [[], []]


def test_what_has_left_is_attached_to_nothing(tmp_path: Path) -> None:
    attach = "{trigger: enters, do: [{op: attach, target: {choose: 1, type: [spirit]}}]}"
    blow = "{trigger: activated, cost: [{op: put_in_discard, target: self}], do: [{op: exile, target: host}]}"
    entry = game_of(tmp_path, card("fuse", attach, blow, type_="charm"))
    lines = ["anna: play blank", "anna: done", "ben: done", "anna: play fuse", "anna: use fuse"]
    facts = (replay := table_of(entry, *lines)).game.facts(replay.state)
    assert facts["table"] == [["blank"], []] and facts["discards"] == ["fuse"] and facts["exile"] == []


def test_a_price_of_nothing_can_be_paid_with_nothing(tmp_path: Path) -> None:
    cards = "{count: {zone: in_play, who: you}}"
    price = f"{{op: unless, who: you, pay: [{{op: discard, amount: {cards}}}], do: [{{op: lose_life, amount: 5}}]}}"
    entry = game_of(tmp_path, card("levy", plays(price)))
    assert lives(table_of(entry, "table: adjust hand anna 1", "anna: play levy", "anna: pay")) == (12, 12)


def test_damage_to_oneself_is_redirected_to_others_alone(tmp_path: Path) -> None:
    shield = card("shield", "{trigger: static, mods: [{mod: redirect, to: any_player}]}", type_="spirit")
    guard = card(
        "guard", "{trigger: static, mods: [{mod: redirect, to: other_player, who: each_player}]}", type_="spirit"
    )
    entry = game_of(tmp_path, shield + guard + card("bolt", plays("{op: damage, amount: 2, to: other_player}")))
    seats = ("anna", "ben", "carl")
    replay = table_of(entry, "anna: play shield", "anna: done", "ben: play bolt", "ben: choose anna", seats=seats)
    assert not replay.read("anna: choose anna").accepted
    assert replay.read("anna: choose carl").accepted and lives(replay) == (12, 12, 10)
    # Who guards another sends it to one of the others, and does not take it: of three there is one.
    replay = table_of(entry, "anna: play guard", "anna: done", "ben: play bolt", "ben: choose carl", seats=seats)
    assert lives(replay) == (12, 10, 12)


def test_damage_that_nobody_else_can_take_stays_without_a_word(tmp_path: Path) -> None:
    guard = card(
        "guard", "{trigger: static, mods: [{mod: redirect, to: other_player, who: each_player}]}", type_="spirit"
    )
    pain = card("pain", "{trigger: static, mods: [{mod: redirect, to: active_player}]}", type_="spirit")
    burn = card("burn", plays("{op: damage, amount: 2, to: you}"))
    entry = game_of(tmp_path, guard + pain + burn)
    for lines in (["anna: play guard", "anna: done"], ["anna: done", "ben: play pain", "ben: done", "anna: done"]):
        replay = table_of(entry, *lines)
        entered = replay.read("ben: play burn")
        assert lives(replay) == (12, 10)
        assert replay.game.news(entered.state_before, entered.move, entered.ruling) == ()


def test_of_damage_that_is_all_redirected_nothing_is_left_to_be_raised(tmp_path: Path) -> None:
    mods = "[{mod: redirect, to: left_player}, {mod: damage_taken, add: 1}]"
    entry = game_of(
        tmp_path,
        card("shield", f"{{trigger: static, mods: {mods}}}", type_="spirit")
        + card("bolt", plays("{op: damage, amount: 2, to: other_player}")),
    )
    assert lives(table_of(entry, "anna: play shield", "anna: done", "ben: play bolt")) == (12, 10)


def test_of_a_hand_only_the_number_of_its_cards_counts(tmp_path: Path) -> None:
    hand = "{count: {zone: hand, who: you}}"
    entry = game_of(tmp_path, card("oak", plays(f"{{op: gain_life, amount: {hand}}}")))
    assert text_of(entry, "oak") == "Gain X life, where X is the number of cards in your hand."
    assert lives(table_of(entry, "anna: play oak")) == (12 + 4, 12)
