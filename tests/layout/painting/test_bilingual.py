"""Two languages on one face: what `--lang en+fi` composes."""

from __future__ import annotations

from msgspec.structs import replace

from pnp.layout.checks.inspection import inspect_components
from pnp.layout.drawing.frame import Text
from pnp.layout.painting.compose import compose_card, compose_page
from pnp.layout.sheets.components import Portfolio
from pnp.library.card import Component
from pnp.library.rulebook import Rule
from tests.layout.painting.test_rulebook_layout import texts
from tests.layout.samples import book, layout, resources, ukko

HEAD = "bilingual: {}\nsize: {width: 40, height: 60, bleed: 2, safe: 2}"


def printed(element: str, head: str = HEAD, lang: str = "en+fi", page: bool = False, **others: object) -> list[str]:
    """The lines of a face under a layout of one element."""
    layouts = resources(layout(element, head), lang=lang, **others)  # type: ignore[arg-type]
    made = compose_page(layouts, "tile")[0] if page else compose_card(layouts, "tile", ukko())
    assert not layouts.report.items and not made.report.items, [str(item) for item in (*layouts.report, *made.report)]
    lines: dict[float, list[str]] = {}
    for text in texts(made):
        lines.setdefault(round(text.y, 2), []).append(text.text)
    return [" ".join(words) for _, words in sorted(lines.items())]


def test_the_second_language_stands_below_as_a_paragraph() -> None:
    assert printed(
        't: {kind: text, text: "{text.rule}", when: {text.rule: present}, size: 7}', HEAD.replace("40", "90")
    ) == [
        "Beats 7 and lower ones.",
        "Voittaa pienemmät.",
    ]


def test_a_text_of_one_line_has_both_beside_each_other() -> None:
    assert printed('t: {kind: text, text: "{deck}", lines: 1}') == ["Tiles · Laatat"]


def test_what_is_equal_in_both_is_printed_once() -> None:
    assert printed('t: {kind: text, text: "{name} {value}"}') == ["Ukko 7"]


def test_both_decides_where_the_languages_stand() -> None:
    assert printed('t: {kind: text, text: "{deck}", both: "<accent>*{second}*</> ({first})"}') == ["Laatat (Tiles)"]
    assert printed('t: {kind: text, text: "{deck}", both: "{first}"}') == ["Tiles"]


def test_both_may_stand_in_a_style() -> None:
    head = HEAD + '\nstyles: {two: {both: "{second}/{first}"}}'
    assert printed('t: {kind: text, text: "{deck}", style: two}', head) == ["Laatat/Tiles"]


def test_both_without_the_first_language_is_reported() -> None:
    layouts = resources(layout('t: {kind: text, text: a, both: "{second}"}', HEAD))
    layouts.template("tile")
    assert [(item.span.line, item.code) for item in layouts.report] == [(4, "value")]
    assert "{first}" in layouts.report.items[0].message


def test_an_element_of_its_own_asks_for_the_second_language() -> None:
    element = (
        'a: {kind: text, text: "{deck}", both: "{first}", height: 5}\n'
        'b: {kind: text, text: "({deck@second}, {second})", when: {second: present}, y: 10, height: 5}'
    )
    assert printed(element) == ["Tiles", "(Laatat, fi)"]
    assert printed(element, lang="fi+en") == ["Laatat", "(Tiles, en)"]
    assert printed(element, lang="en") == ["Tiles"]


def test_changes_for_two_languages_come_after_those_of_the_theme() -> None:
    head = (
        "size: {width: 40, height: 60, bleed: 2, safe: 2}\n"
        "bilingual: {elements: {t: {text: two}}, values: {a: 3}}\n"
        "themes:\n"
        "  ink: {elements: {t: {text: ink}}, bilingual: {elements: {t: {size: 9}}}}"
    )
    element = "t: {kind: text, text: one, size: 8}"
    assert printed(element, head) == ["two"]
    assert printed(element, head, theme="ink") == ["two"]
    assert printed(element, head, theme="ink", lang="en") == ["ink"]
    layouts = resources(layout(element, head), lang="en+fi", theme="ink")
    assert texts(compose_card(layouts, "tile", ukko()))[0].size == 9


def test_a_layout_that_extends_one_with_two_languages_shows_two() -> None:
    files: dict[str, str | bytes] = {
        "tile.yaml": "extends: base\nelements: {t: {y: 3}}\n",
        "base.yaml": layout('t: {kind: text, text: "{deck}"}', HEAD),
    }
    made = compose_card(resources(files, lang="en+fi"), "tile", ukko())
    assert [text.text for text in texts(made)] == ["Tiles", "Laatat"]


def test_cards_of_a_layout_that_shows_one_are_in_the_first_language_and_that_is_reported() -> None:
    layouts = resources(layout('t: {kind: text, text: "{deck}"}'), lang="fi+en")
    made = compose_card(layouts, "tile", ukko())
    assert [text.text for text in texts(made)] == ["Laatat"]
    assert [(item.code, item.severity) for item in made.report] == [("bilingual", "warning")]
    assert "printed only in fi" in made.report.items[0].message


def test_a_layout_without_words_needs_no_second_language() -> None:
    layouts = resources(layout('t: {kind: text, text: "{name} {value}"}'), lang="en+fi")
    assert not compose_card(layouts, "tile", ukko()).report.items


def test_pages_of_a_layout_that_shows_one_are_printed_in_both_one_after_the_other() -> None:
    component = Component("aid", {"en": "Aid"}, "page", face="tile")
    portfolio = Portfolio(resources(layout('t: {kind: text, text: "{game} {lang}"}'), lang="en+fi"))
    parts = portfolio.parts(component)
    assert [part.card for part in parts] == ["page-1", "page-2"]
    words = [" ".join(text.text for text in _texts(portfolio, part.face)) for part in parts]
    assert words == ["The Game en", "Peli fi"]
    assert not portfolio.report.items
    plain = Portfolio(resources(layout("t: {kind: rect, fill: ink}"), lang="en+fi"))
    assert len(plain.parts(component)) == 1


def _texts(portfolio: Portfolio, number: int) -> list[Text]:
    return [item for item in portfolio.frame(number).items if isinstance(item, Text)]


def test_rules_stand_in_both_below_or_beside_each_other() -> None:
    rules = (Rule("GAM-01", "setup", {"en": "Two play.", "fi": "Kaksi pelaa."}),)
    head = "bilingual: {}\nsize: {width: 100, height: 120, bleed: 0, safe: 0}"
    cards = book(rules=rules)
    below = printed("r: {kind: rules, columns: 1, sections: [setup]}", head, page=True, cards=cards)
    assert below[-2:] == ["GAM-01 Two play.", "Kaksi pelaa."]
    layouts = resources(
        layout("r: {kind: rules, columns: 1, sections: [setup], second: beside}", head), "", "en+fi", cards
    )
    face = compose_page(layouts, "tile")[0]
    first, second = (next(text for text in texts(face) if words in text.text) for words in ("Two play", "Kaksi pelaa"))
    assert first.y == second.y
    assert second.x > 50 > first.x
    assert sum("GAM-01" in text.text for text in texts(face)) == 1


def test_a_second_language_that_does_not_fit_is_an_error_like_any_text() -> None:
    cards = book(ukko())
    card = replace(ukko(), texts={"rule": {"en": "Short.", "fi": "Pitkä " * 60}})
    layouts = resources(
        layout('t: {kind: text, text: "{text.rule}", x: safe, right: safe, height: 20}', HEAD), "", "en+fi", cards
    )
    made = compose_card(layouts, "tile", card)
    assert [item.code for item in made.report] == ["text-overflow"]
    assert "(en+fi, colour)" in made.report.items[0].message


def test_a_face_in_a_face_follows_its_own_layout() -> None:
    files: dict[str, str | bytes] = {
        "tile.yaml": layout("f: {kind: face, layout: other}", HEAD),
        "other.yaml": layout('t: {kind: text, text: "{deck}"}'),
    }
    made = compose_card(resources(files, lang="en+fi"), "tile", ukko())
    assert [text.text for text in texts(made)] == ["Tiles"]


def test_words_of_a_layout_that_a_language_lacks_are_reported_in_that_language() -> None:
    text = layout('t: {kind: text, text: "{word.hi}", box: safe}', HEAD + "\nwords: {hi: {en: Hello}}")
    for lang, faults in (("en", []), ("fi", ["missing-translation"]), ("en+fi", ["missing-translation"])):
        layouts = resources(text, lang=lang)
        found = inspect_components(layouts, [Component("tiles", {}, "cards", "tiles", face="tile")])
        assert [item.code for item in found] == faults, lang
