"""YAML with the place of every value, kept parsed between commands."""
