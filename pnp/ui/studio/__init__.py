"""The studio: a page of a game that is being made: its faces as they print, live, with their faults beside them."""
