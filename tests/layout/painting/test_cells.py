from __future__ import annotations

import pytest
from msgspec.structs import replace

from pnp.layout.painting.compose import compose_card
from pnp.library.card import DataTable, Option
from tests.layout.listing import format_frame
from tests.layout.samples import book, face, faults, layout, resources, ukko


def words(elements: str) -> list[str]:
    """The texts and where they stand, `one@0,0`."""
    made = face(layout(elements, "size: {width: 40, height: 30}"), ukko())
    assert not made.report.items, [str(item) for item in made.report]
    found = []
    for line in format_frame(made.frame).splitlines():
        if line.strip().startswith("text"):
            found.append(line.split('"')[1])
    return found


def boxes(options: str, each: str = "{count: 6}") -> list[str]:
    text = f"g: {{kind: grid, each: {each}, {options}, elements: {{a: {{kind: rect, fill: ink}}}}}}"
    made = face(layout(text, "size: {width: 40, height: 30}"), ukko())
    assert not made.report.items, [str(item) for item in made.report]
    lines = format_frame(made.frame).splitlines()[1:]
    return [" ".join(line.split()[1:3]) for line in lines if "shape" in line]


def text_grid(each: str, text: str) -> list[str]:
    return words(
        f"g: {{kind: grid, each: {each}, columns: 3, elements: {{a: {{kind: text, text: '{text}', min: 4}}}}}}"
    )


def test_over_a_list_and_a_map_of_the_card() -> None:
    assert text_grid("{field: steps}", "{number} {item}") == ["1 one", "2 two", "3 three"]
    assert text_grid("{field: pre}", "{key} {item}") == ["blue 8", "red 1"]


def test_over_a_deck_its_copies_and_a_part_of_it() -> None:
    assert text_grid("{deck: tiles}", "{name} {value}") == ["Ukko 7", "Louhi 2"]
    assert text_grid("{deck: tiles, copies: true}", "{id}") == ["ukko"] * 2 + ["louhi"] * 3
    assert text_grid("{deck: tiles, where: {value: < 5}}", "{index}/{count}") == ["0/1"]


def test_over_numbers_and_written_lists() -> None:
    assert text_grid("{count: 3, from: 5, step: 2}", "{item}") == ["5", "7", "9"]
    assert text_grid('{count: "{value}"}', "{item}") == ["0", "1", "2", "3", "4", "5", "6"]
    assert text_grid("{list: [{n: {en: one, fi: yksi}}, {n: two}]}", "{item.n} {item.n@fi}") == ["one yksi", "two two"]


def test_over_the_squares_of_a_board() -> None:
    board = "each: {rows: ['ukko . louhi:win', '. x .']}"
    text = f"g: {{kind: grid, {board}, elements: {{a: {{kind: text, text: '{{item}}', min: 4}}}}}}"
    assert words(text) == ["ukko", "louhi", "x"]
    marked = text.replace("text: '{item}'", "when: {mark: win}, text: '{value}'")
    assert words(marked) == ["2"]


def test_cells_share_the_box_or_have_a_size() -> None:
    assert boxes("columns: 3, gap: 2")[:4] == ["0,0 12×14", "14,0 12×14", "28,0 12×14", "0,16 12×14"]
    assert boxes("cell: [10, 10], columns: 3, align: right, valign: bottom")[0] == "10,10 10×10"
    assert boxes("rows: 2, flow: columns")[:2] == ["0,0 13.33×15", "0,15 13.33×15"]
    assert boxes("columns: 3, flow: snake")[3:] == ["26.67,15 13.33×15", "13.33,15 13.33×15", "0,15 13.33×15"]
    assert boxes("cell: [20, 10]")[2] == "0,10 20×10"


def test_a_ring_goes_round_the_border() -> None:
    found = boxes("columns: 4, rows: 3, flow: ring", "{count: 10}")
    corners = [found[0], found[3], found[5], found[8]]
    assert corners == ["0,0 10×10", "30,0 10×10", "30,20 10×10", "0,20 10×10"]
    assert len(set(found)) == 10


def test_a_circle_begins_at_the_top_and_may_turn_its_cells() -> None:
    assert boxes("cell: [4, 4], flow: circle", "{count: 4}") == ["18,0 4×4", "36,13 4×4", "18,26 4×4", "0,13 4×4"]
    turned = face(
        layout(
            "g: {kind: grid, each: {count: 4}, cell: [4, 4], flow: circle, turned: true, "
            "elements: {a: {kind: rect, fill: ink}}}"
        )
    )
    assert "group [0 1 -1 0" in format_frame(turned.frame)


AUTO = """
g:
  kind: grid
  each: {list: [short, a much longer text that needs several lines of its row]}
  rows: auto
  gap: [0, 1]
  height: %s
  elements:
    ground: {kind: rect, fill: ink}
    words: {kind: text, text: "{item}", x: 2, width: 16, height: auto, min: 5}
    next: {kind: rect, fill: accent, below: words, height: 2}
"""


def test_rows_as_tall_as_their_texts() -> None:
    lines = format_frame(face(layout(AUTO % 30)).frame).splitlines()
    grounds = [line for line in lines if "fill #1c1b1a" in line and "shape" in line]
    first, second = (float(line.split()[2].split("×")[1]) for line in grounds)
    line_height = 8 * 25.4 / 72 * 1.2
    assert first == pytest.approx(line_height + 2, abs=0.01)
    assert second > 3 * line_height
    assert f"shape 0,{first + 1:.2f} " in grounds[1]


def test_rows_shrink_together_until_they_fit_or_report_that_they_do_not() -> None:
    made = face(layout(AUTO % 16))
    sizes = {line.split()[1] for line in format_frame(made.frame).splitlines() if line.startswith("text")}
    assert len(sizes) == 1 and 5 <= float(sizes.pop()) < 8
    assert "text-overflow" in [item.code for item in face(layout(AUTO % 9)).report]


@pytest.mark.parametrize(
    "line",
    [
        "each: {deck: tils}",
        'each: {count: "{name}"}',
        "each: {count: -1}",
        "each: {count: 99999}",
        "each: {field: value}",
        "each: {count: 9}, columns: 2, rows: 2",
        "each: {count: 9}, cell: [30, 30], columns: 3",
        "each: {count: 3}, flow: circle",
        "each: {count: 3}, columns: 3, gap: 40",
    ],
)
def test_each_fault_of_a_grid_is_reported(line: str) -> None:
    text = layout(f"g: {{kind: grid, {line}, elements: {{a: {{kind: rect, fill: ink}}}}}}")
    (fault,) = faults(text).errors
    assert fault.code == "unknown-deck" if "deck" in line else fault.code in ("grid", "length")


def test_a_field_that_the_card_lacks_repeats_nothing() -> None:
    assert text_grid("{field: nothing}", "{item}") == []


def test_a_grid_repeats_over_the_switches_of_the_game() -> None:
    switches = {
        "tie": Option("tie", "none", ("shared", "none"), {"en": "Nobody wins.", "fi": "Kukaan ei voita."}, "GAM-03"),
        "fast": Option("fast", True, (True, False), {"en": "Quick.", "fi": "Nopea."}, "GAM-01"),
    }
    one = "g: {kind: grid, each: {options: all, where: {item.id: tie}}, columns: 1, elements: "
    one += "{a: {kind: text, text: '{item.id} {item.default} of {item.values}: {item.words} {item.rule}', min: 4}}}"
    made = face(layout(one, "size: {width: 90, height: 30}"), cards=replace(book(), options=switches), lang="fi")
    assert '"tie none of none, shared: Kukaan ei voita. GAM-03"' in format_frame(made.frame)
    every = "g: {kind: grid, each: {options: all}, columns: 1, elements: {a: {kind: text, text: '{item.values}'}}}"
    made = face(layout(every), cards=replace(book(), options=switches))
    assert '"true, false"' in format_frame(made.frame)
    assert any("options: all" in item.message for item in faults(layout("g: {kind: grid, each: {options: tie}}")))


def test_columns_of_cells_as_tall_as_their_texts_are_equally_long() -> None:
    """A long text makes no room beside it: each cell stands under the one before."""
    from pnp.layout.painting.cells import _stack_columns, _stack_rows

    tall = [10.0, 2.0, 2.0, 2.0, 2.0, 2.0]
    assert [cell.column for cell in _stack_columns(tall, 2, 0.0)] == [0, 1, 1, 1, 1, 1]
    assert [cell.top for cell in _stack_columns(tall, 2, 1.0)] == [0, 11, 0, 3, 6, 9]
    assert [cell.height for cell in _stack_rows(tall, 2, 0.0)] == [10, 10, 2, 2, 2, 2]
    assert _stack_columns([], 2, 1.0) == _stack_rows([], 2, 1.0) == []


def test_columns_of_a_board_are_those_of_its_rows() -> None:
    board = "each: {rows: ['ukko . louhi', '. x .']}, columns: 4"
    (fault,) = faults(layout(f"g: {{kind: grid, {board}, elements: {{a: {{kind: rect}}}}}}")).errors
    assert "expected 4 squares in a row, as “columns” says, got 3" in fault.message
    assert words(
        f"g: {{kind: grid, {board.replace('4', '3')}, elements: {{a: {{kind: text, text: '{{item}}', min: 4}}}}}}"
    )


@pytest.mark.parametrize(
    "more, columns, rows",
    [("columns: 4", 4, 1), ("columns: 2", 2, 2), ("gap: 0", 1, 4)],
    ids=["row", "square", "board"],
)
def test_single_words_of_a_table_are_things_when_columns_are_asked_for(more: str, columns: int, rows: int) -> None:
    goods = replace(book(), tables={"goods": DataTable("goods", ["fish", "rope", "spice", "silk"])})
    text = f"g: {{kind: grid, each: {{table: goods}}, {more}, elements: {{a: {{kind: rect, fill: ink}}}}}}"
    made = compose_card(resources(layout(text, "size: {width: 40, height: 30}"), cards=goods), "tile", ukko())
    assert not made.report.items
    places = [line.split()[1] for line in format_frame(made.frame).splitlines()[1:] if "shape" in line]
    assert len(places) == 4
    assert [len({place.split(",")[way] for place in places}) for way in (0, 1)] == [columns, rows]
