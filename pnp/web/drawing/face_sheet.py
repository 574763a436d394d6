"""Faces as a style sheet. In: pictures by their names. Out: rules that give each element its face.

What is drawn names its face (`data-face`), and the sheet holds the pictures themselves: all faces of a page come with
one request, and one that is new on it comes alone. Invariant: a sheet holds only what was asked for by name.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping


def face_rules(pictures: Mapping[str, bytes]) -> str:
    """A rule for each picture; faces that look alike share theirs."""
    names: dict[bytes, list[str]] = {}
    for name, picture in pictures.items():
        names.setdefault(picture, []).append(f"[data-face={_quoted(name)}]")
    return "".join(
        f"{','.join(selectors)}{{background-image:url(data:image/webp;base64,{b64encode(picture).decode()})}}\n"
        for picture, selectors in names.items()
        if picture
    )


def _quoted(name: str) -> str:
    """A name as a string of a style sheet."""
    return '"' + "".join(sign if sign.isalnum() or sign in ".-_" else f"\\{ord(sign):x} " for sign in name) + '"'
