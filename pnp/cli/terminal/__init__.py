"""What a terminal can do that a pipe cannot: colours, a drawn table, lines that are completed."""
