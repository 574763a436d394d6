"""A whole game on one page that needs no server: to be sent to friends."""
