"""Hostile files for a small game. In: nothing. Out: `CASES`, each a file of the game by its path, and its content.

Re-created small after what was tried from outside: pictures, drawings, fonts, YAML and tables that are damaged, swell
when they are unpacked, hold extreme values, or are valid and rare. Most are made of whole files by a change.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import pairwise
from struct import pack

from PIL import Image

from tests.layout.samples import stock
from tests.library.sheets.files import as_csv, as_ods, as_xlsx, ods_of, zipped

GAME = """game: small
title: Small
version: "1"
players: [1, 2]
languages: [en]
letters: SMA
codes: SM
source: house
components:
  deck: {deck: deck, face: card, title: The deck}
"""
DECK = """deck: deck
title: The deck
total: 1
source: house
fields: {value: {type: int, required: true}}
texts: [rule]
cards:
  - {id: ant, name: Ant, copies: 1, value: 1, text: {rule: Move one.}}
"""
SHEET_DECK = "deck: deck\ntitle: The deck\nsource: house\nfrom: FILE\n"
CARD = """size: poker
elements:
  ground: {kind: rect, box: bleed, fill: "#ddeeff"}
  name: {kind: text, text: "{name}", size: 9, x: 5, y: 5, right: 5, height: 6}
"""
IMAGE = "  shown: {kind: image, image: art/FILE, x: 8, y: 40, width: 40, height: 30, dpi: 1}\n"
ICON = '  shown: {kind: icon, icon: it, x: 8, y: 40, width: 30, height: 30, colour: "#112233"}\n'
WORDS = '  shown: {kind: text, text: "Hamburg", font: own/Regular, size: 9, x: 8, y: 40, width: 40, height: 10}\n'
Files = dict[str, bytes]


def game(changes: dict[str, str | bytes]) -> Files:
    """The whole game with some files changed."""
    whole: dict[str, str | bytes] = {"cards/game.yaml": GAME, "cards/deck.yaml": DECK, "layouts/card.yaml": CARD}
    return {path: it if isinstance(it, bytes) else it.encode() for path, it in (whole | changes).items()}


def torn(data: bytes, *ends: int) -> Iterator[bytes]:
    """The beginning of a file, several times."""
    for end in ends:
        yield data[:end]


def flipped(data: bytes, *places: int) -> Iterator[bytes]:
    """A file with one byte turned round, several times."""
    for at in places:
        yield data[:at] + bytes((data[at] ^ 0xFF,)) + data[at + 1 :]


# Pictures -----------------------------------------------------------------------------------------------------------


def chunk(kind: bytes, body: bytes) -> bytes:
    return pack(">L", len(body)) + kind + body + pack(">L", zlib.crc32(kind + body))


def png(
    *more: bytes, size: tuple[int, int] = (10, 10), depth: int = 8, colour: int = 2, data: bytes | None = None
) -> bytes:
    head = chunk(b"IHDR", pack(">LLBBBBB", *size, depth, colour, 0, 0, 0))
    body = zlib.compress((b"\0" + b"\x80" * 30) * 10) if data is None else data
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def saved(form: str, mode: str = "RGB", **options: object) -> bytes:
    out = BytesIO()
    Image.effect_noise((24, 16), 80).convert(mode).save(out, form, **options)
    return out.getvalue()


def pictures() -> Iterator[tuple[str, bytes]]:
    swells = zlib.compress(b"a" * 2_000_000)
    yield from (
        ("text-of-2-mb.png", png(chunk(b"zTXt", b"Comment\0\0" + swells))),
        ("profile-of-2-mb.png", png(chunk(b"iCCP", b"name\0\0" + swells))),
        ("text-of-140-mb.png", png(*[chunk(b"zTXt", b"Comment\0\0" + swells)] * 70)),
        ("text-behind.png", png()[:-12] + chunk(b"zTXt", b"Comment\0\0" + swells) + chunk(b"IEND", b"")),
        ("international.png", png(chunk(b"iTXt", b"Comment\0\1\0\0\0" + swells))),
        ("nonsense.png", png(data=b"nonsense")),
        ("short.png", png(data=zlib.compress(b"\0abc"))),
        ("long.png", png(data=zlib.compress(bytes(100_000)))),
        ("no-width.png", png(size=(0, 10))),
        ("huge.png", png(size=(30_000, 30_000))),
        ("enormous.png", png(size=(2**31, 2**31))),
        ("odd-depth.png", png(depth=3)),
        ("odd-colour.png", png(colour=5)),
        ("no-palette.png", png(colour=3)),
        ("long-palette.png", png(chunk(b"PLTE", bytes(3000)), colour=3)),
        ("odd-transparency.png", png(chunk(b"tRNS", bytes(300)))),
        ("unknown-part.png", png(chunk(b"ABCD", b"x"))),
        ("grey-16.png", png(depth=16, colour=0, data=zlib.compress((b"\0" + bytes(20)) * 10))),
        ("bits.png", png(depth=1, colour=0, data=zlib.compress((b"\0" + bytes(2)) * 10))),
        ("no-end.png", png()[:-12]),
        ("no-data.png", b"\x89PNG\r\n\x1a\n" + chunk(b"IEND", b"")),
        ("empty.png", b""),
        ("text.png", b"no picture"),
        ("page.png", b"<html></html>"),
        ("other.png", saved("GIF")),
        ("is-jpeg.png", saved("JPEG")),
        ("cmyk.jpg", saved("JPEG", "CMYK")),
        ("progressive.jpg", saved("JPEG", progressive=True)),
        ("notes.jpg", saved("JPEG", exif=b"Exif\0\0II*\0\xff\xff\xff\xff", icc_profile=b"\xff" * 70_000)),
        ("only-marks.jpg", b"\xff\xd8\xff\xd9"),
        ("clear.webp", saved("WEBP", "RGBA", lossless=True, exif=b"x", xmp=b"<x/>", icc_profile=b"y" * 100)),
        ("lossy.webp", saved("WEBP")),
    )
    for name, data in (("a.png", saved("PNG")), ("b.jpg", saved("JPEG")), ("c.webp", saved("WEBP"))):
        half = len(data) // 2
        for number, part in enumerate((*torn(data, 12, 40, half, len(data) - 1), *flipped(data, 20, half, -9))):
            yield f"broken-{number}-{name}", part


# Drawings -----------------------------------------------------------------------------------------------------------

_PATH = '<path d="M0 0h9v9z"/>'
_SELF = '<clipPath id="a" clip-path="url(#b)"><path d="M0 0h9v9z"/></clipPath>'
_DOUBLED = f'<g id="u0">{_PATH}</g>' + "".join(
    f'<g id="u{n}"><use href="#u{n - 1}"/><use href="#u{n - 1}"/></g>' for n in range(1, 26)
)
_SVGS = {
    "plain": _PATH,
    "nothing": "",
    "far": '<path d="M1e308 1e308L-1e308 0z"/>',
    "no-number": '<path d="M nan nan L inf 3z"/>',
    "garbage": '<path d="M 0 0 L q z 1 2 3"/>',
    "arc": '<path d="M0 0A1e300 1e-300 0 1 1 9 9z"/>',
    "wide-stroke": f'<g stroke="#000" stroke-width="1e300">{_PATH}</g>',
    "dashes": f'<g stroke="#000" stroke-dasharray="1e-9 1e-9">{_PATH}</g>',
    "flat": f'<g transform="scale(0)">{_PATH}</g>',
    "large": f'<g transform="scale(1e200) scale(1e200)">{_PATH}</g>',
    "bent": f'<g transform="matrix(1 2 3)">{_PATH}</g>',
    "clips": f'{_SELF}<clipPath id="b" clip-path="url(#a)">{_PATH}</clipPath><g clip-path="url(#a)">{_PATH}</g>',
    "masks": f'<mask id="a" mask="url(#a)">{_PATH}</mask><g mask="url(#a)">{_PATH}</g>',
    "gradients": '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>'
    '<path d="M0 0h9v9z" fill="url(#a)"/>',
    "stops": f'<linearGradient id="a">{"<stop/>" * 9000}</linearGradient><path d="M0 0h9v9z" fill="url(#a)"/>',
    "spread": '<linearGradient id="a" x2="1e-9" spreadMethod="repeat"><stop/><stop offset="1"/></linearGradient>'
    '<path d="M0 0h9v9z" fill="url(#a)"/>',
    "pattern": '<pattern id="a" width="1" height="1"><path d="M0 0h1z"/></pattern><path d="M0 0h9v9z" fill="url(#a)"/>',
    "filter": f'<filter id="a"><feGaussianBlur stdDeviation="1e9"/></filter><g filter="url(#a)">{_PATH}</g>',
    "doubled": _DOUBLED,
    "used": '<g id="a"><use href="#a"/></g>',
    "deep": "<g>" * 150 + _PATH + "</g>" * 150,
    "text": "<text>Hello</text>",
    "script": f"<script>x()</script>{_PATH}",
    "style": f"<style>{'.a{fill:red}' * 2000}</style>{_PATH}",
    "polygon": '<polygon points="0,0 9,9 1"/>',
    "colour": '<path d="M0 0h9v9z" fill="rgb(300%,-1,nan)" opacity="7"/>',
}


def drawings() -> Iterator[tuple[str, bytes]]:
    for name, inner in _SVGS.items():
        text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n{inner}</svg>'
        yield name, text.encode()
    plain = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="BOX">{_PATH}</svg>'
    for name, box in (("point", "0 0 0 0"), ("thin", "0 0 1e-300 9"), ("endless", "0 0 inf 1"), ("three", "0 0 9")):
        yield f"box-{name}", plain.replace("BOX", box).encode()
    yield "utf-16", plain.replace("BOX", "0 0 9 9").encode("utf-16")
    yield "entity", b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]><svg>&x;</svg>'
    yield "torn", b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="'
    yield "zeros", bytes(200)


# Fonts --------------------------------------------------------------------------------------------------------------


def fonts() -> Iterator[tuple[str, bytes]]:
    data = stock()[1]["fira-sans-condensed/Regular"]
    yield "whole", data
    tables = [12 + 16 * number for number in range(int.from_bytes(data[4:6], "big"))]
    yield "no-tables", data[:4] + bytes(8)
    yield "endless-tables", data[:4] + b"\xff\xff" + data[6:]
    for end in (0, 3, 11, 100, len(data) // 3, len(data) - 200):
        yield f"torn-{end}", data[:end]
    for at in tables:
        name = data[at : at + 4].decode("latin-1").strip().replace("/", "_")
        yield f"lost-{name}", data[:at] + b"xxxx" + data[at + 4 :]
        yield f"far-{name}", data[: at + 8] + b"\x7f\xff\xff\xff" + data[at + 12 :]
        begin = int.from_bytes(data[at + 8 : at + 12], "big")
        yield f"ones-{name}", data[:begin] + b"\xff" * 24 + data[begin + 24 :]


# YAML ---------------------------------------------------------------------------------------------------------------

_LAUGHS = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 26))
_VALUES = (
    *("-1", "0", "1e9", "1e400", ".inf", "-.inf", ".nan", "99999999999999999999", "true", "null", "2001-01-01", "0x10"),
    *(
        '""',
        '"\\0"',
        '"\\u202e x"',
        '"\\ud800"',
        '"😀"',
        '"مرحبا"',
        "[1, [2, [3]]]",
        "{a: {b: 1}}",
        "!!binary aGk=",
        "*x",
    ),
    *("!!python/object/apply:os.system [id]", "100%", "1mm", '"1 / 0"', '"{name"', '"{value.name}"', '"**"', "<<"),
    "9" * 5000,
)


def yamls() -> Iterator[tuple[str, Files]]:
    deck, card = "cards/deck.yaml", "layouts/card.yaml"
    places = {
        (deck, "value: 1"): "value",
        (deck, "copies: 1"): "copies",
        (deck, "name: Ant"): "name",
        (deck, "rule: Move one."): "rule",
        (card, "size: poker"): "size",
        (card, "height: 6"): "height",
        (card, "size: 9"): "type",
        (card, '"{name}"'): "text",
        ("cards/game.yaml", "players: [1, 2]"): "players",
        ("cards/game.yaml", "title: Small"): "title",
    }
    whole = {"cards/game.yaml": GAME, deck: DECK, card: CARD}
    for number, value in enumerate(_VALUES):
        for (file, old), key in list(places.items())[number % 2 :: 2]:  # every other place: all pairs take long
            new = value if old.startswith('"') else f"{old.partition(':')[0]}: {value}"
            yield f"{key}-{number}", game({file: whole[file].replace(old, new)})
    for name, text in {
        "laughs": _LAUGHS,
        "deep": "[" * 5000,
        "tabs": "\tdeck: deck",
        "twice": DECK + "deck: other\n",
        "merge": "x: &x {<<: *x}\n" + DECK,
        "two": DECK + "---\n" + DECK,
        "empty": "",
        "list": "- a\n- b\n",
        "zeros": "\0" * 20,
    }.items():
        yield f"deck-{name}", game({deck: text})
        yield f"card-{name}", game({card: text})
    yield "utf-16", game({deck: DECK.encode("utf-16")})
    yield "no-text", game({deck: b"\xff\xfe\x80"})


# Tables -------------------------------------------------------------------------------------------------------------

_ROWS: list[list[object]] = [["name", "value", "copies"], ["Ant", 1, 1]]


def tables() -> Iterator[tuple[str, bytes]]:
    texts = {
        "whole": as_csv(_ROWS),
        "blank": b" ",
        "blanks": b" ,\n ,\n",
        "zeros": bytes(30),
        "torn": b'name,value\n"Ant',
        "wide": b"name" + b",x" * 400 + b"\n",
        "long": b"name\n" + b"x\n" * 20_001,
        "formulas": b"name,value\n=1+1,@x\n-3,+4\n",
        "errors": b"name,value\n#REF!,#N/A\n",
        "odd": "name,value\n\u202eAnt\x07,\ud800\n".encode("utf-8", "surrogatepass"),
        "names": b"name\n" + b"Ant\n" * 3,
        "unnamed": b"value\n1\n",
        "copies": b"name,copies\nAnt,1e9\nBee,-1\nCow,.5\n",
        "separated": b"sep=;\nname;value\nAnt;1\n",
        "semicolons": b"name;value\nAnt;1,5\n",
        "utf-16": "name\tvalue\nAnt\t1\n".encode("utf-16"),
    }
    yield from ((f"{name}.csv", data) for name, data in texts.items())
    sheet, row = '<table:table table:name="A">ROW</table:table>', "<table:table-row>CELL</table:table-row>"
    cell = '<table:table-cell{} office:value-type="string"><text:p>name</text:p></table:table-cell>'
    for name, inner in {
        "blank": row.replace("CELL", cell.format("").replace("name", "  ")),
        "wide": row.replace("CELL", cell.format(' table:number-columns-repeated="99999999999"')),
        "long": row.replace("CELL", cell.format("")).replace("-row>", '-row table:number-rows-repeated="1048576">', 1),
        "empty": "",
        "torn": "<table:table-row>",
    }.items():
        yield f"{name}.ods", ods_of(sheet.replace("ROW", inner))
    yield "entity.ods", ods_of(sheet, '<!DOCTYPE x [<!ENTITY a "aaaa">]>')
    swells = zipped({"xl/workbook.xml": b"<x/>", "xl/worksheets/sheet1.xml": bytes(90_000_000)})
    for kind, data in (("xlsx", as_xlsx(_ROWS)), ("ods", as_ods(_ROWS))):
        yield f"whole.{kind}", data
        for number, part in enumerate((*torn(data, 4, 100, len(data) // 2, len(data) - 3), *flipped(data, 40, 600))):
            yield f"broken-{number}.{kind}", part
    yield "swells.xlsx", swells
    yield "nothing.xlsx", zipped({"xl/workbook.xml": b"<x/>"})
    yield "long.xlsx", as_xlsx([["name"], *[["x"]] * 20_001])


def cases() -> Iterator[tuple[str, Callable[[], Files]]]:
    """The name of each case, and a function that makes the game."""

    def with_file(place: str, data: bytes, **texts: str) -> Callable[[], Files]:
        return lambda: game({**{key.replace("__", "/") + ".yaml": it for key, it in texts.items()}, place: data})

    for name, data in pictures():
        layout = CARD + IMAGE.replace("FILE", name)
        yield f"picture: {name}", with_file(f"layouts/art/{name}", data, layouts__card=layout)
    for name, data in drawings():
        as_picture = CARD + IMAGE.replace("FILE", "it.svg")
        yield f"drawing: {name}", with_file("layouts/art/it.svg", data, layouts__card=as_picture)
        yield f"icon: {name}", with_file("layouts/icons/it.svg", data, layouts__card=CARD + ICON)
    for name, data in fonts():
        yield f"font: {name}", with_file("layouts/fonts/own-Regular.ttf", data, layouts__card=CARD + WORDS)
    for name, files in yamls():
        yield f"yaml: {name}", lambda files=files: files  # type: ignore[misc]
    for name, data in tables():
        yield f"table: {name}", with_file(f"cards/{name}", data, cards__deck=SHEET_DECK.replace("FILE", name))


CASES = dict(cases())
KINDS = sorted({name.partition(":")[0] for name in CASES})
assert all(one != other for one, other in pairwise(sorted(CASES)))
