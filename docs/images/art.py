"""The picture of docs/art.md: drawings of the tests' corpus, a gradient, a shadow and a mask on one face. Run in a
checkout: python docs/images/art.py
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from pnp.catalog import book_of, find_game
from pnp.export.disk_shelf import DiskShelf
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pictures.face_pictures import fit_pixels, paint_pictures
from pnp.layout.painting.compose import compose_page
from pnp.layout.painting.resources import LayoutResources

HERE = Path(__file__).parent
CORPUS = HERE.parents[1] / "tests/layout/drawing/svg/corpus"
_DPI = 200
FADE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><radialGradient id="g"><stop offset=".6"/>
<stop offset="1" stop-opacity="0"/></radialGradient><circle cx="5" cy="5" r="5" fill="url(#g)"/></svg>"""
LAYOUT = """
size: {width: 150, height: 62, bleed: 0, safe: 0}
elements:
  sky: {kind: rect, gradient: ["#27476e", "#c0d8e0", "#f5e6c8"]}
  a: {kind: image, image: art/inkscape_moon_gradient.svg, box: [5, 4, 24, 24], safe: false}
  b: {kind: image, image: art/illustrator_shield.svg, box: [34, 4, 24, 24], safe: false, shadow: true}
  c: {kind: image, image: art/figma_mask_alpha.svg, box: [63, 4, 24, 24], safe: false}
  d: {kind: image, image: art/illustrator_gradient_gem.svg, box: [92, 4, 24, 24], safe: false, shadow: {blur: 2}}
  e: {kind: icon, icon: leaf, colour: "#2d6a4f", box: [121, 4, 24, 24], safe: false}
  f: {kind: image, image: art/illustrator_blend.svg, box: [5, 33, 24, 24], safe: false, radius: 4}
  g: {kind: image, image: art/inkscape_clone_ring.svg, fit: fill, box: [34, 33, 24, 24], safe: false}
  h: {kind: image, image: art/figma_gradient_card.svg, mask: fade, box: [63, 33, 24, 24], safe: false}
  i: {kind: circle, gradient: ["#ffffff", "#e0a030", "#7a3b10"], direction: out, box: [92, 33, 24, 24], shadow: true}
  j: {kind: polygon, sides: 5, star: 0.45, gradient: ["#f4d35e", "#ee964b"], box: [121, 33, 24, 24], blend: multiply}
"""


def main() -> None:
    """Write art.webp."""
    entry = find_game("quay", [HERE.parent / "examples"])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(CORPUS, folder / "art")
        (folder / "icons").mkdir()
        (folder / "icons" / "fade.svg").write_text(FADE, encoding="utf-8")
        leaf = (CORPUS / "gameicons_bare_leaf.svg").read_text(encoding="utf-8")
        (folder / "icons" / "leaf.svg").write_text(leaf.replace('fill="#fff"', ""), encoding="utf-8")
        (folder / "example.yaml").write_text(LAYOUT, encoding="utf-8")
        resources = LayoutResources(DiskShelf(games={entry.slug: (name, str(entry.layouts))}), book_of(entry))
        face = compose_page(resources, "example")[0]
        faults = [*resources.report, *face.report]
        if faults:
            raise SystemExit("\n".join(map(str, faults)))
        frame = face.frame
        pdf = PdfResources(resources.font_bytes, resources.image_bytes)
        (picture,) = paint_pictures(pdf, [frame], [fit_pixels(frame, 1400, _DPI)])
        picture.convert("RGB").save(HERE / "art.webp", quality=88, method=6)


if __name__ == "__main__":
    main()
