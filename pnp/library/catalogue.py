"""Catalogues of the program's own words: YAML beside the module that says them. In: a module. Out: words by id.

Invariant: a catalogue is parsed once for each content of its file. Importing YAML and parsing takes 11 ms of
a command of 63 ms, so the parsed words are kept in the user's cache folder.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from msgspec import DecodeError, msgpack

from pnp.base.cache import read_cached, write_cached
from pnp.base.digest import digest_bytes
from pnp.base.places import cache_dir

MOST_FILES, MOST_BYTES = 40, 4_000_000


def read_words(module: str, name: str = "words.yaml") -> Any:
    """Return the catalogue of that name beside a module (its `__file__`): `{id: {language: text}}`."""
    source = Path(module).with_name(name).read_bytes()
    path = os.path.join(cache_dir(), "words", f"{digest_bytes(source, 16)}.msgpack")
    try:
        kept = read_cached(path)
        if kept is not None:
            return msgpack.decode(kept)
    except (DecodeError, ValueError):
        pass
    import yaml

    words = yaml.load(source, yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader)
    write_cached(path, msgpack.encode(words), MOST_FILES, MOST_BYTES)
    return words
