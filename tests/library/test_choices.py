"""What the values of a switch mean, in words: read, checked against the values, printed and shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp.catalog import book_of, find_game
from pnp.cli.main import main
from pnp.library.card import Card, CardBook, Constant, Deck, Field, Option
from pnp.library.changes import book_changes
from pnp.library.loader import digest_book


def test_no_switch_of_a_printed_sheet_shows_a_name_of_the_program() -> None:
    """Keikalla's sheet is ticked by a family: every choice but numbers and the towns has words in both languages."""
    options = book_of(find_game("keikalla")).options.values()
    words = [option for option in options if isinstance(option.default, str) and option.id != "common_start_town"]
    assert len(words) > 20
    for option in words:
        assert set(option.choices) == set(option.values), option.id
        assert all(set(texts) == {"en", "fi"} for texts in option.choices.values()), option.id


def test_numbers_in_choices_come_from_the_constants() -> None:
    choices = book_of(find_game("keikalla")).options["more_players"].choices
    assert choices["auto"]["en"] == "with 5 players or more"


def test_rules_explain_what_a_value_means(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "keikalla", "--options"]) in (0, None)
    output = capsys.readouterr().out
    assert "only_manager" not in output and "manager_only: only a Manager" in output


def test_words_for_a_value_that_does_not_exist_are_reported(mygame: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = mygame / "cards" / "game.yaml"
    text = game.read_text("utf-8")
    option = "  speed: {default: slow, values: [slow, fast], words: How fast., choices: {fats: At once.}}"
    game.write_text(text.replace("  lucky:\n", f"{option}\n  lucky:\n", 1), "utf-8")
    assert main(["check", "mygame", "--games", str(mygame.parent)]) == 1
    output = "".join(capsys.readouterr())
    assert "this option has no value “fats” (did you mean “fast”?)" in output


def book(cards: tuple[Card, ...], **more: object) -> CardBook:
    fields = {"value": Field("int"), "emblem": Field("text", only_print=True)}
    deck = Deck("deck", {"en": "Deck"}, cards, 0, fields)
    return CardBook("tiny", {"en": "Tiny"}, (2, 4), decks={"deck": deck}, **more)  # type: ignore[arg-type]


UKKO = Card("ukko", "deck", {"en": "Ukko"}, 8, fields={"value": 7, "emblem": "hammer"})
LOUHI = Card("louhi", "deck", {"en": "Louhi"}, 9, fields={"value": 2})


def test_every_difference_the_referee_reads_is_a_line() -> None:
    old = book((UKKO, LOUHI), constants={"hand_size": Constant(5)}, options={"ties": Option("ties", "shared")})
    fields = {"value": 8, "emblem": "storm"}
    new = book(
        (replace(UKKO, copies=7, fields=fields), Card("ahti", "deck", {"en": "Ahti"}, 2)),
        constants={"hand_size": Constant(6)},
        options={"ties": Option("ties", "none")},
    )
    assert book_changes(old, new) == [
        "ukko: copies 8 → 7",
        "ukko: value 7 → 8",
        "ahti: new, copies 2",
        "louhi: removed",
        "hand_size 5 → 6",
        "option ties shared → none",
    ]


def test_a_field_that_all_cards_of_a_deck_get_or_lose_is_one_line() -> None:
    old = book((replace(UKKO, fields={"value": 7, "ops": [{"op": "draw"}]}), replace(LOUHI, fields={"ops": []})))
    new = book((replace(UKKO, fields={"value": 7, "draws": 1}), replace(LOUHI, fields={"value": 2, "draws": 2})))
    assert book_changes(old, new) == [
        "deck deck: field draws, new",
        "deck deck: field ops, removed",
        "louhi: value 2, new",
    ]


def test_words_and_looks_do_not_count() -> None:
    old = book((UKKO,))
    new = book((replace(UKKO, name={"en": "Thunder"}, fields={"value": 7, "emblem": "storm"}),))
    assert book_changes(old, new) == []
    assert digest_book(old) == digest_book(new)
