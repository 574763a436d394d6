"""Plates of a press. In: the bytes of a PDF. Out: its pages separated by Ghostscript, one picture an ink."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
from PIL import Image, ImageChops, ImageMath


def most_ink(plates: tuple[Image.Image, ...]) -> float:
    """The most ink that lies on one place, 255 a full plate."""
    first, *others = plates
    total = first.convert("I")
    for plate in others:
        total = ImageMath.lambda_eval(lambda args: args["a"] + args["b"], a=total, b=plate.convert("I"))
    extrema: Any = total.getextrema()
    return float(extrema[1])


def has_ghostscript() -> bool:
    """Whether it can be asked."""
    return shutil.which("gs") is not None


def ghostscript_plates(data: bytes, page: int = 1, dpi: int = 50) -> dict[str, Image.Image]:
    """A page's plates as Ghostscript paints them: 255 is full ink; it stops at the first thing it cannot read."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "in.pdf"
        file.write_bytes(data)
        command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-dPDFSTOPONERROR", "-sDEVICE=tiffsep", f"-r{dpi}"]
        command += ["-dSimulateOverprint=true", f"-dFirstPage={page}", f"-dLastPage={page}"]
        done = subprocess.run(
            [*command, "-o", f"{folder}/plate.tif", str(file)], capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stdout + done.stderr
        plates = {}
        for path in sorted(Path(folder).glob("plate*(*).tif")):
            with Image.open(path) as picture:
                plates[path.stem.partition("(")[2].rstrip(")")] = picture.convert("L").point(lambda ink: 255 - ink)
        return plates


def ghostscript_inks(data: bytes, dpi: int = 50) -> tuple[Image.Image, ...]:
    """The four plates of the first page within its bleed: beside it are marks, which every plate has."""
    plates = ghostscript_plates(data, dpi=dpi)
    with pikepdf.open(BytesIO(data)) as pdf:
        page = pdf.pages[0].obj
        left, low, right, top = (float(one) * dpi / 72 for one in page.BleedBox)
        height = float(page.MediaBox[3]) * dpi / 72
    box = (round(left), round(height - top), round(right), round(height - low))
    return tuple(plates[name].crop(box) for name in ("Cyan", "Magenta", "Yellow", "Black"))


def plates_of(image: pikepdf.Stream) -> Image.Image:
    """The inks of an image; Pillow takes those of a JPEG as inverted."""
    if image.Filter != "/DCTDecode":
        return Image.frombytes("CMYK", (int(image.Width), int(image.Height)), image.read_bytes())
    plates = Image.open(BytesIO(image.read_raw_bytes()))
    return plates if "/Decode" in image else ImageChops.invert(plates)
