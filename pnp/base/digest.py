"""Digests. In: bytes. Out: hexadecimal characters. Invariant: equal bytes, equal digest, on every machine."""

from __future__ import annotations

try:
    from _blake2 import blake2b  # hashlib would load OpenSSL first, two milliseconds of every command
except ImportError:
    from hashlib import blake2b


def digest_bytes(data: bytes | memoryview, size: int) -> str:
    """BLAKE2b of `size` bytes as hexadecimal characters."""
    return str(blake2b(data, digest_size=size).hexdigest())
