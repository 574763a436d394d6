"""PDF by ReportLab; the only file that knows it. In: Frames, Sheets, fonts and images. Out: the bytes of a PDF.

Each face comes from the PdfResources as a finished stream and stands in a document once, as a form XObject; sheets only
place it. Fonts are embedded as subsets whose codes are glyph numbers, with a table back to
Unicode, so text can be searched and copied. Invariant: the same Frames, Sheets and words always give the same bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.util import LazyLoader, find_spec, module_from_spec
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.digest import digest_bytes
from pnp.base.units import PT_PER_MM
from pnp.export.pdf.font import Sign
from pnp.export.pdf.inks import CUT_LINE, KNOCKOUT, MARK_INK, OVERPRINT
from pnp.export.pdf.operators import alpha_name, font_name, image_name
from pnp.export.pdf.output_intent import OutputIntent, xmp
from pnp.export.pdf.page_operators import Slots, page_boxes, page_operators
from pnp.export.pdf.pdf_resources import Form, PdfResources, deflate
from pnp.export.pdf.raster import image_entries, mask_entries, shading_entries
from pnp.layout.drawing.bounds import Bounds
from pnp.layout.drawing.frame import Outline, Sheet


def _import_pillow_lazily() -> None:
    """Load Pillow when it is first used: ReportLab imports it for pictures that it never gets from us."""
    spec = find_spec("PIL.Image") if "PIL.Image" not in sys.modules else None
    if spec is not None and spec.loader is not None:
        spec.loader = LazyLoader(spec.loader)
        module = sys.modules["PIL.Image"] = module_from_spec(spec)
        spec.loader.exec_module(module)
        vars(sys.modules["PIL"])["Image"] = module


_import_pillow_lazily()
from reportlab.lib.rl_accel import fp_str  # noqa: E402
from reportlab.pdfbase.pdfdoc import PDFDocument, PDFName, PDFObject, PDFString  # noqa: E402


class About(Struct, frozen=True):
    """The metadata of a document; `duplex` is the flip that a printer is asked for: long, short or (else) none.

    press: the press it is made for, by PDF/X; None: a printer at home.
    """

    title: str
    author: str = ""
    subject: str = ""
    keywords: str = ""
    lang: str = ""
    creator: str = "pnp"
    duplex: str = "none"
    press: OutputIntent | None = None


def paint_pdf(pdf_resources: PdfResources, frames: Sequence[Outline], sheets: Iterable[Sheet], about: About) -> bytes:
    """One document with a page for each sheet."""
    return _PdfDocument(pdf_resources, about).paint(frames, sheets)


class _PageContent(NamedTuple):
    """What is on a page, without what it refers to."""

    content: bytes
    deflated: bytes
    marks: Form
    boxes: tuple[Any, ...]


class _PdfDocument:
    """One PDF in the making: objects are registered with ReportLab as they are needed."""

    def __init__(self, pdf_resources: PdfResources, about: About) -> None:
        self.pdf_resources = pdf_resources
        self.about = about
        version = about.press.norm.version if about.press else (1, 7)
        self.doc: Any = PDFDocument(compression=1, invariant=1, pdfVersion=version, lang=about.lang or None)
        self.frames: dict[int, Any] = {}  # id of a frame -> reference to its form
        self.images: dict[str, Any] = {}
        self.letters: dict[str, set[str]] = {}
        self.signs: dict[str, set[Sign]] = {}
        self.slots: Slots = {}
        self.usual: dict[Any, Any] = {}  # what many faces have in common, written once

    def paint(self, frames: Sequence[Outline], sheets: Iterable[Sheet]) -> bytes:
        self._describe()
        pages: list[tuple[str, Any]] = []
        for sheet in sheets:
            page = self._page(frames, sheet)
            self.doc.addPage(page)
            pages.append((sheet.name.rpartition(" ")[0], self.doc.Reference(page)))
        for font in sorted(self.letters):
            self._embed(font)
        _bookmark(self.doc, pages)
        data: bytes = self.doc.GetPDFData(None)
        return data

    def _describe(self) -> None:
        info, about = self.doc.info, self.about
        info.title, info.author, info.subject = about.title, about.author, about.subject
        info.keywords, info.creator = about.keywords, about.creator
        if about.press is not None:
            self._describe_press(about.press)
            return
        viewer = {"PrintScaling": "/None", "DisplayDocTitle": "true", "PickTrayByPDFSize": "true"}
        flip = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge"}.get(about.duplex, "/Simplex")
        self.doc.Catalog.ViewerPreferences = _Dictionary(viewer | {"Duplex": flip})

    def _describe_press(self, press: OutputIntent) -> None:
        """What PDF/X asks of a document: its output intent with the profile, XMP, its identification."""
        doc, info = self.doc, self.doc.info
        profile = self._stream("Profile", press.profile, N=4)
        intent = {
            "Type": "/OutputIntent",
            "S": "/GTS_PDFX",
            "OutputConditionIdentifier": PDFString("Custom"),
            "OutputCondition": PDFString(press.name),
            "Info": PDFString(press.name),
            "DestOutputProfile": profile,
        }
        doc.Catalog.__NoDefault__ = [*doc.Catalog.__NoDefault__, "OutputIntents"]
        doc.Catalog.OutputIntents = _Array([doc.Reference(_Dictionary(intent), "OutputIntent")])
        digest = digest_bytes(press.profile + repr(self.about).encode(), 16)
        words = xmp(press, info.title, info.creator, info.producer, digest)
        doc.Catalog.Metadata = _Stream({"Type": "/Metadata", "Subtype": "/XML"}, words)
        doc.Catalog.ViewerPreferences = _Dictionary({"DisplayDocTitle": "true"})
        if not press.norm.has_transparency:  # the later norms are named in the XMP alone
            doc.info = _PressInfo(info, press.norm.title)

    def _page(self, frames: Sequence[Outline], sheet: Sheet) -> Any:
        """A page with its boxes and what it refers to."""
        ready = self._ready(frames, sheet)
        forms = {f"F{number}": self._frame(frames[number], f"F{number}") for number in sheet.faces}
        self.doc.updateSignature(ready.content)
        trim, bleed = ready.boxes
        media = _box(sheet.height, (0, 0, sheet.width, sheet.height))
        entries = {"Type": "/Page", "MediaBox": media, "TrimBox": trim, "BleedBox": bleed}
        if self.about.press is not None and self.about.press.norm.has_transparency:
            entries["Group"] = _Dictionary({"S": "/Transparency", "CS": "/DeviceCMYK", "I": "true"})
        entries["Resources"] = self._resources(ready.marks, forms, name=f"Page{self.doc.pageCounter}")
        return _Page(entries, _Stream({"Filter": "/FlateDecode"}, ready.deflated))

    def _ready(self, frames: Sequence[Outline], sheet: Sheet) -> _PageContent:
        """What is on a page, made once for equal sheets where pages are kept."""
        if self.pdf_resources.pages is None:
            return self._make_ready(frames, sheet)
        key = (sheet, *((frames[number].width, frames[number].height) for number in sheet.faces))
        ready: _PageContent | None = self.pdf_resources.pages.get(key)
        if ready is None:
            ready = self.pdf_resources.pages[key] = self._make_ready(frames, sheet)
        return ready

    def _make_ready(self, frames: Sequence[Outline], sheet: Sheet) -> _PageContent:
        """Faces, and the marks over them."""
        marks = self.pdf_resources.marks(frames, sheet)
        out = [*page_operators(frames, sheet, self.slots), marks.content.decode("ascii")]
        content = "\n".join(out).encode("ascii")
        parts = Form(replace(marks, content=b""))  # the marks themselves are in the page; only their parts are forms
        boxes = tuple(_box(sheet.height, box) for box in page_boxes(frames, sheet))
        return _PageContent(content, deflate(content), parts, boxes)

    def _frame(self, frame: Outline, name: str) -> Any:
        """The reference to a face's form, made when first asked for."""
        if id(frame) not in self.frames:
            bleed = frame.bleed
            box = [-bleed, -bleed, frame.width + bleed, frame.height + bleed]
            form = self.pdf_resources.form(frame)
            self.doc.updateSignature(form.deflated)
            self.frames[id(frame)] = self._form(form, box, f"Face{name}")
        return self.frames[id(frame)]

    def _form(self, form: Form, box: list[float], name: str, **more: Any) -> Any:
        resources = self._resources(form, {}, box, name)
        alike = (*box, id(resources), *map(id, more.values()))
        if alike not in self.usual:
            entries = {
                "Type": "/XObject",
                "Subtype": "/Form",
                "BBox": self.usual.setdefault(tuple(box), _Array(box)),
                "Resources": resources,
                "Filter": "/FlateDecode",
            }
            self.usual[alike] = _Entries(entries | more)
        return self.doc.Reference(_Stream(self.usual[alike], form.deflated), name)

    def _resources(self, form: Form, forms: dict[str, Any], box: list[float] | None = None, name: str = "") -> Any:
        """What the operators of a stream refer to."""
        drawing = form.drawing
        names = sorted(drawing.fonts)
        for font in names:
            self.letters.setdefault(font, set()).update(drawing.fonts[font])
            self.signs.setdefault(font, set()).update(drawing.signs.get(font, ()))
        is_plain = not (forms or form.parts or drawing.images or drawing.alphas or drawing.asks or drawing.shadings)
        if is_plain and tuple(names) in self.usual:
            return self.usual[tuple(names)]
        fonts = {font_name(font): _DeferredReference(f"Font{font_name(font)}") for font in names}
        xobjects = dict(forms)
        group = _Dictionary({"S": "/Transparency", "I": "true"})
        states: dict[str, Any] = {alpha_name(one): {"ca": one / 1000, "CA": one / 1000} for one in drawing.alphas}
        states |= {mode: {"BM": f"/{mode}"} for mode in drawing.blends}
        for part, inner in form.parts.items():
            around = inner.drawing.box_within(box or _EVERYWHERE)
            if part in drawing.masks:
                grey = _Dictionary({"S": "/Transparency", "I": "true", "CS": "/DeviceGray"})
                veil = self._form(inner, around, f"{name}.{part}", Group=grey)
                states[part] = {"SMask": {"Type": "/Mask", "S": f"/{drawing.masks[part]}", "G": veil}}
            elif inner.drawing.is_common:
                if part not in self.usual:
                    self.usual[part] = self._form(inner, around, part)
                xobjects[part] = self.usual[part]
            else:
                xobjects[part] = self._form(inner, around, f"{name}.{part}", Group=group)
        for digest, source in sorted(drawing.images.items()):
            xobjects[image_name(digest)] = self._image(digest, source)
        states |= {name: _OVERPRINTS[name] for name in (OVERPRINT, KNOCKOUT) if name in drawing.asks}
        spots = {name: self._spot(name) for name in _SPOTS if name in drawing.asks}
        shadings = {name: shading_entries(one) for name, one in drawing.shadings.items()}
        entries = {"Font": fonts, "XObject": xobjects, "ExtGState": states, "ColorSpace": spots, "Shading": shadings}
        made = _Dictionary({key: entry for key, entry in entries.items() if entry})
        if is_plain:
            self.usual[tuple(names)] = made
        return made

    def _spot(self, name: str) -> Any:
        """A spot colour, or the one of all plates."""
        if name not in self.usual:
            colorant, full = _SPOTS[name]
            tint = _Dictionary({"FunctionType": 2, "Domain": [0, 1], "C0": [0, 0, 0, 0], "C1": full, "N": 1})
            space = ["/Separation", f"/{colorant}", "/DeviceCMYK", self.doc.Reference(tint, f"{name}Tint")]
            self.usual[name] = self.doc.Reference(_Array(space), f"{name}Space")
        return self.usual[name]

    def _image(self, digest: str, source: str) -> Any:
        if digest not in self.images:
            raster = self.pdf_resources.raster(digest, source)
            entries = image_entries(raster)
            name = image_name(digest)
            if raster.alpha:
                mask = _Stream(mask_entries(raster), raster.alpha)
                entries["SMask"] = self.doc.Reference(mask, f"{name}.Mask")
            self.doc.updateSignature(digest)
            self.images[digest] = self.doc.Reference(_Stream(entries, raster.data), name)
        return self.images[digest]

    def _embed(self, font: str) -> None:
        """Add a font's subset under the name that the resources already use."""
        made = self.pdf_resources.font(font).embed(self.letters[font], font_name(font), self.signs[font])
        descriptor = {
            "Type": "/FontDescriptor",
            "FontName": PDFName(made.name),
            "Flags": 4 | (64 if made.italic_angle else 0),
            "FontBBox": _Array(made.box),
            "ItalicAngle": made.italic_angle,
            "Ascent": made.ascent,
            "Descent": made.descent,
            "CapHeight": made.cap_height,
            "StemV": 80,
        }
        is_cff = made.form == "cff"
        if is_cff:
            descriptor["FontFile3"] = self._stream(f"File{made.name}", made.program, Subtype="/CIDFontType0C")
        else:
            descriptor["FontFile2"] = self._stream(f"File{made.name}", made.program, Length1=len(made.program))
        descendant = {
            "Type": "/Font",
            "Subtype": "/CIDFontType0" if is_cff else "/CIDFontType2",
            "BaseFont": PDFName(made.name),
            "CIDSystemInfo": _Dictionary({"Registry": "(Adobe)", "Ordering": "(Identity)", "Supplement": 0}),
            "FontDescriptor": self.doc.Reference(_Dictionary(descriptor), f"Descriptor{made.name}"),
            "W": made.widths,
        } | ({} if is_cff else {"CIDToGIDMap": "/Identity"})
        composite = {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": PDFName(made.name),
            "Encoding": "/Identity-H",
            "DescendantFonts": _Array([self.doc.Reference(_Dictionary(descendant), f"Descendant{made.name}")]),
            "ToUnicode": self._stream(f"Unicode{made.name}", made.to_unicode),
        }
        self.doc.Reference(_Dictionary(composite), f"Font{font_name(font)}")

    def _stream(self, name: str, data: bytes, **entries: Any) -> Any:
        entries["Filter"] = "/FlateDecode"
        return self.doc.Reference(_Stream(entries, deflate(data)), name)


# By the names they have on pages: the colorant, and the inks that show it where it has no plate of its own.
_SPOTS = {CUT_LINE: (CUT_LINE, [0, 1, 0, 0]), MARK_INK: ("All", [1, 1, 1, 1])}
_OVERPRINTS = {OVERPRINT: {"OP": "true", "op": "true", "OPM": 1}, KNOCKOUT: {"OP": "false", "op": "false", "OPM": 1}}
_EVERYWHERE: list[float] = [-2000, -2000, 4000, 4000]


class _Dictionary(PDFObject):  # type: ignore[misc]
    """Entries by name, written once however often they are used."""

    def __init__(self, entries: dict[str, Any]) -> None:
        self.entries = entries
        self.written = b""

    def format(self, document: Any) -> bytes:
        self.written = self.written or _written(self.entries, document)
        return self.written


class _Page(PDFObject):  # type: ignore[misc]
    """A page, in the place of ReportLab's own, which takes a quarter of a document's time."""

    __RefOnly__ = 1  # for ReportLab: only a reference may stand inside another object

    def __init__(self, entries: dict[str, Any], contents: _Stream) -> None:
        self.entries = entries
        self.contents = contents

    def format(self, document: Any) -> bytes:
        links = {"Parent": document.Reference(document.Pages), "Contents": document.Reference(self.contents)}
        return _written(self.entries | links, document)


class _PressInfo(PDFObject):  # type: ignore[misc]
    """The information of a document that names its norm there, in the place of ReportLab's own."""

    invariant = 1

    def __init__(self, info: Any, version: str) -> None:
        self.info = info
        self.version = version

    def digest(self, signature: Any) -> None:
        """What tells the document from others."""
        self.info.digest(signature)

    def format(self, document: Any) -> bytes:
        words: bytes = self.info.format(document)
        own: bytes = PDFString(self.version).format(document)
        return words.removesuffix(b">>").rstrip() + b" /GTS_PDFXVersion " + own + b" >>"


class _Array(PDFObject):  # type: ignore[misc]
    """Values, written once however often they are used."""

    def __init__(self, values: list[Any]) -> None:
        self.values = values
        self.written = b""

    def format(self, document: Any) -> bytes:
        self.written = self.written or _written(self.values, document)
        return self.written


class _Entries:
    """What streams are, written once however many are so: all but their lengths."""

    def __init__(self, entries: dict[str, Any]) -> None:
        self.entries = entries
        self.written: list[bytes] = []

    def format(self, length: int, document: Any) -> bytes:
        """With the length of a stream."""
        self.written = self.written or _written(self.entries | {"Length": 0}, document).split(b"/Length 0")
        return (b"/Length %d" % length).join(self.written)


class _Stream(PDFObject):  # type: ignore[misc]
    """Data that needs no more coding, and what it is."""

    __RefOnly__ = 1  # for ReportLab: only a reference may stand inside another object

    def __init__(self, entries: dict[str, Any] | _Entries, data: bytes) -> None:
        self.entries = entries if isinstance(entries, _Entries) else _Entries(entries)
        self.data = data

    def format(self, document: Any) -> bytes:
        return b"".join((self.entries.format(len(self.data), document), b"\nstream\n", self.data, b"endstream\n"))


def _written(value: Any, document: Any) -> bytes:
    """A value as ReportLab writes it, in a fifth of the time: a deck has tens of thousands."""
    kind = type(value)
    if kind is str:
        data: bytes = value.encode("ascii")
    elif kind is dict:
        data = b"<<\n%b\n>>" % _joined(
            [b"/%b %b" % (k.encode(), _written(value[k], document)) for k in sorted(value)], 6
        )
    elif kind is list:
        data = b"[ %b ]" % _joined([_written(one, document) for one in value], 10)
    elif kind is int:
        data = b"%d" % value
    elif kind is float:
        data = _number(value)
    else:
        data = value.format(document)
    return data


@lru_cache(4096)
def _number(value: float) -> bytes:
    data: bytes = fp_str(value).encode("ascii")
    return data


def _joined(parts: list[bytes], most: int) -> bytes:
    for at in reversed(range(most, len(parts), most)):
        parts.insert(at, b"\n ")
    return b" ".join(parts)


class _DeferredReference(PDFObject):  # type: ignore[misc]
    """A reference to an object that is registered before the document is written."""

    def __init__(self, name: str) -> None:
        self.name = name

    def format(self, document: Any) -> bytes:
        return b"%d %d R" % document.idToObjectNumberAndVersion[self.name]


@lru_cache(64)
def _box(height: float, box: Bounds) -> Any:
    """A page box in points from left, top, right and bottom in mm of paper that is so high."""
    left, top, right, bottom = box
    values = (left, height - bottom, right, height - top)
    return _Array([round(value * PT_PER_MM, 4) for value in values])


class _Bookmarks(PDFObject):  # type: ignore[misc]
    """The outline of a document, in the place of ReportLab's own, which only a canvas can fill."""

    ready = 1

    def __init__(self, entries: dict[str, Any]) -> None:
        self.entries = entries

    def prepare(self, document: Any, canvas: Any) -> None:
        """Nothing is left to do."""

    def format(self, document: Any) -> bytes:
        return _written(self.entries, document)


def _bookmark(doc: Any, pages: Sequence[tuple[str, Any]]) -> None:
    """A bookmark at the first page of each component, where there are several."""
    firsts: list[tuple[str, Any]] = []
    for title, page in pages:
        if not firsts or firsts[-1][0] != title:
            firsts.append((title, page))
    if len(firsts) < 2:
        return
    outline = _DeferredReference("Bookmarks")
    names = [_DeferredReference(f"Bookmark{number}") for number in range(len(firsts))]
    for number, (title, page) in enumerate(firsts):
        entry = {"Title": PDFString(title), "Parent": outline, "Dest": _Array([page, "/Fit"])}
        if number:
            entry["Prev"] = names[number - 1]
        if number + 1 < len(firsts):
            entry["Next"] = names[number + 1]
        doc.Reference(_Dictionary(entry), names[number].name)
    bookmarks = _Bookmarks({"Type": "/Outlines", "First": names[0], "Last": names[-1], "Count": len(firsts)})
    doc.Reference(bookmarks, "Bookmarks")
    doc.Outlines = doc.outline = doc.Catalog.Outlines = bookmarks
    doc.Catalog.PageMode = "/UseOutlines"
