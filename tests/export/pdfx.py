"""Whether a file is what PDF/X asks for, found out by a program that did not write it: qpdf reads it piece by piece.
In: the bytes of a PDF, its norm, the ink limit. Out: what is not as it should be.

`REQUIREMENTS` are those of docs/press.md, word for word one a row; a requirement is a function that yields faults.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pikepdf

from pnp.export.pdf.output_intent import NORMS
from tests.export.opened_pdf import Box, Opened
from tests.export.plates import most_ink, plates_of

_XMP = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "mm": "http://ns.adobe.com/xap/1.0/mm/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "id": "http://www.npes.org/pdfx/ns/id/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
}
_CUT, _ALL = "CutContour", "All"  # the spot colour of lines to cut; the registration colour
_HAIR = 0.01  # points
_SLIGHT = 0.005  # inks are written with three digits


_KNOWN = frozenset(
    (
        *("q", "Q", "cm", "w", "J", "j", "M", "d", "ri", "i", "gs", "m", "l", "c", "v", "y", "h", "re", "n", "W", "W*"),
        *("S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "BT", "ET", "Tc", "Tw", "Tz", "TL", "Tf", "Tr", "Ts", "Td"),
        *("TD", "Tm", "T*", "Tj", "TJ", "CS", "cs", "SC", "SCN", "sc", "scn", "G", "g", "K", "k", "Do", "MP", "DP"),
        *("BMC", "BDC", "EMC", "sh"),
    )
)

Finder = Callable[[Opened], Iterator[str]]
REQUIREMENTS: dict[str, tuple[tuple[str, ...], Finder]] = {}


def requirement(words: str, *norms: str) -> Callable[[Finder], Finder]:
    """Enter a requirement of these norms, of all when none is named."""

    def enter(find: Finder) -> Finder:
        REQUIREMENTS[words] = (norms or tuple(NORMS), find)
        return find

    return enter


def faults(data: bytes, norm: str, limit: int) -> tuple[int, list[str]]:
    """How many requirements were looked at, and what each that is not met says."""
    opened, found, count = Opened(data, norm, limit), [], 0
    for words, (norms, find) in REQUIREMENTS.items():
        if norm in norms:
            count += 1
            found += [f"{words}: {fault}" for fault in find(opened)]
    return count, found


def _info(one: Opened, key: str) -> str:
    return str(one.pdf.docinfo.get(key, ""))


def _xmp(one: Opened) -> ElementTree.Element:
    return ElementTree.fromstring(one.pdf.Root.Metadata.read_raw_bytes())


def _xmp_text(one: Opened, path: str) -> str:
    if "/Metadata" not in one.pdf.Root:
        return ""
    node = _xmp(one).find(f".//{path}", _XMP)
    return "".join(node.itertext()).strip() if node is not None else ""


@requirement("the header names the norm's version of PDF")
def _header(one: Opened) -> Iterator[str]:
    version = ".".join(map(str, NORMS[one.norm].version))
    if not one.data.startswith(b"%PDF-" + version.encode()):
        yield f"{one.data[:8]!r}, not {version}"


@requirement("nothing is encrypted")
def _encrypted(one: Opened) -> Iterator[str]:
    if one.pdf.is_encrypted or "/Encrypt" in one.pdf.trailer:
        yield "it is"


@requirement("the trailer has a file ID of two parts")
def _file_id(one: Opened) -> Iterator[str]:
    if len(one.pdf.trailer.get("/ID", [])) != 2 or not all(bytes(part) for part in one.pdf.trailer.ID):
        yield "it has none"


@requirement("no objects lie in streams, which PDF 1.4 does not know", "x1a")
def _object_streams(one: Opened) -> Iterator[str]:
    for kind in (b"/ObjStm", b"/XRef"):
        if kind in one.data:
            yield kind.decode()


@requirement("title, creator, producer and both dates are said")
def _described(one: Opened) -> Iterator[str]:
    for key in ("/Title", "/Creator", "/Producer", "/CreationDate", "/ModDate"):
        if not _info(one, key):
            yield f"no {key}"


@requirement("it is said whether it was trapped")
def _trapped(one: Opened) -> Iterator[str]:
    if _info(one, "/Trapped") not in ("/True", "/False"):
        yield f"{_info(one, '/Trapped')!r}"


@requirement("the document's information names the norm", "x1a")
def _named_in_info(one: Opened) -> Iterator[str]:
    if _info(one, "/GTS_PDFXVersion") != NORMS["x1a"].title:
        yield repr(_info(one, "/GTS_PDFXVersion"))


@requirement("the XMP names the norm")
def _named_in_xmp(one: Opened) -> Iterator[str]:
    if _xmp_text(one, "id:GTS_PDFXVersion") != NORMS[one.norm].title:
        yield repr(_xmp_text(one, "id:GTS_PDFXVersion"))


@requirement("the XMP lies open, well formed, of type Metadata")
def _open_xmp(one: Opened) -> Iterator[str]:
    stream = one.pdf.Root.get("/Metadata")
    if stream is None or "/Filter" in stream or [stream.get("/Type"), stream.get("/Subtype")] != ["/Metadata", "/XML"]:
        yield "it does not"
    elif not len(_xmp(one)):
        yield "it is empty"


@requirement("the XMP has dates, identifiers, a version and a rendition class")
def _identified(one: Opened) -> Iterator[str]:
    dates = ("xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate")
    for name in (*dates, "mm:DocumentID", "mm:VersionID", "mm:RenditionClass"):
        if not _xmp_text(one, name):
            yield f"no {name}"


@requirement("the XMP and the document's information say the same")
def _agree(one: Opened) -> Iterator[str]:
    pairs = {
        "/Title": "dc:title",
        "/Creator": "xmp:CreatorTool",
        "/Producer": "pdf:Producer",
        "/Trapped": "pdf:Trapped",
    }
    for key, name in pairs.items():
        if _info(one, key).removeprefix("/") != _xmp_text(one, name):
            yield f"{key} {_info(one, key)!r}, {name} {_xmp_text(one, name)!r}"
    for key, name in (("/CreationDate", "xmp:CreateDate"), ("/ModDate", "xmp:ModifyDate")):
        digits = "".join(filter(str.isdigit, _xmp_text(one, name)))[:14]
        if _info(one, key)[2:16] != digits:
            yield f"{key} {_info(one, key)!r}, {name} {digits!r}"


def _intents(one: Opened) -> list[Any]:
    return [intent for intent in one.pdf.Root.get("/OutputIntents", []) if intent.get("/S") == "/GTS_PDFX"]


@requirement("there is one output intent, with its condition in words and the profile embedded")
def _intent(one: Opened) -> Iterator[str]:
    if len(_intents(one)) != 1:
        yield f"{len(_intents(one))} of them"
    for intent in _intents(one):
        for key in ("/OutputConditionIdentifier", "/Info", "/DestOutputProfile"):
            if not intent.get(key):
                yield f"no {key}"


@requirement("the profile is of an output device with four inks, of a version that the norm knows")
def _profile(one: Opened) -> Iterator[str]:
    for intent in _intents(one):
        stream = intent.DestOutputProfile
        data = stream.read_bytes()
        if stream.N != 4 or data[12:20] != b"prtrCMYK" or data[36:40] != b"acsp":
            yield repr(data[12:20])
        if data[8] > NORMS[one.norm].newest_profile:
            yield f"version {data[8]}"


def _boxes(page: Any) -> dict[str, Box]:
    names = ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox")
    return {name: tuple(float(one) for one in page.obj[name]) for name in names if name in page.obj}  # type: ignore[misc]


@requirement("every page says its media, bleed and trim box, and no art box")
def _has_boxes(one: Opened) -> Iterator[str]:
    for number, page in enumerate(one.pdf.pages, 1):
        lacking = {"/MediaBox", "/BleedBox", "/TrimBox"} - set(_boxes(page))
        if lacking or "/ArtBox" in page.obj:
            yield f"page {number}: {sorted(lacking) or 'an art box'}"


@requirement("the trim lies in the bleed, the bleed in the media, none of them empty")
def _nested(one: Opened) -> Iterator[str]:
    for number, page in enumerate(one.pdf.pages, 1):
        found = _boxes(page)
        order = [found[name] for name in ("/TrimBox", "/BleedBox", "/CropBox", "/MediaBox") if name in found]
        for inner, outer in pairwise(order):
            if not (_lies_in(inner, outer) and inner[0] < inner[2] and inner[1] < inner[3]):
                yield f"page {number}: {inner} in {outer}"


def _lies_in(inner: Box, outer: Box) -> bool:
    hair = 0.001
    return all(one >= other - hair for one, other in zip(inner[:2], outer[:2], strict=True)) and all(
        one <= other + hair for one, other in zip(inner[2:], outer[2:], strict=True)
    )


@requirement("every font is embedded")
def _embedded(one: Opened) -> Iterator[str]:
    for font in one.fonts:
        for inner in font.get("/DescendantFonts", [font]):
            described = inner.get("/FontDescriptor", {})
            if not any(key in described for key in ("/FontFile", "/FontFile2", "/FontFile3")):
                yield str(font.get("/BaseFont"))


@requirement("every letter has a glyph")
def _glyphs(one: Opened) -> Iterator[str]:
    for shown in one.shown:
        codes = [shown.codes[at : at + 4] for at in range(0, len(shown.codes), 4)]
        if "0000" in codes:
            yield shown.codes


@requirement("colours are CMYK, grey or a spot colour with a CMYK alternate")
def _colours(one: Opened) -> Iterator[str]:
    spots = {str(space[1])[1:] for space in one.spaces}
    for shown in one.shown:
        if shown.space not in ("DeviceCMYK", "DeviceGray", *spots):
            yield f"{shown.kind} in {shown.space}"
    for shading in one.shadings:
        if shading.ColorSpace not in ("/DeviceCMYK", "/DeviceGray"):
            yield f"a gradient in {shading.ColorSpace}"
    for space in one.spaces:
        if space[0] != "/Separation" or space[2] != "/DeviceCMYK":
            yield str(space[0])


@requirement("images are CMYK or grey")
def _image_colours(one: Opened) -> Iterator[str]:
    for image in one.images:
        if image.get("/ColorSpace") not in ("/DeviceCMYK", "/DeviceGray"):
            yield str(image.get("/ColorSpace"))


@requirement("nowhere is more ink than the limit")
def _ink(one: Opened) -> Iterator[str]:
    most = one.limit / 100 + _SLIGHT
    for shading in one.shadings:
        parts = shading.Function.get("/Functions", [shading.Function])
        for inks in (part[end] for part in parts for end in ("/C0", "/C1")):
            if len(inks) == 4 and sum(map(float, inks)) > most:
                yield f"a gradient with {sum(map(float, inks)):.0%}"
    yield from (f"{shown.inks}" for shown in one.shown if shown.space == "DeviceCMYK" and sum(shown.inks) > most)
    for image in one.images:
        if image.ColorSpace == "/DeviceCMYK":
            plates = plates_of(image).split()
            if most_ink(plates) / 255 > most:
                yield f"an image with {100 * most_ink(plates) / 255:.0f} %"


@requirement("black letters are black ink alone, and put on what lies below")
def _black_text(one: Opened) -> Iterator[str]:
    for shown in one.shown:
        if shown.kind == "text" and shown.space == "DeviceCMYK":
            *colours, black = shown.inks
            if black > 0.95 and (any(colours) or not shown.over):
                yield f"{shown.inks}, over: {shown.over}"


@requirement("only letters and cut lines in one ink are put on what lies below")
def _overprint(one: Opened) -> Iterator[str]:
    for shown in one.shown:
        is_cut = shown.kind == "stroke" and shown.space == _CUT
        if shown.over and not is_cut and not (shown.kind == "text" and sum(map(bool, shown.inks)) == 1):
            yield f"{shown.kind} {shown.inks}"


@requirement("lines to cut are a spot colour by themselves, put on the art")
def _cut_lines(one: Opened) -> Iterator[str]:
    for space in one.spaces:
        if str(space[1])[1:] not in (_CUT, _ALL):
            yield str(space[1])
    yield from (f"{shown.inks}" for shown in one.shown if shown.space == _CUT and not shown.over)


@requirement("the registration colour is on lines of a page itself, beside its trim, alone")
def _registration(one: Opened) -> Iterator[str]:
    trims = [_boxes(page)["/TrimBox"] for page in one.pdf.pages]
    for shown in one.shown:
        if shown.space != _ALL:
            continue
        if shown.kind != "stroke" or not shown.page:
            yield f"{shown.kind} on page {shown.page}"
            continue
        left, low, right, top = trims[shown.page - 1]
        for x, y, to_x, to_y in shown.boxes:
            if x < right - _HAIR and to_x > left + _HAIR and y < top - _HAIR and to_y > low + _HAIR:
                yield f"page {shown.page}: {x:.1f} {y:.1f} {to_x:.1f} {to_y:.1f} lies in the trim"


@requirement("nothing is translucent: no soft masks, opacities, blend modes or transparency groups", "x1a")
def _transparency(one: Opened) -> Iterator[str]:
    for image in one.images:
        if "/SMask" in image:
            yield "an image with a soft mask"
    for state in one.states:
        if any(float(state.get(key, 1)) < 1 for key in ("/ca", "/CA")) or state.get("/SMask", "/None") != "/None":
            yield "an opacity"
        if state.get("/BM", "/Normal") not in ("/Normal", "/Compatible"):
            yield "a blend mode"
    for owner in [*one.forms, *(page.obj for page in one.pdf.pages)]:
        if "/Group" in owner:
            yield "a transparency group"


@requirement("every page blends in the inks of the press", "x4")
def _blending(one: Opened) -> Iterator[str]:
    for number, page in enumerate(one.pdf.pages, 1):
        group: Any = page.obj.get("/Group", pikepdf.Dictionary())
        if group.get("/CS") != "/DeviceCMYK":
            yield f"page {number}"


@requirement("there are no annotations, forms, actions, scripts, layers or files inside")
def _inert(one: Opened) -> Iterator[str]:
    root = one.pdf.Root
    inside = ("/AcroForm", "/OpenAction", "/AA", "/OCProperties", "/Collection", "/Perms")
    yield from (key for key in inside if key in root)
    yield from (key for key in ("/JavaScript", "/EmbeddedFiles") if key in root.get("/Names", pikepdf.Dictionary()))
    yield from ("an annotation" for page in one.pdf.pages if "/Annots" in page.obj or "/AA" in page.obj)


@requirement("data are deflated or JPEG")
def _filters(one: Opened) -> Iterator[str]:
    for thing in one.pdf.objects:
        if isinstance(thing, pikepdf.Stream):
            filters: Any = thing.get("/Filter", [])
            for name in [filters] if isinstance(filters, pikepdf.Name) else filters:
                if name not in ("/FlateDecode", "/DCTDecode"):
                    yield str(name)


@requirement("forms and images have no PostScript, references, alternates or OPI")
def _plain(one: Opened) -> Iterator[str]:
    for thing in [*one.forms, *one.images]:
        yield from (key for key in ("/OPI", "/Ref", "/Alternates", "/PS") if key in thing)
        if thing.Subtype not in ("/Form", "/Image"):
            yield str(thing.Subtype)


@requirement("no state has transfer functions or halftones of its own")
def _states(one: Opened) -> Iterator[str]:
    for state in one.states:
        yield from (key for key in ("/TR", "/TR2", "/HT", "/HTP", "/HTO", "/BG", "/UCR") if key in state)


@requirement("streams use only operators that every reader knows")
def _operators(one: Opened) -> Iterator[str]:
    yield from sorted(one.operators - _KNOWN)


@requirement("a viewer is told of no other area than media and bleed")
def _viewer(one: Opened) -> Iterator[str]:
    preferences: Any = one.pdf.Root.get("/ViewerPreferences", {})
    for key in ("/ViewArea", "/ViewClip", "/PrintArea", "/PrintClip"):
        if preferences.get(key, "/MediaBox") not in ("/MediaBox", "/BleedBox"):
            yield key
    newer = {"/PrintScaling", "/Duplex", "/PickTrayByPDFSize", "/NumCopies"}
    yield from sorted(newer & set(preferences.keys()))
