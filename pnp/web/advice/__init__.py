"""Hints and reviews in words: for a terminal, for programs, as a page."""
