"""Keikalla's cards: the numbers of the document, one story in decks, map and bands, and what each face prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import ImageStat

from pnp.base.suggest import fold_name
from pnp.catalog import CatalogEntry, book_of, find_game
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.drawing.frame import Group, Item, Text
from pnp.layout.painting.compose import compose_card, compose_page
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.components import list_cards
from pnp.library.card import Card, CardBook
from tests.components.games import build, raster
from tests.guard import some


@cache
def keikalla() -> CatalogEntry:
    return find_game("keikalla", [])


@cache
def book() -> CardBook:
    return book_of(keikalla())


def towns() -> dict[str, dict[str, Any]]:
    return {town["id"]: town for town in book().tables["map"].rows["nodes"]}


def copies_marked(deck: str) -> dict[str, int]:
    """How many copies of each card carry //."""
    return {
        card.id: sum(face["deck2"] for face in card.faces) if card.faces else card.copies * card.fields["deck2"]
        for card in book().decks[deck].cards
    }


def words(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            yield from words(item.items)
        elif isinstance(item, Text):
            yield item.text


@cache
def layouts(lang: str) -> LayoutResources:
    return LayoutResources(DiskShelf(games={"keikalla": keikalla().layouts}), book(), "", lang)


def faces(component: str, lang: str = "en") -> Iterator[tuple[Card, list[str]]]:
    """The cards of a component, copy by copy where they are printed differently, and the words on each face."""
    part = next(part for part in book().components if part.id == component)
    for card, _, _ in list_cards(book(), part):
        yield card, list(words(compose_card(layouts(lang), part.face_of(card), card).frame.items))


def test_the_decks_have_the_numbers_of_the_document() -> None:
    sizes = {name: book().decks[name].size for name in ("actions", "movement", "jokers", "venues", "bands")}
    assert sizes == {"actions": 54, "movement": 62, "jokers": 6, "venues": 72, "bands": 6}
    for deck, parts in (
        ("actions", {"achievement": 12, "trouble": 6, "help": 25, "reputation": 11}),
        ("movement", {"forward": 42, "help": 9, "ball": 11}),
    ):
        counted: Counter[str] = Counter()
        for card in book().decks[deck].cards:
            counted[card.fields["category"]] += card.copies
        assert counted == parts


def test_two_action_decks_come_out_alike() -> None:
    """Managers and the map's Rehab card are out; of the four Managers that come back two carry //."""
    marked = {**copies_marked("actions"), **copies_marked("jokers")}
    others = {id_: book().cards[id_].copies - count for id_, count in marked.items()}
    for decks in (marked, others):
        decks.pop("manager")
    others["rehab"] -= 1
    assert (sum(others.values()) + 2, sum(marked.values()) + 2) == (25, 24)
    assert sum(copies_marked("jokers").values()) == book().constant("jokers_per_deck")


def test_two_movement_decks_are_thirty_six_and_twenty_six() -> None:
    counted: Counter[str] = Counter()
    for card in book().decks["movement"].cards:
        counted[card.fields["pile"]] += card.copies
    assert counted == {"move": 36, "event": 26}


def test_venues_bands_and_headliners_hold_what_the_map_holds() -> None:
    for card in book().decks["venues"].cards:
        town = towns()[card.fields["town"]]
        found = [card.fields[key] for key in ("town_name", "x", "y", "fanatic", "festival")]
        assert found == [town["name"], town["x"], town["y"], town.get("fanatic", False), "festival" in town], card.id
        if "festival" in town:
            assert card.name["*"] == town["festival"]
    assert {card.fields["town"] for card in book().decks["venues"].cards} == set(towns())
    for card in book().decks["bands"].cards:
        town = towns()[card.fields["home"]]
        assert (town["home_of"], town["name"]) == (card.id, card.fields["home_name"])
    for face in book().cards["headliner"].faces:
        town = towns()[face["town"]]
        assert [face["festival"], face["town_name"]] == [town["festival"], town["name"]]
    assert len([town for town in towns().values() if "festival" in town]) == 9  # seed L361


def test_every_town_may_be_agreed_on_as_the_start() -> None:
    names = [fold_name(town["name"]).replace(" ", "_") for town in towns().values()]
    assert list(book().options["common_start_town"].values) == ["none", "first_date", *names]
    assert len(book().options) == 49


def test_numbers_on_cards_are_those_of_the_rules() -> None:
    for card in some(book().decks["movement"].cards):
        steps = card.fields.get("steps", 99)
        assert card.fields.get("roadie", False) == (steps <= book().constant("roadie_top"))
        assert card.fields.get("convoy", False) == (steps <= book().constant("convoy_top"))


@pytest.mark.parametrize("lang", ["en", "fi"])
def test_faces_print_their_markings_in_words(lang: str) -> None:
    printed = [face for name in ("actions", "jokers", "movement") for face in faces(name, lang)]
    assert len(printed) == 74
    for card, texts in printed:
        for mark in card.fields["markings"]:
            assert book().name(mark, lang) in " ".join(texts), (card.id, mark)


def test_the_second_deck_is_marked_on_the_faces_of_its_copies() -> None:
    for name in ("actions", "jokers"):
        for card, texts in faces(name):
            assert ("//" in texts) is card.fields["deck2"], card.id
    sides = {part.id: part.back for part in book().components}
    assert sides["actions"] == sides["jokers"] == "action-back" != sides["movement"]
    for back in set(sides.values()) - {""}:
        if back.endswith("-back") and back.split("-")[0] in ("action", "movement", "venue"):
            card = next(iter(book().cards.values()))
            assert not list(words(compose_card(layouts("en"), back, card).frame.items)), back


def test_a_headliner_names_its_festival_and_town_on_its_sign() -> None:
    signs = [(card.fields, texts) for card, texts in faces("actions", "fi") if card.id == "headliner"]
    assert len(signs) == 4
    for own, texts in signs:
        assert own["festival"] in texts and own["town_name"] in texts
        assert own["fi_in"] in " ".join(texts)


def test_both_languages_stand_on_a_bilingual_card() -> None:
    for name in ("actions", "jokers", "movement"):
        for card, texts in some(faces(name, "en+fi")):
            found = " ".join(texts).upper()
            for lang, member in (("en", "Jimmy"), ("fi", "Jimi")):
                called = card.name[lang].replace(member, card.fields.get(f"member_{lang}", member))
                assert called.upper().split()[-1] in found, (card.id, lang)


def test_the_ink_theme_takes_a_third_of_the_ink(tmp_path: Path) -> None:
    taken = {}
    for theme in ("colour", "ink"):
        made = build(tmp_path / theme, keikalla(), only=("movement", "map"), theme=theme, paper="a4", once=True)
        pages = [raster(Path(made.folder) / file, page) for file, page in (("movement.pdf", 0), ("map-whole.pdf", 0))]
        taken[theme] = [255 - sum(ImageStat.Stat(page.convert("RGB")).mean) / 3 for page in pages]
    for colour, ink in some(zip(taken["colour"], taken["ink"], strict=True)):
        assert ink < colour / 2.5


@pytest.mark.parametrize("lang", ["en", "fi"])
def test_no_number_of_a_rule_is_broken_on_the_sheet_of_switches(lang: str) -> None:
    printed = {word for face in compose_page(layouts(lang), "switches") for word in words(face.frame.items)}
    assert {option.rule for option in book().options.values()} <= printed


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
