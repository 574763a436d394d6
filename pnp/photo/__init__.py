"""Photos of the table: read, laid beside what the record says, and turned into lines that somebody may confirm."""
