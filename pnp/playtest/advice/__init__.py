"""What a search tells people: the best move now, and the game that was played."""
