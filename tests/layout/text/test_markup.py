from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.layout.text.markup import Break, Markup, Mods, Placeholder, Sign, TextPiece, expand, parse_markup, plain_text


def pieces(text: str) -> list[object]:
    markup = parse_markup(text)
    assert not markup.faults
    return [piece for paragraph in markup.paragraphs for piece in paragraph.pieces]


def test_bold_and_italic_may_be_mixed() -> None:
    assert pieces("a **b *c*** d") == [
        TextPiece("a "),
        TextPiece("b ", Mods(bold=True)),
        TextPiece("c", Mods(bold=True, italic=True)),
        TextPiece(" d"),
    ]


def test_tags_nest() -> None:
    assert pieces("<gold>x<120%>y</>z</>") == [
        TextPiece("x", Mods(marks=("gold",))),
        TextPiece("y", Mods(marks=("gold",), factor=1.2)),
        TextPiece("z", Mods(marks=("gold",))),
    ]


def test_placeholders_languages_and_escapes() -> None:
    assert pieces(r"{value} {name@fi} \{x\} \*") == [
        Placeholder("value"),
        TextPiece(" "),
        Placeholder("name", "fi"),
        TextPiece(" {x} *"),
    ]


def test_lines_paragraphs_and_bullets() -> None:
    markup = parse_markup("one\ntwo\n\nthree\n- four\n- five\n")
    assert [paragraph.bullet for paragraph in markup.paragraphs] == [False, False, True, True]
    assert markup.paragraphs[0].pieces == (TextPiece("one"), Break(), TextPiece("two"))


def test_a_lone_star_and_an_angle_are_themselves() -> None:
    assert pieces("5 * 3 < 20, a<b") == [TextPiece("5 * 3 < 20, a<b")]


@pytest.mark.parametrize("text", ["**open", "*open", "<gold>open", "</>", "{open", "{not a name}"])
def test_what_is_not_closed_is_a_fault(text: str) -> None:
    assert parse_markup(text).faults


def test_texts_within_texts_keep_their_paragraphs_and_looks() -> None:
    outer = parse_markup("**Rule:** <gold>{text.rule}</>!")
    inner = parse_markup("one {star}\n\n*two*")

    def fill(placeholder: Placeholder) -> Markup | Sign | str:
        return {"text.rule": inner}.get(placeholder.name) or Sign("star")

    done = expand(outer, fill, pytest.fail)
    assert plain_text(done) == "Rule: one  two!"
    assert done[1].pieces[0] == TextPiece("two", Mods(italic=True, marks=("gold",)))


def test_texts_in_a_circle_are_reported() -> None:
    reported: list[str] = []
    again = parse_markup("{a}")
    expand(again, lambda placeholder: again, reported.append)
    assert reported and "refers to itself" in reported[0]


@given(st.text(max_size=60))
def test_no_character_of_a_plain_text_is_lost(text: str) -> None:
    text = "".join(letter for letter in text if letter not in "\\*{<\n\r-")
    assert plain_text(list(parse_markup(text).paragraphs)) == text.strip()


@given(st.text(alphabet="ab *{}<>/\\\n-%.1", max_size=40))
def test_any_text_can_be_read(text: str) -> None:
    parse_markup(text)
