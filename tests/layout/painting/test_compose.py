from __future__ import annotations

from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image

from pnp.layout.painting.compose import compose_card, compose_page
from pnp.library.card import Field
from tests.layout.listing import format_frame
from tests.layout.samples import STAR, book, face, fault_places, faults, layout, resources, ukko


def drawn(elements: str, **others: object) -> str:
    made = face(layout(elements), **others)  # type: ignore[arg-type]
    assert not made.report.items, [str(item) for item in made.report]
    return format_frame(made.frame)


def test_a_face_as_text() -> None:
    assert (
        drawn(
            """
ground: {kind: rect, box: bleed, fill: paper}
name: {kind: text, text: "{name}", x: 4, y: 2, width: 30, height: 6, size: 12, font: title}
rule: {kind: text, text: "{text.rule}", x: 4, y: 9, width: 20, height: 16}
mark: {kind: icon, icon: star, x: 30, y: 20, width: 6, height: 6, accent: accent}
line: {kind: line, points: [[4, 8], [100% - 4, 8]], stroke: accent, stroke_width: 0.5, dash: [1, 0.5]}
"""
        )
        == """\
frame tile/ukko 40×30 bleed 2
shape -2,-2 44×34 of MLLLZ fill #ffffff
text 12 "Ukko" at 4,5.81 alegreya-sans/ExtraBold#lining #1c1b1a
text 8 "Beats" at 4,11.64 fira-sans-condensed/Regular #1c1b1a
text 8 "7" at 11.11,11.64 fira-sans-condensed/Bold #1c1b1a
text 8 "and" at 12.98,11.64 fira-sans-condensed/Regular #1c1b1a
group icon:star ×0.2822 at 18.02,9.26
  shape 0,0 10×10 of MLLLZ fill #1c1b1a
  shape 2,2 6×6 of MLLLZ fill #1c1b1a
text 8 "lower ones." at 4,15.14 fira-sans-condensed/Regular #1c1b1a
group icon:star ×0.6 at 30,20
  shape 0,0 10×10 of MLLLZ fill #1c1b1a
  shape 2,2 6×6 of MLLLZ fill #8a2b1f
shape 4,8 32×0 of ML stroke #8a2b1f 0.5 dash 1,0.5
"""
    )


def test_the_same_card_gives_an_equal_frame() -> None:
    text = layout("a: {kind: text, text: '{text.rule}', x: 4, y: 9, width: 20, height: 16}")
    assert face(text).frame == face(text).frame


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("{kind: rect, fill: ink, x: 1, right: 2, y: 3, bottom: 4}", "1,3 37×23"),
        ("{kind: rect, fill: ink, right: 2, width: 10, bottom: 4, height: 5}", "28,21 10×5"),
        ("{kind: rect, fill: ink, box: safe, inset: 1}", "3,3 34×24"),
        ("{kind: rect, fill: ink, box: [1, 2, 50%, 50%]}", "1,2 20×15"),
        ("{kind: rect, fill: ink, x: bleed, y: value, width: width/2, height: height/2}", "2,7 20×15"),
        ("{kind: circle, fill: ink, x: 0, y: 0, width: 20, height: 10}", "5,0 10×10"),
        ("{kind: ellipse, fill: ink, x: 0, y: 0, width: 20, height: 10}", "0,0 20×10"),
        ("{kind: polygon, sides: 4, fill: ink, x: 0, y: 0, width: 20, height: 10}", "0,0 20×10"),
        ("{kind: polygon, points: [[0, 0], [50%, 0], [0, 50%]], fill: ink}", "0,0 20×15"),
        ("{kind: path, d: 'M0 0h10v5z', fill: ink, x: 3, y: 4}", "3,4 10×5"),
        ("{kind: path, d: 'M0 0h10v5z', viewbox: [0, 0, 10, 5], fill: ink}", "0,5 40×20"),
        ("{kind: rect, radius: [1, 2, 3, 4], fill: ink}", "0,0 40×30 of MLCLCLCLCZ"),
    ],
)
def test_boxes_and_shapes(line: str, expected: str) -> None:
    assert f"shape {expected}" in drawn(f"a: {line}")


def test_a_turn_and_an_opacity_make_a_group() -> None:
    found = drawn("a: {kind: rect, fill: ink, x: 10, y: 10, width: 10, height: 10, turn: 90, opacity: 0.5}")
    assert "group [0 1 -1 0 30 0] opacity 0.5" in found
    assert "group" not in drawn("a: {kind: rect, fill: ink, opacity: 0}")


def test_groups_move_cut_and_mirror() -> None:
    found = drawn("g: {kind: group, x: 10, width: 20, scale: 2, clip: true, elements: {a: {kind: rect, fill: ink}}}")
    assert "group g ×2 at -20,-15 clip 10,0 20×30" in found
    assert "[-1 0 0 1 40 0]" in drawn("g: {kind: group, mirror: x, elements: {a: {kind: rect, fill: ink}}}")
    plain = drawn("g: {kind: group, x: 5, y: 6, elements: {a: {kind: rect, fill: ink, width: 1, height: 1}}}")
    assert "group" not in plain and "shape 5,6 1×1" in plain


def test_conditions_choose_what_is_drawn() -> None:
    found = drawn(
        """
a: {kind: rect, fill: "#aa0000", when: {value: "> 5"}}
b: {kind: rect, fill: "#bb0000", unless: {power: none}}
c: {kind: rect, fill: "#cc0000", when: {theme: colour, lang: en}}
d: {kind: rect, fill: "#dd0000", when: {text.flavour: present}}
"""
    )
    assert [colour for colour in ("#aa", "#bb", "#cc", "#dd") if colour in found] == ["#aa", "#cc"]


def test_signs_in_one_place_whose_conditions_all_hold_are_told() -> None:
    sign = "{{kind: grid, {}, x: {}, width: 10, each: {{count: 2}}, elements: {{r: {{kind: rect, fill: ink}}}}}}"
    one = f"a: {sign.format('when: {value: present}', 0)}\n"
    found = face(layout(one + f"b: {sign.format('when: {id: present}', 4)}")).report.items
    assert [item.message for item in found] == [
        "tile of ukko, “b”: is drawn over “a”, because the conditions of both hold"
    ]
    beside = face(layout(one + f"b: {sign.format('when: {id: present}', 6)}")).report.items
    otherwise = face(layout(one + f"b: {sign.format('when: {value: absent}', 0)}")).report.items
    ground = face(layout(one + f"b: {sign.format('rows: 1', 0)}")).report.items
    assert (beside, otherwise, ground) == ([], [], [])


def test_placeholders() -> None:
    head = """size: {width: 90, height: 30}
words: {max: {en: "Highest *{value}*", fi: Ylin}}
values: {depth: 4}
maps: {hue: {by: power, none: "#abcdef", "*": ink}}"""
    text = "{id} {name} {code} {copies} {deck} {pre.blue} {steps.1} {word.max} {word.points} {word.max@fi}"
    text += " {constant.hand_size} {hand_size} {value.depth} {game} {lang} {theme} {page}/{pages} {section.setup}"
    found = format_frame(face(layout(f'a: {{kind: text, text: "{text}", colour: "{{map.hue}}", min: 4}}', head)).frame)
    words = " ".join(line.split('"')[1].strip() for line in found.splitlines() if line.startswith("text"))
    expected = "ukko Ukko KV2 2 Tiles 8 two Highest 7 points Ylin 5 5 4 The Game en colour 1/1 Setting up"
    assert words.split() == expected.split()
    assert "#abcdef" in found


def test_an_entry_of_a_map_may_have_placeholders() -> None:
    head = """size: {width: 90, height: 30}
words: {high: {en: High, fi: Korkea}}
maps: {kicker: {by: id, ukko: "{word.high} {value}", "*": low}}"""
    found = format_frame(face(layout('a: {kind: text, text: "{map.kicker}"}', head)).frame)
    assert " ".join(line.split('"')[1].strip() for line in found.splitlines() if line.startswith("text")) == "High 7"


def test_text_of_another_language() -> None:
    assert "Voittaa pienemmät." in drawn('a: {kind: text, text: "{text.rule}"}', lang="fi")


def test_text_below_another_and_heights_of_its_own() -> None:
    found = drawn(
        """
a: {kind: text, text: "one two three four five six", width: 12, height: auto}
b: {kind: rect, below: a, y: 1, height: 2, fill: ink}
c: {kind: rect, below: gone, height: 2, fill: accent}
gone: {kind: rect, below: b, when: {value: 1}}
"""
    )
    three = 3 * 8 * 25.4 / 72 * 1.2
    lines = found.count("text 8")
    assert lines == 3
    bottom = 8 * 25.4 / 72 * (1.2 + 2 * 1.24)
    assert f"shape 0,{bottom + 1:.2f} 40×2" in found
    assert three


def test_texts_that_go_together_take_one_size() -> None:
    found = drawn(
        """
a: {kind: text, text: "short", width: 20, height: 5, together: names, min: 5}
b: {kind: text, text: "a very long name", y: 10, width: 12, height: 5, together: names, min: 5}
"""
    )
    sizes = {line.split()[1] for line in found.splitlines() if line.startswith("text")}
    assert len(sizes) == 1 and float(sizes.pop()) < 8


def test_alignment() -> None:
    def x(align: str) -> float:
        line = drawn(f"a: {{kind: text, text: Ukko, align: {align}}}").splitlines()[1]
        return float(line.split(" at ")[1].split(",")[0])

    assert x("left") == 0
    assert x("centre") == pytest.approx(x("right") / 2, abs=0.01)
    assert 30 < x("right") < 40


def test_text_that_does_not_fit_is_an_error_at_the_words_of_the_card() -> None:
    report = faults(layout("rule: {kind: text, text: '{text.rule}', x: 4, y: 9, width: 8, height: 4}"))
    fault = report.errors[0]
    assert (fault.code, str(fault.span)) == ("text-overflow", "cards/game/tiles.yaml:7:3")
    assert "tile of ukko, “rule”: the text “Beats 7 and" in fault.message
    assert "layouts/game/tile.yaml:3:3" in fault.hint


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{kind: text, text: '{vale}'}", "placeholder"),
        ("{kind: rect, fill: '{id}'}", "colour"),
        ("{kind: rect, fill: '{nope}'}", "placeholder"),
        ("{kind: icon, icon: '{id}'}", "unknown-icon"),
        ("{kind: image, image: 'art/{id}.png'}", "image"),
        ("{kind: image, image: '../{id}.png'}", "image"),
        ("{kind: image, image: '/etc/{id}'}", "image"),
        ("{kind: face, layout: tile}", "circle"),
        ("{kind: face, layout: tile, card: kulervo}", "unknown-card"),
        ("{kind: rect, fill: ink, x: nowhere}", "length"),
        ("{kind: rect, fill: ink, x: 1/index}", "length"),
        ("{kind: rect, fill: ink, width: -4}", "length"),
        ("{kind: text, text: x, style: '{power}'}", "unknown-style"),
        ("{kind: text, text: '<nohue>x</>'}", "markup"),
        ("{kind: path, d: '{power}', fill: ink}", "path"),
        ("{kind: pattern, icon: star, step: 0.01}", "pattern"),
        ("{kind: pattern, icon: star, step: 0}", "pattern"),
        ("{kind: code, data: '{text.rule}{text.rule}{text.rule}{text.rule}{text.rule}{text.rule}{text.rule}'}", "code"),
    ],
)
def test_each_fault_of_composing_is_reported(line: str, code: str) -> None:
    assert code in [item.code for item in faults(layout(f"a: {line}")).errors]


def test_a_colour_that_a_cards_text_asks_for_and_nobody_has_is_reported_where_the_text_stands() -> None:
    card = replace(ukko(), texts={"rule": {"en": "A <nohue>word</>."}})
    layouts = resources(layout("rule: {kind: text, text: '{text.rule}'}"))
    (fault,) = compose_card(layouts, "tile", card).report
    assert (fault.code, str(fault.span), fault.hint) == (
        "markup",
        "cards/game/tiles.yaml:7:3",
        "there is no font with this name either",
    )


def pictured(mode: str, kind: str, size: tuple[int, int] = (60, 40)) -> bytes:
    stream = BytesIO()
    Image.effect_noise(size, 40).convert(mode).save(stream, kind)
    return stream.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
@pytest.mark.parametrize("keep", [0.0, 0.02, 0.3, 0.9, 0.999])
def test_an_image_that_is_cut_off_is_reported_on_every_card_that_bears_it(kind: str, keep: float) -> None:
    whole = pictured("RGB", kind)
    text = layout("a: {kind: image, image: 'art/{id}.png'}")
    good = compose_card(resources({"tile.yaml": text, "art/ukko.png": whole}), "tile", ukko())
    assert not good.report.items
    torn = resources({"tile.yaml": text, "art/ukko.png": whole[: int(len(whole) * keep)]})
    (fault,) = compose_card(torn, "tile", ukko()).report
    assert (fault.code, fault.span.file) == ("image", "layouts/game/tile.yaml")
    assert "tile of ukko" in fault.message and "“art/ukko.png”" in fault.message


def test_an_image_that_was_damaged_on_the_way_is_reported() -> None:
    data = bytearray(pictured("L", "PNG"))
    data[len(data) // 2] ^= 1
    layouts = resources({"tile.yaml": layout("a: {kind: image, image: 'art/{id}.png'}"), "art/ukko.png": bytes(data)})
    (fault,) = compose_card(layouts, "tile", ukko()).report
    assert "the PNG file is damaged" in fault.message


def test_a_style_that_starts_from_itself_is_reported() -> None:
    head = "size: poker\nstyles: {a: {style: b}, b: {style: a}}"
    assert "circle" in [item.code for item in faults(layout("a: {kind: text, text: x, style: a}", head))]


def test_an_optional_icon_or_image_may_be_missing() -> None:
    drawn("a: {kind: icon, icon: '{id}', optional: true}\nb: {kind: image, image: 'art/{id}.png', optional: true}")


def test_a_card_without_an_icon_of_its_own_gets_another() -> None:
    tree = "<svg viewBox='0 0 1 1'><rect width='1' height='1'/></svg>"
    asked = layout("a: {kind: icon, icon: '{id}', instead: tree}")
    assert faults(asked).items[0].message == "there is no icon “tree”"
    assert not faults({"tile.yaml": asked, "icons/tree.svg": tree}).items


def test_a_faulty_icon_is_reported_once_in_its_own_file() -> None:
    layouts = resources(
        {"tile.yaml": layout("a: {kind: icon, icon: '{id}'}"), "icons/ukko.svg": "<svg viewBox='0 0 1 1'><b/></svg>"}
    )
    made = [compose_card(layouts, "tile", ukko()) for _ in range(2)]
    assert [str(item.span) for item in layouts.report] == ["layouts/game/icons/ukko.svg:1:24"]
    assert not any(face.report.items for face in made)


PNG = pictured("RGB", "PNG", (400, 200))


def test_images_fit_fill_and_stretch() -> None:
    def place(fit: str) -> str:
        files: dict[str, str | bytes] = {
            "tile.yaml": layout(f"a: {{kind: image, image: 'art/{{id}}.png', width: 20, height: 20, fit: {fit}}}"),
            "art/ukko.png": PNG,
        }
        made = compose_card(resources(files), "tile", ukko())
        assert not made.report.items
        return format_frame(made.frame).splitlines()[-1].strip()

    assert place("fit") == "image game/art/ukko.png at 0,5 20×10"
    assert place("fill") == "image game/art/ukko.png at -10,0 40×20"
    assert place("stretch") == "image game/art/ukko.png at 0,0 20×20"


def test_a_face_in_a_face() -> None:
    files: dict[str, str | bytes] = {
        "mini.yaml": layout(
            "a: {kind: rect, fill: ink}\nb: {kind: text, text: '{name}{with.mark}', size: 8}", "size: chit"
        ),
        "tile.yaml": layout(
            "f: {kind: face, layout: mini, card: louhi, width: 12, height: 14, with: {mark: '-{value}'}}"
        ),
    }
    made = compose_card(resources(files), "tile", ukko())
    assert not made.report.items, [str(item) for item in made.report]
    found = format_frame(made.frame)
    assert "group face:mini of louhi ×0.75 at 0,1 clip 0,0 16×16" in found
    assert '"Louhi-7"' in found
    assert all(trace.inset for trace in made.traces)


def test_a_pattern_is_symmetric() -> None:
    lines = drawn("a: {kind: pattern, icon: star, icon_size: 2, step: 5, box: bleed}").splitlines()
    places = sorted(tuple(map(float, line.split(" at ")[1].split(","))) for line in lines if "icon:star" in line)
    mirrored = sorted((round(40 - x - 2, 2), round(30 - y - 2, 2)) for x, y in places)
    assert [place for place in places if 0 < place[0] < 38 and 0 < place[1] < 28] == [
        place for place in mirrored if 0 < place[0] < 38 and 0 < place[1] < 28
    ]
    assert "clip -2,-2 44×34" in lines[1]


def test_round_and_hexagonal_trims_know_what_to_cut() -> None:
    assert "cut of MCCCCZ" in format_frame(face(layout("a: {kind: rect}", "size: round20")).frame)
    assert "cut of MLLLLLZ" in format_frame(face(layout("a: {kind: rect}", "size: hex50")).frame)


def test_numbers_of_the_database_reach_the_face() -> None:
    text = layout("a: {kind: text, text: '{value}'}")
    assert '"7"' in format_frame(face(text, ukko()).frame)
    assert '"9"' in format_frame(face(text, ukko(value=9)).frame)


def test_a_number_below_zero_has_a_true_minus_and_stays_a_number_in_a_face_within() -> None:
    mini = "a: {kind: text, text: '{with.n}'}\nb: {kind: rect, fill: ink, x: 0, width: with.n + 8, y: 0, height: 1}"
    files: dict[str, str | bytes] = {
        "mini.yaml": layout(mini),
        "tile.yaml": layout("t: {kind: text, text: '{value}'}\nf: {kind: face, layout: mini, with: {n: '{value}'}}"),
    }
    made = compose_card(resources(files), "tile", ukko(value=-3))
    assert not made.report.items, [str(item) for item in made.report]
    found = format_frame(made.frame)
    assert found.count('"−3"') == 2
    assert "shape 0,0 5×1" in found


def test_traces_cover_every_leaf_in_order() -> None:
    made = face(layout("a: {kind: rect, fill: ink}\nb: {kind: text, text: '{text.rule}'}\nc: {kind: icon, icon: star}"))
    at = 0
    for trace in made.traces:
        assert trace.start == at
        at = trace.stop
    assert at == format_frame(made.frame).count("\n") - 1 - format_frame(made.frame).count("group")


def test_a_missing_layout_is_reported_once() -> None:
    layouts = resources({"tile.yaml": layout("a: {kind: rect}")})
    assert compose_card(layouts, "tiel", ukko()).frame.items == ()
    assert [item.hint for item in layouts.report] == ["did you mean “tile”?"]


def test_fault_places() -> None:
    assert fault_places(faults(layout("a: {kind: text, text: '{vale}'}"))) == ["3:25 placeholder"]
    assert STAR and book()


def test_a_face_that_would_never_be_finished_is_reported() -> None:
    text = "a: {kind: rect, fill: ink}"
    for name in "bcd":
        text = f"{name}: {{kind: grid, each: {{count: 400}}, columns: 20, elements: {{{text}}}}}"
    assert "too-large" in [item.code for item in faults(layout(text)).errors]


@pytest.mark.parametrize(("width", "is_there"), [(20, False), (30, True)])
def test_words_too_small_to_read_are_left_out_of_the_picture_of_a_card(width: int, is_there: bool) -> None:
    """The text of 8 pt is 3.6 pt in a picture of 20 mm of a card of 44, and 5.5 pt in one of 30 mm."""
    words = "words: {kind: text, text: Beats, size: 8, min: 8, x: 0, y: 0, width: 40, height: 9}"
    small = f"small: {{kind: face, layout: tile, x: 0, y: 0, width: {width}, height: {width}}}"
    square = "size: {width: 44, height: 44, bleed: 0, safe: 0}"
    files: dict[str, str | bytes] = {
        f"{name}.yaml": f"{square}\nelements:\n  {element}\n" for name, element in (("tile", words), ("page", small))
    }
    (made,) = compose_page(resources(files), "page", None)
    assert ("Beats" in format_frame(made.frame)) is is_there


def test_a_wrong_name_is_answered_with_the_fields_of_the_deck() -> None:
    fields = {"tyyppi": Field("text"), "hinta": Field("int")}
    known = book()
    deck = replace(known.decks["tiles"], fields=fields)
    cards = replace(known, decks={**known.decks, "tiles": deck})

    def hint(name: str) -> str:
        made = resources({"tile.yaml": layout(f'a: {{kind: text, text: "{{{name}}}"}}')}, cards=cards)
        (fault,) = compose_card(made, "tile", ukko()).report
        return fault.hint

    assert hint("tariff") == "fields of the deck: tyyppi, hinta"
    assert hint("hint") == "did you mean “{hinta}”?"
    assert hint("nmae") == "did you mean “{name}”?"


def test_a_tag_that_is_not_closed_says_how_to_close_it() -> None:
    (fault,) = faults(layout("a: {kind: text, text: '<caps>x</caps>'}"))
    assert "“<caps>” is not closed; close it with </>" in fault.message
