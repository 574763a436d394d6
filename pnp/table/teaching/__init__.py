"""A guided first game: its lesson, played."""
