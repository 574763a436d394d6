"""Print-ready decks from YAML, and a referee for the game played with them."""

__version__ = "0.1.0"
