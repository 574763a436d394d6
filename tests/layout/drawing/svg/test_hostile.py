"""Files that would run, fetch or grow: refused where they do, in little time, and never opened further."""

from __future__ import annotations

import socket
import subprocess
import time

import pytest

from pnp.base.diagnostics import InputError
from pnp.layout.drawing.svg.reader import parse_icon

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">\n'
PATH = '<path d="M0 0h9v9z"/>'
LAUGHS = '<!ENTITY l0 "ha">' + "".join(f'<!ENTITY l{n} "{(f"&l{n - 1};") * 10}">' for n in range(1, 10))
USES = f'<g id="u0">{PATH}</g>' + "".join(
    f'<g id="u{n}">' + f'<use href="#u{n - 1}"/>' * 20 + "</g>" for n in range(1, 9)
)
CLIPS = f'<clipPath id="a" clip-path="url(#b)">{PATH}</clipPath><clipPath id="b" clip-path="url(#a)">{PATH}</clipPath>'
CLIP_IN_CLIP = '<clipPath id="a"><path d="M0 0h9v9z" clip-path="url(#a)"/></clipPath>'
MASKED = '<path d="M0 0h9v9z" mask="url(#a)"/>'
DOUBLED = f'<g id="u0">{PATH}</g>' + "".join(
    f'<g id="u{n}"><use href="#u{n - 1}"/><use href="#u{n - 1}"/></g>' for n in range(1, 26)
)


def test_parts_that_double_are_counted_before_any_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: object) -> None:
        raise AssertionError("a part was drawn")

    monkeypatch.setattr("pnp.layout.drawing.svg.reader._Reader.node", nothing)
    with pytest.raises(InputError, match="200,000 parts; a part that is used twice counts twice"):
        parse_icon(f"{HEAD}{DOUBLED}</svg>", "x.svg")


@pytest.mark.parametrize(
    ("text", "place", "word"),
    [
        (f"{HEAD}<script>alert(1)</script>{PATH}</svg>", "2:1", "script"),
        (f'{HEAD}<g onload="x()">{PATH}</g></svg>', "2:4", "onload"),
        (f"{HEAD}{PATH}\n<foreignObject><p/></foreignObject></svg>", "3:1", "foreignObject"),
        (f'{HEAD}<image href="http://example.org/x.png"/></svg>', "2:8", "must not load other files"),
        (f'{HEAD}<image xlink:href="file:///etc/passwd"/></svg>', "2:8", "must not load other files"),
        (f'{HEAD}<image href="data:image/svg+xml;base64,PHN2Zz4="/></svg>', "2:8", "must not load other files"),
        (f'{HEAD}<a href="javascript:alert(1)">{PATH}</a></svg>', "2:4", "must not load other files"),
        (f'{HEAD}<use href="other.svg#a"/></svg>', "2:6", "must not load other files"),
        (f'{HEAD}<path d="M0 0h9" fill="url(http://example.org/g#a)"/></svg>', "2:18", "must not load other files"),
        (f'{HEAD}<path d="M0 0h9" style="fill:url(//example.org/g)"/></svg>', "2:18", "must not load other files"),
        (f'{HEAD}<style>@import "x.css";</style>{PATH}</svg>', "2:1", "must not load other files"),
        (f'<?xml-stylesheet href="x.css"?>{HEAD}{PATH}</svg>', "1:1", "style sheet"),
        (f"<!DOCTYPE svg [{LAUGHS}]>{HEAD}&l9;</svg>", "1:1", "DOCTYPE"),
        (f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>{HEAD}&x;</svg>', "1:1", "DOCTYPE"),
        (f'{HEAD}<g id="a"><use href="#a"/></g></svg>', "2:11", "uses itself"),
        (f'{HEAD}<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>', "2:41", "uses itself"),
        (f'{HEAD}<filter><feTurbulence numOctaves="2000000"/></filter>{PATH}</svg>', "2:23", "numOctaves"),
        (f'{HEAD}<filter><feMorphology radius="0.01 3"/></filter>{PATH}</svg>', "2:23", "radius"),
        (f'{HEAD}<filter><feConvolveMatrix order="99"/></filter>{PATH}</svg>', "2:27", "order"),
        (f"{HEAD}<style>{'.a{}' * 5_001}</style>{PATH}</svg>", "2:1", "5,000 rules"),
        (f"{HEAD}{USES}</svg>", "", "200,000 parts"),
        (f'{HEAD}{CLIPS}<path d="M0 0h9v9z" clip-path="url(#a)"/></svg>', "2:", "refers to itself"),
        (f'{HEAD}{CLIP_IN_CLIP}<path d="M0 0h9v9z" clip-path="url(#a)"/></svg>', "2:", "refers to itself"),
        (f"{HEAD}{CLIPS.replace('clipPath', 'mask').replace('clip-path', 'mask')}{MASKED}</svg>", "2:", "to itself"),
        (HEAD + PATH * 21_000 + "</svg>", "2:", "20,000 shapes"),
        (HEAD + "<g>" * 300 + "</g>" * 300 + "</svg>", "2:", "nested too deeply"),
        (HEAD + PATH * 200_000 + "</svg>", "2:", "elements"),
        (HEAD + PATH * 600_000 + "</svg>", "", "too large"),
        (
            f'{HEAD}<clipPath id="c" clip-path="url(#c)"><path d="M0 0h1" clip-path="url(#c)"/></clipPath></svg>',
            "",
            "is empty",
        ),
    ],
    ids=lambda value: value[:40] if len(value) < 400 else "long",
)
def test_it_is_refused_at_its_place(text: str, place: str, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: object, **__: object) -> None:
        raise AssertionError("a drawing reached out")

    monkeypatch.setattr(socket, "socket", nothing)
    monkeypatch.setattr(subprocess, "Popen", nothing)
    monkeypatch.setattr("builtins.open", nothing)
    with pytest.raises(InputError) as caught:
        parse_icon(text, "x.svg")
    faults = caught.value.report.errors
    assert any(word in fault.message and f"x.svg:{place}".rstrip(":") in str(fault.span) for fault in faults), faults
    assert all(fault.hint or "XML" in fault.message for fault in faults if word in fault.message and word != "is empty")


def test_a_document_type_that_only_names_itself_is_passed_over() -> None:
    doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    assert parse_icon(f"{doctype}{HEAD}{PATH}</svg>", "x.svg").items


CHAIN = "".join(f'<g id="u{n}"><use href="#u{n + 1}"/></g>' for n in range(2000))
CLIPS = "".join(f'<clipPath id="c{n}" clip-path="url(#c{n + 1})">{PATH}</clipPath>' for n in range(2000))
MASKS = "".join(f'<mask id="m{n}" mask="url(#m{n + 1})">{PATH}</mask>' for n in range(2000))
SHADES = "".join(f'<linearGradient id="s{n}" href="#s{n + 1}"/>' for n in range(2000))


def _painted(how: str) -> str:
    return f'<path d="M0 0h9v9z" {how}/>'


@pytest.mark.parametrize(
    ("body", "word"),
    [
        (CHAIN, "100 nested parts"),
        (CLIPS + _painted('clip-path="url(#c0)"'), "nested clips and masks"),
        (MASKS + _painted('mask="url(#m0)"'), "nested clips and masks"),
        (SHADES + _painted('fill="url(#s0)"'), "gradients in a chain of references"),
        (f'<g transform="{"scale(1e6)" * 60}">{PATH}</g>', "unsupported transform"),
        ('<g transform="scale(1e6)">' * 60 + PATH + "</g>" * 60, "too large"),
        (f'<svg viewBox="0 0 1e-300 1e-300" width="9" height="9">{PATH * 2}<blob/></svg>', "blob"),
        ('<path d="M0 0A1e-300 1e300 0 1 1 5 5"/>', "too large"),
        (f'<rect width="{"1" * 50_000}!" height="9"/>', "expected a number"),
        (f'<g transform="{"a" * 50_000}">{PATH}</g>', "unsupported transform"),
        (f'<g transform="rotate(1){" " * 50_000}x">{PATH}</g>', "unsupported transform"),
        (f"<style>{'a' * 50_000}</style>{PATH}", "expected a style rule"),
        (f"<style>{'/* ' * 50_000}</style><blob/>", "blob"),
        ("<path " + " ".join(f'on{n}="1"' for n in range(20_000)) + "/>", "must not run code"),
        (f'<defs id="d">{PATH * 10_000}</defs>' + '<use href="#d"/>' * 5_000 + "<blob/>", "blob"),
    ],
    ids=lambda value: value[:24],
)
def test_it_is_refused_in_little_time(body: str, word: str) -> None:
    began = time.process_time()
    with pytest.raises(InputError, match=word):
        parse_icon(f"{HEAD}{body}</svg>", "x.svg")
    assert time.process_time() - began < 2  # what grew with the square of its length took far longer


def test_an_arc_of_hardly_any_radius_is_a_line() -> None:
    assert parse_icon(f'{HEAD}<path d="M0 0A1e-200 1e-200 0 1 1 5 5V9"/></svg>', "x.svg").items
