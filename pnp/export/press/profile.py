"""Profiles of presses. In: the file that an order names. Out: an OutputIntent.

Invariant: only a profile that a press can be described by is taken: an ICC profile of an output device with four inks,
of a version that the norm knows; anything else is an InputError that says what to give instead.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from pnp.base.diagnostics import InputError, Span
from pnp.base.files import reason_of
from pnp.base.places import shown_path
from pnp.base.suggest import hint_nearest
from pnp.export.pdf.output_intent import NORMS, Norm, OutputIntent

USUAL_INK = 300  # percent: what coated paper bears on most presses
MOST_BYTES = 20_000_000
# Where systems keep profiles, so that one may be named without its folder.
_FOLDERS = (
    "/usr/share/color/icc",
    "~/.local/share/icc",
    "/Library/ColorSync/Profiles",
    "~/Library/ColorSync/Profiles",
    "C:\\Windows\\System32\\spool\\drivers\\color",
)


def load_intent(name: str, norm: Norm, ink: int = USUAL_INK, folders: Sequence[str] = _FOLDERS) -> OutputIntent:
    """Read the profile of that path, or of that file's name in one of the system's folders."""
    path = name if os.path.exists(name) else _find(name, folders)
    span = Span(shown_path(path))
    try:
        with open(path, "rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as fault:
        raise InputError.single(span, f"the profile cannot be read: {reason_of(fault)}", code="profile") from None
    title = _title(data, span, norm)
    return OutputIntent(norm, data, title, ink)


def _find(name: str, folders: Sequence[str]) -> str:
    """The path of a file in the folders, whatever its case; a name that is none of theirs is told with the nearest."""
    wanted, known = name.casefold(), dict[str, str]()
    for folder in folders:
        for root, _, files in os.walk(os.path.expanduser(folder)):
            for file in sorted(files):
                if file.casefold().endswith((".icc", ".icm")):
                    known.setdefault(file.casefold(), os.path.join(root, file))
    for file in (wanted, f"{wanted}.icc", f"{wanted}.icm"):
        if file in known and os.path.dirname(name) == "":
            return known[file]
    hint = hint_nearest(wanted, list(known)) if known else "ask the print shop for the ICC profile of its press"
    raise InputError.single(Span(shown_path(name)), "profile not found", hint, "profile")


def _title(data: bytes, span: Span, norm: Norm) -> str:
    """The profile's own name, once it is known to be of use."""
    from io import BytesIO

    from PIL import Image, ImageCms

    from pnp.export.press.press_resources import convert

    hint = "ask the print shop for the ICC profile of its press, such as PSO Coated v3 or SWOP"
    if len(data) < 132 or data[36:40] != b"acsp" or len(data) > MOST_BYTES:
        raise InputError.single(span, "this is not an ICC profile", hint, "profile")
    version, kind, inks = data[8], data[12:16], data[16:20]
    if kind != b"prtr" or inks != b"CMYK":
        space = inks.decode("latin-1").strip() or "unknown colours"
        message = f"expected the profile of a CMYK press, got {space} of {_KINDS.get(kind, 'another kind of device')}"
        raise InputError.single(span, message, hint, "profile")
    if version > norm.newest_profile:
        message = f"{norm.title} allows profiles up to version {norm.newest_profile}, got version {version}"
        newer = [name for name, other in NORMS.items() if other.newest_profile >= version]
        hint = " or ".join([*(f"--pdfx {name}" for name in newer), f"a profile of version {norm.newest_profile}"])
        raise InputError.single(span, message, hint, "profile")
    try:
        title = ImageCms.getProfileDescription(ImageCms.getOpenProfile(BytesIO(data))).strip()
        convert(Image.new("RGB", (1, 1)), data)
    except (OSError, ImageCms.PyCMSError) as fault:
        message = f"the profile is damaged, or not made for a press: {fault}"
        raise InputError.single(span, message, hint, "profile") from None
    return "".join(letter for letter in title if letter.isprintable()) or os.path.basename(span.file)


_KINDS = {b"mntr": "a screen", b"scnr": "a scanner", b"spac": "a colour space", b"link": "a chain of devices"}
