"""What happened at a table, told: lines as sentences, and the table as it was."""
