"""The cellar: units, geometry, diagnostics, YAML with line marks, places on disk. No word of cards or games."""
