"""What a print is held against before a page is made: overflow, safe areas, contrast, glyphs."""
