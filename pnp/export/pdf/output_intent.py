"""What a PDF/X says of itself. In: a document's metadata, its norm and the profile of the press. Out: the words: its
XMP, its identification.

Invariant: XMP and the document's information say the same; nothing in it is a time of today.
"""

from __future__ import annotations

from msgspec import Struct

MADE = "2000-01-01T00:00:00+00:00"  # ReportLab's date of a document that is the same whenever it is made


class Norm(Struct, frozen=True):
    """A part of PDF/X. `version`: of PDF, as its header has it · has_transparency: it may stay."""

    id: str
    title: str
    version: tuple[int, int]
    has_transparency: bool
    newest_profile: int  # of which version an ICC profile may be at most


NORMS = {
    norm.id: norm for norm in (Norm("x4", "PDF/X-4", (1, 6), True, 4), Norm("x1a", "PDF/X-1a:2003", (1, 4), False, 2))
}


class OutputIntent(Struct, frozen=True):
    """The press that a document is made for. name: the profile's own · limit: the most ink on one place, in percent."""

    norm: Norm
    profile: bytes
    name: str
    limit: int


def xmp(intent: OutputIntent, title: str, creator: str, producer: str, digest: str) -> bytes:
    """The XMP packet; `digest`: what tells this document from others."""
    from html import escape  # only what is made for a press needs it

    words = {"title": title, "creator": creator, "producer": producer}
    escaped = {name: escape(word, quote=False) for name, word in words.items()}
    version = f"<pdfxid:GTS_PDFXVersion>{intent.norm.title}</pdfxid:GTS_PDFXVersion>"
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escaped["title"]}</rdf:li></rdf:Alt></dc:title>
<xmp:CreateDate>{MADE}</xmp:CreateDate>
<xmp:ModifyDate>{MADE}</xmp:ModifyDate>
<xmp:MetadataDate>{MADE}</xmp:MetadataDate>
<xmp:CreatorTool>{escaped["creator"]}</xmp:CreatorTool>
<xmpMM:DocumentID>uuid:{digest[:8]}-{digest[8:12]}-{digest[12:16]}-{digest[16:20]}-{digest[20:32]}</xmpMM:DocumentID>
<xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdf:Producer>{escaped["producer"]}</pdf:Producer>
<pdf:Trapped>False</pdf:Trapped>
{version}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>
""".encode()
