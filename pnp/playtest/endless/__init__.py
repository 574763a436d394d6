"""Looking for games without an end and positions without a move: players who stall, and what they find."""
