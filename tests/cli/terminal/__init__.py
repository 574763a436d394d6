"""What a terminal shows, and a terminal to show it."""
