"""A game on one page."""
