"""What a print is checked against before a page is made: overflow, safe areas, contrast, glyphs."""
