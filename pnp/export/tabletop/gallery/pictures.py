"""The gallery's pictures. In: albums by language. Out: a data address for each face, and the class of its shape.

Invariant: a face that is the same in several languages is painted once.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping

from pnp.export.pictures.face_pictures import encode, fit_pixels, paint_pictures
from pnp.export.tabletop.album import Album
from pnp.layout.drawing.frame import Outline

CARD_SIDE, PAGE_SIDE, DPI = 640, 1500, 360  # pixels; pages are read, cards are looked at
QUALITY = 84


class GalleryPictures:
    """Pictures by the digest of their face."""

    def __init__(self, albums: Mapping[str, Album]) -> None:
        self.albums = albums
        self.sources: dict[str, str] = {}
        self.sizes: dict[str, tuple[int, int]] = {}
        self.shapes: dict[str, str] = {}  # the rule of a shape -> its class
        for album in albums.values():
            self._paint(album)

    def digest(self, lang: str, face: int) -> str:
        """What identifies a face."""
        return self.albums[lang].made.portfolio.digests[face]

    def shape(self, frame: Outline) -> str:
        """The class that gives a picture the shape of the face."""
        if frame.cut and "C" in frame.cut:
            rule = "border-radius:50%"
        elif frame.cut:
            points = [frame.cut[at : at + 2] for at in range(1, len(frame.cut) - 1, 3)]
            corners = ",".join(f"{_percent(x, frame.width)} {_percent(y, frame.height)}" for x, y in points)
            rule = f"clip-path:polygon({corners})"
        elif frame.corner:
            rule = f"border-radius:{_percent(frame.corner, frame.width)}/{_percent(frame.corner, frame.height)}"
        else:
            return ""
        return self.shapes.setdefault(rule, f"shape{len(self.shapes)}")

    def rules(self) -> str:
        """The style rules of all shapes."""
        return "".join(f".{name}{{{rule}}}" for rule, name in self.shapes.items())

    def _paint(self, album: Album) -> None:
        digests, frames = album.made.portfolio.digests, album.faces
        wanted: dict[str, tuple[Outline, int]] = {}
        for chapter in album.chapters:
            side = CARD_SIDE if chapter.kind in ("cards", "tokens") else PAGE_SIDE
            for piece in chapter.pieces:
                for number in (piece.face, piece.back):
                    if number >= 0 and digests[number] not in self.sources:
                        wanted.setdefault(digests[number], (frames[number], side))
        sizes = [fit_pixels(frame, side, DPI) for frame, side in wanted.values()]
        pictures = paint_pictures(album.made.pdf_resources, [frame for frame, _ in wanted.values()], sizes)
        for digest, picture in zip(wanted, pictures, strict=True):
            data = encode(picture, "WEBP", quality=QUALITY, method=4)
            self.sources[digest] = "data:image/webp;base64," + b64encode(data).decode("ascii")
            self.sizes[digest] = picture.size


def _percent(part: str | float, whole: float) -> str:
    return f"{float(part) / whole * 100:.4g}%"
