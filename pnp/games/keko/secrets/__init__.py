"""What is hidden and from whom: what a seat sees of the table and of a line, and what the table deals next."""
