"""Pictures in a terminal. In: the bytes of a PNG, the environment. Out: what makes the terminal show it, or "".

Two ways that terminals document are known: that of kitty (Ghostty, Konsole and WezTerm, too) and that of iTerm2.
Invariant: a terminal that did not say which it is gets nothing; a pipe neither.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping

_PART = 4096  # characters at once, the most that kitty takes
_KITTY, _ITERM = "kitty", "iterm"
_PROGRAMS = {"ghostty": _KITTY, "WezTerm": _ITERM, "iTerm.app": _ITERM}


def way_of(environment: Mapping[str, str]) -> str:
    """How the terminal shows pictures: `kitty`, `iterm`, or "" when it does not, or lies within another (tmux)."""
    if environment.get("TMUX") or environment.get("TERM", "").startswith(("screen", "tmux")):
        return ""
    if environment.get("TERM") == "xterm-kitty" or environment.get("KONSOLE_VERSION"):
        return _KITTY
    return _PROGRAMS.get(environment.get("TERM_PROGRAM", ""), "")


def picture_codes(png: bytes, way: str) -> str:
    """The characters that show a picture that way."""
    data = b64encode(png).decode()
    if way == _ITERM:
        return f"\x1b]1337;File=inline=1;size={len(png)};height=24:{data}\x07"
    parts = [data[at : at + _PART] for at in range(0, len(data), _PART)]
    codes = []
    for number, part in enumerate(parts):
        head = "f=100,a=T,r=24," if number == 0 else ""
        codes.append(f"\x1b_G{head}m={int(number < len(parts) - 1)};{part}\x1b\\")
    return "".join(codes)
