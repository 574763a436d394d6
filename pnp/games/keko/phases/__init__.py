"""The course of the game: set-up, the phases of a turn and which follows which, who is out."""
