"""Players for playtests, and what a playtest counts of this game."""
