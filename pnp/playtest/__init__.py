"""The shell that plays games against itself: bots, seeds, outcomes."""
