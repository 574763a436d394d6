"""What thinks beside hosted tables: bots on seats, hints."""
