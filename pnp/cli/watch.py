"""`pnp build --watch`. In: a game's folders and a way to build it. Out: a build whenever a file changed, with its time.

Invariant: whatever the files hold, the watch goes on: faults are reported, the last good build stays as it is; what
changes while a build runs is built next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


def watch(folders: Sequence[str], build: Callable[[], str]) -> None:
    """Build now and after every change below the folders, until Ctrl-C; `build` returns what to print."""
    import gc

    from pnp.base.watching import FileWatch

    gc.enable()  # the console script switches it off, for commands that end soon
    try:
        files = FileWatch(folders)
        _build(build)
        gc.freeze()  # what the first build made mostly stays
        print("watching; Ctrl-C ends it", flush=True)
        for changed in files.changes():
            print(_format_changes(changed), flush=True)
            _build(build)
    except KeyboardInterrupt:
        print("\nstopped watching")


def _build(build: Callable[[], str]) -> None:
    from pnp.base.diagnostics import InputError, fold_faces
    from pnp.cli.terminal.ink import print_faults

    try:
        print(build(), flush=True)
    except InputError as fault:
        print_faults(fold_faces(fault.report.by_place()))


def _format_changes(changed: Sequence[str]) -> str:
    import os

    names = [os.path.basename(path) for path in changed]
    return f"{', '.join(names[:3])}{' …' if len(names) > 3 else ''} changed"
