"""YAML from the cache. In: text that people wrote. Out: what `load_yaml` returns, cached in the user's cache folder.

Parsing YAML and importing the parser takes thirty milliseconds, a tenth of a small build. Invariant: the result equals
that of `load_yaml`; texts with faults are never cached.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

from msgspec import DecodeError, msgpack

from pnp.base.cache import code_stamp, read_cached, write_cached
from pnp.base.digest import digest_bytes
from pnp.base.places import cache_dir
from pnp.base.yaml.spans import Spans, load_yaml

MAX_CACHED_FILES = 500
MAX_CACHED_BYTES = 30_000_000


def load_cached_yaml(text: str, file: str) -> tuple[Any, Spans]:
    """The value and its places; InputError with every fault."""
    key = digest_bytes(f"{code_stamp('base')}\0{text}".encode("utf-8", "surrogatepass"), 16)
    path = os.path.join(cache_dir(), "yaml", f"{key}.kept")
    data = read_cached(path)
    if data is not None:
        with suppress(DecodeError, ValueError, TypeError, AttributeError):
            value, places = msgpack.decode(data)
            return value, Spans.unpacked(file, places)
    value, spans = load_yaml(text, file)
    with suppress(OverflowError, ValueError, TypeError):  # a number that msgpack cannot hold
        write_cached(path, msgpack.encode((value, spans.packed())), MAX_CACHED_FILES, MAX_CACHED_BYTES)
    return value, spans
