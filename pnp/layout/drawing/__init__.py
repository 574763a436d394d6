"""What a face is made of: items of a Frame, paths, colours, SVG pictures, codes."""
