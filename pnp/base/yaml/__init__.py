"""YAML with the place of every value, cached between commands."""
