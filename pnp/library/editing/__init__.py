"""Changing one value of a card where it is written: which cell is meant, what it may hold, the files it stands in."""
