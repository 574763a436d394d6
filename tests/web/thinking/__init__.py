"""What thinks beside hosted tables: bots that do what they like, hints that hold no secret."""
