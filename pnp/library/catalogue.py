"""Catalogues of the program's own words: YAML beside the module that says them. In: a module. Out: words by id."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp.base.yaml.spans import load_cached_yaml


def read_words(module: str, name: str = "words.yaml") -> Any:
    """Return the catalogue of that name beside a module (its `__file__`): `{id: {language: text}}`."""
    path = Path(module).with_name(name)
    return load_cached_yaml(path.read_text("utf-8"), str(path))[0]
