"""Commands of the designer's desk: look at one face, change one value."""
