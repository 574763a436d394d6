"""Foundation without any knowledge of games: units, diagnostics, YAML with line numbers, files, trust.

To change …
- what one edit of a YAML value writes: `yaml/span_edit.py` (which cell is meant: `library/editing/`)
- behaviour that differs on Windows or macOS: `system.py` (files, locks, ports, consoles), `places.py` (user folders)
- whose code may run: `trust.py`, the gate `allow_code` in `pnp/catalog.py`, docs/security.md
"""
