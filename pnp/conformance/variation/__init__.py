"""Data varied one by one: whatever is changed in the cards, people must be told or shown something else."""
