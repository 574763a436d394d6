"""Counters on cards, silenced cards, limits, numbers of the rules, damage by whom: in small decks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.library.loader import read_book
from tests.referee.effects.tables import game_of, lives, table_of, text_of
from tests.referee.effects.test_resolving import card, plays

HURT = "{op: damage, amount: 1, to: other_player}"
TURN = ("anna: done", "ben: done")
MANY = (('t.constant("plays")', "9"),)


def enters(effect: str) -> str:
    return f"{{trigger: enters, do: [{effect}]}}"


def counters(replay: Any) -> dict[str, int]:
    """The counters on the cards in play that have some."""
    pieces = replay.game.facts(replay.state)["in_play"]
    return {piece["card"]: piece["counters"] for piece in map(_plain, pieces) if piece["counters"]}


def _plain(piece: Any) -> Any:
    return piece if isinstance(piece, dict) else {"card": piece.card, "counters": piece.counters}


def refused(replay: Any, line: str) -> str:
    """The words with which a line is refused."""
    entered = replay.read(line)
    assert not entered.accepted
    return str(entered.ruling)


WELL = card(
    "well",
    "{trigger: enters_with, counters: 3}",
    f"{{trigger: activated, cost: [{{op: remove_counters, amount: 2, target: self}}], do: [{HURT}]}}",
    type_="spirit",
)


def test_counters_pay_and_an_ability_that_cannot_be_paid_is_not_offered(tmp_path: Path) -> None:
    entry = game_of(tmp_path, WELL)
    assert text_of(entry, "well") == (
        "Well comes into play with 3 counters on it.\n\n"
        "**In your turn,** you may pay: remove 2 counters from Well. Then do 1 damage to another player."
    )
    assert text_of(entry, "well", "fi").startswith("Tämä kortti tulee peliin mukanaan 3 merkkiä.")
    replay = table_of(entry, "anna: play well")
    assert counters(replay) == {"well": 3}
    assert replay.read("anna: use well").accepted
    assert (counters(replay), lives(replay)) == ({"well": 1}, (12, 11))
    assert "cannot be chosen" in refused(replay, "anna: use well")


def let_well_be_deep(folder: Path) -> None:
    """Only the card `well` may have counters, by a field of the deck."""
    deck = folder / "mygame" / "cards" / "seers.yaml"
    text = deck.read_text("utf-8").replace("required: true}\n", "required: true}\n  deep: bool\n")
    deck.write_text(text.replace("id: well,", "id: well, deep: true,"), "utf-8")


def test_counters_are_put_only_where_they_may_be(tmp_path: Path) -> None:
    rain = card("rain", plays("{op: add_counters, amount: 2, target: {choose: 1}}"))
    entry = game_of(tmp_path, WELL + rain)
    rules = tmp_path / "mygame" / "rules.py"
    rules.write_text(
        rules.read_text("utf-8").replace("    turns=OTHER", '    counters="deep",\n    turns=OTHER'), "utf-8"
    )
    let_well_be_deep(tmp_path)
    replay = table_of(entry, "anna: play blank", "anna: done", "ben: done", "anna: play well", *TURN, "anna: play rain")
    assert counters(replay) == {"well": 5}  # the only one that may have some: nobody is asked


def test_the_amount_is_chosen_and_known_to_what_is_paid_for(tmp_path: Path) -> None:
    ability = (
        "{trigger: activated, limit: once_per_turn,"
        " cost: [{op: choose_number, save_as: X, least: 1, most: {counters: self}},"
        " {op: remove_counters, amount: {var: X}, target: self}],"
        " do: [{op: damage, amount: {var: X}, to: other_player}]}"
    )
    entry = game_of(tmp_path, card("dragon", "{trigger: enters_with, counters: 4}", ability, type_="spirit"))
    assert "choose a number, at least 1 and at most the number of counters on Dragon" in text_of(entry, "dragon")
    replay = table_of(entry, "anna: play dragon", "anna: use dragon")
    assert "choose a number, 1 to 4" in str(replay.game.pending(replay.state))
    refused(replay, "anna: number 5")
    assert replay.read("anna: number 3").accepted
    assert (counters(replay), lives(replay)) == ({"dragon": 1}, (12, 9))
    refused(replay, "anna: use dragon")
    for line in TURN:
        assert replay.read(line).accepted
    assert replay.read("anna: use dragon").accepted  # one counter is left, so nothing is to be chosen
    assert (counters(replay), lives(replay)) == ({}, (12, 8))


def test_counters_move_all_at_once_or_one_after_the_other(tmp_path: Path) -> None:
    jar = card("jar", "{trigger: enters_with, counters: 3}", type_="spirit", copies=2)
    pour = card("pour", plays("{op: move_counters, amount: all, from: {choose: 1}, to: {choose: 1}}"))
    share = card("share", plays("{op: move_counters, amount: 2, from: {choose: 1}, to: {choose: 1}, share: true}"))
    entry = game_of(tmp_path, jar + pour + share)
    lines = ("anna: play jar", *TURN, "anna: play blank", *TURN)
    replay = table_of(entry, *lines, "anna: play pour")
    assert counters(replay) == {"blank": 3}
    replay = table_of(entry, "anna: play blank", *TURN, *lines, "anna: play share")
    for which in ("1", "2"):
        assert replay.read(f"anna: target blank nth={which}").accepted
    pieces = [_plain(piece) for piece in replay.game.facts(replay.state)["in_play"]]
    assert sorted((piece["card"], piece["counters"]) for piece in pieces) == [("blank", 1), ("blank", 1), ("jar", 1)]


def test_a_silenced_card_has_no_abilities_until_it_is_unsilenced(tmp_path: Path) -> None:
    hush = card("hush", plays("{op: silence, target: {choose: 1, type: [spirit]}}"))
    free = card("free", plays("{op: unsilence, target: {up_to: 1, silenced: true}}"))
    hunter = card(
        "hunter", f"{{trigger: silences, do: [{HURT.replace('other_player', 'trigger_player')}]}}", type_="spirit"
    )
    entry = game_of(tmp_path, WELL + hush + free + hunter)
    assert text_of(entry, "hush") == "Take away the abilities of a spirit in play."
    assert text_of(entry, "hush", "fi") == "Kykynsä menettää yksi pelissä oleva henki."
    replay = table_of(entry, "anna: play hunter", "anna: done", "ben: play well", "ben: done", "anna: play hush")
    assert replay.read("anna: target well").accepted
    assert lives(replay) == (12, 11)
    assert replay.read("anna: done").accepted
    refused(replay, "ben: use well")
    for line in ("ben: play free", "ben: target well", "ben: use well"):
        assert replay.read(line).accepted, line


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        ("once_per_turn", [1, 1, 1]),
        ("twice_per_turn", [2, 2, 2]),
        ("once_per_round", [1, 1, 0]),
        ("once_per_game", [1, 0, 0]),
    ],
)
def test_limits(tmp_path: Path, limit: str, expected: list[int]) -> None:
    gain = f"{{trigger: gains_life, who: any, limit: {limit}, do: [{HURT}]}}"
    spring = card("spring", "{trigger: activated, do: [{op: gain_life, amount: 1}]}", type_="spirit", copies=2)
    entry = game_of(tmp_path, card("bell", gain, type_="spirit") + spring)
    replay = table_of(
        entry, "anna: play spring", "anna: done", "ben: play spring", "ben: done", "anna: play bell", "anna: done"
    )
    bitten = []
    for seat in ("ben", "anna", "ben"):
        before = lives(replay)[1]
        for _ in range(3):
            assert replay.read(f"{seat}: use spring").accepted
        gained = 3 if seat == "ben" else 0
        bitten.append(before + gained - lives(replay)[1])
        assert replay.read(f"{seat}: done").accepted
    assert bitten == expected


def test_the_first_damage_of_each_turn_is_less(tmp_path: Path) -> None:
    shield = card(
        "shield", "{trigger: static, mods: [{mod: damage_taken, add: -1, limit: once_per_turn}]}", type_="spirit"
    )
    bolt = card("bolt", plays(HURT, HURT, HURT))
    entry = game_of(tmp_path, shield + bolt)
    assert text_of(entry, "shield") == "The first damage to you in each turn is reduced by 1."
    replay = table_of(entry, "anna: done", "ben: play shield", "ben: done", "anna: play bolt")
    assert lives(replay) == (12, 10)


def test_damage_by_a_kind_of_card_to_others_is_more(tmp_path: Path) -> None:
    captain = card(
        "captain",
        "{trigger: static, mods: [{mod: damage_dealt, add: 1, to: other, filter: {type: [spirit]}}]}",
        "{trigger: activated, do: [{op: damage, amount: 1, to: any_player}]}",
        type_="spirit",
    )
    entry = game_of(tmp_path, captain + card("bolt", plays(HURT)))
    assert text_of(entry, "captain").startswith("Damage to others by your spirits is raised by 1.")
    replay = table_of(entry, "anna: play captain", "anna: use captain", "anna: choose ben", "anna: use captain")
    assert replay.read("anna: choose anna").accepted
    assert lives(replay) == (11, 10)
    for line in (*TURN, "anna: play bolt"):
        assert replay.read(line).accepted
    assert lives(replay) == (11, 9)


def test_who_did_the_damage_is_known_to_who_took_it(tmp_path: Path) -> None:
    thorn = card(
        "thorn", "{trigger: takes_damage, do: [{op: lose_life, amount: 2, who: trigger_player}]}", type_="spirit"
    )
    boast = card("boast", "{trigger: deals_damage, do: [{op: draw, amount: 1, who: trigger_player}]}", type_="spirit")
    entry = game_of(tmp_path, thorn + boast + card("bolt", plays(HURT)))
    replay = table_of(entry, "anna: play boast", "anna: done", "ben: play thorn", "ben: done", "anna: play bolt")
    assert lives(replay) == (10, 11)
    assert len(replay.game.facts(replay.state)["hand"][1]) == 5  # 4 + 1 of the turn − 1 played + 1


def test_a_number_of_the_rules_is_raised(tmp_path: Path) -> None:
    more = card("more", "{trigger: static, mods: [{mod: number, of: plays, add: 1}]}", type_="spirit")
    replay = table_of(game_of(tmp_path, more), "anna: play more", "anna: play blank")
    assert "enough" in refused(replay, "anna: play blank")


def test_a_card_decides_the_game(tmp_path: Path) -> None:
    entry = game_of(tmp_path, card("crown", plays("{op: win}", HURT)) + card("doom", plays("{op: lose, who: you}")))
    replay = table_of(entry, "anna: play crown")
    assert replay.game.outcome(replay.state).winners == (0,) and lives(replay) == (12, 12)
    assert table_of(entry, "anna: play doom").game.outcome(table_of(entry, "anna: play doom").state).winners == (1,)


def test_several_of_several_are_chosen_each_once(tmp_path: Path) -> None:
    options = "[[{op: gain_life, amount: 1}], [{op: gain_life, amount: 3}], [{op: lose_life, amount: 5}]]"
    entry = game_of(tmp_path, card("menu", plays(f"{{op: choose_several, choose: 2, options: {options}}}")))
    assert text_of(entry, "menu") == "Choose 2 of these: gain 1 life – or – gain 3 life – or – lose 5 life."
    replay = table_of(entry, "anna: play menu", "anna: option 3")
    refused(replay, "anna: option 3")
    assert replay.read("anna: option 1").accepted
    assert lives(replay) == (8, 12)


@pytest.mark.parametrize(
    ("ability", "fault", "hint"),
    [
        (enters("{op: lasting, until: end_of_turn, mods: [{mod: damage_taken, add: 1, limit: once_per_turn}]}"),
         "only a modifier of a static ability has a limit", ""),
        (enters("{op: remove_counters, amount: {var: X}, target: self}"), "nothing is saved as “X”", ""),
        (enters("{op: choose_several, choose: 2, options: [[], []]}"), "expected 3 or more options", ""),
        ("{trigger: static, mods: [{mod: number, of: play, add: 1}]}", "the rules have no number “play”", "plays"),
        ("{trigger: activated, cost: [{op: remove_counters, amount: 1, target: {choose: 1}}], do: []}",
         "only the paying player's own cards", "controller: you"),
    ],
)  # fmt: skip
def test_a_wrong_word_is_a_fault(tmp_path: Path, ability: str, fault: str, hint: str) -> None:
    entry = game_of(tmp_path, card("oak", ability, type_="spirit"))
    found = [(item.message, item.hint) for item in read_book(entry.card_folder()).report.errors]
    assert len(found) == 1 and fault in found[0][0] and hint in found[0][1], found


def test_a_card_is_chosen_for_what_follows(tmp_path: Path) -> None:
    twin = card(
        "twin",
        plays(
            "{op: choose_card, target: {choose: 1, counters: true}}",
            "{op: choose_number, save_as: X, most: {counters: chosen_card}}",
            "{op: move_counters, amount: {var: X}, from: chosen_card, to: {choose: 1, controller: you}}",
        ),
    )
    entry = game_of(tmp_path, WELL + twin)
    assert text_of(entry, "twin").startswith("Choose a card in play with counters, choose a number, at most")
    replay = table_of(entry, "anna: play blank", "anna: done", "ben: play well", "ben: done", "anna: play twin")
    assert replay.read("anna: number 2").accepted
    assert counters(replay) == {"blank": 2, "well": 1}


def test_any_number_of_counters_is_chosen(tmp_path: Path) -> None:
    drain = card("drain", plays("{op: remove_counters, amount: any, target: {choose: 1}, save_as: OFF}",
                                "{op: gain_life, amount: {var: OFF}}"))  # fmt: skip
    pour = card("pour", plays("{op: move_counters, amount: any, from: {choose: 1}, to: {choose: 1}, share: true}"))
    entry = game_of(tmp_path, WELL + drain + pour, changes=MANY)
    assert text_of(entry, "drain").startswith("Remove any number of counters from a card in play and")
    assert text_of(entry, "pour") == "Share out any number of counters of a card in play, each to a card in play."
    replay = table_of(entry, "anna: play well", "anna: play drain")
    assert len(replay.game.legal_moves(replay.state, 0)) == 3
    assert replay.read("anna: number 2").accepted
    assert (counters(replay), lives(replay)[0]) == ({"well": 1}, 14)
    replay = table_of(entry, "anna: play well", "anna: use well", "anna: play drain")  # one counter leaves no choice
    assert (counters(replay), lives(replay)[0]) == ({}, 13)
    replay = table_of(entry, "anna: play well", "anna: play blank", "anna: play pour", "anna: number 2")
    assert counters(replay) == {"well": 1, "blank": 2}


def test_damage_can_be_a_price_that_nothing_changes(tmp_path: Path) -> None:
    pain = card(
        "pain",
        "{trigger: activated, cost: [{op: damage, amount: 3, to: you}], do: [{op: gain_life, amount: 1}]}",
        "{trigger: static, mods: [{mod: damage_taken, add: 5}]}",
        type_="spirit",
    )
    entry = game_of(tmp_path, pain)
    lines = ("anna: play pain", "table: adjust life anna 2", "anna: use pain")
    assert lives(table_of(entry, *lines))[0] == 1  # it can be paid with less, and never goes below 0
    assert lives(table_of(entry, lines[0], lines[2]))[0] == 10
    raised = game_of(tmp_path / "raised", pain, changes=(("CARDS = CardEffects(\n",
                     "CARDS = CardEffects(\n    price_damage=lambda t: True,\n"),))  # fmt: skip
    assert lives(table_of(raised, lines[0], lines[2]))[0] == 5


def test_only_ones_own_damage_is_a_price(tmp_path: Path) -> None:
    pain = card(
        "pain",
        "{trigger: activated, cost: [{op: damage, amount: 3, to: each_player}], do: [{op: gain_life, amount: 1}]}",
        type_="spirit",
    )
    (fault,) = read_book(game_of(tmp_path, pain).card_folder()).report.errors
    assert (fault.message, fault.hint) == ("only the paying player can pay", "write to: you")


def test_what_is_on_a_card_in_play_is_corrected(tmp_path: Path) -> None:
    entry = game_of(tmp_path, WELL, changes=(*MANY, ("    turns=OTHER", '    counters="deep",\n    turns=OTHER')))
    let_well_be_deep(tmp_path)
    replay = table_of(entry, "anna: play well", "anna: play blank", "anna: play blank", "table: adjust counters well 7")
    assert counters(replay) == {"well": 7}
    assert "cannot have counters" in refused(replay, "table: adjust counters blank 2 nth=1")
    assert "there are several" in refused(replay, "table: adjust silenced blank on")
    assert replay.read("table: adjust silenced well on").accepted
    assert not replay.read("anna: use well").accepted
    assert replay.read("table: adjust silenced well off").accepted
    assert replay.read("anna: use well").accepted and counters(replay) == {"well": 5}
