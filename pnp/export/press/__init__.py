"""What goes to a press: the profile of its inks, colours separated by it, transparency flattened."""
