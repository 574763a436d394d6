"""Places on disk. In: nothing but the environment. Out: paths as text. Invariant: nothing is created or read here.

`PNP_CACHE_DIR` and `PNP_CONFIG_DIR` override the system conventions (XDG, macOS, Windows). Plain `os.path`, because
`pathlib` costs a referee command two milliseconds.
"""

from __future__ import annotations

import os
import sys

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def data_root(kind: str) -> str:
    """The folder of the games' `cards` or `layouts`: inside the installed package, or beside it in a checkout."""
    shipped = os.path.join(_PACKAGE, "_data", kind)
    if os.path.isdir(shipped):
        return shipped
    return os.path.join(os.path.dirname(_PACKAGE), kind)


def cache_dir() -> str:
    """The folder for data that can be computed again."""
    return os.environ.get("PNP_CACHE_DIR") or _user_dir("XDG_CACHE_HOME", ".cache", "Caches", "Cache")


def config_dir() -> str:
    """The folder of the user's settings."""
    return os.environ.get("PNP_CONFIG_DIR") or _user_dir("XDG_CONFIG_HOME", ".config", "Application Support", "")


def _user_dir(variable: str, unix: str, mac: str, windows: str) -> str:
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
        return os.path.join(base, "pnp", windows) if windows else os.path.join(base, "pnp")
    chosen = os.environ.get(variable, "")
    if os.path.isabs(chosen):  # the XDG specification says to ignore a relative path
        return os.path.join(chosen, "pnp")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", mac, "pnp")
    return os.path.join(home, unix, "pnp")


def shown_path(path: str) -> str:
    """The path as people should read it: relative when it lies under the current folder."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # another drive
        return path
    return path if relative.startswith("..") else relative
