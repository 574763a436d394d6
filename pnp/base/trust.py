"""Whose code may run. In: the folder of a game that nobody named. Out: nothing, or why its code does not run.

A folder is trusted by its real path together with the content of every file in or below it that Python could import,
hidden folders aside: changed code is other code, and asks again, unless the folder was trusted as one's `own`. What is
trusted stands in the user's settings, never in the folder itself. Invariant: where that list cannot be read, nothing is
trusted. `PNP_TRUST=all` trusts everything, for machines that look at one project and nothing else. What is imported
from a checked folder are the bytes that were checked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from importlib.machinery import (
    BYTECODE_SUFFIXES,
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
    SourcelessFileLoader,
)
from types import CodeType, ModuleType
from typing import Any

from msgspec import DecodeError, Struct, ValidationError, json

from pnp.base.diagnostics import InputError, Span
from pnp.base.digest import digest_bytes
from pnp.base.files import read_at_most, reason_of, write_file
from pnp.base.places import cache_dir, config_dir, shown_path
from pnp.base.system import quote_word

VARIABLE = "PNP_TRUST"
ALL = "all"
MOST_FILES, MOST_BYTES = 2_000, 50_000_000
_SUFFIXES = (".py", ".pyw", ".pyc", ".so", ".pyd", ".dll")
_SHOWN = 3  # names of files in one message


class TrustedFolder(Struct, frozen=True):
    """A folder whose code may run. files: the digest of each file of code by its path in the folder
    own: whoever trusted it writes it, so that changes do not ask again
    """

    path: str
    files: dict[str, str]
    own: bool = False


def require_trust(folder: str) -> None:
    """InputError with the command that helps unless the code of this folder may run.

    From here on the bytes that were compared with the list are the ones that run. Where nothing is compared, compiled
    code in the folder is neither read nor left there: it does not stand for its source.
    """
    if os.environ.get(VARIABLE) != ALL:
        code, why = _check(folder)
        if why:
            raise InputError.single(Span(shown_path(folder)), why, _hint(folder), "untrusted")
        run_only(folder, code)
    sys.pycache_prefix = os.path.join(cache_dir(), "compiled")


def trust_folder(folder: str, own: bool = False) -> TrustedFolder:
    """Let the code that lies in this folder now run from now on; InputError when that cannot be kept."""
    path = os.path.realpath(folder)
    trusted = TrustedFolder(path, code_files(path), own)
    _write([*(other for other in read_trusted() if other.path != path), trusted])
    return trusted


def revoke_trust(folder: str) -> bool:
    """Forget a folder, which need not be there any more; False when it was not trusted."""
    path, before = os.path.realpath(folder), read_trusted()
    after = [other for other in before if other.path != path]
    if len(after) < len(before):
        _write(after)
    return len(after) < len(before)


def read_trusted() -> list[TrustedFolder]:
    """What is trusted, by path; InputError when the list is there and cannot be read, so that nobody writes over it."""
    try:
        with open(_list_file(), "rb") as stream:
            return sorted(json.decode(stream.read(), type=list[TrustedFolder]), key=lambda folder: folder.path)
    except FileNotFoundError:
        return []
    except (OSError, ValueError, DecodeError, ValidationError):
        hint = "delete the file, then repeat `pnp trust` for each folder"
        place = Span(shown_path(_list_file()))
        raise InputError.single(place, "the list of trusted folders cannot be read", hint, "unreadable") from None


def code_files(folder: str) -> dict[str, str]:
    """Return the digest of each file of code in or below a folder; InputError as from `read_code`."""
    return _digests(read_code(folder))


def read_code(folder: str) -> dict[str, bytes]:
    """Return each file of code in or below a folder; InputError when one is unreadable, or they are too many."""
    found: dict[str, bytes] = {}
    left = MOST_BYTES
    for path in _walk(folder):
        try:
            data = read_at_most(path, left + 1)
        except OSError as fault:
            what = f"cannot be read: {reason_of(fault)}"
            raise InputError.single(Span(shown_path(path)), what, code="unreadable") from None
        left -= len(data)
        if left < 0 or len(found) == MOST_FILES:
            hint = "move files that do not belong to the game elsewhere, or into a folder whose name begins with a dot"
            raise InputError.single(Span(shown_path(folder)), "too much code for a game", hint, "too-large")
        found[os.path.relpath(path, folder).replace(os.sep, "/")] = data
    return found


def _digests(code: Mapping[str, bytes]) -> dict[str, str]:
    return {name: digest_bytes(data, 16) for name, data in code.items()}


def _walk(folder: str) -> Iterator[str]:
    """Files that Python could import, links followed, in no folder twice."""
    seen: set[str] = set()
    for here, folders, names in os.walk(folder, followlinks=True):
        real = os.path.realpath(here)
        folders[:] = sorted(name for name in folders if name[0] != "." and name != "__pycache__" and real not in seen)
        if real not in seen:
            yield from (os.path.join(here, name) for name in sorted(names) if name.lower().endswith(_SUFFIXES))
        seen.add(real)


def _check(folder: str) -> tuple[dict[str, bytes] | None, str]:
    """Return the code that may run, None for any code, and why it may not; "" when it may."""
    path = os.path.realpath(folder)
    known = next((other for other in read_trusted() if other.path == path), None)
    if known is None:
        what = "this game contains code that would run with your user's permissions, and you have not trusted it"
        return None, what
    if known.own:
        return None, ""
    code = read_code(path)
    now = _digests(code)
    changed = sorted(name for name in {*now, *known.files} if now.get(name) != known.files.get(name))
    if not changed:
        return code, ""
    more = f" and {len(changed) - _SHOWN} more" if len(changed) > _SHOWN else ""
    return None, f"its code changed since you trusted it: {', '.join(changed[:_SHOWN])}{more}"


def _hint(folder: str) -> str:
    where = quote_word(shown_path(folder))
    return f"read the code, then: pnp trust {where} (for a game that you write yourself: pnp trust --own {where})"


def _list_file() -> str:
    return os.path.join(config_dir(), "trusted.json")


def _write(folders: list[TrustedFolder]) -> None:
    write_file(_list_file(), json.format(json.encode(folders), indent=1) + b"\n")


_checked: dict[str, Mapping[str, bytes]] = {}  # by folder; the path of a file in it, with "/" -> its bytes


def run_only(folder: str, code: Mapping[str, bytes] | None) -> None:
    """Import nothing but this code from this folder from here on, by whatever path it is reached; None: any code."""
    if _find_modules not in sys.path_hooks:
        sys.path_hooks.insert(0, _find_modules)
    for name in {os.path.abspath(folder), os.path.realpath(folder)}:
        _checked.pop(name, None)
        if code is not None:
            _checked[name] = code
        for entry in [entry for entry in sys.path_importer_cache if _is_in(name, os.path.abspath(entry))]:
            del sys.path_importer_cache[entry]


def loader_of(module: str, path: str) -> SourceFileLoader | None:
    """Return what imports a file of a folder that was checked; None for any other file."""
    return _SourceLoader(module, path) if _place(path) else None


def _is_in(folder: str, path: str) -> bool:
    return path == folder or path.startswith(folder + os.sep)


def _place(path: str) -> str:
    """The checked folder that a path is in; "" for none."""
    name = os.path.abspath(path)
    return next((folder for folder in _checked if _is_in(folder, name)), "")


def _bytes_of(path: str) -> bytes:
    """Raises ImportError for a file that was not there when the folder was checked."""
    folder = _place(path)
    inner = os.path.relpath(os.path.abspath(path), folder).replace(os.sep, "/")
    if inner not in _checked[folder]:
        raise ImportError(f"{inner} was added since its folder was checked", path=path)
    return _checked[folder][inner]


class _SourceLoader(SourceFileLoader):
    def get_data(self, path: str) -> bytes:
        return _bytes_of(path) if path == self.path else super().get_data(path)

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = self.source_to_code(_bytes_of(self.path), self.path)
        return code


class _BytecodeLoader(SourcelessFileLoader):
    def get_data(self, path: str) -> bytes:
        return _bytes_of(path) if path == self.path else super().get_data(path)


class _ExtensionLoader(ExtensionFileLoader):
    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Load a private copy of what was checked: the system takes a file, and no bytes."""
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="pnp-", ignore_cleanup_errors=True) as folder:  # Windows keeps it while loaded
            spec.origin = os.path.join(folder, os.path.basename(self.path))
            with open(spec.origin, "xb") as stream:
                stream.write(_bytes_of(self.path))
            return super().create_module(spec)


_find_files: Any = FileFinder.path_hook(
    (_ExtensionLoader, EXTENSION_SUFFIXES), (_SourceLoader, SOURCE_SUFFIXES), (_BytecodeLoader, BYTECODE_SUFFIXES)
)


def _find_modules(entry: str) -> Any:
    """A hook of `sys.path_hooks`: ImportError leaves a folder to the usual ones."""
    if not _place(entry or "."):
        raise ImportError(entry)
    return _find_files(entry)
