"""What is printed on the cards follows from their effects, in both languages, and stays as it was read."""

from __future__ import annotations

from pathlib import Path

from pnp.library.words import localise
from tests.games.keko import card_texts
from tests.games.tables import book_of, cards_with
from tests.golden import Golden
from tests.guard import some


def test_the_texts_are_those_that_were_read(golden: Golden) -> None:
    golden(Path(__file__).with_name("card_texts.txt"), card_texts.compose())


def test_every_card_has_a_text_in_every_language() -> None:
    book = book_of("keko")
    for card in some(book.playing_cards.values()):
        for lang in some(book.languages):
            text = card_texts.without_signs(localise(card.texts["rule"], lang))
            assert text
            assert "{" not in text
            text = text.replace("\n\n", "\n")
            assert all(
                line[0] == "*" or line[0].isupper() or line[0].isdigit() for line in text.splitlines() if line
            ), text
            assert all(line.endswith((".", "”")) for line in text.splitlines()), text


def test_a_changed_number_changes_the_text(tmp_path: Path) -> None:
    book = cards_with(
        "keko",
        tmp_path,
        "cards.yaml",
        ("{op: damage, amount: {count: {zone: discard}}, to: any_player}", "{op: damage, amount: 5, to: other_player}"),
    )
    text = book.cards["catastrophic_draggy"].texts["rule"]
    assert "do 5 damage to another player" in card_texts.without_signs(text["en"])
    assert "kenelle tahansa muulle pelaajalle 5 vahinkopistettä" in card_texts.without_signs(text["fi"])


def test_a_missing_phrase_is_reported_at_the_card(tmp_path: Path) -> None:
    import pytest

    from pnp.base.diagnostics import InputError

    with pytest.raises(InputError) as fault:
        cards_with("keko", tmp_path, "phrases.yaml", ("  take_discard_top:\n", "  swap_hands_:\n"))
    assert "there is no verb “swap_hands_”" in str(fault.value)
