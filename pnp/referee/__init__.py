"""The play wing's kernel, pure: what a move, a ruling, a record and a game are. No input, no output, no chance, no clock."""
