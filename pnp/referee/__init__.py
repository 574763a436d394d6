"""The play wing's kernel, pure: moves, rulings, records, the protocol of a game. No input, no output, no chance."""
