"""Importing code that was checked. In: a folder, and the bytes of its code as they were digested. Out: modules of them.

Invariant: from a folder that was registered here only these bytes run, whatever the files hold by now. A file that was
added since is not imported, and compiled code kept elsewhere is not read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
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
