"""Simulated games: bots play thousands of them; results are counted and reported."""
