"""What Keikalla's faces promise to the eye: words of one size, and room for them where they are many."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pnp.layout.drawing.frame import Group, Item, Text
from pnp.layout.painting.compose import compose_card
from pnp.layout.sheets.components import list_cards
from tests.components.test_keikalla_cards import book, layouts
from tests.guard import some


def runs(items: tuple[Item, ...]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Group):
            yield from runs(item.items)
        elif isinstance(item, Text):
            yield item


@pytest.mark.parametrize("lang", ["en", "fi"])
def test_the_words_of_all_action_cards_have_one_size(lang: str) -> None:
    part = next(part for part in book().components if part.id == "actions")
    used = {part.face_of(card) for card in book().decks["actions"].cards}
    sizes = set()
    for card in some({card.id: card for card, _, _ in list_cards(book(), part)}.values()):
        frame = compose_card(layouts(lang), part.face_of(card), card).frame
        sizes |= {run.size for run in runs(frame.items) if run.font.endswith("condensed/Regular") and run.size > 6}
    assert used == {"action", "action-long", "action-short"} and len(sizes) == 1 and min(sizes) >= 9


def test_a_choice_of_layouts_may_go_by_the_card() -> None:
    part = next(part for part in book().components if part.id == "actions")
    assert part.face_of(book().cards["manager"]) == "action-long"
    assert part.face_of(book().cards["record_deal"]) == "action"
