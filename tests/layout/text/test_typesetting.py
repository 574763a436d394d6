from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.units import MM_PER_PT
from pnp.layout.painting.glyph_runs import TextLook, TextStyle
from pnp.layout.template.theme import FontRole
from pnp.layout.text.markup import Break, Markup, Mods, Placeholder, Sign, TextPiece, expand, parse_markup, plain_text
from pnp.layout.text.measure import Metrics
from pnp.layout.text.truetype import TrueType
from pnp.layout.text.typesetting import Leading, Run, Setting, break_lines, height_of, line_text, set_text
from tests.layout.samples import stock

_REGULAR, _BOLD, _ITALIC = (f"fira-sans-condensed/{face}" for face in ("Regular", "Bold", "Italic"))
_FONTS = {name: Metrics(name, TrueType(stock()[1][name])) for name in (_REGULAR, _BOLD, _ITALIC)}
_ROLE = FontRole(_REGULAR, _BOLD, _ITALIC, _BOLD)


def case(**changes: object) -> TextStyle:
    look = TextLook(_ROLE, 8.0, 6.5, "#000000", **changes)  # type: ignore[arg-type]
    return TextStyle(look, _FONTS.__getitem__, lambda mark: "#aa0000", lambda icon: 1.0)


def runs(text: str, **changes: object) -> list[Run]:
    return case(**changes).runs(list(parse_markup(text).paragraphs))


def lines(text: str, width: float, **changes: object) -> list[str]:
    return [line_text(line) for line in break_lines(runs(text, **changes), width)]


def fit(text: str, width: float, height: float, least: float = 4.0) -> Setting:
    return set_text(runs(text), case().leading, width, height, 10.0, least)


TEXTS = st.lists(st.text(alphabet="abcdeäöåÄ123.,", min_size=1, max_size=12), min_size=1, max_size=40).map(" ".join)


@given(TEXTS, st.floats(2, 40))
def test_no_word_is_lost_and_no_line_is_too_wide(text: str, width: float) -> None:
    broken = break_lines(runs(text), width)
    assert " ".join(line_text(line) for line in broken).split() == text.split()
    for line in broken:
        assert line.width <= width + 1e-5 or len(line.words) == 1


@given(TEXTS, st.floats(2, 40), st.floats(1.0, 2.0))
def test_a_wider_box_never_needs_more_lines(text: str, width: float, more: float) -> None:
    assert len(break_lines(runs(text), width * more)) <= len(break_lines(runs(text), width))


@given(TEXTS, st.floats(8, 80), st.floats(3, 40))
def test_what_is_set_fits_or_reports_why(text: str, width: float, height: float) -> None:
    setting = fit(text, width, height)
    unit = setting.size * MM_PER_PT
    over = max(setting.height - height, *(line.width * unit - width for line in setting.lines))
    assert over > -1e-2 if setting.fault else over <= 1e-2
    assert 4.0 <= setting.size <= 10.0
    assert setting.size == 4.0 or not setting.fault


@given(TEXTS, st.floats(8, 80), st.floats(3, 40), st.floats(1.0, 1.5), st.floats(1.0, 1.5))
def test_a_larger_box_never_shrinks_more(text: str, width: float, height: float, wider: float, taller: float) -> None:
    assert fit(text, width * wider, height * taller).size >= fit(text, width, height).size - 1e-9


@given(TEXTS, st.floats(8, 80), st.floats(3, 40))
def test_the_next_larger_size_would_not_have_fitted(text: str, width: float, height: float) -> None:
    setting = fit(text, width, height)
    if setting.fault or setting.size >= 10.0:
        return
    larger = set_text(runs(text), case().leading, width, height, round(setting.size + 0.1, 4), setting.size)
    assert larger.size == setting.size


def test_text_shrinks_for_width_alone_and_for_height_alone() -> None:
    assert fit("Väinämöinen", 100, 100).size == 10
    assert 4 < fit("Väinämöinen", 15, 100).size < 10
    assert 4 < fit("one two three four five six seven", 25, 7).size < 10


def test_the_reason_names_the_word_or_the_height() -> None:
    assert "“Väinämöinen” is" in fit("Väinämöinen", 5, 100).fault
    assert "mm high" in fit("one two three four five six", 10, 2).fault
    crowded = set_text(runs("a b c d e f g h"), case().leading, 5, 100, 10, 8, most_lines=1)
    assert "1 are allowed" in crowded.fault


def test_a_last_line_of_one_short_word_is_avoided() -> None:
    text = "Only another one may be laid by it"
    width = sum(word.width + word.blank for run in runs(text) for word in run.words[:-1]) + 0.05
    assert lines(text, width) == ["Only another one may be", "laid by it"]
    assert lines("Only another Lemminkäinen", 10.0)[-1] == "Lemminkäinen"


@pytest.mark.parametrize("last", ["one.", "again.", "blocks.", "a game.", "to six"])
def test_a_short_last_line_is_avoided_before_a_forced_break_too(last: str) -> None:
    text = f"Ends the turn and may own only {last}"
    kept = runs(text)[0].words[: -len(last.split())]
    width = sum(word.width + word.blank for word in kept) + 0.05
    for after in ("", "\nNext.", "\n\nNext."):
        assert lines(text + after, width)[:2] == ["Ends the turn and may own", f"only {last}"]


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("at the cost of the performers.", "the performers."),
        ("the dates 5–7 valmistelukierrosta.", "5–7 valmistelukierrosta."),
    ],
)
def test_a_word_does_not_stand_alone_in_a_line_that_is_mostly_empty(text: str, end: str) -> None:
    """However long it is; parts of a word that may be broken come down together."""
    begin = "Every coin that is missing then is paid by all, and this is "
    width = sum(word.width + word.blank for word in runs(begin + text)[0].words[:-1]) + 0.05
    (above, last) = lines(begin + text, width)
    assert (last, f"{above} {last}") == (end, begin + text)


@given(
    st.lists(st.sampled_from(["a", "of", "coin", "salary", "performers"]), min_size=4, max_size=25), st.floats(6, 30)
)
def test_no_word_stands_alone_that_need_not(chosen: list[str], width: float) -> None:
    broken = break_lines(runs(" ".join(chosen)), width)
    if len(broken) > 1 and len(broken[-1].words) == 1 and broken[-1].width < width / 2:
        above = broken[-2].words
        left = broken[-2].width - above[-1].blank - above[-1].width
        needs_it = left < 0.8 * width and sum(word.letters for word in broken[-1].words) > 7
        assert len(above) < 3 or above[-1].width + broken[-1].words[0].blank + broken[-1].width > width or needs_it


def test_a_short_word_is_not_left_alone_though_the_line_above_gets_shorter() -> None:
    assert lines("a coin coin a of", 6.0) == ["a coin coin", "a of"]
    assert lines("performers performers a a of", 7.0)[-1] == "a of"  # nor because the line before has one word


def test_a_word_that_fills_half_the_measure_may_stand_alone() -> None:
    assert lines("One of two Väinämöinens", 5.5) == ["One of two", "Väinämöinens"]


def test_the_line_above_a_short_one_keeps_two_words() -> None:
    assert lines("Duck and cover", 4.3) == ["Duck and", "cover"]
    assert lines("Show: each appears once", 8.0) == ["Show: each", "appears once"]


def test_a_hyphen_before_a_number_is_a_true_minus_and_others_stay() -> None:
    assert lines("-1 for each, (-2) or **-3**", 100) == ["−1 for each, (−2) or −3"]
    assert lines("KAL-47, 3-7, A-1, **KAL**-35, well-known", 100) == ["KAL-47, 3-7, A-1, KAL-35, well-known"]


def test_an_apostrophe_of_a_word_is_a_true_one_and_marks_around_words_stay() -> None:
    assert lines("**Aino**'s tile, the players' pieces.", 100) == ["Aino’s tile, the players’ pieces."]
    assert lines("the 'cards' of Aino's", 100) == ["the 'cards' of Aino’s"]
    assert lines("5' high, '18, rock 'n' roll", 100) == ["5' high, '18, rock 'n' roll"]


def test_words_break_at_hyphens_and_at_soft_hyphens_only() -> None:
    assert lines("pohja-kuva", 3.0) == ["pohja-", "kuva"]
    assert lines("pohja\u00adkuva", 100) == ["pohjakuva"]
    assert lines("pohjakuva", 3.0) == ["pohjakuva"]
    broken = break_lines(runs("pohja\u00adkuva"), 3.0)
    assert [line_text(line) for line in broken] == ["pohja", "kuva"]
    assert broken[0].words[-1].hyphen is not None


def test_blanks_that_never_break() -> None:
    assert lines("one\\ two three", 4.0)[0] == "one\u00a0two"
    assert lines("<nobreak>one two</> three", 4.0)[0] == "one\u00a0two"


def test_words_of_several_looks_stay_one_word() -> None:
    assert lines("un**break**able word", 2.0) == ["unbreakable", "word"]


def test_capitals_bullets_and_gaps() -> None:
    assert lines("ukko", 100, caps=True) == ["UKKO"]
    found = break_lines(runs("rule\n- one\n- two"), 100)
    assert [line.indent for line in found] == [0, 0.9, 0.9]
    assert [line.gap for line in found] == [0, 0.35, 0.35]
    assert found[1].bullet is not None and found[0].bullet is None


def test_heights_add_up() -> None:
    leading = Leading(1.2, 0.9, 0.3, 0.7)
    assert height_of(break_lines(runs("one\ntwo\nthree"), 100), leading) == 0.9 + 2.4 + 0.3
    assert height_of([], leading) == 0


def test_a_numeral_in_the_middle_may_fill_its_box() -> None:
    tall = 10 * MM_PER_PT * _FONTS["fira-sans-condensed/Regular"].cap_height
    whole = runs("7")
    assert set_text(whole, case().leading, 50, tall + 0.3, 10, 4, is_centred=True).size == 10
    assert set_text(whole, case().leading, 50, tall + 0.3, 10, 4).size < 10


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
