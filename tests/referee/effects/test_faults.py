"""A wrong effect is a fault with its file, line and column and the nearest word; all of them are reported at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.library.loader import read_book
from tests.referee.effects.tables import DECK, game_of

FIRST = DECK.count("\n") + 1  # the line on which a test's cards begin
CARD = "  - {{id: oak, name: Oak, type: {type}, abilities: [{ability}]}}\n"


def faults_of(folder: Path, ability: str, type_: str = "spell") -> list[tuple[str, str]]:
    entry = game_of(folder, CARD.format(type=type_, ability=ability))
    found = read_book(entry.card_folder()).report.errors
    assert all(item.span.line == FIRST and item.span.column > 1 and "seers.yaml" in item.span.file for item in found)
    return [(item.message, item.hint) for item in found]


@pytest.mark.parametrize(
    ("effect", "fault", "hint"),
    [
        ("{op: discrd, amount: 1}", "there is no verb “discrd”", "discard"),
        ("{op: untap, amount: 1}", "there is no verb “untap”", "one of: "),
        ("{op: replace, amount: 1}", "there is no verb “replace”", "one of: "),
        ("{op: discard, amount: 1, who: other_playr}", "“other_playr” is not allowed here", "other_player"),
        ("{op: discard, amount: 1, pick: actor}", "“actor” is not allowed here", "owner, you, random"),
        ("{op: draw, amount: {haf: 3}}", "unknown key “haf”", "half"),
        ("{op: draw, amount: {half: {lif: you}}}", "unknown key “lif”", "life"),
        (
            "{op: draw, amount: {half: {life: you, double: 2}}}",
            "expected one of life, double, got 2",
            "inside the other",
        ),
        ("{op: draw, amount: {half: {half: foo}}}", "expected a number, got “foo”", "or one of: life, count"),
        ("{op: draw, amount: 1, pick: 3}", "unknown key “pick”", ""),
        ("{op: mill, amount: 1, save_as: 3}", "expected a text, got a whole number", "docs/effects.md"),
        ("{op: draw, amount: {plus: [1]}}", "expected two or more numbers to add, got 1", ""),
        ("{op: draw, amount: {var: X}}", "nothing is saved as “X”", "save_as"),
        ("{op: draw, amount: 1, who: trigger_player}", "this ability has no trigger_player", "draws"),
        ("{op: draw, amount: 1, who: chosen_player}", "chosen_player needs a player chosen earlier", "other_player"),
        ("{op: skip_phase, phase: drw}", "a turn has no phase “drw”", "draw"),
        ("{op: exile, target: {type: [spirit]}}", "expected one of choose, up_to, all", "choose: 1"),
        ("{op: exile, target: {choose: 1, type: [spirt]}}", "no card has the type “spirt”", "spirit"),
        ("{op: exile, target: {choose: 1, name_is: [Blnk]}}", "no card has the name_is “Blnk”", "blank"),
        (
            "{op: unless, who: other_player, pay: [{op: draw, amount: 1}], do: []}",
            "draw cannot be a price",
            "lose_life",
        ),
        (
            "{op: lasting, until: end_of_turn, mods: [{mod: may_not, what: drw}]}",
            "unknown action “drw”",
            "draw",
        ),
        ("{op: lasting, until: end_of_turn, mods: [{mod: silenced}]}", "only an attached card can silence", "static"),
        (
            "{op: if, cond: {cmp: {a: {life: them}, is: eq, b: 1}}, then: [{op: draw, amount: {life: them}}]}",
            "“them” has no meaning here",
            "amount",
        ),
        ("{op: attach, target: {choose: 1}}", "attach needs a card that stays in play", ""),
        ("{op: exile, target: self}", "“self” needs a card that stays in play", ""),
        (
            "{op: draw, amount: {half: {count: {zone: hand, who: you, filter: {type: [spirit]}}}}}",
            "expected a count of a whole hand, got a filter",
            "leave the filter out",
        ),
        ("{op: choose_one, options: [[]]}", "expected two or more options, got 1", ""),
    ],
)
def test_a_wrong_effect_is_a_fault_at_its_place(tmp_path: Path, effect: str, fault: str, hint: str) -> None:
    found = faults_of(tmp_path, f"{{trigger: play, do: [{effect}]}}")
    assert [(fault in message, hint in words) for message, words in found] == [(True, True)], found


def test_all_faults_are_reported_at_once(tmp_path: Path) -> None:
    effects = "{op: discrd, amount: 1}, {op: draw, amount: 1, who: me}, {op: exile}"
    found = faults_of(tmp_path, f"{{trigger: play, do: [{effects}]}}, {{trigger: whenever, do: []}}")
    assert [message for message, _ in found] == [
        "there is no verb “discrd”",
        "“me” is not allowed here",
        "the key “target” is missing",
        "there is no trigger “whenever”",
    ]


@pytest.mark.parametrize(
    ("type_", "trigger", "fault"),
    [
        ("spell", "enters", "a card that does not stay in play cannot have “enters”"),
        ("spirit", "play", "a card that stays in play cannot have “play”"),
    ],
)
def test_a_card_does_what_its_type_can(tmp_path: Path, type_: str, trigger: str, fault: str) -> None:
    assert faults_of(tmp_path, f"{{trigger: {trigger}, do: []}}", type_)[0][0] == fault


def test_nobody_chooses_whom_a_card_in_play_concerns(tmp_path: Path) -> None:
    ability = "{trigger: static, mods: [{mod: may_not, what: draw, who: other_player}]}"
    assert faults_of(tmp_path, ability, "spirit")[0][0] == "no player can be chosen by a static ability"


def test_a_type_without_words_is_a_fault_of_the_card_that_names_it(tmp_path: Path) -> None:
    entry = game_of(
        tmp_path,
        CARD.format(type="spell", ability="{trigger: play, do: [{op: exile, target: {all: true, type: [spirit]}}]}"),
    )
    path = tmp_path / "mygame" / "cards" / "phrases.yaml"
    path.write_text(path.read_text("utf-8").replace("    spirit: {label: Spirit", "    ghost: {label: Ghost"), "utf-8")
    found = read_book(entry.card_folder()).report.errors
    assert [item.message for item in found] == ["the phrases have no words for types.en.spirit"]
