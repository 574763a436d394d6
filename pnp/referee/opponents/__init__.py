"""What bots ask of a game: how good a move looks, which worlds a seat can believe in, who is ahead."""
