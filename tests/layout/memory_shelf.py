"""A shelf of layouts that are on no disk."""

from __future__ import annotations

from typing import Any

from pnp.base.diagnostics import InputError, Span
from pnp.base.yaml.spans import Spans, load_yaml


class MemoryShelf:
    """A shelf of given texts."""

    def __init__(self, files: dict[str, str | bytes], fonts: dict[str, bytes] | None = None) -> None:
        self.files = files
        self.fonts = fonts or {}

    def text(self, path: str) -> str:
        content = self._content(path)
        return content if isinstance(content, str) else content.decode("utf-8", "replace")

    def yaml(self, path: str) -> tuple[Any, Spans]:
        return load_yaml(self.text(path), self.shown(path))

    def data(self, path: str) -> bytes:
        content = self._content(path)
        return content if isinstance(content, bytes) else content.encode()

    def exists(self, path: str) -> bool:
        return path in self.files

    def names(self, folder: str) -> list[str]:
        start = folder.rstrip("/") + "/"
        return sorted(path[len(start) :] for path in self.files if path.startswith(start))

    def shown(self, path: str) -> str:
        return f"layouts/{path}"

    def font(self, name: str) -> bytes | None:
        return self.fonts.get(name)

    def has_font(self, name: str) -> bool:
        return name in self.fonts

    def font_names(self) -> list[str]:
        return sorted(self.fonts)

    def _content(self, path: str) -> str | bytes:
        if path not in self.files:
            raise InputError.single(Span(self.shown(path)), "no such file", code="unreadable")
        return self.files[path]
