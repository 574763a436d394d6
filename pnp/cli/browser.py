"""The browser of whoever sits here. In: an address. Out: it is shown, where there is a screen."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser


def open_browser(address: str) -> None:
    """Show the public screen, where there is a screen."""

    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
