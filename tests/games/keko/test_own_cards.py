"""A new card needs YAML only: in somebody's own folder it is printed, checked and refereed like the others."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp.base.diagnostics import InputError
from pnp.base.places import data_root
from pnp.catalog import book_of, find_game, rules_of
from pnp.cli.main import main
from pnp.library.card_folder import CardFolder
from pnp.library.loader import load_book, read_book
from pnp.referee.game import Setup
from pnp.referee.replay import Replay
from tests.editing import edit_file

CARD = """
  - id: fen_hag
    name: {en: Fen Hag, fi: Suonoita}
    type: creature
    subtype: Imp
    uses_counters: true
    source: house
    abilities:
      - {trigger: enters_with, do: [{op: add_counters, amount: 4, target: self}]}
      - trigger: activated
        limit: once_per_turn
        cost:
          - {op: remove_counters, amount: 2, target: self}
        do:
          - {op: damage, amount: 2, to: other_player}
          - {op: gain_life, amount: 1, who: you}
"""


def own_cards(folder: Path, card: str = CARD) -> CardFolder:
    """The card files of the game with one more card."""
    return find_game("keko", [own_folder(folder, card)]).card_folder()


def own_folder(folder: Path, card: str = CARD) -> Path:
    """The game's cards with one more, and nothing else: no Python."""
    shutil.copytree(f"{data_root('cards')}/keko", folder / "keko" / "cards")
    path = folder / "keko" / "cards" / "cards.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count("total: 99\n") == 1
    path.write_text(text.replace("total: 99\n", "total: 100\n") + card.lstrip("\n"), encoding="utf-8")
    return folder


def test_an_effect_may_name_a_card_by_its_printed_name(tmp_path: Path) -> None:
    folder = own_cards(tmp_path)
    files = dict(folder.files)
    text = files["characters.yaml"]
    assert text.count(b"name_is: [keko_journal]") == 1
    books = [load_book(replace(folder, files=files))]
    for name in ("Keko Journal", "Kekon päiväkirja"):
        files["characters.yaml"] = text.replace(b"[keko_journal]", f"[{name}]".encode())
        books.append(load_book(replace(folder, files=files)))
    abilities = [{id_: card.abilities for id_, card in book.cards.items()} for book in books]
    assert abilities[0] == abilities[1] == abilities[2]


def test_a_card_of_ones_own_is_printed_and_played(tmp_path: Path) -> None:
    entry = find_game("keko", [own_folder(tmp_path)])
    assert entry.origin == "folder"
    book, game = book_of(entry), rules_of(entry)
    texts = book.cards["fen_hag"].texts["rule"]
    plain = {lang: text.replace("**", "").replace("\u00a0", " ") for lang, text in texts.items()}
    assert "comes into play with 4" in plain["en"]
    assert "Only once per turn." in plain["en"]
    assert plain["fi"].startswith("Tämä kortti tulee peliin, ja sillä on 4")
    setup = Setup(("anna", "ben"), book, {name: option.default for name, option in book.options.items()})
    table = Replay(game, setup)
    for line in (
        "table: deal anna lord_quiggs",
        "table: deal ben general_fydo",
        "table: deal 2",
        "table: first anna=5 ben=2",
        "anna: draw 2",
        "anna: next",
        "anna: play fen hag",
        "anna: next",
        "anna: use fen_hag at=ben",
        "table: ok",
        "ben: pass",
    ):
        entry_made = table.read(line)
        assert entry_made.accepted, f"{line}: {entry_made.ruling}"
    assert game.scores(table.state) == (16, 14)
    again = table.read("anna: use fen_hag at=ben")
    assert getattr(again.ruling, "rule", "") == "KEK-E6"


@pytest.mark.slow
def test_a_card_of_ones_own_needs_no_drawing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "keko", "--games", str(own_folder(tmp_path))]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("op: damage", "op: damge", ("there is no verb “damge”", "damage")),
        ("trigger: activated", "trigger: actvated", ("there is no trigger “actvated”", "activated")),
        ("to: other_player", "to: other", ("“other” is not allowed here", "other_player")),
        ("limit: once_per_turn", "limits: once_per_turn", ("unknown key “limits”", "limit")),
        ("amount: 4", "amount: many", ("“many” is not allowed here", "")),
        (
            "op: add_counters, amount: 4, target: self",
            "op: draw, amount: 1, who: you",
            ("expected add_counters on self", ""),
        ),
        ("op: gain_life, amount: 1, who: you", "op: roll, dice: 1, table: {7: []}", ("1 dice cannot show 7", "1 to 6")),
        (
            "op: gain_life, amount: 1, who: you",
            "op: move_counters, amount: 1, from: {choose: 2, controller: any}, to: self",
            ("expected one card to move counters from", "choose: 1"),
        ),
        ("amount: 2, to:", "amount: {counters: self}, to:", ("", "")),
        ("amount: 2, to:", "amount: {var: X}, to:", ("nothing was saved as “X”", "")),
        ("uses_counters: true", "uses_counters: false", ("the card does not use counters", "")),
        (
            "amount: 2, to:",
            "amount: {count: {zone: hand, filter: {type: [imp]}}}, to:",
            ("expected a count of a whole hand, got a filter", "leave the filter out"),
        ),
        ("limit: once_per_turn", "mods: []", ("unknown key “mods”", "")),
        ("subtype: Imp", "subtype: Impp", ("“Impp” is not allowed here", "Imp")),
        (
            "    abilities:",
            "    text: {rule: {en: A, fi: B}}\n    abilities:",
            ("this text is generated from the abilities", ""),
        ),
    ],
)
def test_faults_in_effects_are_reported_where_they_are(
    tmp_path: Path, old: str, new: str, expected: tuple[str, str]
) -> None:
    assert CARD.count(old)
    reading = read_book(own_cards(tmp_path, CARD.replace(old, new, 1)))
    assert reading.book is None
    faults = [fault for fault in reading.report.errors if fault.span.file.endswith("cards.yaml")]
    assert faults
    assert all(fault.span.line > 700 and fault.span.column for fault in faults)
    assert any(expected[0] in fault.message or expected[0] == "bad" for fault in faults), [
        str(fault) for fault in faults
    ]
    assert any(expected[1] in fault.hint for fault in faults), [str(fault) for fault in faults]


KRYSTAL = """
  - id: dull_krystal
    name: Dull Krystal
    type: krystal
    source: house
    abilities:
      - {trigger: enters, do: [{op: draw, amount: 1, who: you}]}
"""


def test_a_krystal_that_changes_no_counters_is_a_fault_at_its_abilities(tmp_path: Path) -> None:
    reading = read_book(own_cards(tmp_path / "dull", KRYSTAL))
    (fault,) = reading.report.errors
    assert (
        "add_counters or remove_counters or move_counters on this krystal, got none [KEK-D17]" in fault.message
        and fault.hint
    )
    lines = Path(fault.span.file).read_text(encoding="utf-8").splitlines()
    assert lines[fault.span.line - 1].strip().startswith("- {trigger: enters, do: [{op: draw")
    more = "do: [{op: remove_counters, amount: 1, target: {choose: 1, has_counters: true}}, {op: draw"
    bright = KRYSTAL.replace("do: [{op: draw", more)
    assert not read_book(own_cards(tmp_path / "bright", bright)).report.errors


@pytest.mark.parametrize(
    ("old", "new", "fault", "hint"),
    [
        ("any_of: [add_counters,", "any_of: [add_counter,", "there is no verb “add_counter”", "add_counters"),
        ("  krystal: {any_of", "  crystal: {any_of", "there is no type “crystal”", "krystal"),
        (", rule: KEK-D17}", ", role: KEK-D17}", "unknown key “role”", "rule"),
    ],
)
def test_duties_are_checked(tmp_path: Path, old: str, new: str, fault: str, hint: str) -> None:
    cards = own_folder(tmp_path) / "keko" / "cards" / "cards.yaml"
    edit_file(cards, (old, new))
    folder = find_game("keko", [tmp_path]).card_folder()
    found = [item for item in read_book(folder).report.errors if fault in item.message]
    assert found and hint in found[0].hint and found[0].span.line and found[0].span.column


def test_words_of_ones_own_need_a_reason_and_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "    text: {rule: {en: It is a hag., fi: Se on noita.}}\n    instead_of_generated: a joke\n    abilities:"
    reading = read_book(own_cards(tmp_path, CARD.replace("    abilities:", words, 1)))
    assert reading.book is not None, [str(item) for item in reading.report]
    assert reading.book.cards["fen_hag"].texts["rule"]["en"] == "It is a hag."
    assert main(["check", "keko", "--cards", "--strict", "--games", str(tmp_path)]) == 0
    output = capsys.readouterr().out
    assert "instead of the generated one: a joke" in output
    assert "1 card has a rule text written by hand instead of made from its abilities" in output
    with pytest.raises(InputError):
        lone = CARD.replace("    abilities:", "    instead_of_generated: a joke\n    abilities:", 1)
        load_book(own_cards(tmp_path / "lone", lone))
