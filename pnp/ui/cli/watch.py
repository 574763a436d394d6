"""`pnp build --watch`. In: a game's folders and a way to build it. Out: a build whenever a file changed, with its time.

Files are looked at four times a second; a change is built once two looks agree, so an editor may take its time to
write. Invariant: whatever the files hold, the watch goes on: faults are reported, the last good build stays as it is.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence

PAUSE = 0.25
_SETTLE = 0.05


def watch(folders: Sequence[str], build: Callable[[], str], pause: float = PAUSE) -> None:
    """Build now and after every change below the folders, until Ctrl-C; `build` returns what to print."""
    import gc

    from pnp.export.cache.build_cache import read_stamps

    gc.enable()  # the console script switches it off, for commands that end soon
    try:
        seen = read_stamps(folders)
        _build(build)
        gc.freeze()  # what the first build made mostly stays
        print("watching; Ctrl-C ends it", flush=True)
        while True:
            time.sleep(pause)
            now = read_stamps(folders)
            if now == seen:
                continue
            while True:
                time.sleep(_SETTLE)
                again = read_stamps(folders)
                if again == now:
                    break
                now = again
            changed = sorted(path for path in now.keys() | seen.keys() if now.get(path) != seen.get(path))
            seen = now
            print(_format_changes(changed), flush=True)
            _build(build)
    except KeyboardInterrupt:
        print("\nno longer watching")


def _build(build: Callable[[], str]) -> None:
    from pnp.base.diagnostics import InputError, fold_faces

    try:
        print(build(), flush=True)
    except InputError as fault:
        for item in fold_faces(fault.report.by_place()):
            print(item, file=sys.stderr, flush=True)


def _format_changes(changed: Sequence[str]) -> str:
    import os

    names = [os.path.basename(path) for path in changed]
    return f"{', '.join(names[:3])}{' …' if len(names) > 3 else ''} changed"
