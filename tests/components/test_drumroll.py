"""The print set of Drum Roll: every component in its number, and its numbers those of the data."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image, ImageChops, ImageStat

from pnp.catalog import CatalogEntry, book_of, find_game
from pnp.export.disk_shelf import DiskShelf
from pnp.export.order.building import PreparedBuild, build_game, prepare_game
from pnp.export.order.order import PrintOrder
from pnp.layout.checks.inspection import inspect_components
from pnp.layout.drawing.bounds import leaves_of
from pnp.layout.drawing.frame import Frame, Text
from pnp.layout.painting.compose import compose_card, compose_page
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.sheets.tiling import find_tiling
from pnp.library.card import Card, CardBook
from tests.components.games import raster
from tests.editing import edit_file
from tests.games.drumroll.tables import ready
from tests.guard import some
from tests.marks import on_ci

ROOT = Path(__file__).parents[2]
FLIPPED = "performer-back"


@cache
def drumroll() -> CardBook:
    return book_of(find_game("drumroll"))


@cache
def layouts(theme: str = "colour", lang: str = "en") -> LayoutResources:
    return LayoutResources(DiskShelf(), drumroll(), theme, lang)


@cache
def printed() -> PreparedBuild:
    return prepare_game(find_game("drumroll"), drumroll(), PrintOrder())


def texts(face: ComposedFace | Frame) -> list[str]:
    frame = face.frame if isinstance(face, ComposedFace) else face
    found = [leaf.item.text for leaf in leaves_of(frame.items) if isinstance(leaf.item, Text)]
    return [word.replace("\N{MINUS SIGN}", "-") for word in found]


def numbers(face: ComposedFace) -> Counter[int]:
    """The numbers of a face, without the card's code."""
    return Counter(int(word) for word in texts(face) if re.fullmatch(r"-?\d+", word))


# --- how many of each


@pytest.mark.parametrize(
    ("component", "pieces"),
    {  # the list of the document
        "performers": 45,
        "cover": 1,
        "personnel": 15,
        "investments": 30,
        "regions": 5,
        "board": 1,
        "player_boards": 4,
        "money": 40 + 18,
        "tokens": 18 + 44 + 2 + 1,  # trailers, discounts, round and show, starting player
        "cubes": 5 * 25,
        "pieces": 4 * (2 + 3),  # score and ticket cube, action markers
        "aid": 4,
    }.items(),
)
def test_every_component_is_printed_in_its_number(component: str, pieces: int) -> None:
    (one,) = (one for one in printed().components if one.component.id == component)
    assert sum(part.copies for part in one.parts) == pieces
    if component != "board":  # which is cut into tiles
        faces = {part.face for part in one.parts}
        laid = [place for sheet in one.sheets for place in sheet.placements if place.frame in faces]
        backs = [place for sheet in one.sheets if sheet.side == "back" for place in sheet.placements]
        assert len(laid) == pieces + (len(backs) if component == "cover" else 0)


def test_tokens_of_a_sort_are_as_many_as_the_document_asks() -> None:
    copies = {card.id: card.copies for card in drumroll().cards.values()}
    assert (copies["trailer-tile"], copies["discount-token"], copies["coin-1"], copies["coin-5"]) == (18, 44, 40, 18)
    assert all(copies[f"cube-{colour}"] == 25 for colour in drumroll().constant("colours"))
    assert all(copies[f"action-{colour}"] == 3 for colour in ("purple", "orange", "black", "turquoise"))


def test_two_sides_of_a_performer_and_two_alike_of_the_cover() -> None:
    for one in some(printed().components):
        if one.component.id == "performers":
            assert len({part.face for part in one.parts} | {part.back for part in one.parts}) == 90
        if one.component.id == "cover":
            assert [part.face for part in one.parts] == [part.back for part in one.parts]


# --- the board


def test_the_board_has_zero_room_below_it_and_every_slot_of_the_constants() -> None:
    words = texts(compose_page(layouts(), "board")[0])
    on_track = [int(word) for word in words if re.fullmatch(r"-?\d+", word)]
    assert set(range(-12, 84)) <= set(on_track)
    slots = Counter(drumroll().constant("ticket_track")["slots"])
    tracks = Counter(range(1, 84)) + Counter(range(1, 8)) + Counter(range(1, 4))
    limits = Counter(n for pair in drumroll().constant("cube_action_limit").items() for n in pair)
    rest = Counter(number for number in on_track if number > 0) - tracks - limits
    assert rest == slots + Counter([drumroll().constant("invest_cost")])


def test_the_tiles_of_the_board_cover_it_once() -> None:
    frame = compose_page(layouts(), "board")[0].frame
    tiling = find_tiling(frame, printed().style, 10)
    assert tiling is not None
    assert (frame.width, frame.height) == (420, 297), "A3"
    own = sum((right - left) * (bottom - top) for left, top, right, bottom in (tile.own for tile in tiling.tiles))
    assert own == pytest.approx(frame.width * frame.height)


# --- what the cards say is what the referee reads


@cache
def performers() -> tuple[Card, ...]:
    return drumroll().decks["performers"].cards


def ladder(value: dict[str, int]) -> Counter[int]:
    """A number that depends on the bizarre performers: the numbers of performers, and what it is with each."""
    step = value["per_other_bizarre"]
    steps = range(value["base"], value.get("min", value.get("max", 0)) + (1 if step > 0 else -1), step)
    return Counter([value["base"], *range(1, len(steps) + 1), *steps])


def price(value: Any) -> Counter[int]:
    return ladder(value) if isinstance(value, dict) else Counter([value])


@pytest.mark.parametrize("theme", on_ci(["colour", "ink", "accessible"], "ink", "accessible"))
def test_a_performer_bears_the_numbers_of_its_fields_and_no_others(theme: str) -> None:
    for card in some(performers()):
        fields = card.fields
        parts = [part for level in fields["levels"] for part in level["benefit"]]
        gains = [part[key] for part in parts for key in ("spend_coins", "gain_coins", "invest_look") if key in part]
        front = price(fields["salary"]) + price(fields["flip_prestige"]) + Counter([fields["hiring_cost"], *gains])
        assert numbers(compose_card(layouts(theme), "performer", card)) == front, card.id
        assert numbers(compose_card(layouts(theme), FLIPPED, card)) == price(fields["secondary_salary"]), card.id


def test_a_performer_shows_the_cube_of_each_level_with_its_letter() -> None:
    book = drumroll()
    for card in some(performers()):
        letters = [word for word in texts(compose_card(layouts(), "performer", card)) if word in "WYGBR"]
        wanted: list[str] = []
        for level in card.fields["levels"]:
            wanted.append(book.name(f"letter_{level['cube']}"))
            for part in level["benefit"]:
                for cubes in part.get("gain_cubes", ()):
                    choice = cubes if isinstance(cubes, list) else [cubes]
                    wanted += [book.name(f"letter_{colour}") for colour in choice if colour != "any"]
        assert letters == wanted, card.id


def test_personnel_and_investments_bear_their_numbers() -> None:
    book = drumroll()
    for card in some(book.decks["personnel"].cards):
        effect = card.fields["effect"]
        wanted = Counter([card.fields["hiring_cost"], card.fields["salary"]])
        wanted += Counter(effect[key] for key in ("prestige", "coins") if key in effect)
        wanted += Counter(n for pair in effect.get("prestige_by_coins", {}).items() for n in pair)
        found = numbers(compose_card(layouts(), "personnel", card))
        assert found - wanted <= Counter([effect.get("value", 0), effect.get("max_prestige", 0), 2, 3]), card.id
        assert wanted <= found, card.id
    for card in some(book.decks["investments"].cards):
        effect = card.fields["effect"]
        wanted = Counter([card.fields["unused_prestige"]] if card.fields["unused_prestige"] else [])
        wanted += Counter([effect["gain_coins"]] if "gain_coins" in effect else [])
        assert wanted <= numbers(compose_card(layouts(), "investment", card)), card.id


def changed_copy(folder: Path, old: str, new: str) -> CatalogEntry:
    """A copy of the game in which one text of the performers' file is another."""
    for room in ("cards", "layouts"):
        shutil.copytree(ROOT / room / "drumroll", folder / "drumroll" / room)
    edit_file(folder / "drumroll" / "cards" / "performers.yaml", (old, new))
    return find_game("drumroll", [folder])


def hired_for(cards: CardBook) -> int:
    """The coins that the referee takes for the Dog Trainer."""
    desk = ready("AB", "A: place hire_performer", cards=cards).finish_turn().adjust("coins A 9")
    desk.play("A: hire PF-TAM-3")
    return 9 - int(desk.of("A")["coins"])


def test_a_changed_cost_changes_the_printed_card_and_what_the_referee_takes(tmp_path: Path) -> None:
    old = "name: {en: Dog Trainer, fi: Koirankouluttaja}\n    type: tamer\n    hiring_cost: 3\n"
    entry = changed_copy(tmp_path, old, old.replace("hiring_cost: 3", "hiring_cost: 5"))
    book = book_of(entry)
    other = LayoutResources(DiskShelf(games={"drumroll": entry.layouts}), book, "colour", "en")
    for card in performers():
        changed = book.cards[card.id]
        before, after = compose_card(layouts(), "performer", card), compose_card(other, "performer", changed)
        if card.id == "PF-TAM-3":
            assert numbers(after) - numbers(before) == Counter([5])
            assert numbers(before) - numbers(after) == Counter([3])
        else:
            assert before.frame == after.frame, card.id
        assert compose_card(layouts(), FLIPPED, card).frame == compose_card(other, FLIPPED, changed).frame
    assert (hired_for(drumroll()), hired_for(book)) == (3, 5)
    assert book.digest != drumroll().digest


# --- no faults


@pytest.mark.parametrize("theme", on_ci(["colour", "ink", "accessible"], "ink", "accessible"))
@pytest.mark.parametrize("lang", on_ci(["en", "fi"], "fi"))
def test_preflight_finds_nothing(theme: str, lang: str) -> None:
    assert [str(item) for item in inspect_components(layouts(theme, lang), drumroll().components)] == []


def test_every_rule_is_printed_once_and_again_where_an_option_changes_it() -> None:
    words = [word for face in compose_page(layouts(), "rules") for word in texts(face)]
    for rule in some(drumroll().rulebook.rules.values()):
        changed = [option for option in drumroll().options.values() if option.rule == rule.id]
        assert words.count(rule.id) == 1 + len(changed), rule.id


@pytest.mark.parametrize("theme", ["colour", "ink", "accessible"])
def test_what_is_added_and_what_is_taken_is_set_in_one_face(theme: str) -> None:
    card = drumroll().cards["applause_magician"]
    items = [leaf.item for leaf in leaves_of(compose_card(layouts(theme), "investment", card).frame.items)]
    faces = {item.text: item.font for item in items if isinstance(item, Text) and item.text in ("+1", "−1")}
    assert len(faces) == 2 and faces["+1"] == faces["−1"]


LAYOUTS = ROOT / "layouts" / "drumroll"
CUBES = ("white", "yellow", "green", "blue", "red")
# The document's list of symbols, in its order.
SYMBOLS = (
    *("player", "show", "vote", "game-end", "trailer", "prestige", "prestige-minus", "and", "or", "if-used"),
    *("if-not-used", "coin", "investment", "salary", "type-magician", "type-acrobat", "type-juggler", "type-tamer"),
    *("type-bizarre", "fired", "action-marker", "hand-size", "when-flipped", "discount", "arrow", "cube-any", "look"),
    *("personnel", "performer", "level-3", "level-2", "level-1", "no-prestige-loss", "no-salary"),
    *(f"cube-{colour}" for colour in CUBES),
)
MM, SIGN, CELL, COLUMNS = 8, 3, 5, 8  # pixels to the millimetre; millimetres


def drumroll_signs_performers() -> tuple[Card, ...]:
    return book_of(find_game("drumroll")).decks["performers"].cards


def legend() -> list[str]:
    """The signs that the aid and the rules explain."""
    listed = yaml.safe_load((LAYOUTS / "symbols.yaml").read_text("utf-8"))["elements"]["signs"]["each"]["list"]
    return [row["icon"] if "icon" in row else f"cube-{row['cube']}" for row in listed]


def test_the_legend_explains_every_symbol_of_the_document() -> None:
    assert sorted(legend()) == sorted(SYMBOLS)


def test_every_performer_has_an_emblem_of_its_own() -> None:
    drawings = [(LAYOUTS / "icons" / f"{card.id}.svg").read_text("utf-8") for card in drumroll_signs_performers()]
    assert len(set(drawings)) == 45


def test_every_drawing_is_used() -> None:
    words = "\n".join(path.read_text("utf-8") for path in LAYOUTS.glob("*.yaml"))
    made = {f"pip-{colour}" for colour in CUBES} | {f"action-{colour}" for colour in CUBES}
    made |= {f"sign-{colour}" for colour in ("purple", "orange", "black", "turquoise")}
    made |= {f"level-{stars}" for stars in (1, 2, 3)} | {name for name in SYMBOLS if name.startswith("type-")}
    made |= set(book_of(find_game("drumroll")).cards)
    drawn = {path.stem for path in (LAYOUTS / "icons").glob("*.svg")}
    spare = {name for name in drawn - made if not re.search(rf"\b{re.escape(name)}\b", words)}
    assert spare == set()


@pytest.fixture(scope="module")
def signs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Image.Image]:
    """Every sign as it comes out of a printer, 3 mm high, in grey."""
    folder = tmp_path_factory.mktemp("signs")
    for room in ("cards", "layouts"):
        shutil.copytree(ROOT / room / "drumroll", folder / "drumroll" / room)
    rows = -(-len(SYMBOLS) // COLUMNS)
    icon = {"kind": "icon", "icon": "{item.icon}", "colour": "ink", "ground": "paper", "width": SIGN, "height": SIGN}
    cube = {"kind": "face", "layout": "sign-cube", "with": {"colour": "{item.cube}"}, "width": SIGN, "height": SIGN}
    signs = {
        "field": {"kind": "rect", "fill": "paper"},
        "sign": {**icon, "when": {"item.icon": "present"}, "x": 1, "y": 1},
        "cube": {**cube, "when": {"item.cube": "present"}, "x": 1, "y": 1},
    }
    rows_of = [{"cube": name[5:]} if name[5:] in CUBES else {"icon": name} for name in SYMBOLS]
    grid = {"kind": "grid", "each": {"list": rows_of}, "columns": COLUMNS, "cell": [CELL, CELL], "elements": signs}
    size = {"width": CELL * COLUMNS, "height": CELL * rows, "bleed": 0, "safe": 0}
    probe = folder / "drumroll" / "layouts" / "probe.yaml"
    probe.write_text(yaml.safe_dump({"size": size, "elements": {"signs": grid}}, sort_keys=False), "utf-8")
    game = folder / "drumroll" / "cards" / "game.yaml"
    game.write_text(game.read_text("utf-8") + "  probe: {kind: page, face: probe, title: Probe}\n", "utf-8")
    entry = find_game("drumroll", [folder])
    order = PrintOrder(only=("probe",), folder=str(folder / "output"))
    place = prepare_game(entry, book_of(entry), order).components[0].sheets[0].placements[0]
    page = raster(Path(build_game(entry, book_of(entry), order).folder) / "probe.pdf", per_mm=MM).convert("L")
    found = {}
    for number, name in enumerate(SYMBOLS):
        row, column = divmod(number, COLUMNS)
        x, y = round((place.x + column * CELL) * MM), round((place.y + row * CELL) * MM)
        found[name] = page.crop((x, y, x + CELL * MM, y + CELL * MM))
    return found


def test_signs_are_distinguished_in_grey_at_three_millimetres(signs: dict[str, Image.Image]) -> None:
    for one, other in some(combinations(SYMBOLS, 2)):
        apart = ImageStat.Stat(ImageChops.difference(signs[one], signs[other])).mean[0]
        assert apart > 4, (one, other, round(apart, 1))


def test_every_sign_is_filled_enough_to_be_seen(signs: dict[str, Image.Image]) -> None:
    for name, picture in some(signs.items()):
        inside = picture.crop((MM, MM, (SIGN + 1) * MM, (SIGN + 1) * MM))
        dark = sum(inside.histogram()[:128]) / (inside.width * inside.height)
        assert 0.12 < dark < 0.92, (name, round(dark, 2))


@pytest.mark.parametrize("component", ["personnel", "investments", "regions"])
def test_backs_are_the_same_turned_round(component: str, tmp_path: Path) -> None:
    entry = find_game("drumroll")
    made = build_game(
        entry, book_of(entry), PrintOrder(only=(component,), folder=str(tmp_path), png=True, dpi=150, trim=True)
    )
    backs = [path for path in Path(made.folder).rglob("*.png") if "back" in path.name]
    assert len(backs) == 1
    with Image.open(backs[0]) as picture:
        back = picture.convert("L")
    apart = ImageStat.Stat(ImageChops.difference(back, back.rotate(180))).mean[0]
    assert apart < 0.7, apart
