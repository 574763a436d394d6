from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.template.element import TextElement
from tests.layout.listing import format_frame
from tests.layout.memory_shelf import MemoryShelf
from tests.layout.samples import book, face, fault_places, faults, layout, resources, stock, ukko

BASE = layout(
    """
ground: {kind: rect, box: bleed, fill: paper}
name: {kind: text, text: "{name}", x: 4, y: 2, width: 20, height: 6, size: 9}
art: {kind: slot, x: 2, y: 10, width: 10, height: 10, elements: {dot: {kind: circle, fill: ink}}}
"""
)


def lines(files: dict[str, str | bytes], theme: str = "") -> list[str]:
    layouts = resources(files, theme)
    made = compose_card(layouts, "tile", ukko())
    assert not layouts.report.items, [str(item) for item in layouts.report]
    return format_frame(made.frame).splitlines()[1:]


def extended(child: str) -> list[str]:
    return lines({"base.yaml": BASE, "tile.yaml": f"extends: base\n{child}"})


def test_a_child_changes_keys_and_keeps_the_place() -> None:
    assert extended("elements: {name: {x: += 2, size: '*= 1.5'}}")[1].startswith('text 13.5 "Ukko" at 6,')


def test_null_takes_out_and_new_elements_go_last_or_where_they_ask() -> None:
    found = extended("elements: {ground: null, a: {kind: line}, b: {kind: rect, fill: ink, before: name}}")
    assert [line.split()[0] for line in found] == ["shape", "text", "shape", "shape"]
    assert "fill #1c1b1a" in found[0]
    assert "stroke #1c1b1a 0.25" in found[3]


def test_a_slot_is_filled() -> None:
    assert len(extended("")) == 3
    found = extended("slots: {art: {dot: null, star: {kind: rect, fill: accent}}}")
    assert "2,10 10×10" in found[2] and "fill #8a2b1f" in found[2]


def test_a_theme_takes_out_of_a_slot() -> None:
    text = BASE + "slots: {art: {star: {kind: rect, fill: accent}}}\nthemes: {ink: {slots: {art: {star: null}}}}\n"
    assert [len(lines({"tile.yaml": text}, theme)) for theme in ("colour", "ink")] == [4, 3]


def test_a_theme_changes_a_layout() -> None:
    text = BASE + "themes: {ink: {elements: {ground: null, name: {x: 9}}}}\n"
    assert len(lines({"tile.yaml": text}, "colour")) == 3
    assert lines({"tile.yaml": text}, "ink")[0].startswith('text 9 "Ukko" at 9,')


def test_relative_to_a_length_with_a_unit() -> None:
    files: dict[str, str | bytes] = {
        "base.yaml": layout("a: {kind: rect, fill: ink, width: 50%, height: 1in}"),
        "tile.yaml": "extends: base\nelements: {a: {width: -= 2, height: /= 2}}\n",
    }
    assert "18×12.7" in lines(files)[0]


def test_sizes_by_name_and_in_part() -> None:
    files: dict[str, str | bytes] = {"base.yaml": BASE.replace("{width: 40, height: 30, bleed: 2, safe: 2}", "poker")}
    layouts = resources({**files, "tile.yaml": "extends: base\nsize: {corner: 0}\n"})
    frame = compose_card(layouts, "tile", ukko()).frame
    assert (frame.width, frame.height, frame.corner, frame.bleed) == (63, 88, 0, 3)
    layouts = resources({**files, "tile.yaml": "extends: base\nsize: {turned: true}\n"})
    assert compose_card(layouts, "tile", ukko()).frame.width == 88
    layouts = resources(
        {"sizes.yaml": "own: {like: mini, height: 50}", "tile.yaml": BASE.replace(BASE.split("\n")[0], "size: own")}
    )
    assert compose_card(layouts, "tile", ukko()).frame.height == 50


def test_the_stock_can_be_used_as_it_is() -> None:
    layouts = resources({"tile.yaml": "extends: _stock/card\n"})
    made = compose_card(layouts, "tile", ukko())
    assert not layouts.report.items and not made.report.items


def test_a_clash_with_an_extended_layout_is_reported_where_the_own_file_makes_it() -> None:
    layouts = resources({"tile.yaml": "extends: _stock/card\nelements:\n  rule: {height: 12}\n"})
    compose_card(layouts, "tile", ukko())
    (item,) = layouts.report.items
    assert (item.span.file.endswith("tile.yaml"), item.span.line, item.span.column) == (True, 3, 18)
    assert (item.code, item.hint) == ("box", "write bottom: null to remove the value of the extended layout")
    mended = resources({"tile.yaml": "extends: _stock/card\nelements:\n  rule: {height: 12, bottom: null}\n"})
    compose_card(mended, "tile", ukko())
    assert not mended.report.items


def test_values_of_a_layout_stand_for_lengths() -> None:
    text = layout("a: {kind: rect, fill: ink, x: m, width: 100% - 2*m, y: n}", "size: chit\nvalues: {m: 2, n: m * 2}")
    assert "2,4 12×12" in format_frame(face(text).frame)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("a: {kind: txet, text: x}", "3:13 unknown-kind"),
        ("a: {text: x}", "3:3 missing-kind"),
        ("a: {kind: [text]}", "3:13 unknown-kind"),
        ("a: {kind: rect, before: [b]}", "3:27 unknown-element"),
        ("a: 4", "3:6 type"),
        ("a: {kind: text, text: x, colr: ink}", "3:28 unknown-key"),
        ("a: {kind: text, text: x, size: big}", "3:34 value"),
        ("a: {kind: text, text: x, size: 0}", "3:34 value"),
        ("a: {kind: text, text: x, colour: inc}", "3:36 colour"),
        ("a: {kind: text, text: x, font: comic}", "3:34 value"),
        ("a: {kind: text, text: x, style: bodi}", "3:35 value"),
        ("a: {kind: text, text: x, align: center}", "3:35 value"),
        ("a: {kind: text, text: '**x'}", "3:25 value"),
        ("a: {kind: text}", "3:3 missing-option"),
        ("a: {kind: icon, icon: stra}", "3:25 value"),
        ("a: {kind: rect, x: 3 furlongs}", "3:22 value"),
        ("a: {kind: rect, x: 1, width: 2, right: 3}", "3:42 box"),
        ("a: {kind: rect, box: trimm}", "3:24 value"),
        ("a: {kind: rect, when: yes}", "3:25 value"),
        ("a: {kind: rect, x: += 2}", "3:22 relative"),
        ("a: {kind: rect, below: b}", "3:26 unknown-element"),
        ("a: {kind: rect, before: a}", "3:27 unknown-element"),
        ("a: {kind: polygon}", "3:3 missing-option"),
        ("a: {kind: polygon, sides: 2}", "3:29 value"),
        ("a: {kind: path, d: M0}", "3:22 value"),
        ("a: {kind: grid, each: {decks: x}, elements: {}}", "3:26 unknown-key"),
        ("a: {kind: grid, each: {count: 2, list: []}, elements: {}}", "3:25 value"),
        ("a: {kind: face, layout: nowhere}", "3:27 value"),
        ("a: {kind: rules, style: nostyle}", "3:27 value"),
        ("a: {kind: rules, columns: 40}", "3:29 value"),
        ("a: {kind: pattern, icon: star, step: [1, 2, 3]}", "3:40 value"),
        ("a: {kind: image, image: x.png, focus: 50%}", "3:41 value"),
        ("a: {kind: group, elements: [1]}", "3:30 type"),
    ],
)
def test_each_fault_of_an_element_is_reported_at_its_place(line: str, fault: str) -> None:
    assert fault in fault_places(faults(layout(line)))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[1, 2]", "1:1 type"),
        ("size: poker", "1:1 empty"),
        ("size: pokre\nelements: {}", "1:7 size"),
        ("size: {like: [poker]}\nelements: {}", "1:14 size"),
        ("elements: {}", "1:1 missing-size"),
        ("size: {width: 63}\nelements: {}", "1:7 size"),
        ("size: {width: 63, height: 0.1}\nelements: {}", "1:27 size"),
        ("size: {width: 63, height: 9, shape: star}\nelements: {}", "1:37 size"),
        ("size: {width: 60, height: 80, corner: 31}\nelements: {}", "1:39 size"),
        ("size: {width: 60, height: 80, safe: 31}\nelements: {}", "1:37 size"),
        ("size: {width: 60, height: 80, bleed: 51}\nelements: {}", "1:38 size"),
        ("size: poker\nelement: {}", "2:1 unknown-key"),
        ("size: poker\nelements: {}\nwords: [1]", "3:8 type"),
        ("size: poker\nelements: {}\nwords: {a: {fi: x}}", "3:12 missing-translation"),
        ("size: poker\nelements: {}\nslots: {art: {}}", "3:9 unknown-slot"),
        ("size: poker\nelements: {}\nmaps: {a: [1]}", "3:11 type"),
        ("size: poker\nelements: {}\nthemes: {colour: {extends: x}}", "3:19 unknown-key"),
        ("size: poker\nelements: {}\nstyles: {a: {colour: nope}}", "3:22 colour"),
        ("size: poker\nelements: {}\nextends: bsae", "3:10 unknown-layout"),
        ("extends: tile\nelements: {}", "1:10 circle"),
        ("extends: [base, tile]\nelements: {}", "1:10 type"),
        ("size: poker\nelements: {a: {kind: rect}\n", "3:1 yaml"),
        ("size: poker\nsize: mini\nelements: {}", "2:1 duplicate-key"),
    ],
)
def test_each_fault_of_a_file_is_reported_at_its_place(text: str, fault: str) -> None:
    assert fault in fault_places(faults(text))


def test_all_faults_are_reported_at_once_with_the_nearest_name() -> None:
    report = faults(layout("a: {kind: text, text: x, colr: ink, sise: 3}\nb: {kind: recd}"))
    assert [item.hint for item in report] == ["did you mean “colour”?", "did you mean “size”?", "did you mean “rect”?"]


def test_a_longer_circle_names_all_layouts() -> None:
    report = faults({"tile.yaml": "extends: b", "b.yaml": "extends: c", "c.yaml": "extends: tile"})
    assert any("game/tile → game/b → game/c → game/tile" in item.hint for item in report)


def test_a_circle_further_down_names_only_the_circle() -> None:
    report = faults({"tile.yaml": "extends: b", "b.yaml": "extends: c", "c.yaml": "extends: b"})
    assert [item.hint for item in report] == ["game/b → game/c → game/b"]


@pytest.mark.parametrize("extends", ["bsae", "tile", "[base]"])
def test_without_its_base_a_layout_is_reported_once_and_not_judged_as_if_it_stood_alone(extends: str) -> None:
    text = f"extends: {extends}\nelements: {{name: {{x: nothing_the_base_has}}}}\nslots: {{art: {{}}}}"
    assert len(faults({"tile.yaml": text, "base.yaml": BASE}).items) == 1


def test_a_size_like_itself_names_the_circle() -> None:
    files: dict[str, str | bytes] = {"tile.yaml": "size: a\nelements: {}", "sizes.yaml": "a: {like: b}\nb: {like: a}"}
    (fault,) = faults(files)
    assert (fault.code, fault.hint, fault.span.line) == ("circle", "a → b → a", 2)


def test_sizes_that_are_no_map_are_reported() -> None:
    files: dict[str, str | bytes] = {"tile.yaml": "size: mini\nelements: {}", "sizes.yaml": "- mini"}
    assert [str(item.span) for item in faults(files)] == ["layouts/game/sizes.yaml:1:1"]


def test_a_layout_whose_name_no_file_can_have_is_reported_what_names_are_like() -> None:
    layouts = resources({"tile.yaml": BASE, "körtti.yaml": BASE})
    assert layouts.template("körtti") is None
    assert "letters a-z" in layouts.report.items[0].hint


def test_a_fault_in_a_base_layout_is_reported_once_in_its_own_file() -> None:
    files: dict[str, str | bytes] = {
        "base.yaml": layout("a: {kind: rect, fil: ink}"),
        "tile.yaml": "extends: base\n",
        "other.yaml": "extends: base\n",
    }
    layouts = resources(files)
    compose_card(layouts, "tile", ukko())
    compose_card(layouts, "other", ukko())
    assert [str(item.span) for item in layouts.report] == ["layouts/game/base.yaml:3:19"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("colours: {gold: '#12'}", "1:17 colour"),
        ("colours: {gold: silver}", "1:17 colour"),
        ("colours: {gold: amber, amber: gold}", "1:17 circle"),
        ("default: nope", "1:10 unknown-theme"),
        ("coded: [nope]", "1:9 colour"),
        ("coded: {colours: [ink], beside: x}", "1:25 unknown-key"),
        ("coded: ink", "1:8 type"),
        ("fonts: {body: nope}", "1:15 font"),
        ("fonts: {body: {family: fira-sans-condensed, bold: Heavyish}}", "1:51 font"),
        ("fonts: {body: {bold: Bold}}", "1:15 font"),
        ("styles: {body: {sise: 8}}", "1:17 unknown-key"),
        ("type_scale: huge", "1:13 value"),
        ("color: {}", "1:1 unknown-key"),
        ("themes: {colour: {extends: nope}}", "1:28 unknown-theme"),
        ("themes: {colour: {extends: colour}}", "1:10 circle"),
        ("themes: {colour: 5}", "1:18 type"),
    ],
)
def test_each_fault_of_a_theme_is_reported_at_its_place(text: str, fault: str) -> None:
    files: dict[str, str | bytes] = {"theme.yaml": f"{text}\nextends: _stock/theme\n", "tile.yaml": BASE}
    assert fault in fault_places(faults(files))


def test_an_unknown_theme_is_reported_with_the_nearest() -> None:
    layouts = resources({"tile.yaml": BASE}, "inc")
    assert layouts.report.items[0].hint == "did you mean “ink”?"


def test_theme_layers() -> None:
    theme = """
extends: _stock/theme
colours: {gold: "#bb8800"}
styles: {name: {size: 20}}
themes: {night: {extends: ink, colours: {gold: "#ffcc00"}}}
"""
    layouts = resources({"theme.yaml": theme, "tile.yaml": BASE}, "night")
    assert not layouts.report.items
    assert layouts.theme.colours["gold"] == "#ffcc00"
    assert layouts.theme.styles["name"].size == 20
    assert layouts.theme.styles["name"].align == "centre"
    assert layouts.theme_names == ["colour", "ink", "accessible", "night"]


def test_elements_are_typed() -> None:
    template = resources({"tile.yaml": BASE}).template("tile")
    assert template is not None
    name = template.elements[1]
    assert isinstance(name, TextElement) and name.look.size == 9.0 and name.x == 4.0


def test_elements_too_deep_in_each_other_are_reported() -> None:
    text = "{kind: rect}"
    for _ in range(26):
        text = f"{{kind: group, elements: {{a: {text}}}}}"
    assert "nesting" in [item.code for item in faults(layout(f"a: {text}")).errors]


def test_a_game_without_any_theme_is_refused() -> None:
    layouts = LayoutResources(MemoryShelf({"game/tile.yaml": BASE}, stock()[1]), book())
    assert [item.code for item in layouts.report][:1] == ["unreadable"]
    compose_card(layouts, "tile", ukko())
    assert "colour" in [item.code for item in layouts.report]


def test_a_damaged_font_is_reported_and_the_fall_back_measures() -> None:
    fonts = {**stock()[1], "fira-sans-condensed/Regular": b"no font"}
    layouts = resources(BASE, fonts=fonts)
    made = compose_card(layouts, "tile", ukko())
    assert "font" in [item.code for item in layouts.report]
    assert "vera/Regular" in format_frame(made.frame)


SCRAPS = st.sampled_from(
    [
        *("kind: text", "kind: rect", "kind: grid", "text: '{name}'", "text: '{'", "size: 8", "size: +=", "x: 50%"),
        *(
            "x: [1]",
            "height: auto",
            "when: {a: 1}",
            "when: []",
            "each: {count: 3}",
            "each: 4",
            "elements: {}",
            "box: safe",
        ),
        *(
            "elements: {a: {kind: rect}}",
            "fill: ink",
            "fill: '{id}'",
            "before: a",
            "below: a",
            "note: null",
            "? [1]",
            "a",
        ),
    ]
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.lists(SCRAPS, max_size=5), max_size=4), st.sampled_from(["poker", "{width: 1}", "3", "null"]))
def test_any_layout_is_composed_or_reported(elements: list[list[str]], size: str) -> None:
    lines = "\n".join(f"  e{number}: {{{', '.join(scraps)}}}" for number, scraps in enumerate(elements))
    report = faults(f"size: {size}\nelements:\n{lines}\n")
    assert all(item.span.file for item in report)


@settings(max_examples=60)
@given(st.text(alphabet="ab:{}[]-\n '\"#&*!|>%@`,?=", max_size=60))
def test_any_text_is_a_layout_or_a_report(text: str) -> None:
    faults(text)


def test_braces_without_quotes_are_reported_to_be_quoted() -> None:
    (fault,) = faults(layout("a: {kind: text, text: {value}}")).errors
    assert (fault.message, fault.hint) == ("expected a single value", "put a text with braces in quotes: '{…}'")


def test_articles_fit_their_nouns() -> None:
    report = faults(layout("a: {kind: icon, color: ink, icon: x}\nb: {kind: text, text: x, color: ink}"))
    found = [item.message for item in report]
    assert "an icon has no “color”" in found and "a text has no “color”" in found
