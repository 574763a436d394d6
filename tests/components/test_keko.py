"""The printed set of Keko Chronicles: what is in the box, and that a card shows what the referee reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pypdfium2
import pytest
from PIL import ImageStat

from pnp.base.places import data_root
from pnp.catalog import CatalogEntry, book_of, find_game
from pnp.export.disk_shelf import DiskShelf
from pnp.export.order.building import build_game
from pnp.export.order.order import PrintOrder
from pnp.layout.drawing.frame import Frame, Group, Item, Text
from pnp.layout.painting.compose import compose_card, compose_page
from pnp.layout.painting.resources import LayoutResources
from pnp.library.card import Card
from pnp.library.words import localise
from tests.components.games import raster
from tests.games.tables import cards_with
from tests.guard import some
from tests.marks import on_ci

LANGUAGES = ("en", "fi")
BADGES: dict[str, Callable[[Card], bool]] = {
    "counter": lambda card: bool(card.fields.get("uses_counters")),
    "life": lambda card: card.deck == "characters",
    "damage": lambda card: False,
}
LAYOUTS = Path(data_root("layouts")) / "keko"
ICONS = LAYOUTS / "icons"


@cache
def keko() -> CatalogEntry:
    return find_game("keko", ())


BOOK = book_of(keko())
PLAY, CHARACTERS = BOOK.decks["play"].cards, BOOK.decks["characters"].cards


@cache
def resources(lang: str = "en", theme: str = "colour") -> LayoutResources:
    return LayoutResources(DiskShelf(games={"keko": keko().layouts}), BOOK, theme, lang)


def face(card: Card, lang: str = "en", theme: str = "colour") -> Frame:
    return face_of(card.id, lang, theme)


@cache
def face_of(card: str, lang: str, theme: str) -> Frame:
    layout = {"play": "card", "characters": "character"}[BOOK.cards[card].deck]
    return compose_card(resources(lang, theme), layout, BOOK.cards[card]).frame


def walk(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from walk(item.items)


def texts(frame: Frame) -> list[Text]:
    return [item for item in walk(frame.items) if isinstance(item, Text)]


def icons(frame: Frame) -> list[str]:
    return [item.name.partition(":")[2] for item in walk(frame.items) if isinstance(item, Group) and item.name]


def letters(text: str) -> str:
    """Only the letters that are printed: no markup, no signs, no blanks; apostrophes as type has them."""
    return re.sub(r"[\s*]|\{icon\.\w+\}", "", text).replace("'", "’")


def test_kek_d01_the_starter_deck_has_99_cards_of_66_kinds() -> None:
    assert (BOOK.decks["play"].size, len(PLAY)) == (99, 66)
    assert (BOOK.decks["characters"].size, len(CHARACTERS)) == (14, 14)


def test_kek_d12_the_tokens_are_all_there() -> None:
    tokens: dict[str, int] = {}
    for card in BOOK.decks["tokens"].cards:
        tokens[card.fields["shape"]] = tokens.get(card.fields["shape"], 0) + card.copies
    assert tokens["counter"] == 60
    assert tokens["imprison"] == 12
    assert tokens["number"] == 2 * BOOK.constant("die_sides")
    assert tokens["life"] == BOOK.players[1]
    component = next(part for part in BOOK.components if part.id == "player_mat")
    assert component.copies == BOOK.players[1]


def test_every_copy_of_a_card_but_the_first_finds_its_number() -> None:
    most = max(card.copies for card in PLAY)
    for number in some(range(2, most + 1)):
        needed = sum(card.copies >= number for card in PLAY if card.fields["type"] not in ("action", "location"))
        there = BOOK.cards[f"copy_{number}"].copies
        assert there >= min(needed, 3), number


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_prints_its_generated_text_and_its_type(lang: str) -> None:
    for card in (*PLAY, *CHARACTERS):
        printed = letters("".join(item.text for item in texts(face(card, lang))))
        for part in (localise(card.name, lang), localise(card.texts["rule"], lang), localise(card.texts["kind"], lang)):
            assert letters(part) in printed, (card.id, part)


@pytest.mark.parametrize("theme", on_ci(["colour", "ink", "accessible"], "ink", "accessible"))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_are_not_set_smaller_than_people_can_read(lang: str, theme: str) -> None:
    for card in (*PLAY, *CHARACTERS):
        words = [
            item for item in texts(face(card, lang, theme)) if item.text.strip() not in (card.code, "Keko Chronicles")
        ]
        assert min(item.size for item in words) >= 6.5, card.id


@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_of_counters_damage_and_life_have_their_sign(lang: str) -> None:
    for known, sign in (("falling_sign", "damage"), ("fuzzin", "life"), ("amber_krystal", "counter")):
        assert f"{{icon.{sign}}}" in localise(BOOK.cards[known].texts["rule"], lang)
    for card in (*PLAY, *CHARACTERS):
        text = localise(card.texts["rule"], lang)
        for sign in BOOK.phrases["signs"].values():
            badge = BADGES[sign](card)  # beside the words
            assert icons(face(card, lang)).count(sign) == text.count(f"{{icon.{sign}}}") + badge, (card.id, sign)


def test_kek_d13_draw_number_and_life_stand_in_the_lower_corners() -> None:
    for card in some(CHARACTERS):
        frame = face(card)
        assert {"draw", "life"} <= set(icons(frame))
        (draw,) = [item for item in texts(frame) if item.text == str(card.fields["draw"]) and item.y > 100]
        (life,) = [item for item in texts(frame) if item.text == str(card.fields["life"]) and item.y > 100]
        assert draw.x < frame.width / 3 < 2 * frame.width / 3 < life.x
        name = next(item for item in texts(frame) if letters(item.text) in letters(localise(card.name)))
        assert name.y < frame.height / 4


def test_kek_d14_the_symbol_of_its_type_is_on_every_card() -> None:
    for card in some(PLAY):
        kind = f"type-{card.fields['type']}"
        symbol = "type-sudden_action" if card.fields["sudden"] else kind
        found = [name for name in icons(face(card)) if name.startswith("type-")]
        assert found == [symbol, kind], card.id  # the medal, and the same faintly behind the words
        assert f"frame-{card.fields['type']}" in icons(face(card))


def test_every_card_has_a_picture_of_its_own() -> None:
    pictures = {card.id: (ICONS / f"{card.id}.svg").read_text("utf-8") for card in (*PLAY, *CHARACTERS)}
    drawn = {text.partition("</title>")[2] for text in pictures.values()}
    assert len(drawn) == len(pictures) == 80
    assert all(card.id in icons(face(card)) for card in (*PLAY, *CHARACTERS))


def test_every_drawing_is_used() -> None:
    ids = {card.id for card in BOOK.cards.values()}
    layouts = "\n".join(path.read_text("utf-8") for path in LAYOUTS.glob("*.yaml"))
    patterns = {
        *(f"type-{name}" for name in ("action", "creature", "item", "krystal", "location", "transportation")),
        *(f"frame-{name}" for name in ("action", "creature", "item", "krystal", "location", "transportation")),
        *(f"die-{number}" for number in range(1, 7)),
        *(f"seat-{number}" for number in range(1, 7)),
        *("hero", "villain", "counter", "bars", "draw", "life", "type-sudden_action"),
    }
    idle = [path.stem for path in ICONS.glob("*.svg") if path.stem not in ids | patterns and path.stem not in layouts]
    assert not idle


def test_places_on_the_mats_are_as_large_as_the_cards() -> None:
    play, character = face(PLAY[0]), face(CHARACTERS[0])
    slot = compose_page(resources(), "slot")[0].frame
    assert (slot.width, slot.height) == (play.width, play.height) == (63, 88)
    assert "width: 63" in (LAYOUTS / "table-mat.yaml").read_text("utf-8")
    mat = (LAYOUTS / "player-mat.yaml").read_text("utf-8")
    assert f"width: {character.width:g}\n    height: {character.height:g}" in mat


def test_a_player_has_one_page_before_oneself_that_is_not_cut() -> None:
    """It says where every row of cards begins, and its track counts life."""
    (page,) = compose_page(resources(), "player-mat")
    faces = [
        item.name.split()[0]
        for item in walk(page.frame.items)
        if isinstance(item, Group) and item.name.startswith("face:")
    ]
    assert faces == ["face:row-start"] * 4 + ["face:life-track"]
    words = {item.text for item in texts(page.frame)}
    assert {"Creatures", "Transportation", "Items", "Krystals", "Character", "30"} <= words
    assert not page.frame.bleed and page.frame.width <= 206 and page.frame.height <= 265  # A4 and Letter


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_is_printed_in_the_summary_or_among_the_rulings(lang: str) -> None:
    pages = [page.frame for layout in ("rules", "rulings") for page in compose_page(resources(lang), layout)]
    words = {item.text for frame in pages for item in texts(frame)}
    assert set(BOOK.rulebook.rules) <= words
    assert len(compose_page(resources(lang), "rules")) == 2


def test_the_life_track_counts_from_0_to_30() -> None:
    frame = compose_page(resources(), "life-track")[0].frame
    numbers = {item.text for item in texts(frame)}
    assert {str(number) for number in range(BOOK.constant("life_track_end") + 1)} <= numbers
    assert not {str(BOOK.constant("life_track_end") + 1)} & numbers


def test_a_changed_number_is_printed(tmp_path: Path) -> None:
    """The number stands once: what the referee reads is what the card says."""
    old = "{op: damage, amount: 2, to: any_player}"
    book = cards_with("keko", tmp_path, "cards.yaml", (f"do: [{old}]", f"do: [{old.replace('2', '5')}]"))
    changed = LayoutResources(DiskShelf(games={"keko": keko().layouts}), book, "colour", "en")
    frame = compose_card(changed, "card", book.cards["falling_sign"]).frame
    assert "Do 5 damage to any player." in " ".join(" ".join(item.text for item in texts(frame)).split())


def test_ink_takes_about_a_third_of_the_ink(tmp_path: Path) -> None:
    used = {}
    for theme in ("colour", "ink"):
        order = PrintOrder(folder=str(tmp_path), theme=theme, only=("play",), cards="KC1..KC9", once=True, side="front")
        made = build_game(keko(), BOOK, order)
        grey = raster(Path(made.folder) / "play.pdf", per_mm=1).convert("L")
        used[theme] = 255 - ImageStat.Stat(grey).mean[0]
    assert used["ink"] < 0.4 * used["colour"]


@pytest.mark.parametrize(("paper", "lang"), [("a4", "en"), ("letter", "fi")])
def test_the_whole_set_builds_without_a_warning(tmp_path: Path, paper: str, lang: str) -> None:
    made = build_game(keko(), BOOK, PrintOrder(folder=str(tmp_path), paper=paper, lang=lang))
    assert not made.warnings
    assert {part.id for part in made.manifest.components} == {part.id for part in BOOK.components}
    pages = {file.file: file.pages for file in made.manifest.files}
    assert pages["play.pdf"] == 2 * 11  # 99 cards, nine on a sheet, and their backs
    with pypdfium2.PdfDocument(Path(made.folder) / "play.pdf") as document:
        text = document[0].get_textpage().get_text_range()
    assert ("P.T.A.W.M.T." if lang == "en" else "Porttivekotin") in text
