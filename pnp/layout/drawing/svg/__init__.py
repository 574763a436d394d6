"""SVG as drawing programs write it, read into drawing items."""
