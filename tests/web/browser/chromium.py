"""Which browser the tests drive. In: `PNP_BROWSER`, the PATH, the usual places. Out: a Chromium or Chrome, or why none.

Invariant: nothing is downloaded; a browser that was named and is not there is a fault, and no reason to take another.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

NAMED = "PNP_BROWSER"
COMMANDS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
MAC_PROGRAMS = ("Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome")
WINDOWS_PROGRAMS = ("Chromium/Application/chrome.exe", "Google/Chrome/Application/chrome.exe")
NONE_FOUND = (
    "no Chromium or Chrome found; install one (Debian: apt-get install chromium-headless-shell), "
    f"or name it: {NAMED}=/path"
)


def find_browser(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The browser to drive. Raises FileNotFoundError when one was named that is not there."""
    if named := environment.get(NAMED):
        if found := shutil.which(named):
            return Path(found)
        raise FileNotFoundError(f"{NAMED}={named}: there is no such program")
    found = next((found for name in COMMANDS if (found := shutil.which(name, path=environment.get("PATH")))), None)
    return Path(found) if found else next((path for path in _usual_places(environment) if path.exists()), None)


def _usual_places(environment: Mapping[str, str]) -> Iterator[Path]:
    """Where programs lie that are on no PATH."""
    if sys.platform == "darwin":
        yield from (
            folder / it for folder in (Path("/Applications"), Path.home() / "Applications") for it in MAC_PROGRAMS
        )
    elif sys.platform == "win32":
        roots = [
            environment[name] for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA") if name in environment
        ]
        yield from (Path(root) / it for root in roots for it in WINDOWS_PROGRAMS)
    else:
        yield from (
            Path(it) for it in ("/snap/bin/chromium", "/opt/google/chrome/chrome", "/usr/lib/chromium/chromium")
        )


def arguments() -> list[str]:
    """Chromium has no sandbox for root; the table is on this machine, whatever proxy there is."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return ["--no-proxy-server", *(["--no-sandbox"] if is_root else [])]
